//! Reference implementation of Brandub: a board of letters, the player to move, and the history. It does not use the
//! game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::history::History;
use super::lines_of_play::replay;

/// A square: column and row, from 0.
type Square = (i32, i32);

const THRONE: Square = (3, 3);
const DIRECTIONS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A position without its history.
#[derive(Clone, PartialEq, Eq)]
struct Board {
    /// Contents by row and column: raiders `r`, guards `g`, the king `k`, empty `.`.
    squares: [[u8; 7]; 7],
    mover: usize,
}

#[derive(Clone)]
pub struct Brandub {
    board: Board,
    history: History<Board>,
}

pub fn start() -> Brandub {
    let squares = [*b"...r...", *b"...r...", *b"...g...", *b"rrgkgrr", *b"...g...", *b"...r...", *b"...r..."];
    let board = Board { squares, mover: 1 };
    Brandub { history: History::new(board.clone()), board }
}

fn is_corner((x, y): Square) -> bool {
    (x == 0 || x == 6) && (y == 0 || y == 6)
}

fn step((x, y): Square, (dx, dy): Square) -> Square {
    (x + dx, y + dy)
}

impl Board {
    /// Content of a square; `None` beyond the edge.
    fn at(&self, (x, y): Square) -> Option<u8> {
        let row = self.squares.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn put(&mut self, (x, y): Square, man: u8) {
        self.squares[y as usize][x as usize] = man;
    }

    fn owner(man: u8) -> usize {
        match man {
            b'r' => 1,
            b'g' | b'k' => 2,
            _ => 0,
        }
    }

    /// Targets of a man: along a row or column over empty squares; only the king may stop on the throne and the corners.
    fn targets(&self, from: Square) -> Vec<Square> {
        let king = self.at(from) == Some(b'k');
        let mut targets = Vec::new();
        for way in DIRECTIONS {
            let mut to = step(from, way);
            while self.at(to) == Some(b'.') {
                if king || !(is_corner(to) || to == THRONE) {
                    targets.push(to);
                }
                to = step(to, way);
            }
        }
        targets
    }

    /// `true` if a square helps the mover to capture: a man of its own, a corner, or the empty throne.
    fn helps_capture(&self, square: Square) -> bool {
        match self.at(square) {
            None => false,
            Some(b'.') => is_corner(square) || square == THRONE,
            Some(man) => Self::owner(man) == self.mover,
        }
    }

    /// The board after a move with its captures, and the other player to move.
    fn after_move(&self, from: Square, to: Square) -> Self {
        let mut after = self.clone();
        after.put(to, self.squares[from.1 as usize][from.0 as usize]);
        after.put(from, b'.');
        for way in DIRECTIONS {
            let near = step(to, way);
            let Some(man) = after.at(near).filter(|&man| Self::owner(man) == 3 - self.mover) else { continue };
            let at_home = near == THRONE || DIRECTIONS.iter().any(|&way| step(near, way) == THRONE);
            let taken = if man == b'k' && at_home {
                DIRECTIONS.iter().all(|&way| after.helps_capture(step(near, way)))
            } else {
                after.helps_capture(step(near, way))
            };
            if taken {
                after.put(near, b'.');
            }
        }
        after.mover = 3 - self.mover;
        after
    }

    fn all() -> impl Iterator<Item = Square> {
        (0..7).flat_map(|x| (0..7).map(move |y| (x, y)))
    }

    fn moves(&self) -> Vec<(Square, Square)> {
        let own = Self::all().filter(|&from| self.at(from).is_some_and(|man| Self::owner(man) == self.mover));
        own.flat_map(|from| self.targets(from).into_iter().map(move |to| (from, to))).collect()
    }

    fn won(&self) -> Option<usize> {
        match Self::all().find(|&square| self.at(square) == Some(b'k')) {
            None => Some(1),
            Some(square) if is_corner(square) => Some(2),
            Some(_) => self.moves().is_empty().then_some(3 - self.mover),
        }
    }
}

impl ReferenceGame for Brandub {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let made = |(from, to): (Square, Square)| {
            let board = self.board.after_move(from, to);
            let after = Self { history: self.history.with(board.clone()), board };
            (format!("s({},{}) s({},{})", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1), after)
        };
        self.board.moves().into_iter().map(made).collect()
    }

    fn winner(&self) -> Option<usize> {
        self.board.won().or_else(|| (self.history.count(&self.board) == 3).then_some(0))
    }
}

/// Counted by hand: on each of the four arms the outer raider has 4 moves and the inner one 6.
#[test]
fn there_are_40_first_moves() {
    assert_eq!(reference_perft(&start(), 1, 2).nodes, 40);
}

/// A board given as rows from the bottom, without a history.
fn board(rows: [&[u8; 7]; 7], mover: usize) -> Board {
    Board { squares: rows.map(|row| *row), mover }
}

#[test]
fn the_king_is_taken_by_two_in_the_open_by_four_on_the_throne_and_by_three_beside_it() {
    let open = board([b".......", b".......", b".......", b".......", b".......", b"rk.....", b"..r...."], 1);
    assert_eq!(open.after_move((2, 6), (2, 5)).won(), Some(1));
    let throne = board([b".......", b".......", b"...r...", b"..rkr..", b".......", b"...r...", b"......."], 1);
    assert_eq!(throne.won(), None);
    assert_eq!(throne.after_move((3, 5), (3, 4)).won(), Some(1));
    let beside = board([b".......", b"...r...", b"..rk...", b".......", b".....r.", b".......", b"......."], 1);
    assert_eq!(beside.after_move((5, 4), (5, 2)).won(), None);
    let beside = board([b".......", b"...r...", b"..rk.r.", b".......", b".......", b".......", b"......."], 1);
    assert_eq!(beside.after_move((5, 2), (4, 2)).won(), Some(1));
}

#[test]
fn a_man_between_two_enemies_is_safe_if_it_went_there() {
    let between = board([b".......", b".r.r...", b"..g....", b".......", b"...k...", b".......", b"......."], 2);
    assert_eq!(between.after_move((2, 2), (2, 1)).at((2, 1)), Some(b'g'));
}

#[test]
fn corners_and_the_empty_throne_help_both_sides_to_take() {
    let corner = board([b".g.....", b"..r....", b".......", b".......", b".......", b".......", b"...k..."], 1);
    assert_eq!(corner.after_move((2, 1), (2, 0)).at((1, 0)), Some(b'.'));
    let throne = board([b".......", b"..g....", b"...r...", b".......", b".......", b".......", b"...k..."], 2);
    assert_eq!(throne.after_move((2, 1), (3, 1)).at((3, 2)), Some(b'.'));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("brandub"), &start(), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("brandub"), &start(), 200, 200);
}

/// To and fro: the initial position occurs for the third time after eight plies.
#[test]
fn the_third_time_is_a_draw() {
    let there = ["s(4,1) s(3,1)", "s(4,3) s(3,3)", "s(3,1) s(4,1)", "s(3,3) s(4,3)"];
    let eight: Vec<String> = there.iter().chain(&there).map(|&text| text.to_owned()).collect();
    assert_eq!(replay(&start(), &eight[..7]).winner(), None);
    assert_eq!(replay(&start(), &eight).winner(), Some(0));
}
