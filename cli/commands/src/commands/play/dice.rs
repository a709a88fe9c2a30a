//! Chance moves that people determine by real dice: they type the results.

use std::io::Write;

use boardwright_arena::ChanceRequest;
use boardwright_library::load::LoadedGame;
use boardwright_library::outcome_entry::outcome_written;
use clap::ValueEnum;

use crate::arm::{Keys, lock};
use crate::failure::Failure;
use crate::keyboard::LineInput;
use crate::line_editor::Completions;

/// Selection of who rolls dice and makes all other chance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dice {
    /// The program draws the results.
    Program,
    /// A person rolls real dice and types the results.
    Person,
}

/// Result of a chance move at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roll {
    /// Index of the outcome that a person typed.
    Outcome(usize),
    /// The program is to draw the outcome.
    Drawn,
    /// The person leaves the game.
    Left,
}

/// Commands, as completions of a line.
const COMMANDS: [&str; 4] = ["roll", "results", "help", "quit"];

const HELP: &str = "\
Roll the dice, or draw the tile, and type the result as it is listed, or only its numbers
  roll        let the program do it this time
  results     list all results
  quit        leave the game unfinished";

impl Dice {
    /// Checks that people can determine the chance moves of a game.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a game without chance moves, and for one whose chance moves are secrets.
    pub fn check(self, loaded: &LoadedGame) -> Result<(), Failure> {
        let (game, title) = (loaded.game(), &loaded.title);
        if self == Self::Program {
            return Ok(());
        }
        if !game.has_chance() {
            return Err(Failure::Usage(format!("{title} has no dice; leave out --dice")));
        }
        if game.has_hidden_information() {
            let reason = format!("whoever types the results would know the secrets of {title}; leave out --dice");
            return Err(Failure::Usage(reason));
        }
        Ok(())
    }
}

/// Asks for the result of a chance move until there is one. The end of the input counts as leaving the game.
pub fn ask_roll(
    loaded: &LoadedGame,
    keyboard: &Keys,
    request: &ChanceRequest<'_>,
    ui: &mut dyn Write,
) -> Result<Roll, Failure> {
    let results = loaded.move_descriptions(request.history.state(), request.outcomes);
    let example = match &results[..] {
        [] => return Ok(Roll::Drawn),
        [_] => return Ok(Roll::Outcome(0)),
        [first, ..] => first,
    };
    writeln!(ui, "roll or draw, and type the result, such as \"{example}\" or its numbers (`help` says more)")?;
    loop {
        let completions = || Completions { commands: &COMMANDS, before_move: &[], moves: results.clone() };
        let line = match lock(keyboard).ask("result: ", completions, ui, (request.stop, None))? {
            LineInput::Line(line) => line,
            LineInput::End | LineInput::Interrupted => {
                writeln!(ui)?;
                return Ok(Roll::Left);
            }
        };
        match line.as_str() {
            "" => {}
            "help" | "?" => writeln!(ui, "{HELP}")?,
            "results" | "moves" => results.iter().try_for_each(|result| writeln!(ui, "  {result}"))?,
            "roll" => return Ok(Roll::Drawn),
            "quit" | "exit" => return Ok(Roll::Left),
            typed => match outcome_written(&results, typed) {
                Ok(index) => return Ok(Roll::Outcome(index)),
                Err(reason) => writeln!(ui, "{reason}")?,
            },
        }
    }
}
