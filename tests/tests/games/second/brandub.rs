//! Brandub told a second time: a board of letters, who is to move, and all that has been. It knows nothing of the
//! game file.

use boardwright_tests::fast;
use boardwright_tests::second::{Second, assert_same_counts, assert_same_games, count};

use super::lines::told;
use super::past::Past;

/// A square: column and row, from 0.
type Square = (i32, i32);

const THRONE: Square = (3, 3);
const WAYS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A position without its past.
#[derive(Clone, PartialEq, Eq)]
struct Board {
    /// By row and column: raiders `r`, guards `g`, the king `k`, nothing `.`.
    squares: [[u8; 7]; 7],
    mover: usize,
}

#[derive(Clone)]
pub struct Brandub {
    board: Board,
    past: Past<Board>,
}

pub fn start() -> Brandub {
    let squares = [*b"...r...", *b"...r...", *b"...g...", *b"rrgkgrr", *b"...g...", *b"...r...", *b"...r..."];
    let board = Board { squares, mover: 1 };
    Brandub { past: Past::new(board.clone()), board }
}

fn is_corner((x, y): Square) -> bool {
    (x == 0 || x == 6) && (y == 0 || y == 6)
}

fn step((x, y): Square, (dx, dy): Square) -> Square {
    (x + dx, y + dy)
}

impl Board {
    /// What stands there; nothing beyond the edge.
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

    /// Where a man can go: along a row or column over empty squares; the throne and the corners are the king's.
    fn targets(&self, from: Square) -> Vec<Square> {
        let king = self.at(from) == Some(b'k');
        let mut targets = Vec::new();
        for way in WAYS {
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

    /// Whether a square helps the mover to take: a man of its own, a corner, or the empty throne.
    fn helps(&self, square: Square) -> bool {
        match self.at(square) {
            None => false,
            Some(b'.') => is_corner(square) || square == THRONE,
            Some(man) => Self::owner(man) == self.mover,
        }
    }

    /// With a man moved, what it takes taken, and the other player to move.
    fn moved(&self, from: Square, to: Square) -> Self {
        let mut after = self.clone();
        after.put(to, self.squares[from.1 as usize][from.0 as usize]);
        after.put(from, b'.');
        for way in WAYS {
            let near = step(to, way);
            let Some(man) = after.at(near).filter(|&man| Self::owner(man) == 3 - self.mover) else { continue };
            let at_home = near == THRONE || WAYS.iter().any(|&way| step(near, way) == THRONE);
            let taken = if man == b'k' && at_home {
                WAYS.iter().all(|&way| after.helps(step(near, way)))
            } else {
                after.helps(step(near, way))
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

impl Second for Brandub {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let made = |(from, to): (Square, Square)| {
            let board = self.board.moved(from, to);
            let after = Self { past: self.past.and(board.clone()), board };
            (format!("s({},{}) s({},{})", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1), after)
        };
        self.board.moves().into_iter().map(made).collect()
    }

    fn winner(&self) -> Option<usize> {
        self.board.won().or_else(|| (self.past.times(&self.board) == 3).then_some(0))
    }
}

/// Counted on a board: on each of the four arms the outer raider has 4 ways and the inner one 6.
#[test]
fn there_are_40_first_moves() {
    assert_eq!(count(&start(), 1, 2).nodes, 40);
}

/// A board given as rows from the bottom, without a past.
fn board(rows: [&[u8; 7]; 7], mover: usize) -> Board {
    Board { squares: rows.map(|row| *row), mover }
}

#[test]
fn the_king_is_taken_by_two_in_the_open_by_four_on_the_throne_and_by_three_beside_it() {
    let open = board([b".......", b".......", b".......", b".......", b".......", b"rk.....", b"..r...."], 1);
    assert_eq!(open.moved((2, 6), (2, 5)).won(), Some(1));
    let throne = board([b".......", b".......", b"...r...", b"..rkr..", b".......", b"...r...", b"......."], 1);
    assert_eq!(throne.won(), None);
    assert_eq!(throne.moved((3, 5), (3, 4)).won(), Some(1));
    let beside = board([b".......", b"...r...", b"..rk...", b".......", b".....r.", b".......", b"......."], 1);
    assert_eq!(beside.moved((5, 4), (5, 2)).won(), None);
    let beside = board([b".......", b"...r...", b"..rk.r.", b".......", b".......", b".......", b"......."], 1);
    assert_eq!(beside.moved((5, 2), (4, 2)).won(), Some(1));
}

#[test]
fn a_man_between_two_enemies_is_safe_if_it_went_there() {
    let between = board([b".......", b".r.r...", b"..g....", b".......", b"...k...", b".......", b"......."], 2);
    assert_eq!(between.moved((2, 2), (2, 1)).at((2, 1)), Some(b'g'));
}

#[test]
fn corners_and_the_empty_throne_help_both_sides_to_take() {
    let corner = board([b".g.....", b"..r....", b".......", b".......", b".......", b".......", b"...k..."], 1);
    assert_eq!(corner.moved((2, 1), (2, 0)).at((1, 0)), Some(b'.'));
    let throne = board([b".......", b"..g....", b"...r...", b".......", b".......", b".......", b"...k..."], 2);
    assert_eq!(throne.moved((2, 1), (3, 1)).at((3, 2)), Some(b'.'));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&fast("brandub"), &start(), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&fast("brandub"), &start(), 200, 200);
}

/// To and fro: the start comes for the third time after eight plies.
#[test]
fn the_third_time_is_a_draw() {
    let there = ["s(4,1) s(3,1)", "s(4,3) s(3,3)", "s(3,1) s(4,1)", "s(3,3) s(4,3)"];
    let eight: Vec<String> = there.iter().chain(&there).map(|&text| text.to_owned()).collect();
    assert_eq!(told(&start(), &eight[..7]).winner(), None);
    assert_eq!(told(&start(), &eight).winner(), Some(0));
}
