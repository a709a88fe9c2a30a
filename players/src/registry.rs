//! The one list of all players: their names, their options, what they can play, and how they are made.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_engine::game::Game;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::heuristic::Heuristic;
use crate::limits::Limits;
use crate::options::{Kind, Opt, Values};
use crate::player::Player;
use crate::published::minimax::Minimax;
use crate::published::monte_carlo::{MonteCarlo, Weight};
use crate::published::path::{Order, PathFinder};
use crate::published::random::Random;

/// A player that can be asked for.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    /// Its options, after those that all have.
    pub options: &'static [Opt],
    /// Whether it plays games of chance, and games in which something is hidden.
    pub chance: bool,
    kind: Which,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Random,
    Path(Order),
    Minimax,
    MonteCarlo(Weight),
}

const SECONDS: Opt = Opt {
    key: "seconds",
    kind: Kind::Real { least: 0.0, most: 86_400.0, default: None },
    about: "how long it may think about a move; 1 if neither nodes nor depth are given",
};
const NODES: Opt = Opt {
    key: "nodes",
    kind: Kind::Whole { least: 0, most: u64::MAX, default: None },
    about: "how many positions it may make for a move",
};
const DEPTH: Opt = Opt {
    key: "depth",
    kind: Kind::Whole { least: 1, most: 10_000, default: None },
    about: "how many moves deep it may look",
};
const SEED: Opt = Opt {
    key: "seed",
    kind: Kind::Whole { least: 0, most: u64::MAX, default: None },
    about: "where its random choices come from",
};
const HEURISTIC: Opt = Opt {
    key: "heuristic",
    kind: Kind::Name { default: "zero" },
    about: "what positions seem to be worth: zero, more-stones, distance-from-goal, manhattan, or one that the game file declares",
};
const KEEP: Opt = Opt {
    key: "keep",
    kind: Kind::Real { least: 0.0, most: 1.0, default: Some(0.7) },
    about: "the probability with which each of its own moves is looked at",
};
const MEMORY: Opt = Opt {
    key: "memory",
    kind: Kind::Whole { least: 1, most: 1 << 20, default: Some(1024) },
    about: "about how many MiB it may take",
};
const LONGEST: Opt = Opt {
    key: "longest",
    kind: Kind::Whole { least: 1, most: 1_000_000_000, default: Some(100_000) },
    about: "after how many moves a random game is broken off",
};

/// Every player, in the order in which they are told.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "any move is as likely as another; equal ones count one by one",
        options: &[SEED],
        chance: true,
        kind: Which::Random,
    },
    Entry {
        name: "bfs",
        about: "breadth-first search for the nearest position that it has won",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        chance: false,
        kind: Which::Path(Order::Breadth),
    },
    Entry {
        name: "dfs",
        about: "depth-first search for a position that it has won, not through positions in which it was asked before",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        chance: false,
        kind: Which::Path(Order::Depth),
    },
    Entry {
        name: "astar",
        about: "A* by the number of moves and a heuristic: a shortest way, if that never tells more than is left",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        chance: false,
        kind: Which::Path(Order::Best),
    },
    Entry {
        name: "minimax",
        about: "minimax over a tree that grows breadth first until the time is over; near wins count more than far ones",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        chance: false,
        kind: Which::Minimax,
    },
    Entry {
        name: "minimax-stochastic",
        about: "the same with only some of its own moves in each position",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC, KEEP, SEED],
        chance: false,
        kind: Which::Minimax,
    },
    Entry {
        name: "monte-carlo",
        about: "random games after each move; the share of those that it wins",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        kind: Which::MonteCarlo(Weight::Won),
    },
    Entry {
        name: "monte-carlo-ratio",
        about: "the same, with wins less losses, a game counting less the more moves the others had in it",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        kind: Which::MonteCarlo(Weight::Ratio),
    },
    Entry {
        name: "monte-carlo-ratio2",
        about: "the same, a game counting 0.9 times as much for each move of the others",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        kind: Which::MonteCarlo(Weight::Factor(0.9)),
    },
];

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
    #[error("{player}: there is no option \"{key}\", its options are {known}")]
    #[allow(missing_docs)]
    Option { player: &'static str, key: String, known: String },
    /// An option is not within its range.
    #[error("{player}: {key} must be {range}, not \"{value}\"")]
    #[allow(missing_docs)]
    Value { player: &'static str, key: &'static str, range: String, value: String },
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
            return Err(AskedError::Option { player, key: key.to_owned(), known: known.join(", ") });
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
    let known = || others.iter().copied().chain(PLAYERS.iter().map(|entry| entry.name));
    let near = known().map(|known| (strsim::osa_distance(name, known), known)).min();
    let hint = match near {
        Some((distance, near)) if distance <= 2 => format!(", did you mean \"{near}\"?"),
        _ => format!("; there are {}", known().collect::<Vec<_>>().join(", ")),
    };
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

    /// What it may spend on a move, from now on.
    pub fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        let has = |opt: &Opt| self.entry.options.iter().any(|known| known.key == opt.key);
        let (nodes, depth) = (self.values.whole(&NODES), self.values.whole(&DEPTH));
        let bounded = nodes.is_some() || depth.is_some() || !has(&SECONDS);
        let seconds = self.values.real(&SECONDS).or((!bounded).then_some(1.0));
        Limits {
            began: Instant::now(),
            time: seconds.map(Duration::from_secs_f64),
            nodes,
            depth: depth.map(|depth| depth as u32),
            stop,
        }
    }

    /// Makes the player; without an option `seed` its random choices come from `seed`.
    ///
    /// # Errors
    /// If it does not play such games, or the game does not know a name among the options.
    pub fn make<G>(&self, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, AskedError>
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        let player = self.entry.name;
        if game.has_chance() && !self.entry.chance {
            let others = PLAYERS.iter().filter(|entry| entry.chance).map(|entry| entry.name);
            let others = others.collect::<Vec<_>>().join(", ");
            return Err(AskedError::Game { player, what: "with chance", others });
        }
        let values = &self.values;
        let random = Pcg64Mcg::seed_from_u64(values.whole(&SEED).unwrap_or(seed));
        let heuristic = || {
            let name = values.name(&HEURISTIC);
            let known = || Heuristic::names(game).join(", ");
            Heuristic::named(game, &name).ok_or_else(|| AskedError::Heuristic { player, name, known: known() })
        };
        let memory = values.whole(&MEMORY).unwrap_or(0) as usize;
        if !matches!(self.entry.kind, Which::Random) {
            game.prepare();
        }
        Ok(match self.entry.kind {
            Which::Random => Box::new(Random::new(random)),
            Which::Path(Order::Best) => Box::new(PathFinder::new(Order::Best, heuristic()?, memory)),
            Which::Path(order) => Box::new(PathFinder::new(order, Heuristic::Zero, memory)),
            Which::Minimax => {
                let keep = self.entry.options.iter().any(|opt| opt.key == KEEP.key).then(|| values.real(&KEEP));
                Box::new(Minimax::new(heuristic()?, keep.flatten(), memory, random))
            }
            Which::MonteCarlo(weight) => {
                Box::new(MonteCarlo::new(weight, values.whole(&LONGEST).unwrap_or(u64::MAX), random))
            }
        })
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
        assert!(wrong("wizard").starts_with("unknown player \"wizard\"; there are random, bfs"));
        assert_eq!(wrong("random:sed=1"), "random: there is no option \"sed\", its options are seed");
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
    fn defaults_are_within_their_ranges_and_names_differ() {
        for (index, entry) in PLAYERS.iter().enumerate() {
            assert!(PLAYERS[..index].iter().all(|other| other.name != entry.name));
            for opt in entry.options.iter().filter(|opt| !opt.kind.default_text().is_empty()) {
                assert!(opt.kind.takes(&opt.kind.default_text()), "{} {}", entry.name, opt.key);
            }
        }
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
