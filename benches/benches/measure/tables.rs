//! Speed of every shipped game in one table, which replaces the one in docs/performance.md: playouts, lines of perft, positions and
//! playouts of searches, and loading.
//!
//! Work is measured by the processor time of this thread, and between the games a fixed loop measures how fast the machine is at that
//! moment; figures are stated for the speed that it has in the median. A journal keeps each game's figures, so that an interrupted run
//! goes on with the next game.
//!
//!     cargo bench -p boardwright-benches --bench measure -- tables [--journal FILE] [--page FILE] [GAME...]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boardwright_benches::{game, rules};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_game::playout::{PlayoutStatistics, Sampler};
use boardwright_games::{ShippedGame, shipped_games};
use clap::Parser;
use cpu_time::ThreadTime;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::speed;

#[derive(Parser)]
struct Args {
    /// Games to measure. Default: all shipped game files.
    games: Vec<String>,
    /// File that keeps the figures of the games that were measured.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/speed.jsonl"))]
    journal: PathBuf,
    /// Page whose table is replaced.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md"))]
    page: PathBuf,
}

/// Processor time of each measurement in seconds.
const SECONDS: f64 = 0.5;
/// Random games are cut off after this many moves.
const MAX_MOVES: u64 = 1000;
/// Runs of random games, with the seeds from 1; their median counts.
const RUNS: u64 = 3;
/// Perft counts at the largest depth with at most this many lines.
const MAX_LINES: u64 = 2_000_000;
/// Largest depth of perft.
const MAX_DEPTH: u32 = 30;
/// Steps of the calibration loop.
const CALIBRATION_STEPS: u64 = 1 << 26;

/// Markers around the table on the page.
const BEGIN: &str = "<!-- begin of the table that `cargo xtask measure speed` writes -->";
const END: &str = "<!-- end of the table -->";

/// Figures of a game as they were measured, in work per second of processor time.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Figures {
    game: String,
    /// Steps of the calibration loop per second, in the mean of before and after the measurement.
    calibration: f64,
    playouts: f64,
    moves: f64,
    length: f64,
    /// Depth of perft, its lines, and lines per second.
    perft: Option<(u32, u64, f64)>,
    /// Positions per second of `alphabeta`.
    positions: Option<f64>,
    /// Playouts per second of `mcts`.
    search_playouts: Option<f64>,
    /// Milliseconds to parse the file, to compile it to tables, and to make native code.
    loading: [f64; 3],
}

/// Runs the measurement with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    match measure(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(args: &Args) -> Result<(), String> {
    let unknown = args.games.iter().find(|name| shipped_games().iter().all(|game| game.name != **name));
    if let Some(name) = unknown {
        return Err(format!("no shipped game file is called \"{name}\"; `boardwright games` lists them"));
    }
    let mut known = read_journal(&args.journal)?;
    for shipped in shipped_games() {
        let is_wanted = args.games.is_empty() || args.games.iter().any(|name| name == shipped.name);
        if !is_wanted || (args.games.is_empty() && known.contains_key(shipped.name)) {
            continue;
        }
        eprintln!("{}", shipped.name);
        let figures = measure_game(shipped);
        append(&args.journal, &figures)?;
        known.insert(shipped.name.to_owned(), figures);
    }
    let page = fs::read_to_string(&args.page).map_err(|error| format!("{}: {error}", args.page.display()))?;
    let page = replace_table(&page, &table(&known)).map_err(|reason| format!("{}: {reason}", args.page.display()))?;
    fs::write(&args.page, page).map_err(|error| format!("{}: {error}", args.page.display()))?;
    eprintln!("{} has the table; remove {} to measure anew", args.page.display(), args.journal.display());
    Ok(())
}

fn measure_game(shipped: &ShippedGame) -> Figures {
    let before = calibrate();
    let began = ThreadTime::now();
    let rules = rules(shipped);
    let parsed = began.elapsed();
    let compiled = CompiledGame::new(rules).expect("shipped games are within the limits");
    let tables = began.elapsed();
    compiled.prepare();
    let mut runs: Vec<Playouts> = (1..=RUNS).map(|seed| play(&compiled, seed)).collect();
    runs.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
    let Playouts { per_second, length } = runs[runs.len() / 2];
    // Compilation happens in other threads too, so it is timed by a clock in a process that does nothing else.
    let native = native_code_time(shipped);
    let positions = speed::rate(&compiled, "alphabeta:nodes", SECONDS, |_, choice| choice.nodes);
    let search_playouts = speed::rate(&compiled, "mcts:playouts", SECONDS, |budget, _| budget);
    let loading =
        [parsed.as_secs_f64(), tables.saturating_sub(parsed).as_secs_f64(), native].map(|seconds| 1000.0 * seconds);
    let perft = lines(&compiled);
    Figures {
        game: shipped.name.to_owned(),
        calibration: f64::midpoint(before, calibrate()),
        playouts: per_second,
        moves: per_second * length,
        length,
        perft,
        positions,
        search_playouts,
        loading,
    }
}

/// Steps per second of a loop of dependent multiplications, which depends on nothing but the clock of the processor.
fn calibrate() -> f64 {
    let began = ThreadTime::now();
    let mut value = 1_u64;
    for step in 0..CALIBRATION_STEPS {
        value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ step;
    }
    black_box(value);
    CALIBRATION_STEPS as f64 / began.elapsed().as_secs_f64()
}

struct Playouts {
    per_second: f64,
    /// Mean number of moves.
    length: f64,
}

/// Plays random games for [`SECONDS`] of processor time.
fn play(game: &CompiledGame, seed: u64) -> Playouts {
    let mut tally = PlayoutStatistics::empty(game.players());
    let mut sampler = Sampler::new(game, &game.initial_state(), MAX_MOVES, Pcg64Mcg::seed_from_u64(seed));
    // The first one compiles.
    sampler.run(1, &mut tally).expect("shipped games have no faults");
    let (mut tally, began, mut count) = (PlayoutStatistics::empty(game.players()), ThreadTime::now(), 1);
    while began.elapsed().as_secs_f64() < SECONDS {
        sampler.run(count, &mut tally).expect("shipped games have no faults");
        count = (2 * count).min(1024);
    }
    Playouts { per_second: tally.playouts as f64 / began.elapsed().as_secs_f64(), length: tally.mean_length() }
}

/// Seconds until native code for playouts and for single moves is ready.
fn native_code_time(shipped: &ShippedGame) -> f64 {
    let compiled = game(shipped);
    let began = std::time::Instant::now();
    compiled.prepare();
    let mut tally = PlayoutStatistics::empty(compiled.players());
    let mut sampler = Sampler::new(&compiled, &compiled.initial_state(), 1, Pcg64Mcg::seed_from_u64(1));
    sampler.run(1, &mut tally).expect("shipped games have no faults");
    began.elapsed().as_secs_f64()
}

/// Depth, lines, and lines per second of perft; `None` if chance moves first, or there are too few lines.
fn lines(game: &CompiledGame) -> Option<(u32, u64, f64)> {
    let count = |depth| {
        let began = ThreadTime::now();
        let counted =
            perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| std::ops::ControlFlow::Continue(()));
        Some((depth, counted.ok()?.nodes, began.elapsed().as_secs_f64()))
    };
    let mut last = None;
    for depth in 1..=MAX_DEPTH {
        match count(depth) {
            Some((_, lines, _)) if lines == 0 || lines > MAX_LINES => break,
            Some(counted) => last = Some(counted),
            None => break,
        }
    }
    last.filter(|(_, lines, _)| *lines > 1000).map(|(depth, lines, seconds)| (depth, lines, lines as f64 / seconds))
}

fn read_journal(path: &Path) -> Result<BTreeMap<String, Figures>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let mut known = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        let figures: Figures = serde_json::from_str(line)
            .map_err(|error| format!("{} line {number}: {error}; remove the file to begin anew", path.display()))?;
        known.insert(figures.game.clone(), figures);
    }
    Ok(known)
}

fn append(path: &Path, figures: &Figures) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
    let line = serde_json::to_string(figures).map_err(|error| error.to_string())?;
    writeln!(file, "{line}").map_err(fail)
}

/// The table of all figures, each stated for the median speed of the machine during the run.
fn table(known: &BTreeMap<String, Figures>) -> String {
    let mut speeds: Vec<f64> = known.values().map(|figures| figures.calibration).collect();
    speeds.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (speeds.first(), speeds.last()) else { return String::new() };
    let median = speeds[speeds.len() / 2];
    let mut text = format!(
        "The calibration loop made {:.0} million steps per second in the median, {:.0} to {:.0} million during the run.\n\n\
         | game | playouts/s | moves/s | mean length | perft: depth, lines/s | `alphabeta`: positions/s | `mcts`: playouts/s | \
         parsing, tables, native code in ms |\n|---|---|---|---|---|---|---|---|\n",
        median / 1e6,
        least / 1e6,
        most / 1e6
    );
    for figures in known.values() {
        let scale = median / figures.calibration;
        let rate = |rate: f64| rounded(rate * scale);
        let optional = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), rate);
        let perft =
            figures.perft.map_or_else(|| "-".to_owned(), |(depth, _, lines)| format!("{depth}, {}", rate(lines)));
        let [parsing, tables, native] = figures.loading.map(|milliseconds| milliseconds / scale);
        writeln!(
            text,
            "| {} | {} | {} | {:.1} | {perft} | {} | {} | {parsing:.1}, {tables:.1}, {native:.0} |",
            figures.game,
            rate(figures.playouts),
            rate(figures.moves),
            figures.length,
            optional(figures.positions),
            optional(figures.search_playouts),
        )
        .expect("a string takes any text");
    }
    text
}

/// Three significant digits, in groups of three digits.
fn rounded(value: f64) -> String {
    let digits = value.log10().floor().max(0.0) as i32;
    let unit = 10_f64.powi((digits - 2).max(0));
    let whole = ((value / unit).round() * unit) as u64;
    let text = whole.to_string();
    let mut grouped = String::new();
    for (index, digit) in text.chars().enumerate() {
        if index > 0 && (text.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The page with another table between the markers.
///
/// # Errors
/// If a marker is missing.
fn replace_table(page: &str, table: &str) -> Result<String, String> {
    let missing = |marker: &str| format!("the line \"{marker}\" is missing");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(|| missing(BEGIN))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| missing(END))?;
    Ok(format!("{before}{BEGIN}\n\n{table}\n{END}{after}"))
}
