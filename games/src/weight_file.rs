//! Weight files: a [`WeightSet`] as TOML, one line for each feature with its weight in each phase.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use boardwright_game::features::{FeatureSet, WeightSet};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

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
    #[error("line {line}: there is no feature \"{feature}\" in the set \"{set}\"{hint}")]
    #[allow(missing_docs)]
    UnknownFeature { line: usize, feature: String, set: String, hint: String },
    /// A feature has no weights.
    #[error("the feature \"{feature}\" has no weights; add a line with {phases} numbers to [weights]")]
    #[allow(missing_docs)]
    MissingFeature { feature: String, phases: usize },
    /// A feature has weights for another number of phases.
    #[error("line {line}: the feature \"{feature}\" has {found} weights, but there are {phases} phases")]
    #[allow(missing_docs)]
    Phases { line: usize, feature: String, found: usize, phases: usize },
    /// A weight is not a finite number.
    #[error("line {line}: a weight of the feature \"{feature}\" is not a finite number")]
    #[allow(missing_docs)]
    NotFinite { line: usize, feature: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightText {
    name: String,
    about: String,
    features: String,
    players: Option<usize>,
    phases: NonZeroUsize,
    weights: BTreeMap<String, Spanned<Vec<f32>>>,
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
    let line_of = |row: &Spanned<Vec<f32>>| text[..row.span().start].lines().count().max(1);
    let is_unknown = |name: &String| set.features.iter().all(|feature| feature.name != *name);
    if let Some((feature, row)) = file.weights.iter().find(|(name, _)| is_unknown(name)) {
        let (line, hint) = (line_of(row), hint(feature, set));
        return Err(WeightFileError::UnknownFeature { line, feature: feature.clone(), set: file.features, hint });
    }
    let phases = file.phases.get();
    let mut weights = Vec::new();
    for feature in set.features.iter().map(|feature| feature.name.to_string()) {
        let Some(row) = file.weights.get(&feature) else {
            return Err(WeightFileError::MissingFeature { feature, phases });
        };
        let (line, row) = (line_of(row), row.get_ref());
        if row.len() != phases {
            return Err(WeightFileError::Phases { line, feature, found: row.len(), phases });
        }
        if row.iter().any(|weight| !weight.is_finite()) {
            return Err(WeightFileError::NotFinite { line, feature });
        }
        weights.extend(row);
    }
    let WeightText { name, about, features, players, .. } = file;
    Ok(WeightSet { name, about, features, players, phases, weights })
}

/// End of a message about an unknown feature: the feature with the most similar name, or the list of all.
fn hint(name: &str, set: &FeatureSet) -> String {
    const SIMILARITY: f64 = 0.7;
    let rated =
        set.features.iter().map(|known| (strsim::normalized_damerau_levenshtein(name, &known.name), &*known.name));
    let nearest = rated.max_by(|one, other| one.0.total_cmp(&other.0)).filter(|near| near.0 >= SIMILARITY);
    match nearest {
        Some((_, near)) => format!(", did you mean \"{near}\"?"),
        None => format!("; it has {}", set.features.iter().map(|known| &*known.name).collect::<Vec<_>>().join(", ")),
    }
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
        let _ = writeln!(text, "{} = [{}]", quoted(&feature.name), row.join(", "));
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
        let features = vec![Feature::new("one", ""), Feature::new("two", "")];
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
            ("\"two\" =", "\"fifth\" =", "line 9: there is no feature \"fifth\" in the set \"f\"; it has one, two"),
            ("\"one\" =", "\"onne\" =", "line 8: there is no feature \"onne\" in the set \"f\", did you mean \"one\"?"),
            ("phases = 2", "phases = 0", "expected a nonzero usize"),
            (
                "\"two\" = [-3.0, 0.0]\n",
                "",
                "the feature \"two\" has no weights; add a line with 2 numbers to [weights]",
            ),
            ("[1.0, 2.5]", "[1.0]", "line 8: the feature \"one\" has 1 weights, but there are 2 phases"),
            ("[1.0, 2.5]", "[1.0, nan]", "line 8: a weight of the feature \"one\" is not a finite number"),
            ("[1.0, 2.5]", "[1.0, \"x\"]", "invalid type: string \"x\", expected f32"),
            ("about", "abuot", "unknown field `abuot`"),
        ] {
            let error = parse(&VALID.replacen(old, new, 1), &sets()).unwrap_err().to_string();
            assert!(error.contains(message), "{new}: {error}");
        }
    }
}
