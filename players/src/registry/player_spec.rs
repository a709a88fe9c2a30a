//! Parser of player selections `name:key=value,...`. Whether the game is supported is checked when the player is built,
//! in [`factory`](super::factory).

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::shared_options::{DEPTH, LEVEL, NODES, SECONDS};
use super::{PLAYERS, PlayerEntry};
use crate::buckets::NoMemory;
use crate::feature_player::WEIGHTS;
use crate::level;
use crate::limits::Limits;
use crate::mcts::settings;
use crate::names;
use crate::options::{OptionSpec, OptionValues};

/// The selection of a player, with options within their ranges.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// Name by which the user selected the player: that of the entry, or that of weights.
    pub name: String,
    /// The selected player.
    pub entry: &'static PlayerEntry,
    /// The options that the user set.
    pub values: OptionValues,
}

/// An error in a player selection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerSpecError {
    /// The list has no player of this name.
    #[error("unknown player \"{name}\"{hint}")]
    #[allow(missing_docs)]
    UnknownPlayer { name: String, hint: String },
    /// The player has no option with this key.
    #[error("{player}: there is no option \"{key}\"{near}; its options are {known}")]
    #[allow(missing_docs)]
    UnknownOption { player: &'static str, key: String, near: String, known: String },
    /// The value of an option is out of its range.
    #[error("{player}: {key} must be {range}, not \"{value}\"")]
    #[allow(missing_docs)]
    OutOfRange { player: &'static str, key: &'static str, range: String, value: String },
    /// The value of an option is none of its keywords.
    #[error("{player}: {key} must be one of {known}, not \"{value}\"")]
    #[allow(missing_docs)]
    UnknownKeyword { player: &'static str, key: &'static str, known: &'static str, value: String },
    /// A part of the text has not the form `key=value`.
    #[error("{player}: \"{text}\" is not an option; options are written key=value")]
    #[allow(missing_docs)]
    Malformed { player: &'static str, text: String },
    /// An option is set twice.
    #[error("{player}: the option \"{key}\" is given twice")]
    #[allow(missing_docs)]
    DuplicateOption { player: &'static str, key: String },
    /// The game has no heuristic of this name.
    #[error("{player}: this game has no heuristic \"{name}\"; it has {known}")]
    #[allow(missing_docs)]
    UnknownHeuristic { player: &'static str, name: String, known: String },
    /// The game has no weights of this name for its number of players.
    #[error("{player}: this game has no weights \"{name}\" for {players} players{known}")]
    #[allow(missing_docs)]
    UnknownWeights { player: &'static str, name: String, players: usize, known: String },
    /// The file of the weights cannot be used.
    #[error("{player}: {why}")]
    #[allow(missing_docs)]
    WeightFile { player: &'static str, why: String },
    /// The external engine cannot be used.
    #[error("{player}: {why}")]
    #[allow(missing_docs)]
    Engine { player: &'static str, why: String },
    /// The script cannot be used.
    #[error("{player}: {why}")]
    #[allow(missing_docs)]
    Script { player: &'static str, why: String },
    /// The player does not support games of this kind.
    #[error("{player} does not play games {what}; {others} do")]
    #[allow(missing_docs)]
    UnsupportedGame { player: &'static str, what: &'static str, others: String },
    /// The player computes no strategy whose exploitability could be measured.
    #[error("{player} computes no strategy of the whole game; {others} do")]
    #[allow(missing_docs)]
    NoStrategy { player: &'static str, others: String },
    /// The memory for the player's table could not be allocated.
    #[error("{player}: {why}")]
    #[allow(missing_docs)]
    OutOfMemory { player: &'static str, why: NoMemory },
}

/// Parses a player selection of the form `name:key=value,key=value`.
pub fn parse(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
    parse_with_others(text, &[])
}

/// Parses a player selection where the names in `others` are valid too: the message about an unknown name lists them as
/// well.
pub fn parse_with_others(text: &str, others: &[&str]) -> Result<PlayerSpec, PlayerSpecError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let entry = PlayerEntry::by_name(name).ok_or_else(|| unknown_player(name, others))?;
    let mut values = OptionValues::default();
    if entry.name != name {
        values.0.insert(WEIGHTS.key.to_owned(), name.to_owned());
    }
    for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
        let player = entry.name;
        let Some((key, value)) = part.split_once('=') else {
            return Err(PlayerSpecError::Malformed { player, text: part.to_owned() });
        };
        let (key, value) = (key.trim(), value.trim());
        let Some(opt) = entry.options.iter().find(|opt| opt.has_key(key)) else {
            let known: Vec<&str> = entry.options.iter().map(|opt| opt.key).collect();
            let near = names::nearest(key, known.iter().copied());
            let near = near.map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            return Err(PlayerSpecError::UnknownOption { player, key: key.to_owned(), near, known: known.join(", ") });
        };
        if !opt.kind.accepts(value) {
            let (key, range) = (opt.key, opt.kind.range_for(value));
            return Err(PlayerSpecError::OutOfRange { player, key, range, value: value.to_owned() });
        }
        if values.0.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(PlayerSpecError::DuplicateOption { player, key: key.to_owned() });
        }
    }
    Ok(PlayerSpec { name: name.to_owned(), entry, values })
}

fn unknown_player(name: &str, others: &[&str]) -> PlayerSpecError {
    let hint = names::hint(name, others.iter().copied().chain(PLAYERS.iter().map(|entry| entry.name)));
    PlayerSpecError::UnknownPlayer { name: name.to_owned(), hint }
}

impl PlayerSpec {
    /// The options that the user set beside the name, by key.
    pub fn parameters(&self) -> impl Iterator<Item = (&String, &String)> {
        self.values.0.iter().filter(|(key, value)| **key != WEIGHTS.key || **value != self.name)
    }

    /// The selection as text, which [`parse`] reads back.
    pub fn text(&self) -> String {
        let mut text = self.name.clone();
        for (index, (key, value)) in self.parameters().enumerate() {
            let before = if index == 0 { ':' } else { ',' };
            let _ = write!(text, "{before}{key}={value}");
        }
        text
    }

    /// The level, if it determines the node budget because no other limit is set.
    pub(super) fn level_without_limits(&self) -> Option<u64> {
        let unbounded = [NODES, DEPTH, SECONDS].iter().all(|opt| !self.values.texts().contains_key(opt.key));
        self.values.whole(&LEVEL).filter(|_| unbounded)
    }

    /// Value of an option as text; its default if the user did not set it.
    pub fn option_text(&self, opt: &OptionSpec) -> String {
        self.values.name(opt)
    }

    /// Limits of the search for a move, which starts now.
    pub fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        let has = |opt: &OptionSpec| self.entry.options.iter().any(|known| known.key == opt.key);
        let (nodes, depth) = (self.values.whole(&NODES), self.values.whole(&DEPTH));
        let nodes = nodes.or_else(|| self.level_without_limits().map(level::node_budget));
        let bounded =
            nodes.is_some() || depth.is_some() || self.values.whole(&settings::PLAYOUTS).is_some() || !has(&SECONDS);
        let seconds = self.values.real(&SECONDS).or((!bounded).then_some(1.0));
        Limits {
            start: Instant::now(),
            time: seconds.map(Duration::from_secs_f64),
            nodes,
            depth: depth.map(|depth| depth as u32),
            stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        parse(text).expect_err(text).to_string()
    }

    #[test]
    fn errors_suggest_valid_input() {
        assert_eq!(wrong("minmax"), "unknown player \"minmax\", did you mean \"minimax\"?");
        assert!(wrong("wizard").starts_with("unknown player \"wizard\"; there are random, greedy, bfs"));
        assert_eq!(
            wrong("random:sed=1"),
            "random: there is no option \"sed\" (did you mean \"seed\"?); its options are seed"
        );
        assert_eq!(wrong("random:colour=1"), "random: there is no option \"colour\"; its options are seed");
        assert_eq!(wrong("bfs:nodes=x"), "bfs: nodes must be a whole number from 0, not \"x\"");
        assert_eq!(
            wrong("bfs:nodes=99999999999999999999"),
            "bfs: nodes must be a whole number from 0 to 18446744073709551615, not \"99999999999999999999\""
        );
        assert_eq!(
            wrong("minimax-stochastic:keep=1.5"),
            "minimax-stochastic: keep must be a number from 0 to 1, not \"1.5\""
        );
        assert_eq!(wrong("bfs:deep"), "bfs: \"deep\" is not an option; options are written key=value");
        assert_eq!(wrong("bfs:depth=1,depth=2"), "bfs: the option \"depth\" is given twice");
    }

    #[test]
    fn the_text_of_a_spec_parses_to_the_same_spec() {
        let asked = parse("minimax:seconds=0.5, depth=3").expect("it is well written");
        assert_eq!(asked.text(), "minimax:depth=3,seconds=0.5");
        assert_eq!(parse(&asked.text()).map(|again| again.text()), Ok(asked.text()));
    }

    #[test]
    fn names_of_weights_select_the_weighted_player() {
        for text in ["19/3-pr", "own/weights:players=3", "weighted:weights=19/3-pr"] {
            let asked = parse(text).expect("it is well written");
            assert_eq!((asked.entry.name, asked.text().as_str()), ("weighted", text));
        }
        assert_eq!(parse("own/weights").expect("it is well written").weight_option(), Some("own/weights"));
        assert_eq!(wrong("own/weights:weights=other"), "weighted: the option \"weights\" is given twice");
        assert!(wrong("folder/weights.toml").starts_with("unknown player \"folder/weights.toml\""));
    }

    #[test]
    fn time_is_limited_where_nothing_else_is() {
        let stop = AtomicBool::new(false);
        let limits = |text: &str| parse(text).expect("it is well written").limits(&stop);
        assert_eq!(limits("minimax").time, Some(Duration::from_secs(1)));
        assert_eq!(limits("minimax:nodes=7").time, None);
        assert_eq!(limits("minimax:nodes=7,seconds=2").time, Some(Duration::from_secs(2)));
        assert_eq!(limits("random").time, None);
    }
}
