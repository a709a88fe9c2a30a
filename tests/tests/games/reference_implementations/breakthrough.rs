//! Reference implementation of Breakthrough: a board of numbers and the player to move. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::grid::Grid;

#[derive(Clone)]
pub struct Breakthrough {
    /// Owner of the man on each place, 0 for none. Player 1 starts in rows 1 and 2 and goes up.
    board: Grid,
    mover: u8,
    won: Option<usize>,
}

pub fn start() -> Breakthrough {
    let mut board = Grid::new(8, 8);
    for x in 1..=8 {
        for (y, player) in [(1, 1), (2, 1), (7, 2), (8, 2)] {
            board.put((x, y), player);
        }
    }
    Breakthrough { board, mover: 1, won: None }
}

impl ReferenceGame for Breakthrough {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.won.is_some() {
            return moves;
        }
        let (forward, goal) = if self.mover == 1 { (1, 8) } else { (-1, 1) };
        for (x, y) in self.board.places_of(self.mover) {
            for dx in -1..=1 {
                let to = (x + dx, y + forward);
                let found = self.board.at(to);
                let takes = found == Some(3 - self.mover) && dx != 0;
                if found != Some(0) && !takes {
                    continue;
                }
                let mut after = self.clone();
                after.board.put((x, y), 0);
                after.board.put(to, self.mover);
                let wins = to.1 == goal || takes && after.board.places_of(3 - self.mover).next().is_none();
                after.won = wins.then_some(usize::from(self.mover));
                after.mover = 3 - self.mover;
                moves.push((format!("sq({x},{y}) sq({},{})", to.0, to.1), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        self.won
    }
}

#[test]
fn the_reference_has_the_published_counts() {
    for (depth, nodes) in (1..).zip([22, 484, 11_132, 256_036]) {
        assert_eq!(reference_perft(&start(), depth, 2).nodes, nodes, "depth {depth}");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("breakthrough"), &start(), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("breakthrough"), &start(), 300, 200);
}
