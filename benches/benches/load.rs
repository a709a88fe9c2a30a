//! What loading costs: reading each shipped game file, compiling it to the portable form, making machine code of that, and the
//! memory that all of it takes. Then the same for large boards and large files.
//!
//!     cargo bench -p boardwright-benches --bench load [GAME]

use std::sync::Arc;
use std::time::Instant;

use allocation_counter::measure;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_games::{ShippedFiles, named, shipped};
use boardwright_lang::{Request, Source, load_with};
use boardwright_tests::large::large;

/// How often each game is loaded.
const TURNS: usize = 9;

/// What is loaded, and the choices for its options.
struct File {
    name: String,
    source: Source,
    options: Vec<(String, String)>,
}

/// What it costs.
struct Cost {
    /// Milliseconds for reading, compiling, machine code for playouts, and machine code for single moves: the least of all
    /// turns, for what else runs on the machine can only add to it.
    times: [f64; 4],
    /// Whether there is machine code.
    machine: bool,
    /// Bytes that are kept, and the most that were allocated at a time.
    kept: i64,
    most: u64,
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let files: Vec<File> = files()
        .into_iter()
        .filter(|file| wanted.is_empty() || wanted.iter().any(|word| file.name.starts_with(word)))
        .collect();
    let mut costs: Vec<Cost> =
        files.iter().map(|_| Cost { times: [f64::INFINITY; 4], machine: false, kept: 0, most: 0 }).collect();
    // In turns, so that each file has its share of the time in which the machine is quiet.
    for _ in 0..TURNS {
        for (file, cost) in files.iter().zip(&mut costs) {
            measured(file, cost);
        }
    }
    println!(
        "Milliseconds, the least of {TURNS} turns; memory in MiB, what is kept and the most while it is loaded.\n"
    );
    println!("| game | reading | portable form | for playouts | for single moves | memory | at most |");
    println!("|---|---|---|---|---|---|---|");
    for (file, cost) in files.iter().zip(costs) {
        let [reading, portable, playouts, steps] = cost.times;
        let machine = |time: f64| if cost.machine { format!("{time:.1}") } else { "-".to_owned() };
        let mebibytes = |bytes: f64| bytes / f64::from(1 << 20);
        println!(
            "| {} | {reading:.1} | {portable:.1} | {} | {} | {:.1} | {:.1} |",
            file.name,
            machine(playouts),
            machine(steps),
            mebibytes(cost.kept as f64),
            mebibytes(cost.most as f64),
        );
    }
}

/// The shipped games, and what is large.
fn files() -> Vec<File> {
    let small =
        shipped().iter().map(|game| File { name: game.name.to_owned(), source: game.source(), options: Vec::new() });
    let wide = ["gomoku", "hex", "reversi"].map(|name| File {
        name: format!("{name}:size=26"),
        source: named(name).expect("it ships").source(),
        options: vec![("size".to_owned(), "26".to_owned())],
    });
    let large = large().map(|(name, source)| File { name: name.to_owned(), source, options: Vec::new() });
    small.chain(wide).chain(large).collect()
}

/// Loads a game once more.
fn measured(file: &File, cost: &mut Cost) {
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
        let compiled = SpecGame::new(rules).expect("these games are within the limits");
        lap(portable);
        cost.machine = compiled.native_summary().is_ok();
        lap(playouts);
        cost.machine |= compiled.steps_summary().is_ok();
        lap(steps);
        game = Some(compiled);
    });
    cost.kept = memory.bytes_current;
    cost.most = memory.bytes_max;
}

fn read(file: &File) -> Arc<RuleSet> {
    let request = Request { options: &file.options, files: &ShippedFiles, ..Request::default() };
    load_with(&file.source, &request).rules.expect("these games have no errors")
}
