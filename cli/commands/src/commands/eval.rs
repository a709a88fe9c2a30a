//! `boardwright eval`: evaluates expressions of the game language in a position.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_interpreter::evaluate::Value;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_rules::Thing;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, diagnostics, say};
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;
use crate::view::value_to_json;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Expressions, evaluated in order with one shared set of variables.
    #[arg(required_unless_present = "heuristics", value_name = "EXPR")]
    expressions: Vec<String>,
    /// Also print the value of each heuristic of the game file, for each player.
    #[arg(long)]
    heuristics: bool,
}

#[derive(Serialize)]
struct Evaluation<'a> {
    values: Vec<TypedValue>,
    variables: BTreeMap<String, serde_json::Value>,
    /// Values per heuristic name, one per player.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristics: Option<BTreeMap<&'a str, Vec<i32>>>,
}

#[derive(Serialize)]
struct TypedValue {
    #[serde(rename = "type")]
    kind: &'static str,
    value: serde_json::Value,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no expressions", loaded.name)));
    };
    let texts: Vec<Source> =
        args.expressions.iter().enumerate().map(|(index, text)| expression_source(index, text)).collect();
    let sources: Vec<&Source> = loaded.sources.iter().chain(&texts).collect();
    let (rules, exprs) = boardwright_lang::add_expressions_in_scope(game.rules(), &loaded.scope, &texts)
        .map_err(|list| diagnostics(&list, &sources))?;
    // Compile again with the expressions: they may need more state components than the file itself.
    let game = CompiledGame::new(Arc::new(rules)).map_err(|error| Failure::Input(error.to_string()))?;
    let fault = |fault: Fault| loaded.fault_error(&fault).into();
    let start = reached.start.as_deref().map(|text| game.parse_state(text));
    let start = start.transpose().map_err(|error| Failure::Input(error.to_string()))?;
    let (before, last) =
        replay_all_but_last(&game, start.unwrap_or_else(|| game.initial_state()), &reached.moves, fault)?;
    let (mut state, mut unchanged) = (before.clone(), before);
    let result = match last {
        Some(mv) => {
            game.apply(&mut unchanged, mv).map_err(fault)?;
            game.evaluate_after(&mut state, mv, &exprs).map_err(fault)?
        }
        None => game.evaluate(&mut state, &exprs),
    };
    let heuristic_values = if args.heuristics { Some(game.heuristic_values(&unchanged).map_err(fault)?) } else { None };
    if state != unchanged {
        say("note: an action was evaluated; its changes are discarded\n");
    }
    let failure = result.fault.map(|fault| diagnostics(&[boardwright_lang::fault_diagnostic(&fault)], &sources));
    let names = &game.rules().variables;
    let variables = result.variables.iter().map(|(id, value)| (names[id.index()].clone(), value));
    if !out.is_json() {
        for value in &result.values {
            writeln!(out, "{}", value.text(game.rules()))?;
        }
        if failure.is_none() {
            for (name, value) in variables {
                writeln!(out, "${name} = {}", value.text(game.rules()))?;
            }
            for (name, numbers) in heuristic_values.unwrap_or_default() {
                let of_players = game.rules().players.iter().zip(numbers).map(|(player, n)| format!("{player} {n}"));
                writeln!(out, "{name}: {}", of_players.collect::<Vec<_>>().join(", "))?;
            }
        }
    } else if failure.is_none() {
        let plain = |value| value_to_json(value, game.rules());
        let values = result.values.iter().map(|value| TypedValue { kind: kind(value), value: plain(value) }).collect();
        let variables = variables.map(|(name, value)| (name, plain(value))).collect();
        let heuristics = heuristic_values.map(|list| list.into_iter().collect());
        out.json(&Evaluation { values, variables, heuristics })?;
    }
    failure.map_or(Ok(Answer::Yes), Err)
}

/// Applies all moves of a line but the last; returns the position before the last move, and that move.
fn replay_all_but_last(
    game: &CompiledGame,
    mut state: State,
    line: &[String],
    fault: impl Fn(Fault) -> Failure,
) -> Result<(State, Option<Move>), Failure> {
    let mut last = None;
    for text in line {
        if let Some(mv) = last {
            game.apply(&mut state, mv).map_err(&fault)?;
        }
        last = Some(game.parse_move(&state, text).map_err(|error| Failure::Input(error.to_string()))?);
    }
    Ok((state, last))
}

/// An expression as a source text of its own. It may have a leading blank from the guard in `guarded`.
fn expression_source(index: usize, text: &str) -> Source {
    Source::new(format!("expression {}", index + 1), text.trim_start().as_bytes())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "num",
        Value::Bool(_) => "bool",
        Value::Text(_) => "str",
        Value::Set(_) => "set",
        Value::Thing(thing) => match thing {
            Thing::Element(_) => "element",
            Thing::Location(_) => "location",
            Thing::ElementType(_) => "eltype",
            Thing::LocationType(_) => "loctype",
            Thing::Direction(_) => "direction",
            Thing::Relation(_) => "relation",
        },
    }
}
