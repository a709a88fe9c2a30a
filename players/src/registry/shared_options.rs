//! Options that several players share. Options of a single player are defined in its own module.

use crate::heuristic::BUILTIN_NAMES;
use crate::level::HIGHEST;
use crate::options::{OptionKind, OptionSpec};

pub(crate) const SECONDS: OptionSpec = OptionSpec {
    key: "seconds",
    kind: OptionKind::Real { least: 0.0, most: 86_400.0, default: None },
    about: "time limit per move in seconds; 1 if neither nodes nor depth are given",
};
pub(crate) const NODES: OptionSpec = OptionSpec {
    key: "nodes",
    kind: OptionKind::Whole { least: 0, most: u64::MAX, default: None },
    about: "maximum number of positions made per move",
};
pub(crate) const DEPTH: OptionSpec = OptionSpec {
    key: "depth",
    kind: OptionKind::Whole { least: 1, most: 10_000, default: None },
    about: "maximum search depth in moves",
};
pub(crate) const SEED: OptionSpec = OptionSpec {
    key: "seed",
    kind: OptionKind::Whole { least: 0, most: u64::MAX, default: None },
    about: "seed of the random number generator",
};
pub(crate) const HEURISTIC: OptionSpec = OptionSpec {
    key: "heuristic",
    kind: OptionKind::Name { default: "zero", known: &BUILTIN_NAMES },
    about: "static evaluation of positions: zero, more-stones, distance-from-goal, manhattan, a heuristic of the game file, or weights of the game",
};
pub(crate) const KEEP: OptionSpec = OptionSpec {
    key: "keep",
    kind: OptionKind::Real { least: 0.0, most: 1.0, default: Some(0.7) },
    about: "probability with which each of its own moves is searched",
};
pub(crate) const MEMORY: OptionSpec = OptionSpec {
    key: "memory",
    kind: OptionKind::Whole { least: 1, most: 1 << 20, default: Some(1024) },
    about: "approximate memory limit in MiB",
};
pub(crate) const TABLE: OptionSpec = OptionSpec {
    key: "memory",
    kind: OptionKind::Whole { least: 1, most: 1 << 20, default: Some(128) },
    about: "size of the transposition table in MiB",
};
/// Name of the evaluation that is derived from the rules of the game.
pub(crate) const MADE: &str = "made";
pub(crate) const EVALUATION: OptionSpec = OptionSpec {
    key: "heuristic",
    kind: OptionKind::Name { default: MADE, known: &BUILTIN_NAMES },
    about: "static evaluation of positions: made (tuned weights if available, else the heuristic of the game file, else weights derived \
            from the rules), or a heuristic by name",
};
pub(crate) const LEVEL: OptionSpec = OptionSpec {
    key: "level",
    kind: OptionKind::Whole { least: 1, most: HIGHEST, default: None },
    about: "playing strength from 1 (beginner) to 10 (strongest): sets the node limit if no other limit is given, and how often it plays \
            another than the best move",
};
pub(crate) const OTHERS: OptionSpec = OptionSpec {
    key: "others",
    kind: OptionKind::Name { default: PARANOID, known: &[MAX_N] },
    about: "with more than two players: model of the opponents, all against it (paranoid), or each for itself (max-n)",
};
/// Name of the paranoid opponent model: all others play against the player.
pub(crate) const PARANOID: &str = "paranoid";
/// Name of the max^n opponent model: each player maximises its own value.
pub(crate) const MAX_N: &str = "max-n";
pub(crate) const LONGEST: OptionSpec = OptionSpec {
    key: "longest",
    kind: OptionKind::Whole { least: 1, most: 1_000_000_000, default: Some(100_000) },
    about: "maximum length of a random game in moves",
};
