//! `boardwright camera`: camera tools, from printed markers to locating the board in a picture.

mod calibrate;
mod find;
mod list;
mod markers;
mod replay;
mod tune;

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
    /// List the cameras of this machine.
    List,
    /// Draw the four markers true to scale on a page, to be cut out and laid around a board.
    Markers(markers::Args),
    /// Locate a game's board in a picture by each available method.
    Find(find::Args),
    /// Look at the table before a game: which pieces and places the camera will confuse, and what to change.
    Tune(tune::Args),
    /// Compute the distortion of a lens from pictures of a chessboard.
    Calibrate(calibrate::Args),
    /// Analyse a recorded table session again and report readings that differ from the recorded ones.
    Replay(replay::Args),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::List => list::run(out),
        Command::Markers(args) => markers::run(args, out),
        Command::Find(args) => find::run(args, out),
        Command::Tune(args) => tune::run(args, out),
        Command::Calibrate(args) => calibrate::run(args, out),
        Command::Replay(args) => replay::run(args, out),
    }
}
