//! `boardwright solve`: solves puzzles (shortest solution) and games (game-theoretic value). `boardwright-players` does the
//! search; this module handles options, output and table files.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_game::any::AnyState;
use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_library::solving::SolveRequest;
use boardwright_library::tables;
use boardwright_players::Limits;
use boardwright_players::solve::registry::{self, METHODS, Method, SolveOptions, SolveOutput};
use boardwright_players::solve::{ExhaustedResource, SolveError, SolveStatus};
use clap::builder::StyledStr;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::PositionArgs;
use crate::output::{Output, group_digits};
use crate::position::load_position;
use crate::progress;

#[derive(Debug, clap::Args)]
#[command(after_help = methods())]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Solution method.
    #[arg(long, value_name = "METHOD")]
    with: String,
    /// For astar and idastar: estimate of the remaining cost: zero, manhattan, distance-from-goal, or a heuristic that the game file
    /// declares; for idastar on sliding puzzles also pattern databases: patterns (sets of 5 pieces, the default), patterns-large (of 6)
    /// and patterns-huge (of 7; needs --memory 4000).
    #[arg(long, value_name = "H")]
    heuristic: Option<String>,
    /// For astar: cost of a move: moves (each 1, the default), score (the points that the move adds), or the name of a heuristic that
    /// the game file declares (the amount by which its value falls).
    #[arg(long, value_name = "COST")]
    cost: Option<String>,
    /// For bfs: continue until all positions are reached, and count them by distance.
    #[arg(long)]
    all: bool,
    /// For alphabeta: prove the difference of the scores instead of the winner.
    #[arg(long)]
    net: bool,
    /// For alphabeta: number of threads.
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Save the result as a table in this file (retrograde, alphabeta, idastar with patterns); without a name in a file named by the
    /// hash of the game, where players find it.
    #[arg(long, value_name = "TABLE", conflicts_with = "load", num_args = 0..=1)]
    #[allow(clippy::option_option)] // absent, without a name, with a name
    save: Option<Option<PathBuf>>,
    /// Start from the table in this file.
    #[arg(long, value_name = "TABLE")]
    load: Option<PathBuf>,
    /// Give up after this many seconds.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// Approximate memory limit in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// Text below the help: the list of methods.
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
struct SolveReport {
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
    /// Resource that ran out.
    reason: Option<&'static str>,
    /// `true` if the value is a difference of scores.
    net: bool,
    /// Number of positions, if all were reached.
    positions: Option<u64>,
    /// Number of positions by distance.
    levels: Vec<u64>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let method = registry::by_name(&args.with).map_err(|error| Failure::Usage(error.to_string()))?;
    let seconds = args.limit_seconds;
    if seconds.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
        return Err(Failure::Usage("--limit-seconds must be a number from 0 to 1000000000".to_owned()));
    }
    let (loaded, reached) = load_position(&args.position)?;
    let save = match &args.save {
        None => None,
        // Players use proofs of the winner; proofs of score differences are stored under another name.
        Some(None) => {
            Some(tables::default_path(&loaded, &format!("{}{}", method.name, if args.net { "-net" } else { "" }))?)
        }
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
    let solved = solve(args, method, (&loaded, &reached.state), table.as_deref());
    bar.finish_and_clear();
    let Solved { report, note, table } = solved?;
    if let Some(path) = &save {
        match table {
            Some(bytes) => {
                files::write(path, &bytes)?;
                // The path is only printed if the user did not name it.
                if args.save == Some(None) {
                    crate::failure::say(&format!("the table is in {}\n", path.display()));
                }
            }
            None => crate::failure::say("note: this run produced no table to save\n"),
        }
    }
    let done = report.result == SolveStatus::Solved.name() || report.result == SolveStatus::Proved.name();
    if out.is_json() {
        out.json(&report)?;
    } else {
        print_report(&report, note.as_deref(), &loaded, out)?;
    }
    Ok(if done { Answer::Yes } else { Answer::No })
}

fn print_report(
    report: &SolveReport,
    note: Option<&str>,
    loaded: &LoadedGame,
    out: &mut Output,
) -> Result<(), Failure> {
    let moves = report.length.map(|length| format!("{length} move{}", if length == 1 { "" } else { "s" }));
    match report.result {
        "solved" => writeln!(out, "solved in {}", moves.unwrap_or_default())?,
        "proved" => {
            let value = report.value.unwrap_or_default();
            let value_text = match value {
                _ if report.net => format!("{value:+} points"),
                value if value < 0.0 => "lost".to_owned(),
                value if value > 0.0 => "won".to_owned(),
                _ => "a draw".to_owned(),
            };
            let within = moves.map_or_else(String::new, |moves| format!(", {moves} with best play"));
            writeln!(out, "proved: {value_text} for the player to move{within}")?;
        }
        "no-solution" => writeln!(out, "there is no solution from here")?,
        _ => writeln!(out, "not solved: {}", report.reason.unwrap_or("a limit was reached"))?,
    }
    if let Some(cost) = report.cost {
        writeln!(out, "cost {cost}")?;
    }
    if !report.moves.is_empty() {
        writeln!(out, "{}", report.moves.join("; "))?;
    }
    let by = report.heuristic.as_ref().map_or_else(String::new, |name| format!(" with the heuristic {name}"));
    let (expanded, generated) = (group_digits(report.expanded), group_digits(report.generated));
    writeln!(
        out,
        "{}{by}: {expanded} positions expanded, {generated} generated in {:.2} s",
        report.method, report.seconds
    )?;
    if let Some(note) = note {
        writeln!(out, "{note}")?;
    }
    if let Some(positions) = report.positions {
        writeln!(out, "{} positions of {} in all", group_digits(positions), loaded.title)?;
    }
    for (distance, count) in report.levels.iter().enumerate() {
        writeln!(out, "{distance:>5} {:>16}", group_digits(*count))?;
    }
    Ok(())
}

/// Result of a run.
struct Solved {
    report: SolveReport,
    /// Description of the tables that were used or built.
    note: Option<String>,
    /// The table, if it was requested.
    table: Option<Vec<u8>>,
}

/// Solves the position.
fn solve(
    args: &Args,
    method: &'static Method,
    (loaded, state): (&LoadedGame, &AnyState),
    table: Option<&[u8]>,
) -> Result<Solved, Failure> {
    let stop = interrupt::stop_flag();
    let limits =
        Limits { start: Instant::now(), time: args.limit_seconds.map(Duration::from_secs_f64), ..Limits::none(stop) };
    let options = SolveOptions {
        heuristic: args.heuristic.as_deref(),
        cost: args.cost.as_deref(),
        all: args.all,
        table,
        returns_table: args.save.is_some(),
        net: args.net,
        threads: Some(usize::from(args.threads)),
    };
    let bytes = (args.memory as usize) << 20;
    let solved = SolveRequest { loaded, method, state, limits, bytes, options }.run();
    let SolveOutput { answer, heuristic, note, table } = solved.map_err(|error| match error {
        SolveError::Fault(fault) => loaded.fault_error(&fault).into(),
        SolveError::GameOver(reason) => Failure::Input(reason),
        SolveError::Table(reason) => {
            let path = args.load.as_deref().unwrap_or(Path::new("the table"));
            Failure::Input(format!("cannot use {}: {reason}", path.display()))
        }
        SolveError::UnsupportedGame(reason) | SolveError::InvalidOption(reason) => Failure::Usage(reason),
    })?;
    let report = SolveReport {
        result: answer.status.name(),
        value: answer.value,
        length: answer.length,
        cost: answer.cost,
        moves: answer.moves,
        expanded: answer.expanded,
        generated: answer.generated,
        seconds: limits.start.elapsed().as_secs_f64(),
        method: method.name,
        heuristic,
        reason: answer.exhausted.map(|what| match what {
            ExhaustedResource::Time if stop.load(Ordering::Relaxed) => "it was interrupted",
            what => what.name(),
        }),
        net: args.net,
        positions: answer.positions,
        levels: answer.levels,
    };
    Ok(Solved { report, note, table })
}
