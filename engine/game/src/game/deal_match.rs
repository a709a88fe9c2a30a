//! Matches of many deals, as players and records see them. [`Deals`](crate::deals::Deals) makes them of games of one deal.

use super::Game;

/// A match of many deals, of which players search one deal at a time.
pub trait DealMatch<G: Game> {
    /// The game of the current deal, with the same states and moves; `None` if the game is that already.
    fn single_deal(&self) -> Option<G>;

    /// The states in which a game can begin: several, equally likely ones for a deal whose first player varies.
    fn initial_states(&self) -> Vec<G::State>;

    /// Number of the deal, from 0. The chance moves of each deal come from a random stream of its own, so that a deal has
    /// the same cards whatever was played before.
    fn deal_number(&self, state: &G::State) -> u64;
}
