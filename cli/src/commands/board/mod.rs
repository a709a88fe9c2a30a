//! `boardwright board`: boards to be laid on a table.

mod print;

use clap::Subcommand;

use super::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What can be done with a board.
#[derive(Debug, Subcommand)]
enum Command {
    /// Draw the board true to scale on a page, with markers around it by which a camera finds it.
    Print(print::Args),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Print(args) => print::run(args, out),
    }
}
