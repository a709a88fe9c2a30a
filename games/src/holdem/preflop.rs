//! The 169 classes of hole cards, ranked by their exact all-in equity against one random hand. The table is the file
//! `games/holdem/preflop.tsv`; `cargo run --release -p boardwright-games --example holdem_preflop` makes it anew by
//! [`exact_equities`].

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::boards::{OPPONENT_HANDS, for_each_board, for_each_showdown};
use super::cards::{Card, RANK_LETTERS};

/// Number of classes.
pub const CLASSES: usize = 169;
/// Number of ordered pairs of cards.
pub const ORDERED_HANDS: u32 = 2652;

/// Class of hole cards: ranks, and whether the suits are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HoleClass {
    high: u8,
    low: u8,
    is_suited: bool,
}

impl HoleClass {
    /// Class of two cards.
    pub fn of(hole: [Card; 2]) -> Self {
        let [one, other] = hole.map(Card::rank);
        let is_suited = hole[0].suit() == hole[1].suit() && one != other;
        Self { high: one.max(other), low: one.min(other), is_suited }
    }

    /// All classes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CLASSES).map(|index| {
            let (row, column) = ((index / 13) as u8, (index % 13) as u8);
            // Suited hands are above the diagonal.
            Self { high: row.max(column), low: row.min(column), is_suited: row < column }
        })
    }

    /// Number of the class, from 0 to 168.
    pub fn index(self) -> usize {
        let (high, low) = (usize::from(self.high), usize::from(self.low));
        if self.is_suited { low * 13 + high } else { high * 13 + low }
    }

    /// Rank of the higher card, 0 (two) to 12 (ace).
    pub fn high(self) -> u8 {
        self.high
    }

    /// Rank of the lower card.
    pub fn low(self) -> u8 {
        self.low
    }

    /// `true` for two cards of a rank.
    pub fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// `true` for two cards of a suit.
    pub fn is_suited(self) -> bool {
        self.is_suited
    }

    /// Number of ordered pairs of cards in the class: 12, 8 or 24.
    pub fn ordered_hands(self) -> u32 {
        match (self.is_pair(), self.is_suited) {
            (true, _) => 12,
            (_, true) => 8,
            (_, false) => 24,
        }
    }

    /// Position among all classes by equity, from 1 (aces) to 169.
    pub fn rank(self) -> u32 {
        RANKING[self.index()].rank
    }

    /// Number of ordered pairs of cards in this class and all better ones: 12 for aces, 2652 for the last class.
    pub fn cumulated_hands(self) -> u32 {
        RANKING[self.index()].cumulated
    }

    /// Share of a showdown against one random hand, a split counting half.
    pub fn equity(self) -> f64 {
        RANKING[self.index()].equity
    }
}

impl fmt::Display for HoleClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |rank: u8| RANK_LETTERS[usize::from(rank)];
        let suits = match (self.is_pair(), self.is_suited) {
            (true, _) => "",
            (_, true) => "s",
            (_, false) => "o",
        };
        write!(f, "{}{}{suits}", letter(self.high), letter(self.low))
    }
}

impl FromStr for HoleClass {
    type Err = String;

    /// Parses a class such as `AKs`, `T9o` or `77`.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::all().find(|class| class.to_string() == text);
        found.ok_or_else(|| format!("\"{text}\" is no class of hole cards; write AKs, T9o or 77"))
    }
}

/// A class in the table.
#[derive(Clone, Copy, Default)]
struct Entry {
    rank: u32,
    cumulated: u32,
    equity: f64,
}

/// The table, by the number of the class.
static RANKING: LazyLock<[Entry; CLASSES]> = LazyLock::new(|| {
    let mut entries = [Entry::default(); CLASSES];
    let mut cumulated = 0;
    let lines = include_str!("../../holdem/preflop.tsv").lines().filter(|line| !line.starts_with('#'));
    for (rank, line) in (1..).zip(lines) {
        let mut fields = line.split('\t').skip(1);
        let class: HoleClass = fields.next().and_then(|text| text.parse().ok()).expect("the table names classes");
        let equity = fields.next().and_then(|text| text.parse().ok()).expect("the table has equities");
        cumulated += class.ordered_hands();
        entries[class.index()] = Entry { rank, cumulated, equity };
    }
    assert_eq!(cumulated, ORDERED_HANDS, "every class is in the table once");
    entries
});

/// Wins and splits against all hands of the other player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShowdownCounts {
    /// Number of wins.
    pub wins: u64,
    /// Number of splits.
    pub splits: u64,
    /// Number of showdowns.
    pub showdowns: u64,
}

impl ShowdownCounts {
    /// Share of the showdowns, a split counting half.
    pub fn equity(self) -> f64 {
        (self.wins as f64 + self.splits as f64 / 2.0) / self.showdowns as f64
    }
}

/// Exact counts of all showdowns of each class against one random hand: over all boards, up to a permutation of the suits,
/// and all pairs of hands. Takes some seconds in a release build.
pub fn exact_equities() -> [ShowdownCounts; CLASSES] {
    let mut counts = [ShowdownCounts::default(); CLASSES];
    let mut hands = Vec::with_capacity(1081);
    for_each_board(&mut |board, weight| {
        for_each_showdown(board, &mut hands, |hole, wins, splits| {
            let counts = &mut counts[HoleClass::of(hole).index()];
            counts.wins += weight * wins;
            counts.splits += weight * splits;
            counts.showdowns += weight * OPPONENT_HANDS;
        });
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_their_numbers_and_texts() {
        let mut total = 0;
        for (index, class) in HoleClass::all().enumerate() {
            assert_eq!(class.index(), index);
            assert_eq!(class.to_string().parse(), Ok(class));
            total += class.ordered_hands();
        }
        assert_eq!(total, ORDERED_HANDS);
        let hole = |text: &str| super::super::cards::parse_cards(text).unwrap().try_into().unwrap();
        assert_eq!(HoleClass::of(hole("KhAh")).to_string(), "AKs");
        assert_eq!(HoleClass::of(hole("2h7d")).to_string(), "72o");
        assert_eq!(HoleClass::of(hole("7h7d")).to_string(), "77");
        assert!("AK".parse::<HoleClass>().is_err());
    }

    /// Published figures of the best and the worst hands.
    #[test]
    fn the_ranking_has_the_known_order_and_equities() {
        let class = |text: &str| text.parse::<HoleClass>().unwrap();
        let first = ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs", "77", "AQs"];
        assert_eq!(first.map(|text| class(text).rank()), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(first.map(|text| class(text).cumulated_hands()), [12, 24, 36, 48, 60, 72, 84, 92, 104, 112]);
        assert_eq!((class("32o").rank(), class("32o").cumulated_hands()), (169, ORDERED_HANDS));
        for (text, equity) in [("AA", 0.8520), ("KK", 0.8240), ("AKs", 0.6704), ("72o", 0.3458), ("32o", 0.3230)] {
            assert!((class(text).equity() - equity).abs() < 0.0001, "{text}: {}", class(text).equity());
        }
    }
}
