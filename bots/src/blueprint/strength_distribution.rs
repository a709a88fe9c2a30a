//! Distribution of the strength that a hand has on the river: the feature by which hands are grouped into buckets
//! (Johanson, Burch, Valenzano and Bowling, "Evaluating State-Space Abstractions in Extensive-Form Games", 2013).

use boardwright_games::holdem::boards::{
    CanonicalBoard, OPPONENT_HANDS, PAIRS, all_pairs, canonical_board, for_each_board, for_each_showdown, pair_index,
};
use boardwright_games::holdem::{Card, CardSet, PartialHand};
use rustc_hash::FxHashMap;

/// Number of bins of a distribution.
pub const BINS: usize = 20;
/// Number of levels of the strength on the river.
pub const LEVELS: usize = 255;

/// A cumulative distribution of the strength on the river: the shares of river cards after which the strength is in each
/// bin or below. The last one would always be 1 and is kept for simplicity.
pub type Distribution = [f32; BINS];

/// Level of the strength of a hand: its share of showdowns against one random hand, a split counting half.
fn level(wins: u64, splits: u64) -> u8 {
    let (half_points, most) = (2 * wins + splits, 2 * OPPONENT_HANDS);
    (half_points * (LEVELS as u64 - 1) / most) as u8
}

/// Bin of a level.
fn bin(level: u8) -> usize {
    usize::from(level) * BINS / LEVELS
}

/// Level of one hand on a full board, by comparing it with all hands of the other player.
pub fn river_level(hole: [Card; 2], board: &[Card]) -> u8 {
    let on_board = PartialHand::default().with_all(board);
    let own = on_board.with_all(&hole).strength();
    let seen: CardSet = board.iter().copied().chain(hole).collect();
    let left: Vec<Card> = seen.complement().iter().collect();
    let (mut wins, mut splits) = (0, 0);
    for (index, &one) in left.iter().enumerate() {
        let with_one = on_board.with(one);
        for &other in &left[..index] {
            let strength = with_one.with(other).strength();
            wins += u64::from(strength < own);
            splits += u64::from(strength == own);
        }
    }
    level(wins, splits)
}

/// Distribution of one hand on the turn, by all river cards.
pub fn turn_distribution(hole: [Card; 2], board: &[Card]) -> Distribution {
    let mut counts = [0; BINS];
    let seen: CardSet = board.iter().copied().chain(hole).collect();
    let mut full = [hole[0]; 5];
    full[..4].copy_from_slice(board);
    for river in seen.complement().iter() {
        full[4] = river;
        counts[bin(river_level(hole, &full))] += 1;
    }
    cumulated(&counts)
}

fn cumulated(counts: &[u16; BINS]) -> Distribution {
    let total: u16 = counts.iter().sum();
    let mut below = 0;
    counts.map(|count| {
        below += count;
        f32::from(below) / f32::from(total.max(1))
    })
}

/// Indices of canonical boards of a street, in the order of [`for_each_board`].
#[derive(Debug)]
pub struct BoardIndex(FxHashMap<CanonicalBoard, u32>);

impl BoardIndex {
    /// All canonical boards of `N` cards.
    pub fn new<const N: usize>() -> Self {
        let mut indices = FxHashMap::default();
        for_each_board::<N>(&mut |board, _| {
            indices.insert(canonical_board(&board).0, indices.len() as u32);
        });
        Self(indices)
    }

    /// Place of a hand on a board in a table with a row of [`PAIRS`] for each board.
    #[inline]
    pub fn place(&self, hole: [Card; 2], board: &[Card]) -> usize {
        let (canonical, map) = canonical_board(board);
        self.0[&canonical] as usize * PAIRS + pair_index(hole.map(|card| map.apply(card)))
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Levels of all hands on all full boards: 178 MB.
#[derive(Debug)]
pub struct RiverLevels {
    boards: BoardIndex,
    levels: Vec<u8>,
}

impl RiverLevels {
    /// Computes all levels, which takes some seconds in a release build.
    pub fn compute() -> Self {
        let boards = BoardIndex::new::<5>();
        let mut levels = Vec::with_capacity(boards.len() * PAIRS);
        let mut hands = Vec::new();
        for_each_board::<5>(&mut |board, _| {
            let first = levels.len();
            levels.resize(first + PAIRS, 0);
            for_each_showdown(board, &mut hands, |hole, wins, splits| {
                levels[first + pair_index(hole)] = level(wins, splits);
            });
        });
        Self { boards, levels }
    }

    /// Level of a hand on a full board.
    #[inline]
    pub fn level(&self, hole: [Card; 2], board: &[Card]) -> u8 {
        self.levels[self.boards.place(hole, board)]
    }

    /// Distributions of all hands on a board of three or four cards, by the index of the pair. Pairs with a card of the
    /// board are in no distribution.
    pub fn distributions(&self, board: &[Card]) -> Vec<Option<Distribution>> {
        let seen: CardSet = board.iter().copied().collect();
        let pairs: Vec<[Card; 2]> = all_pairs().filter(|pair| pair.iter().all(|&card| !seen.contains(card))).collect();
        let mut counts = vec![[0_u16; BINS]; PAIRS];
        let left: Vec<Card> = seen.complement().iter().collect();
        let mut full = [left[0]; 5];
        full[..board.len()].copy_from_slice(board);
        let mut count_board = |full: &[Card; 5]| {
            let (canonical, map) = canonical_board(full);
            let row = self.boards.0[&canonical] as usize * PAIRS;
            let new = &full[board.len()..];
            for &pair in pairs.iter().filter(|pair| pair.iter().all(|card| !new.contains(card))) {
                let level = self.levels[row + pair_index(pair.map(|card| map.apply(card)))];
                counts[pair_index(pair)][bin(level)] += 1;
            }
        };
        for (index, &river) in left.iter().enumerate() {
            full[4] = river;
            if board.len() == 4 {
                count_board(&full);
                continue;
            }
            for &turn in &left[..index] {
                full[3] = turn;
                count_board(&full);
            }
        }
        let is_counted = |counts: &[u16; BINS]| counts.iter().any(|&count| count > 0);
        counts.iter().map(|counts| is_counted(counts).then(|| cumulated(counts))).collect()
    }
}

#[cfg(test)]
mod tests {
    use boardwright_games::holdem::parse_cards;

    use super::*;

    fn hole(text: &str) -> [Card; 2] {
        parse_cards(text).unwrap().try_into().unwrap()
    }

    /// Royal flush on the board: every showdown is split. Three kings without straights or flushes: all showdowns are won.
    #[test]
    fn levels_span_the_strengths() {
        let board = parse_cards("AsKsQsJsTs").unwrap();
        assert_eq!(river_level(hole("2c3d"), &board), level(0, OPPONENT_HANDS));
        let board = parse_cards("2c7dJh3sKc").unwrap();
        assert_eq!(usize::from(river_level(hole("KhKd"), &board)), LEVELS - 1);
        assert_eq!(bin(254), BINS - 1);
    }

    /// The sweep over all hands of a board gives the levels of a plain comparison.
    #[test]
    fn a_sweep_gives_the_levels_of_single_hands() {
        let board: [Card; 5] = parse_cards("2c7dJhJs9c").unwrap().try_into().unwrap();
        for_each_showdown(board, &mut Vec::new(), |hole, wins, splits| {
            assert_eq!(level(wins, splits), river_level(hole, &board), "{hole:?}");
        });
    }

    /// A made hand without draws against it is nearly always strong; a draw is strong or weak.
    #[test]
    fn distributions_distinguish_made_hands_from_draws() {
        let board = parse_cards("2c7cJh9s").unwrap();
        let set = turn_distribution(hole("JcJd"), &board);
        let draw = turn_distribution(hole("4c3c"), &board);
        assert!(set[BINS / 2] < 0.01, "{set:?}");
        assert!(draw[BINS / 2] > 0.7 && draw[BINS - 3] < 0.9, "{draw:?}");
        assert!((set[BINS - 1] - 1.0).abs() < 1e-6);
    }
}
