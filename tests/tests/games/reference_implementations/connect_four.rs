//! Reference implementation of Connect Four: a board of numbers and the number of discs dropped. It does not use the game
//! file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::{Grid, ROW_DIRECTIONS};

#[derive(Clone)]
pub struct ConnectFour {
    /// Owner of the disc on each place, 0 for none; row 1 is the lowest.
    board: Grid,
    width: i32,
    height: i32,
    dropped: usize,
    won: Option<usize>,
}

pub fn start(width: usize, height: usize) -> ConnectFour {
    ConnectFour { board: Grid::new(width, height), width: width as i32, height: height as i32, dropped: 0, won: None }
}

impl ReferenceGame for ConnectFour {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.won.is_some() {
            return moves;
        }
        let mover = self.dropped % 2 + 1;
        for x in 1..=self.width {
            let Some(lowest) = (1..=self.height).find(|&y| self.board.at((x, y)) == Some(0)) else { continue };
            let mut after = Self { dropped: self.dropped + 1, ..self.clone() };
            after.board.put((x, lowest), mover as u8);
            let four = ROW_DIRECTIONS.iter().any(|&step| after.board.row_length((x, lowest), step, mover as u8) >= 4);
            after.won = four.then_some(mover);
            moves.push((format!("stack({mover},{}) c({x},{lowest})", self.dropped / 2 + 1), after));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        self.won.or_else(|| self.board.places_of(0).next().is_none().then_some(0))
    }
}

#[test]
fn the_reference_has_the_published_counts() {
    let published = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    for (depth, nodes) in (1..).zip(published) {
        assert_eq!(reference_perft(&start(7, 6), depth, 2).nodes, nodes, "depth {depth}");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("connect-four"), &start(7, 6), 7);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("connect-four"), &start(7, 6), 300, 42);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("connect-four", &[("width", "4"), ("height", "5")]), &start(4, 5), 300, 20);
    assert_same_games(&with_options("connect-four", &[("width", "10"), ("height", "4")]), &start(10, 4), 100, 40);
}
