//! Alquerque told a second time: a board of numbers, who is to move, and who is in the midst of its jumps.
//! It knows nothing of the game file.

use boardwright_tests::fast;
use boardwright_tests::second::{Second, assert_same_counts, assert_same_games};

/// A point: column and row, from 0.
type Point = (i32, i32);

#[derive(Clone)]
struct Alquerque {
    /// By row and column: whose man stands there, 0 for nobody's.
    board: [[usize; 5]; 5],
    mover: usize,
    jumper: Option<Point>,
}

const START: Alquerque = Alquerque {
    // The first line is the row where player 1 sits.
    board: [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [2, 2, 0, 1, 1], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2]],
    mover: 1,
    jumper: None,
};

impl Alquerque {
    /// Whose man stands there; nothing beyond the edge.
    fn at(&self, (x, y): Point) -> Option<usize> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn put(&mut self, (x, y): Point, man: usize) {
        self.board[y as usize][x as usize] = man;
    }

    /// Points at `distance` along the lines that meet at a point, empty or not.
    fn along((x, y): Point, distance: i32) -> impl Iterator<Item = Point> {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let lines = steps.filter(move |&(dx, dy)| match dx * dx + dy * dy {
            1 => true,
            2 => (x + y) % 2 == 0,
            _ => false,
        });
        lines.map(move |(dx, dy)| (x + dx * distance, y + dy * distance))
    }

    fn jumps(&self, from: Point) -> Vec<(Point, Point)> {
        let over = Self::along(from, 1).zip(Self::along(from, 2));
        over.filter(|&(middle, to)| self.at(middle) == Some(3 - self.mover) && self.at(to) == Some(0)).collect()
    }

    fn pass(mut self) -> Self {
        self.mover = 3 - self.mover;
        self.jumper = None;
        self
    }
}

impl Second for Alquerque {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner().is_some_and(|winner| winner > 0) {
            return moves;
        }
        let name = |(x, y): Point| format!("p({},{})", x + 1, y + 1);
        let all = (0..5).flat_map(|x| (0..5).map(move |y| (x, y)));
        for from in all.filter(|&from| self.at(from) == Some(self.mover)) {
            if self.jumper.is_some_and(|jumper| jumper != from) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.put(from, 0);
            for (middle, to) in self.jumps(from) {
                let mut after = lifted.clone();
                after.put(middle, 0);
                after.put(to, self.mover);
                let goes_on = !after.jumps(to).is_empty();
                let after = if goes_on { Self { jumper: Some(to), ..after } } else { after.pass() };
                moves.push((format!("{} {}", name(from), name(to)), after));
            }
            for to in Self::along(from, 1).filter(|&to| self.jumper.is_none() && self.at(to) == Some(0)) {
                let mut after = lifted.clone();
                after.put(to, self.mover);
                moves.push((format!("{} {}", name(from), name(to)), after.pass()));
            }
        }
        if self.jumper.is_some() {
            moves.push(("ready rest".into(), self.clone().pass()));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        let men = |player| self.board.as_flattened().iter().filter(|&&man| man == player).count();
        match (men(1), men(2)) {
            (_, 0) => Some(1),
            (0, _) => Some(2),
            _ => {
                let stuck = self.jumper.is_none() && {
                    let mut own = (0..25).map(|i| (i % 5, i / 5)).filter(|&p| self.at(p) == Some(self.mover));
                    own.all(|p| Self::along(p, 1).all(|to| self.at(to) != Some(0)) && self.jumps(p).is_empty())
                };
                stuck.then_some(0)
            }
        }
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&fast("alquerque"), &START, 8);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&fast("alquerque"), &START, 100, 400);
}
