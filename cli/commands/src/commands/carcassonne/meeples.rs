//! `boardwright carcassonne meeples`: mean points of two players against each other by the number of meeples (figure 9.1 of
//! the thesis).

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_arena::tournament::{Budget, Entrant, PlayerConfig};
use boardwright_arena::{LineSeries, line_chart};
use boardwright_library::files;

use super::matches::Table;
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
    for meeples in 3..=11_u32 {
        let entrants =
            args.players.iter().map(|player| Entrant::new(&PlayerConfig::player(player), &Budget::default()));
        let entrants = entrants.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
        let table = Table::new(&format!("carcassonne:meeples={meeples}"), entrants)?;
        let tallies = table.play_all(args.games, seed.unwrap_or(1), &|_, _| Ok(()))?.complete()?;
        let mut row = meeples.to_string();
        for (line, tally) in lines.iter_mut().zip(&tallies) {
            let mean = tally.total / f64::from(args.games);
            let _ = write!(row, ",{mean:.2},{:.2}", tally.half_interval(args.games));
            line.points.push((f64::from(meeples), mean));
        }
        writeln!(out, "{row}")?;
        out.flush()?;
    }
    if let Some(path) = &args.svg {
        files::write(path, line_chart("meeples of each player", &lines).as_bytes())?;
    }
    Ok(Answer::Yes)
}
