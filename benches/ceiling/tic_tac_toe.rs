//! Tic-tac-toe: nine bits for each side.

use rand_pcg::Pcg64Mcg;

use super::{Played, any_bit};

const LINES: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Plays a game.
pub fn play(random: &mut Pcg64Mcg) -> Played {
    let mut sides = [0_u64; 2];
    for length in 1..=9 {
        let side = (length as usize - 1) % 2;
        sides[side] |= 1 << any_bit(0o777 & !(sides[0] | sides[1]), random);
        if LINES.iter().any(|line| sides[side] & line == *line) {
            return Played { length, winner: side + 1 };
        }
    }
    Played { length: 9, winner: 0 }
}
