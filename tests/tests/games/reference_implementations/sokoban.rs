//! Reference implementation of Sokoban: a copy of the game file's level as letters. It does not use the game file.

use std::collections::BTreeSet;

use boardwright_tests::compiled;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};

use super::lines_of_play::{count_by_depth, replay, replay_winner, shortest_win};

/// Walls `#`, floor `-`, goals `.`, crates `$`, the keeper `@`; initially all goals are empty.
const LEVEL: [&str; 7] = ["########", "#--#---#", "#..@-$.#", "##-##-$#", "#--$---#", "#-#-#--#", "########"];

/// Column and row, both from 1; rows count from the bottom.
type Place = (i32, i32);

#[derive(Clone)]
pub struct Sokoban {
    floor: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    crates: BTreeSet<Place>,
    keeper: Place,
}

pub fn start() -> Sokoban {
    let mut state = Sokoban { floor: BTreeSet::new(), goals: BTreeSet::new(), crates: BTreeSet::new(), keeper: (0, 0) };
    for (y, row) in (1..).zip(LEVEL.iter().rev()) {
        for (x, letter) in (1..).zip(row.chars()) {
            match letter {
                '.' => _ = state.goals.insert((x, y)),
                '$' => _ = state.crates.insert((x, y)),
                '@' => state.keeper = (x, y),
                _ => {}
            }
            if letter != '#' {
                state.floor.insert((x, y));
            }
        }
    }
    state
}

fn neighbours((x, y): Place) -> [(Place, Place); 4] {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)))
}

impl ReferenceGame for Sokoban {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.goals == self.crates {
            return moves;
        }
        let text = |from: Place, to: Place| format!("c({},{}) c({},{})", from.0, from.1, to.0, to.1);
        let free = |place: &Place| self.floor.contains(place) && !self.crates.contains(place);
        for (near, behind) in neighbours(self.keeper) {
            let mut after = Self { keeper: near, ..self.clone() };
            if free(&near) {
                moves.push((text(self.keeper, near), after));
            } else if self.crates.contains(&near) && free(&behind) {
                after.crates.remove(&near);
                after.crates.insert(behind);
                moves.push((text(near, behind), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        if self.goals == self.crates { Some(1) } else { self.moves().is_empty().then_some(0) }
    }
}

pub fn key(state: &Sokoban) -> (BTreeSet<Place>, Place) {
    (state.crates.clone(), state.keeper)
}

/// A shortest solution as steps of the keeper: right, left, up or down.
const SOLUTION: &str = "rurrdlddrululllddrrlluurrrdrddluudllluurrurrdlllrrddru";

/// The texts of the moves of that solution.
fn solution() -> Vec<String> {
    let mut state = start();
    let mut texts = Vec::new();
    for letter in SOLUTION.chars() {
        let (x, y) = state.keeper;
        let to = match letter {
            'r' => (x + 1, y),
            'l' => (x - 1, y),
            'u' => (x, y + 1),
            _ => (x, y - 1),
        };
        let (text, after) =
            state.moves().into_iter().find(|(_, after)| after.keeper == to).expect("a way that is free");
        texts.push(text);
        state = after;
    }
    texts
}

#[test]
fn fifty_four_moves_are_least() {
    assert_eq!(shortest_win(&start(), key).map(|line| line.len()), Some(54));
    assert_eq!(solution().len(), 54);
    assert_eq!(replay(&start(), &solution()).winner(), Some(1));
}

/// Confirmed by a search written in another programming language.
#[test]
fn there_are_9115_positions() {
    assert_eq!(count_by_depth(&start(), key, usize::MAX).iter().sum::<usize>(), 9115);
}

#[test]
fn the_line_wins() {
    assert_eq!(replay_winner(&compiled("sokoban"), &solution()), Some(1));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("sokoban"), &start(), 10);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("sokoban"), &start(), 100, 300);
}
