//! Constants of the search player in Taroky. The diploma thesis on its search has none: all of them are resolved here.

use crate::tarok::search::constants::Settings;

/// Number of cards that a simulated player looks ahead: one trick.
pub const SIMULATION_DEPTH: u8 = 4;
/// Largest number of sets of cards to lay aside that are simulated.
pub const DISCARD_SETS: usize = 24;
/// Largest number of these sets that complete one combination of suits.
pub const DISCARD_COMPLETIONS: usize = 8;
/// Smallest mean gain in points of an announcement.
pub const ANNOUNCEMENT_MARGIN: f64 = 1.0;
/// Smallest mean gain in points of a higher bid than the last one.
pub const BID_MARGIN: f64 = 3.0;
/// Search depths in cards for the player who leads: with at most 7 cards, with at most 10, and with more. Tricks have four
/// cards.
pub const DEPTHS: [u8; 3] = [16, 12, 8];

/// The settings of the player that nobody changed.
pub fn default_settings() -> Settings {
    Settings { depths: DEPTHS, min_difference: BID_MARGIN, learns: false, ..Settings::published() }
}
