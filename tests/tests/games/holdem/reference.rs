//! Reference implementation of hand strength: the best of all choices of five cards, compared by class and kickers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use boardwright_games::holdem::{Card, HandClass};

/// Class and ranks of a hand in the order in which they are compared.
pub type Value = (HandClass, [u8; 5]);

/// Value of five cards.
pub fn value_of_five(cards: [Card; 5]) -> Value {
    let mut counts = [0_u8; 13];
    for card in cards {
        counts[usize::from(card.rank())] += 1;
    }
    // Ranks by their number of cards, then by height.
    let mut ranks = cards.map(Card::rank);
    ranks.sort_by_key(|&rank| std::cmp::Reverse((counts[usize::from(rank)], rank)));
    let is_flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let shape: Vec<u8> = {
        let mut shape: Vec<u8> = counts.into_iter().filter(|&count| count > 0).collect();
        shape.sort_unstable_by(|one, other| other.cmp(one));
        shape
    };
    if shape.len() == 5 {
        let is_wheel = ranks == [12, 3, 2, 1, 0];
        let is_straight = is_wheel || ranks[0] - ranks[4] == 4;
        let high = if is_wheel { [3; 5] } else { [ranks[0]; 5] };
        return match (is_straight, is_flush) {
            (true, true) => (HandClass::StraightFlush, high),
            (true, false) => (HandClass::Straight, high),
            (false, true) => (HandClass::Flush, ranks),
            (false, false) => (HandClass::HighCard, ranks),
        };
    }
    let class = match shape[..] {
        [4, ..] => HandClass::FourOfAKind,
        [3, 2] => HandClass::FullHouse,
        [3, ..] => HandClass::ThreeOfAKind,
        [2, 2, ..] => HandClass::TwoPair,
        _ => HandClass::Pair,
    };
    (class, ranks)
}

/// All hands of five different cards.
pub fn hands_of_five() -> impl Iterator<Item = [Card; 5]> {
    let of = |numbers: [u8; 5]| numbers.map(|number| Card::new(number).expect("it is below 52"));
    (0..52).flat_map(move |a| {
        (a + 1..52).flat_map(move |b| {
            (b + 1..52).flat_map(move |c| (c + 1..52).flat_map(move |d| (d + 1..52).map(move |e| of([a, b, c, d, e]))))
        })
    })
}

/// Value of the best five of seven cards.
pub fn value_of_seven(cards: [Card; 7]) -> Value {
    let mut best = None;
    for first in 0..7 {
        for second in first + 1..7 {
            let mut left = cards.iter().enumerate().filter(|&(at, _)| at != first && at != second);
            let five = std::array::from_fn(|_| *left.next().expect("five cards are left").1);
            best = best.max(Some(value_of_five(five)));
        }
    }
    best.expect("there are 21 choices")
}

/// Ranks from 1, the royal flush, to 7462, the weakest hand, as they are used in the field.
pub static RANKS: LazyLock<BTreeMap<Value, u16>> = LazyLock::new(|| {
    let values: std::collections::BTreeSet<Value> = hands_of_five().map(value_of_five).collect();
    values.into_iter().rev().zip(1..).collect()
});
