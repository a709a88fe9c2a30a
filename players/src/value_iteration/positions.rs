//! The graph of all positions of a game with chance. It values no positions but those in which the game is over.

use std::collections::VecDeque;
use std::ops::Range;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player as Number;
use rustc_hash::FxHashMap;

use super::is_win;
use crate::limits::{Limits, Watch, unless_interrupted};

/// Maximum number of positions.
const MAX_POSITIONS: usize = 3_000_000;
/// Number of expanded positions after which the growth of a game is known well enough to enumerate all positions.
pub const WELL_KNOWN: usize = 1 << 15;
/// Numbers of expanded positions from which on a game is too large if more than a share of that number is known and not
/// expanded yet, with this share; the growth is examined whenever the number has doubled. The frontier of Pig has shares of
/// 0.53 and 0.26 there, those of Ludo and 2048 have 0.87 and 1.39 at the first one.
const MAX_FRONTIERS: [(usize, f64); 2] = [(WELL_KNOWN, 0.3), (1 << 12, 0.75)];

/// The side that decides in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decider {
    /// Nobody: the game is over.
    Nobody,
    First,
    Second,
    Chance,
}

/// The graph of all positions of a game, with their values for the first player.
#[derive(Debug)]
pub struct Positions<S> {
    index_by_key: FxHashMap<u64, u32>,
    /// Positions to be expanded, in the order of their indices; the first has the index `deciders.len()`.
    open: VecDeque<S>,
    /// By expanded position.
    deciders: Vec<Decider>,
    /// By expanded position: the end of its range in `successors`.
    ends: Vec<u32>,
    successors: Vec<u32>,
    /// Probabilities by successor: 1 after decisions of players.
    probabilities: Vec<f64>,
    /// Values from -1 to 1 for the first player, by position.
    pub values: Vec<f64>,
    /// `true` if there are too many positions.
    pub is_too_large: bool,
}

impl<S: Clone> Positions<S> {
    /// The initial position of a game, not expanded yet.
    pub fn new<G: Game<State = S>>(game: &G) -> Self {
        let start = game.initial_state();
        Self {
            index_by_key: FxHashMap::from_iter([(game.key(&start), 0)]),
            open: VecDeque::from([start]),
            deciders: Vec::new(),
            ends: Vec::new(),
            successors: Vec::new(),
            probabilities: Vec::new(),
            values: vec![0.0],
            is_too_large: false,
        }
    }

    /// Expands positions until there are `most`, all are, or there are too many. Returns `false` if the time of the limits
    /// is over before.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    pub fn expand<G: Game<State = S>>(&mut self, game: &G, limits: &Limits<'_>, most: usize) -> Result<bool, Fault> {
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..*limits });
        let _deadline = limits.set_deadline();
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        while !self.is_too_large && self.deciders.len() < most {
            let Some(state) = self.open.front().cloned() else { return Ok(true) };
            let Some(turn) = unless_interrupted(game.legal_moves(&state, &mut moves))? else { return Ok(false) };
            let mut after = Vec::with_capacity(moves.len());
            for &mv in &moves {
                if watch.is_reached((self.successors.len() + after.len()) as u64) {
                    return Ok(false);
                }
                let mut next = state.clone();
                if unless_interrupted(game.apply(&mut next, mv))?.is_none() {
                    return Ok(false);
                }
                // Who can win at once need not look at other moves, which may go on for ever.
                if turn.player().is_some_and(|player| is_win(game, &next, player)) {
                    after = vec![next];
                    break;
                }
                after.push(next);
            }
            self.open.pop_front();
            let decider = match turn {
                Turn::Over(outcome) => {
                    let value = game.payoff().scaled_value(game, &state, outcome, Number::FIRST);
                    self.values[self.deciders.len()] = value;
                    Decider::Nobody
                }
                // Outcomes that can only be sampled are too many.
                Turn::Chance if moves.is_empty() => {
                    self.is_too_large = true;
                    return Ok(true);
                }
                Turn::Chance => {
                    game.chance_probabilities(&state, &mut chances);
                    self.probabilities.extend(&chances);
                    Decider::Chance
                }
                Turn::Player(Number::FIRST) => Decider::First,
                Turn::Player(_) => Decider::Second,
            };
            for next in after {
                let known = self.values.len() as u32;
                let index = *self.index_by_key.entry(game.key(&next)).or_insert(known);
                if index == known {
                    self.open.push_back(next);
                    self.values.push(0.0);
                }
                self.successors.push(index);
            }
            self.probabilities.resize(self.successors.len(), 1.0);
            self.deciders.push(decider);
            self.ends.push(self.successors.len() as u32);
            let expanded = self.deciders.len();
            if expanded == WELL_KNOWN {
                self.index_by_key.reserve(MAX_POSITIONS / 2);
            }
            let limit = MAX_FRONTIERS.iter().find(|(least, _)| expanded >= *least).map(|(_, share)| *share);
            let grows_fast = expanded.is_power_of_two()
                && limit.is_some_and(|share| self.open.len() as f64 > share * expanded as f64);
            self.is_too_large = grows_fast || self.values.len() > MAX_POSITIONS;
        }
        Ok(true)
    }

    /// Frees the memory of positions that are too many.
    pub fn free(&mut self) {
        (self.index_by_key, self.open) = (FxHashMap::default(), VecDeque::new());
        (self.deciders, self.ends, self.successors) = (Vec::new(), Vec::new(), Vec::new());
        (self.probabilities, self.values) = (Vec::new(), Vec::new());
    }

    /// The positions after a position.
    pub fn successors(&self, index: usize) -> &[u32] {
        &self.successors[self.range(index)]
    }

    /// Value of a position for the first player by the values of those after it.
    pub fn backed_up_value(&self, index: usize) -> f64 {
        let values = self.successors(index).iter().map(|&next| self.values[next as usize]);
        match self.deciders[index] {
            Decider::Nobody => self.values[index],
            Decider::First => values.fold(f64::NEG_INFINITY, f64::max),
            Decider::Second => values.fold(f64::INFINITY, f64::min),
            Decider::Chance => {
                values.zip(&self.probabilities[self.range(index)]).map(|(value, chance)| value * chance).sum()
            }
        }
    }

    fn range(&self, index: usize) -> Range<usize> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        begin..self.ends[index] as usize
    }

    /// Value of a position for a player, if it is known.
    pub fn value(&self, key: u64, player: Number) -> Option<f64> {
        let value = self.values[*self.index_by_key.get(&key)? as usize];
        Some(if player == Number::FIRST { value } else { -value })
    }
}
