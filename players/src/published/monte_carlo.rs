//! Random games after each move, as many as there is time for.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::playout::{below, weighted};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use crate::limits::Limits;
use crate::player::{Choice, Player, Question};

/// How much a random game counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// All the same, and what counts is the share of wins.
    Won,
    /// 1, divided by the number of moves at each move of another player. What counts is wins less losses, as a share.
    Ratio,
    /// The same with this factor for each such move.
    Factor(f64),
}

/// Plays random games, the first move of each drawn uniformly, and makes the move whose games went best. A random game does not
/// return to a position that it went through, ends if nothing else is left, and counts for nobody then. In the published program
/// positions were compared with the present one only, so that games could return to any but the last; here they cannot. Where
/// something is hidden, each game begins in a position that could be this one.
#[derive(Debug)]
pub struct MonteCarlo {
    weight: Weight,
    longest: u64,
    random: Pcg64Mcg,
}

/// The weights of games by how they ended.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    won: f64,
    lost: f64,
    other: f64,
}

impl Sums {
    fn score(self, weight: Weight) -> f64 {
        let all = self.won + self.lost + self.other;
        if all == 0.0 {
            return 0.0;
        }
        match weight {
            Weight::Won => self.won / all,
            Weight::Ratio | Weight::Factor(_) => (self.won - self.lost) / all,
        }
    }
}

/// What is written over in each game.
struct Room<G: Game> {
    state: G::State,
    next: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    seen: FxHashSet<u64>,
}

impl MonteCarlo {
    /// With games of at most so many moves.
    pub fn new(weight: Weight, longest: u64, random: Pcg64Mcg) -> Self {
        Self { weight, longest, random }
    }

    /// Plays a game on from the state in `room`. Gives how it ended, if it did, its weight, and how many positions it took.
    fn play<G: Game>(
        &mut self,
        question: &Question<'_, G>,
        room: &mut Room<G>,
        limits: &Limits<'_>,
        nodes: &mut u64,
    ) -> Result<(Option<Outcome>, f64), Fault> {
        let Question { game, me, .. } = *question;
        let mut weight = 1.0;
        room.seen.clear();
        room.seen.insert(game.key(question.state));
        room.seen.insert(game.key(&room.state));
        for _ in 0..self.longest {
            let turn = game.turn(&room.state, &mut room.moves)?;
            let player = match turn {
                Turn::Over(outcome) => return Ok((Some(outcome), weight)),
                Turn::Chance => {
                    game.chances(&room.state, &mut room.chances);
                    let index = weighted(&room.chances, &mut self.random);
                    game.apply(&mut room.state, room.moves[index])?;
                    *nodes += 1;
                    continue;
                }
                Turn::Player(player) => player,
            };
            if limits.reached(*nodes) {
                break;
            }
            if player != me && self.weight == Weight::Ratio {
                // How many moves are left must be known.
                let mut kept = Vec::new();
                for &mv in &room.moves {
                    room.next.clone_from(&room.state);
                    game.apply(&mut room.next, mv)?;
                    *nodes += 1;
                    if !room.seen.contains(&game.key(&room.next)) {
                        kept.push(mv);
                    }
                }
                room.moves = kept;
                weight /= room.moves.len().max(1) as f64;
            } else if let (true, Weight::Factor(factor)) = (player != me, self.weight) {
                weight *= factor;
            }
            // A move is drawn of all, and drawn again of the others if it leads back: of those that are left each is as likely.
            loop {
                if room.moves.is_empty() {
                    return Ok((None, weight));
                }
                let index = below(room.moves.len(), &mut self.random);
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
            return Ok(Choice::at_once(*only));
        }
        let mut firsts = Vec::new();
        for &mv in moves {
            let mut next = state.clone();
            game.apply(&mut next, mv)?;
            firsts.push(next);
        }
        let mut sums = vec![Sums::default(); moves.len()];
        let mut room: Room<G> = Room {
            state: state.clone(),
            next: state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            seen: FxHashSet::default(),
        };
        let mut nodes = moves.len() as u64;
        while !limits.is_over() && limits.nodes.is_none_or(|most| nodes < most) {
            let first = below(moves.len(), &mut self.random);
            if game.hides() {
                // What it cannot see is drawn anew for each game.
                room.state = game.resample(state, me, &mut self.random);
                game.apply(&mut room.state, moves[first])?;
            } else {
                room.state.clone_from(&firsts[first]);
            }
            nodes += 1;
            let (outcome, weight) = self.play(question, &mut room, &limits, &mut nodes)?;
            let sum = &mut sums[first];
            match outcome {
                Some(Outcome::Won(winner)) if winner == me => sum.won += weight,
                Some(Outcome::Won(_)) => sum.lost += weight,
                Some(Outcome::Draw) | None => sum.other += weight,
            }
        }
        let scores: Vec<f64> = sums.iter().map(|sum| sum.score(self.weight)).collect();
        // Of equal ones the first.
        let best = (1..scores.len()).fold(0, |best, index| if scores[index] > scores[best] { index } else { best });
        // The share of wins lies between 0 and 1, a value between -1 and 1.
        let value = if self.weight == Weight::Won { 2.0 * scores[best] - 1.0 } else { scores[best] };
        // Without a game nothing was found out.
        let value = (nodes > moves.len() as u64).then_some(value);
        Ok(Choice { mv: moves[best], proven: None, value, depth: 1, nodes, line: vec![moves[best]] })
    }
}
