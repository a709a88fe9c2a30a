//! Evaluations that a game declares: sets of named features, and weights for them, with separate weights for each phase
//! of the game. The value of a position is the weighted sum of its features. Nothing here searches or tunes weights.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::fault::Fault;
use crate::game::{Game, GameExt};
use crate::ids::Player;

/// A feature of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Name, unique within its set.
    pub name: Cow<'static, str>,
    /// Description in a few words.
    pub about: Cow<'static, str>,
}

impl Feature {
    /// A feature that a program defines; those of a game file have texts of the file.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), about: Cow::Borrowed(about) }
    }
}

/// A set of features that are computed together.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureSet {
    /// Name, unique within the game.
    pub name: &'static str,
    /// Description in a few words.
    pub about: &'static str,
    /// Features, in the order of their values and weights.
    pub features: Vec<Feature>,
    /// Range in which weights are searched.
    pub bounds: [f32; 2],
}

/// Weights for the features of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightSet {
    /// Name by which players select the weights.
    pub name: String,
    /// Source of the weights, in a sentence.
    pub about: String,
    /// Name of the feature set.
    pub features: String,
    /// Number of players for whom the weights are meant; `None` for any number.
    pub players: Option<usize>,
    /// Number of phases, at least 1. Phases are equally long parts of the [progress](Game::progress) of a game.
    pub phases: usize,
    /// Weights by feature and, within that, by phase.
    pub weights: Vec<f32>,
}

/// Error of weights that do not fit a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightSetError {
    /// The game declares no such feature set.
    #[error("the game has no feature set \"{name}\", it has {known}")]
    #[allow(missing_docs)]
    UnknownFeatures { name: String, known: String },
    /// The number of weights is wrong.
    #[error(
        "the weights \"{name}\" have {found} numbers instead of {expected}: {features} features in {phases} phases"
    )]
    #[allow(missing_docs)]
    Length { name: String, found: usize, expected: usize, features: usize, phases: usize },
    /// A weight is not a finite number.
    #[error("the weights \"{name}\" are not all finite numbers")]
    #[allow(missing_docs)]
    NotFinite { name: String },
}

impl WeightSet {
    /// Index of the phase at a progress from 0 to 1.
    pub fn phase_at(&self, progress: f32) -> usize {
        phase_at(progress, self.phases)
    }

    /// Weight of a feature in a phase.
    pub fn weight(&self, feature: usize, phase: usize) -> f32 {
        self.weights[feature * self.phases + phase]
    }

    /// The weighted sum of feature values in a phase.
    pub fn value(&self, values: &[f32], phase: usize) -> f32 {
        values.iter().enumerate().map(|(feature, value)| value * self.weight(feature, phase)).sum()
    }

    /// Index of the feature set in a game, for which the weights are checked.
    ///
    /// # Errors
    /// If the game has no such feature set, or the weights do not fit it.
    pub fn feature_set<G: Game>(&self, game: &G) -> Result<usize, WeightSetError> {
        let sets = game.feature_sets();
        let Some(index) = sets.iter().position(|set| set.name == self.features) else {
            let known: Vec<&str> = sets.iter().map(|set| set.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(WeightSetError::UnknownFeatures { name: self.features.clone(), known });
        };
        let (features, phases, found) = (sets[index].features.len(), self.phases, self.weights.len());
        let name = self.name.clone();
        if phases == 0 || found != features * phases {
            return Err(WeightSetError::Length { name, found, expected: features * phases, features, phases });
        }
        if self.weights.iter().any(|weight| !weight.is_finite()) {
            return Err(WeightSetError::NotFinite { name });
        }
        Ok(index)
    }
}

/// Index of the phase at a progress from 0 to 1, with `phases` equally long phases.
pub fn phase_at(progress: f32, phases: usize) -> usize {
    ((progress * phases as f32) as usize).min(phases.saturating_sub(1))
}

/// Weights of this name that a game ships: those for its number of players, or else those for any number.
pub fn shipped_weights<G: Game>(game: &G, name: &str) -> Option<WeightSet> {
    select_weights(game.weight_sets(), name, game.players())
}

/// Weights of this name for a number of players: those that are meant for it, or else those for any number.
pub fn select_weights(sets: Vec<WeightSet>, name: &str, players: usize) -> Option<WeightSet> {
    let named = sets.into_iter().filter(|set| set.name == name);
    let fitting = named.filter(|set| set.players.is_none_or(|number| number == players));
    fitting.max_by_key(|set| set.players.is_some())
}

/// Values of the features of a set for a player, in a vector of their own.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub fn feature_values<G: Game>(game: &G, state: &G::State, set: usize, player: Player) -> Result<Vec<f32>, Fault> {
    let mut values = Vec::new();
    game.feature_values(state, set, player, &mut values)?;
    Ok(values)
}

/// Features of a game, for evaluations with weights: an optional companion of [`Game`](crate::game::Game).
pub trait Features<State, Move> {
    /// Sets of features.
    fn sets(&self) -> &[FeatureSet];

    /// Computes the values of the features of a set, by its index in [`Features::sets`], for a player. Features may depend
    /// on the last move. `values` is cleared first.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn values(&self, state: &State, set: usize, player: Player, values: &mut Vec<f32>) -> Result<(), Fault>;

    /// Computes the values of the features of a set after each of `moves`, for a player, and calls `each` with the index of
    /// the move, the [progress](Features::progress) after it and the values, until `each` returns `false`. `None` lets
    /// each move be made in a copy of the state; games that share work among moves override this.
    fn values_after(
        &self,
        _state: &State,
        _moves: &[Move],
        _set: usize,
        _player: Player,
        _each: &mut dyn FnMut(usize, f32, &[f32]) -> bool,
    ) -> Option<Result<(), Fault>> {
        None
    }

    /// Progress of the game, from 0 at its beginning to 1 at its end, by which the phases of weights are chosen.
    fn progress(&self, _state: &State) -> f32 {
        0.0
    }

    /// Weights for the feature sets that come with the game.
    fn weight_sets(&self) -> Vec<WeightSet>;
}
