//! `boardwright robot play-move`: one move of a game, made by the arm.

use std::io::{self, Write as _};
use std::sync::Arc;

use super::super::Answer;
use crate::args::Position;
use crate::arm::{Asked, Side};
use crate::failure::{Failure, say};
use crate::line::{play_from, position};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// The move.
    mv: String,
    #[command(flatten)]
    arm: Asked,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let made = play_from(&loaded, reached.state.clone(), &args.mv)?;
    let mut side = Side::start(&args.arm, None, &loaded, &reached.state, Arc::default(), 0, &mut io::stderr())?;
    writeln!(out, "{}", made.moves.join("; "))?;
    out.flush()?;
    let followed = side.follow(&made.state, false, &mut io::stderr());
    let rests = side.rest();
    followed?;
    rests?;
    say("the arm has parked\n");
    Ok(Answer::Yes)
}
