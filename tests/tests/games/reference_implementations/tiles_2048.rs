//! Reference implementation of 2048: a square of numbers. It does not use the game file.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_tests::chance_reference::{Continuation, ReferencePosition, assert_same_positions};
use boardwright_tests::{compiled, with_options};

/// A position. The goal is read from the options of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tiles {
    /// Values of the tiles by row and column; 0 is an empty cell.
    cells: [[u32; 4]; 4],
    score: u32,
    goal: u32,
    /// `true` if a tile appears next.
    is_chance_next: bool,
}

/// Slides and merges a row to its start; returns the points too.
fn slide(row: [u32; 4]) -> ([u32; 4], u32) {
    let mut tiles = row.into_iter().filter(|tile| *tile > 0).peekable();
    let (mut slid, mut points, mut count) = ([0; 4], 0, 0);
    while let Some(tile) = tiles.next() {
        let merged = tiles.next_if_eq(&tile).is_some();
        slid[count] = if merged { 2 * tile } else { tile };
        points += if merged { 2 * tile } else { 0 };
        count += 1;
    }
    (slid, points)
}

fn turned(cells: [[u32; 4]; 4]) -> [[u32; 4]; 4] {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[3 - column][row]))
}

impl Tiles {
    /// Positions after the slides that change anything.
    fn slides(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for turns in 0..4 {
            let mut cells = (0..turns).fold(self.cells, |cells, _| turned(cells));
            let mut score = self.score;
            for row in &mut cells {
                let (slid, points) = slide(*row);
                *row = slid;
                score += points;
            }
            let cells = (turns..4).fold(cells, |cells, _| turned(cells));
            if cells != self.cells {
                found.push(Self { cells, score, is_chance_next: true, ..self.clone() });
            }
        }
        found
    }
}

impl ReferencePosition for Tiles {
    fn read(game: &CompiledGame, state: &State) -> Self {
        let cell = |row: usize, column: usize| {
            let place = game.rules().location_named(&format!("c({},{})", column + 1, row + 1)).expect("a cell");
            game.content(state, place).map_or(0, |tile| 1 << game.element_state(state, tile))
        };
        let goal = game.rules().options.iter().find(|option| option.name == "goal").expect("the file has a goal");
        Self {
            cells: std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column))),
            score: game.points(state, Player::FIRST) as u32,
            goal: goal.value.parse().expect("a number"),
            is_chance_next: game.legal_moves(state, &mut Vec::new()) == Ok(boardwright_game::game::Turn::Chance),
        }
    }

    fn continuation(&self) -> Continuation<Self> {
        let cells = || (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        let empty: Vec<(usize, usize)> = cells().filter(|&(row, column)| self.cells[row][column] == 0).collect();
        if !self.is_chance_next {
            let slides = self.slides();
            return if slides.is_empty() {
                Continuation::Over(usize::from(self.cells.as_flattened().iter().any(|tile| *tile >= self.goal)))
            } else {
                Continuation::Choice(1, slides)
            };
        }
        let appears = |&(row, column): &(usize, usize)| {
            [(2, 0.9), (4, 0.1)].map(|(tile, chance)| {
                // Two tiles appear at the start.
                let mut after = Self { is_chance_next: empty.len() == 16, ..self.clone() };
                after.cells[row][column] = tile;
                (after, chance / empty.len() as f64)
            })
        };
        Continuation::Chance(empty.iter().flat_map(appears).collect())
    }
}

#[test]
fn a_row_merges_each_tile_once() {
    assert_eq!(slide([2, 2, 2, 2]), ([4, 4, 0, 0], 8));
    assert_eq!(slide([0, 4, 2, 2]), ([4, 4, 0, 0], 4));
    assert_eq!(slide([2, 0, 0, 2]), ([4, 0, 0, 0], 4));
    assert_eq!(slide([2, 4, 2, 4]), ([2, 4, 2, 4], 0));
}

#[test]
fn random_games_are_the_same() {
    let start = |goal| Tiles { goal, is_chance_next: true, ..Tiles::default() };
    assert_eq!(assert_same_positions(&compiled("2048"), &start(2048), 3, 2000), 3);
    // Random games make tiles of about this size.
    assert_eq!(assert_same_positions(&with_options("2048", &[("goal", "128")]), &start(128), 6, 2000), 6);
}
