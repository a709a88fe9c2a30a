//! Random test games of `check`: faults that only occur during play are reported with their location.

use std::fs;

use crate::common::{boardwright, objects, parse_lines, run, run_command};

/// Diagnostics of the file that `new` creates, with `more` appended.
fn diagnostics_of(more: &str) -> Vec<serde_json::Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.game");
    assert_eq!(run_command(boardwright(&["new", "first"]).current_dir(folder.path())).code, 0);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}\n{more}\n")).unwrap();
    parse_lines(&run(&["check", path.to_str().unwrap(), "--format", "json"]).out)
}

#[test]
fn a_game_that_is_over_before_it_begins() {
    let list = diagnostics_of("[END OF GAME]\nsituation = TRUE\nwinner = 1");
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!((&list[0]["severity"], &list[0]["code"]), (&"warning".into(), &"over-at-once".into()));
}

#[test]
fn a_circle_of_expressions_is_reported_at_all_its_places() {
    let list =
        diagnostics_of("[EXPRESSIONS]\nPing = Pong + 1\nPong = 2 * Ping\n[HEURISTICS]\nname = odd\nvalue = Ping");
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!((&list[0]["severity"], &list[0]["code"]), (&"error".into(), &"circle".into()), "{list:?}");
    assert_eq!(list[0]["label"], "`Ping` calls `Pong`");
    let related = list[0]["related"].as_array().unwrap();
    assert_eq!((related.len(), &related[0]["label"]), (1, &"`Pong` calls `Ping`".into()), "{related:?}");
    assert_eq!(related[0]["line"].as_u64(), list[0]["line"].as_u64().map(|line| line + 1));
}

#[test]
fn a_fault_at_the_start() {
    let expression = "[EXPRESSIONS]\nLeft($N) = IF(TURN > 99, 0, TURN > 98, 1, Left($N + 1) + 1)";
    let list = diagnostics_of(&format!("{expression}\n[END OF GAME]\nsituation = Left(0) == 3\nwinner = 1"));
    assert_eq!((&list[0]["severity"], &list[0]["code"]), (&"error".into(), &"fault".into()), "{list:?}");
    assert!(list[0]["message"].as_str().unwrap().contains("nested over"), "{list:?}");
}

#[test]
fn a_fault_that_a_random_game_finds() {
    let list = diagnostics_of("[END OF GAME]\nsituation = TURN == 3 AND 1 / (TURN - 3) == 1\nwinner = 1");
    assert_eq!(list.len(), 1, "{list:?}");
    assert!(list[0]["message"].as_str().unwrap().contains("zero"), "{list:?}");
    assert!(list[0]["help"].as_str().unwrap().starts_with("found in a random game, with the line \""), "{list:?}");
}

#[test]
fn a_fault_in_a_heuristic() {
    let list = diagnostics_of("[HEURISTICS]\nname = odd\nvalue = 1 / (TURN - 2)");
    assert_eq!(list[0]["code"], "fault", "{list:?}");
}

#[test]
fn games_without_faults_get_no_diagnostics() {
    assert_eq!(objects(&["check", "chess", "sokoban", "nim:heaps=1"]), [] as [serde_json::Value; 0]);
}
