//! Gomoku on 15 by 15: each row, column and diagonal of a side as 15 bits, and a partial Fisher-Yates shuffle of the crossings.

use super::bits::{Random, below};
use super::{Player, Results};

const SIZE: usize = 15;
const CELLS: usize = SIZE * SIZE;
/// Indices of the first column and the first diagonal of each direction in the list of lines, which begins with the rows.
const COLUMNS: usize = SIZE;
const RISING: usize = 2 * SIZE;
const FALLING: usize = 4 * SIZE;
const LINES: usize = 128;

/// Indices of the four lines through each crossing, one byte each.
const CROSSINGS: [u32; CELLS] = {
    let mut crossings = [0; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (row, column) = (index / SIZE, index % SIZE);
        let (rising, falling) = (RISING + row + column, FALLING + SIZE + row - column);
        crossings[index] = (row | (COLUMNS + column) << 8 | rising << 16 | falling << 24) as u32;
        index += 1;
    }
    crossings
};

pub struct Gomoku {
    /// Any permutation is a valid start of the shuffle, so the one of the last game is reused.
    order: [u32; CELLS],
    random: Random,
}

impl Gomoku {
    pub fn new(seed: u64) -> Self {
        Self { order: CROSSINGS, random: Random::new(seed) }
    }

    /// Plays a game; returns its length and the winner.
    fn play(&mut self) -> (usize, usize) {
        let mut sides = [[0_u16; LINES]; 2];
        for length in 1..=CELLS {
            let left = CELLS + 1 - length;
            let drawn = below(left as u64, self.random.word()) as usize;
            let crossing = self.order[drawn];
            self.order.swap(drawn, left - 1);
            // The indices are smaller than `LINES`; the remainder only removes the bounds checks.
            let [row, column, rising, falling] = crossing.to_le_bytes().map(|line| usize::from(line) % LINES);
            let side = &mut sides[(length - 1) % 2];
            // In a column the bit index is the row, in all other lines it is the column.
            side[row] |= 1 << (column - COLUMNS);
            side[column] |= 1 << row;
            side[rising] |= 1 << (column - COLUMNS);
            side[falling] |= 1 << (column - COLUMNS);
            // The sixteenth bit is 0, so that no row continues into the next line.
            let lines = [row, column, rising, falling].map(|line| u64::from(side[line]));
            let lines = lines[0] | lines[1] << 16 | lines[2] << 32 | lines[3] << 48;
            let pairs = lines & lines >> 1;
            if pairs & pairs >> 2 & lines >> 4 != 0 {
                return (length, 2 - length % 2);
            }
        }
        (CELLS, 0)
    }
}

impl Player for Gomoku {
    fn run(&mut self, results: &mut Results) {
        for _ in 0..100 {
            let (length, winner) = self.play();
            results.playouts += 1;
            results.moves += length as u64;
            results.winners[winner] += 1;
        }
    }
}
