//! Weights of the evaluation: the terms that can be tuned and stored as an artifact of a game.

use boardwright_game::game::{Game, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{Structure, SymmetrySubset, WinLines};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

use super::terms::WeightRow;
use crate::limits::{Limits, Watch};

/// Weights of an evaluation, all from the view of player 1. A value of 200 stands for odds of e to 1 on winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Piece-square table: value of a piece by class and, within that, by location.
    pub squares: Vec<Vec<f32>>,
    /// Value of a line for its player, by the number of pieces on it, from one piece to one missing, where no other
    /// pieces are on it.
    pub lines: Vec<f32>,
    /// Value of a point of the score.
    pub point: f32,
    /// Value of each legal move for the player to move (mobility).
    pub mobility: f32,
    /// Value of the right to move (tempo).
    pub tempo: f32,
}

/// Untuned value of a line with a single piece; each further piece multiplies the value by four.
const FIRST_PIECE_VALUE: f32 = 4.0;
/// Upper bound of the untuned value of a line.
const MAX_LINE_VALUE: f32 = 1200.0;
/// Untuned value of a legal move, where mobility counts.
const MOVE_VALUE: f32 = 5.0;

/// Untuned weight of mobility. It is 0 if all moves leave equally many replies, as where each move fills one of the
/// free places that all players share: there mobility only shows whose turn it is. It is 0 too if the time of `limits` is
/// over before two moves with different numbers of replies are found.
fn mobility_weight<G: Game>(game: &G, limits: &Limits<'_>) -> f32 {
    const GAMES: usize = 2;
    const PLIES: usize = 60;
    const SIBLINGS: usize = 6;
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    // The limit of nodes holds for the search only.
    let watch = Watch::new(Limits { nodes: None, ..*limits });
    let _deadline = limits.set_deadline();
    let mut made = 0;
    for _ in 0..GAMES {
        let mut state = game.initial_state();
        for _ in 0..PLIES {
            if watch.is_reached(made) {
                return 0.0;
            }
            // Chance nodes say nothing about mobility, and the player that uses the weights reports faults of the
            // rules.
            let Ok(Turn::Player(_)) = game.legal_moves(&state, &mut moves) else { break };
            let mut counted = None;
            let mut next = None;
            let (siblings, _) = moves.partial_shuffle(&mut random, SIBLINGS);
            for &mut mv in siblings {
                if watch.is_reached(made) {
                    return 0.0;
                }
                made += 1;
                let mut after = state.clone();
                let turn = game.apply(&mut after, mv).and_then(|()| game.legal_moves(&after, &mut replies));
                let Ok(Turn::Player(_)) = turn else { continue };
                if *counted.get_or_insert(replies.len()) != replies.len() {
                    return MOVE_VALUE;
                }
                next = Some(after);
            }
            let Some(after) = next else { break };
            state = after;
        }
    }
    0.0
}

impl Weights {
    /// Weights that are derived from the rules and a few random moves: a piece of any class has the value 100 on any
    /// location, a point as much, lines have more value the fuller they are, and mobility counts where the number of
    /// moves varies.
    pub fn from_rules<G: Game>(game: &G) -> Self {
        Self::from_rules_within(game, &Limits::none(&AtomicBool::new(false)))
    }

    /// [`Weights::from_rules`], where random moves are made only as long as the time of `limits` allows.
    pub fn from_rules_within<G: Game>(game: &G, limits: &Limits<'_>) -> Self {
        Self { mobility: mobility_weight(game, limits), ..Self::without_mobility(game) }
    }

    /// Weights that are derived from the rules, where mobility does not count.
    pub(super) fn without_mobility<G: Game>(game: &G) -> Self {
        let Some(structure) = game.structure() else {
            return Self { squares: Vec::new(), lines: Vec::new(), point: 100.0, mobility: 0.0, tempo: 0.0 };
        };
        let square = |class, at| match structure.class_owner(class) {
            Some(owner) if structure.is_relevant(LocationId::new(at)) => {
                if owner == Player::FIRST {
                    100.0
                } else {
                    -100.0
                }
            }
            _ => 0.0,
        };
        let squares = |class| (0..structure.location_count()).map(|at| square(class, at)).collect();
        let lines = structure.win_lines().map_or(&[][..], WinLines::lines);
        let longest = lines.iter().map(|line| line.cells.len()).max().unwrap_or(1);
        let line = |filled: usize| (FIRST_PIECE_VALUE * 4_f32.powi(filled as i32 - 1)).min(MAX_LINE_VALUE);
        Self {
            squares: (0..structure.class_count()).map(squares).collect(),
            lines: (1..longest).map(line).collect(),
            point: 100.0,
            mobility: 0.0,
            tempo: 0.0,
        }
    }

    /// Weights that are all 0.
    pub fn zero<G: Game>(game: &G) -> Self {
        let mut none = Self::without_mobility(game);
        none.set_from_row(&vec![0.0; none.to_row().len()]);
        none
    }

    /// By index of a weight in its row: the index of the weight to which it is tied, and the sign. Tied weights are
    /// equal (1) or opposite (-1), because a symmetry of the game maps one to the other (weight sharing).
    pub(crate) fn symmetry_ties<G: Game>(&self, game: &G) -> Vec<(u32, f32)> {
        let mut ties: Vec<(u32, f32)> = (0..self.to_row().len() as u32).map(|index| (index, 1.0)).collect();
        let locations = self.squares.first().map_or(0, Vec::len);
        let Some(symmetries) = game.structure().and_then(Structure::symmetries) else { return ties };
        for (class, at) in (0..self.squares.len()).flat_map(|class| (0..locations).map(move |at| (class, at))) {
            let images = (0..symmetries.count(SymmetrySubset::All)).map(|which| {
                let image = symmetries.class_image(which, class) * locations
                    + symmetries.location_image(which, LocationId::new(at)).index();
                let stays = symmetries.player_image(which, Player::FIRST) == Player::FIRST;
                (image as u32, if stays { 1.0 } else { -1.0 })
            });
            let least = images.min_by_key(|&(image, _)| image).expect("one symmetry changes nothing");
            ties[class * locations + at] = least;
        }
        ties
    }

    /// `true` if the weights have the shape that the game requires: its classes, locations and line lengths.
    pub fn fits<G: Game>(&self, game: &G) -> bool {
        let made = Self::without_mobility(game);
        let shape = |weights: &Self| (weights.squares.iter().map(Vec::len).collect::<Vec<_>>(), weights.lines.len());
        shape(&made) == shape(self)
    }
}

impl WeightRow for Weights {
    /// Squares by class and location, then lines, then the other terms.
    fn names(&self) -> Vec<String> {
        let square = |(class, row): (usize, &Vec<f32>)| -> Vec<String> {
            (0..row.len()).map(|location| format!("class {class} on location {location}")).collect()
        };
        let squares = self.squares.iter().enumerate().flat_map(square);
        let lines = (1..=self.lines.len()).map(|pieces| format!("line with {pieces}"));
        let rest = ["point", "mobility", "tempo"].map(str::to_owned);
        squares.chain(lines).chain(rest).collect()
    }

    fn to_row(&self) -> Vec<f32> {
        let squares = self.squares.iter().flatten().copied();
        squares.chain(self.lines.iter().copied()).chain([self.point, self.mobility, self.tempo]).collect()
    }

    fn set_from_row(&mut self, row: &[f32]) {
        let mut row = row.iter().copied();
        let all = self.squares.iter_mut().flatten().chain(&mut self.lines);
        let all = all.chain([&mut self.point, &mut self.mobility, &mut self.tempo]);
        for (weight, given) in all.zip(&mut row) {
            *weight = given;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_row() {
        let squares = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
        let weights = Weights { squares, lines: vec![5.0, 6.0], point: 7.0, mobility: 8.0, tempo: 9.0 };
        let (names, row) = (weights.names(), weights.to_row());
        let named: Vec<_> = names.iter().map(String::as_str).zip(row.iter().copied()).collect();
        assert_eq!(named[2], ("class 1 on location 0", 3.0));
        assert_eq!(
            named[4..],
            [("line with 1", 5.0), ("line with 2", 6.0), ("point", 7.0), ("mobility", 8.0), ("tempo", 9.0)]
        );
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), row.len());
        let mut other = Weights { point: 0.0, squares: vec![vec![0.0; 2]; 2], ..weights.clone() };
        other.set_from_row(&row);
        assert_eq!(other, weights);
    }
}
