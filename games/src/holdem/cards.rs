//! Cards of the French pack and sets of them. The strength of hands is in [`strength`](super::strength).

use std::fmt;
use std::str::FromStr;

use boardwright_game::table::{CardFace, Suit, TableObject};
use thiserror::Error;

/// Number of cards.
pub const CARDS: u8 = 52;
/// Letters of the ranks, the lowest first.
pub const RANK_LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// Letters of the suits in the order of their numbers.
pub const SUIT_LETTERS: [char; 4] = ['c', 'd', 'h', 's'];

/// A rank, from 0 (two) to 12 (ace).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// All ranks, from the lowest to the highest.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..13).map(Self)
    }

    /// The rank with this letter: `2` to `9`, `T`, `J`, `Q`, `K` or `A`.
    pub fn from_letter(letter: char) -> Option<Self> {
        RANK_LETTERS.iter().position(|&known| known == letter).map(|index| Self(index as u8))
    }

    /// Index from 0 (two) to 12 (ace).
    pub fn index(self) -> u8 {
        self.0
    }

    /// Letter of the rank.
    pub fn letter(self) -> char {
        RANK_LETTERS[usize::from(self.0)]
    }
}

/// A card. Its number is four times the rank (0 for a two, 12 for an ace) plus the suit (clubs, diamonds, hearts,
/// spades).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Error of [`Card::from_str`] and [`parse_cards`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{text}\" is no card; write a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s), like \"As\"")]
pub struct CardError {
    /// Text as given.
    pub text: String,
}

impl Card {
    /// Card with this number, 0 to 51.
    pub fn new(number: u8) -> Option<Self> {
        (number < CARDS).then_some(Self(number))
    }

    /// Card of a rank, 0 (two) to 12 (ace), and a suit, 0 (clubs) to 3 (spades).
    ///
    /// # Panics
    /// If rank or suit is out of range.
    pub fn of(rank: u8, suit: u8) -> Self {
        assert!(rank < 13 && suit < 4, "there is no card of rank {rank} and suit {suit}");
        Self(4 * rank + suit)
    }

    /// All cards in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..CARDS).map(Self)
    }

    /// Number of the card, 0 to 51.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Rank, 0 (two) to 12 (ace).
    pub fn rank(self) -> u8 {
        self.0 / 4
    }

    /// Suit, 0 to 3: clubs, diamonds, hearts, spades.
    pub fn suit(self) -> u8 {
        self.0 % 4
    }

    /// Letter of the rank.
    pub fn rank_letter(self) -> char {
        RANK_LETTERS[usize::from(self.rank())]
    }

    /// Letter of the suit.
    pub fn suit_letter(self) -> char {
        SUIT_LETTERS[usize::from(self.suit())]
    }

    /// Name for people, such as `ace of spades`.
    pub fn name(self) -> String {
        const RANKS: [&str; 13] =
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
        const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
        format!("{} of {}", RANKS[usize::from(self.rank())], SUITS[usize::from(self.suit())])
    }

    /// The card on a table, face up.
    pub(super) fn object(self) -> TableObject {
        let rank = if self.rank_letter() == 'T' { "10".to_owned() } else { self.rank_letter().to_string() };
        let suit = Some(Suit::ALL[usize::from(self.suit())]);
        TableObject::card(Some(CardFace { rank, suit }), self.name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank_letter(), self.suit_letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Parses a card such as `As` or `Td`; upper and lower case are the same.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(CardError { text: text.to_owned() });
        };
        let rank = RANK_LETTERS.iter().position(|&letter| letter == rank.to_ascii_uppercase());
        let suit = SUIT_LETTERS.iter().position(|&letter| letter == suit.to_ascii_lowercase());
        match (rank, suit) {
            (Some(rank), Some(suit)) => Ok(Self::of(rank as u8, suit as u8)),
            _ => Err(CardError { text: text.to_owned() }),
        }
    }
}

/// Parses cards written one after another, with or without spaces between them: `QhTcQs`.
///
/// # Errors
/// The first text that is no card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    letters.chunks(2).map(|pair| pair.iter().collect::<String>().parse()).collect()
}

/// Writes cards one after another: `QhTcQs`.
pub fn cards_text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

/// Parses the two hole cards of a player, of which `??` is an unknown one: `QhTc`, `Qh??`, `????`.
///
/// # Errors
/// The reason.
pub fn parse_hole(text: &str) -> Result<[Option<Card>; 2], String> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let parse = |pair: &[char]| match pair {
        ['?', '?'] => Ok(None),
        pair => pair.iter().collect::<String>().parse().map(Some).map_err(|error: CardError| error.to_string()),
    };
    let cards = letters.chunks(2).map(parse).collect::<Result<Vec<_>, _>>()?;
    match cards[..] {
        [Some(one), Some(other)] if one == other => Err(format!("the card {one} is there twice")),
        [one, other] => Ok([one, other]),
        _ => Err(format!("a player has two hole cards, not {}", cards.len())),
    }
}

/// Writes two hole cards: `QhTc`, `Qh??`, `????`.
pub fn hole_text(cards: [Option<Card>; 2]) -> String {
    cards.map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).concat()
}

/// A set of cards as one word of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The whole pack.
    pub const ALL: Self = Self((1 << CARDS) - 1);

    /// `true` if the card is in the set.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card; returns `false` if it was in the set already.
    pub fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        self.0 |= 1 << card.0;
        is_new
    }

    /// Number of cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// `true` for the empty set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that are not in the set.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// The cards in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
            Card::new(lowest)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |set, card| set | 1 << card.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_survive_the_round_trip_through_their_texts() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::of(card.rank(), card.suit()), card);
        }
        assert_eq!(parse_cards("QhTc qS").map(|cards| cards_text(&cards)), Ok("QhTcQs".to_owned()));
        assert_eq!("As".parse::<Card>().unwrap().number(), 51);
        for text in ["", "A", "1s", "Ax", "10s", "ßß", "Asd"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("\"{text}\" is no card; ")), "{error}");
        }
    }

    #[test]
    fn sets_know_their_cards() {
        let cards = parse_cards("2cAsTd").unwrap();
        let set: CardSet = cards.iter().copied().collect();
        assert_eq!(set.len(), 3);
        assert_eq!(cards_text(&set.iter().collect::<Vec<_>>()), "2cTdAs");
        assert_eq!(set.complement().len(), 49);
        assert!(set.complement().iter().all(|card| !set.contains(card)));
        let mut set = CardSet::EMPTY;
        assert!(set.insert(cards[0]) && !set.insert(cards[0]));
    }
}
