//! Heuristics that a game declares: static evaluations of a position for a player.

use crate::fault::Fault;
use crate::ids::Player;

/// Heuristics that a game declares.
pub trait DeclaredHeuristics<State> {
    /// Names of the heuristics, in their order; at least one.
    fn heuristic_names(&self) -> Vec<String>;

    /// Value of a heuristic for a player, by its index in [`DeclaredHeuristics::heuristic_names`].
    ///
    /// # Errors
    /// If the rules fail.
    fn heuristic_value(&self, state: &State, index: usize, player: Player) -> Result<f64, Fault>;
}
