//! `boardwright solve`: the fewest moves of a puzzle, or what a position is worth for certain. The searching is done by
//! `boardwright-players`; here are its words and its tables as files.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_engine::any::AnyState;
use boardwright_players::Limits;
use boardwright_players::solve::registry::{self, Asked, Found, Identity, METHODS, Method};
use boardwright_players::solve::{RanOut, SolveError, Task, Verdict};
use boardwright_shelf::files;
use boardwright_shelf::load::{Job, Known, Loaded};
use boardwright_shelf::tables;
use clap::builder::StyledStr;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::interrupt;
use crate::line::position;
use crate::output::{Output, grouped};
use crate::progress;

#[derive(Debug, clap::Args)]
#[command(after_help = methods())]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// The method.
    #[arg(long, value_name = "METHOD")]
    with: String,
    /// For astar and idastar: what is left seems to be: zero, manhattan, distance-from-goal, one that the game file declares; for
    /// idastar and sliding puzzles also patterns (sets of 5 pieces, used if nothing is said), patterns-large (of 6) and patterns-huge
    /// (of 7; it needs --memory 4000).
    #[arg(long, value_name = "H")]
    heuristic: Option<String>,
    /// For astar: what a move costs: moves (each 1, used if nothing is said), score (the points that it adds), or the name of a
    /// heuristic that the game file declares (by how much that falls).
    #[arg(long, value_name = "COST")]
    cost: Option<String>,
    /// For bfs: go on until all positions are reached, and count them by their distance.
    #[arg(long)]
    all: bool,
    /// For alphabeta: prove by how much the scores differ instead of who wins.
    #[arg(long)]
    net: bool,
    /// For alphabeta: how many threads search.
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Keep what was worked out in this file (retrograde, alphabeta, idastar with patterns); without a name in one that is named by the
    /// hash of the game, where players find it.
    #[arg(long, value_name = "TABLE", conflicts_with = "load", num_args = 0..=1)]
    #[allow(clippy::option_option)] // not given, given alone, given with a name
    save: Option<Option<PathBuf>>,
    /// Begin with what was kept in this file.
    #[arg(long, value_name = "TABLE")]
    load: Option<PathBuf>,
    /// Give up after so many seconds.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// About how much memory may be taken.
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// What follows the help: made of the list of methods.
fn methods() -> StyledStr {
    let line = |method: &Method| {
        let players = match (method.players.start(), method.players.end()) {
            (1, 1) => "one player",
            (2, 2) => "two players",
            _ => "one or two players",
        };
        format!("  {}: {} ({players})\n", method.name, method.about)
    };
    let list: String = METHODS.iter().map(line).collect();
    format!("Methods:\n{list}\nExit status 1: there is no solution, or time or memory ran out.").into()
}

#[derive(Serialize)]
struct Told {
    result: &'static str,
    value: Option<f64>,
    length: Option<u32>,
    cost: Option<f64>,
    moves: Vec<String>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    method: &'static str,
    heuristic: Option<String>,
    /// What ran out.
    reason: Option<&'static str>,
    /// The value is a difference of scores.
    net: bool,
    /// How many positions there are, where all were reached.
    positions: Option<u64>,
    /// By distance.
    levels: Vec<u64>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let method = registry::named(&args.with).map_err(|error| Failure::Usage(error.to_string()))?;
    let seconds = args.limit_seconds;
    if seconds.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
        return Err(Failure::Usage("--limit-seconds must be a number from 0 to 1000000000".to_owned()));
    }
    let (loaded, reached) = position(&args.position)?;
    let save = match &args.save {
        None => None,
        // Players follow proofs of who wins; those of scores are kept beside them.
        Some(None) => Some(tables::place(&loaded, &format!("{}{}", method.name, if args.net { "-net" } else { "" }))?),
        Some(Some(path)) => Some(path.clone()),
    };
    if let Some(path) = &save {
        files::can_be_written(path)?;
    }
    let table = match &args.load {
        Some(path) => Some(std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?),
        None => None,
    };
    let bar = progress::spinner();
    bar.enable_steady_tick(progress::TICK);
    bar.set_message(method.name);
    let solving = Solving { args, method, loaded: &loaded, state: &reached.state, table: table.as_deref() };
    let solved = loaded.with(solving);
    bar.finish_and_clear();
    let (told, note, table) = solved?;
    if let Some(path) = &save {
        match table {
            Some(bytes) => {
                files::write(path, &bytes)?;
                // Who gave a name knows it.
                if args.save == Some(None) {
                    crate::failure::say(&format!("the table is in {}\n", path.display()));
                }
            }
            None => crate::failure::say("note: nothing was worked out that could be kept\n"),
        }
    }
    let done = told.result == Verdict::Solved.name() || told.result == Verdict::Proved.name();
    if out.is_json() {
        out.json(&told)?;
    } else {
        tell(&told, note.as_deref(), &loaded, out)?;
    }
    Ok(if done { Answer::Yes } else { Answer::No })
}

fn tell(told: &Told, note: Option<&str>, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let moves = told.length.map(|length| format!("{length} move{}", if length == 1 { "" } else { "s" }));
    match told.result {
        "solved" => writeln!(out, "solved in {}", moves.unwrap_or_default())?,
        "proved" => {
            let value = told.value.unwrap_or_default();
            let worth = match value {
                _ if told.net => format!("{value:+} points"),
                value if value < 0.0 => "lost".to_owned(),
                value if value > 0.0 => "won".to_owned(),
                _ => "a draw".to_owned(),
            };
            let within = moves.map_or_else(String::new, |moves| format!(", {moves} with best play"));
            writeln!(out, "proved: {worth} for whoever is to move{within}")?;
        }
        "no-solution" => writeln!(out, "there is no solution from here")?,
        _ => writeln!(out, "not solved: {}", told.reason.unwrap_or("a limit was reached"))?,
    }
    if let Some(cost) = told.cost {
        writeln!(out, "cost {cost}")?;
    }
    if !told.moves.is_empty() {
        writeln!(out, "{}", told.moves.join("; "))?;
    }
    let by = told.heuristic.as_ref().map_or_else(String::new, |name| format!(" with the heuristic {name}"));
    let (expanded, generated) = (grouped(told.expanded), grouped(told.generated));
    writeln!(
        out,
        "{}{by}: {expanded} positions expanded, {generated} generated in {:.2} s",
        told.method, told.seconds
    )?;
    if let Some(note) = note {
        writeln!(out, "{note}")?;
    }
    if let Some(positions) = told.positions {
        writeln!(out, "{} positions of {} in all", grouped(positions), loaded.title)?;
    }
    for (distance, count) in told.levels.iter().enumerate() {
        writeln!(out, "{distance:>5} {:>16}", grouped(*count))?;
    }
    Ok(())
}

struct Solving<'a> {
    args: &'a Args,
    method: &'static Method,
    loaded: &'a Loaded,
    state: &'a AnyState,
    table: Option<&'a [u8]>,
}

impl Job for Solving<'_> {
    type Output = Result<(Told, Option<String>, Option<Vec<u8>>), Failure>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        let Self { args, method, loaded, .. } = self;
        let state: &G::State = self.state.downcast_ref().expect("the line was played in this game");
        let stop = interrupt::flag();
        let limits = Limits {
            began: Instant::now(),
            time: args.limit_seconds.map(Duration::from_secs_f64),
            ..Limits::none(stop)
        };
        let task = Task { game, state, limits, bytes: (args.memory as usize) << 20 };
        let asked = Asked {
            heuristic: args.heuristic.as_deref(),
            cost: args.cost.as_deref(),
            all: args.all,
            table: self.table,
            keep: args.save.is_some(),
            net: args.net,
            threads: Some(usize::from(args.threads)),
        };
        let (file, whole) = tables::identity(loaded);
        let failed = |error| match error {
            SolveError::Fault(fault) => loaded.fault(&fault).into(),
            SolveError::Over(reason) => Failure::Input(reason),
            SolveError::Table(reason) => {
                let path = args.load.as_deref().unwrap_or(Path::new("the table"));
                Failure::Input(format!("cannot use {}: {reason}", path.display()))
            }
            SolveError::Unfit(reason) | SolveError::Asked(reason) => Failure::Usage(reason),
        };
        let found = method.solve(&task, &asked, &Identity { file: &file, game: &whole }).map_err(failed)?;
        let seconds = limits.began.elapsed().as_secs_f64();
        let Found { answer, heuristic, note, table } = found;
        let mut moves = Vec::new();
        let mut at = state.clone();
        for mv in answer.moves {
            moves.push(game.move_text(&at, mv));
            game.apply(&mut at, mv).map_err(|fault| loaded.fault(&fault))?;
        }
        let told = Told {
            result: answer.verdict.name(),
            value: answer.value,
            length: answer.length,
            cost: answer.cost,
            moves,
            expanded: answer.expanded,
            generated: answer.generated,
            seconds,
            method: method.name,
            heuristic,
            reason: answer.ran_out.map(|what| match what {
                RanOut::Time if stop.load(Ordering::Relaxed) => "it was interrupted",
                what => what.name(),
            }),
            net: args.net,
            positions: answer.positions,
            levels: answer.levels,
        };
        Ok((told, note, table))
    }
}
