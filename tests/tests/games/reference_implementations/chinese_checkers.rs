//! Reference implementation of Chinese checkers: the owner of the marble in each hole of the star. It does not use the game file.

use std::collections::BTreeMap;

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use boardwright_tests::{compiled, with_options};

use super::history::History;

/// A hole: distance from the middle to the right and upwards; the rows lean to the right from the bottom up.
type Hole = (i32, i32);

const STEPS: [Hole; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

#[derive(Clone)]
pub struct ChineseCheckers {
    /// Owner of the marble in each hole of the star, 0 for none.
    star: BTreeMap<Hole, usize>,
    /// Corner of each player, clockwise from the lowest, from 0.
    corners: Vec<usize>,
    mover: usize,
    history: History<(BTreeMap<Hole, usize>, usize)>,
}

/// Corner of a hole, clockwise from the lowest, from 0; `None` in the middle of the star.
fn corner((x, y): Hole) -> Option<usize> {
    [-y, -x - y, -x, y, x + y, x].iter().position(|&height| height > 4)
}

pub fn start(corners: &[usize]) -> ChineseCheckers {
    let all = (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y)));
    let on_star = |&(x, y): &Hole| {
        let heights = [x, y, -x - y];
        heights.iter().all(|&height| height <= 4) || heights.iter().all(|&height| height >= -4)
    };
    let owner = |hole| corners.iter().position(|&own| corner(hole) == Some(own)).map_or(0, |at| at + 1);
    let star: BTreeMap<Hole, usize> = all.filter(on_star).map(|hole| (hole, owner(hole))).collect();
    let history = History::new((star.clone(), 1));
    ChineseCheckers { star, corners: corners.to_vec(), mover: 1, history }
}

fn offset((x, y): Hole, (dx, dy): Hole, distance: i32) -> Hole {
    (x + distance * dx, y + distance * dy)
}

impl ChineseCheckers {
    /// Holes that a marble reaches by a step or by a series of jumps.
    fn targets(&self, from: Hole) -> Vec<Hole> {
        let mut board = self.star.clone();
        board.insert(from, 0);
        let empty = |hole: &Hole| board.get(hole) == Some(&0);
        let mut jumped = vec![from];
        let mut next = 0;
        while let Some(&at) = jumped.get(next) {
            next += 1;
            for step in STEPS {
                let (over, to) = (offset(at, step, 1), offset(at, step, 2));
                if board.get(&over).is_some_and(|&man| man > 0) && empty(&to) && !jumped.contains(&to) {
                    jumped.push(to);
                }
            }
        }
        let mut targets: Vec<Hole> = STEPS.into_iter().map(|step| offset(from, step, 1)).filter(empty).collect();
        targets.extend(&jumped[1..]);
        targets
    }

    fn has_arrived(&self, player: usize) -> bool {
        let far = (self.corners[player - 1] + 3) % 6;
        let marbles: Vec<usize> =
            self.star.iter().filter(|&(&hole, _)| corner(hole) == Some(far)).map(|(_, &man)| man).collect();
        !marbles.contains(&0) && marbles.contains(&player)
    }
}

impl ReferenceGame for ChineseCheckers {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let text = |(x, y): Hole| format!("c({},{})", x + 9, y + 9);
        for (&from, _) in self.star.iter().filter(|&(_, &owner)| owner == self.mover) {
            for to in self.targets(from) {
                let mut after = Self { mover: self.mover % self.corners.len() + 1, ..self.clone() };
                after.star.insert(from, 0);
                after.star.insert(to, self.mover);
                after.history = self.history.with((after.star.clone(), after.mover));
                moves.push((format!("{} {}", text(from), text(to)), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        let arrived = (1..=self.corners.len()).find(|&player| self.has_arrived(player));
        arrived.or_else(|| (self.history.count(&(self.star.clone(), self.mover)) >= 3).then_some(0))
    }
}

/// The row in front has four marbles with two steps each, and the row behind three marbles that jump two ways but one.
#[test]
fn there_are_14_first_moves() {
    assert_eq!(start(&[0, 3]).moves().len(), 14);
    assert_eq!(start(&[0, 1, 2, 3, 4, 5]).star.values().filter(|&&man| man > 0).count(), 60);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("chinese-checkers"), &start(&[0, 3]), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("chinese-checkers"), &start(&[0, 3]), 5, 100);
    for (players, corners) in [("3", &[0, 2, 4][..]), ("4", &[0, 1, 3, 4]), ("6", &[0, 1, 2, 3, 4, 5])] {
        assert_same_games(&with_options("chinese-checkers", &[("players", players)]), &start(corners), 3, 80);
    }
}
