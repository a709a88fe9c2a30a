//! Traces of moves for a step debugger: the tests of the rules one after another, and the effects of a legal move, each with
//! its place in the file and the position at that step.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::{GameExt as _, normalize_spaces};
use boardwright_interpreter::explain::{ExplainError, MoveSteps, RuleTest, TestedRule};
use boardwright_interpreter::state::State;
use boardwright_rules::Span;
use serde::Serialize;

use super::locations::SourceFiles;
use super::{EvaluatedPart, SourceLocation, evaluated_part, obstacle_of, with_piece};
use crate::error::Error;
use crate::load::LoadedGame;
use crate::move_hints::hint;
use crate::pick::{matching_moves, pick_moves};

/// Largest number of moves that are named in an error.
const MAX_NAMED: usize = 4;

/// Trace of a move; the JSON output of `boardwright why --trace`.
#[derive(Debug, Serialize)]
pub struct MoveTrace {
    /// Move text.
    #[serde(rename = "move")]
    pub mv: String,
    /// `true` if the move is legal.
    pub legal: bool,
    /// Reason against the move that is independent of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Steps in order.
    pub steps: Vec<TraceStep>,
}

/// One step: a test of a rule, or an effect of the move.
#[derive(Debug, Serialize)]
pub struct TraceStep {
    /// Name of the rule.
    pub rule: String,
    /// Kind of the step.
    pub step: &'static str,
    /// `true` if a test holds; `None` for effects.
    pub holds: Option<bool>,
    /// The step in words.
    pub text: String,
    /// Source location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourceLocation>,
    /// Evaluation of the tested expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<EvaluatedPart>,
    /// Source range of the step.
    #[serde(skip)]
    pub span: Option<Span>,
    /// Position after the step.
    #[serde(skip)]
    pub state: AnyState,
}

impl MoveTrace {
    /// Index of the first test that does not hold.
    pub fn first_failure(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.holds == Some(false))
    }
}

/// Traces the move that a text means. A turn of several moves is traced move by move.
///
/// # Errors
/// If the text names nothing of the game or is a part of several legal moves, or if the game is not a file.
pub fn trace_move(loaded: &LoadedGame, state: &AnyState, text: &str) -> Result<MoveTrace, Error> {
    let game = loaded.game();
    let mut typed = normalize_spaces(text);
    if game.parse_move(state, &typed).is_err() {
        let fits = matching_moves(loaded, state, &typed).map_err(|fault| loaded.fault_error(&fault))?;
        match fits.as_slice() {
            [] => match pick_moves(loaded, state, &typed) {
                Ok(moves) => return trace_turn(loaded, state, typed, &moves),
                Err(_) => typed = loaded.illegal_move_written(state, &typed).unwrap_or(typed),
            },
            [only] => typed = game.move_text(state, only),
            several => return Err(ambiguous(loaded, state, &typed, several)),
        }
    }
    let Some((spec, at)) = loaded.as_spec(state) else {
        let message = format!("{} is a game written in Rust; only moves of game files can be traced", loaded.name);
        return Err(Error::Input(message));
    };
    trace_single(loaded, spec, at, typed)
}

fn ambiguous(loaded: &LoadedGame, state: &AnyState, typed: &str, several: &[AnyMove]) -> Error {
    let names: Vec<String> =
        several.iter().take(MAX_NAMED).map(|mv| format!("\"{}\"", loaded.game().move_text(state, mv))).collect();
    let more = if several.len() > MAX_NAMED { ", ..." } else { "" };
    let count = several.len();
    Error::Input(format!("\"{typed}\" is part of {count} legal moves; write one of them: {}{more}", names.join(", ")))
}

/// Traces a turn of several moves.
fn trace_turn(loaded: &LoadedGame, state: &AnyState, mv: String, moves: &[AnyMove]) -> Result<MoveTrace, Error> {
    let game = loaded.game();
    let (mut steps, mut state, mut legal) = (Vec::new(), state.clone(), true);
    for mv in moves {
        let part = trace_move(loaded, &state, &game.move_text(&state, mv))?;
        game.apply(&mut state, mv).map_err(|fault| loaded.fault_error(&fault))?;
        legal &= part.legal;
        steps.extend(part.steps);
    }
    Ok(MoveTrace { mv, legal, reason: None, steps })
}

fn trace_single(loaded: &LoadedGame, spec: &CompiledGame, at: &State, typed: String) -> Result<MoveTrace, Error> {
    let typed = with_piece(spec, at, typed);
    let steps = spec.move_steps(at, &typed).map_err(|error| match error {
        ExplainError::Fault(fault) => loaded.fault_error(&fault),
        unknown @ ExplainError::Unknown { .. } => Error::Input(format!("{unknown}{}", hint(loaded, &typed))),
    })?;
    let (rules, places) = (spec.rules(), SourceFiles::of_game(loaded));
    let MoveSteps { rules: tested, effects } = steps;
    let before = AnyState::new(at.clone());
    let name = |rule: boardwright_game::ids::RuleId| rules.rules[rule.index()].name.clone();
    let mut found = Vec::new();
    for TestedRule { rule, tests, .. } in &tested {
        found.extend(tests.iter().map(|test| test_step(&places, name(*rule), test, &before)));
    }
    let legal = effects.is_some();
    let mv = effects.as_ref().map_or_else(|| typed.clone(), |(legal, _)| spec.move_text(at, legal.mv));
    if let Some((explanation, states)) = effects {
        for (index, effect) in explanation.effects.iter().enumerate() {
            let changes: Vec<String> = effect.changes.iter().map(|change| change.text(rules)).collect();
            let state = states.get(index).or(states.last()).unwrap_or(at);
            found.push(TraceStep {
                rule: name(explanation.mv.rule),
                step: effect.kind.name(),
                holds: None,
                text: changes.join(", "),
                place: effect.span.and_then(|span| places.location(span)),
                seen: None,
                span: effect.span,
                state: AnyState::new(state.clone()),
            });
        }
        if let Some(fault) = &explanation.fault {
            let (state, span) = (states.last().unwrap_or(at).clone(), Some(fault.span));
            found.push(TraceStep {
                rule: name(explanation.mv.rule),
                step: "fault",
                holds: Some(false),
                text: fault.to_string(),
                place: places.location(fault.span),
                seen: None,
                span,
                state: AnyState::new(state),
            });
        }
    }
    let reason = if legal { None } else { obstacle_of(loaded, spec, at, &typed) };
    Ok(MoveTrace { mv, legal, reason, steps: found })
}

fn test_step(places: &SourceFiles<'_>, rule: String, test: &RuleTest, state: &AnyState) -> TraceStep {
    let seen = test.trace.as_ref().map(|trace| evaluated_part(places, trace));
    let place = places.location(test.span);
    let text = match (&seen, &place) {
        _ if !test.text.is_empty() => test.text.clone(),
        (Some(_), Some(place)) => place.text.clone(),
        _ => String::new(),
    };
    TraceStep {
        rule,
        step: test.step.name(),
        holds: Some(test.holds),
        text,
        place,
        seen,
        span: Some(test.span),
        state: state.clone(),
    }
}

#[cfg(test)]
mod tests;
