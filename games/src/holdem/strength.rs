//! Strength of the best five of five to seven cards. The perfect hash tables are those of the crate `aya_poker`; the
//! crate is used in this file only.

use std::fmt;

use aya_poker::base::{CARDS as TABLE_CARDS, Hand};
use aya_poker::poker_rank;

use super::cards::Card;

/// Class of a hand, the weakest first. A royal flush is the highest straight flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandClass {
    /// Nothing but its highest cards.
    HighCard,
    /// Two cards of a rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Five ranks in a row; the ace is high, or low below a two.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three cards of a rank and two of another.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// Straight in one suit.
    StraightFlush,
}

impl HandClass {
    /// All classes, the weakest first.
    pub const ALL: [Self; 9] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];
}

impl fmt::Display for HandClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high card",
            Self::Pair => "pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
        })
    }
}

/// Strength of a hand: the stronger hand compares greater, and hands that split the pot are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u16);

impl Strength {
    /// Class of the hand.
    pub fn class(self) -> HandClass {
        // The tables number the hands of a class from a multiple of 4096 on; royal flushes have one of their own.
        HandClass::ALL[usize::from(self.0 / 4096).min(HandClass::ALL.len() - 1)]
    }
}

/// Cards added up one by one, so that hands with common cards share the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartialHand(Hand);

impl PartialHand {
    /// The cards with one more.
    #[inline]
    #[must_use]
    pub fn with(mut self, card: Card) -> Self {
        // The crate and this module number the cards alike.
        self.0.insert_unchecked(&TABLE_CARDS[usize::from(card.number())]);
        self
    }

    /// The cards with some more.
    #[inline]
    #[must_use]
    pub fn with_all(self, cards: &[Card]) -> Self {
        cards.iter().fold(self, |hand, &card| hand.with(card))
    }

    /// Strength of the best five cards. There must be five to seven different cards.
    #[inline]
    pub fn strength(self) -> Strength {
        Strength(poker_rank(&self.0).0)
    }
}

/// Strength of the best five of five to seven different cards.
#[inline]
pub fn strength(cards: &[Card]) -> Strength {
    PartialHand::default().with_all(cards).strength()
}
