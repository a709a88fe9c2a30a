//! `boardwright explain`: what the rules of a game became when they were compiled, and what that costs.

use std::io::Write as _;

use super::Answer;
use crate::failure::Failure;
use crate::load::load;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no rules to be compiled", loaded.name)));
    };
    writeln!(out, "a state: {} bytes", game.state_bytes())?;
    writeln!(out, "portable form: {}", game.fast_summary())?;
    match game.native_summary() {
        Ok(summary) => writeln!(out, "machine code: {summary}")?,
        Err(why) => writeln!(out, "machine code: none, because of {why}")?,
    }
    Ok(Answer::Yes)
}
