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
cargo xtask run [ARGUMENTS]   build the program and start it; without arguments: open the window, or play a game at the
                              terminal where there is no screen; with cameras where OpenCV is there or apt-get can install it
cargo xtask test              check format and lints, then run all tests; other programs that tests need are installed
                              where apt-get can do that
cargo xtask fuzz TARGET [S]   fuzz for S seconds (60) with a target of fuzz/fuzz_targets, going on with what earlier
                              runs found
cargo xtask plies [N]         compare the forms of games along N plies (10 million) of files made at random; goes on
                              where it was
cargo xtask kills             play tournaments of 200,000 games and kill them twenty times; some minutes
cargo xtask soak              a hundred games of each game that fits on a table, made by an arm that is not there; goes
                              on where it was
cargo xtask measure vision    read boards, moves and hands in thousands of pictures that are worked out; goes on where it was
cargo xtask measure loop      whole games between a person, a camera, a player and an arm, none of which is there; likewise
cargo xtask measure distortions FILE
                              read boards in pictures with one thing wrong at a time; pictures of that go to the file, a JPEG
cargo xtask truths            count again what is published and takes too long for the tests; goes on where it was
";

/// What is not in every build.
const QUEUE: &str = "boardwright/queue";
const CAMERA: &str = "boardwright/camera";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("run") => run(arguments.collect()),
        Some("test") => test(),
        Some("fuzz") => fuzz(&arguments.collect::<Vec<_>>()),
        Some("kills") => kills(),
        Some("soak") => soak(),
        Some("measure") => measure(arguments.next().as_deref(), arguments.collect()),
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
        let screen =
            ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|set| !set.is_empty()));
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        arguments = main_job(screen, person).iter().copied().map(String::from).collect();
        eprintln!("boardwright {}", arguments.join(" "));
    }
    let mut build = Step::cargo(["run", "--quiet", "--release", "--package", "boardwright"]);
    if packages::for_cameras() {
        build = build.with(vec!["--features".to_owned(), CAMERA.to_owned()]);
    }
    status(build.with(vec!["--".to_owned()]).with(arguments).perform())
}

/// What `cargo xtask run` shows: the window where there is a screen; else a game against a person where there is one, or a game that
/// plays itself.
fn main_job(screen: bool, person: bool) -> &'static [&'static str] {
    match (screen, person) {
        (true, _) => &["gui"],
        (false, true) => &["play", "connect-four", "--players", "human,portfolio:level=4"],
        (false, false) => &["play", "connect-four", "--players", "random,random"],
    }
}

/// Everything that must hold before a change goes in. The tests come last, so that their own summary ends the
/// output.
fn test() -> ExitCode {
    let mut failed = Vec::new();
    if has("fmt", "rustfmt") {
        let check = Step::cargo(["fmt", "--all", "--check"]);
        eprintln!("== {check}");
        if check.perform() != Outcome::Done {
            failed.push("rustfmt");
        }
    }
    packages::for_tests();
    // The same for all steps, so that nothing is built twice.
    let everything = if packages::for_cameras() { format!("{QUEUE},{CAMERA}") } else { QUEUE.to_owned() };
    let mut tests = Step::cargo(["test", "--workspace", "--no-fail-fast", "--features", &everything]);
    if has("clippy", "clippy") {
        let build =
            Step::cargo(["test", "--workspace", "--features", &everything, "--all-targets", "--no-run"]).linted();
        eprintln!("== {build}, with clippy");
        if build.perform() == Outcome::Done {
            tests = tests.linted();
        } else {
            failed.push("clippy");
        }
    }
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

/// Whether a check can be made; if not, how to get it.
fn has(command: &str, component: &str) -> bool {
    let has = Step::has(command);
    if !has {
        eprintln!("{component} is not installed, its check is left out; `rustup component add {component}` gets it");
    }
    has
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
    if !Step::has("fuzz") {
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

/// Has a simulated arm play.
fn soak() -> ExitCode {
    let play = Step::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "soak"]);
    status(play.perform())
}

/// Looks at tables that are not there, for hours: at single pictures, or at whole games.
fn measure(what: Option<&str>, wanted: Vec<String>) -> ExitCode {
    let example = match what {
        Some("vision") => "measure-vision",
        Some("loop") => "measure-loop",
        Some("distortions") => "measure-distortions",
        _ => {
            eprintln!("what shall be measured: `cargo xtask measure` with vision, loop or distortions?");
            return ExitCode::from(2);
        }
    };
    let run = Step::cargo(["run", "--quiet", "--release", "--package", "boardwright-table", "--example", example]);
    status(run.with(vec!["--".to_owned()]).with(wanted).perform())
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
        assert!(!main_job(false, false).iter().any(|word| word.contains("human")));
        assert!(main_job(false, true).iter().any(|word| word.contains("human")));
        assert_eq!(main_job(true, true), ["gui"]);
    }
}
