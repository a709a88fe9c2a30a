//! What `play` can do besides making moves: draws, hints, clocks, and being interrupted.

use std::fs;

use crate::common::{Ran, answer, boardwright, objects, parsed, ran, run};
use serde_json::json;

/// Plays with what a person types.
fn typed(args: &[&str], text: &str) -> Ran {
    ran(boardwright(args).write_stdin(text))
}

fn has(ran: &Ran, said: &[&str]) {
    for said in said {
        assert!(ran.out.contains(said), "{said} in {}", ran.out);
    }
}

#[test]
fn a_draw_is_agreed_between_people() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let args = ["play", "nim", "--players", "human,human", "--record", path.to_str().unwrap()];
    let typed = typed(&args, "draw it\ndraw\nmaybe\nno\ndraw\n1\ndraw\nyes\n");
    assert_eq!(typed.code, 0, "{typed:?}");
    has(&typed, &["type draw alone", "First (player 1) offers a draw\nSecond, do you accept the draw, yes or no? "]);
    has(&typed, &["Second (player 2) declines", "it was declined before this move already"]);
    has(&typed, &["Second (player 2) offers a draw", "First (player 1) accepts", "a draw by agreement"]);
    let record = parsed(&fs::read_to_string(&path).unwrap());
    let end = json!({"type": "end", "reason": "agreement", "outcome": {"winner": 0}, "scores": [0, 0]});
    assert_eq!((record.len(), record.last()), (3, Some(&end)));
    assert!(answer(&["replay", path.to_str().unwrap()]).contains("1 move, a draw by agreement"));
}

#[test]
fn who_knows_no_better_declines_and_who_plays_alone_has_nobody_to_ask() {
    let nim = typed(&["play", "nim", "--seed", "1"], "draw\nquit\n");
    has(&nim, &["Second (player 2) declines", "the game is left as it stands"]);
    let puzzle = typed(&["play", "puzzle8"], "draw\nquit\n");
    has(&puzzle, &["there is nobody to agree with"]);
}

#[test]
fn a_player_gives_hints() {
    // Crosses have two in the top row, so the hint is to fill it.
    let args = ["play", "tic-tac-toe", "--line", "s(1,1);s(1,2);s(2,1);s(2,2)", "--hint", "minimax:depth=2"];
    let hinted = typed(&args, "hint\nhint 2\nquit\n");
    assert_eq!(hinted.code, 0, "{hinted:?}");
    has(&hinted, &[" s(3,1), worth +", "type hint alone, nothing goes after it"]);
    let wrong = typed(&["play", "pig", "--hint", "minimax"], "hint\nquit\n");
    has(&wrong, &["there is no hint: minimax does not play games with chance"]);
    let wrong = run(&["play", "nim", "--hint", "minmax"]);
    assert_eq!((wrong.code, wrong.err.as_str()), (2, "error: unknown player \"minmax\", did you mean \"minimax\"?\n"));
}

#[test]
fn clocks_are_shown_and_lost_by() {
    let shown = typed(&["play", "nim", "--time", "6000+2"], "quit\n");
    has(&shown, &["time: 6000.0 s are left"]);
    let lost = ["play", "nim", "--players", "random,random", "--time", "0", "--seed", "1"];
    assert!(answer(&lost).contains("First (player 1) has no time left: Second (player 2) wins"));
    let record = objects(&lost);
    assert_eq!((&record[1]["reason"], &record[1]["by"]), (&json!("time"), &json!(1)));
    // Nobody types anything here; the clock alone ends it.
    let waiting = ran(boardwright(&["play", "nim", "--time", "0/move"]).write_stdin(""));
    has(&waiting, &["First (player 1) has no time left"]);
    let noted = answer(&["play", "nim", "--players", "random,random", "--time", "0/move", "--late", "noted"]);
    assert!(
        noted.contains("First (player 1) has taken 0.0 s too much") && noted.contains("the game is over"),
        "{noted}"
    );
    let wrong = run(&["play", "nim", "--time", "soon"]);
    assert!(wrong.code == 2 && wrong.err.contains("300+2 for an increment"), "{}", wrong.err);
}

#[test]
fn a_position_that_stands_again_is_a_draw_if_that_is_asked_for() {
    let args = ["play", "alquerque", "--players", "random,random", "--max-moves", "400", "--repetition", "2"];
    let ends: Vec<_> = (1..5).map(|seed: u64| objects(&[&args[..], &["--seed", &seed.to_string()]].concat())).collect();
    let repeated = ends.iter().find(|record| record.last().unwrap()["reason"] == "repetition");
    let end = repeated.unwrap_or_else(|| panic!("no game of {ends:?}")).last().unwrap();
    assert_eq!(end["outcome"], json!({"winner": 0}));
    assert_eq!(run(&["play", "nim", "--repetition", "1"]).code, 2);
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// The program with these arguments once it has said `said`.
    fn started(args: &[&str], typed: &str, said: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
        let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(typed.as_bytes()).unwrap();
        let out = child.stdout.as_mut().unwrap();
        assert!(BufReader::new(out).lines().any(|line| line.unwrap().contains(said)), "{said}");
        child
    }

    /// Interrupts it as Ctrl-C does, and gives its exit status.
    fn interrupted(mut child: Child) -> Option<i32> {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        // What it still says must not stop it; its input stays open.
        let mut rest = String::new();
        std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut rest).unwrap();
        assert!(rest.contains("interrupted: the game is left as it stands"), "{rest}");
        child.wait().unwrap().code()
    }

    fn holds(file: &str, moves: usize) {
        let record = parsed(&fs::read_to_string(file).unwrap());
        assert_eq!(record.len(), moves + 2, "{record:?}");
        assert_eq!(record.last().unwrap()["reason"], "stopped");
        assert!(answer(&["replay", file]).contains("not played to the end"));
    }

    #[test]
    fn while_a_player_thinks_the_record_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let file = path.to_str().unwrap();
        let players = "human,monte-carlo:seconds=80000";
        let args = ["play", "connect-four", "--players", players, "--record", file];
        let child = started(&args, "1\n", "1. Red (player 1): ");
        assert_eq!(interrupted(child), Some(0));
        holds(file, 1);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no journal stays behind");
    }

    #[test]
    fn while_a_person_thinks_it_is_so_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let file = path.to_str().unwrap();
        let child = started(&["play", "nim", "--seed", "1", "--record", file], "names\n", "  1) ");
        assert_eq!(interrupted(child), Some(0));
        holds(file, 0);
    }
}
