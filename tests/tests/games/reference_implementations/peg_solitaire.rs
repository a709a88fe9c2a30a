//! Reference implementation of peg solitaire on the English board: 33 holes. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::lines_of_play::{count_by_depth, replay, replay_winner};

#[derive(Clone)]
pub struct Pegs {
    /// Pegs by row and column; `None` where there is no hole.
    holes: [[Option<bool>; 7]; 7],
}

pub fn start() -> Pegs {
    let mut holes = [[None; 7]; 7];
    for (x, y) in (0..7).flat_map(|x| (0..7).map(move |y| (x, y))) {
        if (2..5).contains(&x) || (2..5).contains(&y) {
            holes[y][x] = Some((x, y) != (3, 3));
        }
    }
    Pegs { holes }
}

impl Pegs {
    fn at(&self, x: usize, y: usize) -> Option<bool> {
        *self.holes.get(y)?.get(x)?
    }

    fn solved(&self) -> bool {
        self.at(3, 3) == Some(true) && self.holes.as_flattened().iter().filter(|&&hole| hole == Some(true)).count() == 1
    }
}

impl ReferenceGame for Pegs {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.solved() {
            return moves;
        }
        for (x, y) in (0..7).flat_map(|x| (0..7).map(move |y| (x, y))) {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let beside = |steps: isize| (x as isize + steps * dx, y as isize + steps * dy);
                let ((mx, my), (tx, ty)) = (beside(1), beside(2));
                if tx < 0 || ty < 0 {
                    continue;
                }
                let (mx, my, tx, ty) = (mx as usize, my as usize, tx as usize, ty as usize);
                if (self.at(x, y), self.at(mx, my), self.at(tx, ty)) == (Some(true), Some(true), Some(false)) {
                    let mut after = self.clone();
                    after.holes[y][x] = Some(false);
                    after.holes[my][mx] = Some(false);
                    after.holes[ty][tx] = Some(true);
                    moves.push((format!("h({},{}) h({},{})", x + 1, y + 1, tx + 1, ty + 1), after));
                }
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        if self.solved() { Some(1) } else { self.moves().is_empty().then_some(0) }
    }
}

/// A solution as pairs of source and target: a column and a row as two digits.
const SOLUTION: [(u32, u32); 31] = [
    (24, 44),
    (32, 34),
    (13, 33),
    (15, 13),
    (34, 32),
    (31, 33),
    (35, 15),
    (37, 35),
    (43, 23),
    (13, 33),
    (41, 43),
    (43, 23),
    (45, 25),
    (15, 35),
    (47, 45),
    (45, 25),
    (63, 43),
    (51, 53),
    (53, 33),
    (23, 43),
    (43, 45),
    (55, 35),
    (25, 45),
    (57, 55),
    (54, 56),
    (75, 55),
    (45, 65),
    (73, 75),
    (75, 55),
    (56, 54),
    (64, 44),
];

fn solution() -> Vec<String> {
    SOLUTION.iter().map(|(from, to)| format!("h({},{}) h({},{})", from / 10, from % 10, to / 10, to % 10)).collect()
}

#[test]
fn thirty_one_jumps_leave_the_last_peg_in_the_middle() {
    assert_eq!(replay(&start(), &solution()).winner(), Some(1));
}

/// Number of positions by number of jumps (OEIS A112737), for the first few depths only.
#[test]
fn positions_by_number_of_jumps_match_the_oeis() {
    let own = count_by_depth(&start(), |state| state.holes, 20_000);
    let published = [1, 4, 12, 60, 296, 1338, 5648, 21842];
    assert_eq!(own[..7], published[..7]);
}

/// After six jumps at the earliest there is no legal move.
#[test]
fn the_shortest_games_have_six_jumps() {
    let finished: Vec<u64> = (1..=6).map(|depth| reference_perft(&start(), depth, 1).finished[0]).collect();
    assert_eq!(finished, [0, 0, 0, 0, 0, 32]);
}

#[test]
fn the_line_wins() {
    assert_eq!(replay_winner(&compiled("peg-solitaire"), &solution()), Some(1));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("peg-solitaire"), &start(), 6);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("peg-solitaire"), &start(), 300, 40);
}
