//! Candidates for the last card of a trick: tables 5 and 6 of the diploma thesis on tarok for three, in the reading that fits both its prose and the
//! numbers of marks in each row.

use super::open_position::{Kind, OpenPosition};
use crate::tarok::cards::{Card, CardSet, QUEEN, Suit};

/// The candidates among the legal cards of the last player of a trick.
#[inline]
pub fn last_cards<P: OpenPosition>(position: &P, legal: CardSet) -> CardSet {
    if legal.len() < 2 {
        return legal;
    }
    let Some(&led) = position.trick_cards().first() else { return legal };
    let has_taroks = !legal.intersection(CardSet::TAROKS).is_empty();
    let follows_suit = !led.is_tarok() && led.group().includes(legal);
    let is_free = !follows_suit && !has_taroks;
    match position.kind() {
        Kind::Positive => {
            let partner = position.is_same_side(position.winning_player(), position.turn());
            match (follows_suit, is_free) {
                (true, _) if partner => second_of_value(legal).union(highest(legal)),
                (true, _) => lowest(legal).union(second_of_value(legal)).union(highest(legal)),
                (_, true) if partner => by_suits(legal, |cards| second_of_value(cards).union(highest(cards))),
                (_, true) => by_suits(legal, lowest),
                _ => {
                    let winners = if partner { CardSet::EMPTY } else { lowest_winner(position, legal) };
                    let after = after_pagat(position, legal);
                    lowest(legal).union(winners).union(after).union(legal.intersection(CardSet::of(Card::MOND)))
                }
            }
        }
        Kind::Klop => match (follows_suit, is_free) {
            (true, _) => lowest(legal).union(highest(legal)),
            (_, true) => by_suits(legal, highest),
            _ => lowest(legal).union(second(legal)).union(highest(legal)),
        },
        Kind::Berac => by_suits(legal, highest),
    }
}

/// The lowest card of a suit or of the taroks.
#[inline]
fn lowest(cards: CardSet) -> CardSet {
    CardSet(cards.0 & cards.0.wrapping_neg())
}

/// The highest card of a suit or of the taroks.
#[inline]
fn highest(cards: CardSet) -> CardSet {
    cards.last().map_or(CardSet::EMPTY, CardSet::of)
}

/// The second highest card.
#[inline]
fn second(cards: CardSet) -> CardSet {
    highest(cards.without(highest(cards)))
}

/// The second highest card of a suit whose highest card is at least a queen.
#[inline]
fn second_of_value(cards: CardSet) -> CardSet {
    let is_high = cards.last().and_then(Card::rank).is_some_and(|rank| rank >= QUEEN);
    if is_high { second(cards) } else { CardSet::EMPTY }
}

/// The lowest card that wins the trick.
#[inline]
fn lowest_winner<P: OpenPosition>(position: &P, legal: CardSet) -> CardSet {
    legal.iter().find(|&card| position.would_win(card)).map_or(CardSet::EMPTY, CardSet::of)
}

/// The lowest tarok after the pagat, if the pagat would be beaten.
#[inline]
fn after_pagat<P: OpenPosition>(position: &P, legal: CardSet) -> CardSet {
    let pagat = CardSet::of(Card::PAGAT);
    if legal.contains(Card::PAGAT) && lowest_winner(position, pagat).is_empty() {
        lowest(legal.without(pagat))
    } else {
        CardSet::EMPTY
    }
}

/// The cards that `choose` selects in each suit.
#[inline]
fn by_suits(legal: CardSet, choose: impl Fn(CardSet) -> CardSet) -> CardSet {
    let suits = Suit::ALL.into_iter().map(|suit| choose(legal.intersection(suit.cards())));
    let taroks = legal.intersection(CardSet::TAROKS);
    suits.fold(choose(taroks), CardSet::union)
}
