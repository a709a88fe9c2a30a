//! `perft`, `bench` and `explain`: output and counts, not speed. Published perft counts are tested elsewhere for all games.

use crate::common::{answer, games, objects, run};
use serde_json::{Value, json};

fn nodes(levels: &[Value]) -> Vec<u64> {
    levels.iter().map(|level| level["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn perft_counts_each_depth() {
    let levels = objects(&["perft", "tic-tac-toe", "--depth", "6"]);
    assert_eq!(nodes(&levels), [9, 72, 504, 3024, 15_120, 54_720]);
    assert_eq!(levels[4]["finished"], json!({"0": 0, "1": 1440, "2": 0}));
    assert_eq!(levels[5]["finished"], json!({"0": 0, "1": 0, "2": 5328}));
    assert!(levels.iter().all(|level| level["seconds"].is_number()));
    assert_eq!(levels[5]["depth"], 6);
    let text = answer(&["perft", "tic-tac-toe", "--depth", "6"]);
    assert!(text.contains("54,720") && text.contains("Noughts 5,328"), "{text}");
}

#[test]
fn perft_counts_only_lines() {
    let levels = objects(&["perft", "tic-tac-toe", "--depth", "6", "--only-lines"]);
    assert_eq!(nodes(&levels), [9, 72, 504, 3024, 15_120, 54_720]);
    assert!(levels.iter().all(|level| level.get("finished").is_none()), "{levels:?}");
    // All games of frogs end earlier.
    assert_eq!(
        nodes(&objects(&["perft", "frogs", "--depth", "12", "--only-lines"])),
        nodes(&objects(&["perft", "frogs", "--depth", "12"]))
    );
}

#[test]
fn perft_starts_where_a_line_ends() {
    let line = ["--line", "mark(1,1) box(1,1) s(2,2)"];
    assert_eq!(nodes(&objects(&[&["perft", "tic-tac-toe", "--depth", "2"], &line[..]].concat())), [8, 56]);
    assert_eq!(nodes(&objects(&["perft", "tic-tac-toe", "--depth", "0"])), [1]);
}

#[test]
fn divide_counts_add_up() {
    let levels = objects(&["perft", "tic-tac-toe", "--depth", "3", "--divide"]);
    let (parts, totals): (Vec<Value>, Vec<Value>) = levels.into_iter().partition(|level| level["move"].is_string());
    assert_eq!(nodes(&parts), [56; 9]);
    assert_eq!(nodes(&totals), [9, 72, 504]);
    assert_eq!(parts[0]["move"], "mark(1,1) box(1,1) s(1,1)");
}

#[test]
fn turns_last_while_the_same_player_moves_on() {
    // A game of frogs is a single turn, so this counts all games.
    let levels = objects(&["perft", "frogs", "--depth", "1", "--turns"]);
    assert_eq!(nodes(&levels), [34]);
    assert_eq!(levels[0]["finished"], json!({"0": 32, "1": 2}));
    let ran = run(&["perft", "puzzle8", "--depth", "1", "--turns"]);
    assert!(ran.code == 1 && ran.err.contains("count this game by moves"), "{ran:?}");
}

#[test]
fn positions_are_counted_once() {
    assert_eq!(nodes(&objects(&["perft", "tic-tac-toe", "--depth", "4", "--positions"])), [1, 9, 72, 252, 756]);
    assert!(answer(&["perft", "tic-tac-toe", "--depth", "9", "--positions"]).ends_with("5,478 positions\n"));
}

#[test]
fn depths_beyond_the_end_are_empty() {
    let levels = objects(&["perft", "frogs", "--depth", "40"]);
    assert_eq!(levels.len(), 40);
    assert_eq!(nodes(&levels)[15..], [0; 25]);
}

#[test]
fn a_seed_repeats_a_bench_exactly() {
    for game in games() {
        let args = ["bench", &game, "--playouts", "50", "--max-moves", "60", "--seed", "11"];
        let (once, again) = (objects(&args).remove(0), objects(&args).remove(0));
        for field in ["playouts", "results", "mean_length", "seed"] {
            assert_eq!(once[field], again[field], "{game}: {field}");
        }
        assert_eq!(once["playouts"], 50);
        assert_eq!(once["seed"], 11);
        let ended: u64 = once["results"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(ended, 50, "{game}");
        assert!(once["playouts_per_second"].is_number() && once["moves_per_second"].is_number());
    }
}

#[test]
fn threads_share_the_playouts() {
    let bench = objects(&["bench", "nim", "--playouts", "101", "--threads", "3"]).remove(0);
    assert_eq!((&bench["playouts"], &bench["threads"]), (&json!(101), &json!(3)));
    assert!(bench["seed"].is_u64());
}

#[test]
fn bench_prints_its_results() {
    let text = answer(&["bench", "puzzle8", "--playouts", "20", "--max-moves", "5"]);
    assert!(text.contains("playouts per second") && text.contains("unfinished after 5 moves: 20 (100.00 %"), "{text}");
    assert!(text.contains("5.00 moves long in the mean"), "{text}");
    assert!(!text.contains("± 0.0)"), "so short a time says nothing of how much the speed varies: {text}");
}

#[test]
fn explain_reports_the_compilation() {
    let explained = &objects(&["explain", "connect-four"])[0];
    assert!(explained["state_bytes"].as_u64().is_some_and(|bytes| bytes <= 256), "{explained}");
    assert!(explained["portable"].as_str().is_some_and(|report| report.contains("84 targets")), "{explained}");
    let none = &objects(&["explain", "chess"])[0];
    assert_eq!(none["machine_code"], Value::Null);
    assert!(none["no_machine_code"].is_string(), "{none}");
    assert!(
        answer(&["explain", "chess"]).contains("bit-parallel native code: none, because of a rule with a condition")
    );
    assert_eq!((&explained["symmetries"], &explained["symmetries_with_players"]), (&2.into(), &4.into()));
    assert!(answer(&["explain", "mill"]).contains("\nsymmetries: 16 (with players exchanged: 32)"));
    assert!(
        answer(&["explain", "mastermind"])
            .contains("\nsymmetries: none found, because of moves that only the interpreter")
    );
    let king = &none["rules"][0];
    assert_eq!(king["tier"], "general", "{king}");
    assert!(king["listing_ns"].as_f64().is_some_and(|time| time > 0.0), "{king}");
    let part = &king["expensive_part"];
    assert!(part["text"].as_str().is_some_and(|text| text.starts_with("NOT InCheck")), "{king}");
    assert!(part["advice"].as_str().is_some_and(|advice| advice.contains("`after` makes every move")), "{king}");
    assert_eq!(explained["rules"][0]["tier"], "bit-parallel");
    let refused = run(&["explain", "kuhn"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{refused:?}");
}

#[test]
fn bench_plays_without_native_code() {
    let report = &objects(&["bench", "nim", "--playouts", "50", "--seed", "1", "--portable"])[0];
    assert_eq!(report["playouts"], 50);
    assert_eq!(report["results"]["unfinished"], 0);
}

#[test]
fn the_stages_of_a_rule_lead_from_its_text_to_machine_code() {
    let output = answer(&["explain", "reversi", "--stages", "place"]);
    let titles = ["source", "rule set", "lowered", "optimised", "tables", "kernel", "program", "machine code"];
    let mut rest = output.as_str();
    for (number, title) in (1..).zip(titles) {
        let heading = format!("{number}. {title}");
        let at = rest.find(&heading).unwrap_or_else(|| panic!("{heading}: {output}"));
        rest = &rest[at..];
    }
    assert!(output.contains("FORSOME($D, dir(-1..1, -1..1), Caught($D, TO) != {})"), "{output}");
    let unknown = run(&["explain", "reversi", "--stages", "plaice"]);
    assert!(unknown.code == 1 && unknown.err.contains("the rules are: place, pass"), "{unknown:?}");
}
