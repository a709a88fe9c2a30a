//! `boardwright perft`: counts lines of play (perft) or distinct positions per depth. `boardwright-game` does the counting.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use boardwright_game::any::AnyState;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_game::perft::{self, DepthUnit, PerftCount, PerftError, PerftOptions, PositionCounter};
use boardwright_library::load::LoadedGame;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::options::PositionArgs;
use crate::output::{Output, group_digits};
use crate::position::load_position;
use crate::progress;

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in moves.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    depth: u32,
    /// Print a separate count for each first move.
    #[arg(long, conflicts_with = "positions")]
    divide: bool,
    /// Measure depth in turns: a turn lasts as long as the same player moves.
    #[arg(long, conflicts_with = "positions")]
    turns: bool,
    /// Count distinct positions, each at the depth where it is first reached.
    #[arg(long)]
    positions: bool,
    /// Do not count the lines that end the game: much faster, as the last move of a line is not made.
    #[arg(long, conflicts_with_all = ["positions", "turns", "divide", "table", "threads"])]
    only_lines: bool,
    /// Size in MiB of a hash table for the counts of transpositions; 0 for none.
    #[arg(long, default_value_t = 0, value_name = "MIB", value_parser = clap::value_parser!(u64).range(..=16_384), conflicts_with_all = ["positions", "turns", "divide"])]
    table: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256), conflicts_with_all = ["positions", "turns", "divide"])]
    threads: u32,
}

#[derive(Serialize)]
struct DepthCount {
    depth: u32,
    /// The first move, if only the lines that begin with it are counted.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<BTreeMap<String, u64>>,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    if !out.is_json() {
        writeln!(out, "depth {:>16} {:>10}  finished", "nodes", "seconds")?;
    }
    loaded.run(PerftOperation { args, loaded: &loaded, start: &reached.state, out })
}

/// Perft run with the arguments of one command line.
struct PerftOperation<'a> {
    args: &'a Args,
    loaded: &'a LoadedGame,
    start: &'a AnyState,
    out: &'a mut Output,
}

impl GameOperation for PerftOperation<'_> {
    type Output = Result<Answer, Failure>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let start: &G::State = self.start.downcast_ref().expect("the line was played in this game");
        game.prepare();
        if self.args.positions { self.positions(game, start) } else { self.lines(game, start) }
    }
}

impl PerftOperation<'_> {
    /// Counts lines of each length from 1 up; length 0 only if it is the requested depth.
    fn lines<G>(mut self, game: &G, start: &G::State) -> Result<Answer, Failure>
    where
        G: Game + Sync,
        G::State: Send + Sync,
    {
        let (args, unit) = (self.args, if self.args.turns { DepthUnit::Turns } else { DepthUnit::Moves });
        let mut ended = false;
        for depth in args.depth.min(1)..=args.depth {
            if ended {
                // All games ended at a smaller depth, so all deeper counts are zero.
                if args.only_lines {
                    self.print_lines(depth, 0, 0.0)?;
                } else {
                    self.print_count(depth, None, &PerftCount::zero(game.players()), 0.0)?;
                }
                continue;
            }
            let began = Instant::now();
            let bar = progress::spinner();
            let mut watch = progress_callback(&bar, depth, "lines");
            if args.only_lines {
                let lines = perft::count_lines(game, start, depth, &mut watch).map_err(|error| self.failure(error))?;
                bar.finish_and_clear();
                ended = lines == 0;
                self.print_lines(depth, lines, began.elapsed().as_secs_f64())?;
                continue;
            }
            let count = if args.divide && depth == args.depth && depth > 0 {
                let parts = perft::divide(game, start, depth, unit, &mut watch).map_err(|error| self.failure(error))?;
                bar.finish_and_clear();
                let mut total = PerftCount::zero(game.players());
                for (mv, count) in parts {
                    total.add(&count);
                    self.print_count(depth, Some(game.move_text(start, mv)), &count, began.elapsed().as_secs_f64())?;
                }
                total
            } else if args.threads > 1 || args.table > 0 {
                let options = PerftOptions { threads: args.threads as usize, table_bytes: (args.table as usize) << 20 };
                perft::perft_parallel(game, start, depth, options, &mut watch).map_err(|error| self.failure(error))?
            } else {
                perft::perft(game, start, depth, unit, &mut watch).map_err(|error| self.failure(error))?
            };
            bar.finish_and_clear();
            ended = count.unfinished() == 0;
            self.print_count(depth, None, &count, began.elapsed().as_secs_f64())?;
        }
        Ok(Answer::Yes)
    }

    /// Counts the positions first reached at each depth; the start is depth 0.
    fn positions<G: Game>(mut self, game: &G, start: &G::State) -> Result<Answer, Failure> {
        let mut positions = PositionCounter::new(game, start);
        for depth in 0..=self.args.depth {
            let began = Instant::now();
            let bar = progress::spinner();
            let count = positions
                .next_level(&mut progress_callback(&bar, depth, "moves"))
                .map_err(|error| self.failure(error))?;
            bar.finish_and_clear();
            self.print_count(depth, None, &count, began.elapsed().as_secs_f64())?;
        }
        if !self.out.is_json() {
            writeln!(self.out, "{} positions", group_digits(positions.reached_count() as u64))?;
        }
        Ok(Answer::Yes)
    }

    fn print_count(
        &mut self,
        depth: u32,
        first: Option<String>,
        count: &PerftCount,
        seconds: f64,
    ) -> Result<(), Failure> {
        if self.out.is_json() {
            let finished = count.finished.iter().enumerate().map(|(winner, &n)| (winner.to_string(), n)).collect();
            self.out.json(&DepthCount { depth, first, nodes: count.nodes, finished: Some(finished), seconds })?;
        } else {
            let first = first.map_or_else(String::new, |text| format!("  {text}"));
            let (nodes, finished) = (group_digits(count.nodes), self.finished(count));
            writeln!(self.out, "{depth:>5} {nodes:>16} {seconds:>10.3}  {finished}{first}")?;
        }
        // Each depth takes longer than all previous ones together, so the results so far are shown.
        Ok(self.out.flush()?)
    }

    /// Prints a number of lines of which the ends were not counted.
    fn print_lines(&mut self, depth: u32, nodes: u64, seconds: f64) -> Result<(), Failure> {
        if self.out.is_json() {
            self.out.json(&DepthCount { depth, first: None, nodes, finished: None, seconds })?;
        } else {
            writeln!(self.out, "{depth:>5} {:>16} {seconds:>10.3}  not counted", group_digits(nodes))?;
        }
        Ok(self.out.flush()?)
    }

    fn finished(&self, count: &PerftCount) -> String {
        let name = |winner: usize| match boardwright_game::ids::Player::new(winner) {
            None if self.loaded.game().players() == 1 => "not won".to_owned(),
            None => "draw".to_owned(),
            Some(player) => self.loaded.game().player_name(player),
        };
        let some = count.finished.iter().enumerate().filter(|&(_, &n)| n > 0);
        let parts: Vec<String> = some.map(|(winner, &n)| format!("{} {}", name(winner), group_digits(n))).collect();
        if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
    }

    fn failure(&self, error: PerftError) -> Failure {
        match error {
            PerftError::Fault(fault) => self.loaded.fault_error(&fault).into(),
            other => Failure::Input(other.to_string()),
        }
    }
}

fn progress_callback(bar: &ProgressBar, depth: u32, what: &'static str) -> impl FnMut(u64) -> ControlFlow<()> {
    let bar = bar.clone();
    move |done| {
        bar.set_message(format!("depth {depth}, {} {what}", group_digits(done)));
        bar.tick();
        ControlFlow::Continue(())
    }
}
