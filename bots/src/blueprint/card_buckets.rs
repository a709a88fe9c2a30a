//! Buckets of hands: what a blueprint strategy knows of its cards on each street. Before the flop every class of hole cards
//! is a bucket; on the flop and the turn, hands with similar distributions of their final strength share one; on the river,
//! hands of similar strength do.

use boardwright_games::holdem::boards::{PAIRS, all_pairs, for_each_board};
use boardwright_games::holdem::preflop::{CLASSES, HoleClass};
use boardwright_games::holdem::{Card, CardSet, Street, draw_cards};
use rand::Rng;

use super::clusters::{cluster, nearest};
use super::strength_distribution::{BoardIndex, Distribution, LEVELS, RiverLevels, river_level, turn_distribution};

/// Number of boards whose hands are the sample from which clusters are found.
const SAMPLE_BOARDS: usize = 400;
/// Every so many hands of these boards are in the sample.
const SAMPLE_STEP: usize = 8;
/// Bucket of a pair that shares a card with the board, in tables.
const NO_HAND: u8 = 0;

/// Assignment of hands to buckets.
pub trait HandBuckets {
    /// Numbers of buckets by street.
    fn counts(&self) -> [usize; 4];

    /// Bucket of a hand with the board of a street; the board has the cards of that street.
    fn bucket(&self, street: Street, hole: [Card; 2], board: &[Card]) -> u8;
}

/// Buckets in the form that is stored with a strategy. Turn and river are computed when they are asked for: 45,000 and 990
/// showdowns.
#[derive(Clone, Debug, PartialEq)]
pub struct CardBuckets {
    /// Bucket of each hand on each canonical flop, a row of [`PAIRS`] for each flop.
    pub(super) flop: Vec<u8>,
    /// Centroids of the buckets on the turn.
    pub(super) turn: Vec<Distribution>,
    /// Bucket of each level of the strength on the river.
    pub(super) river: Vec<u8>,
    /// Numbers of buckets on flop, turn and river.
    pub(super) counts: [usize; 3],
}

impl CardBuckets {
    /// A bucket for each class of hole cards, and a single one on the later streets: enough where all betting is before
    /// the flop.
    pub fn preflop_only() -> Self {
        Self { flop: Vec::new(), turn: Vec::new(), river: Vec::new(), counts: [1; 3] }
    }

    /// The buckets with the index of flops that lookups need.
    pub fn indexed(self) -> IndexedBuckets {
        IndexedBuckets { buckets: self, flops: BoardIndex::new::<3>() }
    }
}

/// Stored buckets ready for lookups.
#[derive(Debug)]
pub struct IndexedBuckets {
    buckets: CardBuckets,
    flops: BoardIndex,
}

impl IndexedBuckets {
    /// The buckets as they are stored.
    pub fn into_stored(self) -> CardBuckets {
        self.buckets
    }
}

impl HandBuckets for IndexedBuckets {
    fn counts(&self) -> [usize; 4] {
        let [flop, turn, river] = self.buckets.counts;
        [CLASSES, flop, turn, river]
    }

    fn bucket(&self, street: Street, hole: [Card; 2], board: &[Card]) -> u8 {
        if self.counts()[street.index()] == 1 {
            return 0;
        }
        let CardBuckets { flop, turn, river, .. } = &self.buckets;
        match street {
            Street::Preflop => HoleClass::of(hole).index() as u8,
            Street::Flop => flop[self.flops.place(hole, board)],
            Street::Turn => nearest(turn, &turn_distribution(hole, board)) as u8,
            Street::River => river[usize::from(river_level(hole, board))],
        }
    }
}

/// Buckets with tables of all hands on all boards, for training: 220 MB.
#[derive(Debug)]
pub struct TabledBuckets {
    stored: IndexedBuckets,
    /// Tables of turn and river; `None` if these streets have a single bucket.
    tables: Option<LateTables>,
}

/// Tables of turn and river.
#[derive(Debug)]
struct LateTables {
    turns: BoardIndex,
    turn: Vec<u8>,
    rivers: RiverLevels,
}

impl TabledBuckets {
    /// Finds buckets, at most this many on flop, turn and river, and tabulates them. Takes about a minute in a release
    /// build. `report` gets the name of each step.
    pub fn compute(counts: [u8; 3], random: &mut impl Rng, mut report: impl FnMut(&str)) -> Self {
        if counts == [1; 3] {
            return Self { stored: CardBuckets::preflop_only().indexed(), tables: None };
        }
        report("strength of all hands on the river");
        let rivers = RiverLevels::compute();
        report("buckets on the flop");
        let (flop_centroids, flop) = bucket_street::<3>(&rivers, counts[0], random);
        report("buckets on the turn");
        let (turn_centroids, turn) = bucket_street::<4>(&rivers, counts[1], random);
        let river = river_buckets(counts[2], &rivers);
        let river_count = river.last().map_or(1, |&last| usize::from(last) + 1);
        let counts = [flop_centroids.len(), turn_centroids.len(), river_count];
        let stored = CardBuckets { flop, turn: turn_centroids, river, counts }.indexed();
        Self { stored, tables: Some(LateTables { turns: BoardIndex::new::<4>(), turn, rivers }) }
    }

    /// Tabulates stored buckets.
    pub fn tabulate(stored: CardBuckets) -> Self {
        if stored.counts == [1; 3] {
            return Self { stored: stored.indexed(), tables: None };
        }
        let rivers = RiverLevels::compute();
        let turn = table::<4>(&rivers, &stored.turn);
        Self { stored: stored.indexed(), tables: Some(LateTables { turns: BoardIndex::new::<4>(), turn, rivers }) }
    }

    /// The buckets as they are stored.
    pub fn stored(&self) -> &CardBuckets {
        &self.stored.buckets
    }
}

impl HandBuckets for TabledBuckets {
    fn counts(&self) -> [usize; 4] {
        self.stored.counts()
    }

    #[inline]
    fn bucket(&self, street: Street, hole: [Card; 2], board: &[Card]) -> u8 {
        match (street, &self.tables) {
            (Street::Turn, Some(tables)) => tables.turn[tables.turns.place(hole, board)],
            (Street::River, Some(tables)) => self.stored.buckets.river[usize::from(tables.rivers.level(hole, board))],
            _ => self.stored.bucket(street, hole, board),
        }
    }
}

/// Centroids of the buckets of a street with boards of `N` cards, and the table of all hands.
fn bucket_street<const N: usize>(
    rivers: &RiverLevels,
    count: u8,
    random: &mut impl Rng,
) -> (Vec<Distribution>, Vec<u8>) {
    let mut sample = Vec::new();
    for _ in 0..SAMPLE_BOARDS {
        let board: [Card; N] = draw_cards(CardSet::EMPTY, random);
        sample.extend(rivers.distributions(&board).into_iter().flatten().step_by(SAMPLE_STEP));
    }
    let centroids = cluster(&sample, usize::from(count), random);
    let table = table::<N>(rivers, &centroids);
    (centroids, table)
}

/// The bucket of each hand on each canonical board of `N` cards.
fn table<const N: usize>(rivers: &RiverLevels, centroids: &[Distribution]) -> Vec<u8> {
    let mut table = Vec::new();
    for_each_board::<N>(&mut |board, _| {
        let buckets = rivers
            .distributions(&board)
            .into_iter()
            .map(|distribution| distribution.map_or(NO_HAND, |distribution| nearest(centroids, &distribution) as u8));
        table.extend(buckets);
    });
    debug_assert_eq!(table.len() % PAIRS, 0);
    table
}

/// The bucket of each level on the river; all buckets are about equally likely.
fn river_buckets(count: u8, rivers: &RiverLevels) -> Vec<u8> {
    let mut hands = [0_u64; LEVELS];
    for_each_board::<5>(&mut |board, weight| {
        let seen: CardSet = board.into_iter().collect();
        for pair in all_pairs().filter(|pair| pair.iter().all(|&card| !seen.contains(card))) {
            hands[usize::from(rivers.level(pair, &board))] += weight;
        }
    });
    equal_shares(&hands, count)
}

/// Assigns levels to at most `count` buckets of about equal weight, in their order and without gaps.
fn equal_shares(weights: &[u64], count: u8) -> Vec<u8> {
    let total = weights.iter().sum::<u64>().max(1);
    let (mut below, mut last, mut bucket) = (0, None, 0_u8);
    weights
        .iter()
        .map(|&weight| {
            // The bucket of the middle of the level.
            let share = ((2 * below + weight) * u64::from(count) / (2 * total)).min(u64::from(count) - 1);
            below += weight;
            if last.is_some_and(|last| last != share) {
                bucket += 1;
            }
            last = Some(share);
            bucket
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_share_buckets_of_equal_weight() {
        assert_eq!(equal_shares(&[1, 1, 1, 1], 2), [0, 0, 1, 1]);
        assert_eq!(equal_shares(&[6, 1, 1, 0], 4), [0, 1, 1, 1], "a heavy level fills several buckets, without gaps");
        assert_eq!(equal_shares(&[0; 3], 1), [0; 3]);
    }

    #[test]
    fn classes_of_hole_cards_are_buckets_before_the_flop() {
        let buckets = CardBuckets::preflop_only().indexed();
        let hole = [Card::of(12, 0), Card::of(11, 0)];
        assert_eq!(usize::from(buckets.bucket(Street::Preflop, hole, &[])), HoleClass::of(hole).index());
        assert_eq!(buckets.counts(), [CLASSES, 1, 1, 1]);
    }
}
