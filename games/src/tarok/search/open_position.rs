//! Positions in the play of tricks with open cards, as the search sees them.

use crate::tarok::cards::{Card, CardSet};

/// Largest number of players.
pub const MAX_PLAYERS: usize = 4;

/// Kind of contract, by which positions are evaluated and last cards of tricks are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Card points count.
    Positive,
    /// Everybody for himself, without card points.
    Klop,
    /// The declarer takes no trick.
    Berac,
}

/// Result of the pagat in the last trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagatResult {
    /// The player who played it.
    pub owner: usize,
    /// The player who won the trick.
    pub winner: usize,
}

/// A position in the play of tricks, with open cards. Players are indices from 0.
pub trait OpenPosition: Copy + Sync {
    /// Number of players.
    const PLAYERS: usize;

    /// The player to play.
    fn turn(&self) -> usize;

    /// The player who led to the current trick.
    fn leader(&self) -> usize;

    /// Hand of a player.
    fn hand(&self, player: usize) -> CardSet;

    /// Cards of the current trick.
    fn trick_cards(&self) -> &[Card];

    /// The player who wins the trick so far.
    fn winning_player(&self) -> usize;

    /// `true` if the card would win the trick so far.
    fn would_win(&self, card: Card) -> bool;

    /// Kind of contract.
    fn kind(&self) -> Kind;

    /// `true` if two players are on the same side.
    fn is_same_side(&self, one: usize, other: usize) -> bool;

    /// Sum of the values that a player's side won, and that of the others.
    fn values_for(&self, viewer: usize) -> (i32, i32);

    /// `true` if nothing is left to play.
    fn is_over(&self) -> bool;

    /// Legal cards of the player to play.
    fn legal_cards(&self) -> CardSet;

    /// Plays a legal card of the player to play.
    fn play(&mut self, card: Card);

    /// Value of the position for a player, without search.
    fn evaluate(&self, viewer: usize) -> i32;
}
