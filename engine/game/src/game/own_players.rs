//! Players that a game brings along, because they need more of its rules than [`Game`](super::Game) shows.

use rand_pcg::Pcg64Mcg;

use crate::fault::Fault;
use crate::ids::Player;

/// Players of a game's own. They are selected by name, as all players are.
pub trait OwnPlayers<State, Move> {
    /// Creates the player of this name with random numbers of its own; `None` if the game has no such player. `option` gives
    /// the value of an option, if it was set.
    fn create(
        &self,
        name: &str,
        option: &dyn Fn(&str) -> Option<f64>,
        random: Pcg64Mcg,
    ) -> Option<Box<dyn OwnPlayer<State, Move>>>;
}

/// A player that knows the rules of one game. It may remember what it has seen, from deal to deal of a match.
pub trait OwnPlayer<State, Move>: Send {
    /// Rates the legal moves of `player`, best first; there is at least one. The result depends on nothing that the player
    /// cannot see. `is_over` is asked with the number of positions so far whether the search must end.
    ///
    /// # Errors
    /// A [`Fault`] if no state agrees with what the player has seen.
    fn rate(
        &mut self,
        state: &State,
        player: Player,
        is_over: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<OwnRating<Move>, Fault>;

    /// Description of how the player plays, for people.
    fn description(&self) -> String;
}

/// Moves with the values that an [`OwnPlayer`] gives them.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRating<Move> {
    /// Moves, best first, each with its value in the player's own unit; `None` if the player computed none.
    pub moves: Vec<(Move, Option<f64>)>,
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions that the search made.
    pub nodes: u64,
}
