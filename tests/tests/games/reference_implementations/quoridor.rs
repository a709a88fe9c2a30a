//! Reference implementation of Quoridor: two pawns and the blocked steps between squares. It does not use the game file.

use std::collections::BTreeSet;

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

use super::grid::Point;
use super::history::History;
use super::lines_of_play::{replay, replay_winner};

const STEPS: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone)]
pub struct Quoridor {
    size: i32,
    pawns: [Point; 2],
    /// Fences that each player has left.
    left: [i32; 2],
    total: i32,
    /// Crossings with a fence in their middle.
    crossings: BTreeSet<Point>,
    /// Steps that a fence blocks, in both directions.
    blocked: BTreeSet<(Point, Point)>,
    mover: usize,
    history: History<Position>,
}

/// A position without its history: pawns, fences left, blocked steps and mover. The crossings follow from the steps.
type Position = ([Point; 2], [i32; 2], BTreeSet<(Point, Point)>, usize);

pub fn start(size: i32, fences: i32) -> Quoridor {
    let middle = (size + 1) / 2;
    let pawns = [(middle, 1), (middle, size)];
    Quoridor {
        size,
        pawns,
        left: [fences; 2],
        total: fences,
        crossings: BTreeSet::new(),
        blocked: BTreeSet::new(),
        mover: 1,
        history: History::new((pawns, [fences; 2], BTreeSet::new(), 1)),
    }
}

fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

impl Quoridor {
    fn is_open(&self, from: Point, step: Point) -> bool {
        let to = plus(from, step);
        let inside = |at: i32| (1..=self.size).contains(&at);
        inside(to.0) && inside(to.1) && !self.blocked.contains(&(from, to))
    }

    fn has_path(&self, player: usize) -> bool {
        let goal = if player == 1 { self.size } else { 1 };
        let mut reached = vec![self.pawns[player - 1]];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            if at.1 == goal {
                return true;
            }
            for step in STEPS {
                let near = plus(at, step);
                if self.is_open(at, step) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        false
    }

    fn pawn_targets(&self) -> BTreeSet<Point> {
        let (own, other) = (self.pawns[self.mover - 1], self.pawns[2 - self.mover]);
        let mut targets = BTreeSet::new();
        for step in STEPS.into_iter().filter(|&step| self.is_open(own, step)) {
            let near = plus(own, step);
            if near != other {
                targets.insert(near);
            } else if self.is_open(near, step) {
                targets.insert(plus(near, step));
            } else {
                targets.extend(STEPS.into_iter().filter(|&side| self.is_open(near, side)).map(|side| plus(near, side)));
                targets.remove(&own);
            }
        }
        targets
    }

    fn position(&self) -> Position {
        (self.pawns, self.left, self.blocked.clone(), self.mover)
    }

    /// The same state with its position in the history.
    fn noted(mut self) -> Self {
        self.history = self.history.with(self.position());
        self
    }

    /// The position with a fence on a crossing, or `None` if it overlaps another one or closes a path.
    fn with_fence(&self, (x, y): Point, across: bool) -> Option<Self> {
        let pairs = if across {
            [((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))]
        } else {
            [((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1))]
        };
        if self.crossings.contains(&(x, y)) || pairs.iter().any(|pair| self.blocked.contains(pair)) {
            return None;
        }
        let mut after = self.clone();
        after.crossings.insert((x, y));
        after.blocked.extend(pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        (after.has_path(1) && after.has_path(2)).then_some(after)
    }
}

impl ReferenceGame for Quoridor {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let own = self.pawns[self.mover - 1];
        let mut moves = Vec::new();
        for to in self.pawn_targets() {
            let mut after = Self { mover: 3 - self.mover, ..self.clone() };
            after.pawns[self.mover - 1] = to;
            moves.push((format!("s({},{}) s({},{})", own.0, own.1, to.0, to.1), after.noted()));
        }
        // The first fence of the stock represents them all.
        let first = self.total - self.left[self.mover - 1] + 1;
        if first <= self.total {
            for x in 1..self.size {
                for y in 1..self.size {
                    for (word, across) in [("across", true), ("upright", false)] {
                        if let Some(mut after) = self.with_fence((x, y), across) {
                            after.left[self.mover - 1] -= 1;
                            after.mover = 3 - self.mover;
                            moves.push((format!("stock({},{first}) g({x},{y}) {word}", self.mover), after.noted()));
                        }
                    }
                }
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        if self.pawns[0].1 == self.size {
            Some(1)
        } else if self.pawns[1].1 == 1 {
            Some(2)
        } else {
            let stuck = self.pawn_targets().is_empty() && self.left[self.mover - 1] == 0;
            let is_repeated = || self.history.count(&self.position()) >= 3;
            if stuck { Some(3 - self.mover) } else { is_repeated().then_some(0) }
        }
    }
}

/// Three steps, and 64 crossings with two fences each.
#[test]
fn there_are_131_first_moves() {
    assert_eq!(reference_perft(&start(9, 10), 1, 2).nodes, 3 + 2 * 64);
}

/// Both pawns go to and fro: the position of the start is met for the third time after eight steps.
#[test]
fn repetition_ends_the_game() {
    let cycle = ["s(5,1) s(4,1)", "s(5,9) s(4,9)", "s(4,1) s(5,1)", "s(4,9) s(5,9)"];
    let line: Vec<String> = cycle.iter().cycle().take(8).map(|text| (*text).to_owned()).collect();
    assert_eq!(replay(&start(9, 10), &line[..7]).winner(), None);
    assert_eq!(replay(&start(9, 10), &line).winner(), Some(0));
    assert_eq!(replay_winner(&compiled("quoridor"), &line[..7]), None);
    assert_eq!(replay_winner(&compiled("quoridor"), &line), Some(0));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("quoridor"), &start(9, 10), 1);
    let small = with_options("quoridor", &[("size", "3"), ("fences", "2")]);
    assert_same_counts(&small, &start(3, 2), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&with_options("quoridor", &[("size", "5"), ("fences", "4")]), &start(5, 4), 20, 60);
    assert_same_games(&with_options("quoridor", &[("size", "4"), ("fences", "4")]), &start(4, 4), 20, 60);
}
