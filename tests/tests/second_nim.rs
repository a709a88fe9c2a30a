//! Nim told a second time: three numbers and who is to move. It knows nothing of the game file.

use boardwright_tests::fast;
use boardwright_tests::second::{Second, assert_same_counts, assert_same_games};

#[derive(Clone)]
struct Nim {
    heaps: [usize; 3],
    mover: usize,
}

const START: Nim = Nim { heaps: [3, 4, 5], mover: 1 };

impl Second for Nim {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (heap, &size) in self.heaps.iter().enumerate() {
            for rest in 0..size {
                let mut after = Self { mover: 3 - self.mover, ..self.clone() };
                after.heaps[heap] = rest;
                // The lowest match that is taken stands for the move.
                let place = format!("({},{})", heap + 1, rest + 1);
                moves.push((format!("s{place} b{place}"), after));
            }
        }
        moves
    }

    /// Who takes the last match loses, so the one who finds none has won.
    fn winner(&self) -> Option<usize> {
        (self.heaps == [0; 3]).then_some(self.mover)
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&fast("nim"), &START, 12);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&fast("nim"), &START, 300, 12);
}

/// Bouton's theorem for the convention that the last match loses: the mover is lost where the sum without carries
/// is 0, except that heaps of one match each are lost if their number is odd.
#[test]
fn the_winner_is_who_bouton_says() {
    fn mover_wins(state: &Nim) -> bool {
        match state.winner() {
            Some(winner) => winner == state.mover,
            None => state.moves().iter().any(|(_, after)| !mover_wins(after)),
        }
    }
    for (a, b, c) in (0..=3).flat_map(|a| (0..=4).flat_map(move |b| (0..=5).map(move |c| (a, b, c)))) {
        let by_theorem = if a.max(b).max(c) > 1 { a ^ b ^ c != 0 } else { (a + b + c) % 2 == 0 };
        assert_eq!(mover_wins(&Nim { heaps: [a, b, c], mover: 1 }), by_theorem, "{a} {b} {c}");
    }
}
