//! `boardwright moves`: the legal moves of a position.

use std::io::Write as _;

use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_interpreter::moves::Move;
use boardwright_library::load::LoadedGame;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;
use crate::view::{status_text, to_move};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// List all moves, including those that differ only in which of several identical pieces moves.
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
struct MoveListing {
    player: Option<Player>,
    outcome: Option<Outcome>,
    moves: Vec<MoveEntry>,
}

/// A move; for a game without a game file only the text is set. Locations off the board are `off`.
#[derive(Serialize)]
struct MoveEntry {
    text: String,
    element: Option<String>,
    from: Option<String>,
    to: Option<String>,
    /// The chosen word, if the rule has choices.
    choice: Option<String>,
    rule: Option<String>,
    /// Label that the rule gives to the move.
    label: Option<String>,
    /// The move as people write it.
    notation: String,
    /// Probability of a chance move.
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    let (game, state) = (loaded.game(), &reached.state);
    let listed = if args.all { game.all_legal_moves(state) } else { game.legal_moves(state) };
    let (turn, moves) = listed.map_err(|fault| loaded.fault_error(&fault))?;
    // Equal chance moves have one probability together, so there are none with `--all`.
    let mut chances = Vec::new();
    if turn == Turn::Chance && !args.all {
        game.chance_probabilities(state, &mut chances);
    }
    let entry = |(at, (mv, notation)): (usize, (&AnyMove, String))| {
        let label = loaded.label(state, mv).map_err(|fault| loaded.fault_error(&fault))?;
        let probability = chances.get(at).copied();
        Ok(MoveEntry { label, notation, probability, ..entry(&loaded, state, mv) })
    };
    let entries = moves
        .iter()
        .zip(loaded.move_descriptions(state, &moves))
        .enumerate()
        .map(entry)
        .collect::<Result<Vec<MoveEntry>, Failure>>()?;
    if out.is_json() {
        let (player, outcome) = (to_move(&loaded, state, turn), turn.outcome());
        out.json(&MoveListing { player, outcome, moves: entries })?;
        return Ok(Answer::Yes);
    }
    let width = entries.iter().map(|entry| entry.text.chars().count()).max().unwrap_or(0);
    let several = loaded.spec().is_some_and(|game| game.rules().rules.len() > 1);
    let rule = |entry: &MoveEntry| entry.rule.clone().filter(|_| several).unwrap_or_default();
    let rules = entries.iter().map(|entry| rule(entry).chars().count()).max().unwrap_or(0);
    for entry in &entries {
        let (text, rule, label) = (&entry.text, rule(entry), entry.label.as_deref().unwrap_or_default());
        let gap = if several { "  " } else { "" };
        let chance = entry.probability.map_or_else(String::new, |chance| format!("  {:5.1} %", 100.0 * chance));
        let line = format!("{text:width$}{gap}{rule:rules$}{chance}  {label}");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "{}{}", if entries.is_empty() { "" } else { "\n" }, status_text(&loaded, state, turn))?;
    Ok(Answer::Yes)
}

fn entry(loaded: &LoadedGame, state: &AnyState, mv: &AnyMove) -> MoveEntry {
    let text = loaded.game().move_text(state, mv);
    let Some((game, mv)) = loaded.spec().zip(mv.downcast_ref::<Move>()) else {
        return MoveEntry {
            text,
            element: None,
            from: None,
            to: None,
            choice: None,
            rule: None,
            label: None,
            notation: String::new(),
            probability: None,
        };
    };
    let rules = game.rules();
    let place = |at: Option<LocationId>| {
        mv.element.map(|_| at.map_or("off".to_owned(), |location| rules.locations[location.index()].name.clone()))
    };
    let rule = &rules.rules[mv.rule.index()];
    MoveEntry {
        text,
        element: mv.element.map(|element| rules.elements[element.index()].name.clone()),
        from: place(mv.from),
        to: place(mv.to),
        choice: rule.choices.get(usize::from(mv.choice)).map(|choice| choice.word.clone()),
        rule: Some(rule.name.clone()),
        label: None,
        notation: String::new(),
        probability: None,
    }
}
