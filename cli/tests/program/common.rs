//! What all tests of the program share: running it, and reading what it says. It checks nothing itself.

use assert_cmd::Command;
use serde_json::Value;

/// The program with these arguments, without colours and without tables that somebody kept.
pub fn boardwright(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    let nothing = concat!(env!("CARGO_TARGET_TMPDIR"), "/nothing-kept");
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", nothing);
    command
}

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    /// The exit status.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs a command to its end.
pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what the program says is UTF-8");
    Ran { code: output.status.code().expect("it exits"), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program with these arguments.
pub fn run(args: &[&str]) -> Ran {
    ran(&mut boardwright(args))
}

/// What the program says when all is well.
pub fn answer(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}: {ran:?}");
    ran.out
}

/// What it says for programs: every line is an object, and nothing else is there.
pub fn objects(args: &[&str]) -> Vec<Value> {
    parsed(&answer(&[args, &["--format", "json"]].concat()))
}

/// Lines of JSON.
pub fn parsed(text: &str) -> Vec<Value> {
    let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    text.lines().map(object).inspect(|value: &Value| assert!(value.is_object(), "{value}")).collect()
}

/// Every game that ships.
pub fn games() -> Vec<String> {
    let name = |game: &Value| game["name"].as_str().expect("a name").to_owned();
    objects(&["games"]).iter().map(name).collect()
}

/// A game file of nim in which taking divides by what is left above: taking the topmost match fails.
pub fn broken_nim() -> String {
    let nim = boardwright_games::named("nim").expect("nim ships");
    let text = std::str::from_utf8(nim.text).expect("game files that ship are UTF-8");
    let broken = text.replacen("followup = ", "award = 1 / (2 - $I)\nfollowup = ", 1);
    assert_ne!(text, broken, "nim has a followup");
    broken
}
