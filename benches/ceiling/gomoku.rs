//! Gomoku on 15 by 15: crossings with a rim of one, so that a line ends there, and a list of those that are free.

use rand_pcg::Pcg64Mcg;

use super::{Played, below};

const SIZE: usize = 15;
const WIDTH: usize = SIZE + 1;
const CELLS: usize = WIDTH * (SIZE + 2);

/// Plays a game.
pub fn play(random: &mut Pcg64Mcg) -> Played {
    let mut board = [0_u8; CELLS + 1];
    let mut free = [0_u16; SIZE * SIZE];
    for (index, place) in free.iter_mut().enumerate() {
        *place = ((index / SIZE + 1) * WIDTH + index % SIZE + 1) as u16;
    }
    for length in 1..=free.len() {
        let left = free.len() - length + 1;
        let drawn = below(left as u32, random) as usize;
        let place = usize::from(free[drawn]);
        free[drawn] = free[left - 1];
        let side = (length % 2) as u8 + 1;
        board[place] = side;
        for step in [1, WIDTH - 1, WIDTH, WIDTH + 1] {
            let (mut last, mut first) = (place + step, place - step);
            while board[last] == side {
                last += step;
            }
            while board[first] == side {
                first -= step;
            }
            if last - first > 5 * step {
                return Played { length: length as u32, winner: 2 - length % 2 };
            }
        }
    }
    Played { length: free.len() as u32, winner: 0 }
}
