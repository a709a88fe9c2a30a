//! Dots and boxes told a second time: the lines as bits, the boxes of both players, and who is to move. It knows
//! nothing of the game file.

use boardwright_tests::second::{Second, assert_same_counts, assert_same_games, count};
use boardwright_tests::{fast, with_options};

#[derive(Clone, Copy)]
pub struct DotsAndBoxes {
    width: usize,
    height: usize,
    /// The lines that are drawn: first those that lie across, row by row from the top, then those that stand upright.
    lines: u64,
    boxes: [i32; 2],
    mover: usize,
}

pub fn start(width: usize, height: usize) -> DotsAndBoxes {
    let state = DotsAndBoxes { width, height, lines: 0, boxes: [0; 2], mover: 1 };
    assert!(state.all() < 64, "the lines fit the bits");
    state
}

impl DotsAndBoxes {
    /// How many lines there are in all.
    fn all(&self) -> usize {
        self.first_upright() + (self.width + 1) * self.height
    }

    fn first_upright(&self) -> usize {
        self.width * (self.height + 1)
    }

    /// The sides of a box, whose column and row count from 0.
    fn sides(&self, x: usize, y: usize) -> u64 {
        let above = y * self.width + x;
        let left = self.first_upright() + y * (self.width + 1) + x;
        1 << above | 1 << (above + self.width) | 1 << left | 1 << (left + 1)
    }

    /// The boxes that have a line as a side.
    fn beside(&self, line: usize) -> impl Iterator<Item = (usize, usize)> {
        let (width, height) = (self.width, self.height);
        let [one, other] = match line.checked_sub(self.first_upright()) {
            None => [(line % width, line / width), (line % width, (line / width).wrapping_sub(1))],
            Some(upright) => {
                let (x, y) = (upright % (width + 1), upright / (width + 1));
                [(x, y), (x.wrapping_sub(1), y)]
            }
        };
        [one, other].into_iter().filter(move |&(x, y)| x < width && y < height)
    }

    fn draw(&self, line: usize) -> Self {
        let mut after = Self { lines: self.lines | 1 << line, ..*self };
        let closed = self.beside(line).filter(|&(x, y)| after.lines & self.sides(x, y) == self.sides(x, y)).count();
        after.boxes[self.mover - 1] += closed as i32;
        if closed == 0 {
            after.mover = 3 - self.mover;
        }
        after
    }

    /// The name of a line's place. Lines across are numbered downwards from 0, upright ones to the right from 0.
    fn name(&self, line: usize) -> String {
        match line.checked_sub(self.first_upright()) {
            None => format!("h({},{})", line % self.width + 1, line / self.width),
            Some(upright) => format!("v({},{})", upright % (self.width + 1), upright / (self.width + 1) + 1),
        }
    }
}

impl Second for DotsAndBoxes {
    fn moves(&self) -> Vec<(String, Self)> {
        let free = (0..self.all()).filter(|line| self.lines & 1 << line == 0);
        free.map(|line| (format!("off {}", self.name(line)), self.draw(line))).collect()
    }

    fn winner(&self) -> Option<usize> {
        let over = self.lines.count_ones() as usize == self.all();
        over.then(|| match self.boxes[0].cmp(&self.boxes[1]) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 0,
        })
    }
}

/// By how many boxes the first player wins if both play as well as can be; published by Barker and Korf among others.
#[test]
fn the_telling_alone_has_the_known_values() {
    let known = [
        (1, 1, -1),
        (1, 2, 0),
        (1, 3, -1),
        (1, 4, 0),
        (1, 5, -1),
        (1, 6, 0),
        (2, 2, 2),
        (2, 3, -2),
        (3, 2, -2),
        (2, 4, 2),
        (3, 3, -3),
    ];
    for (width, height, net) in known {
        let empty = start(width, height);
        // By the lines drawn: what who is to move will still win more than the other. All lines are the last entry.
        let mut nets = vec![0_i8; 1 << empty.all()];
        for lines in (0..nets.len() - 1).rev() {
            let state = DotsAndBoxes { lines: lines as u64, ..empty };
            let free = (0..empty.all()).filter(|line| lines & 1 << line == 0);
            let values = free.map(|line| {
                let after = state.draw(line);
                let rest = nets[after.lines as usize];
                if after.mover == 1 { after.boxes[0] as i8 + rest } else { -rest }
            });
            nets[lines] = values.max().expect("a line is free");
        }
        assert_eq!(nets[0], net, "{width} x {height}");
    }
}

/// Nobody's moves depend on the other's, so every order of the lines is a game.
#[test]
fn the_telling_alone_has_as_many_games_as_orders() {
    assert_eq!(count(&start(1, 1), 4, 2).finished, [0, 0, 24]);
    assert_eq!(count(&start(2, 1), 7, 2).nodes, 5040);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&fast("dots-and-boxes"), &start(5, 5), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&fast("dots-and-boxes"), &start(5, 5), 200, 60);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("dots-and-boxes", &[("width", "1"), ("height", "1")]), &start(1, 1), 24, 4);
    assert_same_games(&with_options("dots-and-boxes", &[("width", "3"), ("height", "2")]), &start(3, 2), 300, 17);
}
