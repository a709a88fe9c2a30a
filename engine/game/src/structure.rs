//! The [`Structure`] trait: board structure of a game beyond the rules of play, the optional companion of
//! [`Game`](crate::game::Game). Players use it for search and evaluation and work without it.
//!
//! It consists of small traits, one for each use. Every structure has a board ([`BoardGeometry`]) and describes the
//! effects of moves ([`Tactics`]); the other traits are optional. A function that needs one of them only asks for that
//! trait: a `&dyn Structure` converts to a `&dyn BoardGeometry` and to a `&dyn Tactics`.

mod geometry;
mod goals;
mod heuristics;
mod symmetry;
mod tactics;
mod win_lines;

pub use geometry::BoardGeometry;
pub use goals::{GoalCondition, Goals, LocationRequirement};
pub use heuristics::DeclaredHeuristics;
pub use symmetry::{SymmetryGroup, SymmetrySubset};
pub use tactics::{MoveEffect, Tactics};
pub use win_lines::{BoardLine, LineContents, WinLines};

/// Board structure of a game: its geometry, the effects of its moves, and optional further knowledge.
///
/// Geometry and tactics are supertraits, so that searches call them through one trait object. The other parts are
/// fetched once, before a search.
pub trait Structure<State, Move>: BoardGeometry<State> + Tactics<State, Move> {
    /// Lines of the game (see [`BoardLine`]); `None` if none are known.
    fn win_lines(&self) -> Option<&dyn WinLines<State>> {
        None
    }

    /// Heuristics that the game declares; `None` if it declares none.
    fn heuristics(&self) -> Option<&dyn DeclaredHeuristics<State>> {
        None
    }

    /// Goals that are proven from the rules; `None` if goals are unknown.
    fn goals(&self) -> Option<&dyn Goals> {
        None
    }

    /// Symmetries of the game; `None` if only the identity is known.
    fn symmetries(&self) -> Option<&dyn SymmetryGroup<State, Move>> {
        None
    }
}
