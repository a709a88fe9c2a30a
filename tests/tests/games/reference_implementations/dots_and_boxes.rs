//! Reference implementation of Dots and Boxes: the lines as a bit set, the boxes of both players, and the player to move. It does
//! not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

#[derive(Clone, Copy)]
pub struct DotsAndBoxes {
    width: usize,
    height: usize,
    /// Bit set of the drawn lines: first those that lie across, row by row from the top, then those that stand upright.
    lines: u64,
    boxes: [i32; 2],
    mover: usize,
}

pub fn start(width: usize, height: usize) -> DotsAndBoxes {
    let state = DotsAndBoxes { width, height, lines: 0, boxes: [0; 2], mover: 1 };
    assert!(state.line_count() < 64, "the lines fit the bits");
    state
}

impl DotsAndBoxes {
    /// Number of lines of the board.
    fn line_count(&self) -> usize {
        self.first_upright() + (self.width + 1) * self.height
    }

    fn first_upright(&self) -> usize {
        self.width * (self.height + 1)
    }

    /// The sides of a box as a bit set; its column and row count from 0.
    fn sides(&self, x: usize, y: usize) -> u64 {
        let above = y * self.width + x;
        let left = self.first_upright() + y * (self.width + 1) + x;
        1 << above | 1 << (above + self.width) | 1 << left | 1 << (left + 1)
    }

    /// The boxes that have a line as a side.
    fn adjacent_boxes(&self, line: usize) -> impl Iterator<Item = (usize, usize)> {
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
        let closed =
            self.adjacent_boxes(line).filter(|&(x, y)| after.lines & self.sides(x, y) == self.sides(x, y)).count();
        after.boxes[self.mover - 1] += closed as i32;
        if closed == 0 {
            after.mover = 3 - self.mover;
        }
        after
    }

    /// The name of a line's location. Lines across are numbered downwards from 0, upright ones to the right from 0.
    fn name(&self, line: usize) -> String {
        match line.checked_sub(self.first_upright()) {
            None => format!("h({},{})", line % self.width + 1, line / self.width),
            Some(upright) => format!("v({},{})", upright % (self.width + 1), upright / (self.width + 1) + 1),
        }
    }
}

impl ReferenceGame for DotsAndBoxes {
    fn moves(&self) -> Vec<(String, Self)> {
        let free = (0..self.line_count()).filter(|line| self.lines & 1 << line == 0);
        free.map(|line| (format!("off {}", self.name(line)), self.draw(line))).collect()
    }

    fn winner(&self) -> Option<usize> {
        let over = self.lines.count_ones() as usize == self.line_count();
        over.then(|| match self.boxes[0].cmp(&self.boxes[1]) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 0,
        })
    }
}

/// Number of boxes by which the first player wins under optimal play; published by Barker and Korf among others.
#[test]
fn the_reference_has_the_published_values() {
    let published = [
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
    for (width, height, net) in published {
        let empty = start(width, height);
        // Future net score of the player to move, by the drawn lines (retrograde). The last entry has all lines.
        let mut nets = vec![0_i8; 1 << empty.line_count()];
        for lines in (0..nets.len() - 1).rev() {
            let state = DotsAndBoxes { lines: lines as u64, ..empty };
            let free = (0..empty.line_count()).filter(|line| lines & 1 << line == 0);
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

/// The moves of a player do not depend on those of the other, so every order of the lines is a game.
#[test]
fn the_reference_has_one_game_for_each_order_of_lines() {
    assert_eq!(reference_perft(&start(1, 1), 4, 2).finished, [0, 0, 24]);
    assert_eq!(reference_perft(&start(2, 1), 7, 2).nodes, 5040);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("dots-and-boxes"), &start(5, 5), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("dots-and-boxes"), &start(5, 5), 200, 60);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(&with_options("dots-and-boxes", &[("width", "1"), ("height", "1")]), &start(1, 1), 24, 4);
    assert_same_games(&with_options("dots-and-boxes", &[("width", "3"), ("height", "2")]), &start(3, 2), 300, 17);
}

/// Squares is the same game; its lines belong to players, which the texts of moves do not show.
#[test]
fn games_of_squares_are_the_same() {
    for marks in ["no", "yes"] {
        assert_same_games(&with_options("squares", &[("marks", marks)]), &start(5, 5), 20, 60);
    }
}
