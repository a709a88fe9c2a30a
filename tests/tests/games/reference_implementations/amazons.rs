//! Reference implementation of Amazons: a board of numbers, the player to move, and the amazon that has to shoot. It does not
//! use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::{Grid, NEIGHBOURS, Point, offset};
use super::lines_of_play::perft_by_turns;

const ARROW: u8 = 3;

#[derive(Clone)]
pub struct Amazons {
    /// Owner of the amazon on each place, [`ARROW`], or 0.
    board: Grid,
    mover: u8,
    shooter: Option<Point>,
}

/// The initial position: amazons are a third of the edge away from the corners, two on each side's own row.
pub fn start(size: usize) -> Amazons {
    let mut board = Grid::new(size, size);
    let (last, far) = (size as i32, (size as i32 - 1) / 3);
    for (x, y) in [(1, 1 + far), (1 + far, 1), (last - far, 1), (last, 1 + far)] {
        board.put((x, y), 1);
        board.put((x, last + 1 - y), 2);
    }
    Amazons { board, mover: 1, shooter: None }
}

impl Amazons {
    /// The places that a queen could reach.
    fn reachable(&self, from: Point) -> impl Iterator<Item = Point> {
        NEIGHBOURS.into_iter().flat_map(move |step| {
            (1..=self.board.run_length(from, step, 0)).map(move |distance| offset(from, step, distance))
        })
    }
}

impl ReferenceGame for Amazons {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if let Some(shooter) = self.shooter {
            for (x, y) in self.reachable(shooter) {
                let mut after = Self { mover: 3 - self.mover, shooter: None, ..self.clone() };
                after.board.put((x, y), ARROW);
                moves.push((format!("off sq({x},{y})"), after));
            }
            return moves;
        }
        for from in self.board.places_of(self.mover) {
            for to in self.reachable(from) {
                let mut after = Self { shooter: Some(to), ..self.clone() };
                after.board.put(from, 0);
                after.board.put(to, self.mover);
                moves.push((format!("sq({},{}) sq({},{})", from.0, from.1, to.0, to.1), after));
            }
        }
        moves
    }

    /// A player who cannot move has lost. An amazon that moved can always shoot back to where it stood.
    fn winner(&self) -> Option<usize> {
        let stuck = self.shooter.is_none()
            && self.board.places_of(self.mover).all(|from| self.reachable(from).next().is_none());
        stuck.then_some(usize::from(3 - self.mover))
    }
}

/// A turn is a move and a shot, so a perft by turns equals one by twice as many plies.
#[test]
fn the_reference_has_the_published_counts() {
    assert_eq!(perft_by_turns(&start(10), 1, |state| state.mover.into()), 2176);
    assert_eq!(reference_perft(&start(10), 2, 2).nodes, 2176);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("amazons"), &start(10), 3);
    assert_same_counts(&compiled("amazons-6x6"), &start(6), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("amazons"), &start(10), 20, 184);
    assert_same_games(&compiled("amazons-6x6"), &start(6), 100, 56);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("amazons", &[("size", "5")]), &start(5), 200, 34);
    assert_same_games(&with_options("amazons", &[("size", "8")]), &start(8), 30, 112);
}
