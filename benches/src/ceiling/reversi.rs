//! Reversi: a 64-bit bitboard for each side; rows of opponent's discs are found by a parallel-prefix flood fill from one's own discs.

use super::bits::{any_bit, count, mask};
use super::lanes::{Program, Step};

pub struct Reversi;

/// Squares where an opponent's disc can have neighbours on both sides in a row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The opponent's discs that follow a set without a gap, up by `STEP` bits and down.
#[inline(always)]
fn rows<const STEP: u32>(set: u64, theirs: u64) -> (u64, u64) {
    let pairs = theirs & theirs << STEP;
    let up = set << STEP & theirs;
    let up = up | up << STEP & theirs;
    let up = up | up << (2 * STEP) & pairs;
    let up = up | up << (2 * STEP) & pairs;
    let pairs = theirs & theirs >> STEP;
    let down = set >> STEP & theirs;
    let down = down | down >> STEP & theirs;
    let down = down | down >> (2 * STEP) & pairs;
    let down = down | down >> (2 * STEP) & pairs;
    (up, down)
}

/// Squares beyond the ends of rows of opponent's discs that begin next to one's own discs.
#[inline(always)]
fn ends<const STEP: u32>(mine: u64, theirs: u64) -> u64 {
    let (up, down) = rows::<STEP>(mine, theirs);
    up << STEP | down >> STEP
}

/// Discs flipped by a placed disc.
#[inline(always)]
fn flipped<const STEP: u32>(placed: u64, mine: u64, theirs: u64) -> u64 {
    let (up, down) = rows::<STEP>(placed, theirs);
    mask(up << STEP & mine != 0) & up | mask(down >> STEP & mine != 0) & down
}

/// Words: side to move (black begins), opponent, number of moves, 1 if the last move was a pass.
impl Program<4> for Reversi {
    const START: [u64; 4] = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0, 0];

    #[inline(always)]
    fn step([mine, theirs, length, passed]: [u64; 4], random: u64) -> Step<4> {
        let inner = theirs & INNER;
        let ends = ends::<1>(mine, inner) | ends::<7>(mine, inner) | ends::<8>(mine, theirs) | ends::<9>(mine, inner);
        let open = ends & !(mine | theirs);
        // Without an open place no bit is drawn, and nothing is placed or flipped.
        let placed = any_bit(open, random);
        let caught = flipped::<1>(placed, mine, inner)
            | flipped::<7>(placed, mine, inner)
            | flipped::<8>(placed, mine, theirs)
            | flipped::<9>(placed, mine, inner);
        let (mine, theirs) = (mine ^ placed ^ caught, theirs ^ caught);
        let pass = u64::from(open == 0);
        let side = length % 2;
        let (more, fewer) = (count(mine) > count(theirs), count(mine) < count(theirs));
        let winner = if more {
            1 + side
        } else if fewer {
            2 - side
        } else {
            0
        };
        let length = length + 1;
        Step { position: [theirs, mine, length, pass], over: pass & passed != 0, length, winner }
    }
}
