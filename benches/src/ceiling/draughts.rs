//! Draughts: a 64-bit bitboard for each side and one for the kings. Each jump of a series is a step of its own.

use super::bits::{below, count, mask, nth_bit};
use super::lanes::{Program, Step};

pub struct Draughts;

const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const NOT_FIRST: u64 = !0x0101_0101_0101_0101;
const NOT_LAST: u64 = !0x8080_8080_8080_8080;
const NOT_FIRST_TWO: u64 = !0x0303_0303_0303_0303;
const NOT_LAST_TWO: u64 = !0xc0c0_c0c0_c0c0_c0c0;
const END_ROWS: u64 = 0xff00_0000_0000_00ff;

/// Squares from which a move up or down is possible: dark squares for moves to the left, the light square beside for moves to the right.
struct MoveOrigins {
    up: u64,
    down: u64,
}

#[inline(always)]
fn steps(up: u64, down: u64, empty: u64) -> MoveOrigins {
    MoveOrigins {
        up: up & NOT_FIRST & empty >> 7 | (up & NOT_LAST & empty >> 9) << 1,
        down: down & NOT_FIRST & empty << 9 | (down & NOT_LAST & empty << 7) << 1,
    }
}

#[inline(always)]
fn jumps(up: u64, down: u64, theirs: u64, empty: u64) -> MoveOrigins {
    let (left, right) = (NOT_FIRST_TWO, NOT_LAST_TWO);
    MoveOrigins {
        up: up & left & theirs >> 7 & empty >> 14 | (up & right & theirs >> 9 & empty >> 18) << 1,
        down: down & left & theirs << 9 & empty << 18 | (down & right & theirs << 7 & empty << 14) << 1,
    }
}

/// Words: side to move, opponent, kings of both, the man that must continue jumping, 1 if white is to move, number of king moves since
/// the last capture, and number of all moves.
impl Program<7> for Draughts {
    const START: [u64; 7] = [DARK & 0xff_ffff, DARK & 0xff_ffff << 40, 0, 0, 0, 0, 0];

    #[inline(always)]
    fn step([mine, theirs, kings, jumper, white, quiet, length]: [u64; 7], random: u64) -> Step<7> {
        let empty = !(mine | theirs);
        let (ups, downs) = (kings | !mask(white != 0), kings | mask(white != 0));
        let movers = if jumper == 0 { mine } else { jumper };
        let jump = jumps(movers & ups, movers & downs, theirs, empty);
        let step = steps(mine & ups, mine & downs, empty);
        let jumping = mask(jump.up | jump.down != 0);
        let up = jump.up & jumping | step.up & !jumping;
        let down = jump.down & jumping | step.down & !jumping;

        let (ways_up, ways) = (count(up), count(up) + count(down));
        let (stuck, draw) = (ways == 0, quiet == 80);
        let drawn = below(ways, random);
        let goes_up = drawn < ways_up;
        let way = nth_bit(if goes_up { up } else { down }, if goes_up { drawn } else { drawn - ways_up });
        let right = way & !DARK != 0;
        let from = if right { way >> 1 } else { way };
        let ahead = |from: u64| {
            let (up, down) = if right { (from << 9, from >> 7) } else { (from << 7, from >> 9) };
            if goes_up { up } else { down }
        };
        let next = ahead(from);
        let beaten = next & jumping;
        let to = if beaten == 0 { next } else { ahead(next) };

        let king = mask(kings & from != 0);
        let crowned = mask(to & END_ROWS != 0) & !king;
        let (mine, theirs) = (mine ^ from ^ to, theirs ^ beaten);
        let more = jumps(to & (ups | king), to & (downs | king), theirs, !(mine | theirs));
        let jumper = mask(more.up | more.down != 0) & jumping & !crowned & to;
        let kings = kings & !from & !beaten | to & (king | crowned);
        let quiet = (quiet + 1) & king & !jumping;

        let over = stuck | draw;
        let winner = if stuck { 2 - white } else { 0 };
        let swap = (mine ^ theirs) & mask(jumper == 0);
        let white = white ^ u64::from(jumper == 0);
        let position = [mine ^ swap, theirs ^ swap, kings, jumper, white, quiet, length + 1];
        Step { position, over, length, winner }
    }
}
