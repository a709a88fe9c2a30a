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

/// Without markers the board is located by the squares of the empty board.
#[cfg(all(unix, feature = "camera"))]
#[test]
fn an_empty_board_without_markers_is_located_by_its_squares() {
    use image::{Rgb, RgbImage};

    let folder = tempfile::tempdir().unwrap();
    // A board of 8 x 8 squares of 24 pixels, with a light rim; the first picture has pieces on the board.
    let board = |pieces: bool| {
        RgbImage::from_fn(640, 480, |x, y| {
            let (right, down) = (i64::from(x) - 224, i64::from(y) - 144);
            let (column, row) = (right.div_euclid(24), down.div_euclid(24));
            let near = (right.rem_euclid(24) - 12).pow(2) + (down.rem_euclid(24) - 12).pow(2) < 9 * 9;
            match (column, row) {
                (-1..=8, -1..=8) if !(0..8).contains(&column) || !(0..8).contains(&row) => Rgb([225, 220, 205]),
                (0..8, 0..8) if pieces && near && !(3..5).contains(&row) => Rgb([150, 40, 40]),
                (0..8, 0..8) if (column + row) % 2 == 1 => Rgb([60, 50, 45]),
                (0..8, 0..8) => Rgb([225, 220, 205]),
                _ => Rgb([110, 80, 55]),
            }
        })
    };
    for (number, pieces) in [true, false, false].into_iter().enumerate() {
        board(pieces).save(folder.path().join(format!("{number}.png"))).unwrap();
    }
    let pictures = folder.path().to_str().expect("folders of tests have plain names");
    let args = ["table", "play", "draughts", "--players", "camera,random", "--camera", pictures];
    let played = run_command(boardwright(&args).write_stdin("\n\n"));
    let output = played.out.clone() + &played.err;
    assert!(
        output.contains("no marker is visible, of 0, 1, 2, 3") && output.contains("take everything off it"),
        "{played:?}"
    );
    assert!(output.contains("the board, corners: found by 49 points, 0."), "{played:?}");
    // Then there are no more pictures.
    assert!(played.code == 1 && output.contains("there are no more images"), "{played:?}");
    // The prompt gets no answer.
    let alone = run_command(boardwright(&args).write_stdin(""));
    assert!(alone.code == 1 && alone.err.contains("nobody has emptied the board"), "{alone:?}");
    // A board without squares in two colours.
    let ran = run(&["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", pictures]);
    assert!(
        ran.code == 1 && ran.err.contains("no marker is visible") && ran.err.contains("--click PLACE=X,Y"),
        "{ran:?}"
    );
}
