//! Evaluation of the leaves of the search from the side of one player.

use super::constants::{BERAC, DIFFERENCE, HONOUR, KLOP_OTHERS, KLOP_OWN, KLOP_TAROK, PAGAT_ULTIMO, TAROK_SUM};
use super::play_position::{Kind, PlayPosition};
use crate::tarok::cards::{Card, CardSet};

/// Value of a position for `viewer`.
#[inline]
pub fn evaluate(position: &PlayPosition, viewer: usize) -> i32 {
    let hand = position.hands[viewer];
    match position.kind {
        Kind::Positive => {
            let (own, others) = position.values_for(viewer);
            let honours = i32::from(hand.contains(Card::MOND)) + i32::from(hand.contains(Card::SKIS));
            let announced = if position.is_pagat_announced { 2 } else { 1 };
            DIFFERENCE * (own - others)
                + TAROK_SUM * tarok_sum(hand)
                + DIFFERENCE * HONOUR * honours
                + DIFFERENCE * PAGAT_ULTIMO * announced * pagat_result(position, viewer)
        }
        Kind::Klop => {
            let (own, others) = position.values_for(viewer);
            let highest = hand.intersection(CardSet::TAROKS).last().map_or(0, |card| i32::from(card.number()) + 1);
            KLOP_OWN * own + KLOP_OTHERS * others + KLOP_TAROK * highest
        }
        Kind::Berac if position.tricks[position.declarer] == 0 => 0,
        Kind::Berac if viewer == position.declarer => -BERAC,
        Kind::Berac => BERAC,
    }
}

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
fn pagat_result(position: &PlayPosition, viewer: usize) -> i32 {
    let Some(result) = position.pagat_ultimo else { return 0 };
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
