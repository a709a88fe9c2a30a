//! Counting lines of play of the shipped games, as a measure of how fast a search can list and make moves: in the portable form, by
//! machine code, with a table of what is below positions, and on two threads. All must count the same.
//!
//!     cargo bench -p boardwright-benches --bench perft [GAME]

use std::ops::ControlFlow;
use std::time::Instant;

use boardwright_benches::game;
use boardwright_engine::game::Game as _;
use boardwright_engine::perft::{Count, Means, Unit, perft, perft_by};
use boardwright_engine::spec::SpecGame;
use boardwright_games::{Shipped, shipped};

/// The depth is the last with at most so many lines.
const LINES: u64 = 2_000_000;
/// Deepest.
const DEEPEST: u32 = 30;
/// Times that each way is measured; the fastest counts, for others only disturb.
const TIMES: usize = 3;
/// Bytes of a table.
const TABLE: usize = 64 << 20;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("| game | depth | lines | portable | machine code | with a table | two threads | both |");
    println!("|---|---|---|---|---|---|---|---|");
    for shipped in shipped() {
        if wanted.is_empty() || wanted.iter().any(|word| word == shipped.name) {
            compare(shipped);
        }
    }
}

fn compare(shipped: &Shipped) {
    let (portable, prepared) = (game(shipped), game(shipped));
    prepared.prepare();
    let (depth, lines) = depth(&prepared);
    let table = if portable.remembers() { 0 } else { TABLE };
    let by = |threads: usize, table_bytes: usize| {
        rate(lines, || {
            let means = Means { threads, table_bytes };
            perft_by(&prepared, &prepared.start(), depth, means, &mut |_| ControlFlow::Continue(()))
                .expect("shipped games have no faults")
        })
    };
    let one = rate(lines, || count(&portable, depth));
    let machine = if prepared.steps_summary().is_ok() { by(1, 0) } else { "-".to_owned() };
    let (tabled, both) = if table > 0 { (by(1, table), by(2, table)) } else { ("-".to_owned(), "-".to_owned()) };
    println!("| {} | {depth} | {lines} | {one} | {machine} | {tabled} | {} | {both} |", shipped.name, by(2, 0));
}

fn count(game: &SpecGame, depth: u32) -> Count {
    perft(game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(()))
        .expect("shipped games have no faults")
}

fn depth(game: &SpecGame) -> (u32, u64) {
    let mut last = (0, 1);
    for depth in 1..=DEEPEST {
        let lines = count(game, depth).nodes;
        if lines == 0 || lines > LINES {
            break;
        }
        last = (depth, lines);
    }
    last
}

/// Thousands of lines a second.
fn rate(lines: u64, mut way: impl FnMut() -> Count) -> String {
    let times = (0..TIMES).map(|_| {
        let began = Instant::now();
        assert_eq!(way().nodes, lines, "every way counts the same");
        began.elapsed().as_secs_f64()
    });
    let least = times.fold(f64::INFINITY, f64::min);
    format!("{:.0}", lines as f64 / least / 1000.0)
}
