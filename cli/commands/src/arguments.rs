//! Top-level command line parser.

use std::ffi::OsString;

use clap::Parser;

use crate::commands::Command;
use crate::options::CommonOptions;

const AFTER_HELP: &str = "\
GAME is the path of a game file, or the name of a game that ships with the program (see `boardwright games`).
Options of a game follow its name: pig:target=50.

A position is given as FEN (chess, draughts) or as a file: a FEN, or the output of `boardwright show GAME --as state`.

A move is written as listed by `boardwright moves GAME`; a part that matches only one move is enough. A line of play is
a list of moves separated by `;`.

Exit status: 0 success; 1 the input has errors, or the answer is no; 2 the command line is invalid.";

/// Board games from text files: play, count, measure, record.
#[derive(Debug, Parser)]
#[command(name = "boardwright", version, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub common: CommonOptions,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Returns the arguments, with expressions that begin with a minus sign protected from being parsed as options.
///
/// Without this, `eval GAME "-5 + 3"` would need a `--` before the expression. The guard is a leading blank, which has no
/// meaning in an expression. Options of `eval` are single letters or long names in lower case, so no option is affected.
pub fn guard_expressions(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
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
    fn the_command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn only_expressions_are_guarded() {
        let args = |texts: &[&str]| -> Vec<OsString> { guard_expressions(texts.iter().map(OsString::from)) };
        assert_eq!(
            args(&["b", "eval", "nim", "-5 + 3", "- 5", "--2", "--line", "--", "-h", "$X - 2"]),
            ["b", "eval", "nim", " -5 + 3", " - 5", " --2", "--line", "--", "-h", "$X - 2"]
        );
        assert_eq!(args(&["b", "show", "-5"]), ["b", "show", "-5"]);
    }
}
