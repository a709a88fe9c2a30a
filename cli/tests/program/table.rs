//! `boardwright table`: games on a table that a camera sees. Neither table nor camera is there.

use crate::common::{answer, run};

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
