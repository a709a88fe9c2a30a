//! The numbers that position keys are summed from.
//!
//! A key is the wrapping sum of one number for every piece on its place, the player to move, every score and
//! the outcome. A sum, unlike an exclusive or, also counts how many equal pieces stand on places of one
//! irrelevant type, and each part can be taken out and put in again when it changes.

use crate::game::Outcome;
use crate::ids::{GlobalId, Player};

/// The number that keys add when they mix, and the two that they multiply by, for code that does the same.
pub(crate) const MIXING: [u64; 3] = [STEP, FIRST, SECOND];
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

/// Mixes 64 bits (the finaliser of `SplitMix64`; Steele, Lea and Flood 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(STEP);
    let word = (word ^ (word >> 30)).wrapping_mul(FIRST);
    let word = (word ^ (word >> 27)).wrapping_mul(SECOND);
    word ^ (word >> 31)
}

/// A piece of this kind, with this height where heights count, on a place.
pub(crate) fn piece(place: u32, kind: u16, zindex: i32) -> u64 {
    let word = u64::from(place) << 16 | u64::from(kind);
    if zindex == 0 { mix(word) } else { mix(mix(word) ^ u64::from(zindex as u32)) }
}

/// A player to move.
pub(crate) fn mover(player: Player) -> u64 {
    mix(1 << 60 | player.number() as u64)
}

/// A player's score.
pub(crate) fn score(player: Player, points: i32) -> u64 {
    mix(score_base(player) | u64::from(points as u32))
}

/// What [`score`] joins to the points, as 32 bits, before they are mixed.
pub(crate) fn score_base(player: Player) -> u64 {
    2 << 60 | (player.number() as u64) << 32
}

/// A finished game.
pub(crate) fn outcome(outcome: Option<Outcome>) -> u64 {
    outcome.map_or(0, |outcome| mix(3 << 60 | outcome.winner() as u64))
}

/// A variable that outlives a move, with a value of at most 32 bits.
pub(crate) fn global(variable: GlobalId, value: u64) -> u64 {
    mix(global_base(variable) ^ value)
}

/// What [`global`] combines with a value by exclusive or before it is mixed.
pub(crate) fn global_base(variable: GlobalId) -> u64 {
    mix(4 << 60 | u64::from(variable.0))
}

/// The number of the turn.
pub(crate) fn turn(number: i32) -> u64 {
    mix(5 << 60 | u64::from(number as u32))
}
