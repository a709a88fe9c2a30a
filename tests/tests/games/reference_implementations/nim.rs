//! Reference implementation of Nim: the sizes of the heaps and the player to move. It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use boardwright_tests::{compiled, with_options};

#[derive(Clone)]
pub struct Nim {
    heaps: Vec<usize>,
    misere: bool,
    mover: usize,
}

pub fn start(heaps: &[usize], misere: bool) -> Nim {
    Nim { heaps: heaps.to_vec(), misere, mover: 1 }
}

impl ReferenceGame for Nim {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (heap, &size) in self.heaps.iter().enumerate() {
            for rest in 0..size {
                let mut after = Self { mover: 3 - self.mover, ..self.clone() };
                after.heaps[heap] = rest;
                // The first match that is taken represents the move.
                moves.push((format!("s({},{}) off", heap + 1, rest + 1), after));
            }
        }
        moves
    }

    /// The game is over when nothing is left: the player who took the last match has won, or lost in misere play.
    fn winner(&self) -> Option<usize> {
        let over = self.heaps.iter().all(|&size| size == 0);
        over.then_some(if self.misere { self.mover } else { 3 - self.mover })
    }
}

/// Bouton's theorem (1901): the mover loses where the nim-sum is 0. In misere play the same holds
/// unless all heaps have one match, where the mover loses if their number is odd.
#[test]
fn the_winner_agrees_with_boutons_theorem() {
    fn mover_wins(state: &Nim) -> bool {
        match state.winner() {
            Some(winner) => winner == state.mover,
            None => state.moves().iter().any(|(_, after)| !mover_wins(after)),
        }
    }
    for (a, b, c) in (0..=3).flat_map(|a| (0..=4).flat_map(move |b| (0..=5).map(move |c| (a, b, c)))) {
        let normal = a ^ b ^ c != 0;
        assert_eq!(mover_wins(&start(&[a, b, c], false)), normal, "{a} {b} {c}");
        let misere = if a.max(b).max(c) > 1 { normal } else { (a + b + c) % 2 == 0 };
        assert_eq!(mover_wins(&start(&[a, b, c], true)), misere, "{a} {b} {c}, the last match loses");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("nim"), &start(&[3, 4, 5], false), 12);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("nim"), &start(&[3, 4, 5], false), 300, 12);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("nim", &[("misere", "yes")]), &start(&[3, 4, 5], true), 300, 12);
    assert_same_games(
        &with_options("nim", &[("heaps", "1-20-2-7"), ("misere", "no")]),
        &start(&[1, 20, 2, 7], false),
        100,
        30,
    );
}
