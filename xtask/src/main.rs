//! `cargo xtask`: sets up what the project needs, then runs or tests it.
//!
//! It calls other programs and decides nothing about games. It uses the standard library only, so that it is
//! built in a moment on a machine that has nothing but Rust.

mod packages;
mod step;

use std::io::IsTerminal;
use std::process::ExitCode;

use step::{Outcome, Step};

const HELP: &str = "\
cargo xtask run [ARGUMENTS]   build the program and start it; without arguments: play a game
cargo xtask test              check format and lints, then run all tests; other programs that tests need are installed
                              where apt-get can do that
cargo xtask fuzz TARGET [S]   fuzz for S seconds (60) with a target of fuzz/fuzz_targets, going on with what earlier
                              runs found
cargo xtask plies [N]         compare the forms of games along N plies (10 million) of files made at random; goes on
                              where it was
cargo xtask kills             play tournaments of 200,000 games and kill them twenty times; some minutes
cargo xtask truths            count again what is published and takes too long for the tests; goes on where it was
";

/// What is not in every build.
const EVERYTHING: &str = "boardwright/queue";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("run") => run(arguments.collect()),
        Some("test") => test(),
        Some("fuzz") => fuzz(&arguments.collect::<Vec<_>>()),
        Some("kills") => kills(),
        Some("truths") => truths(),
        Some("plies") => plies(arguments.collect()),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            match other {
                Some(unknown) => eprintln!("unknown task \"{unknown}\"; there are:\n\n{HELP}"),
                None => eprintln!("which task? There are:\n\n{HELP}"),
            }
            ExitCode::from(2)
        }
    }
}

/// Builds the program with all optimisation and starts it.
fn run(mut arguments: Vec<String>) -> ExitCode {
    if arguments.is_empty() {
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        arguments = main_job(person).map(String::from).to_vec();
        eprintln!("boardwright {}", arguments.join(" "));
    }
    let build = Step::cargo(["run", "--quiet", "--release", "--package", "boardwright", "--"]).with(arguments);
    status(build.perform())
}

/// What `cargo xtask run` shows: a game against a person where there is one, else a game that plays itself.
fn main_job(person: bool) -> [&'static str; 4] {
    let seats = if person { "human,random" } else { "random,random" };
    ["play", "connect-four", "--players", seats]
}

/// Everything that must hold before a change goes in. The tests come last, so that their own summary ends the
/// output.
fn test() -> ExitCode {
    let checks = [
        (Step::cargo(["fmt", "--all", "--check"]), "rustfmt"),
        (
            Step::cargo(["clippy", "--workspace", "--features", EVERYTHING, "--all-targets", "--quiet"])
                .with(["--", "-D", "warnings"].map(String::from).to_vec()),
            "clippy",
        ),
    ];
    let mut failed = Vec::new();
    for (check, component) in checks {
        if !check.is_installed() {
            eprintln!(
                "{component} is not installed, its check is left out; `rustup component add {component}` gets it"
            );
            continue;
        }
        eprintln!("== {check}");
        if check.perform() != Outcome::Done {
            eprintln!("== {component} found something to mend (above); the tests run all the same");
            failed.push(component);
        }
    }
    packages::install();
    let tests = Step::cargo(["test", "--workspace", "--no-fail-fast", "--features", EVERYTHING]);
    eprintln!("== {tests}");
    let outcome = tests.perform();
    if !failed.is_empty() {
        eprintln!("\nbefore the tests: {} found something to mend", failed.join(" and "));
    }
    match outcome {
        Outcome::Done if failed.is_empty() => ExitCode::SUCCESS,
        Outcome::Failed(status) => status,
        Outcome::Done | Outcome::Missing => ExitCode::FAILURE,
    }
}

/// Fuzzes with one target. `cargo fuzz` keeps the inputs that it finds, so the next run goes on with them.
fn fuzz(arguments: &[String]) -> ExitCode {
    let (target, seconds) = match arguments {
        [target] => (target, "60"),
        [target, seconds] if seconds.parse::<u32>().is_ok() => (target, seconds.as_str()),
        _ => {
            eprintln!("which target, and for how many seconds? {HELP}");
            return ExitCode::from(2);
        }
    };
    let run = Step::cargo(["fuzz", "run", "--sanitizer", "none"]);
    if !run.is_installed() {
        eprintln!("cargo-fuzz is not installed, it will be");
        if Step::cargo(["install", "--locked", "cargo-fuzz"]).perform() != Outcome::Done {
            return ExitCode::FAILURE;
        }
    }
    let folders = [format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}")];
    // The first folder takes what is found, so it must be there.
    if let Err(error) = std::fs::create_dir_all(&folders[0]) {
        eprintln!("{} could not be made: {error}", folders[0]);
        return ExitCode::FAILURE;
    }
    let limits = ["--".to_owned(), format!("-max_total_time={seconds}"), "-timeout=20".to_owned()];
    let call = run.with(vec![target.clone()]).with(folders.to_vec()).with(limits.to_vec());
    status(call.perform())
}

/// Counts the long rows of the tables.
fn truths() -> ExitCode {
    let count = Step::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "truths"]);
    status(count.perform())
}

/// Plays long tournaments that are killed on the way, with the program built beside what kills it.
fn kills() -> ExitCode {
    let build = Step::cargo(["build", "--quiet", "--release", "--package", "boardwright"]);
    if build.perform() != Outcome::Done {
        return ExitCode::FAILURE;
    }
    status(Step::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "kills"]).perform())
}

/// Compares forms along random plies.
fn plies(wanted: Vec<String>) -> ExitCode {
    let compare =
        Step::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "plies", "--"]);
    status(compare.with(wanted).perform())
}

fn status(outcome: Outcome) -> ExitCode {
    match outcome {
        Outcome::Done => ExitCode::SUCCESS,
        Outcome::Failed(status) => status,
        Outcome::Missing => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::main_job;

    #[test]
    fn nobody_is_asked_for_moves_without_a_terminal() {
        assert!(!main_job(false).iter().any(|word| word.contains("human")));
        assert!(main_job(true).iter().any(|word| word.contains("human")));
    }
}
