//! `boardwright tarok`: tools for the games of tarok.

mod duel;
mod journal;
mod tables;

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
    /// Play a player against others of a kind, in all seats with the same cards.
    Duel(duel::Args),
    /// Measure the search of `tarokist` as tables 7 and 8 of the thesis do, and print the figures beside the published ones.
    Tables(tables::Args),
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Duel(args) => duel::run(args, seed, out),
        Command::Tables(args) => tables::run(args, seed, out),
    }
}
