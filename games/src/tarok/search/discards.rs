//! Sets of cards to lay away: combinations that empty suits are estimated first, and completed in all ways.

use super::constants::{EMPTY_SUIT, LAID_VALUE, LONE_KING};
use crate::tarok::cards::{Card, CardSet, Suit};

/// Sets of cards that empty suits, or leave the king alone, with the first estimate of each; at most `count` cards.
pub fn suit_combinations(hand: CardSet, count: u32) -> Vec<(CardSet, f64)> {
    let mut combinations = Vec::new();
    for chosen in 0..16_u8 {
        let (mut laid, mut estimate) = (CardSet::EMPTY, 0.0);
        let mut is_possible = true;
        for suit in Suit::ALL.into_iter().filter(|&suit| chosen >> suit.index() & 1 != 0) {
            let cards = hand.intersection(suit.cards());
            let kings = cards.intersection(CardSet::KINGS);
            let others = cards.without(kings);
            is_possible &= !others.is_empty();
            laid = laid.union(others);
            estimate += EMPTY_SUIT + LONE_KING * f64::from(kings.len()) + LAID_VALUE * f64::from(others.value_sum());
        }
        if is_possible && laid.len() <= count {
            combinations.push((laid, estimate));
        }
    }
    // The sort is stable: of equal estimates the smaller choice of suits comes first.
    combinations.sort_by(|one, other| other.1.total_cmp(&one.1));
    combinations
}

/// The final combinations of `count` cards that contain `laid` and otherwise `layable` cards; at most `most` of them, those with
/// the greatest values.
pub fn completions(layable: CardSet, laid: CardSet, count: u32, most: usize) -> Vec<CardSet> {
    let mut rest: Vec<Card> = layable.without(laid).iter().collect();
    // Suit cards of great value come first, and taroks last.
    rest.sort_by_key(|card| (card.is_tarok(), std::cmp::Reverse(card.value()), card.number()));
    let mut found = Vec::new();
    add_completions(&rest, laid, count.saturating_sub(laid.len()), most, &mut found);
    found
}

fn add_completions(rest: &[Card], laid: CardSet, missing: u32, most: usize, found: &mut Vec<CardSet>) {
    if found.len() >= most {
        return;
    }
    if missing == 0 {
        found.push(laid);
        return;
    }
    for (index, &card) in rest.iter().enumerate() {
        add_completions(&rest[index + 1..], laid.union(CardSet::of(card)), missing - 1, most, found);
    }
}
