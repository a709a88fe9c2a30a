//! `boardwright table`: games on a table that a camera sees. Neither table nor camera is there.

use crate::common::{answer, run};

#[test]
fn a_person_before_a_camera_plays_an_arm() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let path = record.to_str().expect("folders of tests have plain names");
    let table = ["table", "play", "tic-tac-toe", "--players", "camera,random", "--camera", "sim", "--arm", "sim"];
    let ran = run(&[&table as &[&str], &["--seed", "3", "--record", path]].concat());
    assert!(ran.code == 0 && ran.out.contains("seed 3"), "{ran:?}");
    answer(&["replay", path]);
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
