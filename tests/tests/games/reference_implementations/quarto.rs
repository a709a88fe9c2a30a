//! Reference implementation of Quarto: a board of piece numbers and the piece that was given. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};

/// The ten lines of four places; place `4 * x + y`, from 0.
fn lines() -> Vec<[usize; 4]> {
    let mut lines = vec![[0, 5, 10, 15], [3, 6, 9, 12]];
    for at in 0..4 {
        lines.push([0, 1, 2, 3].map(|y| 4 * at + y));
        lines.push([0, 1, 2, 3].map(|x| 4 * x + at));
    }
    lines
}

#[derive(Clone)]
pub struct Quarto {
    board: [Option<u8>; 16],
    /// Pieces that are still in the box.
    waiting: Vec<u8>,
    given: Option<u8>,
    mover: usize,
    won: Option<usize>,
}

pub fn start() -> Quarto {
    Quarto { board: [None; 16], waiting: (0..16).collect(), given: None, mover: 1, won: None }
}

impl Quarto {
    /// `true` if four pieces in a line share a property.
    fn has_line(&self) -> bool {
        lines().into_iter().any(|line| {
            let Some(pieces) = line.iter().map(|&at| self.board[at]).collect::<Option<Vec<u8>>>() else { return false };
            let shared = pieces.iter().fold(0b1111, |all, piece| all & piece);
            let lacked = pieces.iter().fold(0b1111, |all, piece| all & !piece);
            shared | lacked != 0
        })
    }
}

impl ReferenceGame for Quarto {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.won.is_some() {
            return Vec::new();
        }
        let give = |&piece: &u8| {
            let mut after = self.clone();
            after.waiting.retain(|&other| other != piece);
            after.given = Some(piece);
            after.mover = 3 - self.mover;
            (format!("box({piece}) given"), after)
        };
        let Some(piece) = self.given else { return self.waiting.iter().map(give).collect() };
        let free = (0..16).filter(|&at| self.board[at].is_none());
        let place = |at: usize| {
            let mut after = Self { given: None, ..self.clone() };
            after.board[at] = Some(piece);
            after.won =
                if after.has_line() { Some(self.mover) } else { after.board.iter().all(Option::is_some).then_some(0) };
            (format!("given s({},{})", at / 4 + 1, at % 4 + 1), after)
        };
        free.map(place).collect()
    }

    fn winner(&self) -> Option<usize> {
        self.won
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("quarto"), &start(), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("quarto"), &start(), 200, 40);
}
