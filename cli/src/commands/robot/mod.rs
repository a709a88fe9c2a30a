//! `boardwright robot`: the arm by itself, from its port to the moves of a game.

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

use super::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What can be done with an arm.
#[derive(Debug, Subcommand)]
enum Command {
    /// List the serial ports of this machine.
    Ports,
    /// Find out whether a board answers, how fast, and which servos it drives.
    Test(test::Args),
    /// Lay a game before an arm: how far apart its places are, where pieces wait, what does not fit.
    Plan(plan::Args),
    /// Move the arm step by step.
    Jog(jog::Args),
    /// Teach the arm where the board lies, and write a table file.
    Teach(teach::Args),
    /// Have the arm visit the places of a game.
    Show(show::Args),
    /// Have the arm make a move of a game.
    PlayMove(play_move::Args),
    /// Put the arm where it parks and let its servos go.
    Park(park::Args),
    /// Simulate a board and an arm behind a pseudo-terminal.
    Sim(sim::Args),
    /// Look at a log of what was said on a line, or say it again.
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
