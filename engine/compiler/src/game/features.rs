//! Features of game files for evaluations with weights: the heuristics of the file, the scores and the result. Only games
//! with chance and without hidden information have them: other board games are evaluated by what their rules show.

use std::borrow::Cow;

use boardwright_game::fault::Fault;
use boardwright_game::features::{Feature, FeatureSet, WeightSet};
use boardwright_game::game::{Game as _, GameExt, Outcome};
use boardwright_game::ids::Player;
use boardwright_interpreter::game::InterpretedGame;
use boardwright_interpreter::state::State;

use super::CompiledGame;

/// Name of the feature set.
const SET: &str = "heuristics";
/// Range in which weights are searched.
const BOUNDS: [f32; 2] = [-1.0, 1.0];
/// Weight of the result among the weights "greedy": more than any heuristic.
const CERTAIN: f32 = 1e6;

/// The feature sets of a game: none, or the set of its heuristics.
pub(super) fn sets(game: &InterpretedGame) -> Vec<FeatureSet> {
    let heuristics = &game.rules().heuristics;
    if heuristics.is_empty() || !game.has_chance() || game.has_hidden_information() {
        return Vec::new();
    }
    // Names of heuristics have no spaces, so that these differ from them.
    let own = [
        Feature::new("game result", "1 after a win, -1 after a loss, 0 otherwise"),
        Feature::new("score lead", "score minus the mean score of the opponents"),
    ];
    let declared = heuristics.iter().map(|heuristic| Feature {
        name: Cow::Owned(heuristic.name.clone()),
        about: Cow::Borrowed("a heuristic of the game file"),
    });
    let about = "the heuristics of the game file, the lead and the result";
    vec![FeatureSet { name: SET, about, features: own.into_iter().chain(declared).collect(), bounds: BOUNDS }]
}

/// Weights that come with the feature sets: the first heuristic and the lead, with wins above all.
pub(super) fn greedy_weights(sets: &[FeatureSet]) -> Vec<WeightSet> {
    let weights = |set: &FeatureSet| {
        let first = [CERTAIN, 1.0, 1.0];
        WeightSet {
            name: "greedy".to_owned(),
            about: "the result, or else the lead and the first heuristic of the game file".to_owned(),
            features: set.name.to_owned(),
            players: None,
            phases: 1,
            weights: (0..set.features.len()).map(|index| first.get(index).copied().unwrap_or(0.0)).collect(),
        }
    };
    sets.iter().map(weights).collect()
}

impl CompiledGame {
    /// Computes the values of the features in [`sets`] for a player.
    pub(super) fn values_of_features(&self, state: &State, player: Player, values: &mut Vec<f32>) -> Result<(), Fault> {
        values.clear();
        values.push(match state.outcome() {
            Some(Outcome::Won(winner)) if winner == player => 1.0,
            Some(Outcome::Won(_)) => -1.0,
            Some(Outcome::Draw) | None => 0.0,
        });
        let own = self.score(state, player);
        let sum: f64 = (1..=self.players()).filter_map(Player::new).map(|other| self.score(state, other)).sum();
        let opponents = self.players().saturating_sub(1).max(1);
        values.push((own - (sum - own) / opponents as f64) as f32);
        for index in 0..self.rules().heuristics.len() {
            values.push(self.heuristic_value(state, index, player)? as f32);
        }
        Ok(())
    }
}
