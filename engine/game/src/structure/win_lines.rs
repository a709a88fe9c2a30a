//! Lines of cells that the rules test for being filled, as in tic-tac-toe and mill.

use crate::game::Outcome;
use crate::ids::{LocationId, Player};

/// Lines of a game.
pub trait WinLines<State> {
    /// The lines; at least one.
    fn lines(&self) -> &[BoardLine];

    /// Indices into [`WinLines::lines`] of the lines through a location.
    fn lines_through(&self, location: LocationId) -> &[u32];

    /// Contents of a line, given by its index.
    ///
    /// # Panics
    /// If the line does not exist.
    fn line_contents(&self, state: &State, line: usize) -> LineContents;
}

/// A line of cells: after a move of a player to any of them, a rule tests whether pieces of certain classes occupy all
/// of them. A line need not be straight, and further conditions of the rule are not part of it. Rules that test in
/// another way, for example by counting how far a row of pieces goes on, have no lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Cells, in order.
    pub cells: Vec<LocationId>,
    /// Player after whose moves the line is tested.
    pub player: Player,
    /// [Classes](super::BoardGeometry::class) of the pieces that fill the line, in order.
    pub classes: Vec<usize>,
    /// Outcome of the game when the line is full, however play from the initial state has filled it; `None` if the game
    /// may go on.
    pub outcome: Option<Outcome>,
}

/// Contents of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineContents {
    /// Number of cells with pieces that fill the line.
    pub filled: usize,
    /// Number of empty cells.
    pub empty: usize,
    /// Number of cells with other pieces.
    pub blocked: usize,
}
