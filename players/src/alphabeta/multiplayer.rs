//! Alpha-beta search for games with chance or more than two players. The opponents are modelled as a coalition against
//! the searching player (*paranoid*; Sturtevant and Korf, 2000), or as maximising their own values (*max^n*; Luckhardt
//! and Irani, 1986). It also searches games whose payoff is a score, and maximises the score there. Games of two players
//! without chance, in which all wins count alike, are searched by [`search`](super::search).
//!
//! Chance nodes have the expected value of their children (expectiminimax); where chance can only be sampled, the mean of
//! a few samples (sparse sampling; Kearns, Mansour and Ng, 2002). All values lie between -1 and 1, so a
//! chance node is cut off as soon as its remaining children cannot bring the mean into the window (Star1; Ballard, "The
//! *-minimax search procedure for trees containing chance nodes", 1983).

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::payoff::Payoff;
use boardwright_game::variation::Variation;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::heuristic::Heuristic;
use crate::limits::{Halt, Watch};
use crate::player::{Choice, Player, Question, Wdl, scaled_score};

/// Model of the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentModel {
    /// All others minimise the value of the searching player.
    Paranoid,
    /// Each player maximises its own value.
    MaxN,
}

/// Iterative deepening search until the limits are reached.
#[derive(Debug)]
pub struct MultiplayerSearch {
    opponents: OpponentModel,
    heuristic: Option<Heuristic>,
}

/// Loss of value of a finished game per ply, which makes near wins better.
const PLY_DISCOUNT: f64 = 1e-4;
/// Maximum search depth in plies.
const MAX_DEPTH: u32 = 100;
/// Number of samples of a chance node whose moves are not listed.
const CHANCE_SAMPLES: usize = 12;
/// Lower bound of the values of wins within [`MAX_DEPTH`] plies. Estimates are smaller than 0.9.
const MIN_WIN: f64 = 0.95;

impl MultiplayerSearch {
    /// A player with a heuristic, or with scores as the evaluation where there is none.
    pub fn new(opponents: OpponentModel, heuristic: Option<Heuristic>) -> Self {
        Self { opponents, heuristic }
    }
}

/// Moves, and the probability of each at chance nodes.
type PlyBuffers<M> = (Vec<M>, Vec<f64>);

struct Search<'a, G: Game> {
    game: &'a G,
    line: Variation<'a, G>,
    heuristic: Option<&'a Heuristic>,
    watch: Watch<'a>,
    nodes: u64,
    /// Moves and probabilities by ply, as reusable scratch buffers.
    buffers: Vec<PlyBuffers<G::Move>>,
    /// `true` if the search evaluated some position by the heuristic.
    has_estimates: bool,
}

impl<G: Game> Search<'_, G> {
    fn make(&mut self, mv: G::Move) -> Result<(), Halt> {
        if self.watch.is_reached(self.nodes) {
            return Err(Halt::Limit);
        }
        self.nodes += 1;
        Ok(self.line.make(mv)?)
    }

    /// The turn in the position, and the buffers of its ply, which the caller must give back.
    fn turn(&mut self) -> Result<(Turn, PlyBuffers<G::Move>), Halt> {
        let ply = self.line.len();
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, Default::default);
        }
        let (mut moves, mut chances) = std::mem::take(&mut self.buffers[ply]);
        let turn = self.game.legal_moves(self.line.state(), &mut moves)?;
        if turn == Turn::Chance && moves.is_empty() {
            // Equal positions get equal samples, so that moves before them are compared fairly.
            let mut random = Pcg64Mcg::seed_from_u64(self.game.key(self.line.state()));
            for _ in 0..CHANCE_SAMPLES {
                moves.push(self.game.sample_chance(self.line.state(), &mut random)?);
            }
            chances.clear();
            chances.resize(CHANCE_SAMPLES, 1.0 / CHANCE_SAMPLES as f64);
        } else if turn == Turn::Chance {
            self.game.chance_probabilities(self.line.state(), &mut chances);
        }
        Ok((turn, (moves, chances)))
    }

    fn terminal_value(&self, outcome: Outcome, player: Number) -> f64 {
        if let Some(score) = scaled_score(self.game, self.line.state(), player) {
            return score;
        }
        Wdl::from_outcome(outcome, player).value() * (1.0 - PLY_DISCOUNT * self.line.len() as f64)
    }

    /// Static evaluation of a leaf.
    fn static_value(&mut self, player: Number) -> Result<f64, Fault> {
        self.has_estimates = true;
        let (game, state) = (self.game, self.line.state());
        if self.heuristic.is_none()
            && let Some(score) = scaled_score(game, state, player)
        {
            return Ok(score);
        }
        let value = |player| match self.heuristic {
            Some(heuristic) => heuristic.value(game, state, player),
            None => Ok(game.score(state, player)),
        };
        let own = value(player)?;
        let mut best_other = f64::NEG_INFINITY;
        for other in (1..=game.players()).filter_map(Number::new).filter(|&other| other != player) {
            best_other = best_other.max(value(other)?);
        }
        let lead = if best_other.is_finite() { own - best_other } else { own };
        // Always smaller than the value of a win.
        Ok(0.9 * lead / (lead.abs() + 20.0))
    }

    /// Value of the position for a player if all others minimise it.
    fn paranoid(&mut self, me: Number, depth: u32, (mut alpha, mut beta): (f64, f64)) -> Result<f64, Halt> {
        let (turn, (moves, chances)) = self.turn()?;
        let value = match turn {
            Turn::Over(outcome) => Ok(self.terminal_value(outcome, me)),
            _ if depth == 0 => self.static_value(me).map_err(Halt::from),
            Turn::Chance => self.star1(me, depth, (alpha, beta), (&moves, &chances)),
            Turn::Player(player) => (|| {
                let own = player == me;
                let mut best = if own { -2.0 } else { 2.0_f64 };
                for &mv in &moves {
                    self.make(mv)?;
                    let value = self.paranoid(me, depth - 1, (alpha, beta));
                    self.line.unmake();
                    let value = value?;
                    if own {
                        best = best.max(value);
                        alpha = alpha.max(best);
                    } else {
                        best = best.min(value);
                        beta = beta.min(best);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
                Ok(best)
            })(),
        };
        self.buffers[self.line.len()] = (moves, chances);
        value
    }

    /// Value of a chance node by Star1: it is cut off when the remaining children, even at their extreme values, leave
    /// the mean outside of the window.
    fn star1(
        &mut self,
        me: Number,
        depth: u32,
        (alpha, beta): (f64, f64),
        (moves, chances): (&[G::Move], &[f64]),
    ) -> Result<f64, Halt> {
        let (mut sum, mut left) = (0.0, 1.0);
        for (&mv, &chance) in moves.iter().zip(chances) {
            if chance <= 0.0 {
                continue;
            }
            left -= chance;
            // Window of this child: values outside of it bring the mean outside of the window.
            let low = ((alpha - sum - left) / chance).max(-1.0);
            let high = ((beta - sum + left) / chance).min(1.0);
            self.make(mv)?;
            let value = self.paranoid(me, depth - 1, (low, high));
            self.line.unmake();
            let value = value?;
            sum += chance * value;
            if value <= low && low > -1.0 {
                return Ok(sum + left);
            }
            if value >= high && high < 1.0 {
                return Ok(sum - left);
            }
        }
        Ok(sum)
    }

    /// Values of the position for all players, of whom each maximises its own.
    fn max_n(&mut self, depth: u32) -> Result<Vec<f64>, Halt> {
        let players = self.game.players();
        let all = || (1..=players).filter_map(Number::new);
        let (turn, (moves, chances)) = self.turn()?;
        let values = match turn {
            Turn::Over(outcome) => Ok(all().map(|player| self.terminal_value(outcome, player)).collect()),
            _ if depth == 0 => all().map(|player| self.static_value(player).map_err(Halt::from)).collect(),
            Turn::Chance => (|| {
                let mut mean = vec![0.0; players];
                for (&mv, &chance) in moves.iter().zip(&chances) {
                    let values = self.max_n_after(mv, depth)?;
                    mean.iter_mut().zip(values).for_each(|(mean, value)| *mean += chance * value);
                }
                Ok(mean)
            })(),
            Turn::Player(player) => (|| {
                let mut best: Option<Vec<f64>> = None;
                for &mv in &moves {
                    let values = self.max_n_after(mv, depth)?;
                    if best.as_ref().is_none_or(|best| values[player.index()] > best[player.index()]) {
                        best = Some(values);
                    }
                }
                Ok(best.unwrap_or_default())
            })(),
        };
        self.buffers[self.line.len()] = (moves, chances);
        values
    }

    fn max_n_after(&mut self, mv: G::Move, depth: u32) -> Result<Vec<f64>, Halt> {
        self.make(mv)?;
        let values = self.max_n(depth - 1);
        self.line.unmake();
        values
    }
}

impl<G: Game> Player<G> for MultiplayerSearch {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let mut search = Search {
            game,
            line: Variation::new(game, state),
            heuristic: self.heuristic.as_ref(),
            watch: Watch::new(limits),
            nodes: 0,
            buffers: Vec::new(),
            has_estimates: false,
        };
        let lines = question.lines();
        let mut best: Vec<Choice<G::Move>> = moves.iter().map(|&mv| Choice::without_search(mv)).collect();
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            search.has_estimates = false;
            let mut found: Vec<Choice<G::Move>> = Vec::new();
            let mut halted = None;
            // Move ordering: the best move of the last iteration first.
            for Choice { mv, .. } in &best {
                // Moves outside of the best `lines` need bounds only.
                let alpha = if found.len() >= lines { found[lines - 1].value.unwrap_or(-2.0) } else { -2.0 };
                let value = search.make(*mv).and_then(|()| {
                    let value = match self.opponents {
                        OpponentModel::Paranoid => search.paranoid(me, depth - 1, (alpha, 2.0)),
                        OpponentModel::MaxN => search.max_n(depth - 1).map(|values| values[me.index()]),
                    };
                    search.line.unmake();
                    value
                });
                match value {
                    Ok(value) => {
                        found.push(Choice { value: Some(value), depth, ..Choice::without_search(*mv) });
                        found.sort_by(|a, b| b.value.partial_cmp(&a.value).expect("values are numbers"));
                    }
                    Err(Halt::Fault(fault)) => return Err(fault),
                    Err(Halt::Limit) => {
                        halted = Some(());
                        break;
                    }
                }
            }
            if !found.is_empty() && (halted.is_none() || found[0].mv == best[0].mv || best[0].value.is_none()) {
                found.extend(
                    best.iter().filter(|old| !found.iter().any(|new| new.mv == old.mv)).cloned().collect::<Vec<_>>(),
                );
                best = found;
                for choice in &mut best {
                    choice.nodes = search.nodes;
                }
                question.report(&best[..lines]);
            }
            // Iterative deepening finds the shortest win first. With chance, a mean close to a win proves nothing.
            let is_win = |choice: &Choice<G::Move>| choice.value.is_some_and(|value| value >= MIN_WIN);
            let is_won = !game.has_chance() && game.payoff() == Payoff::WinDrawLoss && best[..lines].iter().all(is_win);
            if halted.is_some() || !search.has_estimates || is_won {
                break;
            }
        }
        Ok(best.swap_remove(0))
    }
}
