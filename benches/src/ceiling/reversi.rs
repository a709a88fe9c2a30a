//! Reversi: a word of 64 bits for each side; rows are filled from one's own discs over the opponent's.

use super::bits::{any_bit, count, mask};
use super::lanes::{Program, Step};

pub struct Reversi;

/// Where an opponent's disc can have neighbours on both sides in a row.
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

/// Where rows of the opponent's end that begin next to one's own discs.
#[inline(always)]
fn ends<const STEP: u32>(mine: u64, theirs: u64) -> u64 {
    let (up, down) = rows::<STEP>(mine, theirs);
    up << STEP | down >> STEP
}

/// What a disc turns over.
#[inline(always)]
fn caught<const STEP: u32>(placed: u64, mine: u64, theirs: u64) -> u64 {
    let (up, down) = rows::<STEP>(placed, theirs);
    mask(up << STEP & mine != 0) & up | mask(down >> STEP & mine != 0) & down
}

/// Who is to move (black begins), who is not, how many moves were made, and whether the last was a pass.
impl Program<4> for Reversi {
    const START: [u64; 4] = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0, 0];

    #[inline(always)]
    fn step([mine, theirs, length, passed]: [u64; 4], random: u64) -> Step<4> {
        let inner = theirs & INNER;
        let ends = ends::<1>(mine, inner) | ends::<7>(mine, inner) | ends::<8>(mine, theirs) | ends::<9>(mine, inner);
        let open = ends & !(mine | theirs);
        // Without an open place no bit is drawn, and nothing is placed or caught.
        let placed = any_bit(open, random);
        let caught = caught::<1>(placed, mine, inner)
            | caught::<7>(placed, mine, inner)
            | caught::<8>(placed, mine, theirs)
            | caught::<9>(placed, mine, inner);
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
