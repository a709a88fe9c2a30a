//! `boardwright table`: games on a table that a camera sees. Neither table nor camera is there.

use crate::common::{answer, run};
#[cfg(unix)]
use crate::common::{boardwright, ran};

#[test]
fn a_person_before_a_camera_plays_an_arm() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let path = record.to_str().expect("folders of tests have plain names");
    let table = ["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", "sim", "--arm", "sim"];
    let session = folder.path().join("session");
    let seen = session.to_str().expect("folders of tests have plain names");
    let ran = run(&[&table as &[&str], &["--seed", "3", "--record", path, "--keep", seen]].concat());
    assert!(ran.code == 0 && ran.out.contains("seed 3") && ran.out.contains("what the camera saw is in"), "{ran:?}");
    answer(&["replay", path]);
    // What the camera saw is looked at again; never written over; and does not do for a folder that holds no such thing.
    let again = answer(&["camera", "replay", seen, "--notes"]);
    assert!(again.contains("understood: ") && again.contains("0 are read otherwise than then"), "{again}");
    let ran = run(&[&table as &[&str], &["--keep", seen]].concat());
    assert!(ran.code == 1 && ran.err.contains("sessions are kept in new folders"), "{ran:?}");
    let ran = run(&["camera", "replay", folder.path().to_str().unwrap()]);
    assert!(ran.code == 1 && ran.err.contains("session.jsonl"), "{ran:?}");
    let kept = std::fs::read_to_string(&record).unwrap();
    assert!(kept.contains("\"camera\""), "{kept}");
}

#[test]
fn without_an_arm_moves_are_told_and_looked_at() {
    let table = ["table", "play", "frogs", "--players", "random", "--camera", "sim"];
    let ran = run(&[&table as &[&str], &["--max-moves", "3", "--seed", "1"]].concat());
    assert!(ran.code == 0 && (ran.out + &ran.err).contains("please move the"));
}

#[test]
fn a_camera_needs_a_table_and_has_to_be_there() {
    let ran = run(&["play", "nim", "--players", "camera,random"]);
    assert!(ran.code == 2 && ran.err.contains("boardwright table play nim"), "{ran:?}");
    let ran = run(&["table", "play", "nim", "--players", "camera,random", "--camera", "/nowhere/at/all"]);
    assert!(ran.code == 1 && ran.err.contains("/nowhere/at/all"), "{ran:?}");
}

/// What somebody types is to be done on the table, and is looked at before the game goes on.
#[cfg(unix)]
#[test]
fn a_move_that_is_typed_is_told_and_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let seen = session.to_str().expect("folders of tests have plain names");
    let table = ["table", "play", "tic-tac-toe", "--players", "human,random", "--camera", "sim", "--max-moves", "2"];
    let typed =
        ran(boardwright(&[&table as &[&str], &["--seed", "3", "--keep", seen]].concat()).write_stdin("s(2,2)\n"));
    assert_eq!(typed.code, 0, "{typed:?}");
    let told = typed.out.clone() + &typed.err;
    assert!(told.contains("please move the Crosses cross from slot 1 to s(2,2)"), "{told}");
    assert!(told.contains("please move the Noughts nought from slot 6 to"), "{told}");
    let again = answer(&["camera", "replay", seen]);
    assert!(again.contains("0 are read otherwise than then"), "{again}");
}

/// A speech program that writes down what it is to say.
#[cfg(unix)]
#[test]
fn whose_turn_it_is_and_what_is_to_be_done_is_said_aloud() {
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
    let silent = ran_without_path(&[&table as &[&str], &["--speak"]].concat());
    assert!(silent.contains("no speech program is found (of spd-say, espeak-ng, espeak, say)"), "{silent}");
}

/// What the program says where no other program is to be found.
#[cfg(unix)]
fn ran_without_path(args: &[&str]) -> String {
    ran(boardwright(args).env("PATH", "")).err
}

/// Where no markers lie, the squares of the empty board tell where it is.
#[cfg(all(unix, feature = "camera"))]
#[test]
fn a_board_without_markers_is_found_by_its_squares_once_it_is_empty() {
    use image::{Rgb, RgbImage};

    let folder = tempfile::tempdir().unwrap();
    // A board of 8 x 8 squares, each 24 pixels wide, with a light rim; pieces stand on it in the first picture.
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
    let played = ran(boardwright(&args).write_stdin("\n\n"));
    let told = played.out.clone() + &played.err;
    assert!(told.contains("no marker is seen, of 0, 1, 2, 3") && told.contains("take everything off it"), "{played:?}");
    assert!(told.contains("the board, corners: found by 49 points, 0."), "{played:?}");
    // Then the pictures are over.
    assert!(played.code == 1 && told.contains("there are no more pictures"), "{played:?}");
    // Nobody answers.
    let alone = ran(boardwright(&args).write_stdin(""));
    assert!(alone.code == 1 && alone.err.contains("nobody has emptied the board"), "{alone:?}");
    // A board without squares in two colours.
    let ran = run(&["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", pictures]);
    assert!(ran.code == 1 && ran.err.contains("no marker is seen") && ran.err.contains("--click PLACE=X,Y"), "{ran:?}");
}
