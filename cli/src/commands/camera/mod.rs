//! `boardwright camera`: boards as a camera sees them, from markers on paper to where the board is in a picture.

mod calibrate;
mod find;
mod list;
mod markers;
mod replay;

use boardwright_vision::camera::CameraError;
use boardwright_vision::find::FindError;
use clap::Subcommand;

use super::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What can be done with a camera.
#[derive(Debug, Subcommand)]
enum Command {
    /// List the cameras of this machine.
    List,
    /// Draw the four markers true to scale on a page, to be cut out and laid around a board.
    Markers(markers::Args),
    /// Find a game's board in a picture, in each way in which it can be found.
    Find(find::Args),
    /// Find out from pictures of a chessboard what a lens does to straight lines.
    Calibrate(calibrate::Args),
    /// Look again at what was kept of a game at a table, and tell what is made of it otherwise now.
    Replay(replay::Args),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::List => list::run(out),
        Command::Markers(args) => markers::run(args, out),
        Command::Find(args) => find::run(args, out),
        Command::Calibrate(args) => calibrate::run(args, out),
        Command::Replay(args) => replay::run(args, out),
    }
}

impl From<CameraError> for Failure {
    fn from(error: CameraError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Self {
        Self::Input(error.to_string())
    }
}
