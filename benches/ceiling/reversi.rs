//! Reversi: a word of 64 bits for each side; rows are filled from one's own discs over the opponent's.

use rand_pcg::Pcg64Mcg;

use super::{Played, any_bit};

const NOT_FIRST: u64 = !0x0101_0101_0101_0101;
const NOT_LAST: u64 = !0x8080_8080_8080_8080;

/// A set moved by one place in one of eight directions.
fn moved(set: u64, direction: usize) -> u64 {
    match direction {
        0 => set << 8,
        1 => set >> 8,
        2 => (set & NOT_LAST) << 1,
        3 => (set & NOT_FIRST) >> 1,
        4 => (set & NOT_LAST) << 9,
        5 => (set & NOT_FIRST) << 7,
        6 => (set & NOT_LAST) >> 7,
        _ => (set & NOT_FIRST) >> 9,
    }
}

/// The opponent's discs that follow a set without a gap in a direction.
fn row(set: u64, theirs: u64, direction: usize) -> u64 {
    let mut row = moved(set, direction) & theirs;
    for _ in 0..5 {
        row |= moved(row, direction) & theirs;
    }
    row
}

fn moves(mine: u64, theirs: u64) -> u64 {
    let ends = (0..8).fold(0, |ends, direction| ends | moved(row(mine, theirs, direction), direction));
    ends & !(mine | theirs)
}

/// Plays a game; a pass is a move.
pub fn play(random: &mut Pcg64Mcg) -> Played {
    // Black begins with two on one diagonal of the middle, white has the other.
    let (mut mine, mut theirs) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36_u64);
    let mut passes = 0;
    for length in 1.. {
        let open = moves(mine, theirs);
        if open == 0 {
            passes += 1;
        } else {
            passes = 0;
            let placed = 1 << any_bit(open, random);
            let caught = (0..8).fold(0, |caught, direction| {
                let row = row(placed, theirs, direction);
                if moved(row, direction) & mine == 0 { caught } else { caught | row }
            });
            mine ^= placed | caught;
            theirs ^= caught;
        }
        (mine, theirs) = (theirs, mine);
        if passes == 2 {
            let (black, white) = if length % 2 == 0 { (mine, theirs) } else { (theirs, mine) };
            let winner = match black.count_ones().cmp(&white.count_ones()) {
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 0,
            };
            return Played { length, winner };
        }
    }
    unreachable!("a board is full some time")
}
