//! Connect Four: a bitboard with seven bits for each column, the seventh always 0, so that lines do not wrap.

use super::bits::{below, mask};
use super::lanes::{Program, Step};

pub struct ConnectFour;

const BOTTOM: u64 = 0x0408_1020_4081;
const WALL: u64 = 0x3f * BOTTOM;

/// Words: side to move, opponent, number of moves.
impl Program<3> for ConnectFour {
    const START: [u64; 3] = [0; 3];

    #[inline(always)]
    fn step([mine, theirs, length]: [u64; 3], random: u64) -> Step<3> {
        // Draws any column; if the column is full, the step has no effect and the next step draws again.
        let column = 0x3f << (7 * below(7, random));
        let all = mine | theirs;
        // Adding the bottom carries to the lowest free place of each column.
        let place = (all + BOTTOM) & column;
        let moved = place != 0;
        let mine = mine | place;
        let four = [1, 6, 7, 8].into_iter().fold(0, |four, step| {
            let pairs = mine & mine >> step;
            four | pairs & pairs >> (2 * step)
        });
        let winner = if four == 0 { 0 } else { 1 + length % 2 };
        let length = length + u64::from(moved);
        let swap = (mine ^ theirs) & mask(moved);
        let over = four != 0 || mine | theirs == WALL;
        Step { position: [mine ^ swap, theirs ^ swap, length], over, length, winner }
    }
}
