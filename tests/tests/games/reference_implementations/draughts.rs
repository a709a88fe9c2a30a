//! Reference implementation of English draughts: a board of men, the jumping man, and the number of quiet plies. It does
//! not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::lines_of_play::perft_by_turns;

/// A square: column and row, from 0.
type Square = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Man {
    player: usize,
    king: bool,
}

#[derive(Clone)]
pub struct Draughts {
    board: [[Option<Man>; 8]; 8],
    mover: usize,
    jumper: Option<Square>,
    /// Plies since the last capture or move of an uncrowned man.
    quiet_plies: u32,
}

pub fn start() -> Draughts {
    let mut board = [[None; 8]; 8];
    for (x, y) in squares() {
        board[y as usize][x as usize] = match y {
            0..=2 => Some(Man { player: 1, king: false }),
            5..=7 => Some(Man { player: 2, king: false }),
            _ => None,
        };
    }
    Draughts { board, mover: 1, jumper: None, quiet_plies: 0 }
}

/// The dark squares.
fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|x| (0..8).map(move |y| (x, y))).filter(|(x, y)| (x + y) % 2 == 0)
}

fn directions(man: Man) -> impl Iterator<Item = Square> {
    let forward = if man.player == 1 { 1 } else { -1 };
    let all = [(1, forward), (-1, forward), (1, -forward), (-1, -forward)];
    all.into_iter().take(if man.king { 4 } else { 2 })
}

impl Draughts {
    /// The man on a square; `None` beyond the edge.
    fn at(&self, (x, y): Square) -> Option<Man> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        *row.get(usize::try_from(x).ok()?)?
    }

    /// `true` if a man can go there.
    fn is_free(&self, (x, y): Square) -> bool {
        (0..8).contains(&x) && (0..8).contains(&y) && self.at((x, y)).is_none()
    }

    fn put(&mut self, (x, y): Square, man: Option<Man>) {
        self.board[y as usize][x as usize] = man;
    }

    fn own(&self) -> Vec<(Square, Man)> {
        let men = squares().filter_map(|from| Some((from, self.at(from)?)));
        let free = |from| self.jumper.is_none_or(|jumper| jumper == from);
        men.filter(|&(from, man)| man.player == self.mover && free(from)).collect()
    }

    /// The squares jumped over and landed on.
    fn jumps(&self, (x, y): Square, man: Man) -> Vec<(Square, Square)> {
        let over = directions(man).map(|(dx, dy)| ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)));
        let enemy = |middle| self.at(middle).is_some_and(|other| other.player != man.player);
        over.filter(|&(middle, to)| enemy(middle) && self.is_free(to)).collect()
    }

    fn steps(&self, (x, y): Square, man: Man) -> Vec<Square> {
        let near = directions(man).map(|(dx, dy)| (x + dx, y + dy));
        near.filter(|&to| self.is_free(to)).collect()
    }

    /// The position after a man moved, and whether it was crowned on the far row.
    fn after_move(&self, from: Square, to: Square, man: Man) -> (Self, bool) {
        let crowned = !man.king && to.1 == if man.player == 1 { 7 } else { 0 };
        let mut after = self.clone();
        after.put(from, None);
        after.put(to, Some(Man { king: man.king || crowned, ..man }));
        (after, crowned)
    }

    fn pass(self) -> Self {
        Self { mover: 3 - self.mover, jumper: None, ..self }
    }
}

impl ReferenceGame for Draughts {
    fn moves(&self) -> Vec<(String, Self)> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        if self.quiet_plies == 80 {
            return steps;
        }
        let text =
            |from: Square, to: Square| format!("sq({},{}) sq({},{})", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1);
        for (from, man) in self.own() {
            for (middle, to) in self.jumps(from, man) {
                let (mut after, crowned) = self.after_move(from, to, man);
                after.put(middle, None);
                after.quiet_plies = 0;
                let goes_on = !crowned && !after.jumps(to, man).is_empty();
                let after = if goes_on { Self { jumper: Some(to), ..after } } else { after.pass() };
                jumps.push((text(from, to), after));
            }
            for to in self.steps(from, man) {
                let (mut after, _) = self.after_move(from, to, man);
                after.quiet_plies = if man.king { self.quiet_plies + 1 } else { 0 };
                steps.push((text(from, to), after.pass()));
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    fn winner(&self) -> Option<usize> {
        let can_go =
            |&(from, man): &(Square, Man)| !self.jumps(from, man).is_empty() || !self.steps(from, man).is_empty();
        if !self.own().iter().any(can_go) {
            return Some(3 - self.mover);
        }
        (self.quiet_plies == 80).then_some(0)
    }
}

#[test]
fn perft_by_whole_captures_matches_published_counts() {
    let published = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931];
    for (turns, published) in (1..).zip(published) {
        assert_eq!(perft_by_turns(&start(), turns, |state| state.mover), published, "{turns} turns");
    }
}

#[test]
fn perft_by_single_jumps_matches_published_counts() {
    let published = [7, 49, 302, 1469, 7361, 36768, 179_255, 838_248];
    for (depth, published) in (1..).zip(published) {
        assert_eq!(reference_perft(&start(), depth, 2).nodes, published, "depth {depth}");
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("draughts"), &start(), 7);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("draughts"), &start(), 300, 600);
}
