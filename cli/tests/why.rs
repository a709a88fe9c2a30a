//! `why`, for people and for programs, as a user would call it.
//! Which reasons there are is tested in the engine.

mod common;

use std::fs;

use common::{answer, objects, run};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two men on five cells. They step forwards to the next cell, and score there.
const GAME: &str = "\
[ELEMENT TYPES]
name=man
states=2
[LOCATION TYPES]
name=cell
[LOCATIONS]
name=c(1)
type=cell
name=c(2)
type=cell
name=c(3)
type=cell
name=c(4)
type=cell
[PLAYER NAMES]
1=One
2=Two
[MOVABLE ELEMENTS]
name=m(1)
type=man
location=c(1)
player=1
name=m(2)
type=man
location=c(3)
player=2
[EXPRESSIONS]
Near
  $B==$A+1
  OWNER(\"m($M)\")==PLAYER
END
[GAME RULES]
name=step
element=m($M)
from=c($A)
to=c($B)
condition=Near
followup=SETSTATE(\"m($M)\",2) AND NEXTPLAYER
awardPlayer=PLAYER
withScore=3
";

/// The game as a file in a folder that is there as long as this is kept.
fn file() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("steps.game");
    fs::write(&path, GAME).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The answer without what is said of warnings.
fn told(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

#[test]
fn a_legal_move_tells_what_it_does() {
    let (_kept, game) = file();
    let expected = "\
\"m(1) c(1) c(2)\" is legal by the rule \"step\" (line 33).

award   player 1 has 3 points after 0  (line 40: 3)
move    m(1) from c(1) to c(2)
action  m(1) gets state 2 after 1  (line 38: SETSTATE(\"m($M)\",2))
action  player 2 is to move  (line 38: NEXTPLAYER)

scores: player 1 has 3, player 2 has 0
";
    assert_eq!(told(&["why", &game, "--move", " m(1)  c(1) c(2)"]), expected);
}

#[test]
fn a_refused_move_shows_what_was_false() {
    let (_kept, game) = file();
    let expected = "\
\"m(1) c(1) c(4)\" is not legal.

rule \"step\" (line 37): the condition does not hold
  with $A = 1, $B = 4, $M = 1
  Near = false
    $B==$A+1 = false  (line 29)
      $B = 4
      $A+1 = 2
        $A = 1
";
    assert_eq!(told(&["why", &game, "--move", "m(1) c(1) c(4)"]), expected);
    let second = told(&["why", &game, "--move", "m(2) c(3) c(4)"]);
    assert!(second.contains("OWNER(\"m($M)\") = 2\n"), "{second}");
    assert!(second.contains("\"m($M)\" = \"m(2)\"  with $M = 2"), "{second}");
}

#[test]
fn programs_read_the_same() {
    let (_kept, game) = file();
    let ask = |mv: &str| -> Value {
        let lines = told(&["why", &game, "--move", mv, "--format", "json"]);
        serde_json::from_str(&lines).unwrap_or_else(|error| panic!("{lines}: {error}"))
    };
    let legal = ask("m(1) c(1) c(2)");
    assert_eq!((&legal["legal"], &legal["rule"], &legal["place"]["line"]), (&json!(true), &json!("step"), &json!(33)));
    let done = &legal["done"];
    assert_eq!((&done["scores"], &done["player"], &done["outcome"]), (&json!([3, 0]), &json!(2), &Value::Null));
    let causes: Vec<&Value> = done["effects"].as_array().unwrap().iter().map(|effect| &effect["cause"]).collect();
    assert_eq!(causes, ["award", "move", "action", "action"]);
    let refused = ask("m(1) c(1) c(4)");
    assert_eq!(refused["legal"], json!(false));
    let rule = &refused["rules"][0];
    assert_eq!((&rule["step"], &rule["variables"]["B"]), (&json!("condition"), &json!("4")));
    let part = &rule["seen"]["parts"][0];
    let place = json!({"file": game, "line": 29, "column": 3, "end_line": 29, "end_column": 11, "text": "$B==$A+1"});
    assert_eq!((&part["value"], &part["place"]), (&json!("false"), &place));
}

#[test]
fn a_line_of_play_goes_before() {
    let (_kept, game) = file();
    let told = told(&["why", &game, "--line", "m(1) c(1) c(2)", "--move", "m(1) c(1) c(2)"]);
    assert_eq!(told, "\"m(1) c(1) c(2)\" is not legal: m(1) stands on c(2).\n");
}

#[test]
fn what_is_no_move_is_status_1() {
    let (_kept, game) = file();
    for (mv, said) in [
        ("n(1)", "there is no element \"n(1)\""),
        ("m(1) c(1) c(9)", "there is no location \"c(9)\""),
        ("m(1) c(1) c(2) and more", "at most one word more"),
    ] {
        let ran = run(&["why", &game, "--move", mv]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(run(&["why", &game]).code, 2);
}

#[test]
fn every_legal_move_of_every_game_is_explained() {
    for game in common::games() {
        let listed = objects(&["moves", &game]).remove(0);
        let mv = listed["moves"][0]["text"].as_str().unwrap().to_owned();
        let why = objects(&["why", &game, "--move", &mv]).remove(0);
        assert_eq!(
            (&why["legal"], &why["move"], &why["rule"]),
            (&json!(true), &json!(mv), &listed["moves"][0]["rule"])
        );
        assert!(answer(&["why", &game, "--move", &mv]).starts_with(&format!("\"{mv}\" is legal")), "{game}");
    }
}

/// Stones are put on five squares, and never beside another one of the same player.
const PUT: &str = "\
[GAME]
edition = 2026
title = Apart
[PLAYERS]
1 = One
2 = Two
[ELEMENT TYPES]
name = stone
[LOCATION TYPES]
name = square
name = box
relevant = no
[LOCATIONS]
name = s($X: 1..5)
type = square
point = 100*$X, 100
name = box($P: 1..2, $I: 1..3)
type = box
point = 100*$I, 100+100*$P
[ELEMENTS]
name = stone($P: 1..2, $I: 1..3)
type = stone
player = $P
location = box($P,$I)
[DIRECTIONS]
name = side($A: -1..1)
where = $A != 0
from = s($X)
to = s($X+$A)
[RULES]
name = put
element = any
from = box
to = square
condition = FORALL($N, NEIGHBOURS(side(-1..1),TO), OWNER(CONTENT($N)) != PLAYER)
";

#[test]
fn typed_expressions_are_taken_apart_too() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("apart.game");
    fs::write(&path, PUT).unwrap();
    let game = path.to_str().unwrap();
    let line = "stone(1,1) box(1,1) s(2); stone(2,1) box(2,1) s(5)";
    let expected = "\
\"stone(1,2) box(1,2) s(3)\" is not legal.

rule \"put\" (line 35): the condition does not hold
  FORALL($N, NEIGHBOURS(side(-1..1),TO), OWNER(CONTENT($N)) != PLAYER) = false  with $N = s(2)
    OWNER(CONTENT($N)) != PLAYER = false
      OWNER(CONTENT($N)) = 1
        CONTENT($N) = stone(1,1)
          $N = s(2)
      PLAYER = 1
";
    assert_eq!(told(&["why", game, "--line", line, "--move", "stone(1,2) box(1,2) s(3)"]), expected);
    let legal = told(&["why", game, "--line", line, "--move", "stone(1,2) box(1,2) s(4)"]);
    assert!(legal.contains("turn  player 2 is to move"), "{legal}");
    let whole = told(&["why", game, "--line", line, "--move", "stone(2,1)"]);
    assert!(whole.contains("stone(2,1) stands on s(5), and the rule does not move from there"), "{whole}");
}
