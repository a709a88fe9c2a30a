//! `cargo xtask`: installs what the project needs, then runs or tests it.
//!
//! It starts other programs and contains no game logic. It depends on the standard library only, so that it
//! builds quickly on a machine that has nothing but Rust.

mod cargo_call;
mod packages;

use std::io::IsTerminal;
use std::process::ExitCode;

use cargo_call::{CargoCall, Outcome};

const HELP: &str = "\
cargo xtask run [ARGUMENTS]   build the program and start it; without arguments: open the window, or play a game at the
                              terminal if there is no screen; with camera support if OpenCV is or can be installed
cargo xtask test              check format and lints, then run all tests; installs external programs for the tests where
                              apt-get can do that
cargo xtask fuzz TARGET [S]   run the target of fuzz/fuzz_targets for S seconds (60), starting from the inputs of earlier
                              runs
cargo xtask plies [N]         compare the forms of games along N plies (10 million) of generated files; continues where
                              the last run stopped
cargo xtask kills             play tournaments of 200,000 games and kill them twenty times; takes some minutes
cargo xtask soak              play a hundred games of each game that fits on a table with a simulated arm; continues where
                              the last run stopped
cargo xtask measure vision    read boards, moves and hands in thousands of synthetic images; continues where the last run
                              stopped
cargo xtask measure loop      play whole games with a simulated person, camera and arm; continues where the last run stopped
cargo xtask measure distortions FILE
                              read boards in images with one distortion at a time; writes sample images to FILE, a JPEG
cargo xtask measure deadlines [FOLDER...]
                              measure how late a player answers in the shipped games and the game files of the folders;
                              `--player SPEC` and `--plies N,N` choose the player and the positions
cargo xtask random-games [N]  check N random games (20,000) of each game written in Rust against a second implementation, and
                              of each game file with hidden information for secrets that a player learns
cargo xtask truths            count published values that take too long for the tests; continues where the last run stopped
";

/// Optional features of the program.
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
        Some("random-games") => random_games(arguments.next().as_deref()),
        Some("plies") => plies(arguments.collect()),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            match other {
                Some(unknown) => eprintln!("unknown task \"{unknown}\"; the tasks are:\n\n{HELP}"),
                None => eprintln!("no task given; the tasks are:\n\n{HELP}"),
            }
            ExitCode::from(2)
        }
    }
}

/// Builds the program in release mode and starts it.
fn run(mut arguments: Vec<String>) -> ExitCode {
    if arguments.is_empty() {
        let screen =
            ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|set| !set.is_empty()));
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        arguments = default_arguments(screen, person).iter().copied().map(String::from).collect();
        eprintln!("boardwright {}", arguments.join(" "));
    }
    let mut build = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright"]);
    if packages::prepare_for_cameras() {
        build = build.with(vec!["--features".to_owned(), CAMERA.to_owned()]);
    }
    status(build.with(vec!["--".to_owned()]).with(arguments).run())
}

/// Default command of `cargo xtask run`: the window if there is a screen; otherwise a game against a person at a terminal, or
/// a game between random players.
fn default_arguments(screen: bool, person: bool) -> &'static [&'static str] {
    match (screen, person) {
        (true, _) => &["gui"],
        (false, true) => &["play", "connect-four", "--players", "human,portfolio:level=4"],
        (false, false) => &["play", "connect-four", "--players", "random,random"],
    }
}

/// Checks everything required before a change is merged. The tests come last, so that their summary ends the output.
fn test() -> ExitCode {
    let mut failed = Vec::new();
    if has_component("fmt", "rustfmt") {
        let check = CargoCall::cargo(["fmt", "--all", "--check"]);
        eprintln!("== {check}");
        if check.run() != Outcome::Done {
            failed.push("rustfmt");
        }
    }
    packages::prepare_for_tests();
    // All steps use the same features, so that nothing is built twice.
    let everything = if packages::prepare_for_cameras() { format!("{QUEUE},{CAMERA}") } else { QUEUE.to_owned() };
    let mut tests = CargoCall::cargo(["test", "--workspace", "--no-fail-fast", "--features", &everything]);
    if has_component("clippy", "clippy") {
        let build = CargoCall::cargo(["test", "--workspace", "--features", &everything, "--all-targets", "--no-run"])
            .with_clippy();
        eprintln!("== {build}, with clippy");
        if build.run() == Outcome::Done {
            tests = tests.with_clippy();
        } else {
            failed.push("clippy");
        }
    }
    eprintln!("== {tests}");
    let outcome = tests.run();
    if !failed.is_empty() {
        eprintln!("\nbefore the tests: {} failed", failed.join(" and "));
    }
    match outcome {
        Outcome::Done if failed.is_empty() => ExitCode::SUCCESS,
        Outcome::Failed(status) => status,
        Outcome::Done | Outcome::Missing => ExitCode::FAILURE,
    }
}

/// `true` if a cargo sub-command is installed; otherwise prints how to install it.
fn has_component(command: &str, component: &str) -> bool {
    let has = CargoCall::has_subcommand(command);
    if !has {
        eprintln!(
            "{component} is not installed, its check is skipped; install it with `rustup component add {component}`"
        );
    }
    has
}

/// Runs one fuzz target. `cargo fuzz` keeps the inputs that it finds, so the next run continues with them.
fn fuzz(arguments: &[String]) -> ExitCode {
    let (target, seconds) = match arguments {
        [target] => (target, "60"),
        [target, seconds] if seconds.parse::<u32>().is_ok() => (target, seconds.as_str()),
        _ => {
            eprintln!("fuzz needs a target, and optionally a number of seconds\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let run = CargoCall::cargo(["fuzz", "run", "--sanitizer", "none"]);
    if !CargoCall::has_subcommand("fuzz") {
        eprintln!("installing cargo-fuzz");
        if CargoCall::cargo(["install", "--locked", "cargo-fuzz"]).run() != Outcome::Done {
            return ExitCode::FAILURE;
        }
    }
    let folders = [format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}")];
    // libFuzzer writes new inputs to the first folder, which must exist.
    if let Err(error) = std::fs::create_dir_all(&folders[0]) {
        eprintln!("{} cannot be created: {error}", folders[0]);
        return ExitCode::FAILURE;
    }
    let limits = ["--".to_owned(), format!("-max_total_time={seconds}"), "-timeout=20".to_owned()];
    let call = run.with(vec![target.clone()]).with(folders.to_vec()).with(limits.to_vec());
    status(call.run())
}

/// Counts the published values that take too long for the tests.
fn truths() -> ExitCode {
    let count = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "truths"]);
    status(count.run())
}

/// Variables that set the number of random games of a test.
const RANDOM_GAMES: [&str; 3] = ["CARCASSONNE_GAMES", "HIDDEN_GAMES", "HOLDEM_HANDS"];

/// Runs the tests with random games at length.
fn random_games(count: Option<&str>) -> ExitCode {
    let count = count.unwrap_or("20000");
    if count.parse::<u64>().is_err() {
        eprintln!("\"{count}\" is not a number of games");
        return ExitCode::from(2);
    }
    let tests = CargoCall::cargo([
        "test",
        "--release",
        "--package",
        "boardwright-tests",
        "--test",
        "games",
        "random_",
        "--",
        "--nocapture",
    ]);
    let tests = RANDOM_GAMES.into_iter().fold(tests, |tests, name| tests.with_variable(name, count.to_owned()));
    status(tests.run())
}

/// Runs the soak test of a simulated arm.
fn soak() -> ExitCode {
    let play = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "soak"]);
    status(play.run())
}

/// Measures perception in simulation for hours, single pictures or whole games; or the deadlines of players.
fn measure(what: Option<&str>, arguments: Vec<String>) -> ExitCode {
    let example = match what {
        Some("deadlines") => {
            let bench =
                CargoCall::cargo(["bench", "--quiet", "--package", "boardwright-benches", "--bench", "deadlines"]);
            return status(bench.with(vec!["--".to_owned()]).with(arguments).run());
        }
        Some("vision") => "measure-vision",
        Some("loop") => "measure-loop",
        Some("distortions") => "measure-distortions",
        _ => {
            eprintln!("`cargo xtask measure` needs one of vision, loop, distortions or deadlines");
            return ExitCode::from(2);
        }
    };
    let run = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-table", "--example", example]);
    status(run.with(vec!["--".to_owned()]).with(arguments).run())
}

/// Builds the program, then runs the test that kills long tournaments.
fn kills() -> ExitCode {
    let build = CargoCall::cargo(["build", "--quiet", "--release", "--package", "boardwright"]);
    if build.run() != Outcome::Done {
        return ExitCode::FAILURE;
    }
    status(CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "kills"]).run())
}

/// Compares the forms of games along random plies.
fn plies(arguments: Vec<String>) -> ExitCode {
    let compare =
        CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "plies", "--"]);
    status(compare.with(arguments).run())
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
    use super::default_arguments;

    #[test]
    fn without_a_terminal_no_person_plays() {
        assert!(!default_arguments(false, false).iter().any(|word| word.contains("human")));
        assert!(default_arguments(false, true).iter().any(|word| word.contains("human")));
        assert_eq!(default_arguments(true, true), ["gui"]);
    }
}
