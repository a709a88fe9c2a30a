//! Evaluations of Carcassonne: sets of terms, and the weights that come with the game.

mod analysis;
mod terms;

use std::sync::LazyLock;

use boardwright_game::features::{Feature, FeatureSet, WeightSet};

use self::analysis::{Analysis, Variant};
use self::terms::TERMS;
use super::game::Carcassonne;
use super::state::{CarcassonneState, Points};

/// Range of the weights that the thesis evolves.
const BOUNDS: [f32; 2] = [-2.0, 20.0];
/// Number of terms that the player `weighted` counts: points, and meeples per turn.
const WEIGHTED_TERMS: usize = 7;

/// Computation of the values of a set.
#[derive(Clone, Copy)]
enum Computation {
    /// Points if the game ended now, minus those of the best opponent.
    Margin,
    /// The margin, and the free meeples per remaining turn.
    Potential,
    /// The terms of the thesis.
    Terms(Variant),
}

/// The feature sets and their computation, in the same order.
static SETS: LazyLock<(Vec<FeatureSet>, Vec<Computation>)> = LazyLock::new(|| {
    let margin = Feature { name: "margin", about: "points if the game ended now, minus those of the best opponent" };
    let potential = Feature { name: "potential", about: "free meeples per remaining turn; 0 after the last turn" };
    let terms = || TERMS.iter().map(|term| term.feature).collect();
    let variant = |has_probabilities, is_own| Computation::Terms(Variant { has_probabilities, is_own });
    let sets = [
        ("margin", "points if the game ended now", vec![margin], Computation::Margin),
        (
            "potential",
            "points now, and meeples for the rest of the game",
            vec![margin, potential],
            Computation::Potential,
        ),
        ("plain", "19 terms of V. Pracny's thesis", terms(), variant(false, false)),
        ("pr", "19 terms, features weighted by the probability of extension", terms(), variant(true, false)),
        ("plain-own", "19 terms, where points are own points", terms(), variant(false, true)),
        ("pr-own", "19 terms with probabilities, where points are own points", terms(), variant(true, true)),
    ];
    let set = |name, about, features| FeatureSet { name, about, features, bounds: BOUNDS };
    sets.into_iter().map(|(name, about, features, how)| (set(name, about, features), how)).unzip()
});

/// The feature sets.
pub fn sets() -> &'static [FeatureSet] {
    &SETS.0
}

/// Computes the values of a set for the player with an index.
pub fn values(game: &Carcassonne, state: &CarcassonneState, set: usize, me: usize, values: &mut Vec<f32>) {
    values.clear();
    match SETS.1[set] {
        Computation::Margin => values.push(margin(game, state, me)),
        Computation::Potential => {
            let turns = f32::from(state.left.div_ceil(game.options().players as u8));
            let potential = if turns > 0.0 { f32::from(state.free[me]) / turns } else { 0.0 };
            values.extend([margin(game, state, me), potential]);
        }
        Computation::Terms(variant) => {
            let analysis = Analysis::new(game, state, variant);
            values.extend(TERMS.iter().map(|term| (term.value)(&analysis, me)));
        }
    }
}

/// Points of a player if the game ended now, minus those of the best opponent.
fn margin(game: &Carcassonne, state: &CarcassonneState, me: usize) -> f32 {
    let points = game.all_points_now(state).map(Points::total);
    let others = (0..game.options().players).filter(|&player| player != me).map(|player| points[player]);
    f32::from(points[me]) - f32::from(others.max().unwrap_or(0))
}

/// Progress from 0 to 1, so that `f` phases end with 72/f, 2 · 72/f, ... tiles on the table.
pub fn progress(game: &Carcassonne, state: &CarcassonneState) -> f32 {
    // The last tile of a phase belongs to it, and the boundaries need not be whole numbers.
    const SHIFT: f32 = 0.1;
    (state.tiles().len() as f32 - SHIFT) / game.tile_set().tile_count() as f32
}

/// Weights that come with the game.
pub fn weight_sets() -> Vec<WeightSet> {
    let set = |name: &str, about: &str, features: &str, weights: Vec<f32>| WeightSet {
        name: name.to_owned(),
        about: about.to_owned(),
        features: features.to_owned(),
        players: None,
        phases: 1,
        weights,
    };
    let ones = (0..TERMS.len()).map(|index| if index < WEIGHTED_TERMS { 1.0 } else { 0.0 }).collect();
    vec![
        set("greedy", "points if the game ended now (the thesis's Hladova UI)", "margin", vec![1.0]),
        set("weighted", "terms 1 to 7 with equal weights (the thesis's Vazena UI)", "plain", ones),
    ]
}
