//! Tic-tac-toe: a field of seven bits for each square, so that free squares can be counted by a multiplication.

use super::bits::{below, first_beyond};
use super::lanes::{Program, Step};

pub struct TicTacToe;

/// Lowest bit of each field.
const SQUARES: u64 = 0x0102_0408_1020_4081;
const LEFT: u64 = 1 | 1 << 21 | 1 << 42;
const TOP: u64 = 1 | 1 << 7 | 1 << 14;

/// Words: side to move, opponent, number of moves.
impl Program<3> for TicTacToe {
    const START: [u64; 3] = [0; 3];

    #[inline(always)]
    fn step([mine, theirs, length]: [u64; 3], random: u64) -> Step<3> {
        let free = SQUARES & !(mine | theirs);
        let upto = free.wrapping_mul(SQUARES) & !(1 << 63);
        let mine = mine | first_beyond::<7>(SQUARES, upto, below(9 - length, random));
        let rows = mine & mine >> 7 & mine >> 14 & LEFT;
        let columns = mine & mine >> 21 & mine >> 42 & TOP;
        let diagonals = mine & mine >> 28 & mine >> 56 | mine & mine >> 14 & mine >> 28 & 1 << 14;
        let won = rows | columns | diagonals != 0;
        let winner = if won { 1 + length % 2 } else { 0 };
        let length = length + 1;
        Step { position: [theirs, mine, length], over: won || length == 9, length, winner }
    }
}
