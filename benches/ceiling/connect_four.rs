//! Connect Four: seven bits for each column, the seventh always 0, so that lines do not wrap.

use rand_pcg::Pcg64Mcg;

use super::{Played, any_bit};

const BOTTOM: u64 = 0x0408_1020_4081;
const TOPS: u64 = BOTTOM << 6;

fn four(side: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = side & side >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// Plays a game.
pub fn play(random: &mut Pcg64Mcg) -> Played {
    let mut sides = [0_u64; 2];
    for length in 1..=42 {
        let side = (length as usize - 1) % 2;
        let all = sides[0] | sides[1];
        // Adding the bottom carries to the lowest free place of each column.
        let free = (all + BOTTOM) & !TOPS;
        sides[side] |= 1 << any_bit(free, random);
        if four(sides[side]) {
            return Played { length, winner: side + 1 };
        }
    }
    Played { length: 42, winner: 0 }
}
