//! Draw offers, hints, clocks and interruption in `play`.

use std::fs;

use crate::common::{RunResult, answer, boardwright, objects, parse_lines, run, run_command};
use serde_json::json;

/// Plays with the given keyboard input.
fn play_with_input(args: &[&str], text: &str) -> RunResult {
    run_command(boardwright(args).write_stdin(text))
}

fn assert_output(ran: &RunResult, said: &[&str]) {
    for said in said {
        assert!(ran.out.contains(said), "{said} in {}", ran.out);
    }
}

#[test]
fn a_draw_is_agreed_between_people() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let args = ["play", "nim", "--players", "human,human", "--record", path.to_str().unwrap()];
    let typed = play_with_input(&args, "draw it\ndraw\nmaybe\nno\ndraw\n1\ndraw\nyes\n");
    assert_eq!(typed.code, 0, "{typed:?}");
    assert_output(
        &typed,
        &["type draw alone", "First (player 1) offers a draw\nSecond, do you accept the draw, yes or no? "],
    );
    assert_output(&typed, &["Second (player 2) declines", "it was declined before this move already"]);
    assert_output(&typed, &["Second (player 2) offers a draw", "First (player 1) accepts", "a draw by agreement"]);
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    let end = json!({"type": "end", "reason": "agreement", "outcome": {"winner": 0}, "scores": [0, 0]});
    assert_eq!((record.len(), record.last()), (3, Some(&end)));
    assert!(answer(&["replay", path.to_str().unwrap()]).contains("1 move, a draw by agreement"));
}

#[test]
fn computers_decline_draws_and_a_single_player_has_no_opponent() {
    let nim = play_with_input(&["play", "nim", "--seed", "1"], "draw\nquit\n");
    assert_output(&nim, &["Second (player 2) declines", "the game is left as it stands"]);
    let puzzle = play_with_input(&["play", "puzzle8"], "draw\nquit\n");
    assert_output(&puzzle, &["there is no opponent to agree with"]);
}

#[test]
fn a_player_gives_hints() {
    // Crosses has two in the top row, so the hint completes the row.
    let args = ["play", "tic-tac-toe", "--line", "s(1,1);s(1,2);s(2,1);s(2,2)", "--hint", "minimax:depth=2"];
    let hinted = play_with_input(&args, "hint\nhint 2\nquit\n");
    assert_eq!(hinted.code, 0, "{hinted:?}");
    assert_output(&hinted, &["hint: c1, worth +", "type hint alone, without anything after it"]);
    let wrong = play_with_input(&["play", "pig", "--hint", "minimax"], "hint\nquit\n");
    assert_output(&wrong, &["there is no hint: minimax does not play games with chance"]);
    let wrong = run(&["play", "nim", "--hint", "minmax"]);
    assert_eq!((wrong.code, wrong.err.as_str()), (2, "error: unknown player \"minmax\", did you mean \"minimax\"?\n"));
}

#[test]
fn clocks_are_shown_and_decide_games() {
    let shown = play_with_input(&["play", "nim", "--time", "6000+2"], "quit\n");
    assert_output(&shown, &["time: 6000.0 s are left"]);
    let lost = ["play", "nim", "--players", "random,random", "--time", "0", "--seed", "1"];
    let said = answer(&lost);
    let late = "First (player 1) has no time left, and the move \"";
    assert!(said.contains(late) && said.contains("\" came too late: Second (player 2) wins"), "{said}");
    let record = objects(&lost);
    assert_eq!((&record[1]["reason"], &record[1]["by"]), (&json!("time"), &json!(1)));
    // There is no keyboard input; the clock alone ends the game.
    let waiting = run_command(boardwright(&["play", "nim", "--time", "0/move"]).write_stdin(""));
    assert_output(&waiting, &["First (player 1) has no time left"]);
    let noted = answer(&["play", "nim", "--players", "random,random", "--time", "0/move", "--late", "noted"]);
    assert!(
        noted.contains("First (player 1) has exceeded the time by 0.0 s") && noted.contains("the game is over"),
        "{noted}"
    );
    let wrong = run(&["play", "nim", "--time", "soon"]);
    assert!(wrong.code == 2 && wrong.err.contains("300+2 for an increment"), "{}", wrong.err);
}

#[test]
fn a_repeated_position_is_a_draw_on_request() {
    let args = ["play", "lines-of-action", "--players", "random,random", "--max-moves", "400", "--repetition", "2"];
    let ends: Vec<_> = (1..5).map(|seed: u64| objects(&[&args[..], &["--seed", &seed.to_string()]].concat())).collect();
    let repeated = ends.iter().find(|record| record.last().unwrap()["reason"] == "repetition");
    let end = repeated.unwrap_or_else(|| panic!("no game of {ends:?}")).last().unwrap();
    assert_eq!(end["outcome"], json!({"winner": 0}));
    assert_eq!(run(&["play", "nim", "--repetition", "1"]).code, 2);
}

#[cfg(unix)]
mod interrupt {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// Starts the program and waits until it has printed `said`.
    fn start_and_wait_for(args: &[&str], typed: &str, said: &str) -> Child {
        let mut command = Command::new(crate::PROGRAM);
        let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(typed.as_bytes()).unwrap();
        let out = child.stdout.as_mut().unwrap();
        assert!(BufReader::new(out).lines().any(|line| line.unwrap().contains(said)), "{said}");
        child
    }

    /// Sends an interrupt as Ctrl-C does, and returns the exit status.
    fn interrupted(mut child: Child) -> Option<i32> {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        // The rest of the output is read so that the program does not block; its input stays open.
        let mut rest = String::new();
        std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut rest).unwrap();
        assert!(rest.contains("interrupted: the game is left as it stands"), "{rest}");
        child.wait().unwrap().code()
    }

    fn assert_record(file: &str, moves: usize) {
        let record = parse_lines(&fs::read_to_string(file).unwrap());
        assert_eq!(record.len(), moves + 2, "{record:?}");
        assert_eq!(record.last().unwrap()["reason"], "stopped");
        assert!(answer(&["replay", file]).contains("not played to the end"));
    }

    #[test]
    fn an_interrupt_during_a_search_leaves_a_complete_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let file = path.to_str().unwrap();
        let players = "human,monte-carlo:seconds=80000";
        let args = ["play", "connect-four", "--players", players, "--record", file];
        let child = start_and_wait_for(&args, "1\n", "1. Red (player 1): ");
        assert_eq!(interrupted(child), Some(0));
        assert_record(file, 1);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no journal stays behind");
    }

    #[test]
    fn an_interrupt_at_the_prompt_leaves_a_complete_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let file = path.to_str().unwrap();
        let child = start_and_wait_for(&["play", "nim", "--seed", "1", "--record", file], "names\n", "  1) ");
        assert_eq!(interrupted(child), Some(0));
        assert_record(file, 0);
    }
}
