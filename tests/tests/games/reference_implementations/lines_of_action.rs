//! Reference implementation of Lines of Action: a board of numbers and the history. It does not use the game file.

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};

use super::grid::{Grid, NEIGHBOURS, Point, offset};
use super::history::History;

#[derive(Clone)]
pub struct LinesOfAction {
    /// Owner of the man on each square, 0 for none.
    board: Grid,
    mover: u8,
    moved: bool,
    history: History<(Vec<u8>, u8)>,
}

pub fn start() -> LinesOfAction {
    let mut board = Grid::new(8, 8);
    for at in 2..=7 {
        for edge in [1, 8] {
            board.put((at, edge), 1);
            board.put((edge, at), 2);
        }
    }
    let history = History::new((contents(&board), 1));
    LinesOfAction { board, mover: 1, moved: false, history }
}

fn contents(board: &Grid) -> Vec<u8> {
    board.points().filter_map(|point| board.at(point)).collect()
}

impl LinesOfAction {
    /// Number of men on the whole line through a square.
    fn men_on_line(&self, through: Point, (dx, dy): Point) -> i32 {
        let on_line = |distance| self.board.at(offset(through, (dx, dy), distance)).is_some_and(|man| man > 0);
        (-7..=7).filter(|&distance| on_line(distance)).count() as i32
    }

    /// `true` if all men of a player are connected.
    fn is_joined(&self, player: u8) -> bool {
        let men: Vec<Point> = self.board.places_of(player).collect();
        let mut group: Vec<Point> = men.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            next += 1;
            for step in NEIGHBOURS {
                let near = offset(at, step, 1);
                if self.board.at(near) == Some(player) && !group.contains(&near) {
                    group.push(near);
                }
            }
        }
        group.len() == men.len()
    }

    fn targets(&self) -> Vec<(Point, Point)> {
        let mut targets = Vec::new();
        for from in self.board.places_of(self.mover) {
            for step in NEIGHBOURS {
                let distance = self.men_on_line(from, step);
                let to = offset(from, step, distance);
                let blocked = (1..distance).any(|way| self.board.at(offset(from, step, way)) == Some(3 - self.mover));
                if !blocked && self.board.at(to).is_some_and(|man| man != self.mover) {
                    targets.push((from, to));
                }
            }
        }
        targets
    }
}

impl ReferenceGame for LinesOfAction {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let after = |from, to| {
            let mut after = Self { mover: 3 - self.mover, moved: true, ..self.clone() };
            after.board.put(from, 0);
            after.board.put(to, self.mover);
            after.history = self.history.with((contents(&after.board), after.mover));
            after
        };
        let text = |(x, y): Point| format!("sq({x},{y})");
        self.targets().into_iter().map(|(from, to)| (format!("{} {}", text(from), text(to)), after(from, to))).collect()
    }

    fn winner(&self) -> Option<usize> {
        let last_mover = 3 - self.mover;
        if self.moved && self.is_joined(last_mover) {
            return Some(usize::from(last_mover));
        }
        if self.moved && self.is_joined(self.mover) {
            return Some(usize::from(self.mover));
        }
        if self.targets().is_empty() {
            return Some(usize::from(last_mover));
        }
        (self.history.count(&(contents(&self.board), self.mover)) >= 3).then_some(0)
    }
}

/// Published, for example by the Ludii project.
#[test]
fn the_reference_has_the_published_counts() {
    assert_eq!([1, 2].map(|depth| reference_perft(&start(), depth, 2).nodes), [36, 1244]);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("lines-of-action"), &start(), 2);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("lines-of-action"), &start(), 20, 80);
}
