//! Reference implementation of Reversi: a board of numbers, the player to move and the number of consecutive passes. It does not
//! use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::{Grid, NEIGHBOURS, Point, offset};

#[derive(Clone)]
pub struct Reversi {
    /// Owner of the disc on each place, 0 for none.
    board: Grid,
    mover: u8,
    passes: u32,
}

pub fn start(size: usize) -> Reversi {
    let mut board = Grid::new(size, size);
    let middle = size as i32 / 2;
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        board.put((middle + x, middle + y), if x == y { 2 } else { 1 });
    }
    Reversi { board, mover: 1, passes: 0 }
}

impl Reversi {
    /// The discs that a disc of the mover on this place would flip.
    fn flipped_discs(&self, place: Point) -> Vec<Point> {
        let mut caught = Vec::new();
        for step in NEIGHBOURS {
            let run = self.board.run_length(place, step, 3 - self.mover);
            if self.board.at(offset(place, step, run + 1)) == Some(self.mover) {
                caught.extend((1..=run).map(|distance| offset(place, step, distance)));
            }
        }
        caught
    }

    fn discs(&self, player: u8) -> usize {
        self.board.places_of(player).count()
    }
}

impl ReferenceGame for Reversi {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.passes == 2 {
            return moves;
        }
        for place in self.board.places_of(0) {
            let caught = self.flipped_discs(place);
            if caught.is_empty() {
                continue;
            }
            let mut board = self.board.clone();
            for turned in caught.into_iter().chain([place]) {
                board.put(turned, self.mover);
            }
            moves.push((format!("off sq({},{})", place.0, place.1), Self { board, mover: 3 - self.mover, passes: 0 }));
        }
        if moves.is_empty() {
            let after = Self { mover: 3 - self.mover, passes: self.passes + 1, ..self.clone() };
            moves.push(("pass".into(), after));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        (self.passes == 2).then(|| match self.discs(1).cmp(&self.discs(2)) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 0,
        })
    }
}

/// Published perft counts for the usual board, and for the two smaller ones; games that ended earlier are not counted.
#[test]
fn the_reference_has_the_published_counts() {
    let published: [(usize, &[u64]); 3] = [
        (8, &[4, 12, 56, 244, 1396, 8200, 55_092, 390_216]),
        (6, &[4, 12, 56, 244, 1364, 7604, 47_740, 308_716]),
        (4, &[4, 12, 44, 128, 424, 1256, 3624, 9116, 20_044, 36_536, 50_692, 57_308]),
    ];
    for (size, counts) in published {
        for (depth, &nodes) in (1..).zip(counts) {
            assert_eq!(reference_perft(&start(size), depth, 2).nodes, nodes, "{size} x {size}, depth {depth}");
        }
    }
}

/// Counts that include games which ended earlier are slightly larger on the smallest board, from the tenth ply on.
#[test]
fn the_reference_ends_games_as_published() {
    let mut ended = 0;
    let mut sums = Vec::new();
    for depth in 1..=12 {
        let found = reference_perft(&start(4), depth, 2);
        sums.push(found.nodes + ended);
        ended += found.finished.iter().sum::<u64>();
    }
    assert_eq!(sums[9..], [36_540, 50_704, 57_436]);
}

/// On the smallest board the first player ends eight discs behind under optimal play.
#[test]
fn the_reference_has_the_published_value_on_the_smallest_board() {
    fn best(state: &Reversi) -> i32 {
        if state.winner().is_some() {
            return state.discs(1) as i32 - state.discs(2) as i32;
        }
        let values = state.moves().into_iter().map(|(_, after)| best(&after));
        if state.mover == 1 { values.max() } else { values.min() }.expect("a game that runs has a move")
    }
    assert_eq!(best(&start(4)), -8);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("reversi"), &start(8), 7);
    assert_same_counts(&compiled("reversi-6x6"), &start(6), 7);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("reversi"), &start(8), 200, 130);
    assert_same_games(&compiled("reversi-6x6"), &start(6), 300, 80);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("reversi", &[("size", "4")]), &start(4), 300, 20);
    assert_same_games(&with_options("reversi", &[("size", "10")]), &start(10), 30, 200);
}
