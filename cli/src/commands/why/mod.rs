//! `boardwright why`: why a move is legal and what it does, or why it is not.
//! What it says for people is in [`text`]; the reasons are found by the engine.

mod places;
mod text;

use std::collections::BTreeMap;

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{Game as _, MoveError, Outcome, words};
use boardwright_engine::ids::Player;
use boardwright_engine::record::Number;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::why::{Attempt, Effect, Legal, Obstacle, Refused, Seen, Why, WhyError};
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::load::Loaded;
use crate::output::Output;
use crate::view::spec_state;
use places::{Place, Places};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// The move, which may lack its end: an element alone asks why that cannot move at all.
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
}

/// The answer as programs read it.
#[derive(Debug, Serialize)]
struct Told {
    #[serde(rename = "move")]
    mv: String,
    legal: bool,
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
    value: String,
    variables: BTreeMap<String, String>,
    parts: Vec<Part>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let told = match spec_state(&loaded, &reached.state) {
        None => written(&loaded, &reached.state, &args.mv)?,
        Some((game, state)) => {
            let why = game.why(state, &args.mv).map_err(|error| match error {
                WhyError::Fault(fault) => loaded.fault(&fault),
                unknown @ WhyError::Unknown { .. } => Failure::Input(unknown.to_string()),
            })?;
            let rules = game.rules();
            let places = Places::of(&loaded);
            match why {
                Why::Legal(legal) => allowed(&places, rules, game.move_text(state, legal.mv), &legal),
                Why::Refused(refused) => refusal(&loaded, &places, rules, words(&args.mv), &refused),
            }
        }
    };
    if out.is_json() {
        out.json(&told)?;
    } else {
        text::write(&told, out)?;
    }
    Ok(Answer::Yes)
}

/// A game written in Rust says itself what it thinks of a move.
fn written(loaded: &Loaded, state: &AnyState, text: &str) -> Result<Told, Failure> {
    let game = loaded.game();
    let mut told =
        Told { mv: words(text), legal: false, rule: None, place: None, done: None, reason: None, rules: None };
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
    Told { mv, legal: true, rule: Some(rule.name.clone()), place, done: Some(done), reason: None, rules: None }
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
    Told { mv, legal: false, rule: None, place: None, done: None, reason, rules: Some(list) }
}

fn part(places: &Places<'_>, seen: &Seen) -> Part {
    Part {
        place: places.place(seen.span),
        value: seen.value.clone(),
        variables: seen.given.iter().cloned().collect(),
        parts: seen.parts.iter().map(|inner| part(places, inner)).collect(),
    }
}
