//! Reference implementation of Hex: a board of numbers, and whether the second player may still swap. It does not use the
//! game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::{Grid, Point};

/// The six steps from a cell to its neighbours: the rows lean to the right from the top down.
const NEIGHBOURS: [Point; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

#[derive(Clone)]
pub struct Hex {
    /// Owner of the stone on each cell, 0 for none. Player 1 joins the first row and the last, player 2 the columns.
    board: Grid,
    size: i32,
    mover: u8,
    placed: usize,
    swap: bool,
    won: Option<usize>,
}

pub fn start(size: usize, swap: bool) -> Hex {
    Hex { board: Grid::new(size, size), size: size as i32, mover: 1, placed: 0, swap, won: None }
}

impl Hex {
    /// `true` if the chain through a stone of the mover touches both of the mover's edges.
    fn joins_edges(&self, through: Point) -> bool {
        let (mut first, mut last) = (false, false);
        let mut seen = vec![through];
        let mut next = 0;
        while let Some(&(x, y)) = seen.get(next) {
            next += 1;
            let along = if self.mover == 1 { y } else { x };
            first |= along == 1;
            last |= along == self.size;
            for (dx, dy) in NEIGHBOURS {
                let near = (x + dx, y + dy);
                if self.board.at(near) == Some(self.mover) && !seen.contains(&near) {
                    seen.push(near);
                }
            }
        }
        first && last
    }

    fn place(&self, at: Point) -> Self {
        let mut after = Self { placed: self.placed + 1, ..self.clone() };
        after.board.put(at, self.mover);
        after.won = after.joins_edges(at).then_some(usize::from(self.mover));
        after.mover = 3 - self.mover;
        after
    }

    /// The position after a swap: the first stone becomes the second player's, on the mirrored cell.
    fn swapped(&self) -> Self {
        let (x, y) = self.board.places_of(1).next().expect("the first stone lies on the board");
        let mut after = Self { mover: 1, swap: false, ..self.clone() };
        after.board.put((x, y), 0);
        after.board.put((y, x), 2);
        after
    }
}

impl ReferenceGame for Hex {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.won.is_some() {
            return Vec::new();
        }
        let mut moves: Vec<_> =
            self.board.places_of(0).map(|(x, y)| (format!("off c({x},{y})"), self.place((x, y)))).collect();
        if self.swap && self.placed == 1 {
            moves.push(("swap".into(), self.swapped()));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        self.won
    }
}

#[test]
fn the_reference_has_the_published_counts() {
    let counts = [1, 2].map(|depth| reference_perft(&start(11, false), depth, 2).nodes);
    assert_eq!(counts, [121, 14_520]);
    let counts = [1, 2, 3].map(|depth| reference_perft(&start(5, true), depth, 2).nodes);
    assert_eq!(counts, [25, 25 * 25, 25 * (24 * 23 + 24)]);
}

/// A full board has exactly one winner (Nash). Boards are filled pseudo-randomly, and the winner is checked cell by cell.
#[test]
fn no_full_board_is_a_draw() {
    for seed in 0..500_usize {
        let (mut state, mut next) = (start(5, false), seed);
        while state.winner().is_none() {
            let moves = state.moves();
            assert!(!moves.is_empty(), "a full board without a winner, from seed {seed}");
            next = next * 1_103 % 10_007 + 17;
            state = moves[next % moves.len()].1.clone();
        }
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("hex"), &start(11, false), 2);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("hex"), &start(11, false), 50, 121);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("hex", &[("size", "5")]), &start(5, false), 1000, 25);
    assert_same_games(&with_options("hex", &[("size", "6"), ("swap", "on")]), &start(6, true), 500, 37);
}
