//! Reference implementation of Kalah: fourteen numbers. It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games_by, reference_perft};
use boardwright_tests::{compiled, with_options};

#[derive(Clone)]
pub struct Kalah {
    /// Number of seeds in each pit: six pits and the store of player 1, then those of player 2.
    pits: [u32; 14],
    mover: usize,
}

pub fn start(seeds: u32) -> Kalah {
    let mut pits = [seeds; 14];
    (pits[6], pits[13]) = (0, 0);
    Kalah { pits, mover: 1 }
}

impl Kalah {
    fn side(player: usize) -> std::ops::Range<usize> {
        7 * (player - 1)..7 * (player - 1) + 6
    }

    fn store(player: usize) -> usize {
        7 * player - 1
    }

    fn is_bare(&self, player: usize) -> bool {
        self.pits[Self::side(player)].iter().all(|&seeds| seeds == 0)
    }

    fn sow(&self, pit: usize) -> Self {
        let mut after = self.clone();
        let mut hand = std::mem::take(&mut after.pits[pit]);
        let mut at = pit;
        while hand > 0 {
            at = (at + 1) % 14;
            if at != Self::store(3 - self.mover) {
                after.pits[at] += 1;
                hand -= 1;
            }
        }
        let opposite = 12_usize.wrapping_sub(at);
        if Self::side(self.mover).contains(&at) && after.pits[at] == 1 && after.pits[opposite] > 0 {
            after.pits[Self::store(self.mover)] += 1 + after.pits[opposite];
            (after.pits[at], after.pits[opposite]) = (0, 0);
        }
        if at != Self::store(self.mover) {
            after.mover = 3 - self.mover;
        }
        if after.is_bare(1) || after.is_bare(2) {
            for player in [1, 2] {
                for pit in Self::side(player) {
                    after.pits[Self::store(player)] += std::mem::take(&mut after.pits[pit]);
                }
            }
        }
        after
    }
}

impl ReferenceGame for Kalah {
    fn moves(&self) -> Vec<(String, Self)> {
        let own = Self::side(self.mover).filter(|&pit| self.pits[pit] > 0);
        own.map(|pit| (format!("p({})", pit + 1), self.sow(pit))).collect()
    }

    fn winner(&self) -> Option<usize> {
        let (first, second) = (self.pits[6], self.pits[13]);
        let over = self.is_bare(1) && self.is_bare(2);
        over.then_some(if first == second { 0 } else { 1 + usize::from(second > first) })
    }
}

/// The pit of a move: `p(3,1) p(4,2)` sows pit 3. Which seed stands for all seeds of the pit depends on the game file.
fn pit(text: &str) -> String {
    let (pit, _) = text.split_once(',').expect("moves begin with a spot of a pit");
    format!("{pit})")
}

/// Counted by hand: only pit 3 of six pits with four seeds ends in the store, and gives five further moves.
#[test]
fn the_first_counts_are_as_counted_by_hand() {
    assert_eq!([1, 2].map(|depth| reference_perft(&start(4), depth, 2).nodes), [6, 5 * 6 + 5]);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("kalah"), &start(4), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games_by(&compiled("kalah"), &start(4), 20, 200, pit);
    assert_same_games_by(&with_options("kalah", &[("seeds", "2")]), &start(2), 50, 200, pit);
    assert_same_games_by(&with_options("kalah", &[("seeds", "6")]), &start(6), 5, 200, pit);
}
