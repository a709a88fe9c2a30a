//! Explanation of moves: why a move is legal and what it does, or why it is illegal, with source locations in the game
//! file. The engine finds the reasons; the caller formats them.

mod locations;
mod sentence;
mod trace;

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::{GameExt, MoveError, Outcome, normalize_spaces};
use boardwright_game::ids::Player;
use boardwright_game::record::PlainNumber;
use boardwright_games::notation;
use boardwright_interpreter::explain::{
    AppliedStep, EvaluationTrace, ExplainError, Explanation, IllegalExplanation, LegalExplanation, Obstacle,
    RuleAttempt,
};
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;
use serde::Serialize;

use crate::error::Error;
use crate::load::LoadedGame;
use crate::move_hints::hint;
use crate::pick::{matching_moves, pick_moves};
use locations::SourceFiles;

pub use locations::SourceLocation;
pub use trace::{MoveTrace, TraceStep, trace_move};

/// Explanation of a move; the JSON output of `boardwright why`.
#[derive(Debug, Default, Serialize)]
pub struct MoveExplanation {
    /// Move text, or the requested text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The text by which an illegal move was asked for, if it is not the move text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// `true` if the move is legal, or any of the moves that the text is a part of.
    pub legal: bool,
    /// Label of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Legal moves that the text is a part of, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<LegalMove>>,
    /// Rule by which the move is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Source location of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourceLocation>,
    /// Effects of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<MoveEffects>,
    /// Reason against the move that is independent of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Rules that come nearest to allowing the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<RuleRefusal>>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct LegalMove {
    /// Move text.
    pub text: String,
    /// Label for people.
    pub label: Option<String>,
    /// The move as people write it.
    pub notation: String,
}

/// Effects of a legal move.
#[derive(Debug, Serialize)]
pub struct MoveEffects {
    /// Effects in order.
    pub effects: Vec<EffectDescription>,
    /// Scores by player after the move.
    pub scores: Vec<PlainNumber>,
    /// Player to move after it.
    pub player: Option<Player>,
    /// Outcome, if the move ended the game.
    pub outcome: Option<Outcome>,
    /// Run-time error of the game file that stops the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// One effect of a legal move.
#[derive(Debug, Serialize)]
pub struct EffectDescription {
    /// Cause of the effect.
    pub cause: &'static str,
    /// Changes of the state, in words.
    pub changes: Vec<String>,
    /// Source location.
    pub place: Option<SourceLocation>,
}

/// A rule that refuses the move.
#[derive(Debug, Serialize)]
pub struct RuleRefusal {
    /// Name of the rule.
    pub rule: String,
    /// `true` if the move was probably meant by this rule.
    pub likely: bool,
    /// Text of the game file for a player whose move the rule refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Step of the legality check in which the rule refuses.
    pub step: &'static str,
    /// Reason, in words.
    pub reason: String,
    /// Source location.
    pub place: Option<SourceLocation>,
    /// Values of the variables.
    pub variables: BTreeMap<String, String>,
    /// Evaluation of the condition.
    pub seen: Option<EvaluatedPart>,
}

/// Subexpression with its value.
#[derive(Debug, Serialize)]
pub struct EvaluatedPart {
    /// Source location.
    pub place: Option<SourceLocation>,
    /// Implicit text of the subexpression, if it is not written in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Value of the subexpression.
    pub value: String,
    /// Values of the variables.
    pub variables: BTreeMap<String, String>,
    /// Operands.
    pub parts: Vec<EvaluatedPart>,
}

/// Explains a move, or lists the moves that a text is a part of.
pub fn explain_move(loaded: &LoadedGame, state: &AnyState, text: &str) -> Result<MoveExplanation, Error> {
    let game = loaded.game();
    let mut typed = normalize_spaces(text);
    let mut written = None;
    if game.parse_move(state, &typed).is_err() {
        let fits = matching_moves(loaded, state, &typed).map_err(|fault| loaded.fault_error(&fault))?;
        match fits.as_slice() {
            [] => match pick_moves(loaded, state, &typed) {
                Ok(moves) => return explain_turn(loaded, state, typed, &moves),
                Err(_) => {
                    if let Some(meant) = loaded.illegal_move_written(state, &typed) {
                        written = Some(std::mem::replace(&mut typed, meant));
                    }
                }
            },
            [only] => typed = game.move_text(state, only),
            several => return list_moves(loaded, state, typed, several),
        }
    }
    let Some((spec, at)) = loaded.as_spec(state) else { return explain_rust_move(loaded, state, &typed) };
    let full = with_piece(spec, at, typed.clone());
    if full != typed {
        written.get_or_insert(typed);
    }
    let typed = full;
    let why = spec.explain_move(at, &typed).map_err(|error| match error {
        ExplainError::Fault(fault) => loaded.fault_error(&fault),
        unknown @ ExplainError::Unknown { .. } => Error::Input(
            notation::refusal(spec, at, text).unwrap_or_else(|| format!("{unknown}{}", hint(loaded, &typed))),
        ),
    })?;
    let (rules, places) = (spec.rules(), SourceFiles::of_game(loaded));
    Ok(match why {
        Explanation::Legal(legal) => {
            let label = spec.label(at, legal.mv).map_err(|fault| loaded.fault_error(&fault))?;
            MoveExplanation { label, ..explain_legal(&places, rules, spec.move_text(at, legal.mv), &legal) }
        }
        Explanation::Illegal(refused) => {
            MoveExplanation { written, ..explain_illegal(loaded, &places, rules, typed, &refused) }
        }
    })
}

/// Explains a turn of several moves as one move.
fn explain_turn(
    loaded: &LoadedGame,
    state: &AnyState,
    mv: String,
    moves: &[AnyMove],
) -> Result<MoveExplanation, Error> {
    let game = loaded.game();
    let (mut whole, mut state) = (MoveExplanation::default(), state.clone());
    for mv in moves {
        let part = explain_move(loaded, &state, &game.move_text(&state, mv))?;
        game.apply(&mut state, mv).map_err(|fault| loaded.fault_error(&fault))?;
        let before = whole.done.map_or_else(Vec::new, |done| done.effects);
        let done =
            part.done.map(|done| MoveEffects { effects: before.into_iter().chain(done.effects).collect(), ..done });
        whole = MoveExplanation { done, ..part };
    }
    Ok(MoveExplanation { mv, label: None, ..whole })
}

/// Explains in one line why a move is illegal; `None` if it is legal, or if the reason is unknown.
pub fn refusal_reason(loaded: &LoadedGame, state: &AnyState, text: &str) -> Option<String> {
    let (game, at) = loaded.as_spec(state)?;
    let written = loaded.illegal_move_written(state, text);
    refusal_reason_in(loaded, game, at, written.as_deref().unwrap_or(text))
}

/// [`refusal_reason`] for a state of a game that was loaded from a file.
pub fn refusal_reason_in(loaded: &LoadedGame, game: &CompiledGame, at: &State, text: &str) -> Option<String> {
    let typed = with_piece(game, at, normalize_spaces(text));
    let Ok(Explanation::Illegal(refused)) = game.explain_move(at, &typed) else { return None };
    if let Some(reason) = obstacle_text(loaded, &typed, &refused) {
        return Some(reason);
    }
    // Rules for the piece come first; of these, the first one that got furthest.
    let nearness = |attempt: &&RuleAttempt| (attempt.is_for_piece, attempt.step);
    let likeliest = refused.attempts.iter().rev().max_by_key(nearness)?;
    Some(sentence::refusal_sentence(&SourceFiles::of_game(loaded), game.rules(), likeliest))
}

/// Reason against a move that is independent of single rules.
fn obstacle_of(loaded: &LoadedGame, game: &CompiledGame, at: &State, text: &str) -> Option<String> {
    match game.explain_move(at, text) {
        Ok(Explanation::Illegal(refused)) => obstacle_text(loaded, text, &refused),
        _ => None,
    }
}

/// Prepends the piece to a move text that begins with the piece's location.
fn with_piece(game: &CompiledGame, state: &State, text: String) -> String {
    let rules = game.rules();
    let first = text.split_once(' ').and_then(|(first, _)| rules.location_named(first));
    let piece = first.and_then(|place| game.content(state, place));
    match piece {
        Some(piece) => format!("{} {text}", rules.elements[piece.index()].name),
        None => text,
    }
}

fn list_moves(loaded: &LoadedGame, state: &AnyState, mv: String, moves: &[AnyMove]) -> Result<MoveExplanation, Error> {
    let listed = |mv: &AnyMove| {
        let label = loaded.label(state, mv).map_err(|fault| loaded.fault_error(&fault))?;
        let (text, notation) = (loaded.game().move_text(state, mv), loaded.move_description(state, mv));
        Ok(LegalMove { text, label, notation })
    };
    let moves = moves.iter().map(listed).collect::<Result<Vec<_>, Error>>()?;
    Ok(MoveExplanation { mv, legal: true, moves: Some(moves), ..MoveExplanation::default() })
}

/// Explains a move of a game written in Rust, by the errors of its own move parser.
fn explain_rust_move(loaded: &LoadedGame, state: &AnyState, text: &str) -> Result<MoveExplanation, Error> {
    let game = loaded.game();
    let mut explanation = MoveExplanation { mv: normalize_spaces(text), ..MoveExplanation::default() };
    match game.parse_move(state, text) {
        Ok(mv) => {
            let mut after = state.clone();
            game.apply(&mut after, &mv).map_err(|fault| loaded.fault_error(&fault))?;
            let (turn, _) = game.legal_moves(&after).map_err(|fault| loaded.fault_error(&fault))?;
            let scores = loaded.scores(&after).into_iter().map(PlainNumber).collect();
            explanation.mv = game.move_text(state, &mv);
            explanation.legal = true;
            explanation.done = Some(MoveEffects {
                effects: Vec::new(),
                scores,
                player: turn.player(),
                outcome: turn.outcome(),
                fault: None,
            });
        }
        Err(MoveError::Illegal { reason, .. }) => explanation.reason = Some(reason),
        Err(MoveError::Fault(fault)) => return Err(loaded.fault_error(&fault)),
        Err(unknown @ MoveError::Unknown { .. }) => return Err(Error::Input(unknown.to_string())),
    }
    Ok(explanation)
}

fn explain_legal(places: &SourceFiles<'_>, rules: &RuleSet, mv: String, legal: &LegalExplanation) -> MoveExplanation {
    let LegalExplanation { mv: made, effects, scores, next, outcome, fault } = legal;
    let rule = &rules.rules[made.rule.index()];
    let step = |effect: &AppliedStep| EffectDescription {
        cause: effect.kind.name(),
        changes: effect.changes.iter().map(|change| change.text(rules)).collect(),
        place: effect.span.and_then(|span| places.location(span)),
    };
    let done = MoveEffects {
        effects: effects.iter().map(step).collect(),
        scores: scores.iter().copied().map(PlainNumber).collect(),
        player: Some(*next),
        outcome: *outcome,
        fault: fault.as_ref().map(ToString::to_string),
    };
    let place = places.location(rule.span);
    MoveExplanation {
        mv,
        legal: true,
        rule: Some(rule.name.clone()),
        place,
        done: Some(done),
        ..MoveExplanation::default()
    }
}

fn explain_illegal(
    loaded: &LoadedGame,
    places: &SourceFiles<'_>,
    rules: &RuleSet,
    mv: String,
    refused: &IllegalExplanation,
) -> MoveExplanation {
    let reason = obstacle_text(loaded, &mv, refused);
    let near = |attempt: &RuleAttempt| RuleRefusal {
        rule: rules.rules[attempt.rule.index()].name.clone(),
        likely: attempt.is_likely,
        refusal: sentence::written_refusal(rules, attempt).map(str::to_owned),
        step: attempt.step.name(),
        reason: attempt.reason.clone(),
        place: places.location(attempt.span),
        variables: attempt.bindings.iter().cloned().collect(),
        seen: attempt.trace.as_ref().map(|seen| evaluated_part(places, seen)),
    };
    let list = refused.attempts.iter().map(near).collect();
    MoveExplanation { mv, reason, rules: Some(list), ..MoveExplanation::default() }
}

/// Reason against a move that is independent of single rules.
fn obstacle_text(loaded: &LoadedGame, mv: &str, refused: &IllegalExplanation) -> Option<String> {
    let element = mv.split(' ').next().unwrap_or_default();
    match &refused.obstacle {
        Some(Obstacle::Over(outcome)) => Some(format!("the game is over: {}", loaded.outcome_text(*outcome))),
        Some(Obstacle::Elsewhere(Some(there))) => Some(format!("{element} stands on {there}")),
        Some(Obstacle::Elsewhere(None)) => Some(format!("{element} is off the board")),
        None if refused.attempts.is_empty() => Some("no rule is for this element".to_owned()),
        None => None,
    }
}

fn evaluated_part(places: &SourceFiles<'_>, seen: &EvaluationTrace) -> EvaluatedPart {
    EvaluatedPart {
        place: if seen.default_text.is_some() { None } else { places.location(seen.span) },
        text: seen.default_text.clone(),
        value: seen.value.clone(),
        variables: seen.assigned.iter().cloned().collect(),
        parts: seen.parts.iter().map(|inner| evaluated_part(places, inner)).collect(),
    }
}

/// Largest number of characters of an expression in a message.
const MAX_WIDTH: usize = 72;

/// Shortens a text in the middle.
pub fn shorten(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_WIDTH {
        return text.to_owned();
    }
    let first: String = text.chars().take(MAX_WIDTH - 20).collect();
    let last: String = text.chars().skip(length - 15).collect();
    format!("{first} ... {last}")
}
