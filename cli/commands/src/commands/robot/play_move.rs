//! `boardwright robot play-move`: makes one move of a game with the arm.

use std::io::{self, Write as _};
use std::sync::Arc;

use crate::answer::Answer;
use crate::arm::{ArmArgs, MatchSession};
use crate::failure::{Failure, say};
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::{load_position, play_from};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The move.
    mv: String,
    #[command(flatten)]
    arm: ArmArgs,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    let after_move = play_from(&loaded, reached.state.clone(), &args.mv)?;
    let mut session =
        MatchSession::start(&args.arm, None, &loaded, &reached.state, Arc::default(), 0, &mut io::stderr())?;
    writeln!(out, "{}", after_move.moves.join("; "))?;
    out.flush()?;
    let followed = session.follow(&after_move.state, false, &mut io::stderr());
    let rested = session.rest();
    followed?;
    rested?;
    say("the arm has parked\n");
    Ok(Answer::Yes)
}
