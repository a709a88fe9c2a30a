//! Sets of cards as bits: one 64-bit word with 16 bits for each suit. Cards and ranks are those of the game.

use boardwright_games::holdem::Card;

/// Number of suits.
const SUITS: u8 = 4;

/// A set of cards: 16 bits for each suit, clubs in the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SuitBits(u64);

/// Number of bits in a word that a suit occupies.
const SUIT_BITS: u32 = 16;

impl SuitBits {
    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << (u32::from(card.suit()) * SUIT_BITS + u32::from(card.rank()));
    }

    /// Union of two sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Bits of the ranks of each suit.
    pub fn suits(self) -> impl Iterator<Item = u16> {
        (0..SUITS).map(move |suit| self.suit(suit))
    }

    /// Bits of the ranks of one suit.
    fn suit(self, suit: u8) -> u16 {
        (self.0 >> (u32::from(suit) * SUIT_BITS)) as u16
    }

    /// Bits of the ranks that occur at least once, twice, three times and four times.
    pub fn ranks_by_count(self) -> [u16; 4] {
        let [a, b, c, d] = [0, 1, 2, 3].map(|suit| self.suit(suit));
        let pairs = a & b | c & d | (a | b) & (c | d);
        let trips = a & b & (c | d) | c & d & (a | b);
        [a | b | c | d, pairs, trips, a & b & c & d]
    }

    /// Largest number of cards of one suit.
    pub fn longest_suit(self) -> u32 {
        self.suits().map(u16::count_ones).max().unwrap_or(0)
    }

    /// Number of suits with at least one card.
    pub fn suit_count(self) -> usize {
        self.suits().filter(|&suit| suit != 0).count()
    }
}

impl FromIterator<Card> for SuitBits {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// Bits of ranks with the ace both below the two and above the king: bit 0 is the low ace, bit 13 the high one.
fn with_low_ace(ranks: u16) -> u16 {
    ranks << 1 | ranks >> 12 & 1
}

/// Length of the longest run of consecutive ranks, capped at 5; the ace counts below the two and above the king.
pub fn longest_run(ranks: u16) -> u32 {
    let mut run = with_low_ace(ranks);
    let mut length = 0;
    while run != 0 && length < 5 {
        length += 1;
        run &= run >> 1;
    }
    length
}

/// `true` if at most one rank is missing for a straight, inside or outside.
pub fn has_four_of_a_straight(ranks: u16) -> bool {
    let ranks = with_low_ace(ranks);
    (0..10).any(|lowest| (ranks >> lowest & 31).count_ones() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> SuitBits {
        text.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn ranks_are_counted_across_suits() {
        let cards = set("As Ah Ad Ac Kc Kd 2h");
        let [once, twice, thrice, four] = cards.ranks_by_count();
        assert_eq!([once.count_ones(), twice.count_ones(), thrice.count_ones(), four.count_ones()], [3, 2, 1, 1]);
        for suits in 0..16_u32 {
            let held: SuitBits = (0..4).filter(|suit| suits >> suit & 1 == 1).map(|suit| Card::of(5, suit)).collect();
            let expected = [1, 2, 3, 4].map(|count| u16::from(suits.count_ones() >= count) << 5);
            assert_eq!(held.ranks_by_count(), expected, "suits {suits:b}");
        }
    }

    #[test]
    fn straights_have_the_ace_at_both_ends() {
        let run = |text| longest_run(set(text).ranks_by_count()[0]);
        assert_eq!(run("As 2h 3d 4c 5s"), 5);
        assert_eq!(run("Ts Jh Qd Kc As"), 5);
        assert_eq!(run("Qs Kh Ad 2c 3s"), 3, "a straight does not turn the corner");
        assert_eq!(run("2s 3h 4d 5c 6s 7d 8d"), 5);
        assert_eq!(run(""), 0);
        let draw = |text| has_four_of_a_straight(set(text).ranks_by_count()[0]);
        assert!(draw("As 2h 3d 5c") && draw("Ts Jh Qd As") && draw("4s 5h 6d 8c Kd"));
        assert!(!draw("As 2h 3d 6c") && !draw("4s 5h 8d 9c"));
    }
}
