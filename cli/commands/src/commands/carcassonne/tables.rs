//! `boardwright carcassonne tables`: the games of the thesis's tables of results, beside the published figures.

use std::io::Write as _;

use boardwright_library::carcassonne::tables::{self, MeasuredRow};

use super::surroundings;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Tables to be played, like 7.3; all of them by default.
    names: Vec<String>,
    /// Number of games of each table; the published number by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Play the evaluations of the thesis (`weighted`, and `19/3-pr` for two players) with its literal term 7: free meeples per
    /// remaining turn.
    #[arg(long)]
    literal: bool,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let tables = tables::find(&args.names)?;
    writeln!(out, "| table | player | points | published | wins | published |\n|---|---|---|---|---|---|")?;
    for table in tables {
        let games = args.games.unwrap_or(table.games);
        say(&format!("table {}: {games} games\n", table.name));
        for row in table.play(games, args.literal, seed.unwrap_or(1), surroundings())? {
            let MeasuredRow { player, mean, half_interval, wins, win_interval: (low, high), .. } = row;
            let published = row.published_mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
            writeln!(
                out,
                "| {} | `{player}` | {mean:.1} ± {half_interval:.1} | {published} | {wins} ({:.0} to {high:.0}) of {games} | \
                 {} of {} |",
                table.name,
                low.max(0.0),
                row.published_wins,
                table.games,
            )?;
        }
        out.flush()?;
    }
    Ok(Answer::Yes)
}
