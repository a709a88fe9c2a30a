//! `boardwright bot`: scripts for poker bots in Heads Up Script. The language is defined in `boardwright-bots`.

mod check;
mod decide;
mod fmt;
mod list;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Check scripts and report errors and warnings.
    Check(check::Args),
    /// Print the action of a script in a game state, and why it is chosen.
    Decide(decide::Args),
    /// Format scripts.
    Fmt(fmt::Args),
    /// List the shipped scripts, or print one.
    List(list::Args),
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Decide(args) => decide::run(args, seed, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::List(args) => list::run(args, out),
    }
}
