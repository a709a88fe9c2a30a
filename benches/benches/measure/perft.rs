//! Perft benchmark of the shipped games: move generation and application in the compiled form, in native code, with a transposition
//! table, and on two threads, and of lines without their ends. All counts must be equal.
//!
//!     cargo bench -p boardwright-benches --bench measure -- perft [GAME]

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use boardwright_benches::game;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::perft::{DepthUnit, PerftCount, PerftOptions, count_lines, perft, perft_parallel};
use boardwright_games::{ShippedGame, shipped_games};

/// The depth is the largest one with at most this many lines.
const MAX_LINES: u64 = 2_000_000;
/// Maximum depth.
const MAX_DEPTH: u32 = 30;
/// Repetitions of each measurement; the fastest one counts, because interference only slows down.
const REPETITIONS: usize = 3;
/// Size of the transposition table in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let names = &arguments[1..];
    println!("| game | depth | lines | portable | machine code | only lines | with a table | two threads | both |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for shipped in shipped_games() {
        if names.is_empty() || names.iter().any(|word| word == shipped.name) {
            compare(shipped);
        }
    }
    ExitCode::SUCCESS
}

fn compare(shipped: &ShippedGame) {
    let (portable, prepared) = (game(shipped), game(shipped));
    prepared.prepare();
    let (depth, lines) = depth(&prepared);
    let table = if portable.is_history_dependent() { 0 } else { TABLE_BYTES };
    let by = |threads: usize, table_bytes: usize| {
        rate(lines, || {
            let means = PerftOptions { threads, table_bytes };
            perft_parallel(&prepared, &prepared.initial_state(), depth, means, &mut |_| ControlFlow::Continue(()))
                .expect("shipped games have no faults")
                .nodes
        })
    };
    let only_lines = rate(lines, || {
        count_lines(&prepared, &prepared.initial_state(), depth, &mut |_| ControlFlow::Continue(()))
            .expect("shipped games have no faults")
    });
    let one = rate(lines, || count(&portable, depth).nodes);
    let machine = by(1, 0);
    let (tabled, both) = if table > 0 { (by(1, table), by(2, table)) } else { ("-".to_owned(), "-".to_owned()) };
    let two = by(2, 0);
    println!("| {} | {depth} | {lines} | {one} | {machine} | {only_lines} | {tabled} | {two} | {both} |", shipped.name);
}

fn count(game: &CompiledGame, depth: u32) -> PerftCount {
    perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()))
        .expect("shipped games have no faults")
}

fn depth(game: &CompiledGame) -> (u32, u64) {
    let mut last = (0, 1);
    for depth in 1..=MAX_DEPTH {
        let lines = count(game, depth).nodes;
        if lines == 0 || lines > MAX_LINES {
            break;
        }
        last = (depth, lines);
    }
    last
}

/// Thousands of lines per second.
fn rate(lines: u64, mut count: impl FnMut() -> u64) -> String {
    let times = (0..REPETITIONS).map(|_| {
        let began = Instant::now();
        assert_eq!(count(), lines, "every way counts the same");
        began.elapsed().as_secs_f64()
    });
    let least = times.fold(f64::INFINITY, f64::min);
    format!("{:.0}", lines as f64 / least / 1000.0)
}
