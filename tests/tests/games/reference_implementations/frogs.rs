//! Reference implementation of Frogs: a row of stones. It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::lines_of_play::shortest_win;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stone {
    Free,
    Green,
    Brown,
}

#[derive(Clone)]
pub struct Frogs {
    stones: Vec<Stone>,
}

/// The initial position with `size` frogs a side.
pub fn start(size: usize) -> Frogs {
    let stones = (0..=2 * size).map(|at| match at {
        at if at < size => Stone::Green,
        at if at > size => Stone::Brown,
        _ => Stone::Free,
    });
    Frogs { stones: stones.collect() }
}

impl ReferenceGame for Frogs {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.solved() {
            return moves;
        }
        let gap = self.stones.iter().position(|&stone| stone == Stone::Free).expect("one stone is free");
        // A frog that moves goes into the gap: the green ones from the left, the brown ones from the right.
        for distance in [1, 2] {
            let left = gap.checked_sub(distance).filter(|&from| self.stones[from] == Stone::Green);
            let right = Some(gap + distance).filter(|&from| self.stones.get(from) == Some(&Stone::Brown));
            for from in left.into_iter().chain(right) {
                let mut after = self.clone();
                after.stones.swap(from, gap);
                moves.push((format!("p({}) p({})", from + 1, gap + 1), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        if self.solved() { Some(1) } else { self.moves().is_empty().then_some(0) }
    }
}

impl Frogs {
    fn solved(&self) -> bool {
        let size = self.stones.len() / 2;
        self.stones[..size].iter().all(|&stone| stone == Stone::Brown)
            && self.stones[size + 1..].iter().all(|&stone| stone == Stone::Green)
    }
}

#[test]
fn three_a_side_have_34_games_and_2_solutions() {
    let ends: Vec<_> = (1..=16).map(|depth| reference_perft(&start(3), depth, 1)).collect();
    assert_eq!(ends.iter().map(|count| count.finished[0]).sum::<u64>(), 32);
    assert_eq!(ends[14].finished, [0, 2]);
    assert_eq!(ends[15].nodes, 0);
}

/// With n frogs a side, every frog passes n others and moves n+1 places: n * n jumps and 2n steps, n(n+2) moves.
#[test]
fn a_solution_has_n_times_n_plus_2_moves() {
    for size in 1..=6 {
        let line = shortest_win(&start(size), |state| state.stones.clone()).expect("there is a solution");
        assert_eq!(line.len(), size * (size + 2));
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("frogs"), &start(3), 15);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("frogs"), &start(3), 100, 20);
}

#[test]
fn other_sizes_are_the_same() {
    for size in [1, 2, 4] {
        let game = with_options("frogs", &[("size", &size.to_string())]);
        assert_same_games(&game, &start(size), 50, 40);
    }
}
