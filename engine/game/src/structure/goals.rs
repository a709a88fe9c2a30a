//! Goals that are proven from the rules: winning conditions on the pieces of certain locations, and sliding puzzles.

use crate::ids::{LocationId, Player};

/// Proven goals of a game.
pub trait Goals {
    /// Goal of a player, proven from the rules (see [`GoalCondition`]). `None` if winning does not depend on one such
    /// condition, or if the condition is not recognised.
    fn goal(&self, player: Player) -> Option<&GoalCondition>;

    /// `true` if the game is proven to be a sliding puzzle: it has one player, its moves are exactly those of any
    /// element to any empty location among the [neighbours](super::BoardGeometry::neighbours) of its own, and nothing
    /// else changes.
    fn is_sliding_puzzle(&self) -> bool {
        false
    }
}

/// Winning condition of a player: all of it holds after every move by which the player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalCondition {
    /// Required contents by location, in the order of the locations; at least one.
    pub requirements: Vec<LocationRequirement>,
    /// `true` if the condition is also sufficient: every move after which it holds wins.
    pub is_sufficient: bool,
    /// `true` if the game ends in no other way, except when a player cannot move.
    pub is_only_ending: bool,
}

/// Required content of one location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationRequirement {
    /// The location.
    pub location: LocationId,
    /// Allowed [classes](super::BoardGeometry::class) of the element there, in order.
    pub classes: Vec<usize>,
    /// `true` if the location may also be empty.
    pub allows_empty: bool,
}
