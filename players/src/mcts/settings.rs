//! Options of the player `mcts`, and their values as settings of a search.

use crate::heuristic::Heuristic;
use crate::options::{OptionKind, OptionSpec, OptionValues};

/// Settings of a search.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent options
pub struct Settings {
    pub(super) exploration: f32,
    /// First-play urgency: score of an untried move, exploration bonus included.
    pub(super) urgency: f32,
    /// `true` if immediate wins are detected when a node is expanded.
    pub(super) detects_wins: bool,
    /// `true` if moves that allow the opponent an immediate win are detected there too.
    pub(super) detects_threats: bool,
    /// Number of visits before a node is expanded.
    pub(super) expansion_visits: u32,
    /// Number of visits before a node has AMAF statistics (GRAVE); 0 for none.
    pub(super) amaf_visits: u32,
    /// Probability that a playout move is uniformly random instead of chosen by MAST; `None` without MAST.
    pub(super) mast_epsilon: Option<f64>,
    pub(super) bias: f32,
    pub(super) minimax: f32,
    pub(super) heuristic: Heuristic,
    pub(super) max_playout: u64,
    pub(super) playouts: Option<u64>,
    /// Maximum memory in MiB.
    pub(super) memory: usize,
    pub(super) threads: usize,
    /// `true` if nodes of games of chance are sequences of moves (open loop) rather than positions.
    pub(super) is_open_loop: bool,
    /// `true` if all nodes of games with hidden information are information sets of the searching player.
    pub(super) has_single_observer: bool,
}

pub(crate) const PLAYOUTS: OptionSpec = OptionSpec {
    key: "playouts",
    kind: OptionKind::Whole { least: 0, most: u64::MAX, default: None },
    about: "maximum number of playouts per move",
};
pub(crate) const EXPLORATION: OptionSpec = OptionSpec {
    key: "exploration",
    kind: OptionKind::Real { least: 0.0, most: 100.0, default: Some(1.0) },
    about: "exploration constant of UCB1: greater values try weaker moves more often",
};
pub(crate) const URGENCY: OptionSpec = OptionSpec {
    key: "urgency",
    kind: OptionKind::Real { least: -1.0, most: 100.0, default: Some(100.0) },
    about: "first-play urgency: score of an untried move, exploration bonus included; at 100 all moves are tried once first",
};
pub(crate) const WINS: OptionSpec = OptionSpec {
    key: "wins",
    kind: OptionKind::Whole { least: 0, most: 2, default: Some(2) },
    about: "1: detects immediate wins when a position is expanded; 2: also moves that allow the opponent one; 0: neither",
};
pub(crate) const GROW: OptionSpec = OptionSpec {
    key: "grow",
    kind: OptionKind::Whole { least: 0, most: 1_000_000, default: Some(3) },
    about: "number of playouts from a position before its moves are added to the tree",
};
pub(crate) const RAVE: OptionSpec = OptionSpec {
    key: "rave",
    kind: OptionKind::Whole { least: 0, most: 1_000_000, default: None },
    about: "GRAVE: number of playouts before a position keeps AMAF statistics for all positions below; 1 is RAVE, 0 is none. \
            By default 50 in games in which it is likely to help, else 0",
};
pub(crate) const MAST: OptionSpec = OptionSpec {
    key: "mast",
    kind: OptionKind::Real { least: 0.0, most: 1.0, default: Some(1.0) },
    about: "MAST: share of playout moves that are drawn uniformly; the others have the best mean result in all playouts",
};
pub(crate) const BIAS: OptionSpec = OptionSpec {
    key: "bias",
    kind: OptionKind::Real { least: 0.0, most: 1000.0, default: Some(0.0) },
    about: "progressive bias: weight of the heuristic in the score of moves with few visits",
};
pub(crate) const MINIMAX: OptionSpec = OptionSpec {
    key: "minimax",
    kind: OptionKind::Real { least: 0.0, most: 1.0, default: Some(0.0) },
    about: "implicit minimax backups: share of the heuristic minimax value in the value of a move",
};
pub(crate) const MAX_PLAYOUT: OptionSpec = OptionSpec {
    key: "longest",
    kind: OptionKind::Whole { least: 0, most: 1_000_000_000, default: Some(500) },
    about: "maximum length of a playout in moves; longer ones are cut off and evaluated by the heuristic",
};
pub(crate) const THREADS: OptionSpec = OptionSpec {
    key: "threads",
    kind: OptionKind::Whole { least: 1, most: 256, default: Some(1) },
    about: "number of search threads; games with chance or hidden information use one",
};
pub(crate) const OPEN: OptionSpec = OptionSpec {
    key: "open",
    kind: OptionKind::Whole { least: 0, most: 1, default: Some(1) },
    about: "games with chance, 1: nodes are sequences of moves whatever chance did (open loop); 0: nodes are positions",
};
pub(crate) const SINGLE: OptionSpec = OptionSpec {
    key: "single",
    kind: OptionKind::Whole { least: 0, most: 1, default: Some(0) },
    about: "games with hidden information, 0: each player searches its own information sets (multiple-observer); 1: all moves are \
            searched by what the searching player sees (single-observer)",
};

/// Default number of visits before a node has AMAF statistics, where GRAVE is expected to help.
const DEFAULT_AMAF_VISITS: u64 = 50;

impl Settings {
    /// Settings by option values. `is_grave_promising` is `true` if GRAVE is expected to help.
    pub(crate) fn new(values: &OptionValues, heuristic: Heuristic, memory: usize, is_grave_promising: bool) -> Self {
        let whole = |opt| values.whole(opt).unwrap_or(0);
        let real = |opt| values.real(opt).unwrap_or(0.0);
        let mast = real(&MAST);
        Self {
            exploration: real(&EXPLORATION) as f32,
            urgency: real(&URGENCY) as f32,
            detects_wins: whole(&WINS) > 0,
            detects_threats: whole(&WINS) == 2,
            expansion_visits: whole(&GROW) as u32,
            amaf_visits: values.whole(&RAVE).unwrap_or(if is_grave_promising { DEFAULT_AMAF_VISITS } else { 0 }) as u32,
            mast_epsilon: (mast < 1.0).then_some(mast),
            bias: real(&BIAS) as f32,
            minimax: real(&MINIMAX) as f32,
            heuristic,
            max_playout: whole(&MAX_PLAYOUT),
            playouts: values.whole(&PLAYOUTS),
            memory,
            threads: whole(&THREADS) as usize,
            is_open_loop: whole(&OPEN) == 1,
            has_single_observer: whole(&SINGLE) == 1,
        }
    }

    /// `true` if nodes have [`NodeExtra`](super::tree::NodeExtra) data.
    pub(super) fn has_extra(&self) -> bool {
        self.amaf_visits > 0 || self.uses_heuristic()
    }

    /// `true` if a heuristic evaluates every child.
    pub(super) fn uses_heuristic(&self) -> bool {
        (self.bias > 0.0 || self.minimax > 0.0) && self.heuristic != Heuristic::Zero
    }

    /// `true` if the moves of playouts are recorded.
    pub(super) fn records_moves(&self) -> bool {
        self.amaf_visits > 0 || self.mast_epsilon.is_some()
    }
}
