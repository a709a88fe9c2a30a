//! `why` from the user's side, as text and JSON. `boardwright-library` tests the reasons themselves.

use std::fs;

use crate::common::{answer, objects, run};
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

/// Writes the game to a file in a folder that exists as long as the returned handle.
fn game_file() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("steps.game");
    fs::write(&path, GAME).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Standard output of an explanation of a legal move.
fn legal_output(args: &[&str]) -> String {
    output_with_status(args, 0)
}

/// Standard output of an explanation of an illegal move.
fn illegal_output(args: &[&str]) -> String {
    output_with_status(args, 1)
}

fn output_with_status(args: &[&str], code: i32) -> String {
    let ran = run(args);
    assert_eq!(ran.code, code, "{ran:?}");
    ran.out
}

#[test]
fn a_legal_move_is_explained_with_its_effects() {
    let (_kept, game) = game_file();
    let expected = "\
\"m(1) c(1) c(2)\" is legal by the rule \"step\" (line 33).

award   player 1 has 3 points after 0  (line 40: 3)
move    m(1) from c(1) to c(2)
action  m(1) gets state 2 after 1  (line 38: SETSTATE(\"m($M)\",2))
action  player 2 is to move  (line 38: NEXTPLAYER)

scores: player 1 has 3, player 2 has 0
";
    assert_eq!(legal_output(&["why", &game, "--move", " m(1)  c(1) c(2)"]), expected);
}

#[test]
fn a_refused_move_shows_the_false_condition() {
    let (_kept, game) = game_file();
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
    assert_eq!(illegal_output(&["why", &game, "--move", "m(1) c(1) c(4)"]), expected);
    let second = illegal_output(&["why", &game, "--move", "m(2) c(3) c(4)"]);
    assert!(second.contains("OWNER(\"m($M)\") = 2\n"), "{second}");
    assert!(second.contains("\"m($M)\" = \"m(2)\"  with $M = 2"), "{second}");
}

#[test]
fn json_output_has_the_same_content() {
    let (_kept, game) = game_file();
    let ask = |mv: &str, code: i32| -> Value {
        let lines = output_with_status(&["why", &game, "--move", mv, "--format", "json"], code);
        serde_json::from_str(&lines).unwrap_or_else(|error| panic!("{lines}: {error}"))
    };
    let legal = ask("m(1) c(1) c(2)", 0);
    assert_eq!((&legal["legal"], &legal["rule"], &legal["place"]["line"]), (&json!(true), &json!("step"), &json!(33)));
    let done = &legal["done"];
    assert_eq!((&done["scores"], &done["player"], &done["outcome"]), (&json!([3, 0]), &json!(2), &Value::Null));
    let causes: Vec<&Value> = done["effects"].as_array().unwrap().iter().map(|effect| &effect["cause"]).collect();
    assert_eq!(causes, ["award", "move", "action", "action"]);
    let refused = ask("m(1) c(1) c(4)", 1);
    assert_eq!(refused["legal"], json!(false));
    let rule = &refused["rules"][0];
    assert_eq!((&rule["step"], &rule["variables"]["B"]), (&json!("condition"), &json!("4")));
    let part = &rule["seen"]["parts"][0];
    let place = json!({"file": game, "line": 29, "column": 3, "end_line": 29, "end_column": 11, "text": "$B==$A+1"});
    assert_eq!((&part["value"], &part["place"]), (&json!("false"), &place));
}

#[test]
fn the_line_is_played_first() {
    let (_kept, game) = game_file();
    let output = illegal_output(&["why", &game, "--line", "m(1) c(1) c(2)", "--move", "m(1) c(1) c(2)"]);
    assert_eq!(output, "\"m(1) c(1) c(2)\" is not legal: m(1) stands on c(2).\n");
}

#[test]
fn an_invalid_move_is_status_1() {
    let (_kept, game) = game_file();
    for (mv, said) in [
        ("n(1)", "there is no element \"n(1)\""),
        ("m(1) c(1) c(9)", "there is no location \"c(9)\""),
        ("m(1) c(1) c(2) and more", "at most one word"),
    ] {
        let ran = run(&["why", &game, "--move", mv]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(run(&["why", &game]).code, 2);
}

#[test]
fn every_legal_move_of_every_game_is_explained() {
    for game in crate::common::games() {
        let listed = objects(&["moves", &game]).remove(0);
        // Chance that is too large to be listed is sampled.
        let Some(mv) = listed["moves"][0]["text"].as_str() else {
            assert!(["holdem", "tarok3", "taroky"].contains(&game.as_str()), "{game}");
            continue;
        };
        let why = objects(&["why", &game, "--move", mv]).remove(0);
        assert_eq!(
            (&why["legal"], &why["move"], &why["rule"]),
            (&json!(true), &json!(mv), &listed["moves"][0]["rule"])
        );
        let report = answer(&["why", &game, "--move", mv]);
        assert!(report.starts_with(&format!("\"{mv}\"")) && report.contains(" is legal"), "{report}");
    }
}

/// Stones are placed on five squares, never next to another stone of the same player.
const PLACEMENT_GAME: &str = "\
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
    fs::write(&path, PLACEMENT_GAME).unwrap();
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
    assert_eq!(illegal_output(&["why", game, "--line", line, "--move", "stone(1,2) box(1,2) s(3)"]), expected);
    let legal = legal_output(&["why", game, "--line", line, "--move", "stone(1,2) box(1,2) s(4)"]);
    assert!(legal.contains("turn  player 2 is to move"), "{legal}");
    let whole = illegal_output(&["why", game, "--line", line, "--move", "stone(2,1)"]);
    assert!(whole.contains("stone(2,1) stands on s(5), and the rule does not move from there"), "{whole}");
}

#[test]
fn defaults_are_shown_in_words_of_the_language() {
    let expected = "\
\"mark(2,1) box(2,1) s(1,1)\" is not legal.

rule \"place\" (line 59): its owner is 2, the rule asks for {1, 0}, by default `owner = {PLAYER, 0}`
  {PLAYER, 0} = {1, 0}
    PLAYER = 1
";
    let mv = "mark(2,1) box(2,1) s(1,1)";
    assert_eq!(illegal_output(&["why", "tic-tac-toe", "--move", mv]), expected);
    let lines = output_with_status(&["why", "tic-tac-toe", "--move", mv, "--format", "json"], 1);
    let json: Value = serde_json::from_str(&lines).unwrap();
    let seen = &json["rules"][0]["seen"];
    assert_eq!((&seen["text"], &seen["place"]), (&json!("{PLAYER, 0}"), &Value::Null));
}

#[test]
fn the_meant_piece_and_rule_come_first() {
    // The move, the rules that are shown, and the number of those that are counted only.
    for (mv, shown, hidden) in [
        ("b1d2", &["knight"][..], 2),
        ("Nd2", &["knight"], 2),
        ("b1b4", &["knight"], 10),
        ("e1e2", &["king"], 2),
        ("e1g1", &["castling"], 2),
        ("a1a2", &["straight"], 2),
        ("e2e5", &["pawn", "pawn takes"], 9),
    ] {
        let report = illegal_output(&["why", "chess", "--move", mv]);
        assert!(report.starts_with(&format!("\"{mv}\" is not legal.\n\nrule \"{}\"", shown[0])), "{report}");
        let named: Vec<&str> =
            report.lines().filter_map(|line| line.strip_prefix("rule \"")?.split('"').next()).collect();
        assert_eq!(named, shown, "{mv}");
        assert!(report.ends_with(&format!("\nand {hidden} other rules, which `--all` shows\n")), "{report}");
        let all = illegal_output(&["why", "chess", "--all", "--move", mv]);
        assert_eq!(all.lines().filter(|line| line.starts_with("rule \"")).count(), shown.len() + hidden, "{all}");
        let lines = output_with_status(&["why", "chess", "--move", mv, "--format", "json"], 1);
        let json: Value = serde_json::from_str(&lines).unwrap();
        let rules = json["rules"].as_array().unwrap();
        assert_eq!(rules.len(), shown.len() + hidden);
        assert_eq!(rules.iter().filter(|rule| rule["likely"] == json!(true)).count(), shown.len());
        assert_eq!((&rules[0]["likely"], &json["written"]), (&json!(true), &json!(mv)));
    }
}

#[test]
fn an_occupied_place_is_explained_by_what_stands_there() {
    for (game, line, mv, said) in [
        ("hex", "b2", "b2", "c(2,2) is not empty: stone(1) stands there"),
        ("go", "c3;d4", "c3", "p(3,3) is not empty"),
        ("tic-tac-toe", "b2", "b2", "s(2,2) is not empty"),
    ] {
        let report = illegal_output(&["why", game, "--line", line, "--move", mv]);
        assert!(report.starts_with(&format!("\"{mv}\" is not legal.\n\nrule ")), "{report}");
        assert!(report.contains(said) && !report.contains(" off "), "{report}");
    }
}

/// Cards of two players, each of which plays one by its number.
const CARDS: &str = "[GAME]
edition = 2026
[PLAYERS]
1 = One
2 = Two
[ELEMENT TYPES]
name = card
[LOCATION TYPES]
name = q
[LOCATIONS]
name = s($I: 1..5)
type = q
point = 50 * $I, 50
[ELEMENTS]
name = card($I: 1..5)
type = card
player = 1 + $I % 2
location = s($I)
[VARIABLES]
name = last
initial = 0
[RULES]
name = play
for = $I: 1..5
choice = $I
condition = OWNER(card($I)) == PLAYER
followup = last = $I
[END OF GAME]
situation = last == 4
winner = 1
";

#[test]
fn a_choice_by_for_is_explained_by_the_chosen_value() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cards.game");
    let report = |text: &str| {
        fs::write(&path, text).unwrap();
        illegal_output(&["why", path.to_str().unwrap(), "--move", "play 3"])
    };
    for (text, said) in [
        (CARDS.to_owned(), "card(3) is not yours, it is player 2's"),
        (CARDS.replace("condition =", "condition = last < 3\n "), "card(3) is not yours, it is player 2's"),
        (CARDS.replace("OWNER(card($I)) == PLAYER", "PLAYER == OWNER(CONTENT(s($I)))"), "card(3) is not yours"),
        // A guard is tested before the condition, by which the other cards fail.
        (
            CARDS.replace("condition = OWNER(card($I)) == PLAYER", "player = OWNER(card($I))"),
            "is 1, the rule asks for 2",
        ),
        (CARDS.replace("OWNER(card($I)) == PLAYER", "$I % 2 == 0"), "with $I = 3"),
    ] {
        let report = report(&text);
        assert!(report.contains(said) && report.contains("$I = 3") && !report.contains("CHOICE"), "{report}");
    }
}

#[test]
fn labels_are_shown() {
    let report = answer(&["why", "nim", "--move", "m(1,1)"]);
    assert!(report.starts_with("\"m(1,1) s(1,1) off\" (leave 0 in heap 1) is legal by the rule"), "{report}");
    let json = &objects(&["why", "nim", "--move", "m(1,1)"])[0];
    assert_eq!(json["label"], "leave 0 in heap 1");
    let moves = answer(&["moves", "nim"]);
    assert!(moves.lines().any(|line| line.ends_with("  leave 0 in heap 1")), "{moves}");
    assert_eq!(objects(&["moves", "nim"])[0]["moves"][0]["label"], "leave 0 in heap 1");
    assert_eq!(objects(&["moves", "tic-tac-toe"])[0]["moves"][0]["label"], Value::Null);
}

#[test]
fn a_part_of_a_move_is_enough() {
    let whole = answer(&["why", "tic-tac-toe", "--move", "s(2,2)"]);
    assert!(whole.starts_with("\"mark(1,1) box(1,1) s(2,2)\" is legal by the rule \"place\""), "{whole}");
    let several = answer(&["why", "tic-tac-toe", "--move", "mark(1,3)"]);
    assert!(
        several.starts_with("\"mark(1,3)\" is part of 9 legal moves:\n\nmark(1,3) box(1,3) s(1,1)  a1\n"),
        "{several}"
    );
    let json = &objects(&["why", "tic-tac-toe", "--move", "mark(1,3)"])[0];
    assert_eq!((json["moves"].as_array().unwrap().len(), &json["legal"]), (9, &json!(true)));
    let kuhn = answer(&["why", "kuhn", "--line", "deal K; deal J", "--move", "bet"]);
    assert!(kuhn.starts_with("\"bet\" is legal"), "{kuhn}");
}

#[test]
fn the_piece_may_be_left_out() {
    let (_kept, game) = game_file();
    let whole = illegal_output(&["why", &game, "--move", "m(1) c(1) c(4)"]);
    // The move is named as it was typed.
    let typed = illegal_output(&["why", &game, "--move", "c(1) c(4)"]);
    assert_eq!(typed, whole.replace("m(1) c(1) c(4)", "c(1) c(4)"));
    assert!(legal_output(&["why", &game, "--move", "c(1) c(2)"]).starts_with("\"m(1) c(1) c(2)\" is legal"));
}

#[test]
fn wrong_names_get_hints() {
    for (mv, said) in [
        ("mark(3,1)", "; mark has the indices 1..2, 1..5"),
        ("mrak(1,1)", "; did you mean \"mark(1,1)\"?"),
        ("mark(1,1) box(1,1) s(4,4)", "; s has the indices 1..3, 1..3"),
        ("s(2,2) s(1,1)", "; \"s(2,2)\" is a place, a move begins with the piece"),
        ("place", "; the rule \"place\" moves a piece, with which its moves begin"),
    ] {
        let ran = run(&["why", "tic-tac-toe", "--move", mv]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(said), "{mv}: {}", ran.err);
    }
}

/// One player, who may move the same man again; a variable is assigned its own value.
const SOLITAIRE_GAME: &str = "\
[GAME]
edition = 2026
[PLAYERS]
1 = One
[ELEMENT TYPES]
name = man
[LOCATION TYPES]
name = cell
[LOCATIONS]
name = c($X: 1..3)
type = cell
point = 9 * $X, 9
[ELEMENTS]
name = man
type = man
player = 1
location = c(1)
[VARIABLES]
name = count
values = 0..9
initial = 0
[RULES]
name = go
element = man
from = cell
to = cell
followup = count = count * 2
[END OF GAME]
situation = TO == c(3)
winner = MOVER
";

#[test]
fn all_effects_and_the_next_player_are_shown() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("alone.game");
    fs::write(&path, SOLITAIRE_GAME).unwrap();
    let why = |to: &str| answer(&["why", path.to_str().unwrap(), "--move", to]);
    let expected = "\
\"man c(1) c(2)\" is legal by the rule \"go\" (line 23).

move    man from c(1) to c(2)
action  count stays 0  (line 27: count = count * 2)
turn    player 1 is to move again
end     the game goes on
";
    assert_eq!(why("c(2)"), expected);
    let end = why("c(3)");
    assert!(end.ends_with("end     the game ends, player 1 wins  (line 29: TO == c(3))\n"), "{end}");
}

#[test]
fn a_trace_has_every_test_and_effect() {
    let (_folder, game) = game_file();
    let legal = legal_output(&["why", &game, "--move", "m(1) c(1) c(2)", "--trace"]);
    for line in ["\"m(1) c(1) c(2)\" is legal.", "rule \"step\"", "effects of \"step\"", "m(1) from c(1) to c(2)"] {
        assert!(legal.contains(line), "{line}: {legal}");
    }
    assert!(legal.find("+ condition").is_some_and(|test| test < legal.find("m(1) from c(1)").unwrap()), "{legal}");
    let refused = run(&["why", &game, "--move", "m(1) c(1) c(4)", "--trace"]);
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains("- condition") && !refused.out.contains("effects of"), "{}", refused.out);
    assert!(refused.out.contains("The first test that does not hold is number"), "{}", refused.out);
    let json = run(&["why", &game, "--move", "m(1) c(1) c(4)", "--trace", "--format", "json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["legal"], &json["move"]), (&json!(false), &json!("m(1) c(1) c(4)")));
    let last = json["steps"].as_array().and_then(|steps| steps.last()).cloned().unwrap();
    assert_eq!((&last["holds"], &last["step"], &last["rule"]), (&json!(false), &json!("condition"), &json!("step")));
    assert_eq!(last["seen"]["value"], json!("false"));
}
