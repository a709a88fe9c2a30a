//! `boardwright eval`: expressions of a game file's language, worked out in a position of that game.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game as _;
use boardwright_engine::plain::Value;
use boardwright_engine::rules::Thing;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_lang::Source;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::{Failure, diagnostics, say};
use crate::line::position;
use crate::output::Output;
use crate::view::plain;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Expressions, worked out one after another with one set of variables.
    #[arg(required_unless_present = "heuristics", value_name = "EXPR")]
    expressions: Vec<String>,
    /// Also what every heuristic of the file gives for each player.
    #[arg(long)]
    heuristics: bool,
}

#[derive(Serialize)]
struct Evaluated<'a> {
    values: Vec<Typed>,
    variables: BTreeMap<String, serde_json::Value>,
    /// By name of the heuristic, the players in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristics: Option<BTreeMap<&'a str, Vec<i32>>>,
}

#[derive(Serialize)]
struct Typed {
    #[serde(rename = "type")]
    kind: &'static str,
    value: serde_json::Value,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no expressions", loaded.name)));
    };
    let texts: Vec<Source> = args.expressions.iter().enumerate().map(|(index, text)| named(index, text)).collect();
    let sources: Vec<&Source> = loaded.sources.iter().chain(&texts).collect();
    let (rules, exprs) = boardwright_lang::expressions_in(game.rules(), &loaded.scope, &texts)
        .map_err(|list| diagnostics(&list, &sources))?;
    // The game with the questions in it: what a position must hold to answer them may be more than the file asks for.
    let game = SpecGame::new(Arc::new(rules)).map_err(|error| Failure::Input(error.to_string()))?;
    let fault = |fault: Fault| loaded.fault(&fault).into();
    let begun = reached.begun.as_deref().map(|text| game.parse_state(text));
    let begun = begun.transpose().map_err(|error| Failure::Input(error.to_string()))?;
    let (before, last) = made_again(&game, begun.unwrap_or_else(|| game.start()), &reached.moves, fault)?;
    let (mut state, mut unchanged) = (before.clone(), before);
    let result = match last {
        Some(mv) => {
            game.apply(&mut unchanged, mv).map_err(fault)?;
            game.evaluate_after(&mut state, mv, &exprs).map_err(fault)?
        }
        None => game.evaluate(&mut state, &exprs),
    };
    let measured = if args.heuristics { Some(game.measures(&unchanged).map_err(fault)?) } else { None };
    if state != unchanged {
        say("note: an action was worked out; the change that it made is forgotten\n");
    }
    let failed = result.fault.map(|fault| diagnostics(&[boardwright_lang::fault_diagnostic(&fault)], &sources));
    let names = &game.rules().variables;
    let variables = result.variables.iter().map(|(id, value)| (names[id.index()].clone(), value));
    if !out.is_json() {
        for value in &result.values {
            writeln!(out, "{}", value.text(game.rules()))?;
        }
        if failed.is_none() {
            for (name, value) in variables {
                writeln!(out, "${name} = {}", value.text(game.rules()))?;
            }
            for (name, numbers) in measured.unwrap_or_default() {
                let of_players = game.rules().players.iter().zip(numbers).map(|(player, n)| format!("{player} {n}"));
                writeln!(out, "{name}: {}", of_players.collect::<Vec<_>>().join(", "))?;
            }
        }
    } else if failed.is_none() {
        let plain = |value| plain(value, game.rules());
        let values = result.values.iter().map(|value| Typed { kind: kind(value), value: plain(value) }).collect();
        let variables = variables.map(|(name, value)| (name, plain(value))).collect();
        let heuristics = measured.map(|list| list.into_iter().collect());
        out.json(&Evaluated { values, variables, heuristics })?;
    }
    failed.map_or(Ok(Answer::Yes), Err)
}

/// Makes the moves of a line but for the last one: the position before that one, and the move.
fn made_again(
    game: &SpecGame,
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

/// An expression as a text of its own. It may have got a blank in front on its way here; see `args::guarded`.
fn named(index: usize, text: &str) -> Source {
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
