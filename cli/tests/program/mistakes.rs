//! Errors of new users and of machines: each gets a helpful message and the right exit status, and no panic.

use std::fs;
use std::process::Stdio;

use crate::common::{answer, boardwright, objects, run, run_command};

/// Asserts the exit status, an empty standard output, and that the message contains `said`.
#[track_caller]
fn assert_refused(args: &[&str], code: i32, said: &str) {
    let ran = run(args);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {ran:?}");
    assert!(ran.err.contains(said), "{args:?} should say {said:?}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[test]
fn a_wrong_command_line_is_status_2() {
    assert_refused(&["plya", "nim"], 2, "play");
    assert_refused(&["show", "nim", "--lin", "x"], 2, "--line");
    assert_refused(&["show"], 2, "<GAME>");
    assert_refused(&["perft", "nim"], 2, "--depth");
    assert_refused(&["perft", "nim", "--depth", "deep"], 2, "deep");
    assert_refused(&["perft", "nim", "--depth", "-1"], 2, "invalid value '-1' for '--depth <N>'");
    assert_refused(&["bench", "nim", "--seconds", "-1"], 2, "greater than 0");
    assert_refused(&["perft", "nim", "--depth", "2", "--positions", "--turns"], 2, "--turns");
    assert_refused(&["moves", "nim", "--format", "xml"], 2, "xml");
    assert_refused(&["moves", "nim", "--seed", "-1"], 2, "--seed");
    assert_refused(&["bench", "nim", "--seconds", "0"], 2, "greater than 0");
    assert_refused(&["bench", "nim", "--threads", "0"], 2, "--threads");
    assert_refused(&["check"], 2, "<FILE>");
    assert_refused(&["show", "nim:heap=3"], 2, "did you mean \"heaps\"?");
    assert_refused(&["play", "nim", "--players", "human"], 2, "nim has 2 players, but --players names 1");
    assert_refused(&["play", "nim", "--players", "human,randm"], 2, "did you mean \"random\"?");
}

#[test]
fn missing_or_invalid_input_is_status_1() {
    assert_refused(&["show", "no/such.game"], 1, "cannot read no/such.game: it does not exist");
    assert_refused(&["show", "tictactoe"], 1, "did you mean \"tic-tac-toe\"?");
    assert_refused(&["check", "no.game"], 1, "cannot read no.game: it does not exist");
    assert_refused(&["check", "kuhn"], 1, "kuhn is not a game file, there is nothing to check");
    assert_refused(&["replay", "no.jsonl"], 1, "cannot read no.jsonl: it does not exist");
    assert_refused(&["moves", "nim", "--line", "m(1,1) s(1,1) off; m(1,1) s(1,1) off"], 1, "move 2 of the line: ");
    assert_refused(&["show", "nim", "--line", "take all"], 1, "move 1 of the line: ");
}

#[test]
fn a_folder_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_refused(&["show", path], 1, "is a folder; a game file is needed");
    assert_refused(&["check", path], 1, "is a folder; a game file is needed");
    assert_refused(&["replay", path], 1, "it is a folder");
    assert_refused(&["play", "nim", "--record", path], 1, "it is a folder");
}

#[test]
fn a_file_with_errors_is_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.game");
    for (bytes, said) in [(&b"[NONSENSE]\n"[..], "NONSENSE"), (&b"\x00\xff\xfe junk"[..], "error"), (b"", "error")] {
        fs::write(&path, bytes).unwrap();
        assert_refused(&["show", path.to_str().unwrap()], 1, said);
        assert_refused(&["play", path.to_str().unwrap()], 1, said);
    }
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let ran = run(&["check", "no.game", "nim"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "nim.game: nothing is wrong\n"));
}

#[test]
fn an_unwritable_record_is_reported_before_the_game() {
    assert_refused(
        &["play", "nim", "--record", "/no/such/folder/game.jsonl"],
        1,
        "cannot write /no/such/folder/game.jsonl.part: its folder does not exist",
    );
}

#[test]
fn a_file_that_is_no_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let game = r#"{"type":"game","format":1,"game":"nim","name":"nim","hash":null,"players":[],"seed":1}"#;
    for (text, said) in [
        ("", "the record is empty"),
        ("hello\n", "line 1: this is no line of a record"),
        ("{\"type\":\"move\",\"ply\":1,\"player\":1,\"move\":\"a\"}\n", "a record begins with"),
        (&game.replace("\"format\":1", "\"format\":99"), "this program reads formats up to"),
        (game, "made with other rules"),
    ] {
        fs::write(&path, text).unwrap();
        assert_refused(&["replay", path.to_str().unwrap()], 1, said);
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for args in [
        &["games"][..],
        &["show", "nim"],
        &["perft", "tic-tac-toe", "--depth", "5"],
        &["play", "nim", "--players", "random,random"],
        &["check", "nim", "--format", "json"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(crate::PROGRAM);
        let output = command.args(args).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}: {:?}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(crate::PROGRAM);
    let output = command.args(["show", "nim"]).stdout(full()).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the answer"));
}

#[test]
fn an_interrupted_game_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let args = ["play", "nim", "--players", "human,human", "--record", path.to_str().unwrap()];
    let mut command = std::process::Command::new(crate::PROGRAM);
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"m(1,1) s(1,1) off\n").unwrap();
    // The second prompt comes after the first move was stored.
    let mut said = Vec::new();
    let mut out = child.stdout.take().unwrap();
    while !String::from_utf8_lossy(&said).contains("Second: ") {
        let mut byte = [0];
        assert_eq!(std::io::Read::read(&mut out, &mut byte).unwrap(), 1);
        said.extend(byte);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let part = folder.path().join("game.jsonl.part");
    let replayed = run(&["replay", part.to_str().unwrap()]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    assert!(replayed.out.contains("the record holds: 1 move, no end"), "{}", replayed.out);
    // The next game must not change the file.
    let next = run_command(boardwright(&args).write_stdin("quit\n"));
    assert_eq!(next.code, 0, "{next:?}");
    assert!(part.exists() && path.exists());
}

#[test]
fn without_a_command_three_commands_are_suggested() {
    let out = answer(&[]);
    let commands: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("  boardwright ")).collect();
    assert_eq!(commands.len(), 3, "{out}");
    assert!(out.contains("`boardwright --help` lists all commands"), "{out}");
    for command in commands.iter().map(|line| line.split("  ").next().unwrap()) {
        let name = command.split(' ').next().unwrap();
        assert_eq!(run(&[name, "--help"]).code, 0, "{command}");
    }
    assert_eq!(objects(&[]).len(), 3);
    assert_refused(&["--lin"], 2, "--lin");
}

#[test]
fn a_folder_does_not_hide_a_shipped_game() {
    let folder = tempfile::tempdir().unwrap();
    let run_in = |args: &[&str]| run_command(boardwright(args).current_dir(folder.path()));
    for name in ["hex", "pig", "other"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for args in [&["show", "hex"][..], &["show", "hex:size=5"], &["check", "hex"], &["show", "pig"], &["games", "hex"]]
    {
        let ran = run_in(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    }
    let other = run_in(&["show", "other"]);
    assert!(other.code == 1 && other.err.contains("other is a folder; a game file is needed"), "{other:?}");
    // A file of this name still takes precedence.
    fs::write(folder.path().join("reversi"), "[nonsense").unwrap();
    assert_eq!(run_in(&["check", "reversi"]).code, 1);
}

#[test]
fn help_and_version_are_answers() {
    for args in [&["--help"][..], &["--version"], &["play", "--help"], &["eval", "-h"], &["help", "perft"]] {
        let ran = run(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        assert!(!ran.out.is_empty());
    }
}
