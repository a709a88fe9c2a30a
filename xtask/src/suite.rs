//! The checks of the project: format, lints, and tests of all packages or of some. All calls of cargo use the same profile
//! and features as `cargo test -p PACKAGE`, so that nothing is compiled twice.

use std::fmt;
use std::fs;
use std::process::ExitCode;

use crate::cargo_call::{CargoCall, Outcome};
use crate::packages;

/// Number of tests that `--slowest` lists.
const SLOWEST: usize = 20;
/// Report of the last run of cargo-nextest, which its configuration names.
const REPORT: &str = "target/nextest/default/junit.xml";

/// Packages to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All packages.
    Workspace,
    /// These packages.
    Packages(Vec<String>),
}

impl Selection {
    /// Arguments of cargo that select the packages with all optional features that this machine can build.
    fn arguments(&self, has_cameras: bool) -> Vec<String> {
        let mut arguments = match self {
            Self::Workspace => vec!["--workspace".to_owned()],
            Self::Packages(names) => names.iter().flat_map(|name| ["--package".to_owned(), name.clone()]).collect(),
        };
        let mut features = Vec::new();
        // A feature can be named only where its package is selected. Loading OpenCV takes longer than most commands, so the
        // program is tested without it, and with it by a package of its own.
        if has_cameras && self.contains("boardwright-camera-tests") {
            features.push("boardwright-camera-tests/installed");
        }
        let opencv = ["boardwright-opencv", "boardwright-table", "boardwright-gui"];
        if has_cameras && opencv.iter().any(|package| self.contains(package)) {
            features.push("boardwright-opencv/installed");
        }
        if !features.is_empty() {
            arguments.extend(["--features".to_owned(), features.join(",")]);
        }
        arguments
    }

    fn contains(&self, package: &str) -> bool {
        match self {
            Self::Workspace => true,
            Self::Packages(names) => names.iter().any(|name| name == package),
        }
    }
}

/// A check that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The format of a file differs.
    Format,
    /// A target cannot be built.
    Build,
    /// The compiler or a lint warns.
    Lints,
    /// An example in the documentation fails.
    Examples,
    /// A test fails.
    Tests,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "format (`cargo fmt --all` mends it)",
            Self::Build => "build",
            Self::Lints => "lints",
            Self::Examples => "examples in the documentation",
            Self::Tests => "tests",
        })
    }
}

/// The checks with what this machine has.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    has_cameras: bool,
    has_nextest: bool,
}

impl Suite {
    /// Installs what the checks need, as far as possible.
    pub fn prepare() -> Self {
        packages::prepare_for_tests();
        Self { has_cameras: packages::prepare_for_cameras(), has_nextest: CargoCall::has_subcommand("nextest") }
    }

    /// Builds all targets. The compiler of the workspace's crates is clippy, so a warning is a failure.
    pub fn build(self, selection: &Selection) -> Result<(), Failure> {
        has_component("clippy", "clippy");
        let arguments = selection.arguments(self.has_cameras);
        let call = CargoCall::cargo(["test", "--all-targets", "--no-run"]).with(arguments);
        run(&call, Failure::Build)?;
        // Nothing is left to build, and cargo repeats the warnings.
        let messages = call.with(["--quiet".to_owned(), "--message-format=json".to_owned()]).output();
        match messages.as_deref().map_or(0, count_warnings) {
            0 => Ok(()),
            count => {
                eprintln!("{count} warnings (see above)");
                Err(Failure::Lints)
            }
        }
    }

    /// Runs the examples in the documentation.
    pub fn examples(self, selection: &Selection) -> Result<(), Failure> {
        let call = CargoCall::cargo(["test", "--doc", "--no-fail-fast", "--quiet"]);
        run(&call.with(selection.arguments(self.has_cameras)), Failure::Examples)
    }

    /// Runs the tests, side by side if cargo-nextest is installed. Its summary ends the output.
    pub fn tests(self, selection: &Selection) -> Result<(), Failure> {
        let call = if self.has_nextest {
            CargoCall::cargo(["nextest", "run", "--no-fail-fast", "--no-tests", "pass"])
        } else {
            // The examples are tested apart.
            CargoCall::cargo(["test", "--no-fail-fast", "--lib", "--bins", "--tests"])
        };
        run(&call.with(selection.arguments(self.has_cameras)), Failure::Tests)
    }

    /// Prints the slowest tests of the last run.
    pub fn print_slowest(self) {
        match fs::read_to_string(REPORT) {
            Ok(report) if self.has_nextest => {
                eprintln!("\nthe {SLOWEST} slowest tests, in seconds");
                for (seconds, name) in slowest(&report) {
                    eprintln!("{seconds:>8.2}  {name}");
                }
            }
            _ => eprintln!("\nthe times of tests need cargo-nextest: `cargo install --locked cargo-nextest`"),
        }
    }
}

/// Compares the format of all files with that of rustfmt.
pub fn format() -> Result<(), Failure> {
    if !has_component("fmt", "rustfmt") {
        return Ok(());
    }
    run(&CargoCall::cargo(["fmt", "--all", "--check"]), Failure::Format)
}

/// Status of the process after these checks.
pub fn status(failures: &[Failure]) -> ExitCode {
    if failures.is_empty() {
        return ExitCode::SUCCESS;
    }
    let list: Vec<String> = failures.iter().map(Failure::to_string).collect();
    eprintln!("\nfailed: {}", list.join(", "));
    ExitCode::FAILURE
}

fn run(call: &CargoCall, failure: Failure) -> Result<(), Failure> {
    eprintln!("== {call}");
    if call.run() == Outcome::Done { Ok(()) } else { Err(failure) }
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

/// Number of warnings in messages of cargo.
fn count_warnings(messages: &str) -> usize {
    let is_warning = |line: &&str| line.contains("\"compiler-message\"") && line.contains("\"level\":\"warning\"");
    messages.lines().filter(is_warning).count()
}

/// Times in seconds and names of the slowest tests in a report in the `JUnit` format, the slowest first.
fn slowest(report: &str) -> Vec<(f64, String)> {
    let attribute = |element: &str, name: &str| {
        let (_, rest) = element.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    let elements = report.split("<testcase").skip(1).filter_map(|rest| rest.split('>').next());
    let test = |element: &str| {
        let seconds = attribute(element, "time")?.parse().ok()?;
        Some((seconds, format!("{} {}", attribute(element, "classname")?, attribute(element, "name")?)))
    };
    let mut tests: Vec<(f64, String)> = elements.filter_map(test).collect();
    tests.sort_by(|one, other| other.0.total_cmp(&one.0));
    tests.truncate(SLOWEST);
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_tests_are_read_from_a_report() {
        let report = "<testsuites><testsuite name=\"a\">\n\
                      <testcase name=\"m::one\" classname=\"a::b\" timestamp=\"t\" time=\"0.5\"></testcase>\n\
                      <testcase name=\"two\" classname=\"a\" time=\"12.25\"/>\n</testsuite></testsuites>";
        assert_eq!(slowest(report), [(12.25, "a two".to_owned()), (0.5, "a::b m::one".to_owned())]);
        assert!(slowest("").is_empty());
    }

    #[test]
    fn warnings_are_counted() {
        let message = |level: &str| {
            format!(
                "{{\"reason\":\"compiler-message\",\"message\":{{\"level\":\"{level}\",\"message\":\"unused\"}}}}\n"
            )
        };
        let messages = format!("{}{}{{\"reason\":\"build-finished\"}}\n", message("warning"), message("note"));
        assert_eq!(count_warnings(&messages), 1);
    }

    #[test]
    fn features_are_named_only_with_their_packages() {
        let one = Selection::Packages(vec!["boardwright-lang".to_owned()]);
        assert_eq!(one.arguments(true), ["--package", "boardwright-lang"]);
        assert_eq!(Selection::Workspace.arguments(false), ["--workspace"]);
        let all = Selection::Workspace.arguments(true).join(" ");
        assert_eq!(all, "--workspace --features boardwright-camera-tests/installed,boardwright-opencv/installed");
    }
}
