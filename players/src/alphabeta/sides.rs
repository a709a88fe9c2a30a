//! Alpha-beta beyond two players and certainty: with chance, and with more players, of whom all others are taken to play against the
//! one that asks (*paranoid*) or each for itself (*max^n*). Games of two players without chance have [`search`](super::search).
//!
//! Values lie between -1 and 1, so that chance can be cut off as soon as what is left of it cannot bring the mean into the window
//! (Star1; Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983).

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::variation::Variation;

use crate::heuristic::Heuristic;
use crate::limits::{Halt, Limits};
use crate::player::{Choice, Ending, Player, Question};

/// What the others are taken to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// That the one who asks fares badly.
    Paranoid,
    /// Each to fare well.
    MaxN,
}

/// Searches one move deeper each time until its limits are reached.
#[derive(Debug)]
pub struct Sides {
    others: Others,
    heuristic: Option<Heuristic>,
}

/// What a finished game loses of its worth with each move, so that near wins are better.
const FAR: f64 = 1e-4;
/// No deeper than this.
const DEEPEST: u32 = 100;

impl Sides {
    /// With a heuristic, or by scores where there is none.
    pub fn new(others: Others, heuristic: Option<Heuristic>) -> Self {
        Self { others, heuristic }
    }
}

/// Moves, and how likely each is where chance decides.
type Room<M> = (Vec<M>, Vec<f64>);

struct Search<'a, G: Game> {
    game: &'a G,
    line: Variation<'a, G>,
    heuristic: Option<&'a Heuristic>,
    limits: Limits<'a>,
    nodes: u64,
    /// Moves and chances by ply, used again and again.
    rooms: Vec<Room<G::Move>>,
    /// Some position was guessed at.
    guessed: bool,
}

impl<G: Game> Search<'_, G> {
    fn make(&mut self, mv: G::Move) -> Result<(), Halt> {
        if self.limits.reached(self.nodes) {
            return Err(Halt::Limit);
        }
        self.nodes += 1;
        Ok(self.line.make(mv)?)
    }

    /// What is to be done in the position, and the room of its ply, which must be given back.
    fn turn(&mut self) -> Result<(Turn, Room<G::Move>), Halt> {
        let ply = self.line.len();
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Default::default);
        }
        let (mut moves, mut chances) = std::mem::take(&mut self.rooms[ply]);
        let turn = self.game.turn(self.line.state(), &mut moves)?;
        if turn == Turn::Chance {
            self.game.chances(self.line.state(), &mut chances);
        }
        Ok((turn, (moves, chances)))
    }

    fn ended(&self, outcome: Outcome, player: Number) -> f64 {
        Ending::of(outcome, player).value() * (1.0 - FAR * self.line.len() as f64)
    }

    /// What a position that is not looked into seems to be worth.
    fn guess(&mut self, player: Number) -> Result<f64, Fault> {
        self.guessed = true;
        let (game, state) = (self.game, self.line.state());
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
        // Never as much as a win.
        Ok(0.9 * lead / (lead.abs() + 20.0))
    }

    /// What the position is worth to a player, all others against it.
    fn paranoid(&mut self, me: Number, depth: u32, (mut alpha, mut beta): (f64, f64)) -> Result<f64, Halt> {
        let (turn, (moves, chances)) = self.turn()?;
        let value = match turn {
            Turn::Over(outcome) => Ok(self.ended(outcome, me)),
            _ if depth == 0 => self.guess(me).map_err(Halt::from),
            Turn::Chance => self.mean(me, depth, (alpha, beta), (&moves, &chances)),
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
        self.rooms[self.line.len()] = (moves, chances);
        value
    }

    /// The mean of what chance can bring. Cut off when the rest, however good or bad, leaves it outside of the window.
    fn mean(
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
            // What this one must be worth for the mean to lie in the window.
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

    /// What the position is worth to each player, who each want the most.
    fn max_n(&mut self, depth: u32) -> Result<Vec<f64>, Halt> {
        let players = self.game.players();
        let all = || (1..=players).filter_map(Number::new);
        let (turn, (moves, chances)) = self.turn()?;
        let values = match turn {
            Turn::Over(outcome) => Ok(all().map(|player| self.ended(outcome, player)).collect()),
            _ if depth == 0 => all().map(|player| self.guess(player).map_err(Halt::from)).collect(),
            Turn::Chance => (|| {
                let mut mean = vec![0.0; players];
                for (&mv, &chance) in moves.iter().zip(&chances) {
                    let values = self.after(mv, depth)?;
                    mean.iter_mut().zip(values).for_each(|(mean, value)| *mean += chance * value);
                }
                Ok(mean)
            })(),
            Turn::Player(player) => (|| {
                let mut best: Option<Vec<f64>> = None;
                for &mv in &moves {
                    let values = self.after(mv, depth)?;
                    if best.as_ref().is_none_or(|best| values[player.index()] > best[player.index()]) {
                        best = Some(values);
                    }
                }
                Ok(best.unwrap_or_default())
            })(),
        };
        self.rooms[self.line.len()] = (moves, chances);
        values
    }

    fn after(&mut self, mv: G::Move, depth: u32) -> Result<Vec<f64>, Halt> {
        self.make(mv)?;
        let values = self.max_n(depth - 1);
        self.line.unmake();
        values
    }
}

impl<G: Game> Player<G> for Sides {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::at_once(*only));
        }
        let mut search = Search {
            game,
            line: Variation::new(game, state),
            heuristic: self.heuristic.as_ref(),
            limits,
            nodes: 0,
            rooms: Vec::new(),
            guessed: false,
        };
        let lines = question.lines();
        let mut best: Vec<Choice<G::Move>> = moves.iter().map(|&mv| Choice::at_once(mv)).collect();
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            search.guessed = false;
            let mut found: Vec<Choice<G::Move>> = Vec::new();
            let mut halted = None;
            // The best of the last depth first.
            for Choice { mv, .. } in &best {
                // Of what cannot come among the best no more than that is found out.
                let alpha = if found.len() >= lines { found[lines - 1].value.unwrap_or(-2.0) } else { -2.0 };
                let value = search.make(*mv).and_then(|()| {
                    let value = match self.others {
                        Others::Paranoid => search.paranoid(me, depth - 1, (alpha, 2.0)),
                        Others::MaxN => search.max_n(depth - 1).map(|values| values[me.index()]),
                    };
                    search.line.unmake();
                    value
                });
                match value {
                    Ok(value) => {
                        found.push(Choice { value: Some(value), depth, ..Choice::at_once(*mv) });
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
                question.tell(&best[..lines]);
            }
            if halted.is_some() || !search.guessed {
                break;
            }
        }
        Ok(best.swap_remove(0))
    }
}
