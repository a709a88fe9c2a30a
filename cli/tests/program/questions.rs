//! `eval`: what a game file's language answers about a position, and about the move that led there.
//! Expressions themselves are tested in `boardwright-lang` and in the tests of whole games.

use crate::common::{answer, objects, run};

/// The line's first move, whatever it is called.
fn first_move(game: &str) -> String {
    let list = objects(&["moves", game]);
    list[0]["moves"][0]["text"].as_str().expect("moves have a text").to_owned()
}

#[test]
fn what_no_rule_of_the_file_asks_is_known_too() {
    assert_eq!(answer(&["eval", "tic-tac-toe", "TURN", "REPEATS", "MOVER", "FROM"]), "1\n1\n0\nNOWHERE\n");
}

#[test]
fn the_last_move_is_known() {
    let line = first_move("tic-tac-toe");
    let words: Vec<&str> = line.split(' ').collect();
    let questions = ["MOVED", "FROM", "TO", "CAPTURED", "MOVER", "PLAYER", "TURN"];
    let told = answer(&[&["eval", "tic-tac-toe", "--line", &line][..], &questions].concat());
    let expected = [words[0], words[1], words[2], "NOTHING", "1", "2", "2"].join("\n");
    assert_eq!(told, format!("{expected}\n"));
}

#[test]
fn actions_are_told_and_forgotten() {
    let ran = run(&["eval", "alquerque", "REMOVE(man(1,1))", "LOCATION(man(1,1))"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "true\nNOWHERE\n"));
    assert!(ran.err.contains("the change that it made is forgotten"), "{}", ran.err);
    assert_eq!(answer(&["eval", "alquerque", "LOCATION(man(1,1))"]), "p(1,1)\n");
}

#[test]
fn heuristics_are_measured_for_every_player() {
    let told = answer(&["eval", "mill", "--heuristics"]);
    assert_eq!(told, "material: White 0, Black 0\n");
    let told = objects(&["eval", "mill", "TURN", "--heuristics"]);
    assert_eq!(told[0]["heuristics"]["material"], serde_json::json!([0, 0]));
    assert_eq!(run(&["eval", "mill"]).code, 2, "nothing is asked");
}
