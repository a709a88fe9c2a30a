//! Amazons told a second time: a board of numbers, who is to move, and which amazon has to shoot. It knows nothing of
//! the game file.

use boardwright_tests::second::{Second, assert_same_counts, assert_same_games, count};
use boardwright_tests::{fast, with_options};

use super::grid::{AROUND, Grid, Point, beyond};
use super::lines::by_turns;

const ARROW: u8 = 3;

#[derive(Clone)]
pub struct Amazons {
    /// Whose amazon stands there, [`ARROW`], or 0.
    board: Grid,
    mover: u8,
    shooter: Option<Point>,
}

/// Each side's amazons stand as far from the corners as a third of the edge, two on the side's own row.
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
    /// Where a queen could go from a place.
    fn reached(&self, from: Point) -> impl Iterator<Item = Point> {
        AROUND
            .into_iter()
            .flat_map(move |step| (1..=self.board.run(from, step, 0)).map(move |distance| beyond(from, step, distance)))
    }
}

impl Second for Amazons {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if let Some(shooter) = self.shooter {
            for (x, y) in self.reached(shooter) {
                let mut after = Self { mover: 3 - self.mover, shooter: None, ..self.clone() };
                after.board.put((x, y), ARROW);
                moves.push((format!("off sq({x},{y})"), after));
            }
            return moves;
        }
        for from in self.board.places_of(self.mover) {
            for to in self.reached(from) {
                let mut after = Self { shooter: Some(to), ..self.clone() };
                after.board.put(from, 0);
                after.board.put(to, self.mover);
                moves.push((format!("sq({},{}) sq({},{})", from.0, from.1, to.0, to.1), after));
            }
        }
        moves
    }

    /// Who cannot move has lost. An amazon that moved can always shoot back to where it stood.
    fn winner(&self) -> Option<usize> {
        let stuck =
            self.shooter.is_none() && self.board.places_of(self.mover).all(|from| self.reached(from).next().is_none());
        stuck.then_some(usize::from(3 - self.mover))
    }
}

/// A turn is a move and a shot, so a count by turns is that of twice as many plies.
#[test]
fn the_telling_alone_has_the_known_counts() {
    assert_eq!(by_turns(&start(10), 1, |state| state.mover.into()), 2176);
    assert_eq!(count(&start(10), 2, 2).nodes, 2176);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&fast("amazons"), &start(10), 3);
    assert_same_counts(&fast("amazons-6x6"), &start(6), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&fast("amazons"), &start(10), 20, 184);
    assert_same_games(&fast("amazons-6x6"), &start(6), 100, 56);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("amazons", &[("size", "5")]), &start(5), 200, 34);
    assert_same_games(&with_options("amazons", &[("size", "8")]), &start(8), 30, 112);
}
