//! Evaluation of the leaves of the search from the side of one player.

use super::constants::{BERAC, DIFFERENCE, HONOUR, KLOP_OTHERS, KLOP_OWN, KLOP_TAROK, PAGAT_ULTIMO, TAROK_SUM};
use super::play_position::{Kind, PlayPosition};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::search::evaluation::{pagat_value, tarok_sum};

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
                + DIFFERENCE * PAGAT_ULTIMO * announced * pagat_value(position, viewer, position.pagat_ultimo)
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
