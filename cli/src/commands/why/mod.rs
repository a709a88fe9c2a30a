//! `boardwright why`: why a move is legal and what it does, or why it is not.
//! What it says for people is in [`text`]; the reasons are found by the engine.

mod places;
mod text;

use std::collections::BTreeMap;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::{Game as _, MoveError, Outcome, words};
use boardwright_engine::ids::Player;
use boardwright_engine::record::Number;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_engine::why::{Attempt, Effect, Legal, Obstacle, Refused, Seen, Why, WhyError};
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::load::Loaded;
use crate::names::hint;
use crate::output::Output;
use crate::pick::fitting;
use crate::view::{label, spec_state};
use places::{Place, Places};
pub use text::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// The move, or a part of it: an element alone asks where that can go, or why it cannot move at all.
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
}

/// The answer as programs read it.
#[derive(Debug, Default, Serialize)]
pub struct Told {
    #[serde(rename = "move")]
    mv: String,
    /// Whether it is, or any of the moves that the text is a part of.
    legal: bool,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The legal moves that the text is a part of, where it is a part of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Listed>>,
    /// The rule by which it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<Done>,
    /// What stands against the move, whatever the rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The rules that come nearest to allowing it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<Near>>,
}

/// A legal move.
#[derive(Debug, Serialize)]
struct Listed {
    text: String,
    label: Option<String>,
}

/// What a legal move does.
#[derive(Debug, Serialize)]
struct Done {
    effects: Vec<Step>,
    scores: Vec<Number>,
    player: Option<Player>,
    outcome: Option<Outcome>,
    /// The mistake of the game file that stops it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// One step of a legal move.
#[derive(Debug, Serialize)]
struct Step {
    cause: &'static str,
    changes: Vec<String>,
    place: Option<Place>,
}

/// A rule that could have allowed the move.
#[derive(Debug, Serialize)]
struct Near {
    rule: String,
    step: &'static str,
    reason: String,
    place: Option<Place>,
    variables: BTreeMap<String, String>,
    seen: Option<Part>,
}

/// A part of an expression and what it came to.
#[derive(Debug, Serialize)]
struct Part {
    place: Option<Place>,
    /// The words that the file leaves out and the language means, where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    value: String,
    variables: BTreeMap<String, String>,
    parts: Vec<Part>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let told = told(&loaded, &reached.state, &args.mv)?;
    if out.is_json() {
        out.json(&told)?;
    } else {
        write(&told, out)?;
    }
    Ok(if told.legal { Answer::Yes } else { Answer::No })
}

/// What there is to tell of a move, or of the moves that a text is a part of.
pub fn told(loaded: &Loaded, state: &AnyState, text: &str) -> Result<Told, Failure> {
    let game = loaded.game();
    let mut asked = words(text);
    if game.parse_move(state, &asked).is_err() {
        let fits = fitting(game, state, &asked).map_err(|fault| loaded.fault(&fault))?;
        match fits.as_slice() {
            [] => {}
            [only] => asked = game.move_text(state, only),
            several => return listed(loaded, state, asked, several),
        }
    }
    let Some((spec, at)) = spec_state(loaded, state) else { return written(loaded, state, &asked) };
    let asked = with_piece(spec, at, asked);
    let why = spec.why(at, &asked).map_err(|error| match error {
        WhyError::Fault(fault) => loaded.fault(&fault),
        unknown @ WhyError::Unknown { .. } => Failure::Input(format!("{unknown}{}", hint(loaded, &asked))),
    })?;
    let (rules, places) = (spec.rules(), Places::of(loaded));
    Ok(match why {
        Why::Legal(legal) => {
            let label = spec.label(at, legal.mv).map_err(|fault| loaded.fault(&fault))?;
            Told { label, ..allowed(&places, rules, spec.move_text(at, legal.mv), &legal) }
        }
        Why::Refused(refused) => refusal(loaded, &places, rules, asked, &refused),
    })
}

/// Why a move is not legal, in one line; `None` if it is, or if nothing can be said.
pub fn briefly(loaded: &Loaded, state: &AnyState, text: &str) -> Option<String> {
    let (game, at) = spec_state(loaded, state)?;
    let asked = with_piece(game, at, words(text));
    let Ok(Why::Refused(refused)) = game.why(at, &asked) else { return None };
    let Told { reason, rules, .. } = refusal(loaded, &Places::of(loaded), game.rules(), asked, &refused);
    if reason.is_some() {
        return reason;
    }
    // The first of those that come furthest.
    let rules = rules.unwrap_or_default();
    let likeliest = refused.attempts.iter().zip(&rules).rev().max_by_key(|(attempt, _)| attempt.step);
    likeliest.map(|(_, near)| text::brief(near))
}

/// A move that begins with its place, begun with the piece that stands there.
fn with_piece(game: &SpecGame, state: &State, text: String) -> String {
    let rules = game.rules();
    let first = text.split_once(' ').and_then(|(first, _)| rules.location_named(first));
    let piece = first.and_then(|place| game.content(state, place));
    match piece {
        Some(piece) => format!("{} {text}", rules.elements[piece.index()].name),
        None => text,
    }
}

fn listed(loaded: &Loaded, state: &AnyState, mv: String, moves: &[AnyMove]) -> Result<Told, Failure> {
    let listed = |mv: &AnyMove| {
        let label = label(loaded, state, mv).map_err(|fault| loaded.fault(&fault))?;
        Ok(Listed { text: loaded.game().move_text(state, mv), label })
    };
    let moves = moves.iter().map(listed).collect::<Result<Vec<_>, Failure>>()?;
    Ok(Told { mv, legal: true, moves: Some(moves), ..Told::default() })
}

/// A game written in Rust says itself what it thinks of a move.
fn written(loaded: &Loaded, state: &AnyState, text: &str) -> Result<Told, Failure> {
    let game = loaded.game();
    let mut told = Told { mv: words(text), ..Told::default() };
    match game.parse_move(state, text) {
        Ok(mv) => {
            let mut after = state.clone();
            game.apply(&mut after, &mv).map_err(|fault| loaded.fault(&fault))?;
            let (turn, _) = game.turn(&after).map_err(|fault| loaded.fault(&fault))?;
            let scores = loaded.scores(&after).into_iter().map(Number).collect();
            told.mv = game.move_text(state, &mv);
            told.legal = true;
            told.done =
                Some(Done { effects: Vec::new(), scores, player: turn.player(), outcome: turn.outcome(), fault: None });
        }
        Err(MoveError::Illegal { reason, .. }) => told.reason = Some(reason),
        Err(MoveError::Fault(fault)) => return Err(loaded.fault(&fault)),
        Err(unknown @ MoveError::Unknown { .. }) => return Err(Failure::Input(unknown.to_string())),
    }
    Ok(told)
}

fn allowed(places: &Places<'_>, rules: &RuleSet, mv: String, legal: &Legal) -> Told {
    let Legal { mv: made, effects, scores, next, outcome, fault } = legal;
    let rule = &rules.rules[made.rule.index()];
    let step = |effect: &Effect| Step {
        cause: effect.cause.name(),
        changes: effect.changes.iter().map(|change| change.text(rules)).collect(),
        place: effect.place.and_then(|span| places.place(span)),
    };
    let done = Done {
        effects: effects.iter().map(step).collect(),
        scores: scores.iter().map(|&score| Number(f64::from(score))).collect(),
        player: Some(*next),
        outcome: *outcome,
        fault: fault.as_ref().map(ToString::to_string),
    };
    let place = places.place(rule.span);
    Told { mv, legal: true, rule: Some(rule.name.clone()), place, done: Some(done), ..Told::default() }
}

fn refusal(loaded: &Loaded, places: &Places<'_>, rules: &RuleSet, mv: String, refused: &Refused) -> Told {
    let element = mv.split(' ').next().unwrap_or_default();
    let reason = match &refused.before_rules {
        Some(Obstacle::Over(outcome)) => Some(format!("the game is over: {}", crate::view::result(loaded, *outcome))),
        Some(Obstacle::Elsewhere(Some(there))) => Some(format!("{element} stands on {there}")),
        Some(Obstacle::Elsewhere(None)) => Some(format!("{element} is off the board")),
        None if refused.attempts.is_empty() => Some("no rule is for this element".to_owned()),
        None => None,
    };
    let near = |attempt: &Attempt| Near {
        rule: rules.rules[attempt.rule.index()].name.clone(),
        step: attempt.step.name(),
        reason: attempt.reason.clone(),
        place: places.place(attempt.place),
        variables: attempt.bound.iter().cloned().collect(),
        seen: attempt.seen.as_ref().map(|seen| part(places, seen)),
    };
    let list = refused.attempts.iter().map(near).collect();
    Told { mv, reason, rules: Some(list), ..Told::default() }
}

fn part(places: &Places<'_>, seen: &Seen) -> Part {
    Part {
        place: if seen.unwritten.is_some() { None } else { places.place(seen.span) },
        text: seen.unwritten.clone(),
        value: seen.value.clone(),
        variables: seen.given.iter().cloned().collect(),
        parts: seen.parts.iter().map(|inner| part(places, inner)).collect(),
    }
}
