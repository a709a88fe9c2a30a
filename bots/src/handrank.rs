//! Ranking of the 169 starting hands: by exact all-in equity against one random hand. The data file is made by
//! `examples/preflop_ranking.rs`; the thesis had a table of unknown origin, which is lost.

use std::sync::LazyLock;

use crate::cards::{Card, Rank};

/// Class of two cards: their ranks, and `true` if they are of one suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandClass {
    /// The higher rank.
    pub high: Rank,
    /// The lower rank.
    pub low: Rank,
    /// `true` if both cards are of one suit.
    pub is_suited: bool,
}

impl HandClass {
    /// Class of two cards.
    pub fn new([first, second]: [Card; 2]) -> Self {
        Self {
            high: first.rank.max(second.rank),
            low: first.rank.min(second.rank),
            is_suited: first.suit == second.suit,
        }
    }

    /// All 169 classes.
    pub fn all() -> impl Iterator<Item = Self> {
        let ranks = || Rank::all().rev();
        ranks().flat_map(move |high| {
            let lower = ranks().filter(move |&low| low <= high);
            lower.flat_map(move |low| {
                let suits = if high == low { &[false][..] } else { &[true, false] };
                suits.iter().map(move |&is_suited| Self { high, low, is_suited })
            })
        })
    }

    /// Name such as `AKs`, `AKo` or `AA`.
    pub fn name(self) -> String {
        let suffix = match (self.high == self.low, self.is_suited) {
            (true, _) => "",
            (false, true) => "s",
            (false, false) => "o",
        };
        format!("{}{}{suffix}", self.high.letter(), self.low.letter())
    }

    fn from_name(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let (high, low) = (Rank::from_letter(letters.next()?)?, Rank::from_letter(letters.next()?)?);
        Some(Self { high, low, is_suited: letters.next() == Some('s') })
    }

    /// Number from 0 to 168: suited classes above the diagonal of a square.
    pub fn index(self) -> usize {
        let [high, low] = [self.high, self.low].map(|rank| 12 - usize::from(rank.index()));
        if self.is_suited { high * 13 + low } else { low * 13 + high }
    }

    /// Place of the class in the ranking.
    pub fn rank(self) -> HandRank {
        RANKING[self.index()]
    }
}

/// Place of a class in the ranking; low is good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandRank {
    /// Place among the 169 classes, from 1.
    pub place: u16,
    /// Number of ordered pairs of cards that are as good or better, up to 2652.
    pub ordered_pairs: u16,
    /// All-in equity against one random hand.
    pub equity: f64,
}

static RANKING: LazyLock<[HandRank; 169]> = LazyLock::new(|| {
    let mut ranking = [HandRank { place: 0, ordered_pairs: 0, equity: 0.0 }; 169];
    for line in include_str!("../data/preflop-ranking.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [place, name, pairs, equity] = fields[..] else { panic!("four columns: {line}") };
        let class = HandClass::from_name(name).expect("the file names classes");
        ranking[class.index()] = HandRank {
            place: place.parse().expect("a place"),
            ordered_pairs: pairs.parse().expect("a number of pairs"),
            equity: equity.parse().expect("an equity"),
        };
    }
    ranking
});

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(name: &str) -> HandRank {
        HandClass::from_name(name).expect("a class").rank()
    }

    #[test]
    fn the_ranking_is_complete() {
        let mut classes: Vec<HandClass> = HandClass::all().collect();
        assert_eq!(classes.len(), 169);
        classes.sort_by_key(|class| class.rank().place);
        let mut running = 0;
        for (at, class) in classes.iter().enumerate() {
            running += match (class.high == class.low, class.is_suited) {
                (true, _) => 12,
                (false, true) => 8,
                (false, false) => 24,
            };
            assert_eq!((usize::from(class.rank().place), class.rank().ordered_pairs), (at + 1, running));
            assert!(at == 0 || class.rank().equity <= classes[at - 1].rank().equity);
        }
        assert_eq!(running, 2652);
    }

    #[test]
    fn known_places_and_equities() {
        let pairs = |name| rank(name).ordered_pairs;
        assert_eq!(["AA", "KK", "88", "AKs", "77"].map(pairs), [12, 24, 84, 92, 104]);
        assert_eq!(rank("32o").place, 169);
        // Published all-in equities against a random hand, in percent.
        for (name, percent) in [("AA", 85.2), ("KK", 82.4), ("AKs", 67.0), ("AKo", 65.3), ("72o", 34.6), ("32o", 32.3)] {
            assert!((rank(name).equity * 100.0 - percent).abs() < 0.06, "{name}: {}", rank(name).equity);
        }
    }
}
