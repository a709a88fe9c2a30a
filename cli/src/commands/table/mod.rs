//! `boardwright table`: games on a real table, with real pieces.

use clap::Subcommand;

use super::{Answer, play};
use crate::arm::Camera;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What can be done at a table.
#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game at a table that a camera sees: where `camera` plays, it watches what a person does there. Moves of players are made by
    /// the arm, or told to be made, and looked at.
    Play(Box<Play>),
}

#[derive(Debug, clap::Args)]
struct Play {
    #[command(flatten)]
    play: play::Args,
    #[command(flatten)]
    camera: Camera,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let Command::Play(args) = &args.command;
    play::before(&args.play, Some(&args.camera), seed, out)
}
