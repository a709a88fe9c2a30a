//! Breakthrough: a 64-bit bitboard for each side; black's moves are white's on a rotated board.

use super::bits::{below, count, nth_bit};
use super::lanes::{Program, Step};

pub struct Breakthrough;

const NOT_FIRST: u64 = !0x0101_0101_0101_0101;
const NOT_LAST: u64 = !0x8080_8080_8080_8080;

/// Words: side to move, opponent, number of moves.
impl Program<3> for Breakthrough {
    const START: [u64; 3] = [0xffff, 0xffff << 48, 0];

    #[inline(always)]
    fn step([mine, theirs, length]: [u64; 3], random: u64) -> Step<3> {
        let straight = mine << 8 & !(mine | theirs);
        let left = (mine & NOT_FIRST) << 7 & !mine;
        let right = (mine & NOT_LAST) << 9 & !mine;
        let (a, b) = (count(straight), count(left));
        let drawn = below(a + b + count(right), random);
        let (places, before, steps) = match drawn {
            _ if drawn < a => (straight, 0, 8),
            _ if drawn < a + b => (left, a, 7),
            _ => (right, a + b, 9),
        };
        let to = nth_bit(places, drawn - before);
        let from = to >> steps;
        let (mine, theirs) = (mine ^ from ^ to, theirs & !to);
        let (winner, length) = (1 + length % 2, length + 1);
        let over = to >> 56 != 0 || theirs == 0;
        Step { position: [theirs.swap_bytes(), mine.swap_bytes(), length], over, length, winner }
    }
}
