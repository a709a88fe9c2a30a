//! The 54 cards, sets of them as bits of a word, their points, and their texts.
//!
//! Taroks are written in Roman numbers, `I` (pagat) to `XXI` (mond), and `XXII` (skis); the cards of the suits by the
//! letter of the suit and the rank: `H 4`, `S 10`, `C J` (jack), `D C` (knight, from cavall), `S Q`, `S K`.

use std::fmt;
use std::iter::FusedIterator;

use boardwright_game::table::{CardFace, Suit as FrenchSuit, TableObject};

/// Number of cards.
pub const CARDS: u8 = 54;
/// Number of taroks.
pub const TAROKS: u8 = 22;
/// Number of suits.
pub const SUITS: usize = 4;
/// Number of cards in a suit.
pub const RANKS: u8 = 8;
/// Card points of all cards.
pub const ALL_POINTS: u32 = 70;

/// A card. Taroks come first, from the lowest to the highest; then hearts, diamonds, spades and clubs, each from the
/// lowest card to the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A suit. Taroks are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Hearts,
    Diamonds,
    Spades,
    Clubs,
}

/// Roman numbers of the taroks.
const ROMAN: [&str; TAROKS as usize] = [
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII",
    "XVIII", "XIX", "XX", "XXI", "XXII",
];
/// Ranks of the red suits and of the black ones, from the lowest.
const RED_RANKS: [&str; RANKS as usize] = ["4", "3", "2", "1", "J", "C", "Q", "K"];
const BLACK_RANKS: [&str; RANKS as usize] = ["7", "8", "9", "10", "J", "C", "Q", "K"];
/// Values of the ranks.
const RANK_VALUES: [u8; RANKS as usize] = [1, 1, 1, 1, 2, 3, 4, 5];
/// Position of the jack among the ranks: the lower ones are pips.
pub const JACK: u8 = 4;
/// Position of the queen among the ranks.
pub const QUEEN: u8 = 6;
/// Position of the king among the ranks.
pub const KING: u8 = 7;

/// Value of each card.
const VALUES: [u8; CARDS as usize] = {
    let mut values = [1; CARDS as usize];
    (values[0], values[20], values[21]) = (5, 5, 5);
    let mut card = TAROKS;
    while card < CARDS {
        values[card as usize] = RANK_VALUES[((card - TAROKS) % RANKS) as usize];
        card += 1;
    }
    values
};

impl Suit {
    /// All suits, in the order of the cards.
    pub const ALL: [Self; SUITS] = [Self::Hearts, Self::Diamonds, Self::Spades, Self::Clubs];

    /// Position in the order of the cards.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name in the singular, for messages.
    pub fn name(self) -> &'static str {
        ["heart", "diamond", "spade", "club"][self.index()]
    }

    /// Letter in the texts of cards.
    pub fn letter(self) -> char {
        ['H', 'D', 'S', 'C'][self.index()]
    }

    /// All cards of the suit.
    pub const fn cards(self) -> CardSet {
        CardSet(0xff << (TAROKS + self as u8 * RANKS))
    }

    fn ranks(self) -> [&'static str; RANKS as usize] {
        if matches!(self, Self::Hearts | Self::Diamonds) { RED_RANKS } else { BLACK_RANKS }
    }
}

impl Card {
    /// The lowest tarok.
    pub const PAGAT: Self = Self(0);
    /// The second highest tarok.
    pub const MOND: Self = Self(20);
    /// The highest tarok.
    pub const SKIS: Self = Self(21);

    /// The card with this number; `None` beyond 53.
    pub fn new(number: u8) -> Option<Self> {
        (number < CARDS).then_some(Self(number))
    }

    /// The tarok with this number, from 1 to 22.
    pub fn tarok(number: u8) -> Option<Self> {
        (1..=TAROKS).contains(&number).then(|| Self(number - 1))
    }

    /// The card of a suit with this rank, from 0 for the lowest to 7 for the king.
    pub fn of_suit(suit: Suit, rank: u8) -> Option<Self> {
        (rank < RANKS).then(|| Self(TAROKS + suit as u8 * RANKS + rank))
    }

    /// Number of the card, from 0 to 53.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Number of the card as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `true` for the taroks.
    #[inline]
    pub const fn is_tarok(self) -> bool {
        self.0 < TAROKS
    }

    /// Suit; `None` for taroks.
    #[inline]
    pub fn suit(self) -> Option<Suit> {
        (!self.is_tarok()).then(|| Suit::ALL[usize::from((self.0 - TAROKS) / RANKS)])
    }

    /// Rank within the suit, from 0 to 7 for the king; `None` for taroks.
    #[inline]
    pub fn rank(self) -> Option<u8> {
        (!self.is_tarok()).then(|| (self.0 - TAROKS) % RANKS)
    }

    /// Value: 5 for kings, pagat, mond and skis, 4 for queens, 3 for knights, 2 for jacks, 1 for all others.
    #[inline]
    pub const fn value(self) -> u32 {
        VALUES[self.0 as usize] as u32
    }

    /// The cards that must be followed to this one: its suit, or all taroks.
    #[inline]
    pub fn group(self) -> CardSet {
        match self.suit() {
            None => CardSet::TAROKS,
            Some(suit) => suit.cards(),
        }
    }

    /// Face of the card on the table.
    pub fn face(self) -> CardFace {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => CardFace {
                rank: suit.ranks()[usize::from(rank)].to_owned(),
                suit: Some(match suit {
                    Suit::Hearts => FrenchSuit::Hearts,
                    Suit::Diamonds => FrenchSuit::Diamonds,
                    Suit::Spades => FrenchSuit::Spades,
                    Suit::Clubs => FrenchSuit::Clubs,
                }),
            },
            _ => CardFace { rank: ROMAN[self.index()].to_owned(), suit: None },
        }
    }

    /// The card as an object on the table.
    pub fn object(self) -> TableObject {
        TableObject::card(Some(self.face()), self.to_string())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => write!(f, "{} {}", suit.letter(), suit.ranks()[usize::from(rank)]),
            _ => f.write_str(ROMAN[self.index()]),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses the text of a card. The names `pagat`, `mond` and `skis` are understood, and so are texts without a space
/// such as `SK`.
///
/// # Errors
/// A description with the forms of cards.
pub fn parse_card(text: &str) -> Result<Card, String> {
    let compact: String = text.split_whitespace().collect::<String>().to_uppercase();
    let named = match compact.as_str() {
        "PAGAT" => Some(Card::PAGAT),
        "MOND" => Some(Card::MOND),
        "SKIS" => Some(Card::SKIS),
        _ => None,
    };
    let tarok = || ROMAN.iter().position(|roman| *roman == compact).map(|index| Card(index as u8));
    let of_suit = || {
        let suit = Suit::ALL.into_iter().find(|suit| compact.starts_with(suit.letter()))?;
        let rank = suit.ranks().iter().position(|rank| *rank == &compact[1..])?;
        Card::of_suit(suit, rank as u8)
    };
    named.or_else(tarok).or_else(of_suit).ok_or_else(|| {
        format!(
            "\"{}\" is no card; taroks are I to XXII, other cards are like H 4, S 10, C J, D C, S Q, S K",
            text.trim()
        )
    })
}

/// A set of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All cards.
    pub const ALL: Self = Self((1 << CARDS) - 1);
    /// All taroks.
    pub const TAROKS: Self = Self((1 << TAROKS) - 1);
    /// The four kings.
    pub const KINGS: Self = Self(0x8080_8080 << TAROKS);
    /// Pagat, mond and skis.
    pub const TRULA: Self = Self(1 | 1 << 20 | 1 << 21);
    /// The cards of value 5.
    const FIVES: Self = Self(Self::KINGS.0 | Self::TRULA.0);
    /// Queens, knights and jacks.
    const QUEENS: Self = Self(0x4040_4040 << TAROKS);
    const KNIGHTS: Self = Self(0x2020_2020 << TAROKS);
    const JACKS: Self = Self(0x1010_1010 << TAROKS);

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// `true` if the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// `true` if all cards of the other set are in this one.
    #[inline]
    pub const fn includes(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// `true` if there is no card in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in the other one.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The card with the smallest number: the lowest one of a suit or of the taroks.
    #[inline]
    pub fn first(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The card with the greatest number: the highest one of a suit or of the taroks.
    #[inline]
    pub fn last(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(63 - self.0.leading_zeros() as u8))
    }

    /// The cards with greater numbers than this one.
    #[inline]
    #[must_use]
    pub const fn above(self, card: Card) -> Self {
        Self(self.0 & !((2 << card.0) - 1))
    }

    /// The cards by increasing numbers.
    #[inline]
    pub fn iter(self) -> CardIter {
        CardIter(self)
    }

    /// The cards in the order in which players hold them: the suits, and then the taroks.
    pub fn by_suits(self) -> impl Iterator<Item = Card> {
        self.without(Self::TAROKS).iter().chain(self.intersection(Self::TAROKS))
    }

    /// Sum of the values of the cards.
    #[inline]
    pub const fn value_sum(self) -> u32 {
        self.0.count_ones()
            + 4 * (self.0 & Self::FIVES.0).count_ones()
            + 3 * (self.0 & Self::QUEENS.0).count_ones()
            + 2 * (self.0 & Self::KNIGHTS.0).count_ones()
            + (self.0 & Self::JACKS.0).count_ones()
    }

    /// Card points: in threes, the sum of the values less two; less one for a rest of one or two cards.
    #[inline]
    pub const fn points(self) -> u32 {
        pile_points(self.value_sum(), self.len())
    }
}

/// Card points of a pile with this sum of values and number of cards.
#[inline]
pub const fn pile_points(value_sum: u32, cards: u32) -> u32 {
    value_sum - 2 * (cards / 3) - !cards.is_multiple_of(3) as u32
}

/// Iterator over the cards of a set.
#[derive(Clone, Debug)]
pub struct CardIter(CardSet);

impl Iterator for CardIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for CardIter {}
impl FusedIterator for CardIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set.union(Self::of(card)))
    }
}

impl fmt::Display for CardSet {
    /// The cards of the suits, and then the taroks, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.by_suits().map(|card| card.to_string()).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Parses cards that are separated by commas.
///
/// # Errors
/// A description of the first text that is no card.
pub fn parse_card_list(text: &str) -> Result<Vec<Card>, String> {
    text.split(',').map(str::trim).filter(|card| !card.is_empty()).map(parse_card).collect()
}

/// Parses different cards that are separated by commas.
///
/// # Errors
/// A description of the first text that is no card, or of a card that is there twice.
pub fn parse_card_set(text: &str) -> Result<CardSet, String> {
    let mut set = CardSet::EMPTY;
    for card in parse_card_list(text)? {
        if set.contains(card) {
            return Err(format!("the card {card} is there twice"));
        }
        set.insert(card);
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_text() {
        for card in CardSet::ALL {
            assert_eq!(parse_card(&card.to_string()), Ok(card));
            assert_eq!(CardSet::of(card).value_sum(), card.value(), "{card}");
        }
        assert_eq!(CardSet::ALL.len(), 54);
        let texts = [(0, "I"), (20, "XXI"), (22, "H 4"), (45, "S K"), (46, "C 7"), (51, "C C")];
        for (number, text) in texts {
            assert_eq!(Card::new(number).map(|card| card.to_string()).as_deref(), Some(text));
        }
        assert_eq!(parse_card("mond"), Ok(Card::MOND));
        assert!(parse_card("H 7").unwrap_err().starts_with("\"H 7\" is no card"));
        assert_eq!(parse_card_set("S K, SK").unwrap_err(), "the card S K is there twice");
    }

    #[test]
    fn points_are_counted_in_threes() {
        assert_eq!(CardSet::ALL.value_sum(), 106);
        assert_eq!(CardSet::ALL.points(), ALL_POINTS);
        // Three kings are 13, two are 9, and one is 4.
        let kings: Vec<Card> = CardSet::KINGS.iter().collect();
        let points = |count: usize| kings[..count].iter().copied().collect::<CardSet>().points();
        assert_eq!([0, 1, 2, 3, 4].map(points), [0, 4, 9, 13, 17]);
    }
}
