//! `boardwright table`: games on a simulated table with a simulated camera.

use crate::common::{answer, run};
#[cfg(unix)]
use crate::common::{boardwright, run_command};

#[test]
fn a_person_plays_an_arm_through_the_camera() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let path = record.to_str().expect("folders of tests have plain names");
    let table = ["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", "sim", "--arm", "sim"];
    let session = folder.path().join("session");
    let seen = session.to_str().expect("folders of tests have plain names");
    let ran = run(&[&table as &[&str], &["--seed", "3", "--record", path, "--keep", seen]].concat());
    assert!(ran.code == 0 && ran.out.contains("seed 3") && ran.out.contains("what the camera saw is in"), "{ran:?}");
    answer(&["replay", path]);
    // A recorded session can be replayed and is never overwritten; a folder without a session is an error.
    let again = answer(&["camera", "replay", seen, "--notes"]);
    assert!(again.contains("understood: ") && again.contains("0 differ from the recorded readings"), "{again}");
    let ran = run(&[&table as &[&str], &["--keep", seen]].concat());
    assert!(ran.code == 1 && ran.err.contains("sessions are kept in new folders"), "{ran:?}");
    let ran = run(&["camera", "replay", folder.path().to_str().unwrap()]);
    assert!(ran.code == 1 && ran.err.contains("session.jsonl"), "{ran:?}");
    let kept = std::fs::read_to_string(&record).unwrap();
    assert!(kept.contains("\"camera\""), "{kept}");
}

#[test]
fn dice_are_rolled_at_the_table() {
    // A roll that is of no use needs no input: the camera waits only for turns that move a piece.
    let table = ["table", "play", "ludo", "--players", "camera,random", "--camera", "sim", "--arm", "sim"];
    let ran = run(&[&table as &[&str], &["--seed", "1", "--max-moves", "8"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    for part in ["1. chance: the die shows 4", "2. Red (player 1): pass", "6. Red (player 1): bring a man in"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let players = ["--players", "random,random", "--arm", "sim", "--seed", "1", "--max-moves", "5"];
    let ran = run(&[&["play", "backgammon:checkers=3"] as &[&str], &players].concat());
    assert!(ran.code == 0 && (ran.out.clone() + &ran.err).contains("arm: "), "{ran:?}");
}

#[test]
fn without_an_arm_moves_are_requested_and_verified() {
    let table = ["table", "play", "frogs", "--players", "random", "--camera", "sim"];
    let ran = run(&[&table as &[&str], &["--max-moves", "3", "--seed", "1"]].concat());
    assert!(ran.code == 0 && (ran.out + &ran.err).contains("please move the"));
}

#[test]
fn camera_players_need_a_table_and_a_camera() {
    let ran = run(&["play", "nim", "--players", "camera,random"]);
    assert!(ran.code == 2 && ran.err.contains("boardwright table play nim"), "{ran:?}");
    let ran = run(&["table", "play", "nim", "--players", "camera,random", "--camera", "/nowhere/at/all"]);
    assert!(ran.code == 1 && ran.err.contains("/nowhere/at/all"), "{ran:?}");
}

/// Moves that a person types are requested on the table, and verified before the game continues.
#[cfg(unix)]
#[test]
fn a_typed_move_is_requested_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let seen = session.to_str().expect("folders of tests have plain names");
    let table = ["table", "play", "tic-tac-toe", "--players", "human,random", "--camera", "sim", "--max-moves", "2"];
    let typed = run_command(
        boardwright(&[&table as &[&str], &["--seed", "3", "--keep", seen]].concat()).write_stdin("s(2,2)\n"),
    );
    assert_eq!(typed.code, 0, "{typed:?}");
    let output = typed.out.clone() + &typed.err;
    assert!(output.contains("please move the Crosses cross from slot 1 to b2"), "{output}");
    assert!(output.contains("please move the Noughts nought from slot 6 to"), "{output}");
    let again = answer(&["camera", "replay", seen]);
    assert!(again.contains("0 differ from the recorded readings"), "{again}");
}

/// The simulated person, who has begun a move of their own, makes the one that is typed instead.
#[cfg(unix)]
#[test]
fn typed_moves_replace_those_of_the_simulated_person() {
    let played = |args: &[&str], typed: &'static str| {
        let mut command = boardwright(&[&["table", "play"], args, &["--camera", "sim"]].concat());
        let ran = run_command(command.write_stdin(typed).timeout(std::time::Duration::from_mins(2)));
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
        assert!(ran.out.contains("the simulated person takes their own move back"), "{args:?}: {ran:?}");
        assert!(!ran.out.contains("differs from the expected position"), "{args:?}: {ran:?}");
        ran.out
    };
    let two = ["--players", "camera,random", "--max-moves", "2"];
    for (game, seed, typed, made) in [
        ("mill", "3", "1\n", "1. White (player 1): "),
        ("tic-tac-toe", "4", "c3\n", "1. Crosses (player 1): c3"),
        ("draughts", "5", "3\n", "1. "),
        ("halma", "6", "2\n", "1. "),
        ("reversi", "7", "1\n", "1. "),
    ] {
        let out = played(&[&[game, "--seed", seed], &two as &[&str]].concat(), typed);
        assert!(out.contains(made) && out.contains("\n2. ") && out.contains("stopped after 2 moves"), "{game}: {out}");
    }
    // An arm makes the typed moves as well.
    let arm = ["--arm", "sim", "--arm-moves", "all"];
    played(&[&["tic-tac-toe", "--seed", "4"], &two as &[&str], &arm].concat(), "c3\n");
    // A declined draw leaves the begun turn alone, and a move that is taken back is set up again.
    let out = played(&["tic-tac-toe", "--players", "camera,random", "--seed", "4"], "draw\nc3\nundo\na1\nresign\n");
    assert!(out.contains("1. Crosses (player 1): a1") && out.contains("resigns"), "{out}");
}

/// After `table` the arm takes pieces from where they stand.
#[cfg(unix)]
#[test]
fn a_game_goes_on_from_what_stands_on_the_table() {
    let play = ["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", "sim", "--arm", "sim"];
    let mut command = boardwright(&[&play as &[&str], &["--seed", "4"]].concat());
    let ran = run_command(command.write_stdin("c3\ntable\n").timeout(std::time::Duration::from_mins(2)));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("the game goes on from what stands on the table"), "{ran:?}");
    assert!(ran.out.contains("the game is over") && !ran.out.contains("the arm has stopped"), "{ran:?}");
}

/// A pass changes nothing that the camera could see: it is typed.
#[cfg(unix)]
#[test]
fn moves_that_the_camera_cannot_see_are_typed() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("after-you.game");
    std::fs::write(&game, AFTER_YOU).unwrap();
    let path = game.to_str().expect("folders of tests have plain names");
    let args = ["table", "play", path, "--players", "camera,random", "--camera", "sim", "--seed", "1"];
    let played = run_command(boardwright(&args).write_stdin("why pass\nnonsense\n\npass\nresign\n"));
    assert_eq!(played.code, 0, "{played:?}");
    let output = &played.out;
    assert!(
        output.contains("the camera cannot see `pass` or `wait`: type it, or let the next player move"),
        "{played:?}"
    );
    assert!(output.contains("in the move \"nonsense\""), "{played:?}");
    assert!(output.contains("\n1. Black (player 1): pass\n2. White (player 2): "), "{played:?}");
    assert!(output.contains("please move the White stone from slot 3 to "), "{played:?}");
    assert!(output.contains("Black (player 1) resigns"), "{played:?}");
}

/// A game in which the first player can only pass.
#[cfg(unix)]
const AFTER_YOU: &str = "\
[GAME]
edition = 2026
title = After you
about = The first player waits, and the second places a stone.

[PLAYERS]
1 = Black #1a1a1a
2 = White #f7f5ef

[ELEMENT TYPES]
name = stone
draw = disc(owner, 30)

[LOCATION TYPES]
name = square
shape = rectangle(40, 40)

[LOCATIONS]
name = p($X: 1..3)
type = square
point = 40 * $X, 40

[ELEMENTS]
name = stone($P: 1..2, $I: 1..2)
type = stone
player = $P

[RULES]
name = pass
condition = PLAYER == 1

name = wait
condition = PLAYER == 1

name = place
condition = PLAYER == 2
element = stone
from = NOWHERE
to = square
";

/// Boards of any pitch are played on without an arm; an arm has its limits.
#[cfg(unix)]
#[test]
fn the_pitch_of_a_table_is_given() {
    let table = ["table", "play", "tic-tac-toe", "--players", "human,random", "--camera", "sim", "--max-moves", "2"];
    let pitch = |args: &[&str]| run_command(boardwright(&[&table as &[&str], args].concat()).write_stdin("s(2,2)\n"));
    let small = pitch(&["--seed", "3", "--pitch", "20"]);
    let output = small.out.clone() + &small.err;
    assert!(small.code == 0 && output.contains("please move the Crosses cross from slot"), "{small:?}");
    let armed = pitch(&["--pitch", "20", "--arm", "sim"]);
    let expected =
        "places 20 mm apart do not suit the arm: its fingers need 24 mm, and this board fits its reach up to";
    assert!(armed.code == 1 && armed.err.contains(expected), "{armed:?}");
    let wide = pitch(&["--pitch", "30", "--arm", "sim", "--seed", "3"]);
    assert_eq!(wide.code, 0, "{wide:?}");
    let wrong = pitch(&["--pitch", "0.5"]);
    assert!(wrong.code == 2 && wrong.err.contains("places are 2 to 500 mm apart, not 0.5"), "{wrong:?}");
    let both = pitch(&["--pitch", "30", "--table", "some.table.toml"]);
    assert!(both.code == 2 && both.err.contains("cannot be used with"), "{both:?}");
}

/// A speech program that writes its argument to a file.
#[cfg(unix)]
#[test]
fn turns_and_requests_are_spoken() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let (program, said) = (folder.path().join("speaks"), folder.path().join("said"));
    fs::write(&program, format!("#!/bin/sh\necho \"$1\" >> '{}'\n", said.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let speak = format!("--speak={}", program.display());
    let table = ["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", "sim", "--max-moves", "2"];
    let ran = run(&[&table as &[&str], &["--seed", "3", &speak]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let said = fs::read_to_string(&said).unwrap();
    assert!(said.starts_with("Crosses (player 1), it is your turn\n"), "{said}");
    assert!(said.contains("please move the Noughts nought from slot 6 to"), "{said}");
    let ran = run(&[&table as &[&str], &["--speak=no-such-program"]].concat());
    assert!(ran.code == 1 && ran.err.contains("there is no speech program no-such-program"), "{ran:?}");
    let silent = stderr_without_path(&[&table as &[&str], &["--speak"]].concat());
    assert!(silent.contains("no speech program is found (of spd-say, espeak-ng, espeak, say)"), "{silent}");
}

/// Output of the program if no other program can be found.
#[cfg(unix)]
fn stderr_without_path(args: &[&str]) -> String {
    run_command(boardwright(args).env("PATH", "")).err
}
