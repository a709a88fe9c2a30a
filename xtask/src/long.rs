//! Tasks that take minutes to hours: fuzzing, long comparisons and measurements. The programs that they start resume where
//! they were interrupted.

use std::process::ExitCode;

use crate::cargo_call::{CargoCall, Outcome};
use crate::{HELP, packages};

/// Runs one fuzz target. `cargo fuzz` keeps the inputs that it finds, so the next run continues with them.
pub fn fuzz(arguments: &[String]) -> ExitCode {
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
    let call = run.with([target.clone()]).with(folders).with(limits);
    call.run().into()
}

/// Counts the published values that take too long for the tests.
pub fn truths() -> ExitCode {
    let count = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "truths"]);
    count.run().into()
}

/// Runs the soak test of a simulated arm.
pub fn soak() -> ExitCode {
    let play = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "soak"]);
    play.run().into()
}

/// Measures perception in simulation for hours, single pictures or whole games; the deadlines of players, or the speed of all games.
pub fn measure(what: Option<&str>, arguments: Vec<String>) -> ExitCode {
    let example = match what {
        Some("deadlines") => return bench("deadlines", arguments),
        Some("speed") => return bench("tables", arguments),
        Some("vision") => "measure-vision",
        Some("films") => "measure-films",
        Some("loop") => "measure-loop",
        Some("distortions") => "measure-distortions",
        _ => {
            eprintln!("`cargo xtask measure` needs one of vision, films, loop, distortions, deadlines or speed");
            return ExitCode::from(2);
        }
    };
    let run = CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-table", "--example", example]);
    run.with(["--".to_owned()]).with(arguments).run().into()
}

/// Renders films of games for the tests of the camera; installs POV-Ray where that is possible.
pub fn render(arguments: Vec<String>) -> ExitCode {
    packages::prepare_for_rendering();
    let run =
        CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-table", "--example", "render"]);
    run.with(["--".to_owned()]).with(arguments).run().into()
}

/// Runs a measurement of the benchmarks.
fn bench(name: &str, arguments: Vec<String>) -> ExitCode {
    let bench = CargoCall::cargo(["bench", "--quiet", "--package", "boardwright-benches", "--bench", "measure"]);
    bench.with(vec!["--".to_owned(), name.to_owned()]).with(arguments).run().into()
}

/// Builds the program, then runs the test that kills long tournaments.
pub fn kills() -> ExitCode {
    let build = CargoCall::cargo(["build", "--quiet", "--release", "--package", "boardwright"]);
    if build.run() != Outcome::Done {
        return ExitCode::FAILURE;
    }
    CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "kills"]).run().into()
}

/// Compares the forms of games along random plies.
pub fn plies(arguments: Vec<String>) -> ExitCode {
    let compare =
        CargoCall::cargo(["run", "--quiet", "--release", "--package", "boardwright-tests", "--bin", "plies", "--"]);
    compare.with(arguments).run().into()
}
