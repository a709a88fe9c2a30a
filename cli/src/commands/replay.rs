//! `boardwright replay`: plays a record again, position by position, and proves that it holds.

use std::any::Any;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_engine::any::AnyState;
use boardwright_engine::game::Game;
use boardwright_engine::record::{Reason, Record, ReplayError, Step, replay};
use boardwright_engine::spec::Move;
use boardwright_shelf::load::{Job, Loaded, split_options};
use boardwright_shelf::store::{self, Kept};
use serde::Serialize;

use super::Answer;
use super::show::drawing;
use crate::failure::{Failure, say};
use crate::output::{Output, counted};
use crate::taken::load_again;
use crate::view::{View, standing};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record, or games in another notation: PGN, PDN or SGF.
    record: PathBuf,
    /// Which game, if there are several; without this all of them.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// The game, if it is not where the record says.
    #[arg(long)]
    game: Option<String>,
}

/// A position of the game.
#[derive(Serialize)]
struct Entry<'a> {
    ply: usize,
    /// The move that led here.
    #[serde(rename = "move")]
    text: Option<&'a str>,
    #[serde(flatten)]
    view: View,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    for kept in numbered(&args.record, args.number)? {
        one(args, &kept, out)?;
    }
    Ok(Answer::Yes)
}

/// The games of a file, or the one with a number.
pub fn numbered(path: &Path, number: Option<usize>) -> Result<Vec<Kept>, Failure> {
    let mut games = store::read_all(path)?;
    let Some(number) = number else { return Ok(games) };
    let (index, count) = (number.wrapping_sub(1), games.len());
    if index >= count {
        let games = counted(count, "game");
        return Err(Failure::Input(format!("there is no game {number} in {}: it has {games}", path.display())));
    }
    Ok(vec![games.swap_remove(index)])
}

fn one(args: &Args, kept: &Kept, out: &mut Output) -> Result<(), Failure> {
    let record = &kept.record;
    let asked = args.game.clone().unwrap_or_else(|| found(&args.record, &record.header.game));
    let loaded = load_again(&asked, &record.header.options)?;
    same_rules(&loaded, record)?;
    loaded.with(Replaying { loaded: &loaded, record, out })?;
    let plies = counted(record.header.opening.len() + record.moves.len(), "move");
    if kept.torn || record.end.is_none() {
        say(&format!("note: the record was cut off; it holds as far as it goes, {plies}\n"));
    }
    if !out.is_json() {
        writeln!(out, "the record holds: {plies}, {}", ending(&loaded, record))?;
    }
    Ok(())
}

/// The game of a record: as it was asked for, or beside the record.
pub fn found(record: &Path, asked: &str) -> String {
    let folder = record.parent().unwrap_or(Path::new(""));
    let file = split_options(asked).map_or(asked, |(name, _)| name);
    for name in [asked, file] {
        if Path::new(name).exists() {
            break;
        }
        let beside = folder.join(name);
        if beside.is_file() {
            return beside.display().to_string();
        }
    }
    asked.to_owned()
}

pub fn same_rules(loaded: &Loaded, record: &Record) -> Result<(), Failure> {
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

fn ending(loaded: &Loaded, record: &Record) -> String {
    let Some(end) = &record.end else { return "no end".to_owned() };
    let outcome = end.outcome.map(|outcome| loaded.result(outcome));
    match (end.reason, outcome) {
        (Reason::Finished, Some(outcome)) => outcome,
        (Reason::Fault, _) => "stopped by a mistake of the game file".to_owned(),
        (Reason::Finished | Reason::Left | Reason::Limit | Reason::Stopped, _) => "not played to the end".to_owned(),
        (reason, outcome) => format!("{} by {}", outcome.as_deref().unwrap_or("ended"), way(reason)),
    }
}

/// How a game ended that the rules would have let go on.
fn way(reason: Reason) -> &'static str {
    match reason {
        Reason::Resigned => "resignation",
        Reason::Time => "time",
        Reason::Illegal => "an illegal move",
        Reason::Crash => "a player's break-down",
        Reason::Stall => "a player's silence",
        Reason::Agreement => "agreement",
        Reason::Repetition => "repetition",
        Reason::Adjudicated => "what the players thought of it",
        Reason::Stopped => "interruption",
        Reason::Finished | Reason::Left | Reason::Limit | Reason::Fault => "the rules",
    }
}

/// The replaying of one record.
struct Replaying<'a> {
    loaded: &'a Loaded,
    record: &'a Record,
    out: &'a mut Output,
}

impl Job for Replaying<'_> {
    type Output = Result<(), Failure>;

    fn run<G>(self, game: &G) -> Self::Output
    where
        G: Game + Sync,
        G::State: Send + Sync + 'static,
        G::Move: 'static,
    {
        let Self { loaded, record, out } = self;
        replay(game, record, &mut |step: Step<'_, G>| {
            let text = step.last.map(|(before, mv, _)| game.move_text(before, mv));
            if let Some((_, mv, _)) = step.last {
                same_rule(loaded, record, step.ply, &mv)?;
            }
            let state = AnyState::new(step.state.clone());
            tell(loaded, out, step.ply, text.as_deref(), &state)
        })?;
        Ok(())
    }
}

/// An error if the record names another rule than the one by which the move is made.
fn same_rule(loaded: &Loaded, record: &Record, ply: usize, mv: &dyn Any) -> Result<(), Failure> {
    let played = ply.checked_sub(record.header.opening.len() + 1).and_then(|index| record.moves.get(index));
    let then = played.and_then(|played| played.rule.as_deref());
    let by = |game: &boardwright_engine::spec::SpecGame, mv: &Move| game.rules().rules[mv.rule.index()].name.clone();
    let now = loaded.spec().zip(mv.downcast_ref()).map(|(game, mv)| by(game, mv));
    match (then, now) {
        (Some(then), Some(now)) if then != now => {
            let reason = format!("ply {ply}: the record has the rule \"{then}\", but the move is made by \"{now}\"");
            Err(Failure::Input(format!("the record does not hold: {reason}")))
        }
        _ => Ok(()),
    }
}

fn tell(loaded: &Loaded, out: &mut Output, ply: usize, text: Option<&str>, state: &AnyState) -> Result<(), Failure> {
    if out.is_json() {
        return out.json(&Entry { ply, text, view: View::new(loaded, state)? });
    }
    let (turn, _) = loaded.game().turn(state).map_err(|fault| loaded.fault(&fault))?;
    match text {
        Some(text) => writeln!(out, "{ply}. {text}\n")?,
        None => writeln!(out, "{}\n", loaded.title)?,
    }
    Ok(writeln!(out, "{}\n{}\n", drawing(loaded, state), standing(loaded, state, turn))?)
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::Input(format!("the record does not hold: {error}"))
    }
}
