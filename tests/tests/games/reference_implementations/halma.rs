//! Reference implementation of Halma on 8 by 8 squares: a board of numbers, and the squares that the jumping man has left. It does
//! not use the game file.

use std::collections::BTreeSet;

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::history::History;
use super::lines_of_play::{replay, replay_winner};

/// A square: column and row, from 0.
type Square = (i32, i32);

#[derive(Clone)]
pub struct Halma {
    /// Owner of the man on each square by row and column, 0 for none.
    board: [[usize; 8]; 8],
    mover: usize,
    jumper: Option<Square>,
    /// The squares that the jumper has left in this turn.
    visited: BTreeSet<Square>,
    /// The positions so far; those within a series of jumps differ by their jumpers.
    history: History<Position>,
}

/// A position without its history: board, mover, jumper and the squares that it has left.
type Position = ([[usize; 8]; 8], usize, Option<Square>, BTreeSet<Square>);

pub fn start() -> Halma {
    let mut board = [[0; 8]; 8];
    for player in [1, 2] {
        for (x, y) in camp(player) {
            board[y as usize][x as usize] = player;
        }
    }
    let history = History::new((board, 1, None, BTreeSet::new()));
    Halma { board, mover: 1, jumper: None, visited: BTreeSet::new(), history }
}

/// The initial squares of a player's men: three by three squares without the one that is nearest to the middle.
fn camp(player: usize) -> impl Iterator<Item = Square> {
    let corner = (0..3).flat_map(|x| (0..3).map(move |y| (x, y))).filter(|&square| square != (2, 2));
    corner.map(move |(x, y)| if player == 1 { (x, y) } else { (7 - x, 7 - y) })
}

fn neighbour_steps() -> impl Iterator<Item = Square> {
    (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&way| way != (0, 0))
}

impl Halma {
    /// Owner of the man on a square; `None` beyond the edge.
    fn at(&self, (x, y): Square) -> Option<usize> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn own(&self) -> impl Iterator<Item = Square> {
        let all = (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
        all.filter(|&from| self.at(from) == Some(self.mover) && self.jumper.is_none_or(|jumper| jumper == from))
    }

    fn steps(&self, (x, y): Square) -> Vec<Square> {
        if self.jumper.is_some() {
            return Vec::new();
        }
        neighbour_steps().map(|(dx, dy)| (x + dx, y + dy)).filter(|&to| self.at(to) == Some(0)).collect()
    }

    fn jumps(&self, (x, y): Square) -> Vec<Square> {
        let over = neighbour_steps().filter(|(dx, dy)| self.at((x + dx, y + dy)).is_some_and(|man| man > 0));
        let to = over.map(|(dx, dy)| (x + 2 * dx, y + 2 * dy));
        to.filter(|to| self.at(*to) == Some(0) && !self.visited.contains(to)).collect()
    }

    fn after_move(&self, from: Square, to: Square) -> Self {
        let mut after = self.clone();
        after.board[from.1 as usize][from.0 as usize] = 0;
        after.board[to.1 as usize][to.0 as usize] = self.mover;
        after
    }

    fn pass(self) -> Self {
        Self { mover: 3 - self.mover, jumper: None, visited: BTreeSet::new(), ..self }
    }

    fn position(&self) -> Position {
        (self.board, self.mover, self.jumper, self.visited.clone())
    }

    /// The same state with its position in the history.
    fn noted(mut self) -> Self {
        self.history = self.history.with(self.position());
        self
    }

    fn is_repeated(&self) -> bool {
        self.history.count(&self.position()) >= 3
    }

    /// The player whose far camp is full, with a man of its own in it; valid between turns only.
    fn winner_by_arrival(&self) -> Option<usize> {
        let full = |player: usize| {
            let men: Vec<_> = camp(3 - player).map(|square| self.at(square)).collect();
            !men.contains(&Some(0)) && men.contains(&Some(player))
        };
        (1..=2).find(|&player| self.jumper.is_none() && full(player))
    }
}

impl ReferenceGame for Halma {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner_by_arrival().is_some() || self.is_repeated() {
            return moves;
        }
        let text =
            |from: Square, to: Square| format!("sq({},{}) sq({},{})", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1);
        for from in self.own() {
            for to in self.steps(from) {
                moves.push((text(from, to), self.after_move(from, to).pass().noted()));
            }
            for to in self.jumps(from) {
                let mut after = self.after_move(from, to);
                after.visited.insert(from);
                after.jumper = Some(to);
                let goes_on = !after.jumps(to).is_empty();
                let after = if goes_on { after } else { after.pass() };
                moves.push((text(from, to), after.noted()));
            }
        }
        if self.jumper.is_some() {
            moves.push(("stop".into(), self.clone().pass().noted()));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        let can_go = |from| !self.steps(from).is_empty() || !self.jumps(from).is_empty();
        self.winner_by_arrival().or_else(|| (self.is_repeated() || !self.own().any(can_go)).then_some(0))
    }
}

/// Counted by hand: 13 steps and 11 jumps at first, none of which can be followed by another jump or disturbs
/// the other player.
#[test]
fn there_are_24_first_moves_on_either_side() {
    let nodes: Vec<u64> = (1..=2).map(|depth| reference_perft(&start(), depth, 2).nodes).collect();
    assert_eq!(nodes, [24, 24 * 24]);
}

/// A player who opens its own camp too early lets the opponent in, who fills it: two ways to win in three turns.
#[test]
fn a_man_among_the_others_fills_the_camp() {
    let texts = ["sq(1,2) sq(3,4)", "sq(6,7) sq(5,6)", "sq(2,3) sq(4,5)", "sq(4,5) sq(6,7)", "stop"];
    assert_eq!(replay(&start(), &texts.map(str::to_owned)).winner(), Some(1));
}

/// Both move a man to and fro: the position of the start is met for the third time after eight steps.
#[test]
fn repetition_ends_the_game() {
    let cycle = ["sq(3,1) sq(4,1)", "sq(6,8) sq(5,8)", "sq(4,1) sq(3,1)", "sq(5,8) sq(6,8)"];
    let line: Vec<String> = cycle.iter().cycle().take(8).map(|text| (*text).to_owned()).collect();
    assert_eq!(replay(&start(), &line[..7]).winner(), None);
    assert_eq!(replay(&start(), &line).winner(), Some(0));
    assert_eq!(replay_winner(&compiled("halma"), &line[..7]), None);
    assert_eq!(replay_winner(&compiled("halma"), &line), Some(0));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("halma"), &start(), 4);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("halma"), &start(), 50, 600);
}
