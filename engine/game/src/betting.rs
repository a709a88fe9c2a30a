//! Betting games: an optional companion of [`Game`](crate::game::Game) for players that weigh chips against the chance to
//! win a showdown. It chooses no actions.

use rand::Rng;

use crate::ids::Player;

/// Chips at stake for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stakes {
    /// Chips in the pot, bets of the current round included.
    pub pot: f64,
    /// Chips that the player must add to stay in.
    pub to_call: f64,
    /// Chips that the player has behind.
    pub stack: f64,
    /// Chips that the other player has behind.
    pub other_stack: f64,
}

/// An action in chips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wager {
    /// Gives up the pot.
    Fold,
    /// Checks or calls.
    Call,
    /// Bets or raises: adds this number of chips, those of the call included.
    Raise(f64),
}

/// Hands that the other player may have, as a player imagines them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeModel {
    /// Weight of the other player's actions as evidence, from 0 (all hands are equally likely) to 1.
    pub narrowing: f64,
    /// Share of the best hands of the range that are left, from 0 (excluded) to 1: those that go on after a bet.
    pub best_share: f64,
}

impl Default for RangeModel {
    /// All hands, equally likely.
    fn default() -> Self {
        Self { narrowing: 0.0, best_share: 1.0 }
    }
}

/// Betting on hidden cards between two players.
pub trait Betting<S, M> {
    /// Chips at stake for the player to move.
    fn stakes(&self, state: &S) -> Stakes;

    /// The move of a player in chips; `None` for chance moves.
    fn wager(&self, state: &S, mv: M) -> Option<Wager>;

    /// Expected share of the pot at a showdown of `player`, a split counting half, against the other player's range.
    /// Samples about `samples` showdowns, or counts all if there are fewer. The result depends on nothing that the player
    /// cannot see.
    fn equity(&self, state: &S, player: Player, range: RangeModel, samples: u32, rng: &mut dyn Rng) -> f64;
}
