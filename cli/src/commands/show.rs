//! `boardwright show`: a position, drawn for people or listed for programs.

use std::io::Write as _;

use boardwright_shelf::load::Loaded;
use boardwright_shelf::set_up::as_fen;
use clap::ValueEnum;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::board::Board;
use crate::failure::Failure;
use crate::line::{Reached, position};
use crate::output::Output;
use crate::view::{View, standing};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Draw the names of the locations instead of the pieces.
    #[arg(long)]
    names: bool,
    /// Write the position so that `--position` reads it: as FEN (chess, draughts), or in the game's own words.
    #[arg(long = "as", value_enum, hide_possible_values = true, value_name = "fen|state", conflicts_with = "names")]
    written: Option<Written>,
}

/// How a position is written for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Written {
    Fen,
    State,
}

/// The answer for programs: the position in one of these ways.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Text<'a> {
    Fen(&'a str),
    State(&'a str),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    if let Some(written) = args.written {
        return write_as(written, &loaded, &reached, out);
    }
    if out.is_json() {
        out.json(&View::new(&loaded, &reached.state)?)?;
        return Ok(Answer::Yes);
    }
    let (turn, _) = loaded.game().turn(&reached.state).map_err(|fault| loaded.fault(&fault))?;
    writeln!(out, "{}\n", loaded.title)?;
    if let (true, Some(game)) = (args.names, loaded.spec()) {
        write!(out, "{}", Board::new(game.rules()).names(game.rules()))?;
    } else {
        write!(out, "{}", drawing(&loaded, &reached.state))?;
    }
    writeln!(out, "\n{}", standing(&loaded, &reached.state, turn))?;
    Ok(Answer::Yes)
}

fn write_as(written: Written, loaded: &Loaded, reached: &Reached, out: &mut Output) -> Result<Answer, Failure> {
    let text = match written {
        Written::Fen => as_fen(loaded, &reached.state, reached.plies)? + "\n",
        Written::State => loaded.game().state_text(&reached.state),
    };
    if !out.is_json() {
        out.write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    out.json(&match written {
        Written::Fen => Text::Fen(text.trim_end()),
        Written::State => Text::State(&text),
    })?;
    Ok(Answer::Yes)
}

/// The position for people who may see all of it.
pub fn drawing(loaded: &Loaded, state: &boardwright_engine::any::AnyState) -> String {
    match loaded.as_spec(state) {
        Some((game, state)) => Board::new(game.rules()).draw(game, state),
        None => loaded.game().state_text(state),
    }
}
