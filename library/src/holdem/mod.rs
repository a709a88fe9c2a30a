//! Tools for hold'em: matches with programs of the Annual Computer Poker Competition over TCP ([`acpc`], as a [client](client)
//! with a player of this program or as the [dealer](dealer)), conversion of hand [histories], and [training] of strategies.
//! The rules and the formats are in [`boardwright_games::holdem`].

pub mod acpc;
pub mod client;
pub mod dealer;
pub mod histories;
pub mod training;

/// Chips of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chips {
    /// Chips of each player at the beginning of each hand.
    pub stack: u32,
    /// Small blind.
    pub small_blind: u32,
    /// Big blind.
    pub big_blind: u32,
}

impl Chips {
    /// Mean of chips won in a number of hands, in thousandths of a big blind per hand.
    pub fn mbb_per_hand(self, chips: i64, hands: u64) -> f64 {
        chips as f64 * 1000.0 / f64::from(self.big_blind) / hands as f64
    }
}
