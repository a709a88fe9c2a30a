//! `boardwright carcassonne`: tools for the tile game Carcassonne.

mod config;
mod dialogue;
mod grid;
mod matches;
mod test;
mod tiles;

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
    /// Play test games of computer players as a configuration file of the thesis describes them.
    Test(test::Args),
    /// Measure the parameters of the two-parameter player against greedy.
    Grid(grid::Args),
    /// Check a tile file, and list or draw its tiles.
    Tiles(tiles::Args),
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Test(args) => test::run(args, seed, out),
        Command::Grid(args) => grid::run(args, seed, out),
        Command::Tiles(args) => tiles::run(args, out),
    }
}
