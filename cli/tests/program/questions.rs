//! `eval`: expressions about a position, and about the move that led to it.
//! Expressions themselves are tested in `boardwright-lang` and in the tests of whole games.

use crate::common::{answer, objects, run};

/// Text of the first legal move.
fn first_move(game: &str) -> String {
    let list = objects(&["moves", game]);
    list[0]["moves"][0]["text"].as_str().expect("moves have a text").to_owned()
}

#[test]
fn properties_that_no_rule_uses_can_be_evaluated() {
    assert_eq!(answer(&["eval", "tic-tac-toe", "TURN", "REPEATS", "MOVER", "FROM"]), "1\n1\n0\nNOWHERE\n");
}

#[test]
fn expressions_can_use_the_last_move() {
    let line = first_move("tic-tac-toe");
    let words: Vec<&str> = line.split(' ').collect();
    let questions = ["MOVED", "FROM", "TO", "CAPTURED", "MOVER", "PLAYER", "TURN"];
    let output = answer(&[&["eval", "tic-tac-toe", "--line", &line][..], &questions].concat());
    let expected = [words[0], words[1], words[2], "NOTHING", "1", "2", "2"].join("\n");
    assert_eq!(output, format!("{expected}\n"));
}

#[test]
fn actions_are_evaluated_and_discarded() {
    let ran = run(&["eval", "alquerque", "REMOVE(man(1,1))", "LOCATION(man(1,1))"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "true\nNOWHERE\n"));
    assert!(ran.err.contains("an action was evaluated; its changes are discarded"), "{}", ran.err);
    assert_eq!(answer(&["eval", "alquerque", "LOCATION(man(1,1))"]), "p(1,1)\n");
}

#[test]
fn heuristics_are_measured_for_every_player() {
    let report = answer(&["eval", "mill", "--heuristics"]);
    assert_eq!(report, "material: White 0, Black 0\n");
    let report = objects(&["eval", "mill", "TURN", "--heuristics"]);
    assert_eq!(report[0]["heuristics"]["material"], serde_json::json!([0, 0]));
    assert_eq!(run(&["eval", "mill"]).code, 2, "nothing is asked");
}
