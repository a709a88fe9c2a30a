//! Weights that fit a game, with the feature set that they weigh. They choose no moves.

use boardwright_game::features::{WeightSet, WeightSetError};
use boardwright_game::game::Game;

/// Weights with the index of their feature set in a game.
#[derive(Clone, Copy, Debug)]
pub struct GameWeights<'a> {
    /// The weights.
    pub weights: &'a WeightSet,
    /// Index of the feature set.
    pub set: usize,
}

impl<'a> GameWeights<'a> {
    /// Checks weights for a game.
    ///
    /// # Errors
    /// If the game has no such feature set, or the weights do not fit it.
    pub fn new<G: Game>(game: &G, weights: &'a WeightSet) -> Result<Self, WeightSetError> {
        Ok(Self { weights, set: weights.feature_set(game)? })
    }

    /// Weighted sum of feature values at a progress of the game.
    pub(crate) fn value(self, progress: f32, values: &[f32]) -> f32 {
        self.weights.value(values, self.weights.phase_at(progress))
    }
}
