//! `boardwright choose`: the move that a player would make.

use std::io::Write as _;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::interrupt;
use crate::line::position;
use crate::output::{Output, grouped};
use crate::seeds;
use crate::taken;
use boardwright_shelf::think::{Certain, Thinking, Told};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Who chooses: `name` or `name:key=value,key=value`; `boardwright players` lists them.
    #[arg(long, value_name = "SPEC", default_value = "portfolio")]
    player: String,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let asked = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let (loaded, reached) = position(&args.position)?;
    let (seed, stop) = (seeds::chosen(seed), interrupt::flag());
    let beside = taken::beside(&loaded)?;
    let thinking =
        Thinking { asked: &asked, loaded: &loaded, beside: &beside, state: &reached.state, seed, stop, listener: None };
    let thought = loaded.with(thinking)?;
    if out.is_json() {
        out.json(&thought.best)?;
        return Ok(Answer::Yes);
    }
    let Told { mv, value, proven, depth, nodes, seconds, pv } = thought.best;
    writeln!(out, "{mv}")?;
    if let Some(about) = thought.about {
        writeln!(out, "chosen by {about}")?;
    }
    if value.is_none() && nodes > 0 {
        writeln!(out, "nothing was found in {} positions, so this is just some move", grouped(nodes))?;
    }
    if let Some(value) = value {
        let nodes = grouped(nodes);
        writeln!(out, "value {value:+.3} for whoever is to move, depth {depth}, {nodes} positions in {seconds:.2} s")?;
    }
    if let Some(Certain { result, plies }) = proven {
        let when = if plies == 0 { String::new() } else { format!(" in {plies} plies") };
        writeln!(out, "proven: {result}{when}")?;
    }
    if pv.len() > 1 {
        writeln!(out, "expected: {}", pv.join("; "))?;
    }
    Ok(Answer::Yes)
}
