//! Reference implementation of Tic-tac-toe: nine numbers and the number of marks placed. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

/// The places of the lines, counted row by row from 0.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

#[derive(Clone)]
pub struct TicTacToe {
    /// Owner of the mark on each place, 0 for none.
    board: [usize; 9],
    placed: usize,
}

pub fn start() -> TicTacToe {
    TicTacToe { board: [0; 9], placed: 0 }
}

impl ReferenceGame for TicTacToe {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mover = self.placed % 2 + 1;
        let free = (0..9).filter(|&place| self.board[place] == 0);
        let place = |place: usize| {
            let mut after = Self { placed: self.placed + 1, ..self.clone() };
            after.board[place] = mover;
            let box_number = self.placed / 2 + 1;
            (format!("box({mover},{box_number}) s({},{})", place % 3 + 1, place / 3 + 1), after)
        };
        free.map(place).collect()
    }

    fn winner(&self) -> Option<usize> {
        let full_of = |player: usize| LINES.iter().any(|line| line.iter().all(|&place| self.board[place] == player));
        (1..=2).find(|&player| full_of(player)).or((self.placed == 9).then_some(0))
    }
}

/// Well-known totals: 255,168 games, of which crosses win 131,184 and noughts 77,904.
#[test]
fn the_reference_has_the_published_totals() {
    let mut finished = [0; 3];
    for depth in 1..=9 {
        for (sum, more) in finished.iter_mut().zip(reference_perft(&start(), depth, 2).finished) {
            *sum += more;
        }
    }
    assert_eq!(finished, [46_080, 131_184, 77_904]);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("tic-tac-toe"), &start(), 9);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("tic-tac-toe"), &start(), 1000, 9);
}
