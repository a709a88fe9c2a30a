//! `boardwright replay`: replays a record position by position and verifies it.

use std::any::Any;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_game::any::AnyState;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_game::operation::GameOperation;
use boardwright_game::record::{EndReason, Record, ReplayError, ReplayStep, replay};
use boardwright_interpreter::moves::Move;
use boardwright_library::game_files::{self, FileGame};
use boardwright_library::load::{LoadedGame, split_options};
use boardwright_library::store::StoredRecord;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::load_game::load_with_options;
use crate::output::{Output, count_text};
use crate::view::{PositionView, position_text, status_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record, or games in another format: PGN, PDN, SGF, poker hands as PHH, or a log of ACPC.
    record: PathBuf,
    /// Number of the game, if the file has several. Default: all games.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// The game, if it is not at the place that the record names.
    #[arg(long)]
    game: Option<String>,
}

/// One position of the game.
#[derive(Serialize)]
struct PositionEntry<'a> {
    ply: usize,
    /// The move that led to the position.
    #[serde(rename = "move")]
    text: Option<&'a str>,
    #[serde(flatten)]
    view: PositionView,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    for_each_game(&args.record, select_games(&args.record, args.number)?, &mut |_, stored| {
        replay_one(args, stored, out)
    })
}

/// Does something with each game; prints the warnings of the games, and a list of those that are left out because they
/// are wrong. The answer is no if there are such games. An error of the only game is an error of the command.
pub fn for_each_game(
    path: &Path,
    games: Vec<FileGame>,
    visit: &mut dyn FnMut(usize, &StoredRecord) -> Result<(), Failure>,
) -> Result<Answer, Failure> {
    let (count, mut left_out) = (games.len(), Vec::new());
    for FileGame { number, record, warnings } in games {
        for warning in warnings {
            note(&format!("{}: {warning}", path.display()));
        }
        match record.map_err(Failure::Input).and_then(|stored| visit(number, &stored)) {
            Ok(()) => {}
            Err(Failure::Input(reason)) if count > 1 => left_out.push((number, reason)),
            Err(failure) => return Err(failure),
        }
    }
    if left_out.is_empty() {
        return Ok(Answer::Yes);
    }
    say(&format!("error: {} of {} left out:\n", left_out.len(), count_text(count, "game")));
    for (number, reason) in &left_out {
        say(&format!("game {number}: {reason}\n"));
    }
    Ok(Answer::No)
}

/// All games of a file, or only the one with the given number.
pub fn select_games(path: &Path, number: Option<usize>) -> Result<Vec<FileGame>, Failure> {
    let mut games = game_files::read_games(path)?;
    let Some(number) = number else { return Ok(games) };
    let (index, count) = (number.wrapping_sub(1), games.len());
    if index >= count {
        let games = count_text(count, "game");
        return Err(Failure::Input(format!("there is no game {number} in {}: it has {games}", path.display())));
    }
    Ok(vec![games.swap_remove(index)])
}

fn replay_one(args: &Args, stored: &StoredRecord, out: &mut Output) -> Result<(), Failure> {
    let record = &stored.record;
    let argument = args.game.clone().unwrap_or_else(|| locate_game(&args.record, &record.header.game));
    let loaded = load_with_options(&argument, &record.header.options)?;
    check_same_rules(&loaded, record)?;
    loaded.run(ReplayOperation { loaded: &loaded, record, out })?;
    let plies = count_text(record.header.opening.len() + record.moves.len(), "move");
    if stored.is_truncated || record.end.is_none() {
        say(&format!("note: the record was cut off; it holds as far as it goes, {plies}\n"));
    }
    if !out.is_json() {
        writeln!(out, "the record holds: {plies}, {}", result_text(&loaded, record))?;
    }
    Ok(())
}

/// Name or path of a record's game: as the record names it, or a file of that name beside the record.
pub fn locate_game(record: &Path, argument: &str) -> String {
    let folder = record.parent().unwrap_or(Path::new(""));
    let file = split_options(argument).map_or(argument, |(name, _)| name);
    for name in [argument, file] {
        if Path::new(name).exists() {
            break;
        }
        let candidate = folder.join(name);
        if candidate.is_file() {
            return candidate.display().to_string();
        }
    }
    argument.to_owned()
}

pub fn check_same_rules(loaded: &LoadedGame, record: &Record) -> Result<(), Failure> {
    let (then, now) = (&record.header.hash, &loaded.hash());
    if then == now {
        return Ok(());
    }
    let short = |hash: &Option<String>| {
        hash.as_deref()
            .map_or_else(|| "no hash".to_owned(), |hash| format!("the hash {}", hash.get(..12).unwrap_or(hash)))
    };
    let name = loaded.sources.first().map_or(loaded.name.as_str(), |source| source.name());
    Err(Failure::Input(format!(
        "the record was made with other rules: its game \"{}\" has {}, {name} has {}",
        record.header.game,
        short(then),
        short(now)
    )))
}

fn result_text(loaded: &LoadedGame, record: &Record) -> String {
    let Some(end) = &record.end else { return "no end".to_owned() };
    let outcome = end.outcome.map(|outcome| loaded.outcome_text(outcome));
    match (end.reason, outcome) {
        (EndReason::Finished, Some(outcome)) => outcome,
        (EndReason::Fault, _) => "stopped by an error in the game file".to_owned(),
        (EndReason::Left, Some(outcome)) => format!("{outcome}, the game was abandoned"),
        (EndReason::Finished | EndReason::Left | EndReason::Limit | EndReason::Stopped, _) => {
            "not played to the end".to_owned()
        }
        (reason, outcome) => format!("{} by {}", outcome.as_deref().unwrap_or("ended"), reason_text(reason)),
    }
}

/// Reason of an end that is not due to the rules.
fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Resigned => "resignation",
        EndReason::Time => "time",
        EndReason::Illegal => "an illegal move",
        EndReason::Crash => "a crash of a player",
        EndReason::Stall => "a player that did not respond",
        EndReason::Agreement => "agreement",
        EndReason::Repetition => "repetition",
        EndReason::Adjudicated => "adjudication",
        EndReason::Stopped => "interruption",
        EndReason::Finished | EndReason::Left | EndReason::Limit | EndReason::Fault => "the rules",
    }
}

/// Replay of one record.
struct ReplayOperation<'a> {
    loaded: &'a LoadedGame,
    record: &'a Record,
    out: &'a mut Output,
}

impl GameOperation for ReplayOperation<'_> {
    type Output = Result<(), Failure>;

    fn run<G>(self, game: &G) -> Self::Output
    where
        G: Game + Sync,
        G::State: Send + Sync + 'static,
        G::Move: 'static,
    {
        let Self { loaded, record, out } = self;
        replay(game, record, &mut |step: ReplayStep<'_, G>| {
            let text = step.last.map(|(before, mv, _)| game.move_text(before, mv));
            if let Some((_, mv, _)) = step.last {
                check_same_rule(loaded, record, step.ply, &mv)?;
            }
            let state = AnyState::new(step.state.clone());
            print_position(loaded, out, step.ply, text.as_deref(), &state)
        })?;
        Ok(())
    }
}

/// Returns an error if the record names another rule than the one that makes the move.
fn check_same_rule(loaded: &LoadedGame, record: &Record, ply: usize, mv: &dyn Any) -> Result<(), Failure> {
    let played = ply.checked_sub(record.header.opening.len() + 1).and_then(|index| record.moves.get(index));
    let then = played.and_then(|played| played.rule.as_deref());
    let by =
        |game: &boardwright_compiler::game::CompiledGame, mv: &Move| game.rules().rules[mv.rule.index()].name.clone();
    let now = loaded.spec().zip(mv.downcast_ref()).map(|(game, mv)| by(game, mv));
    match (then, now) {
        (Some(then), Some(now)) if then != now => {
            let reason = format!("ply {ply}: the record has the rule \"{then}\", but the move is made by \"{now}\"");
            Err(Failure::Input(format!("the record does not hold: {reason}")))
        }
        _ => Ok(()),
    }
}

fn print_position(
    loaded: &LoadedGame,
    out: &mut Output,
    ply: usize,
    text: Option<&str>,
    state: &AnyState,
) -> Result<(), Failure> {
    if out.is_json() {
        return out.json(&PositionEntry { ply, text, view: PositionView::new(loaded, state)? });
    }
    let (turn, _) = loaded.game().legal_moves(state).map_err(|fault| loaded.fault_error(&fault))?;
    match text {
        Some(text) => writeln!(out, "{ply}. {text}\n")?,
        None => writeln!(out, "{}\n", loaded.title)?,
    }
    Ok(writeln!(out, "{}\n{}\n", position_text(loaded, state), status_text(loaded, state, turn))?)
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::Input(format!("the record does not hold: {error}"))
    }
}
