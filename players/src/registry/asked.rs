//! What `name:key=value,...` asks for, and what is wrong with it. Whether a game can be played so is found out when the player is made.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::opts::{DEPTH, LEVEL, NODES, SECONDS};
use super::{Entry, PLAYERS};
use crate::buckets::NoMemory;
use crate::level;
use crate::limits::Limits;
use crate::mcts::settings;
use crate::names;
use crate::options::{Opt, Values};

/// A player that was asked for, with options within their ranges.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which.
    pub entry: &'static Entry,
    /// The options that were given.
    pub values: Values,
}

/// What is wrong with what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskedError {
    /// There is no such player.
    #[error("unknown player \"{name}\"{hint}")]
    #[allow(missing_docs)]
    Player { name: String, hint: String },
    /// The player has no such option.
    #[error("{player}: there is no option \"{key}\"{near}; its options are {known}")]
    #[allow(missing_docs)]
    Option { player: &'static str, key: String, near: String, known: String },
    /// An option is not within its range.
    #[error("{player}: {key} must be {range}, not \"{value}\"")]
    #[allow(missing_docs)]
    Value { player: &'static str, key: &'static str, range: String, value: String },
    /// A word is none of those that are known.
    #[error("{player}: {key} must be one of {known}, not \"{value}\"")]
    #[allow(missing_docs)]
    Word { player: &'static str, key: &'static str, known: &'static str, value: String },
    /// A part is no option.
    #[error("{player}: \"{text}\" is not an option; options are written key=value")]
    #[allow(missing_docs)]
    Form { player: &'static str, text: String },
    /// An option was given twice.
    #[error("{player}: the option \"{key}\" is given twice")]
    #[allow(missing_docs)]
    Twice { player: &'static str, key: String },
    /// The game has no such heuristic.
    #[error("{player}: this game has no heuristic \"{name}\"; it has {known}")]
    #[allow(missing_docs)]
    Heuristic { player: &'static str, name: String, known: String },
    /// The player does not play games of this kind.
    #[error("{player} does not play games {what}; {others} do")]
    #[allow(missing_docs)]
    Game { player: &'static str, what: &'static str, others: String },
    /// There is not so much memory as it was to take.
    #[error("{player}: {why}")]
    #[allow(missing_docs)]
    Memory { player: &'static str, why: NoMemory },
}

/// What `name:key=value,key=value` asks for.
pub fn parse(text: &str) -> Result<Asked, AskedError> {
    parse_beside(text, &[])
}

/// The same where other names could stand too, which the message names if this one is not known.
pub fn parse_beside(text: &str, others: &[&str]) -> Result<Asked, AskedError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let entry = PLAYERS.iter().find(|entry| entry.name == name).ok_or_else(|| unknown(name, others))?;
    let mut values = Values::default();
    for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
        let player = entry.name;
        let Some((key, value)) = part.split_once('=') else {
            return Err(AskedError::Form { player, text: part.to_owned() });
        };
        let (key, value) = (key.trim(), value.trim());
        let Some(opt) = entry.options.iter().find(|opt| opt.key == key) else {
            let known: Vec<&str> = entry.options.iter().map(|opt| opt.key).collect();
            let near = names::nearest(key, known.iter().copied());
            let near = near.map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            return Err(AskedError::Option { player, key: key.to_owned(), near, known: known.join(", ") });
        };
        if !opt.kind.takes(value) {
            let (key, range) = (opt.key, opt.kind.range());
            return Err(AskedError::Value { player, key, range, value: value.to_owned() });
        }
        if values.0.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(AskedError::Twice { player, key: key.to_owned() });
        }
    }
    Ok(Asked { entry, values })
}

fn unknown(name: &str, others: &[&str]) -> AskedError {
    let hint = names::hint(name, others.iter().copied().chain(PLAYERS.iter().map(|entry| entry.name)));
    AskedError::Player { name: name.to_owned(), hint }
}

impl Asked {
    /// As it would be asked for again.
    pub fn text(&self) -> String {
        let mut text = self.entry.name.to_owned();
        for (index, (key, value)) in self.values.0.iter().enumerate() {
            let before = if index == 0 { ':' } else { ',' };
            let _ = write!(text, "{before}{key}={value}");
        }
        text
    }

    /// The level, where it says what may be spent because nothing else does.
    pub(super) fn level_alone(&self) -> Option<u64> {
        let unbounded = [NODES, DEPTH, SECONDS].iter().all(|opt| !self.values.texts().contains_key(opt.key));
        self.values.whole(&LEVEL).filter(|_| unbounded)
    }

    /// What it may spend on a move, from now on.
    pub fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        let has = |opt: &Opt| self.entry.options.iter().any(|known| known.key == opt.key);
        let (nodes, depth) = (self.values.whole(&NODES), self.values.whole(&DEPTH));
        let nodes = nodes.or_else(|| self.level_alone().map(level::nodes));
        let bounded =
            nodes.is_some() || depth.is_some() || self.values.whole(&settings::PLAYOUTS).is_some() || !has(&SECONDS);
        let seconds = self.values.real(&SECONDS).or((!bounded).then_some(1.0));
        Limits {
            began: Instant::now(),
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
    fn mistakes_are_told_with_what_would_be_right() {
        assert_eq!(wrong("minmax"), "unknown player \"minmax\", did you mean \"minimax\"?");
        assert!(wrong("wizard").starts_with("unknown player \"wizard\"; there are random, greedy, bfs"));
        assert_eq!(
            wrong("random:sed=1"),
            "random: there is no option \"sed\" (did you mean \"seed\"?); its options are seed"
        );
        assert_eq!(wrong("random:colour=1"), "random: there is no option \"colour\"; its options are seed");
        assert_eq!(wrong("bfs:nodes=x"), "bfs: nodes must be a whole number from 0, not \"x\"");
        assert_eq!(
            wrong("minimax-stochastic:keep=1.5"),
            "minimax-stochastic: keep must be a number from 0 to 1, not \"1.5\""
        );
        assert_eq!(wrong("bfs:deep"), "bfs: \"deep\" is not an option; options are written key=value");
        assert_eq!(wrong("bfs:depth=1,depth=2"), "bfs: the option \"depth\" is given twice");
    }

    #[test]
    fn what_is_asked_for_can_be_asked_for_again() {
        let asked = parse("minimax:seconds=0.5, depth=3").expect("it is well written");
        assert_eq!(asked.text(), "minimax:depth=3,seconds=0.5");
        assert_eq!(parse(&asked.text()).map(|again| again.text()), Ok(asked.text()));
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
