//! Shared helpers of the program tests: running the program and reading its output. It contains no assertions of its own.

use assert_cmd::Command;
use serde_json::Value;

/// The program with arguments, without colours and without existing tables.
pub fn boardwright(args: &[&str]) -> Command {
    let mut command = Command::new(crate::PROGRAM);
    let nothing = concat!(env!("CARGO_TARGET_TMPDIR"), "/nothing-kept");
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", nothing);
    command
}

/// Result of a run.
#[derive(Debug)]
pub struct RunResult {
    /// Exit status.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs a command to its end.
pub fn run_command(command: &mut Command) -> RunResult {
    let output = command.output().expect("the program can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output of the program is UTF-8");
    RunResult { code: output.status.code().expect("it exits"), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program with arguments.
pub fn run(args: &[&str]) -> RunResult {
    run_command(&mut boardwright(args))
}

/// Standard output of a successful run.
pub fn answer(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}: {ran:?}");
    ran.out
}

/// JSON output of a successful run: one object per line.
pub fn objects(args: &[&str]) -> Vec<Value> {
    parse_lines(&answer(&[args, &["--format", "json"]].concat()))
}

/// Parses lines of JSON.
pub fn parse_lines(text: &str) -> Vec<Value> {
    let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    text.lines().map(object).inspect(|value: &Value| assert!(value.is_object(), "{value}")).collect()
}

/// Names of all shipped games.
pub fn games() -> Vec<String> {
    let name = |game: &Value| game["name"].as_str().expect("a name").to_owned();
    objects(&["games"]).iter().map(name).collect()
}

/// A nim game file in which a move divides by the number of matches above: taking the topmost match is a fault.
pub fn broken_nim() -> String {
    let nim = boardwright_games::shipped_game("nim").expect("nim ships");
    let text = std::str::from_utf8(nim.text).expect("game files that ship are UTF-8");
    let broken = text.replacen("followup = ", "award = 1 / (2 - $I)\nfollowup = ", 1);
    assert_ne!(text, broken, "nim has a followup");
    broken
}
