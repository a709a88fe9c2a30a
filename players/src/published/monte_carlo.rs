//! Flat Monte Carlo search: random games after each legal move, without a tree.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::playout::{draw_chance, random_below};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use crate::limits::{Watch, unless_interrupted};
use crate::options::OptionValues;
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{LONGEST, NODES, SECONDS, SEED};

/// Weight of a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameWeight {
    /// Weight 1 for each game; the score is the share of wins.
    Equal,
    /// 1, divided by the number of moves at each move of another player. The score is the share of wins minus the share
    /// of losses.
    Ratio,
    /// This factor for each move of another player. The score is the share of wins minus the share of losses.
    Factor(f64),
}

/// Plays random games, the first move of each drawn uniformly, and chooses the move whose games scored best. A random
/// game does not return to a position that it visited; it ends if no other moves are left, and then counts for no
/// player. The program of 2013 compared positions with the present one only, so that games could return to any but the
/// last; here they cannot. In games of hidden information, each random game begins in a determinization of the current
/// position.
#[derive(Debug)]
pub struct MonteCarlo {
    weight: GameWeight,
    max_moves: u64,
    random: Pcg64Mcg,
}

/// Total weights of games by result.
#[derive(Clone, Copy, Debug, Default)]
struct WeightedResults {
    won: f64,
    lost: f64,
    other: f64,
}

impl WeightedResults {
    fn score(self, weight: GameWeight) -> f64 {
        let all = self.won + self.lost + self.other;
        if all == 0.0 {
            return 0.0;
        }
        match weight {
            GameWeight::Equal => self.won / all,
            GameWeight::Ratio | GameWeight::Factor(_) => (self.won - self.lost) / all,
        }
    }
}

/// Scratch buffers that every random game reuses.
struct PlayoutBuffers<G: Game> {
    state: G::State,
    next: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    seen: FxHashSet<u64>,
}

impl MonteCarlo {
    /// A player with random games of at most `max_moves` moves.
    pub fn new(weight: GameWeight, max_moves: u64, random: Pcg64Mcg) -> Self {
        Self { weight, max_moves, random }
    }

    /// Plays a game from the state in `room`. Returns the outcome, if the game ended, and its weight. Adds the number
    /// of positions made to `nodes`.
    fn play_game<G: Game>(
        &mut self,
        question: &Question<'_, G>,
        room: &mut PlayoutBuffers<G>,
        watch: &Watch<'_>,
        nodes: &mut u64,
    ) -> Result<(Option<Outcome>, f64), Fault> {
        let Question { game, me, .. } = *question;
        let mut weight = 1.0;
        room.seen.clear();
        room.seen.insert(game.key(question.state));
        room.seen.insert(game.key(&room.state));
        for _ in 0..self.max_moves {
            if game.play_chance(&mut room.state, &mut self.random) {
                *nodes += 1;
                continue;
            }
            let turn = game.legal_moves(&room.state, &mut room.moves)?;
            let player = match turn {
                Turn::Over(outcome) => return Ok((Some(outcome), weight)),
                Turn::Chance => {
                    let mv = draw_chance(game, &room.state, &room.moves, &mut room.chances, &mut self.random)?;
                    game.apply(&mut room.state, mv)?;
                    *nodes += 1;
                    continue;
                }
                Turn::Player(player) => player,
            };
            if watch.is_reached(*nodes) {
                break;
            }
            if player != me && self.weight == GameWeight::Ratio {
                // The weight requires the number of moves that do not repeat a position.
                let mut kept = Vec::new();
                for &mv in &room.moves {
                    // The limit of nodes ends games between two turns only.
                    if watch.is_time_over(*nodes) {
                        return Ok((None, weight));
                    }
                    room.next.clone_from(&room.state);
                    game.apply(&mut room.next, mv)?;
                    *nodes += 1;
                    if !room.seen.contains(&game.key(&room.next)) {
                        kept.push(mv);
                    }
                }
                room.moves = kept;
                weight /= room.moves.len().max(1) as f64;
            } else if let (true, GameWeight::Factor(factor)) = (player != me, self.weight) {
                weight *= factor;
            }
            // Rejection sampling without replacement: of the moves that do not repeat a position each is equally
            // likely.
            loop {
                if room.moves.is_empty() {
                    return Ok((None, weight));
                }
                let index = random_below(room.moves.len(), &mut self.random);
                room.next.clone_from(&room.state);
                game.apply(&mut room.next, room.moves[index])?;
                *nodes += 1;
                if room.seen.insert(game.key(&room.next)) {
                    std::mem::swap(&mut room.state, &mut room.next);
                    break;
                }
                room.moves.swap_remove(index);
            }
        }
        Ok((None, weight))
    }
}

impl<G: Game> Player<G> for MonteCarlo {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let [only] = moves {
            return Ok(Choice::without_search(*only));
        }
        let mut firsts = Vec::new();
        let watch = Watch::new(limits);
        for &mv in moves {
            // Of moves that there is no time to make, none is chosen.
            if !firsts.is_empty() && watch.is_time_over(firsts.len() as u64) {
                break;
            }
            let mut next = state.clone();
            if unless_interrupted(game.apply(&mut next, mv))?.is_none() {
                break;
            }
            firsts.push(next);
        }
        let moves = &moves[..firsts.len().max(1)];
        let mut sums = vec![WeightedResults::default(); moves.len()];
        let mut games = vec![0; moves.len()];
        let mut room: PlayoutBuffers<G> = PlayoutBuffers {
            state: state.clone(),
            next: state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            seen: FxHashSet::default(),
        };
        let mut nodes = moves.len() as u64;
        while firsts.len() == moves.len() && !limits.is_over() && limits.nodes.is_none_or(|most| nodes < most) {
            let first = random_below(moves.len(), &mut self.random);
            if game.has_hidden_information() {
                // A new determinization for each game.
                let Some(world) = unless_interrupted(game.resample(state, me, &mut self.random))? else { break };
                room.state = world;
                game.apply(&mut room.state, moves[first])?;
            } else {
                room.state.clone_from(&firsts[first]);
            }
            nodes += 1;
            let played = self.play_game(question, &mut room, &watch, &mut nodes);
            let Some((outcome, weight)) = unless_interrupted(played)? else { break };
            games[first] += 1;
            let sum = &mut sums[first];
            match outcome {
                Some(Outcome::Won(winner)) if winner == me => sum.won += weight,
                Some(Outcome::Won(_)) => sum.lost += weight,
                Some(Outcome::Draw) | None => sum.other += weight,
            }
        }
        let scores: Vec<f64> = sums.iter().map(|sum| sum.score(self.weight)).collect();
        // Of equal moves the first.
        let best = (1..scores.len()).fold(0, |best, index| if scores[index] > scores[best] { index } else { best });
        // The share of wins lies in [0, 1], a value in [-1, 1].
        let value = if self.weight == GameWeight::Equal { 2.0 * scores[best] - 1.0 } else { scores[best] };
        // Without a simulation there is no value.
        let value = (games[best] > 0).then_some(value);
        Ok(Choice { value, depth: 1, nodes, playouts: Some(games[best]), ..Choice::without_search(moves[best]) })
    }
}

fn longest(values: &OptionValues) -> u64 {
    values.whole(&LONGEST).unwrap_or(u64::MAX)
}

/// The player `monte-carlo`.
pub(crate) struct MonteCarloEntry;

impl RegisteredPlayer for MonteCarloEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "monte-carlo",
        about: "flat Monte Carlo: random games after each move, scored by the share of wins",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(MonteCarlo::new(GameWeight::Equal, longest(request.values()), request.random())))
    }
}

/// The player `monte-carlo-ratio`.
pub(crate) struct MonteCarloRatioEntry;

impl RegisteredPlayer for MonteCarloRatioEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "monte-carlo-ratio",
        about: "flat Monte Carlo, scored by wins minus losses; a game weighs less the more moves the others had in it",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(MonteCarlo::new(GameWeight::Ratio, longest(request.values()), request.random())))
    }
}

/// The player `monte-carlo-ratio2`.
pub(crate) struct MonteCarloDiscountEntry;

impl RegisteredPlayer for MonteCarloDiscountEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "monte-carlo-ratio2",
        about: "flat Monte Carlo, scored by wins minus losses; a game weighs 0.9 times as much for each move of the others",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(MonteCarlo::new(GameWeight::Factor(0.9), longest(request.values()), request.random())))
    }
}
