//! `boardwright moves`: the legal moves of a position.

use std::io::Write as _;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::Outcome;
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::spec::Move;
use boardwright_shelf::load::Loaded;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::output::Output;
use crate::view::{standing, to_move};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// List every move, also those that differ only in which of several equal pieces moves.
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
struct Listing {
    player: Option<Player>,
    outcome: Option<Outcome>,
    moves: Vec<Entry>,
}

/// A move; a game that is no file has nothing but the text. Places are `off` off the board.
#[derive(Serialize)]
struct Entry {
    text: String,
    element: Option<String>,
    from: Option<String>,
    to: Option<String>,
    /// The word that the mover chooses, where the rule has a choice.
    choice: Option<String>,
    rule: Option<String>,
    /// What people call it.
    label: Option<String>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let (game, state) = (loaded.game(), &reached.state);
    let listed = if args.all { game.every_move(state) } else { game.turn(state) };
    let (turn, moves) = listed.map_err(|fault| loaded.fault(&fault))?;
    let entry = |mv: &AnyMove| {
        let label = loaded.label(state, mv).map_err(|fault| loaded.fault(&fault))?;
        Ok(Entry { label, ..entry(&loaded, state, mv) })
    };
    let entries = moves.iter().map(entry).collect::<Result<Vec<Entry>, Failure>>()?;
    if out.is_json() {
        let (player, outcome) = (to_move(&loaded, state, turn), turn.outcome());
        out.json(&Listing { player, outcome, moves: entries })?;
        return Ok(Answer::Yes);
    }
    let width = entries.iter().map(|entry| entry.text.chars().count()).max().unwrap_or(0);
    let several = loaded.spec().is_some_and(|game| game.rules().rules.len() > 1);
    let rule = |entry: &Entry| entry.rule.clone().filter(|_| several).unwrap_or_default();
    let rules = entries.iter().map(|entry| rule(entry).chars().count()).max().unwrap_or(0);
    for entry in &entries {
        let (text, rule, label) = (&entry.text, rule(entry), entry.label.as_deref().unwrap_or_default());
        let gap = if several { "  " } else { "" };
        let line = format!("{text:width$}{gap}{rule:rules$}  {label}");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "{}{}", if entries.is_empty() { "" } else { "\n" }, standing(&loaded, state, turn))?;
    Ok(Answer::Yes)
}

fn entry(loaded: &Loaded, state: &AnyState, mv: &AnyMove) -> Entry {
    let text = loaded.game().move_text(state, mv);
    let Some((game, mv)) = loaded.spec().zip(mv.downcast_ref::<Move>()) else {
        return Entry { text, element: None, from: None, to: None, choice: None, rule: None, label: None };
    };
    let rules = game.rules();
    let place = |at: Option<LocationId>| {
        mv.element.map(|_| at.map_or("off".to_owned(), |location| rules.locations[location.index()].name.clone()))
    };
    let rule = &rules.rules[mv.rule.index()];
    Entry {
        text,
        element: mv.element.map(|element| rules.elements[element.index()].name.clone()),
        from: place(mv.from),
        to: place(mv.to),
        choice: rule.choices.get(usize::from(mv.choice)).map(|choice| choice.word.clone()),
        rule: Some(rule.name.clone()),
        label: None,
    }
}
