//! Static evaluation of positions in games of two players: piece-square tables, lines, scores and mobility, with
//! weights that are derived from the rules or tuned; or a heuristic of the game file. [`terms`] gives
//! all weights as a row of named numbers. It searches nothing.

pub mod learn;
mod lines;
pub mod terms;
mod weights;

use std::sync::atomic::AtomicBool;

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::{LocationId, Player};

use crate::heuristic::Heuristic;
use crate::limits::Limits;
pub use lines::URGENT;
use lines::{LineSums, Lines};
pub use weights::Weights;

/// Upper bound of the magnitude of a weight: sums of weights within it cannot overflow.
const MAX_WEIGHT: f32 = 50_000.0;

/// Rounds a weight to an integer. Weights of files are unbounded; the result is clamped.
fn rounded(weight: f32) -> i32 {
    weight.round().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i32
}

/// An evaluation function of a game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Heuristic that replaces all other terms, if there is one.
    heuristic: Option<Heuristic>,
    /// Piece-square table for player 1, by class of piece and location. Empty if pieces have no value.
    squares: Vec<i32>,
    locations: usize,
    lines: Option<Lines>,
    point: i32,
    mobility: i32,
    tempo: i32,
}

/// Scale of values: a value of this size stands for odds of e to 1 on winning.
pub const LOGISTIC_SCALE: f32 = 200.0;

/// Incrementally updated terms of the evaluation of a position: a move updates only the changed locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IncrementalEval {
    pieces: i32,
    lines: LineSums,
}

impl IncrementalEval {
    /// Number of winning lines of a player that lack one piece only.
    pub fn line_threats(&self, player: Player) -> i32 {
        self.lines.threats[usize::from(player != Player::FIRST)]
    }
}

/// The player to move with the number of its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// The player to move.
    pub mover: Player,
    /// Number of legal moves.
    pub moves: usize,
}

/// Upper bound of the magnitude of all evaluations. Values of wins are greater.
pub const MAX_VALUE: i32 = 800_000;

impl Evaluation {
    /// An evaluation by a heuristic.
    pub fn from_heuristic(heuristic: Heuristic) -> Self {
        Self {
            heuristic: Some(heuristic),
            squares: Vec::new(),
            locations: 0,
            lines: None,
            point: 0,
            mobility: 0,
            tempo: 0,
        }
    }

    /// The best evaluation without tuned weights: the first heuristic of the game file, or else weights that are
    /// derived from the rules.
    pub fn default_for<G: Game>(game: &G) -> Self {
        Self::default_within(game, &Limits::none(&AtomicBool::new(false)))
    }

    /// [`Evaluation::default_for`], where the rules are examined only as long as the time of `limits` allows.
    pub fn default_within<G: Game>(game: &G, limits: &Limits<'_>) -> Self {
        let has_heuristics = game.structure().is_some_and(|structure| structure.heuristics().is_some());
        if has_heuristics {
            Self::from_heuristic(Heuristic::Declared(0))
        } else {
            Self::from_weights(game, &Weights::from_rules_within(game, limits))
        }
    }

    /// An evaluation with weights, which must [fit](Weights::fits) the game.
    pub fn from_weights<G: Game>(game: &G, weights: &Weights) -> Self {
        Self {
            heuristic: None,
            squares: weights.squares.iter().flatten().copied().map(rounded).collect(),
            locations: weights.squares.first().map_or(0, Vec::len),
            lines: Lines::new(game, &weights.lines),
            point: rounded(weights.point),
            mobility: rounded(weights.mobility),
            tempo: rounded(weights.tempo),
        }
    }

    /// Computes the incremental terms of a position from scratch.
    pub fn compute_incremental<G: Game>(&self, game: &G, state: &G::State) -> IncrementalEval {
        let Some(structure) = game.structure().filter(|_| self.heuristic.is_none()) else {
            return IncrementalEval::default();
        };
        let on =
            |at: usize| structure.class_at(state, LocationId::new(at)).map_or(0, |class| self.square_value(class, at));
        let lines = self.lines.as_ref().map_or_else(LineSums::default, |lines| lines.compute(structure, state));
        IncrementalEval { pieces: (0..self.locations).map(on).sum(), lines }
    }

    fn square_value(&self, class: usize, at: usize) -> i32 {
        self.squares[class * self.locations + at]
    }

    /// Updates the incremental terms after a move, from those of the position before it. `changed` is a scratch buffer.
    pub fn update<G: Game>(
        &self,
        game: &G,
        (previous, next): (&IncrementalEval, &mut IncrementalEval),
        (before, after): (&G::State, &G::State),
        changed: &mut Vec<LocationId>,
    ) {
        let Some(structure) = game.structure().filter(|_| self.heuristic.is_none()) else { return };
        structure.changed_locations(before, after, changed);
        next.pieces = previous.pieces;
        for &at in changed.iter() {
            let on = |state| structure.class_at(state, at).map_or(0, |class| self.square_value(class, at.index()));
            next.pieces += on(after) - on(before);
        }
        if let Some(lines) = &self.lines {
            next.lines.copy_from(&previous.lines);
            lines.update(&mut next.lines, structure, (before, after), changed);
        }
    }

    /// Value of a position for player 1, by its incremental terms and its mobility.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail in a heuristic of the game file.
    pub fn value<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        incremental: &IncrementalEval,
        Mobility { mover, moves }: Mobility,
    ) -> Result<i32, Fault> {
        let second = Player::FIRST.next(2);
        let value = if let Some(heuristic) = &self.heuristic {
            // Heuristics of game files need not be antisymmetric, so both players are evaluated.
            let (first, second) = (heuristic.value(game, state, Player::FIRST)?, heuristic.value(game, state, second)?);
            ((first - second) * 50.0) as i32
        } else {
            let points = game.score(state, Player::FIRST) - game.score(state, second);
            let turn = self.mobility * moves.min(1000) as i32 + self.tempo;
            let turn = if mover == Player::FIRST { turn } else { -turn };
            let points = (points * f64::from(self.point)) as i32;
            incremental.pieces + incremental.lines.value + points.clamp(-MAX_VALUE, MAX_VALUE) + turn
        };
        Ok(value.clamp(-MAX_VALUE, MAX_VALUE))
    }

    /// Value for player 1 of a piece of a class on a location.
    pub fn piece_value(&self, class: usize, at: LocationId) -> i32 {
        if self.squares.is_empty() { 0 } else { self.square_value(class, at.index()) }
    }

    /// Urgency for a player to place a piece on an empty location, by its effect on the lines; `None` if the game has
    /// no lines.
    pub fn placement_urgency(&self, incremental: &IncrementalEval, at: LocationId, player: Player) -> Option<i32> {
        self.lines.as_ref().map(|lines| lines.urgency(&incremental.lines, at, player))
    }
}
