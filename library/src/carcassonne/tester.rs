//! Test games of the thesis's console tester, as a [configuration](super::config) describes them. The result is a table of
//! mean points.

use boardwright_arena::FinishedMatch;
use boardwright_arena::series::{SeriesResults, SeriesTally};
use boardwright_arena::tournament::PlayerConfig;
use boardwright_games::carcassonne::text_record::RecordedPlayer;
use serde::Serialize;

use super::config::{Participant, PlayerChoice, TestConfig};
use super::matches::Surroundings;
use super::records;
use crate::error::Error;

/// Mean points of a participant in its finished games, and its wins.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[allow(missing_docs)]
pub struct TestRow {
    /// Name.
    pub player: String,
    pub city: f64,
    pub farm: f64,
    pub cloister: f64,
    pub road: f64,
    pub total: f64,
    /// Games won; a game that a participant did not finish is won by all others.
    pub wins: u32,
}

/// Results of a test.
#[derive(Clone, Debug)]
pub struct TestResults {
    /// Participants in the order of the configuration.
    pub rows: Vec<TestRow>,
    /// Descriptions of the games that a participant did not finish, in the order of the games.
    pub failures: Vec<String>,
}

/// Plays the games of a test, and records them if the configuration names a folder.
///
/// # Errors
/// If a player is unknown or does not support the game, a record cannot be written, or the test is stopped.
pub fn play_test(config: &TestConfig, seed: u64, surroundings: Surroundings<'_>) -> Result<TestResults, Error> {
    let count = config.players.len();
    let players: Vec<PlayerConfig> = config.players.iter().map(player_config).collect();
    let series = surroundings.series(&config.rules.game(count), &players)?;
    let game = config.rules.carcassonne(count);
    if let Some(folder) = &config.records {
        std::fs::create_dir_all(folder).map_err(|error| Error::file("create", folder, &error))?;
    }
    let SeriesResults { tallies, failures } =
        series.play(config.games, seed, surroundings.stop, |number: u32, finished: &FinishedMatch| {
            let Some(folder) = &config.records else { return Ok(()) };
            let seated = |seat| {
                let Participant { name, kind, .. } = &config.players[series.participant_at(seat, number)];
                RecordedPlayer { name: name.clone(), kind: kind.clone() }
            };
            let path = folder.join(format!("game-{:05}.txt", number + 1));
            records::write(&path, &game, finished, &(0..count).map(seated).collect::<Vec<_>>())
        })?;
    let rows = config.players.iter().zip(&tallies).map(|(participant, tally)| row(&participant.name, tally));
    Ok(TestResults { rows: rows.collect(), failures: failures.into_iter().map(|(_, failure)| failure).collect() })
}

/// Entry of a participant, as in the configuration of a tournament.
fn player_config(participant: &Participant) -> PlayerConfig {
    let (player, program) = match &participant.player {
        PlayerChoice::Player(text) => (Some(text.clone()), Vec::new()),
        PlayerChoice::Program(command) => (None, command.clone()),
    };
    PlayerConfig { player, program, label: Some(participant.name.clone()) }
}

fn row(name: &str, tally: &SeriesTally) -> TestRow {
    let games = f64::from(tally.games().max(1));
    let mean = |category: &str| tally.details.get(category).map_or(0.0, |sum| sum / games);
    TestRow {
        player: name.to_owned(),
        city: mean("city"),
        farm: mean("farm"),
        cloister: mean("cloister"),
        road: mean("road"),
        total: tally.total / games,
        wins: tally.wins,
    }
}
