//! Matches of many deals, as players, records and people see them. [`Deals`](crate::deals::Deals) makes them of games of
//! one deal.

use super::Game;
use crate::ids::Player;

/// A match of many deals, of which players search one deal at a time.
pub trait DealMatch<G: Game> {
    /// The game of the current deal, with the same states and moves; `None` if the game is that already.
    fn single_deal(&self) -> Option<G>;

    /// The states in which a game can begin: several, equally likely ones for a deal whose first player varies.
    fn initial_states(&self) -> Vec<G::State>;

    /// Number of the deal, from 0. The chance moves of each deal come from a random stream of its own, so that a deal has
    /// the same cards whatever was played before.
    fn deal_number(&self, state: &G::State) -> u64;

    /// Name of a deal in the words of the game, such as `hand`.
    fn deal_name(&self) -> &'static str;

    /// `true` if the deal of a state is over.
    fn is_deal_over(&self, state: &G::State) -> bool;

    /// Course of the deal of a state in lines of text, with its result once it is over, as the reader may know it.
    fn deal_text(&self, state: &G::State, reader: DealReader<'_>) -> String;

    /// Result of the deal of a state in words, as the reader may know it; `None` while the deal runs.
    fn deal_result(&self, state: &G::State, reader: DealReader<'_>) -> Option<String>;
}

/// Reader of texts about a deal.
#[derive(Clone, Copy, Debug)]
pub struct DealReader<'a> {
    /// Information that the reader may have.
    pub view: DealView,
    /// Names of the players.
    pub names: &'a [String],
}

/// Information about a deal that a person may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealView {
    /// All of it.
    Everything,
    /// Information of this player.
    Player(Player),
    /// Information that all players share.
    Public,
}

impl DealView {
    /// `true` if the information of this player alone is visible.
    pub fn includes(self, player: Player) -> bool {
        match self {
            Self::Everything => true,
            Self::Player(viewer) => viewer == player,
            Self::Public => false,
        }
    }
}

impl DealReader<'_> {
    /// Name of a player.
    pub fn name(&self, player: Player) -> String {
        self.names.get(player.index()).cloned().unwrap_or_else(|| format!("player {player}"))
    }
}
