//! `boardwright carcassonne grid`: the two-parameter player against greedy for a grid of its parameters (figure 4.1 of the
//! thesis). Each finished cell is a line of a CSV file, from which the command continues.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::carcassonne::grid::{self, GridSettings};
use boardwright_library::files;

use super::surroundings;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// CSV file for the results; its cells are not played again.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games for each pair of parameters.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Largest factor; the factors are the odd numbers from 1.
    #[arg(long, value_name = "K", default_value_t = 49, value_parser = clap::value_parser!(u32).range(1..=999))]
    max_k: u32,
    /// File for a picture of the results, an SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    // Results of a continued run are those of one run only with the same seed.
    let seed = seed.unwrap_or(1);
    let settings = GridSettings { file: args.out.clone(), games: args.games, max_k: args.max_k, seed };
    let grid = grid::measure(&settings, surroundings(), &mut |cell, difference| {
        say(&format!("k {}, exponent {}: {difference:+.2}\n", cell.k, cell.exponent()));
    })?;
    if let Some(path) = &args.svg {
        files::write(path, grid.chart().as_bytes())?;
    }
    if let Some((cell, difference)) = grid.best() {
        let (count, k, exponent) = (grid.count(), cell.k, cell.exponent());
        writeln!(out, "best of {count}: k {k}, exponent {exponent}, mean difference {difference:+.2}")?;
    }
    Ok(Answer::Yes)
}
