//! Reference implementation of Gomoku: a board of numbers and the number of free places. It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::{Grid, Point, ROW_DIRECTIONS};

#[derive(Clone)]
pub struct Gomoku {
    /// Owner of the stone on each place, 0 for none.
    board: Grid,
    /// The longest row that wins.
    longest: i32,
    free: usize,
    mover: u8,
    won: Option<usize>,
}

pub fn start(size: usize, exactly: bool) -> Gomoku {
    let longest_winning_row = if exactly { 5 } else { size as i32 };
    Gomoku { board: Grid::new(size, size), longest: longest_winning_row, free: size * size, mover: 1, won: None }
}

impl Gomoku {
    fn place(&self, at: Point) -> Self {
        let mut after = Self { free: self.free - 1, mover: 3 - self.mover, ..self.clone() };
        after.board.put(at, self.mover);
        let mut rows = ROW_DIRECTIONS.iter().map(|&step| after.board.row_length(at, step, self.mover));
        after.won = rows.any(|row| (5..=self.longest).contains(&row)).then_some(usize::from(self.mover));
        after
    }
}

impl ReferenceGame for Gomoku {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.won.is_some() {
            return Vec::new();
        }
        self.board.places_of(0).map(|(x, y)| (format!("off p({x},{y})"), self.place((x, y)))).collect()
    }

    fn winner(&self) -> Option<usize> {
        self.won.or((self.free == 0).then_some(0))
    }
}

#[test]
fn the_reference_has_the_published_counts() {
    let counts = [1, 2].map(|depth| reference_perft(&start(15, false), depth, 2).nodes);
    assert_eq!(counts, [225, 50_400]);
}

/// Black's row has a gap in the middle; white's stones lie far from it. Filling the gap makes six.
#[test]
fn a_row_of_six_wins_unless_five_are_asked_for() {
    for (exactly, winner) in [(false, Some(1)), (true, None)] {
        let mut state = start(15, exactly);
        for x in [1, 2, 4, 5, 6] {
            state = state.place((x, 8)).place((2 * x, 15));
        }
        assert_eq!(state.place((3, 8)).winner(), winner, "six");
        let five = state.place((15, 1)).place((12, 13)).place((15, 2)).place((12, 11));
        assert_eq!(five.winner(), None);
        let five = [3, 4].into_iter().fold(five, |state, y| state.place((15, y)).place((13, 2 * y)));
        assert_eq!(five.place((15, 5)).winner(), Some(1), "five");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("gomoku"), &start(15, false), 2);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("gomoku"), &start(15, false), 30, 225);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("gomoku", &[("size", "6")]), &start(6, false), 1000, 36);
    assert_same_games(&with_options("gomoku", &[("size", "7"), ("exactly", "yes")]), &start(7, true), 500, 49);
}
