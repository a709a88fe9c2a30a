//! Weight files: a [`WeightSet`] as TOML, one line for each feature with its weight in each phase.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use boardwright_game::features::{FeatureSet, WeightSet};
use serde::Deserialize;
use thiserror::Error;

/// Error of a weight file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightFileError {
    /// The file is not valid TOML, or has missing or unknown keys.
    #[error("{0}")]
    Syntax(String),
    /// The game has no such feature set.
    #[error("the game has no feature set \"{name}\"; it has {known}")]
    #[allow(missing_docs)]
    UnknownFeatures { name: String, known: String },
    /// There is no feature of this name.
    #[error("there is no feature \"{feature}\" in the set \"{set}\"; it has {known}")]
    #[allow(missing_docs)]
    UnknownFeature { feature: String, set: String, known: String },
    /// A feature has no weights.
    #[error("the feature \"{feature}\" has no weights; add a line with {phases} numbers to [weights]")]
    #[allow(missing_docs)]
    MissingFeature { feature: &'static str, phases: usize },
    /// A feature has weights for another number of phases.
    #[error("the feature \"{feature}\" has {found} weights, but there are {phases} phases")]
    #[allow(missing_docs)]
    Phases { feature: &'static str, found: usize, phases: usize },
    /// A weight is not a finite number.
    #[error("a weight of the feature \"{feature}\" is not a finite number")]
    #[allow(missing_docs)]
    NotFinite { feature: &'static str },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightText {
    name: String,
    about: String,
    features: String,
    players: Option<usize>,
    phases: usize,
    weights: BTreeMap<String, Vec<f32>>,
}

/// Parses a weight file for a game with these feature sets.
///
/// # Errors
/// A [`WeightFileError`] that names the feature and the mistake.
pub fn parse(text: &str, sets: &[FeatureSet]) -> Result<WeightSet, WeightFileError> {
    let file: WeightText = toml::from_str(text).map_err(|error| WeightFileError::Syntax(error.to_string()))?;
    let Some(set) = sets.iter().find(|set| set.name == file.features) else {
        let known = sets.iter().map(|set| set.name).collect::<Vec<_>>().join(", ");
        return Err(WeightFileError::UnknownFeatures { name: file.features, known });
    };
    let is_unknown = |name: &&String| set.features.iter().all(|feature| feature.name != **name);
    if let Some(feature) = file.weights.keys().find(is_unknown) {
        let known = set.features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ");
        return Err(WeightFileError::UnknownFeature { feature: feature.clone(), set: file.features, known });
    }
    let phases = file.phases;
    let mut weights = Vec::new();
    for feature in set.features.iter().map(|feature| feature.name) {
        let row = file.weights.get(feature).ok_or(WeightFileError::MissingFeature { feature, phases })?;
        if row.len() != phases || phases == 0 {
            return Err(WeightFileError::Phases { feature, found: row.len(), phases });
        }
        if row.iter().any(|weight| !weight.is_finite()) {
            return Err(WeightFileError::NotFinite { feature });
        }
        weights.extend(row);
    }
    let WeightText { name, about, features, players, .. } = file;
    Ok(WeightSet { name, about, features, players, phases, weights })
}

/// Text of a weight file, which [`parse`] reads back.
pub fn text(weights: &WeightSet, set: &FeatureSet) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut text = format!("name = {}\nabout = {}\n", quoted(&weights.name), quoted(&weights.about));
    let _ = writeln!(text, "features = {}", quoted(&weights.features));
    if let Some(players) = weights.players {
        let _ = writeln!(text, "players = {players}");
    }
    let _ = writeln!(text, "phases = {}\n\n[weights]", weights.phases);
    for (index, feature) in set.features.iter().enumerate() {
        let row: Vec<String> = (0..weights.phases).map(|phase| format!("{:?}", weights.weight(index, phase))).collect();
        let _ = writeln!(text, "{} = [{}]", quoted(feature.name), row.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use boardwright_game::features::Feature;

    use super::*;

    const VALID: &str = "name = \"n\"\nabout = \"a\"\nfeatures = \"f\"\nplayers = 2\nphases = 2\n\n[weights]\n\
                         \"one\" = [1.0, 2.5]\n\"two\" = [-3.0, 0.0]\n";

    fn sets() -> Vec<FeatureSet> {
        let features = vec![Feature { name: "one", about: "" }, Feature { name: "two", about: "" }];
        vec![FeatureSet { name: "f", about: "", features, bounds: [0.0, 1.0] }]
    }

    #[test]
    fn a_file_is_read_and_written() {
        let weights = parse(VALID, &sets()).unwrap();
        assert_eq!(weights.weights.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1", "2.5", "-3", "0"]);
        assert_eq!(text(&weights, &sets()[0]), VALID);
    }

    #[test]
    fn mistakes_are_named() {
        for (old, new, message) in [
            ("\"f\"", "\"g\"", "the game has no feature set \"g\"; it has f"),
            ("\"two\" =", "\"to\" =", "there is no feature \"to\" in the set \"f\"; it has one, two"),
            (
                "\"two\" = [-3.0, 0.0]\n",
                "",
                "the feature \"two\" has no weights; add a line with 2 numbers to [weights]",
            ),
            ("[1.0, 2.5]", "[1.0]", "the feature \"one\" has 1 weights, but there are 2 phases"),
            ("[1.0, 2.5]", "[1.0, nan]", "a weight of the feature \"one\" is not a finite number"),
            ("[1.0, 2.5]", "[1.0, \"x\"]", "invalid type: string \"x\", expected f32"),
            ("about", "abuot", "unknown field `abuot`"),
        ] {
            let error = parse(&VALID.replacen(old, new, 1), &sets()).unwrap_err().to_string();
            assert!(error.contains(message), "{new}: {error}");
        }
    }
}
