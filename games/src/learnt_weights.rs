//! Learnt evaluation weights of shipped game files, in the formats of `boardwright tune`: weights of what the rules show,
//! for the game without options, and weights of the heuristics of the file.

use boardwright_game::features::{FeatureSet, WeightSet};

use crate::weight_file;

/// Learnt weights of a shipped game, if there are any.
pub fn learnt_weights(name: &str) -> Option<&'static str> {
    LEARNT_WEIGHTS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}

macro_rules! weights {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../learnt/", $name, ".json")))),*]
    };
}

const LEARNT_WEIGHTS: &[(&str, &str)] = weights!["breakthrough", "connect-four", "reversi"];

/// Weights of the heuristics of shipped game files: name of the game and weight file. Another set is one file and one line.
const HEURISTIC_WEIGHTS: &[(&str, &str)] = &[("backgammon", include_str!("../weights/backgammon/expected.toml"))];

/// Learnt weights of the feature sets of a shipped game file.
///
/// # Panics
/// If `sets` are not those of the game.
pub fn learnt_weight_sets(name: &str, sets: &[FeatureSet]) -> Vec<WeightSet> {
    let of_game = HEURISTIC_WEIGHTS.iter().filter(|(known, _)| *known == name);
    of_game.map(|(_, text)| weight_file::parse(text, sets).expect("the shipped weight files are valid")).collect()
}
