//! The tests with random games at length, one after the other. A journal keeps the names of those that passed, so that an
//! interrupted run goes on with the next one.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::cargo_call::{CargoCall, Outcome};

/// Tests with random games, simulations or deep counts of lines of play: the package, its test binary, and modules.
const TESTS: [(&str, &str, &[&str]); 4] = [
    (
        "boardwright-tests",
        "games",
        &[
            "arbitrary::",
            "battery::",
            "carcassonne::random_games::",
            "hidden_files::",
            "holdem::random_hands::",
            "perft_counts::",
            "reference_implementations::",
        ],
    ),
    ("boardwright-tests", "players", &["every_player::"]),
    ("boardwright-games", "tarok", &["four::", "knowledge::", "random_deals::", "search::"]),
    ("boardwright-table", "simulation", &["arm::", "calibration::", "camera::"]),
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
    let mut tests = Vec::new();
    for (package, binary, modules) in TESTS {
        let list = call(package, binary).with(["--".to_owned(), "--list".to_owned()]).output();
        let Some(list) = list else { return ExitCode::FAILURE };
        let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
        let is_selected = |name: &&str| modules.iter().any(|module| name.starts_with(module));
        tests.extend(names.filter(is_selected).map(|name| (package, binary, name.to_owned())));
    }
    let journal = fs::read_to_string(JOURNAL).unwrap_or_default();
    let mut failed = Vec::new();
    for ((package, binary, test), number) in tests.iter().zip(1..) {
        let entry = format!("{factor}\t{package}\t{test}");
        if journal.lines().any(|line| line == entry) {
            eprintln!("{number} of {}: {test} has passed before", tests.len());
            continue;
        }
        eprintln!("{number} of {}: {test}", tests.len());
        let run = call(package, binary).with(["--", "--exact", test].map(str::to_owned));
        let run = run.with_variable(EFFORT, factor.to_owned());
        if run.run() != Outcome::Done {
            failed.push(test.as_str());
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

/// Runs tests with all optimisations.
fn call(package: &str, binary: &str) -> CargoCall {
    CargoCall::cargo(["test", "--quiet", "--release", "--package", package, "--test", binary])
}

fn append(line: &str) -> std::io::Result<()> {
    fs::create_dir_all(Path::new(JOURNAL).parent().unwrap_or(Path::new(".")))?;
    writeln!(fs::OpenOptions::new().create(true).append(true).open(JOURNAL)?, "{line}")
}
