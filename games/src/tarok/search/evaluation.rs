//! Terms of the evaluation of positions.

use super::open_position::{OpenPosition, PagatResult};
use crate::tarok::cards::CardSet;

/// Sum of the numbers of the taroks of a hand.
#[inline]
pub fn tarok_sum(hand: CardSet) -> i32 {
    let taroks = hand.intersection(CardSet::TAROKS).0 as usize;
    i32::from(TAROK_SUMS[taroks & 0x7ff])
        + i32::from(TAROK_SUMS[taroks >> 11])
        + 11 * (taroks >> 11).count_ones() as i32
}

/// Sums of the numbers from 1 to 11 that eleven bits mean.
static TAROK_SUMS: [u8; 2048] = {
    let mut sums = [0; 2048];
    let mut set = 1;
    while set < 2048_usize {
        let lowest = set.trailing_zeros();
        sums[set] = sums[set & (set - 1)] + lowest as u8 + 1;
        set += 1;
    }
    sums
};

/// 1 if the viewer's side won the last trick with the pagat or beat that of the other side, -1 in the opposite case, and 0
/// if the pagat was not in the last trick or was won by a partner.
#[inline]
pub fn pagat_value<P: OpenPosition>(position: &P, viewer: usize, result: Option<PagatResult>) -> i32 {
    let Some(result) = result else { return 0 };
    let is_own = position.is_same_side(viewer, result.owner);
    if result.owner == result.winner {
        return if is_own { 1 } else { -1 };
    }
    match (is_own, position.is_same_side(viewer, result.winner)) {
        (true, false) => -1,
        (false, true) => 1,
        _ => 0,
    }
}
