//! Description of a run of evolution: a TOML file. Only checks that need no game are made when it is parsed.

use std::path::PathBuf;

use boardwright_players::evolution::{CmaSettings, FitnessSettings, GeneticSettings, SettingsError, SubjectSpec};
use boardwright_players::names::nearest;
use serde::{Deserialize, Serialize};

/// Description of a run of evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EvolutionConfig {
    /// Description for people.
    #[serde(default)]
    pub about: String,
    /// Game as on the command line, with options behind the name.
    pub game: String,
    /// Seed of all random choices.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Number of contests played in parallel; by default the number of cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Output folder, unless given on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<PathBuf>,
    /// The weights that evolve.
    pub subject: SubjectConfig,
    /// Initial population.
    #[serde(default)]
    pub start: StartConfig,
    /// Parameters of the genetic algorithm, which is the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genetic: Option<GeneticSettings>,
    /// Parameters of CMA-ES, instead of the genetic algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cma_es: Option<CmaSettings>,
    /// Parameters of the fitness.
    #[serde(default)]
    pub fitness: FitnessSettings,
    /// Fixed opponents of the fitness.
    #[serde(rename = "opponent")]
    pub opponents: Vec<OpponentConfig>,
}

/// The weights that evolve: those of a feature set, or those of the board evaluation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SubjectConfig {
    /// Feature set of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<String>,
    /// Number of phases with weights of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<usize>,
    /// `made` for the board evaluation, which is made from the rules of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// Nodes per move of alpha-beta search with the board evaluation; one-ply search by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Range of the genes; by default that of the feature set, or of the board evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f32; 2]>,
    /// Number of random plies before each game: 0 by default for feature sets and 4 for the board evaluation, whose
    /// games would otherwise be equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<usize>,
    /// Number of moves after which a game is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<usize>,
}

/// Initial population: random individuals, after those that are given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct StartConfig {
    /// Weights of the first individual: the name of weights that come with the game, or a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Another run, whose last population starts this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// A fixed opponent; exactly one of the keys is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct OpponentConfig {
    /// Player as on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Weights that come with the game, or a file of weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Another run, whose result is the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

const fn default_seed() -> u64 {
    1
}

/// Number of random plies before games of the board evaluation.
const BOARD_OPENING: usize = 4;
/// Number of moves after which a game is a draw.
const MAX_MOVES: usize = 1000;
/// Largest number of phases.
const MAX_PHASES: usize = 20;

impl SubjectConfig {
    /// The weights that evolve.
    ///
    /// # Errors
    /// If keys are missing or exclude each other.
    pub fn spec(&self) -> Result<SubjectSpec, SettingsError> {
        let wrong = |key, reason: &str| Err(SettingsError::new(key, reason));
        match (&self.features, self.evaluation.as_deref()) {
            (Some(set), None) => {
                let phases = self.phases.unwrap_or(1);
                if !(1..=MAX_PHASES).contains(&phases) {
                    let reason = format!("{phases} is not possible; a whole number from 1 to {MAX_PHASES} is needed");
                    return Err(SettingsError::new("phases", reason));
                }
                if self.nodes.is_some() {
                    return wrong("nodes", "feature sets are played by one-ply search; remove the key");
                }
                Ok(SubjectSpec::Features { set: set.clone(), phases })
            }
            (None, Some("made")) if self.phases.is_some() => {
                wrong("phases", "the board evaluation has no phases; remove the key")
            }
            (None, Some("made")) if self.nodes == Some(0) => wrong("nodes", "at least 1 node is needed"),
            (None, Some("made")) => Ok(SubjectSpec::Board { nodes: self.nodes }),
            (None, Some(other)) => {
                let reason = format!("there is no evaluation \"{other}\"; \"made\" is the one made from the rules");
                Err(SettingsError::new("evaluation", reason))
            }
            (None, None) => wrong("features", "either features = \"NAME\" or evaluation = \"made\" is needed"),
            (Some(_), Some(_)) => wrong("evaluation", "features and evaluation exclude each other; remove one of them"),
        }
    }

    /// Number of random plies before each game.
    pub fn opening(&self) -> usize {
        self.opening.unwrap_or(if self.evaluation.is_some() { BOARD_OPENING } else { 0 })
    }

    /// Number of moves after which a game is a draw.
    pub fn max_moves(&self) -> usize {
        self.max_moves.unwrap_or(MAX_MOVES)
    }
}

impl EvolutionConfig {
    /// Settings on which the result depends, with their defaults: all but texts, threads and folders.
    #[must_use]
    pub fn result_settings(&self) -> Self {
        let genetic = self.cma_es.is_none().then(|| self.genetic.clone().unwrap_or_default());
        Self { about: String::new(), threads: None, out: None, genetic, ..self.clone() }
    }
}

/// A description with its text, so that errors name the line.
#[derive(Clone, Debug)]
pub struct Description {
    /// Name of the run, by which its output folder is called.
    pub name: String,
    /// Parsed description.
    pub config: EvolutionConfig,
    /// File name for messages.
    file: String,
    text: String,
}

impl Description {
    /// Parses a description; `file` is its name in messages.
    ///
    /// # Errors
    /// File, line, the error, and what is possible.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Self, String> {
        let config = toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| line_number(text, span.start));
            format!("{file}, line {line}: {}{}", error.message(), suggestion(error.message()))
        })?;
        let description = Self { name: name.to_owned(), config, file: file.to_owned(), text: text.to_owned() };
        description.check()?;
        Ok(description)
    }

    fn check(&self) -> Result<(), String> {
        let config = &self.config;
        config.subject.spec().map_err(|error| self.wrong("subject", &error))?;
        if config.genetic.is_some() && config.cma_es.is_some() {
            return Err(self.error("cma-es", "", "[genetic] and [cma-es] exclude each other; remove one of them"));
        }
        if config.threads == Some(0) {
            return Err(self.error("", "threads", "at least 1 thread is needed"));
        }
        if config.subject.max_moves == Some(0) {
            return Err(self.error("subject", "max-moves", "at least 1 move is needed"));
        }
        if config.start.weights.is_some() && config.start.run.is_some() {
            return Err(self.error("start", "run", "weights and run exclude each other; remove one of them"));
        }
        if config.opponents.is_empty() {
            return Err(self.error(
                "",
                "opponent",
                "at least one opponent is needed, as in [[opponent]] with player = \"random\"",
            ));
        }
        for opponent in &config.opponents {
            let given = [&opponent.player, &opponent.weights, &opponent.run].iter().filter(|key| key.is_some()).count();
            if given != 1 {
                let reason = "an opponent has exactly one of the keys player, weights and run";
                return Err(self.error("opponent", "", reason));
            }
        }
        Ok(())
    }

    /// Checks the settings for a game of `players` players.
    ///
    /// # Errors
    /// File, line, the error, and what is possible.
    pub fn check_for_players(&self, players: usize) -> Result<(), String> {
        let config = &self.config;
        let phases = config.subject.phases.unwrap_or(1);
        match &config.cma_es {
            Some(settings) => settings.check().map_err(|error| self.wrong("cma-es", &error))?,
            None => {
                let settings = config.genetic.clone().unwrap_or_default();
                settings.check(players, phases).map_err(|error| self.wrong("genetic", &error))?;
            }
        }
        config.fitness.check(players).map_err(|error| self.wrong("fitness", &error))
    }

    fn wrong(&self, section: &str, error: &SettingsError) -> String {
        self.error(section, error.key, &error.reason)
    }

    /// An error with file and line of a key, or of its section if the key has its default.
    pub fn error(&self, section: &str, key: &str, reason: &str) -> String {
        let line = find_line(&self.text, section, key);
        let dot = if section.is_empty() || key.is_empty() { "" } else { "." };
        format!("{}, line {line}: {section}{dot}{key}: {reason}", self.file)
    }
}

/// Number of the line of a byte, from 1.
fn line_number(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&byte| byte == b'\n').count() + 1
}

/// Number of the line of a key in a section; the line of the section if the key is not written there, and 1 if neither
/// is.
fn find_line(text: &str, section: &str, key: &str) -> usize {
    let (mut current, mut found) = ("", 1);
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            current = name.trim_start_matches('[').split(']').next().unwrap_or_default();
            if current == section {
                found = number;
            }
        } else if !key.is_empty() && current == section && line.split('=').next().is_some_and(|name| name.trim() == key)
        {
            return number;
        }
    }
    found
}

/// The nearest known name for an error "unknown field `x`, expected `y` or `z`", as the end of the message.
fn suggestion(message: &str) -> String {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match names.split_first() {
        Some((name, known)) if message.starts_with("unknown ") => {
            nearest(name, known.iter().copied()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "game = \"carcassonne\"\n\n[subject]\nfeatures = \"pr\"\nphases = 3\nrange = [-2, 20]\n\n\
                        [genetic]\npopulation = 20\n\n[[opponent]]\nplayer = \"weighted\"\n";

    #[test]
    fn a_short_description_has_the_published_defaults() {
        let description = Description::parse("x", "x.toml", GOOD).expect("it is valid");
        let config = &description.config;
        assert_eq!(config.result_settings().genetic, Some(GeneticSettings::default()));
        assert_eq!(config.fitness, FitnessSettings { every: 14, games: 100 });
        assert_eq!(config.subject.spec(), Ok(SubjectSpec::Features { set: "pr".to_owned(), phases: 3 }));
        assert_eq!(description.check_for_players(2), Ok(()));
    }

    #[test]
    fn mistakes_are_reported_with_their_line_and_a_remedy() {
        for (from, to, place, part) in [
            ("population", "poplation", "line 9", "did you mean `population`?"),
            ("[genetic]\n", "[genetik]\n", "line 8", "did you mean `genetic`?"),
            ("population = 20", "crossover = \"unifrom\"", "line 9", "did you mean `uniform`?"),
            ("population = 20", "population = \"many\"", "line 9", "invalid type"),
            ("population = 20", "population =", "line 9", ""),
            ("game = \"carcassonne\"", "", "line 1", "missing field `game`"),
            ("features = \"pr\"\n", "", "line 3", "either features"),
            ("phases = 3", "phases = 0", "line 5", "from 1 to 20"),
            ("phases = 3", "nodes = 100", "line 5", "one-ply"),
            ("features = \"pr\"", "evaluation = \"made\"", "line 5", "no phases"),
            ("features = \"pr\"\nphases = 3", "evaluation = \"mde\"", "line 4", "\"made\""),
            ("[genetic]\npopulation = 20", "[genetic]\n[cma-es]", "line 9", "exclude"),
            ("player = \"weighted\"", "player = \"weighted\"\nrun = \"x\"", "line 11", "exactly one"),
            ("[[opponent]]\nplayer = \"weighted\"", "", "line 1", "opponent"),
            ("[subject]", "threads = 0\n[subject]", "line 3", "at least 1"),
            ("[genetic]", "[start]\nrun = \"a\"\nweights = \"b\"\n[genetic]", "line 9", "exclude"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = Description::parse("x", "x.toml", &GOOD.replace(from, to)).expect_err(to);
            assert!(error.starts_with(&format!("x.toml, {place}: ")) && error.contains(part), "{to}: {error}");
        }
    }

    #[test]
    fn mistakes_that_depend_on_the_game_have_a_line_too() {
        let check = |to: &str, players| {
            let text = GOOD.replace("population = 20", to);
            Description::parse("x", "x.toml", &text).expect("it parses").check_for_players(players).expect_err(to)
        };
        assert!(check("parental-games = 7", 2).starts_with("x.toml, line 9: genetic.parental-games: 7 games cannot"));
        assert!(check("population = 3", 5).contains("from 5"));
        assert!(
            check("", 3).starts_with("x.toml, line 8: genetic.parental-games: 20 games"),
            "the line of the section"
        );
    }
}
