//! `boardwright tournament`: series of games between players, journaled so that no result is lost. `boardwright-arena` plays
//! them.

mod config_args;
mod merge;
mod progress_display;
mod report;
mod run;
mod watch;

use clap::Subcommand;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a tournament, or continue it.
    Run(Box<run::Args>),
    /// Follow a running tournament.
    Watch(watch::Args),
    /// Merge the results of parts that were played separately.
    Merge(merge::Args),
    /// Rebuild all tables and reports of a folder from its journal.
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
