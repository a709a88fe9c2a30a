//! Reference implementation of Nine men's morris: 24 points in three rings, men in hand, whether a man has to be removed, and
//! the history. It does not use the game file.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::playout::random_below;
use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};

use super::history::History;
use super::lines_of_play::perft_by_turns;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// A position without its history.
#[derive(Clone, PartialEq, Eq)]
struct Board {
    /// Owner of the man on each point, 0 for none: ring by ring, each from a corner all the way round.
    points: [usize; 24],
    hand: [usize; 2],
    mover: usize,
    /// `true` if the mover has closed a mill and removes a man next.
    must_remove: bool,
}

#[derive(Clone)]
pub struct Mill {
    board: Board,
    history: History<Board>,
    /// Number of moves of placed men since the last mill.
    quiet: usize,
}

pub fn start() -> Mill {
    let board = Board { points: [0; 24], hand: [9, 9], mover: 1, must_remove: false };
    Mill { history: History::new(board.clone()), board, quiet: 0 }
}

/// Coordinates of the eight points of a ring, from the lower left corner on; even ones are corners.
const RING: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

fn name(point: usize) -> String {
    let (x, y) = RING[point % 8];
    format!("p({},{x},{y})", point / 8 + 1)
}

/// The lines of three through a point.
fn lines(point: usize) -> Vec<[usize; 3]> {
    let (ring, at) = (point / 8 * 8, point % 8);
    let side = |middle: usize| [ring + middle - 1, ring + middle, ring + (middle + 1) % 8];
    if at.is_multiple_of(2) { vec![side((at + 7) % 8), side(at + 1)] } else { vec![side(at), [at, at + 8, at + 16]] }
}

fn neighbours(point: usize) -> Vec<usize> {
    let (ring, at) = (point / 8 * 8, point % 8);
    let mut near = vec![ring + (at + 1) % 8, ring + (at + 7) % 8];
    if at % 2 == 1 {
        near.extend(point.checked_sub(8));
        near.extend(Some(point + 8).filter(|&point| point < 24));
    }
    near
}

impl Board {
    fn men(&self, player: usize) -> impl Iterator<Item = usize> + use<'_> {
        (0..24).filter(move |&point| self.points[point] == player)
    }

    fn in_mill(&self, point: usize) -> bool {
        lines(point).iter().any(|line| line.iter().all(|&other| self.points[other] == self.points[point]))
    }

    /// The board after a man of the mover has reached a point: either it closes a mill, or the turn is over.
    fn arrived(mut self, point: usize) -> Self {
        self.points[point] = self.mover;
        self.must_remove = self.in_mill(point);
        if !self.must_remove {
            self.mover = 3 - self.mover;
        }
        self
    }

    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.must_remove {
            let enemy = 3 - self.mover;
            let all_in_mills = self.men(enemy).all(|point| self.in_mill(point));
            for point in self.men(enemy).filter(|&point| all_in_mills || !self.in_mill(point)) {
                let mut after = Self { mover: enemy, must_remove: false, ..self.clone() };
                after.points[point] = 0;
                moves.push((format!("{} off", name(point)), after));
            }
        } else if self.hand[self.mover - 1] > 0 {
            let hand = self.hand[self.mover - 1];
            for point in self.men(0) {
                let mut after = self.clone();
                after.hand[self.mover - 1] -= 1;
                moves.push((format!("hand({},{}) {}", self.mover, 10 - hand, name(point)), after.arrived(point)));
            }
        } else {
            let flies = self.men(self.mover).count() == 3;
            for from in self.men(self.mover) {
                let near = neighbours(from);
                for to in self.men(0).filter(|to| flies || near.contains(to)) {
                    let mut after = self.clone();
                    after.points[from] = 0;
                    moves.push((format!("{} {}", name(from), name(to)), after.arrived(to)));
                }
            }
        }
        moves
    }

    fn lost(&self) -> bool {
        self.men(self.mover).count() + self.hand[self.mover - 1] < 3 || self.moves().is_empty()
    }
}

impl ReferenceGame for Mill {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let moves_a_man = !self.board.must_remove && self.board.hand[self.board.mover - 1] == 0;
        let quiet = |board: &Board| match moves_a_man {
            true if board.must_remove => 0,
            true => self.quiet + 1,
            false => self.quiet,
        };
        let with_past = |board: Board| Self { quiet: quiet(&board), history: self.history.with(board.clone()), board };
        self.board.moves().into_iter().map(|(text, board)| (text, with_past(board))).collect()
    }

    fn winner(&self) -> Option<usize> {
        if self.board.lost() {
            return Some(3 - self.board.mover);
        }
        (self.history.count(&self.board) == 3 || self.quiet == 100).then_some(0)
    }
}

#[test]
fn perft_by_turns_matches_published_counts() {
    for (turns, published) in (1..).zip([24, 552, 12_144, 255_024]) {
        assert_eq!(perft_by_turns(&start(), turns, |state| state.board.mover), published, "{turns} turns");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("mill"), &start(), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("mill"), &start(), 200, 300);
}

#[test]
fn games_between_flying_men_end() {
    // With three men each and wide branching, positions rarely recur: the count of moves without a mill ends the game.
    let game = compiled("mill");
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut longest = 0;
    for _ in 0..50 {
        let (mut state, mut moves, mut quiet, mut plies) = (game.initial_state(), Vec::new(), 0, 0);
        while game.legal_moves(&state, &mut moves).unwrap().player().is_some() {
            // Random play without mills, as far as the rules allow.
            let starts = random_below(moves.len(), &mut random);
            let calm = (0..moves.len()).map(|index| (starts + index) % moves.len()).find(|&index| {
                let mut after = state.clone();
                game.apply(&mut after, moves[index]).unwrap();
                game.mover(&after) != game.mover(&state)
            });
            game.apply(&mut state, moves[calm.unwrap_or(starts)]).unwrap();
            plies += 1;
            quiet = if calm.is_some() && plies > 18 { quiet + 1 } else { 0 };
            assert!(quiet <= 100, "{}", game.state_text(&state));
        }
        longest = longest.max(quiet);
    }
    assert_eq!(longest, 100, "some games end by the count");
}
