//! The 169 classes of hole cards, ranked by their exact all-in equity against one random hand. The table is the file
//! `games/holdem/preflop.tsv`; `cargo run --release -p boardwright-games --example holdem_preflop` makes it anew by
//! [`exact_equities`].

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::cards::{Card, CardSet, RANK_LETTERS};
use super::strength::{PartialHand, Strength};

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
    for_each_board(&mut |board, weight| count_board(board, weight, &mut hands, &mut counts));
    counts
}

/// Calls `visit` for one board of each class of boards that differ in their suits only, with the size of the class.
fn for_each_board(visit: &mut dyn FnMut([Card; 5], u64)) {
    let card = |number: u8| Card::new(number).expect("it is below 52");
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let board = [a, b, c, d, e].map(card);
                        let mut ranks = [0_u16; 4];
                        for card in board {
                            ranks[usize::from(card.suit())] |= 1 << card.rank();
                        }
                        // The one board of its class in which the suits are sorted.
                        if ranks.is_sorted() {
                            visit(board, suit_arrangements(ranks));
                        }
                    }
                }
            }
        }
    }
}

/// Number of different ways to assign sorted sets of ranks to the suits.
fn suit_arrangements(ranks: [u16; 4]) -> u64 {
    let mut repeats = 1;
    let mut divisor = 1;
    for index in 1..4 {
        repeats = if ranks[index] == ranks[index - 1] { repeats + 1 } else { 1 };
        divisor *= repeats;
    }
    24 / divisor
}

/// Counts the showdowns of all pairs of hands on a board.
fn count_board(
    board: [Card; 5],
    weight: u64,
    hands: &mut Vec<(Strength, [Card; 2])>,
    counts: &mut [ShowdownCounts; CLASSES],
) {
    let on_board = PartialHand::default().with_all(&board);
    let left: Vec<Card> = board.into_iter().collect::<CardSet>().complement().iter().collect();
    hands.clear();
    for (index, &one) in left.iter().enumerate() {
        let with_one = on_board.with(one);
        hands.extend(left[..index].iter().map(|&other| (with_one.with(other).strength(), [one, other])));
    }
    hands.sort_unstable_by_key(|&(strength, _)| strength);
    // Number of weaker hands, in all and with each card.
    let (mut weaker, mut weaker_with) = (0_u64, [0_u64; 52]);
    let mut rest = &hands[..];
    // The hands of the other player: two of the other 45 cards.
    let opponents = 45 * 44 / 2;
    while let Some(&(strength, _)) = rest.first() {
        let (equal, others) =
            rest.split_at(rest.partition_point(|&(other, _)| other.cmp(&strength) == Ordering::Equal));
        let mut equal_with = [0_u64; 52];
        for card in equal.iter().flat_map(|(_, hole)| hole) {
            equal_with[usize::from(card.number())] += 1;
        }
        for &(_, hole) in equal {
            let [one, other] = hole.map(|card| usize::from(card.number()));
            let counts = &mut counts[HoleClass::of(hole).index()];
            counts.wins += weight * (weaker - weaker_with[one] - weaker_with[other]);
            // The hand itself is counted three times: among all, and with each of its cards.
            counts.splits += weight * (equal.len() as u64 + 1 - equal_with[one] - equal_with[other]);
            counts.showdowns += weight * opponents;
        }
        weaker += equal.len() as u64;
        weaker_with.iter_mut().zip(equal_with).for_each(|(weaker, equal)| *weaker += equal);
        rest = others;
    }
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

    /// All boards count each class's showdowns: 1225 hands of the other player and 1,712,304 boards, for each hand.
    #[test]
    fn boards_are_counted_once_each() {
        let (mut boards, mut classes) = (0, 0);
        for_each_board(&mut |_, weight| {
            boards += weight;
            classes += 1;
        });
        assert_eq!((boards, classes), (2_598_960, 134_459));
    }

    /// The count of one board against a plain comparison of all pairs of hands.
    #[test]
    fn a_board_is_counted_as_by_comparing_all_hands() {
        let board: [Card; 5] = super::super::cards::parse_cards("2c7d7hKsAs").unwrap().try_into().unwrap();
        let mut counts = [ShowdownCounts::default(); CLASSES];
        count_board(board, 3, &mut Vec::new(), &mut counts);
        let left: Vec<Card> = board.into_iter().collect::<CardSet>().complement().iter().collect();
        let hands: Vec<[Card; 2]> = (0..left.len())
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .map(|(one, other)| [left[one], left[other]])
            .collect();
        let strength = |hole: [Card; 2]| PartialHand::default().with_all(&board).with_all(&hole).strength();
        let mut plain = [ShowdownCounts::default(); CLASSES];
        for &hero in &hands {
            let counts = &mut plain[HoleClass::of(hero).index()];
            for &villain in hands.iter().filter(|villain| villain.iter().all(|card| !hero.contains(card))) {
                counts.showdowns += 3;
                match strength(hero).cmp(&strength(villain)) {
                    Ordering::Greater => counts.wins += 3,
                    Ordering::Equal => counts.splits += 3,
                    Ordering::Less => {}
                }
            }
        }
        assert_eq!(counts, plain);
    }
}
