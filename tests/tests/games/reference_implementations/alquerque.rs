//! Reference implementation of Alquerque: a board of numbers, the player to move, and the man in the middle of its jumps.
//! It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::lines_of_play::{plies_of_random_game, replay};

/// A point: column and row, from 0.
type Point = (i32, i32);

#[derive(Clone)]
pub struct Alquerque {
    /// Owner of the man on each point by row and column, 0 for none.
    board: [[usize; 5]; 5],
    mover: usize,
    jumper: Option<Point>,
    /// `true` if captures are mandatory, as long as they go on.
    forced: bool,
    /// Steps since a capture.
    quiet: u32,
}

pub fn start(forced: bool) -> Alquerque {
    // The first line is the row where player 1 sits.
    let board = [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [2, 2, 0, 1, 1], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2]];
    Alquerque { board, mover: 1, jumper: None, forced, quiet: 0 }
}

impl Alquerque {
    /// Owner of the man on a point; `None` beyond the edge.
    fn at(&self, (x, y): Point) -> Option<usize> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn put(&mut self, (x, y): Point, man: usize) {
        self.board[y as usize][x as usize] = man;
    }

    /// Points at `distance` along the lines through a point, empty or not.
    fn along((x, y): Point, distance: i32) -> impl Iterator<Item = Point> {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let lines = steps.filter(move |&(dx, dy)| match dx * dx + dy * dy {
            1 => true,
            2 => (x + y) % 2 == 0,
            _ => false,
        });
        lines.map(move |(dx, dy)| (x + dx * distance, y + dy * distance))
    }

    fn own(&self) -> impl Iterator<Item = Point> {
        let all = (0..5).flat_map(|x| (0..5).map(move |y| (x, y)));
        all.filter(|&from| self.at(from) == Some(self.mover) && self.jumper.is_none_or(|jumper| jumper == from))
    }

    /// The points jumped over and landed on.
    fn jumps(&self, from: Point) -> Vec<(Point, Point)> {
        let over = Self::along(from, 1).zip(Self::along(from, 2));
        over.filter(|&(middle, to)| self.at(middle) == Some(3 - self.mover) && self.at(to) == Some(0)).collect()
    }

    fn pass(mut self) -> Self {
        self.mover = 3 - self.mover;
        self.jumper = None;
        self
    }

    /// The player who has captured the last man.
    fn won(&self) -> Option<usize> {
        (1..=2).find(|&player| !self.board.as_flattened().contains(&(3 - player)))
    }
}

impl ReferenceGame for Alquerque {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.won().is_some() || self.quiet == 80 {
            return moves;
        }
        let name = |(x, y): Point| format!("p({},{})", x + 1, y + 1);
        let held = self.jumper.is_some() || self.forced && self.own().any(|from| !self.jumps(from).is_empty());
        for from in self.own() {
            let mut lifted = self.clone();
            lifted.put(from, 0);
            for (middle, to) in self.jumps(from) {
                let mut after = lifted.clone();
                after.put(middle, 0);
                after.put(to, self.mover);
                after.quiet = 0;
                let goes_on = !after.jumps(to).is_empty();
                let after = if goes_on { Self { jumper: Some(to), ..after } } else { after.pass() };
                moves.push((format!("{} {}", name(from), name(to)), after));
            }
            for to in Self::along(from, 1).filter(|&to| !held && self.at(to) == Some(0)) {
                let mut after = lifted.clone();
                after.put(to, self.mover);
                after.quiet += 1;
                moves.push((format!("{} {}", name(from), name(to)), after.pass()));
            }
        }
        if self.jumper.is_some() && !self.forced {
            moves.push(("stop".into(), self.clone().pass()));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        self.won().or_else(|| {
            let can_go = |from| Self::along(from, 1).any(|to| self.at(to) == Some(0)) || !self.jumps(from).is_empty();
            (self.quiet == 80 || !self.own().any(can_go)).then_some(0)
        })
    }
}

/// The counts of the table, confirmed by an earlier independent implementation.
#[test]
fn perft_with_free_captures_matches_the_table() {
    let nodes: Vec<u64> = (1..=7).map(|depth| reference_perft(&start(false), depth, 2).nodes).collect();
    assert_eq!(nodes, [4, 8, 33, 210, 1384, 9563, 72557]);
}

/// Two men that walk round in circles end a game after eighty steps, and a capture begins the count anew.
#[test]
fn steps_without_a_capture_end_the_game() {
    let cycle = ["p(3,3) p(3,4)", "p(1,2) p(1,1)", "p(3,4) p(3,3)", "p(1,1) p(1,2)"];
    let mut board = [[0; 5]; 5];
    (board[2][2], board[1][0]) = (1, 2);
    let circling = Alquerque { board, quiet: 4, ..start(false) };
    let line = |plies: usize| cycle.iter().cycle().take(plies).map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(replay(&circling, &line(75)).winner(), None);
    assert_eq!(replay(&circling, &line(76)).winner(), Some(0));
    let capture = replay(&start(false), &["p(2,2) p(3,3)".to_owned()]);
    let captures: Vec<_> = capture.moves().into_iter().filter(|(_, after)| after.quiet == 0).collect();
    assert!(capture.quiet == 1 && !captures.is_empty());
}

/// All random games of the file end; those without a winner are drawn.
#[test]
fn random_games_end() {
    let game = compiled("alquerque");
    for seed in 0..20 {
        let plies = plies_of_random_game(&game, seed, 5_000);
        assert!(plies.is_some(), "game {seed} has not ended");
    }
}

/// Each of the four first steps offers itself to a capture, one of them to two; no other replies are legal.
#[test]
fn forced_captures_leave_five_answers() {
    let nodes: Vec<u64> = (1..=2).map(|depth| reference_perft(&start(true), depth, 2).nodes).collect();
    assert_eq!(nodes, [4, 5]);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("alquerque"), &start(false), 8);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("alquerque"), &start(false), 100, 400);
}

#[test]
fn forced_captures_are_the_same() {
    let game = with_options("alquerque", &[("captures", "forced")]);
    assert_same_games(&game, &start(true), 100, 400);
}
