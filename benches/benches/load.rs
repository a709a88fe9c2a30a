//! Benchmark of loading: parsing each shipped game file, compiling it, generating native code, and the memory used by each. Then the same
//! for large boards and large files.
//!
//!     cargo bench -p boardwright-benches --bench load [GAME]

use std::sync::Arc;
use std::time::Instant;

use allocation_counter::measure;
use boardwright_compiler::game::CompiledGame;
use boardwright_games::{ShippedFiles, shipped_game, shipped_games};
use boardwright_lang::{LoadRequest, Source, load_with};
use boardwright_rules::RuleSet;
use boardwright_tests::large_games::large_games;

/// Number of times that each game is loaded.
const TURNS: usize = 9;

/// A game to load, with values of its options.
struct GameToLoad {
    name: String,
    source: Source,
    options: Vec<(String, String)>,
}

/// Measured cost.
struct Cost {
    /// Milliseconds for parsing, compiling, native code for playouts, and native code for single moves: the minimum of all turns, because
    /// interference only slows down.
    times: [f64; 4],
    /// `true` if there is native code.
    machine: bool,
    /// Retained bytes, and peak of the allocated bytes.
    retained_bytes: i64,
    peak_bytes: u64,
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let files: Vec<GameToLoad> = files()
        .into_iter()
        .filter(|file| names.is_empty() || names.iter().any(|word| file.name.starts_with(word)))
        .collect();
    let mut costs: Vec<Cost> = files
        .iter()
        .map(|_| Cost { times: [f64::INFINITY; 4], machine: false, retained_bytes: 0, peak_bytes: 0 })
        .collect();
    // Turns alternate, so that each file gets its share of quiet machine time.
    for _ in 0..TURNS {
        for (file, cost) in files.iter().zip(&mut costs) {
            measure_once(file, cost);
        }
    }
    println!("Milliseconds, the least of {TURNS} turns; memory in MiB, retained and at most during loading.\n");
    println!("| game | parsing | compiled form | for playouts | for single moves | memory | at most |");
    println!("|---|---|---|---|---|---|---|");
    for (file, cost) in files.iter().zip(costs) {
        let [reading, portable, playouts, steps] = cost.times;
        let has_native_code = |time: f64| if cost.machine { format!("{time:.1}") } else { "-".to_owned() };
        let mebibytes = |bytes: f64| bytes / f64::from(1 << 20);
        println!(
            "| {} | {reading:.1} | {portable:.1} | {} | {} | {:.1} | {:.1} |",
            file.name,
            has_native_code(playouts),
            has_native_code(steps),
            mebibytes(cost.retained_bytes as f64),
            mebibytes(cost.peak_bytes as f64),
        );
    }
}

/// The shipped games, and large variants.
fn files() -> Vec<GameToLoad> {
    let small = shipped_games().iter().map(|game| GameToLoad {
        name: game.name.to_owned(),
        source: game.source(),
        options: Vec::new(),
    });
    let wide = ["gomoku", "hex", "reversi"].map(|name| GameToLoad {
        name: format!("{name}:size=26"),
        source: shipped_game(name).expect("it ships").source(),
        options: vec![("size".to_owned(), "26".to_owned())],
    });
    let large = large_games().map(|(name, source)| GameToLoad { name: name.to_owned(), source, options: Vec::new() });
    small.chain(wide).chain(large).collect()
}

/// Loads a game once more.
fn measure_once(file: &GameToLoad, cost: &mut Cost) {
    let mut game = None;
    let memory = measure(|| {
        let mut began = Instant::now();
        let mut lap = |least: &mut f64| {
            *least = least.min(1000.0 * began.elapsed().as_secs_f64());
            began = Instant::now();
        };
        let [reading, portable, playouts, steps] = &mut cost.times;
        let rules = read(file);
        lap(reading);
        let compiled = CompiledGame::new(rules).expect("these games are within the limits");
        lap(portable);
        cost.machine = compiled.native_playouts_summary().is_ok();
        lap(playouts);
        cost.machine |= compiled.native_moves_summary().is_ok();
        lap(steps);
        game = Some(compiled);
    });
    cost.retained_bytes = memory.bytes_current;
    cost.peak_bytes = memory.bytes_max;
}

fn read(file: &GameToLoad) -> Arc<RuleSet> {
    let request = LoadRequest { options: &file.options, files: &ShippedFiles, ..LoadRequest::default() };
    load_with(&file.source, &request).rules.expect("these games have no errors")
}
