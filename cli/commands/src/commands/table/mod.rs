//! `boardwright table`: games on a physical table with real pieces.

use clap::Subcommand;

use super::play;
use crate::answer::Answer;
use crate::arm::CameraArgs;
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
    /// Play a game on a physical table observed by a camera: the player `camera` is a person whose moves the camera recognizes. Moves of
    /// other players are made by the arm, or requested from a person, and then verified by the camera.
    Play(Box<Play>),
}

#[derive(Debug, clap::Args)]
struct Play {
    #[command(flatten)]
    play: play::Args,
    #[command(flatten)]
    camera: CameraArgs,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let Command::Play(args) = &args.command;
    play::play_match(&args.play, Some(&args.camera), seed, out)
}
