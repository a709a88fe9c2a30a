//! The tests with random games at length, one after the other. A journal keeps the names of those that passed, so that an
//! interrupted run goes on with the next one.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::cargo_call::{CargoCall, Outcome};

/// Modules of the tests with random games, or with deep counts of lines of play.
const MODULES: [&str; 6] = [
    "arbitrary::",
    "carcassonne::random_games::",
    "hidden_files::",
    "holdem::random_hands::",
    "perft_counts::",
    "reference_implementations::",
];
/// Factor by which more games are played than in a usual run of the tests.
const DEFAULT_FACTOR: &str = "20";
/// Variable that tells the tests the factor.
const EFFORT: &str = "EFFORT";
const JOURNAL: &str = "target/random-games.tsv";

/// Runs the tests that have not passed yet with this factor, or the default one.
pub fn run(factor: Option<&str>) -> ExitCode {
    let factor = factor.unwrap_or(DEFAULT_FACTOR);
    if factor.parse::<u64>().is_err() {
        eprintln!("\"{factor}\" is not a factor: a whole number");
        return ExitCode::from(2);
    }
    let Some(list) = call().with(["--".to_owned(), "--list".to_owned()]).output() else { return ExitCode::FAILURE };
    let is_selected = |name: &&str| MODULES.iter().any(|module| name.starts_with(module));
    let tests: Vec<&str> = list.lines().filter_map(|line| line.strip_suffix(": test")).filter(is_selected).collect();
    let journal = fs::read_to_string(JOURNAL).unwrap_or_default();
    let mut failed = Vec::new();
    for (test, number) in tests.iter().zip(1..) {
        let entry = format!("{factor}\t{test}");
        if journal.lines().any(|line| line == entry) {
            eprintln!("{number} of {}: {test} has passed before", tests.len());
            continue;
        }
        eprintln!("{number} of {}: {test}", tests.len());
        let run = call().with(["--", "--exact", test].map(str::to_owned)).with_variable(EFFORT, factor.to_owned());
        if run.run() != Outcome::Done {
            failed.push(*test);
        } else if let Err(error) = append(&entry) {
            eprintln!("{JOURNAL} cannot be written: {error}");
            return ExitCode::FAILURE;
        }
    }
    match failed.as_slice() {
        [] => {
            eprintln!("all {} tests passed with the factor {factor}; remove {JOURNAL} to begin again", tests.len());
            ExitCode::SUCCESS
        }
        failed => {
            eprintln!("failed: {}", failed.join(", "));
            ExitCode::FAILURE
        }
    }
}

/// Runs tests of whole games with all optimisations.
fn call() -> CargoCall {
    CargoCall::cargo(["test", "--quiet", "--release", "--package", "boardwright-tests", "--test", "games"])
}

fn append(line: &str) -> std::io::Result<()> {
    fs::create_dir_all(Path::new(JOURNAL).parent().unwrap_or(Path::new(".")))?;
    writeln!(fs::OpenOptions::new().create(true).append(true).open(JOURNAL)?, "{line}")
}
