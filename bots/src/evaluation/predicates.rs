//! Evaluation of predicates: properties of the cards, each computed at most once for a decision.

use boardwright_games::holdem::Rank;

use crate::cards::{SuitBits, has_four_of_a_straight, longest_run};
use crate::script::vocabulary::Predicate;

/// Cards of a decision with the predicates that were computed. The cache has one bit for each predicate.
#[derive(Clone, Debug)]
pub struct PredicateCache {
    all: SuitBits,
    board: SuitBits,
    all_ranks: [u16; 4],
    board_ranks: [u16; 4],
    computed: u32,
    holding: u32,
    /// Number of computations, for tests of the cache.
    computations: u32,
}

/// Ranks from two to five, from six to ten and from jack to ace.
const LOW: u16 = 0b0_0000_0000_1111;
const MID: u16 = 0b0_0001_1111_0000;
const HIGH: u16 = 0b1_1110_0000_0000;

impl PredicateCache {
    /// Creates the cache for the hero's cards and the board.
    pub fn new(hole: SuitBits, board: SuitBits) -> Self {
        let all = hole.union(board);
        Self {
            all,
            board,
            all_ranks: all.ranks_by_count(),
            board_ranks: board.ranks_by_count(),
            computed: 0,
            holding: 0,
            computations: 0,
        }
    }

    /// `true` if the predicate holds.
    pub fn holds(&mut self, predicate: Predicate) -> bool {
        let bit = 1 << predicate as u32;
        if self.computed & bit == 0 {
            let holds = self.compute(predicate);
            self.computations += 1;
            self.computed |= bit;
            self.holding |= if holds { bit } else { 0 };
        }
        self.holding & bit != 0
    }

    /// Number of predicates that were computed so far.
    pub fn computations(&self) -> u32 {
        self.computations
    }

    fn compute(&mut self, predicate: Predicate) -> bool {
        let [once, pairs, trips, quads] = self.all_ranks;
        let [desk_once, desk_pairs, desk_trips, _] = self.board_ranks;
        match predicate {
            Predicate::Air => {
                let others = [
                    Predicate::Pair,
                    Predicate::Straight,
                    Predicate::Flush,
                    Predicate::FlushDraw,
                    Predicate::StraightDraw,
                ];
                !others.into_iter().any(|other| self.holds(other))
            }
            Predicate::Rainbow => self.board.suit_count() >= 3,
            Predicate::HighPair => pairs & HIGH != 0,
            Predicate::MidPair => pairs & MID != 0,
            Predicate::LowPair => pairs & LOW != 0,
            Predicate::Pair => pairs != 0,
            Predicate::TwoPair => pairs.count_ones() >= 2,
            Predicate::ThreeOfAKind => trips != 0,
            Predicate::Straight => longest_run(once) >= 5,
            Predicate::Flush => self.all.longest_suit() >= 5,
            Predicate::FullHouse => trips != 0 && pairs.count_ones() >= 2,
            Predicate::Poker => quads != 0,
            Predicate::StraightFlush => self.all.suits().any(|suit| longest_run(suit) >= 5),
            Predicate::RoyalFlush => {
                let royal: u16 = Rank::all().rev().take(5).map(|rank| 1 << rank.index()).sum();
                self.all.suits().any(|suit| suit & royal == royal)
            }
            Predicate::FlushDraw => self.all.longest_suit() >= 4,
            Predicate::StraightDraw => has_four_of_a_straight(once),
            Predicate::OpenEnded => longest_run(once) >= 4,
            Predicate::DeskThreeSameColor => self.board.longest_suit() >= 3,
            Predicate::DeskStraightDraw => has_four_of_a_straight(desk_once),
            Predicate::DeskOpenEnded => longest_run(desk_once) >= 4,
            Predicate::DeskHighPair => desk_pairs & HIGH != 0,
            Predicate::DeskMidPair => desk_pairs & MID != 0,
            Predicate::DeskLowPair => desk_pairs & LOW != 0,
            Predicate::DeskPair => desk_pairs != 0,
            Predicate::DeskTwoPair => desk_pairs.count_ones() >= 2,
            Predicate::DeskThreeOfAKind => desk_trips != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_games::holdem::Card;

    #[test]
    fn each_predicate_is_computed_once() {
        let set = |text: &str| text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect::<SuitBits>();
        let mut cache = PredicateCache::new(set("As Kd"), set("2h 7c 9s"));
        assert!(cache.holds(Predicate::Air));
        assert_eq!(cache.computations(), 6, "air and the five that it calls");
        assert!(!cache.holds(Predicate::Pair) && !cache.holds(Predicate::Flush) && cache.holds(Predicate::Air));
        assert_eq!(cache.computations(), 6);
    }

    #[test]
    fn ranges_of_pairs_cover_all_ranks() {
        assert_eq!(LOW | MID | HIGH, 0x1fff);
        assert_eq!((LOW & MID, MID & HIGH), (0, 0));
        assert_eq!(Rank::from_letter('5').map(|rank| LOW >> rank.index()), Some(1));
        assert_eq!(Rank::from_letter('T').map(|rank| MID >> rank.index()), Some(1));
    }
}
