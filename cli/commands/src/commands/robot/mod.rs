//! `boardwright robot`: tools for the robot arm, from its serial port to the moves of a game.

mod jog;
mod log;
mod park;
mod plan;
mod play_move;
mod ports;
mod show;
mod sim;
mod teach;
mod test;

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
    /// List the serial ports of this machine.
    Ports,
    /// Test whether a controller answers, at which speed, and which servos it drives.
    Test(test::Args),
    /// Plan the layout of a game within the reach of an arm: pitch, slots, and what does not fit.
    Plan(plan::Args),
    /// Move the arm step by step.
    Jog(jog::Args),
    /// Calibrate the position of the board and write a table file.
    Teach(teach::Args),
    /// Move the arm to the places of a game, one after the other.
    Show(show::Args),
    /// Make a move of a game with the arm.
    PlayMove(play_move::Args),
    /// Park the arm and switch its servos off.
    Park(park::Args),
    /// Simulate a servo controller and an arm behind a pseudo-terminal.
    Sim(sim::Args),
    /// Replay a log of the serial line.
    Log(log::Args),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Ports => ports::run(out),
        Command::Test(args) => test::run(args, out),
        Command::Plan(args) => plan::run(args, out),
        Command::Jog(args) => jog::run(args, out),
        Command::Teach(args) => teach::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::PlayMove(args) => play_move::run(args, out),
        Command::Park(args) => park::run(args, out),
        Command::Sim(args) => sim::run(args, out),
        Command::Log(args) => log::run(args, out),
    }
}
