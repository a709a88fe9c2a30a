//! `boardwright carcassonne test`: the thesis's console tester. A configuration file, or answers to questions, name the
//! participants; the result is a table of mean points.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use boardwright_library::carcassonne::config::{self, TestConfig};
use boardwright_library::carcassonne::tester::{TestRow, play_test};
use boardwright_library::{Error, files};

use super::{dialogue, surroundings};
use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Configuration file of the thesis: number of players, a line for each player, number of games, records, seed, output file,
    /// modifications. Without a file the same is asked.
    file: Option<PathBuf>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let config = match &args.file {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
            config::parse(&text).map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?
        }
        None => dialogue::ask(&mut io::stdin().lock())?,
    };
    if let Some(path) = &config.out {
        files::can_be_written(path)?;
    }
    let players = config.players.len();
    if !(config.games as usize).is_multiple_of(players) {
        note(&format!("{} games give the {players} players unequal numbers of games in each seat", config.games));
    }
    let seed = seeds::seed_or_random(config.seed.or(seed));
    let results = play_test(&config, seed, surroundings())?;
    write_rows(&config, &results.rows, out)?;
    if results.failures.is_empty() {
        return Ok(Answer::Yes);
    }
    for failure in results.failures.iter().take(SHOWN_FAILURES) {
        say(&format!("error: {failure}\n"));
    }
    let failed = results.failures.len();
    say(&format!(
        "error: {failed} of {} games were not finished; they are won by all others, and count for no mean points\n",
        config.games
    ));
    Ok(Answer::No)
}

/// Number of failures that are described.
const SHOWN_FAILURES: usize = 10;

fn write_rows(config: &TestConfig, rows: &[TestRow], out: &mut Output) -> Result<(), Failure> {
    if config.out.is_none() && out.is_json() {
        return out.json(&rows);
    }
    let width = rows.iter().map(|row| row.player.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:<width$}  {:>6}  {:>6}  {:>8}  {:>6}  {:>7}  {:>6}\n",
        "AI", "city", "farm", "cloister", "road", "total", "wins"
    );
    for TestRow { player, city, farm, cloister, road, total, wins } in rows {
        let _ = writeln!(
            text,
            "{player:<width$}  {city:>6.2}  {farm:>6.2}  {cloister:>8.2}  {road:>6.2}  {total:>7.2}  {wins:>6}"
        );
    }
    match &config.out {
        Some(path) => Ok(files::write(path, text.as_bytes())?),
        None => Ok(write!(out, "{text}")?),
    }
}
