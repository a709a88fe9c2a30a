//! `boardwright carcassonne test`: the thesis's console tester. A configuration file, or answers to questions, name the
//! participants; the result is a table of mean points.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use boardwright_arena::FinishedMatch;
use boardwright_arena::tournament::{Budget, Entrant, PlayerConfig};
use boardwright_games::carcassonne::text_record::RecordedPlayer;
use boardwright_library::{Error, files};
use serde::Serialize;

use super::config::{self, Participant, PlayerChoice, TestConfig};
use super::dialogue;
use super::matches::{Table, Tally, write_record};
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

/// A line of the table.
#[derive(Serialize)]
struct TestReport<'a> {
    player: &'a str,
    city: f64,
    farm: f64,
    cloister: f64,
    road: f64,
    total: f64,
    wins: u32,
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
    let entrants = config.players.iter().map(entrant).collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
    let table = Table::new(&config.rules.game(players), entrants)?;
    let game = config.rules.carcassonne(players);
    let recorded = |number: u32, finished: &FinishedMatch| match &config.records {
        Some(folder) => {
            let seated = |seat| {
                let Participant { name, kind, .. } = &config.players[table.participant_at(seat, number)];
                RecordedPlayer { name: name.clone(), kind: kind.clone() }
            };
            let path = folder.join(format!("game-{:05}.txt", number + 1));
            write_record(&path, &game, finished, &(0..players).map(seated).collect::<Vec<_>>())
        }
        None => Ok(()),
    };
    if let Some(folder) = &config.records {
        std::fs::create_dir_all(folder).map_err(|error| Error::file("create", folder, &error))?;
    }
    let results = table.play_all(config.games, seed, &recorded)?;
    write_results(&config, &results.tallies, out)?;
    if results.failures.is_empty() {
        return Ok(Answer::Yes);
    }
    for (_, failure) in results.failures.iter().take(SHOWN_FAILURES) {
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

/// The entrant of a participant.
fn entrant(participant: &Participant) -> Result<Entrant, String> {
    let (player, program) = match &participant.player {
        PlayerChoice::Player(text) => (Some(text.clone()), Vec::new()),
        PlayerChoice::Program(command) => (None, command.clone()),
    };
    let entry = PlayerConfig { player, program, label: Some(participant.name.clone()) };
    Entrant::new(&entry, &Budget::default())
}

fn write_results(config: &TestConfig, tallies: &[Tally], out: &mut Output) -> Result<(), Failure> {
    let reports = config.players.iter().zip(tallies).map(|(participant, tally)| {
        let games = f64::from(tally.games.max(1));
        let [city, road, cloister, farm] = tally.kinds.map(|sum| sum / games);
        TestReport {
            player: &participant.name,
            city,
            farm,
            cloister,
            road,
            total: tally.total / games,
            wins: tally.wins,
        }
    });
    let reports: Vec<TestReport<'_>> = reports.collect();
    if config.out.is_none() && out.is_json() {
        return out.json(&reports);
    }
    let width = reports.iter().map(|report| report.player.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:<width$}  {:>6}  {:>6}  {:>8}  {:>6}  {:>7}  {:>6}\n",
        "AI", "city", "farm", "cloister", "road", "total", "wins"
    );
    for TestReport { player, city, farm, cloister, road, total, wins } in &reports {
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
