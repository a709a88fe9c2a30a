//! Text records of the thesis as records of this program, and back.

use std::collections::BTreeMap;
use std::path::Path;

use boardwright_arena::{FinishedMatch, Person};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, FORMAT, GameEnd, GameMetadata, MoveRecord, Record, RecordHeader, Seat};
use boardwright_games::carcassonne::text_record::{self, RecordedPlayer, TextRecord};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneState};
use boardwright_games::rust_games::{RustGame as _, RustGameOptions};

use super::GAME;
use crate::error::Error;
use crate::load::split_options;
use crate::{files, store};

/// Key of the name of a person in a seat.
const NAME: &str = "name";
/// Description of people in text records.
const PERSON: &str = "Člověk";

/// Converts a text record to a record of this program, or such a record to a text record. `game` is the game of a text record
/// with its options; by default it has the usual rules.
///
/// # Errors
/// If the file cannot be read, is neither kind of record, or does not fit the game.
pub fn convert(path: &Path, game: Option<&str>) -> Result<String, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
    if text.trim_start().starts_with('{') { to_text(path) } else { to_record(path, &text, game.unwrap_or(GAME)) }
}

/// Writes the text record of a finished game.
pub(super) fn write(
    path: &Path,
    game: &Carcassonne,
    finished: &FinishedMatch,
    players: &[RecordedPlayer],
) -> Result<(), Error> {
    let state = last_state(game, finished.record.moves.iter().map(|played| &played.text))?;
    files::write(path, text_record::write(game, &state, players).as_bytes())
}

/// State after the moves with these texts.
fn last_state<'t>(game: &Carcassonne, moves: impl IntoIterator<Item = &'t String>) -> Result<CarcassonneState, Error> {
    let mut state = game.initial_state();
    for text in moves {
        let wrong = |error: &dyn std::fmt::Display| Error::Input(format!("the record cannot be replayed: {error}"));
        let mv = game.parse_move(&state, text).map_err(|error| wrong(&error))?;
        game.apply(&mut state, mv).map_err(|error| wrong(&error))?;
    }
    Ok(state)
}

/// The game with options as they are written on the command line or in a record.
fn game_with(options: &BTreeMap<String, String>) -> Result<Carcassonne, Error> {
    let options = RustGameOptions::new(Carcassonne::OPTIONS, options);
    Ok(Carcassonne::with_options(&options.map_err(|error| Error::Usage(error.to_string()))?))
}

/// Text record of a record.
fn to_text(path: &Path) -> Result<String, Error> {
    let mut records = store::read_all(path)?;
    let (Some(stored), true) = (records.pop(), records.is_empty()) else {
        let reason = "a text record is of one game; `boardwright convert --to record --number N` picks one of several";
        return Err(Error::Input(format!("{}: {reason}", path.display())));
    };
    let record = stored.record;
    if record.header.name != GAME {
        let other = &record.header.name;
        return Err(Error::Input(format!("{} is a game of {other}, not of {GAME}", path.display())));
    }
    let game = game_with(&record.header.options)?;
    if record.header.position.is_some() {
        return Err(Error::Input("a text record cannot begin with a position other than the first one".to_owned()));
    }
    let opening = record.header.opening.iter();
    let state = last_state(&game, opening.chain(record.moves.iter().map(|played| &played.text)))?;
    let players: Vec<RecordedPlayer> =
        record.header.players.iter().zip(1..).map(|(seat, number)| recorded_player(seat, number)).collect();
    Ok(text_record::write(&game, &state, &players))
}

fn recorded_player(seat: &Seat, number: usize) -> RecordedPlayer {
    let name = seat.parameters.get(NAME).cloned().unwrap_or_else(|| number.to_string());
    let kind = if seat.player == Person::NAME { PERSON.to_owned() } else { seat.player.clone() };
    RecordedPlayer { name, kind }
}

/// Text of the record of a text record.
fn to_record(path: &Path, text: &str, argument: &str) -> Result<String, Error> {
    let (given, mut options) = split_options(argument)?;
    if given != GAME {
        return Err(Error::Usage(format!("text records are of the game {GAME}, not of {given}")));
    }
    // The record begins with the number of players.
    let count = text.lines().map(str::trim).find(|line| !line.is_empty()).and_then(|line| line.parse::<u32>().ok());
    if let Some(count) = count.filter(|count| (2..=5).contains(count)) {
        options.entry("players".to_owned()).or_insert_with(|| count.to_string());
    }
    let game = game_with(&options)?;
    let parsed = text_record::parse(&game, text).map_err(|error| {
        let hint = "a game by modified rules needs them, as --game carcassonne:small-city-2=1,fair=1,meeples=5";
        Error::Input(format!("{}: {error}; {hint}", path.display()))
    })?;
    Ok(store::record_text(&record(&game, options, &parsed)?, None))
}

fn record(game: &Carcassonne, options: BTreeMap<String, String>, parsed: &TextRecord) -> Result<Record, Error> {
    let fails = |fault: Fault| Error::Input(fault.to_string());
    let (mut state, mut listed, mut moves) = (game.initial_state(), Vec::new(), Vec::new());
    for (&mv, ply) in parsed.moves.iter().zip(1..) {
        let player = game.legal_moves(&state, &mut listed).map_err(fails)?.player();
        moves.push(MoveRecord { ply, player, text: game.move_text(&state, mv), rule: None });
        game.apply(&mut state, mv).map_err(fails)?;
    }
    let scores = (1..=game.players()).filter_map(Player::new).map(|player| game.score(&state, player)).collect();
    let end = match game.legal_moves(&state, &mut listed).map_err(fails)? {
        Turn::Over(outcome) => GameEnd::new(EndReason::Finished, Some(outcome), scores),
        _ => GameEnd::new(EndReason::Stopped, None, scores),
    };
    let seat = |player: &RecordedPlayer| Seat {
        player: if player.kind == PERSON { Person::NAME.to_owned() } else { player.kind.clone() },
        parameters: [(NAME.to_owned(), player.name.clone())].into(),
    };
    let written: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let header = RecordHeader {
        format: FORMAT,
        game: if written.is_empty() { GAME.to_owned() } else { format!("{GAME}:{}", written.join(",")) },
        name: GAME.to_owned(),
        hash: None,
        options,
        players: parsed.players.iter().map(seat).collect(),
        seed: 0,
        position: None,
        opening: Vec::new(),
        metadata: GameMetadata::default(),
    };
    Ok(Record { header, moves, end: Some(end) })
}
