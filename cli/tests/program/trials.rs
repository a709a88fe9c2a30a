//! `check` plays a little, too: what shows only at play is told with its place.

use std::fs;

use crate::common::{boardwright, objects, parsed, ran, run};

/// What is told of the file that `new` writes, with more behind it.
fn told(more: &str) -> Vec<serde_json::Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.game");
    assert_eq!(ran(boardwright(&["new", "first"]).current_dir(folder.path())).code, 0);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}\n{more}\n")).unwrap();
    parsed(&run(&["check", path.to_str().unwrap(), "--format", "json"]).out)
}

#[test]
fn a_game_that_is_over_before_it_begins() {
    let list = told("[END OF GAME]\nsituation = TRUE\nwinner = 1");
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!((&list[0]["severity"], &list[0]["code"]), (&"warning".into(), &"over-at-once".into()));
}

#[test]
fn a_fault_at_the_start() {
    let list = told("[EXPRESSIONS]\nLeft = Left + 1\n[END OF GAME]\nsituation = Left == 3\nwinner = 1");
    assert_eq!((&list[0]["severity"], &list[0]["code"]), (&"error".into(), &"fault".into()), "{list:?}");
    assert!(list[0]["message"].as_str().unwrap().contains("nested over"), "{list:?}");
}

#[test]
fn a_fault_that_a_random_game_finds() {
    let list = told("[END OF GAME]\nsituation = TURN == 3 AND 1 / (TURN - 3) == 1\nwinner = 1");
    assert_eq!(list.len(), 1, "{list:?}");
    assert!(list[0]["message"].as_str().unwrap().contains("zero"), "{list:?}");
    assert!(list[0]["help"].as_str().unwrap().starts_with("found in a random game, with the line \""), "{list:?}");
}

#[test]
fn a_heuristic_that_fails() {
    let list = told("[HEURISTICS]\nname = odd\nvalue = 1 / (TURN - 2)");
    assert_eq!(list[0]["code"], "fault", "{list:?}");
}

#[test]
fn sound_games_are_tried_in_silence() {
    assert_eq!(objects(&["check", "chess", "sokoban", "nim:heaps=1"]), [] as [serde_json::Value; 0]);
}
