//! Zobrist hashing (Zobrist 1970) with sums: the hash values of the parts of a position.
//!
//! A key is the wrapping sum of one hash value for every piece on its place, the player to move, every score and the
//! outcome. A sum, unlike the usual exclusive or, also counts equal pieces on interchangeable locations of one type.
//! Each part can be subtracted and added again when it changes, so keys are updated incrementally. The hash values are
//! computed by a mixing function instead of being read from random tables.

use boardwright_game::game::Outcome;
use boardwright_game::ids::{GlobalId, Player};

/// Constants of [`mix`]: the addend and the two factors, for generated code that computes the same function.
pub const MIX_CONSTANTS: [u64; 3] = [MIX_ADDEND, MIX_FACTOR_1, MIX_FACTOR_2];
const MIX_ADDEND: u64 = 0x9e37_79b9_7f4a_7c15;
const MIX_FACTOR_1: u64 = 0xbf58_476d_1ce4_e5b9;
const MIX_FACTOR_2: u64 = 0x94d0_49bb_1331_11eb;

/// Mixes 64 bits (the finaliser of `SplitMix64`; Steele, Lea and Flood 2014).
pub(crate) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(MIX_ADDEND);
    let word = (word ^ (word >> 30)).wrapping_mul(MIX_FACTOR_1);
    let word = (word ^ (word >> 27)).wrapping_mul(MIX_FACTOR_2);
    word ^ (word >> 31)
}

/// Hash of a piece of this kind on a place, with its height where heights count.
pub fn piece(place: u32, kind: u16, zindex: i32) -> u64 {
    let word = u64::from(place) << 16 | u64::from(kind);
    if zindex == 0 { mix(word) } else { mix(mix(word) ^ u64::from(zindex as u32)) }
}

/// Hash of the player to move.
pub fn mover(player: Player) -> u64 {
    mix(1 << 60 | player.number() as u64)
}

/// Hash of a player's score.
pub fn score(player: Player, points: i32) -> u64 {
    mix(score_base(player) | u64::from(points as u32))
}

/// The part of the input of [`score`] that does not depend on the points; these are the lower 32 bits.
pub fn score_base(player: Player) -> u64 {
    2 << 60 | (player.number() as u64) << 32
}

/// Hash of the outcome of a finished game; 0 while the game runs.
pub fn outcome(outcome: Option<Outcome>) -> u64 {
    outcome.map_or(0, |outcome| mix(3 << 60 | outcome.winner() as u64))
}

/// Hash of a global variable with a value of at most 32 bits.
pub fn global(variable: GlobalId, value: u64) -> u64 {
    mix(global_base(variable) ^ value)
}

/// The value with which [`global`] combines a variable's value by exclusive or before mixing.
pub fn global_base(variable: GlobalId) -> u64 {
    mix(4 << 60 | u64::from(variable.0))
}

/// Hash of the turn number.
pub fn turn(number: i32) -> u64 {
    mix(TURN_BASE | u64::from(number as u32))
}

/// The part of the input of [`turn`] that does not depend on the number; these are the lower 32 bits.
pub const TURN_BASE: u64 = 5 << 60;

/// Hash of a position in which chance is to move.
pub const CHANCE: u64 = 0x7c1f_9ad3_5e06_b847;
