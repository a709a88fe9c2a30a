//! `boardwright tournament`: many games between players, kept so that nothing is lost. How they are played is up to
//! `boardwright-arena`.

mod describe;
mod live;
mod merge;
mod report;
mod run;
mod watch;

use clap::Subcommand;

use super::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a tournament, or go on with it.
    Run(Box<run::Args>),
    /// Follow a tournament that runs.
    Watch(watch::Args),
    /// Put together what was played in parts.
    Merge(merge::Args),
    /// Make all tables and reports of a folder again from its journal.
    Report(report::Args),
}

pub fn run(args: Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match args.command {
        Command::Run(args) => run::run(&args, seed, out),
        Command::Watch(args) => watch::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Report(args) => report::run(&args, out),
    }
}
