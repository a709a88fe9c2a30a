//! `boardwright carcassonne convert`: text records of the thesis to records of this program, and back.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_arena::Person;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, FORMAT, GameEnd, GameMetadata, MoveRecord, Record, RecordHeader, Seat};
use boardwright_games::carcassonne::Carcassonne;
use boardwright_games::carcassonne::text_record::{self, RecordedPlayer, TextRecord};
use boardwright_games::rust_games::{RustGame as _, RustGameOptions};
use boardwright_library::load::split_options;
use boardwright_library::{Error, files, store};

use super::matches::last_state;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A text record, or a record of this program; it becomes the other kind.
    record: PathBuf,
    /// Game of a text record with its options, such as carcassonne:small-city-2=1; by default the usual rules.
    #[arg(long)]
    game: Option<String>,
    /// Write to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Key of the name of a person in a seat.
const NAME: &str = "name";
/// Description of people in text records.
const PERSON: &str = "Člověk";

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let path = &args.record;
    let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
    let converted = if text.trim_start().starts_with('{') { to_text(path)? } else { to_record(args, &text)? };
    match &args.out {
        Some(path) => {
            files::write(path, converted.as_bytes())?;
            say(&format!("the game is in {}\n", path.display()));
        }
        None => out.write_all(converted.as_bytes())?,
    }
    Ok(Answer::Yes)
}

/// The game with options as they are written on the command line or in a record.
fn game(options: &BTreeMap<String, String>) -> Result<Carcassonne, Failure> {
    let options = RustGameOptions::new(Carcassonne::OPTIONS, options);
    Ok(Carcassonne::with_options(&options.map_err(|error| Failure::Usage(error.to_string()))?))
}

/// Text record of a record.
fn to_text(path: &Path) -> Result<String, Failure> {
    let mut records = store::read_all(path)?;
    let (Some(stored), true) = (records.pop(), records.is_empty()) else {
        let reason = "a text record is of one game; `boardwright convert --to record --number N` picks one of several";
        return Err(Failure::Input(format!("{}: {reason}", path.display())));
    };
    let record = stored.record;
    let name = Carcassonne::INFO.name;
    if record.header.name != name {
        let other = &record.header.name;
        return Err(Failure::Input(format!("{} is a game of {other}, not of {name}", path.display())));
    }
    let game = game(&record.header.options)?;
    if record.header.position.is_some() {
        return Err(Failure::Input("a text record cannot begin with a position other than the first one".to_owned()));
    }
    let opening = record.header.opening.iter();
    let state = last_state(&game, opening.chain(record.moves.iter().map(|played| &played.text)))?;
    let players: Vec<RecordedPlayer> = record.header.players.iter().zip(1..).map(recorded_player).collect();
    Ok(text_record::write(&game, &state, &players))
}

fn recorded_player((seat, number): (&Seat, usize)) -> RecordedPlayer {
    let name = seat.parameters.get(NAME).cloned().unwrap_or_else(|| number.to_string());
    let kind = if seat.player == Person::NAME { PERSON.to_owned() } else { seat.player.clone() };
    RecordedPlayer { name, kind }
}

/// Record of a text record.
fn to_record(args: &Args, text: &str) -> Result<String, Failure> {
    let name = Carcassonne::INFO.name;
    let (given, mut options) = split_options(args.game.as_deref().unwrap_or(name))?;
    if given != name {
        return Err(Failure::Usage(format!("text records are of the game {name}, not of {given}")));
    }
    // The record begins with the number of players.
    let count = text.lines().map(str::trim).find(|line| !line.is_empty()).and_then(|line| line.parse::<u32>().ok());
    if let Some(count) = count.filter(|count| (2..=5).contains(count)) {
        options.entry("players".to_owned()).or_insert_with(|| count.to_string());
    }
    let game = game(&options)?;
    let parsed = text_record::parse(&game, text).map_err(|error| {
        let hint = "a game by modified rules needs them, as --game carcassonne:small-city-2=1,fair=1,meeples=5";
        Failure::Input(format!("{}: {error}; {hint}", args.record.display()))
    })?;
    let record = record(&game, options, &parsed)?;
    Ok(store::record_text(&record, None))
}

fn record(game: &Carcassonne, options: BTreeMap<String, String>, parsed: &TextRecord) -> Result<Record, Failure> {
    let fails = |fault: boardwright_game::fault::Fault| Failure::Input(fault.to_string());
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
    let name = Carcassonne::INFO.name.to_owned();
    let written: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let header = RecordHeader {
        format: FORMAT,
        game: if written.is_empty() { name.clone() } else { format!("{name}:{}", written.join(",")) },
        name,
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
