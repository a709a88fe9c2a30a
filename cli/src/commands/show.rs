//! `boardwright show`: a position, drawn for people or listed for programs.

use std::io::Write as _;

use super::Answer;
use crate::args::Position;
use crate::board::Board;
use crate::failure::Failure;
use crate::line::position;
use crate::load::Loaded;
use crate::output::Output;
use crate::view::{View, spec_state, standing};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Draw the names of the locations instead of the pieces.
    #[arg(long)]
    names: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
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

/// The position for people who may see all of it.
pub fn drawing(loaded: &Loaded, state: &boardwright_engine::any::AnyState) -> String {
    match spec_state(loaded, state) {
        Some((game, state)) => Board::new(game.rules()).draw(game, state),
        None => loaded.game().state_text(state),
    }
}
