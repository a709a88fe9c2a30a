//! Reference implementation of Pentago: a board of numbers whose quarters turn. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};

use super::grid::{Grid, Point, ROW_DIRECTIONS};

#[derive(Clone)]
pub struct Pentago {
    /// Owner of the stone in each hole, 0 for none.
    board: Grid,
    mover: u8,
}

pub fn start() -> Pentago {
    Pentago { board: Grid::new(6, 6), mover: 1 }
}

impl Pentago {
    fn has_five(&self, player: u8) -> bool {
        let begins_five = |&at: &Point| ROW_DIRECTIONS.iter().any(|&step| self.board.run_length(at, step, player) >= 4);
        self.board.places_of(player).any(|at| begins_five(&at))
    }

    /// Turns a quarter, numbered from 0 at the lower left row by row, to the left or to the right.
    fn turn(&mut self, quarter: i32, left: bool) {
        let before = self.board.clone();
        let (first_x, first_y) = (3 * (quarter % 2) + 1, 3 * (quarter / 2) + 1);
        for x in 0..3 {
            for y in 0..3 {
                let (to_x, to_y) = if left { (2 - y, x) } else { (y, 2 - x) };
                let stone = before.at((first_x + x, first_y + y)).expect("quarters lie on the board");
                self.board.put((first_x + to_x, first_y + to_y), stone);
            }
        }
    }
}

impl ReferenceGame for Pentago {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (x, y) in self.board.places_of(0) {
            for quarter in 0..4 {
                for (letter, left) in [('l', true), ('r', false)] {
                    let mut after = self.clone();
                    after.board.put((x, y), self.mover);
                    after.turn(quarter, left);
                    after.mover = 3 - self.mover;
                    moves.push((format!("off s({x},{y}) {letter}{}", quarter + 1), after));
                }
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        match (self.has_five(1), self.has_five(2)) {
            (true, false) => Some(1),
            (false, true) => Some(2),
            (false, false) if self.board.places_of(0).next().is_some() => None,
            _ => Some(0),
        }
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("pentago"), &start(), 2);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("pentago"), &start(), 20, 40);
}
