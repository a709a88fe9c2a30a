//! What can be written on the command line. What the sub-commands do is in [`commands`](crate::commands).

use std::ffi::OsString;

use clap::{Args, Parser, ValueEnum};

use crate::commands::Command;

const AFTER_HELP: &str = "\
GAME is the path of a game file, or the name of a game that ships with the program (see `boardwright games`).
Options of a game follow its name: pig:target=50.

A position is given as FEN (chess, draughts) or as a file: one with a FEN, or what `boardwright show GAME --as state` writes.

A move is written as `boardwright moves GAME` lists it; a part that fits one move only is enough. A line of play is moves joined by `;`.

Exit status: 0 done; 1 the input has errors, or the answer is no; 2 the command line is wrong.";

/// Board games from text files: play, count, measure, record.
#[derive(Debug, Parser)]
#[command(name = "boardwright", version, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// What every sub-command understands.
#[derive(Clone, Copy, Debug, Args)]
pub struct Common {
    /// How the answer is written: for people, or one JSON object per line.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, hide_possible_values = true, value_name = "text|json")]
    pub format: Format,
    /// Where random choices come from: the same number repeats them exactly.
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<u64>,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

/// A game, the position to begin with, and moves made in it.
#[derive(Debug, Args)]
pub struct Position {
    /// The game: the path of a game file, or the name of a shipped game.
    pub game: String,
    /// Begin with this position: a FEN (chess, draughts), or a file with one or with what `show --as state` writes.
    #[arg(long = "position", value_name = "FEN|FILE")]
    pub begin: Option<String>,
    /// Moves to make first, joined by `;`.
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
}

/// The arguments, with expressions that begin with a minus made to look like values.
///
/// `eval GAME "-5 + 3"` would otherwise need a `--` before the expression. Blanks in front of an expression
/// mean nothing, and options of `eval` are long ones in lower case or single letters, so nothing else is touched.
pub fn guarded(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut evaluates = false;
    let mut guarded = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        evaluates |= text == "eval";
        guarded.push(if evaluates && is_expression(text) { format!(" {text}").into() } else { arg });
    }
    guarded
}

fn is_expression(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-') else { return false };
    match rest.strip_prefix('-') {
        Some(long) => !long.is_empty() && !long.starts_with(|letter: char| letter.is_ascii_lowercase()),
        None => !matches!(rest, "h" | "V" | ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn only_expressions_are_guarded() {
        let args = |texts: &[&str]| -> Vec<OsString> { guarded(texts.iter().map(OsString::from)) };
        assert_eq!(
            args(&["b", "eval", "nim", "-5 + 3", "- 5", "--2", "--line", "--", "-h", "$X - 2"]),
            ["b", "eval", "nim", " -5 + 3", " - 5", " --2", "--line", "--", "-h", "$X - 2"]
        );
        assert_eq!(args(&["b", "show", "-5"]), ["b", "show", "-5"]);
    }
}
