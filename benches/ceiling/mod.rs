//! Random games by programs that know one game only: what a game file is measured against.
//!
//! They keep no names, keys or records, and tell only how long a game was and who won it.

pub mod breakthrough;
pub mod connect_four;
pub mod gomoku;
pub mod reversi;
pub mod tic_tac_toe;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

/// How a game went: its moves, and the number of the winner, 0 for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub length: u32,
    pub winner: usize,
}

/// A random number below `bound`.
pub fn below(bound: u32, random: &mut Pcg64Mcg) -> u32 {
    ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u32
}

/// The bit of a word that has this rank among those that are 1.
pub fn nth_bit(mut word: u64, rank: u32) -> u32 {
    for _ in 0..rank {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// One of the bits of a word that are 1, which are not none.
pub fn any_bit(word: u64, random: &mut Pcg64Mcg) -> u32 {
    nth_bit(word, below(word.count_ones(), random))
}
