//! `boardwright board`: boards to print and lay on a table.

mod print;

use clap::Subcommand;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// Sub-commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// Draw the board true to scale on a page, surrounded by markers that let a camera find it.
    Print(print::Args),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Print(args) => print::run(args, out),
    }
}
