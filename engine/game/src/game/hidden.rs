//! Hidden information: what a player cannot see.

use rand::Rng;

use crate::fault::Fault;
use crate::ids::Player;

/// Information states of the players of a game in which some player cannot see the whole state.
pub trait Hidden<State, Move> {
    /// Appends an encoding of a player's information state to `out`. Two encodings are equal exactly if this player
    /// cannot distinguish the states.
    fn information_state(&self, state: &State, player: Player, out: &mut Vec<u8>);

    /// Samples a state from the information set of `state` for this player (determinization), distributed as the game
    /// makes the states likely. The result depends on nothing that the player cannot see: states with equal
    /// [information](Hidden::information_state) and equal `rng` give the same.
    ///
    /// # Errors
    /// If no state is found that agrees with what the player has seen, or if the [deadline](crate::deadline) of the thread
    /// passes. The true state is no substitute: it would tell the player what is hidden.
    fn resample(&self, state: &State, player: Player, rng: &mut dyn Rng) -> Result<State, Fault>;

    /// Text of a move as `viewer` sees it when it is made. Hidden parts are replaced, as in `deal a card to player 2`.
    fn move_seen(&self, state: &State, mv: Move, viewer: Player) -> String;

    /// `true` if what a player has not shown stays hidden after the end of the game, as the cards of a player who folds.
    fn hides_after_end(&self) -> bool {
        false
    }
}
