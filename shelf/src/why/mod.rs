//! Why a move is legal and what it does, or why it is not, with the places in the files that say so. The reasons are found by the
//! engine; how they are shown is up to whoever asks.

mod places;

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

use crate::error::Error;
use crate::load::Loaded;
use crate::names::hint;
use crate::pick::fitting;
use places::Places;

pub use places::Place;

/// The answer as programs read it.
#[derive(Debug, Default, Serialize)]
pub struct Told {
    /// The move as it is written, or what was asked for.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is, or any of the moves that the text is a part of.
    pub legal: bool,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The legal moves that the text is a part of, where it is a part of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Listed>>,
    /// The rule by which it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<Done>,
    /// What stands against the move, whatever the rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that come nearest to allowing it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<Near>>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// As it is written.
    pub text: String,
    /// As people call it.
    pub label: Option<String>,
}

/// What a legal move does.
#[derive(Debug, Serialize)]
pub struct Done {
    /// What happens, in order.
    pub effects: Vec<Step>,
    /// By player: the score afterwards.
    pub scores: Vec<Number>,
    /// Who is to move then.
    pub player: Option<Player>,
    /// How the game ended by it, if it did.
    pub outcome: Option<Outcome>,
    /// The mistake of the game file that stops it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// One step of a legal move.
#[derive(Debug, Serialize)]
pub struct Step {
    /// What brings it about.
    pub cause: &'static str,
    /// What becomes otherwise, in words.
    pub changes: Vec<String>,
    /// Where the file says so.
    pub place: Option<Place>,
}

/// A rule that could have allowed the move.
#[derive(Debug, Serialize)]
pub struct Near {
    /// Its name.
    pub rule: String,
    /// In which step it refuses.
    pub step: &'static str,
    /// Why, in words.
    pub reason: String,
    /// Where the file says so.
    pub place: Option<Place>,
    /// What variables stand for.
    pub variables: BTreeMap<String, String>,
    /// What its condition came to.
    pub seen: Option<Part>,
}

/// A part of an expression and what it came to.
#[derive(Debug, Serialize)]
pub struct Part {
    /// Where the file says so.
    pub place: Option<Place>,
    /// The words that the file leaves out and the language means, where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it came to.
    pub value: String,
    /// What variables stand for.
    pub variables: BTreeMap<String, String>,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// What there is to tell of a move, or of the moves that a text is a part of.
pub fn told(loaded: &Loaded, state: &AnyState, text: &str) -> Result<Told, Error> {
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
    let Some((spec, at)) = loaded.as_spec(state) else { return written(loaded, state, &asked) };
    let asked = with_piece(spec, at, asked);
    let why = spec.why(at, &asked).map_err(|error| match error {
        WhyError::Fault(fault) => loaded.fault(&fault),
        unknown @ WhyError::Unknown { .. } => Error::Input(format!("{unknown}{}", hint(loaded, &asked))),
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
    let (game, at) = loaded.as_spec(state)?;
    briefly_in(loaded, game, at, text)
}

/// The same for a position of a game that was loaded from a file.
pub fn briefly_in(loaded: &Loaded, game: &SpecGame, at: &State, text: &str) -> Option<String> {
    let asked = with_piece(game, at, words(text));
    let Ok(Why::Refused(refused)) = game.why(at, &asked) else { return None };
    let Told { reason, rules, .. } = refusal(loaded, &Places::of(loaded), game.rules(), asked, &refused);
    if reason.is_some() {
        return reason;
    }
    // The first of those that come furthest.
    let rules = rules.unwrap_or_default();
    let likeliest = refused.attempts.iter().zip(&rules).rev().max_by_key(|(attempt, _)| attempt.step);
    likeliest.map(|(_, near)| brief(near))
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

fn listed(loaded: &Loaded, state: &AnyState, mv: String, moves: &[AnyMove]) -> Result<Told, Error> {
    let listed = |mv: &AnyMove| {
        let label = loaded.label(state, mv).map_err(|fault| loaded.fault(&fault))?;
        Ok(Listed { text: loaded.game().move_text(state, mv), label })
    };
    let moves = moves.iter().map(listed).collect::<Result<Vec<_>, Error>>()?;
    Ok(Told { mv, legal: true, moves: Some(moves), ..Told::default() })
}

/// A game written in Rust says itself what it thinks of a move.
fn written(loaded: &Loaded, state: &AnyState, text: &str) -> Result<Told, Error> {
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
        Err(unknown @ MoveError::Unknown { .. }) => return Err(Error::Input(unknown.to_string())),
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
        Some(Obstacle::Over(outcome)) => Some(format!("the game is over: {}", loaded.result(*outcome))),
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

/// A rule that refuses, in one line: with the part that is false, as far as one is.
fn brief(near: &Near) -> String {
    let Near { rule, reason, seen, .. } = near;
    let is_false = |part: &&Part| part.value == "false";
    let mut at = seen.as_ref().filter(is_false);
    let mut place = None;
    while let Some(part) = at {
        place = part.place.as_ref().or(place);
        at = part.parts.iter().find(is_false);
    }
    let wrong = place.map_or(String::new(), |place| format!(": {}", short(&place.text)));
    format!("rule \"{rule}\": {reason}{wrong}")
}

/// How many characters of an expression are shown.
const WIDTH: usize = 72;

/// The beginning of a text, and its end if there is more.
pub fn short(text: &str) -> String {
    let length = text.chars().count();
    if length <= WIDTH {
        return text.to_owned();
    }
    let first: String = text.chars().take(WIDTH - 20).collect();
    let last: String = text.chars().skip(length - 15).collect();
    format!("{first} ... {last}")
}
