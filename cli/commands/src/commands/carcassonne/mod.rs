//! `boardwright carcassonne`: tools for the tile game Carcassonne.

mod convert;
mod dialogue;
mod grid;
mod meeples;
mod tables;
mod test;
mod tiles;

use boardwright_library::carcassonne::matches::Surroundings;

use crate::answer::Answer;
use crate::failure::{Failure, note};
use crate::interrupt;
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
    /// Play the games of the thesis's tables and print them beside the published figures.
    Tables(tables::Args),
    /// Measure mean points of two players by the number of meeples.
    Meeples(meeples::Args),
    /// Convert a text record of the thesis to a record of this program, or back.
    Convert(convert::Args),
    /// Check a tile file, and list or draw its tiles.
    Tiles(tiles::Args),
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Test(args) => test::run(args, seed, out),
        Command::Grid(args) => grid::run(args, seed, out),
        Command::Tables(args) => tables::run(args, seed, out),
        Command::Meeples(args) => meeples::run(args, seed, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Tiles(args) => tiles::run(args, out),
    }
}

/// Surroundings of the games: the program can be interrupted, and prints warnings as notes.
fn surroundings() -> Surroundings<'static> {
    Surroundings { stop: interrupt::stop_flag(), warn: note }
}
