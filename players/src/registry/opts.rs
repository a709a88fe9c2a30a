//! The options that players share. Those of one player stand beside it.

use crate::level::HIGHEST;
use crate::options::{Kind, Opt};

pub(super) const SECONDS: Opt = Opt {
    key: "seconds",
    kind: Kind::Real { least: 0.0, most: 86_400.0, default: None },
    about: "how long it may think about a move; 1 if neither nodes nor depth are given",
};
pub(super) const NODES: Opt = Opt {
    key: "nodes",
    kind: Kind::Whole { least: 0, most: u64::MAX, default: None },
    about: "how many positions it may make for a move",
};
pub(super) const DEPTH: Opt = Opt {
    key: "depth",
    kind: Kind::Whole { least: 1, most: 10_000, default: None },
    about: "how many moves deep it may look",
};
pub(super) const SEED: Opt = Opt {
    key: "seed",
    kind: Kind::Whole { least: 0, most: u64::MAX, default: None },
    about: "where its random choices come from",
};
pub(super) const HEURISTIC: Opt = Opt {
    key: "heuristic",
    kind: Kind::Name { default: "zero" },
    about: "what positions seem to be worth: zero, more-stones, distance-from-goal, manhattan, or one that the game file declares",
};
pub(super) const KEEP: Opt = Opt {
    key: "keep",
    kind: Kind::Real { least: 0.0, most: 1.0, default: Some(0.7) },
    about: "the probability with which each of its own moves is looked at",
};
pub(super) const MEMORY: Opt = Opt {
    key: "memory",
    kind: Kind::Whole { least: 1, most: 1 << 20, default: Some(1024) },
    about: "about how many MiB it may take",
};
pub(super) const TABLE: Opt = Opt {
    key: "memory",
    kind: Kind::Whole { least: 1, most: 1 << 20, default: Some(128) },
    about: "how many MiB its transposition table takes",
};
/// An evaluation that is made for the game.
pub(super) const MADE: &str = "made";
pub(super) const EVALUATION: Opt = Opt {
    key: "heuristic",
    kind: Kind::Name { default: MADE },
    about: "what positions seem to be worth: made from the rules, from what was learnt of the game if that is at hand, from the heuristic \
            that the game file declares otherwise; or a heuristic by name",
};
pub(super) const LEVEL: Opt = Opt {
    key: "level",
    kind: Kind::Whole { least: 1, most: HIGHEST, default: None },
    about: "how well it plays, from 1 (a beginner) to 10 (as well as it can): what it may spend if nothing else is said, and how often it \
            makes another than the best move",
};
pub(super) const OTHERS: Opt = Opt {
    key: "others",
    kind: Kind::Name { default: PARANOID },
    about: "with more than two players: whether all others are against it (paranoid), or each for itself (max-n)",
};
/// All others are against it.
pub(super) const PARANOID: &str = "paranoid";
/// Each is for itself.
pub(super) const MAX_N: &str = "max-n";
pub(super) const LONGEST: Opt = Opt {
    key: "longest",
    kind: Kind::Whole { least: 1, most: 1_000_000_000, default: Some(100_000) },
    about: "after how many moves a random game is broken off",
};
