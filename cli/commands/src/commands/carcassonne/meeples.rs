//! `boardwright carcassonne meeples`: mean points of two players against each other by the number of meeples (figure 9.1 of
//! the thesis).

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_arena::{LineSeries, line_chart};
use boardwright_library::carcassonne::meeples::{self, MeanPoints};
use boardwright_library::files;

use super::surroundings;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The players.
    #[arg(num_args = 2, default_values = ["two-parameter", "19/3-pr"])]
    players: Vec<String>,
    /// Games for each number of meeples.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// File for the curves, an SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    if let Some(path) = &args.svg {
        files::can_be_written(path)?;
    }
    let mut lines: Vec<LineSeries> =
        args.players.iter().map(|player| LineSeries { name: player.clone(), points: Vec::new() }).collect();
    let mut head = "meeples".to_owned();
    for player in &args.players {
        let _ = write!(head, ",{player},± {player}");
    }
    writeln!(out, "{head}")?;
    for number in meeples::MEEPLES {
        let points = meeples::measure(&args.players, number, args.games, seed.unwrap_or(1), surroundings())?;
        let mut row = number.to_string();
        for (line, MeanPoints { mean, half_interval }) in lines.iter_mut().zip(points) {
            let _ = write!(row, ",{mean:.2},{half_interval:.2}");
            line.points.push((f64::from(number), mean));
        }
        writeln!(out, "{row}")?;
        out.flush()?;
    }
    if let Some(path) = &args.svg {
        files::write(path, line_chart("meeples of each player", &lines).as_bytes())?;
    }
    Ok(Answer::Yes)
}
