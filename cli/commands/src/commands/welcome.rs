//! The program without a sub-command: suggests three commands to begin with. `--help` lists all of them.

use std::io::Write as _;

use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;
use crate::window::has_screen;

/// A command to begin with.
#[derive(Serialize)]
struct Suggestion {
    command: &'static str,
    about: &'static str,
}

const LIST: Suggestion =
    Suggestion { command: "boardwright games", about: "list the games that ship with the program" };
const PLAY: Suggestion =
    Suggestion { command: "boardwright play tic-tac-toe", about: "play a game at the terminal, here Tic-tac-toe" };
const WINDOW: Suggestion = Suggestion { command: "boardwright gui", about: "open the window to play and study games" };
const NEW: Suggestion = Suggestion { command: "boardwright new my-game", about: "write a small game file to change" };

pub fn run(has_window: bool, out: &mut Output) -> Result<Answer, Failure> {
    let suggestions = [LIST, if has_window && has_screen() { WINDOW } else { PLAY }, NEW];
    if out.is_json() {
        suggestions.iter().try_for_each(|suggestion| out.json(suggestion))?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "Boardwright plays board games that are text files. To begin with:\n")?;
    let width = suggestions.iter().map(|suggestion| suggestion.command.len()).max().unwrap_or(0);
    for Suggestion { command, about } in &suggestions {
        writeln!(out, "  {command:width$}  {about}")?;
    }
    writeln!(out, "\n`boardwright --help` lists all commands.")?;
    Ok(Answer::Yes)
}
