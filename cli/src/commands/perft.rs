//! `boardwright perft`: counts lines of play, or positions, depth by depth. The counting is the engine's.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use boardwright_engine::any::AnyState;
use boardwright_engine::game::Game;
use boardwright_engine::perft::{self, Count, Means, PerftError, Positions, Unit};
use boardwright_shelf::load::{Job, Known, Loaded};
use indicatif::ProgressBar;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::output::{Output, grouped};
use crate::progress;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// How many moves deep.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    depth: u32,
    /// Count apart what begins with each move.
    #[arg(long, conflicts_with = "positions")]
    divide: bool,
    /// Depth counts turns: a turn lasts while the same player moves on.
    #[arg(long, conflicts_with = "positions")]
    turns: bool,
    /// Count distinct positions, each at the depth where it is first reached.
    #[arg(long)]
    positions: bool,
    /// Add what is below a position again where it comes back, by a table of so many MiB.
    #[arg(long, default_value_t = 0, value_name = "MIB", value_parser = clap::value_parser!(u64).range(..=16_384), conflicts_with_all = ["positions", "turns", "divide"])]
    table: u64,
    /// How many threads count.
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256), conflicts_with_all = ["positions", "turns", "divide"])]
    threads: u32,
}

#[derive(Serialize)]
struct Level {
    depth: u32,
    /// The first move, if only what begins with it is counted.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    nodes: u64,
    finished: BTreeMap<String, u64>,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    if !out.is_json() {
        writeln!(out, "depth {:>16} {:>10}  finished", "nodes", "seconds")?;
    }
    loaded.with(Counting { args, loaded: &loaded, start: &reached.state, out })
}

/// The counting of one command line.
struct Counting<'a> {
    args: &'a Args,
    loaded: &'a Loaded,
    start: &'a AnyState,
    out: &'a mut Output,
}

impl Job for Counting<'_> {
    type Output = Result<Answer, Failure>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        let start: &G::State = self.start.downcast_ref().expect("the line was played in this game");
        game.prepare();
        if self.args.positions { self.positions(game, start) } else { self.lines(game, start) }
    }
}

impl Counting<'_> {
    /// Lines of each length; a length of 0 only if it is the one asked for.
    fn lines<G>(mut self, game: &G, start: &G::State) -> Result<Answer, Failure>
    where
        G: Game + Sync,
        G::State: Send + Sync,
    {
        let (args, unit) = (self.args, if self.args.turns { Unit::Turns } else { Unit::Moves });
        let mut ended = false;
        for depth in args.depth.min(1)..=args.depth {
            if ended {
                // Nothing goes on, so nothing is deeper.
                self.tell(depth, None, &Count::none(game.players()), 0.0)?;
                continue;
            }
            let began = Instant::now();
            let bar = progress::spinner();
            let mut watch = watch(&bar, depth, "lines");
            let count = if args.divide && depth == args.depth && depth > 0 {
                let parts = perft::divide(game, start, depth, unit, &mut watch).map_err(|error| self.failed(error))?;
                bar.finish_and_clear();
                let mut total = Count::none(game.players());
                for (mv, count) in parts {
                    total.add(&count);
                    self.tell(depth, Some(game.move_text(start, mv)), &count, began.elapsed().as_secs_f64())?;
                }
                total
            } else if args.threads > 1 || args.table > 0 {
                let means = Means { threads: args.threads as usize, table_bytes: (args.table as usize) << 20 };
                perft::perft_by(game, start, depth, means, &mut watch).map_err(|error| self.failed(error))?
            } else {
                perft::perft(game, start, depth, unit, &mut watch).map_err(|error| self.failed(error))?
            };
            bar.finish_and_clear();
            ended = count.unfinished() == 0;
            self.tell(depth, None, &count, began.elapsed().as_secs_f64())?;
        }
        Ok(Answer::Yes)
    }

    /// Positions first reached at each depth, from the start, which is depth 0.
    fn positions<G: Game>(mut self, game: &G, start: &G::State) -> Result<Answer, Failure> {
        let mut positions = Positions::new(game, start);
        for depth in 0..=self.args.depth {
            let began = Instant::now();
            let bar = progress::spinner();
            let count = positions.next_level(&mut watch(&bar, depth, "moves")).map_err(|error| self.failed(error))?;
            bar.finish_and_clear();
            self.tell(depth, None, &count, began.elapsed().as_secs_f64())?;
        }
        if !self.out.is_json() {
            writeln!(self.out, "{} positions", grouped(positions.reached() as u64))?;
        }
        Ok(Answer::Yes)
    }

    fn tell(&mut self, depth: u32, first: Option<String>, count: &Count, seconds: f64) -> Result<(), Failure> {
        if self.out.is_json() {
            let finished = count.finished.iter().enumerate().map(|(winner, &n)| (winner.to_string(), n)).collect();
            self.out.json(&Level { depth, first, nodes: count.nodes, finished, seconds })?;
        } else {
            let first = first.map_or_else(String::new, |text| format!("  {text}"));
            let (nodes, finished) = (grouped(count.nodes), self.finished(count));
            writeln!(self.out, "{depth:>5} {nodes:>16} {seconds:>10.3}  {finished}{first}")?;
        }
        // Each depth takes longer than all before: show what is known.
        Ok(self.out.flush()?)
    }

    fn finished(&self, count: &Count) -> String {
        let name = |winner: usize| match boardwright_engine::ids::Player::new(winner) {
            None if self.loaded.game().players() == 1 => "not won".to_owned(),
            None => "draw".to_owned(),
            Some(player) => self.loaded.game().player_name(player),
        };
        let some = count.finished.iter().enumerate().filter(|&(_, &n)| n > 0);
        let told: Vec<String> = some.map(|(winner, &n)| format!("{} {}", name(winner), grouped(n))).collect();
        if told.is_empty() { "-".to_owned() } else { told.join(", ") }
    }

    fn failed(&self, error: PerftError) -> Failure {
        match error {
            PerftError::Fault(fault) => self.loaded.fault(&fault).into(),
            other => Failure::Input(other.to_string()),
        }
    }
}

fn watch(bar: &ProgressBar, depth: u32, what: &'static str) -> impl FnMut(u64) -> ControlFlow<()> {
    let bar = bar.clone();
    move |made| {
        bar.set_message(format!("depth {depth}, {} {what}", grouped(made)));
        bar.tick();
        ControlFlow::Continue(())
    }
}
