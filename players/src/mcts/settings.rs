//! What the player `mcts` can be told. It does nothing with it.

use crate::heuristic::Heuristic;
use crate::options::{Kind, Opt, Values};

/// How it searches.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) exploration: f32,
    /// What a move that was never tried is worth, its bonus included.
    pub(super) urgency: f32,
    /// Whether moves that win at once are looked for where moves are listed.
    pub(super) wins: bool,
    /// Whether moves that let the other side win at once are looked for there too.
    pub(super) threats: bool,
    /// After how many visits the moves of a position are listed.
    pub(super) grow: u32,
    /// After how many visits a position has a table of moves made below it; 0 for none.
    pub(super) rave: u32,
    /// The share of moves of playouts that are not chosen by what they were worth elsewhere.
    pub(super) mast: Option<f64>,
    pub(super) bias: f32,
    pub(super) minimax: f32,
    pub(super) heuristic: Heuristic,
    pub(super) longest: u64,
    pub(super) playouts: Option<u64>,
    /// MiB.
    pub(super) memory: usize,
    pub(super) threads: usize,
    /// Whether nodes of games of chance are sequences of moves rather than positions.
    pub(super) open: bool,
}

pub(crate) const PLAYOUTS: Opt = Opt {
    key: "playouts",
    kind: Kind::Whole { least: 0, most: u64::MAX, default: None },
    about: "how many playouts it may begin for a move",
};
pub(crate) const EXPLORATION: Opt = Opt {
    key: "exploration",
    kind: Kind::Real { least: 0.0, most: 100.0, default: Some(1.0) },
    about: "the constant of UCB1: the more, the more it tries moves that did worse",
};
pub(crate) const URGENCY: Opt = Opt {
    key: "urgency",
    kind: Kind::Real { least: -1.0, most: 100.0, default: Some(100.0) },
    about: "what a move that was never tried counts, bonus included; at 100 all are tried before any is tried again",
};
pub(crate) const WINS: Opt = Opt {
    key: "wins",
    kind: Kind::Whole { least: 0, most: 2, default: Some(2) },
    about: "1: moves that win at once are looked for in positions of the tree; 2: those that let the others do so too",
};
pub(crate) const GROW: Opt = Opt {
    key: "grow",
    kind: Kind::Whole { least: 0, most: 1_000_000, default: Some(3) },
    about: "after how many playouts from a position its moves are looked at one by one",
};
pub(crate) const RAVE: Opt = Opt {
    key: "rave",
    kind: Kind::Whole { least: 0, most: 1_000_000, default: None },
    about: "GRAVE: how many playouts make the moves in them known for all positions below; 1 is RAVE, 0 is none. \
            Not given it is 50 where by what the game is like that is likely to help, else 0",
};
pub(crate) const MAST: Opt = Opt {
    key: "mast",
    kind: Kind::Real { least: 0.0, most: 1.0, default: Some(1.0) },
    about: "MAST: the share of moves in playouts drawn evenly; the others were worth most elsewhere",
};
pub(crate) const BIAS: Opt = Opt {
    key: "bias",
    kind: Kind::Real { least: 0.0, most: 1000.0, default: Some(0.0) },
    about: "progressive bias: how much the heuristic draws to a move that was tried little",
};
pub(crate) const MINIMAX: Opt = Opt {
    key: "minimax",
    kind: Kind::Real { least: 0.0, most: 1.0, default: Some(0.0) },
    about: "implicit minimax: the share of the heuristic's minimax value in what a move is worth",
};
pub(crate) const CUT: Opt = Opt {
    key: "longest",
    kind: Kind::Whole { least: 0, most: 1_000_000_000, default: Some(500) },
    about: "after how many moves a playout is broken off and valued by the heuristic",
};
pub(crate) const THREADS: Opt = Opt {
    key: "threads",
    kind: Kind::Whole { least: 1, most: 256, default: Some(1) },
    about: "how many threads search one tree; games of chance and of hidden information take one",
};
pub(crate) const OPEN: Opt = Opt {
    key: "open",
    kind: Kind::Whole { least: 0, most: 1, default: Some(1) },
    about: "1: where there is chance, moves are valued by the moves before them, whatever chance did; 0: by positions",
};

/// After how many visits a position has a table, where it has one and nothing else was said.
const GRAVE: u64 = 50;

impl Settings {
    /// What was given; `compare` tells whether GRAVE is likely to help.
    pub(crate) fn new(values: &Values, heuristic: Heuristic, memory: usize, compare: bool) -> Self {
        let whole = |opt| values.whole(opt).unwrap_or(0);
        let real = |opt| values.real(opt).unwrap_or(0.0);
        let mast = real(&MAST);
        Self {
            exploration: real(&EXPLORATION) as f32,
            urgency: real(&URGENCY) as f32,
            wins: whole(&WINS) > 0,
            threats: whole(&WINS) == 2,
            grow: whole(&GROW) as u32,
            rave: values.whole(&RAVE).unwrap_or(if compare { GRAVE } else { 0 }) as u32,
            mast: (mast < 1.0).then_some(mast),
            bias: real(&BIAS) as f32,
            minimax: real(&MINIMAX) as f32,
            heuristic,
            longest: whole(&CUT),
            playouts: values.whole(&PLAYOUTS),
            memory,
            threads: whole(&THREADS) as usize,
            open: whole(&OPEN) == 1,
        }
    }

    /// Whether children have more than counts.
    pub(super) fn extra(&self) -> bool {
        self.rave > 0 || self.judges()
    }

    /// Whether a heuristic is asked about every child.
    pub(super) fn judges(&self) -> bool {
        (self.bias > 0.0 || self.minimax > 0.0) && self.heuristic != Heuristic::Zero
    }

    /// Whether moves of playouts are noted.
    pub(super) fn notes(&self) -> bool {
        self.rave > 0 || self.mast.is_some()
    }
}
