//! Reference implementation of Skipping: a grid of owners and the skipping man. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};

use super::grid::{Grid, NEIGHBOURS, Point, offset};

#[derive(Clone)]
pub struct Skipping {
    board: Grid,
    player: u8,
    /// The man that can go on skipping.
    skipper: Option<Point>,
}

pub fn start() -> Skipping {
    let mut board = Grid::new(8, 8);
    for column in 1..=8 {
        board.put((column, 1), 1);
        board.put((column, 8), 2);
    }
    Skipping { board, player: 1, skipper: None }
}

impl Skipping {
    fn after_move(&self, from: Point, to: Point) -> Self {
        let mut after = self.clone();
        after.board.put(from, 0);
        after.board.put(to, self.player);
        after
    }

    fn after_turn(mut self) -> Self {
        self.player = 3 - self.player;
        self.skipper = None;
        self
    }
}

impl ReferenceGame for Skipping {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let text = |from: Point, to: Point| format!("p({},{}) p({},{})", from.0, from.1, to.0, to.1);
        for from in self.board.places_of(self.player).filter(|&man| self.skipper.is_none_or(|skipper| skipper == man)) {
            for step in NEIGHBOURS {
                let [near, far] = [1, 2].map(|distance| offset(from, step, distance));
                let is_straight = step.0 == 0 || step.1 == 0;
                if self.board.at(near) == Some(0) && is_straight && self.skipper.is_none() {
                    moves.push((text(from, near), self.after_move(from, near).after_turn()));
                }
                if self.board.at(near).is_some_and(|man| man > 0) && self.board.at(far) == Some(0) {
                    moves.push((text(from, far), Self { skipper: Some(far), ..self.after_move(from, far) }));
                }
            }
        }
        if self.skipper.is_some() {
            moves.push(("stop".to_owned(), self.clone().after_turn()));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        let is_occupied =
            |player| (1..=8).all(|column| self.board.at((column, if player == 1 { 8 } else { 1 })) == Some(player));
        [1, 2].into_iter().find(|&player| is_occupied(player)).map(usize::from)
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("skipping"), &start(), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("skipping"), &start(), 60, 300);
}
