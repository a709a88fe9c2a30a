//! Breakthrough: a word of 64 bits for each side; black's moves are white's on a board turned upside down.

use rand_pcg::Pcg64Mcg;

use super::{Played, below, nth_bit};

const NOT_FIRST: u64 = !0x0101_0101_0101_0101;
const NOT_LAST: u64 = !0x8080_8080_8080_8080;

/// Plays a game.
pub fn play(random: &mut Pcg64Mcg) -> Played {
    let (mut mine, mut theirs) = (0xffff_u64, 0xffff_u64 << 48);
    for length in 1.. {
        let straight = mine << 8 & !(mine | theirs);
        let left = (mine & NOT_FIRST) << 7 & !mine;
        let right = (mine & NOT_LAST) << 9 & !mine;
        let (a, b) = (straight.count_ones(), left.count_ones());
        let total = a + b + right.count_ones();
        let winner = (length as usize) % 2 + 1;
        if total == 0 {
            return Played { length: length - 1, winner };
        }
        let drawn = below(total, random);
        let (to, from) = if drawn < a {
            let to = nth_bit(straight, drawn);
            (to, to - 8)
        } else if drawn < a + b {
            let to = nth_bit(left, drawn - a);
            (to, to - 7)
        } else {
            let to = nth_bit(right, drawn - a - b);
            (to, to - 9)
        };
        mine ^= 1 << from | 1 << to;
        theirs &= !(1 << to);
        if to >= 56 || theirs == 0 {
            return Played { length, winner: 3 - winner };
        }
        (mine, theirs) = (theirs.swap_bytes(), mine.swap_bytes());
    }
    unreachable!("men only go forward")
}
