//! Option groups shared by the sub-commands.

use clap::{Args, ValueEnum};

/// Options common to all sub-commands.
#[derive(Clone, Copy, Debug, Args)]
pub struct CommonOptions {
    /// Output format: text for people, or one JSON object per line.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, hide_possible_values = true, value_name = "text|json")]
    pub format: Format,
    /// Seed of all random choices: the same seed repeats a run exactly.
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<u64>,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// A game, an optional start position, and moves to make from there.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The game: the path of a game file, or the name of a shipped game.
    pub game: String,
    /// Start from this position: a FEN (chess, draughts), or a file with a FEN or with the output of `show --as state`.
    #[arg(long = "position", value_name = "FEN|FILE")]
    pub start: Option<String>,
    /// Moves to make first, separated by `;`.
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
}
