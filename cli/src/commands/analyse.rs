//! `boardwright analyse`: what a player thinks of a position, told while it thinks.

use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::interrupt;
use crate::line::position;
use crate::output::{Output, grouped};
use crate::seeds;
use crate::taken;
use boardwright_shelf::think::{Hear, Thinking, Told};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Who thinks: `name` or `name:key=value,key=value`; `boardwright players` lists them. Ctrl-C ends it early.
    #[arg(long, value_name = "SPEC", default_value = "portfolio:seconds=10")]
    player: String,
    /// How many of the best moves to tell.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
}

#[derive(Serialize)]
struct Line<'a> {
    multipv: usize,
    #[serde(flatten)]
    told: &'a Told,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let asked = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let (loaded, reached) = position(&args.position)?;
    let (seed, stop) = (seeds::chosen(seed), interrupt::flag());
    let lines = usize::from(args.multipv);
    // Whoever follows wants each line when it is known; what goes wrong with writing is told in the end.
    let written = Mutex::new((out, Ok(()), 0_usize));
    let hear = |best: &[Told]| {
        let mut written = written.lock().expect("nobody panics while writing");
        let (out, result, count) = &mut *written;
        *count += 1;
        if result.is_ok() {
            *result = best.iter().zip(1..).try_for_each(|(told, number)| write(out, number, told, lines));
            if result.is_err() {
                // Nobody reads any more.
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let listener = Some((lines, &hear as Hear<'_>));
    let beside = taken::beside(&loaded)?;
    let thinking =
        Thinking { asked: &asked, loaded: &loaded, beside: &beside, state: &reached.state, seed, stop, listener };
    let thought = loaded.with(thinking);
    let (out, result, count) = written.into_inner().expect("nobody panicked while writing");
    let thought = thought?;
    result?;
    if count == 0 {
        // Some players only choose.
        write(out, 1, &thought.best, 1)?;
    }
    if !out.is_json() {
        if let Some(about) = thought.about {
            writeln!(out, "by {about}")?;
        }
        writeln!(out, "best: {}", thought.best.mv)?;
    }
    Ok(Answer::Yes)
}

fn write(out: &mut Output, number: usize, told: &Told, lines: usize) -> Result<(), Failure> {
    if out.is_json() {
        out.json(&Line { multipv: number, told })?;
    } else {
        let Told { value, proven, depth, nodes, seconds, pv, .. } = told;
        let place = if lines > 1 { format!("{number:>2}. ") } else { String::new() };
        let worth = match (proven, value) {
            (Some(proven), _) if proven.plies > 0 => format!("{} in {}", proven.result, proven.plies),
            (Some(proven), _) => proven.result.to_owned(),
            (None, Some(value)) => format!("{value:+.3}"),
            (None, None) => "?".to_owned(),
        };
        let line = pv.join("; ");
        writeln!(out, "{place}{worth:>10}  depth {depth:>2}  {:>13}  {seconds:>6.2} s  {line}", grouped(*nodes))?;
    }
    Ok(out.flush()?)
}
