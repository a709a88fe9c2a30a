//! `carcassonne`: the console tester, its records and their conversion, and the tables and figures.

use std::fs;

use crate::common::{answer, boardwright, run, run_command};

/// A configuration file of the thesis; `{folder}` is the folder for records.
const CONFIG: &str =
    "2\n\"Hladova UI\" \"Anna\"\n\"Nahodna UI\" \"Bob\"\n2\nano \"{folder}\"\nano 5\n-\nm2 ; figurky = 5\n";

#[test]
fn a_test_is_played_recorded_and_its_records_are_converted() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().expect("a plain name").to_owned();
    let (config, records) = (path("test.txt"), path("logy"));
    fs::write(&config, CONFIG.replace("{folder}", &records)).unwrap();
    let table = answer(&["carcassonne", "test", &config]);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["AI", "city", "farm", "cloister", "road", "total", "wins"]);
    assert_eq!((lines[1][0], lines[1][6], lines[2][0]), ("Anna", "2", "Bob"), "{table}");
    assert_eq!(answer(&["carcassonne", "test", &config]), table, "the seed repeats the games");

    // The text record becomes a record that can be replayed, and the same text again.
    let text = format!("{records}/game-00001.txt");
    let refused = run(&["carcassonne", "convert", &text]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("of the record: this should be") && refused.err.contains("--game"), "{refused:?}");
    let (record, back) = (path("game.jsonl"), path("back.txt"));
    let game = "carcassonne:small-city-2=1,meeples=5";
    let converted = run(&["carcassonne", "convert", &text, "--game", game, "--out", &record]);
    assert_eq!(converted.code, 0, "{converted:?}");
    assert!(answer(&["replay", &record]).contains("the record holds"), "it replays");
    assert_eq!(run(&["carcassonne", "convert", &record, "--out", &back]).code, 0);
    assert_eq!(fs::read_to_string(&back).unwrap(), fs::read_to_string(&text).unwrap());

    // A record of another game is refused.
    let other = path("nim.jsonl");
    assert_eq!(run(&["play", "nim", "--players", "random,random", "--seed", "1", "--record", &other]).code, 0);
    let refused = run(&["carcassonne", "convert", &other]);
    assert!(refused.code == 1 && refused.err.contains("is a game of nim, not of carcassonne"), "{refused:?}");
}

#[test]
fn questions_are_answered_instead_of_a_file() {
    // Two players: random and greedy; four games, no records, seed 3, standard output, no modifications.
    let mut asked = boardwright(&["carcassonne", "test"]);
    asked.write_stdin("2\n1\nBob\n2\nAnna\n4\nne\nano 3\n-\n\n");
    let ran = run_command(&mut asked);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.lines().any(|line| line.starts_with("Anna")), "{ran:?}");
}

#[test]
fn mistakes_in_configuration_files_are_named() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("test.txt");
    for (from, to, message) in [
        ("2\n\"H", "6\n\"H", "line 1: \"6\" should be the number of players, 2 to 5"),
        ("Hladova", "Hladovy", "line 2: "),
        ("ano 5", "ano x", "line 6: "),
        ("figurky = 5", "figurky = 12", "line 8: "),
        ("m2 ; figurky = 5", "m3", "line 8: "),
    ] {
        fs::write(&file, CONFIG.replace("{folder}", "logy").replacen(from, to, 1)).unwrap();
        let refused = run(&["carcassonne", "test", file.to_str().unwrap()]);
        assert!(refused.code == 1 && refused.err.contains(message), "{to}: {refused:?}");
    }
    let unwritten = run(&["carcassonne", "test", place.path().join("none.txt").to_str().unwrap()]);
    assert!(unwritten.code == 1 && unwritten.err.contains("none.txt"), "{unwritten:?}");
}

#[test]
fn published_tables_are_played() {
    let ran = run(&["carcassonne", "tables", "7.2", "--games", "4"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows: Vec<&str> = ran.out.lines().skip(2).collect();
    assert_eq!(rows.len(), 2, "{ran:?}");
    assert!(rows[0].contains("| `greedy` |") && rows[0].contains("| 97.1 | 4 ("), "{ran:?}");
    assert!(rows[1].ends_with("| 0 of 200 |"), "{ran:?}");
    let ran = run(&["carcassonne", "tables", "7.8", "9.5", "--games", "4", "--literal"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows: Vec<&str> = ran.out.lines().skip(2).collect();
    assert_eq!(rows.len(), 5 + 2 * 4, "{ran:?}");
    let literal = "`weighted:weights=19/3-pr-literal,players=2`";
    assert!(
        rows[3].contains(literal) && rows[3].contains("| 44.5 |") && rows[3].ends_with("| 111 of 500 |"),
        "{ran:?}"
    );
    assert!(rows[12].contains("| `19/3-pr` |") && rows[12].ends_with("| 172 of 500 |"), "{ran:?}");
    let unknown = run(&["carcassonne", "tables", "7.9"]);
    assert!(unknown.code == 2 && unknown.err.contains("there is no table \"7.9\"; the tables are 7.1"), "{unknown:?}");
}

#[test]
fn figures_are_measured_and_drawn() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().expect("a plain name").to_owned();
    let (svg, csv) = (path("meeples.svg"), path("grid.csv"));
    let rows = answer(&["carcassonne", "meeples", "greedy", "random", "--games", "2", "--svg", &svg]);
    let meeples: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(meeples, ["3", "4", "5", "6", "7", "8", "9", "10", "11"]);
    assert!(fs::read_to_string(&svg).unwrap().contains("meeples of each player"));
    // A finished grid is not played again.
    let grid = ["carcassonne", "grid", "--out", &csv, "--games", "2", "--max-k", "1"];
    let first = run(&grid);
    assert!(first.code == 0 && first.out.starts_with("best of 10: k 1, "), "{first:?}");
    let again = run(&grid);
    assert_eq!((again.out.as_str(), again.err.as_str()), (first.out.as_str(), ""));
}

/// A program that crashes or makes an illegal move is named with its game, seat and turn, and wins nothing.
#[test]
fn a_failing_program_is_reported_and_never_wins() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("test.txt");
    let bot = place.path().join("my bot.sh");
    fs::write(&bot, "echo 'no more tiles' >&2; read word rest; exit 3\n").unwrap();
    let illegal = "while read word rest; do case $word in go) echo bestmove 99,99 0;; esac; done";
    for (program, players, expected) in [
        (
            format!("sh '{}'", bot.display()),
            2,
            "turn 1, seat 1, Eva: the program has exited (exit status: 3); standard error: no more tiles",
        ),
        (format!("sh \"{}\" x", bot.display()), 3, "Eva: the program has exited (exit status: 3)"),
        (format!("sh -c '{illegal}'"), 2, "turn 1, seat 1, Eva: illegal move \"99,99 0\""),
        (format!("sh -c '{illegal}'"), 4, "turn 1, seat 1, Eva: illegal move \"99,99 0\""),
        ("sh -c 'while read word; do echo resign; done'".to_owned(), 2, "seat 1, Eva: resignation"),
    ] {
        let others = "\"Nahodna UI\" \"Bob\"\n".repeat(players - 1);
        let text = format!("{players}\n\"Vlastni UI\" \"${program}$Eva\"\n{others}{players}\nne\nano 5\n-\n");
        fs::write(&file, &text).unwrap();
        let ran = run(&["carcassonne", "test", file.to_str().unwrap()]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(expected), "{expected}\n{ran:?}");
        assert!(ran.err.contains(&format!("error: {players} of {players} games were not finished")), "{ran:?}");
        let wins: Vec<&str> = ran.out.lines().skip(1).filter_map(|line| line.split_whitespace().next_back()).collect();
        assert_eq!(wins[0], "0", "{ran:?}");
        assert!(wins[1..].iter().all(|wins| *wins == players.to_string()), "{ran:?}");
    }
}
