//! `boardwright eval`: expressions of a game file's language, worked out in a position of that game.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use boardwright_engine::plain::Value;
use boardwright_engine::rules::Thing;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_lang::Source;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::load::diagnostics;
use crate::output::Output;
use crate::view::plain;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Expressions, worked out one after another with one set of variables.
    #[arg(required = true, value_name = "EXPR")]
    expressions: Vec<String>,
}

#[derive(Serialize)]
struct Evaluated {
    values: Vec<Typed>,
    variables: BTreeMap<String, serde_json::Value>,
}

#[derive(Serialize)]
struct Typed {
    #[serde(rename = "type")]
    kind: &'static str,
    value: serde_json::Value,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let (Some(game), Some(state)) = (loaded.spec(), reached.state.downcast_ref::<State>()) else {
        return Err(Failure::Input(format!("{} is not a game file, it has no expressions", loaded.name)));
    };
    let texts: Vec<Source> = args.expressions.iter().enumerate().map(|(index, text)| named(index, text)).collect();
    let sources: Vec<&Source> = loaded.sources.iter().chain(&texts).collect();
    let (rules, exprs) = boardwright_lang::expressions_in(game.rules(), &loaded.scope, &texts)
        .map_err(|list| diagnostics(&list, &sources))?;
    // The expressions may name things that the file does not, but nothing that a position consists of.
    let game = SpecGame::plain(Arc::new(rules)).map_err(|error| Failure::Input(error.to_string()))?;
    let result = game.evaluate(&mut state.clone(), &exprs);
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
        }
    } else if failed.is_none() {
        let plain = |value| plain(value, game.rules());
        let values = result.values.iter().map(|value| Typed { kind: kind(value), value: plain(value) }).collect();
        out.json(&Evaluated { values, variables: variables.map(|(name, value)| (name, plain(value))).collect() })?;
    }
    failed.map_or(Ok(Answer::Yes), Err)
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
