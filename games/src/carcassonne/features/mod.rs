//! Evaluations of Carcassonne: sets of terms, and the weights that come with the game.

mod analysis;
mod terms;

use std::cell::OnceCell;
use std::sync::LazyLock;

use boardwright_game::features::{Feature, FeatureSet, WeightSet};

use self::analysis::{Analysis, Surroundings, Variant, potential};
use self::terms::{EXPECTED_TERMS, TERMS};
use super::game::Carcassonne;
use super::moves::{CarcassonneMove, Placement};
use super::state::{CarcassonneState, Points};
use crate::weight_file;

/// Range of the weights that the thesis evolves.
const BOUNDS: [f32; 2] = [-2.0, 20.0];

/// Computation of the values of a set.
#[derive(Clone, Copy)]
enum Computation {
    /// Points if the game ended now, minus those of the best opponent.
    Margin,
    /// Points if the game ended now, or the margin, and the free meeples per remaining turn.
    Potential {
        /// `true` for the margin.
        is_net: bool,
    },
    /// The terms of the thesis.
    Terms(Variant),
    /// The terms of the expected margin, minus their mean for the opponents.
    Expected,
}

/// Variant of the terms of the expected margin.
const EXPECTED: Variant = Variant { has_probabilities: true, is_own: true, is_linear: false };

/// The feature sets and their computation, in the same order.
static SETS: LazyLock<(Vec<FeatureSet>, Vec<Computation>)> = LazyLock::new(|| {
    let margin = Feature::new("margin", "points if the game ended now, minus those of the best opponent");
    let points = Feature::new("points", "points if the game ended now");
    let potential = Feature::new("potential", "free meeples per remaining turn; 0 after the last turn");
    let (plain, pr) = (Variant::default(), Variant { has_probabilities: true, ..Variant::default() });
    let expected = EXPECTED_TERMS.iter().map(|term| term.feature.clone()).collect();
    let of_points = [
        ("margin", "points if the game ended now", vec![margin.clone()], Computation::Margin),
        (
            "potential",
            "points now, and meeples",
            vec![points, potential.clone()],
            Computation::Potential { is_net: false },
        ),
        ("potential-net", "margin now, and meeples", vec![margin, potential], Computation::Potential { is_net: true }),
        ("expected", "16 terms of the expected margin at the end", expected, Computation::Expected),
    ];
    let of_terms = [
        ("plain", "19 terms of the thesis", plain),
        ("pr", "19 terms, features weighted by their probability of extension", pr),
        ("plain-own", "as plain, points are own points", Variant { is_own: true, ..plain }),
        ("pr-own", "as pr, points are own points", Variant { is_own: true, ..pr }),
        (
            "plain-linear",
            "as plain, term 7 of the thesis to the letter: free meeples per remaining turn",
            Variant { is_linear: true, ..plain },
        ),
        (
            "pr-linear",
            "as pr, term 7 of the thesis to the letter: free meeples per remaining turn",
            Variant { is_linear: true, ..pr },
        ),
    ];
    let of_terms = of_terms.map(|(name, about, variant)| {
        (name, about, TERMS.iter().map(|term| term.feature.clone()).collect(), Computation::Terms(variant))
    });
    let set = |name, about, features| FeatureSet { name, about, features, bounds: BOUNDS };
    let sets = of_points.into_iter().chain(of_terms);
    sets.map(|(name, about, features, how)| (set(name, about, features), how)).unzip()
});

/// The feature sets.
pub fn sets() -> &'static [FeatureSet] {
    &SETS.0
}

/// Computes the values of a set for the player with an index.
pub fn values(game: &Carcassonne, state: &CarcassonneState, set: usize, me: usize, values: &mut Vec<f32>) {
    compute(game, state, set, me, &OnceCell::new(), values);
}

/// Computes the values of a set for the player with an index. `surroundings` are those of the board, once they are known.
fn compute(
    game: &Carcassonne,
    state: &CarcassonneState,
    set: usize,
    me: usize,
    surroundings: &OnceCell<Surroundings>,
    values: &mut Vec<f32>,
) {
    values.clear();
    let players = game.options().players;
    let analysis = |variant| {
        let surroundings = surroundings.get_or_init(|| Surroundings::new(game.tile_set(), state.board()));
        Analysis::new(game, state, variant, surroundings)
    };
    match SETS.1[set] {
        Computation::Margin => values.push(margin(game, state, me)),
        Computation::Potential { is_net } => {
            let points = || f32::from(game.all_points_now(state)[me].total());
            let points = if is_net { margin(game, state, me) } else { points() };
            values.extend([points, potential(state, players, me)]);
        }
        Computation::Terms(variant) => {
            let analysis = analysis(variant);
            values.extend(TERMS.iter().map(|term| (term.value)(&analysis, me)));
        }
        Computation::Expected => {
            let analysis = analysis(EXPECTED);
            let others = (0..players).filter(|&player| player != me);
            let share = 1.0 / (players - 1) as f32;
            values.extend(EXPECTED_TERMS.iter().map(|term| {
                let mean: f32 = others.clone().map(|other| share * (term.value)(&analysis, other)).sum();
                (term.value)(&analysis, me) - mean
            }));
        }
    }
}

/// Computes the values of a set after each of some moves for the player with an index. Moves that differ in their meeple
/// only share the placement of the tile and the empty cells of the board.
pub fn values_after(
    game: &Carcassonne,
    state: &CarcassonneState,
    moves: &[CarcassonneMove],
    set: usize,
    me: usize,
    each: &mut dyn FnMut(usize, f32, &[f32]) -> bool,
) {
    let (mut with_tile, mut next, mut output) = (state.clone(), state.clone(), Vec::new());
    let mut surroundings = OnceCell::new();
    let mut placed = None;
    for (index, &mv) in moves.iter().enumerate() {
        if let CarcassonneMove::Place(placement) = mv {
            let without_meeple = Some(Placement { meeple: None, ..placement });
            if placed != without_meeple {
                with_tile.clone_from(state);
                game.place_tile(&mut with_tile, placement);
                (placed, surroundings) = (without_meeple, OnceCell::new());
            }
            next.clone_from(&with_tile);
            game.complete_turn(&mut next, placement.meeple);
        } else {
            next.clone_from(state);
            game.make(&mut next, mv);
            (placed, surroundings) = (None, OnceCell::new());
        }
        compute(game, &next, set, me, &surroundings, &mut output);
        if !each(index, progress(game, &next), &output) {
            return;
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

/// Weight files of the game. Another set is one file and one line.
const WEIGHT_FILES: &[&str] = &[
    include_str!("../../../weights/carcassonne/greedy.toml"),
    include_str!("../../../weights/carcassonne/weighted.toml"),
    include_str!("../../../weights/carcassonne/19-3-pr.toml"),
    include_str!("../../../weights/carcassonne/19-3.toml"),
    include_str!("../../../weights/carcassonne/19-3-pr-3.toml"),
    include_str!("../../../weights/carcassonne/19-3-pr-4.toml"),
    include_str!("../../../weights/carcassonne/19-3-pr-5.toml"),
    include_str!("../../../weights/carcassonne/19-5-pr.toml"),
    include_str!("../../../weights/carcassonne/expected-2.toml"),
    include_str!("../../../weights/carcassonne/expected-3.toml"),
    include_str!("../../../weights/carcassonne/expected-4.toml"),
    include_str!("../../../weights/carcassonne/expected-5.toml"),
];

/// Weights of the thesis that come with its literal term 7 as well, and the features for it.
const LITERAL: [(&str, &str); 2] = [("weighted", "plain-linear"), ("19/3-pr", "pr-linear")];

/// Weights that come with the game: those of the files, and the literal variants of some, as `19/3-pr-literal`.
pub fn weight_sets() -> Vec<WeightSet> {
    static WEIGHTS: LazyLock<Vec<WeightSet>> = LazyLock::new(|| {
        let parse = |text| weight_file::parse(text, sets()).expect("the shipped weight files are valid");
        let files: Vec<WeightSet> = WEIGHT_FILES.iter().map(|text| parse(text)).collect();
        let literal = LITERAL.iter().map(|&(name, features)| {
            // The sets for more players are of our own runs.
            let known = files.iter().find(|set| set.name == name && set.players.is_none_or(|players| players == 2));
            let known = known.expect("the weights of the thesis ship").clone();
            let about = format!("{}; term 7 is free meeples per remaining turn, as the thesis has it", known.about);
            WeightSet { name: format!("{name}-literal"), about, features: features.to_owned(), ..known }
        });
        let literal: Vec<WeightSet> = literal.collect();
        [files, literal].concat()
    });
    WEIGHTS.clone()
}
