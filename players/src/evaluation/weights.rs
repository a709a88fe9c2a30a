//! What an evaluation counts, and how much each counts: the part that can be learnt and kept beside a game.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;
use boardwright_engine::symmetry::Among;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// Weights of an evaluation, all for player 1. A value of 200 stands for odds of e to 1 on winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// What a piece is worth, by class and, within that, by location.
    pub squares: Vec<Vec<f32>>,
    /// What a line with so many pieces on it, and no others, is worth to its player: from one piece to one missing.
    pub lines: Vec<f32>,
    /// What a point of the score is worth.
    pub point: f32,
    /// What a move more to choose from is worth to the player to move.
    pub mobility: f32,
    /// What it is worth to be to move.
    pub tempo: f32,
}

/// What the first piece on a line that nobody else is on is worth at first; each one more makes it four times as much.
const FIRST: f32 = 4.0;
/// The most that a line is worth at first.
const MOST: f32 = 1200.0;
/// What a move more is worth at first, if anything.
const MOVE: f32 = 5.0;

/// What a move more is worth at first. Nothing where every move leaves as many to choose from as any other, as where each fills one place
/// of those that are free for all: there it tells whose turn it is, and no more.
fn mobility<G: Game>(game: &G) -> f32 {
    const GAMES: usize = 2;
    const PLIES: usize = 60;
    const SIBLINGS: usize = 6;
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut state = game.start();
        for _ in 0..PLIES {
            // Chance says nothing of moves, and rules that fail are found out by whoever plays.
            let Ok(Turn::Player(_)) = game.turn(&state, &mut moves) else { break };
            let mut counted = None;
            let mut next = None;
            let (siblings, _) = moves.partial_shuffle(&mut random, SIBLINGS);
            for &mut mv in siblings {
                let mut after = state.clone();
                let turn = game.apply(&mut after, mv).and_then(|()| game.turn(&after, &mut replies));
                let Ok(Turn::Player(_)) = turn else { continue };
                if *counted.get_or_insert(replies.len()) != replies.len() {
                    return MOVE;
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
    /// What is to be had from the rules without having played, but for a few random moves: a piece of any kind is worth 100 on any
    /// location, a point as much, lines the more the fuller they are, and moves where players can have more or fewer of them.
    pub fn made<G: Game>(game: &G) -> Self {
        let Some(structure) = game.structure() else {
            return Self { squares: Vec::new(), lines: Vec::new(), point: 100.0, mobility: mobility(game), tempo: 0.0 };
        };
        let square = |class, at| match structure.class_owner(class) {
            Some(owner) if structure.relevant(LocationId::new(at)) => {
                if owner == Player::FIRST {
                    100.0
                } else {
                    -100.0
                }
            }
            _ => 0.0,
        };
        let squares = |class| (0..structure.locations()).map(|at| square(class, at)).collect();
        let longest = structure.lines().iter().map(|line| line.cells.len()).max().unwrap_or(1);
        let line = |filled: usize| (FIRST * 4_f32.powi(filled as i32 - 1)).min(MOST);
        Self {
            squares: (0..structure.classes()).map(squares).collect(),
            lines: (1..longest).map(line).collect(),
            point: 100.0,
            mobility: mobility(game),
            tempo: 0.0,
        }
    }

    /// Nothing is worth anything.
    pub fn none<G: Game>(game: &G) -> Self {
        let mut none = Self::made(game);
        none.set(&vec![0.0; none.row().len()]);
        none
    }

    /// By the position of a weight in its row: which weight it is always equal to, or equal to the opposite of (-1), because a
    /// symmetry of the game turns one into the other.
    pub(super) fn ties<G: Game>(&self, game: &G) -> Vec<(u32, f32)> {
        let mut ties: Vec<(u32, f32)> = (0..self.row().len() as u32).map(|index| (index, 1.0)).collect();
        let locations = self.squares.first().map_or(0, Vec::len);
        let Some(symmetries) = game.structure().and_then(Structure::symmetries) else { return ties };
        for (class, at) in (0..self.squares.len()).flat_map(|class| (0..locations).map(move |at| (class, at))) {
            let images = (0..symmetries.count(Among::All)).map(|which| {
                let image = symmetries.class_image(which, class) * locations
                    + symmetries.place_image(which, LocationId::new(at)).index();
                let stays = symmetries.player_image(which, Player::FIRST) == Player::FIRST;
                (image as u32, if stays { 1.0 } else { -1.0 })
            });
            let least = images.min_by_key(|&(image, _)| image).expect("one symmetry changes nothing");
            ties[class * locations + at] = least;
        }
        ties
    }

    /// Whether these are weights for a game with such pieces, places and lines.
    pub fn fit<G: Game>(&self, game: &G) -> bool {
        let made = Self::made(game);
        let shape = |weights: &Self| (weights.squares.iter().map(Vec::len).collect::<Vec<_>>(), weights.lines.len());
        shape(&made) == shape(self)
    }

    /// All of them in one row, in the order of [`Weights::set`].
    pub(super) fn row(&self) -> Vec<f32> {
        let squares = self.squares.iter().flatten().copied();
        squares.chain(self.lines.iter().copied()).chain([self.point, self.mobility, self.tempo]).collect()
    }

    /// Takes all of them from a row.
    pub(super) fn set(&mut self, row: &[f32]) {
        let mut row = row.iter().copied();
        let all = self.squares.iter_mut().flatten().chain(&mut self.lines);
        let all = all.chain([&mut self.point, &mut self.mobility, &mut self.tempo]);
        for (weight, given) in all.zip(&mut row) {
            *weight = given;
        }
    }
}
