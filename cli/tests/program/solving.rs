//! `solve`: text and JSON output, table files, and rejected options. The correctness of the answers is tested elsewhere for whole
//! games.

use crate::common::{answer, boardwright, objects, parse_lines, run, run_command};
use serde_json::json;

#[test]
fn json_output_is_one_object_with_the_moves() {
    let report = objects(&["solve", "frogs", "--with", "bfs"]);
    assert_eq!(report.len(), 1);
    let report = &report[0];
    assert_eq!((&report["result"], &report["value"], &report["length"]), (&json!("solved"), &json!(1.0), &json!(15)));
    let moves: Vec<&str> = report["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(moves.len(), 15);
    assert_eq!(objects(&["show", "frogs", "--line", &moves.join(";")])[0]["outcome"], json!({"winner": 1}));
    assert!(report["expanded"].as_u64() > Some(15) && report["generated"].as_u64() >= report["expanded"].as_u64());
    assert!(report["seconds"].is_number() && report["cost"].is_null() && report["method"] == "bfs");
}

#[test]
fn a_line_is_played_first_and_the_result_is_text() {
    let text = answer(&["solve", "frogs", "--with", "idastar", "--line", "g(3) p(3) p(4)"]);
    assert!(text.starts_with("solved in 14 moves\n") && text.contains("with the heuristic zero"), "{text}");
    let text = answer(&["solve", "tic-tac-toe", "--with", "retrograde"]);
    assert!(text.starts_with("proved: a draw for the player to move, 9 moves with best play\n"), "{text}");
    assert!(text.contains("5,478 positions"), "{text}");
    let text = answer(&["solve", "river-crossing", "--with", "astar", "--cost", "left"]);
    assert!(text.contains("\ncost 17\n"), "{text}");
}

#[test]
fn no_solution_and_exhausted_limits_are_status_1() {
    let stuck = "g(3) p(3) p(4); g(2) p(2) p(3)";
    let no = run_command(&mut boardwright(&["solve", "frogs", "--with", "bfs", "--line", stuck, "--format", "json"]));
    assert_eq!((no.code, no.err.as_str()), (1, ""));
    let report = &parse_lines(&no.out)[0];
    assert_eq!(
        (&report["result"], &report["length"], &report["moves"]),
        (&json!("no-solution"), &json!(null), &json!([]))
    );
    let limited = run(&["solve", "puzzle15", "--with", "bfs", "--memory", "1", "--format", "json"]);
    let report = &parse_lines(&limited.out)[0];
    assert_eq!((limited.code, &report["result"], &report["value"]), (1, &json!("limit"), &json!(null)));
    assert_eq!(report["reason"], "the memory ran out");
    let limited = run(&["solve", "puzzle15", "--with", "bfs", "--limit-seconds", "0"]);
    assert!(limited.code == 1 && limited.out.starts_with("not solved: the time ran out\n"), "{limited:?}");
}

#[test]
fn all_positions_are_counted_by_their_distance() {
    let report = objects(&["solve", "frogs", "--with", "bfs", "--all"]);
    let levels: Vec<u64> =
        report[0]["levels"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    let counted = objects(&["perft", "frogs", "--depth", "15", "--positions"]);
    let counted: Vec<u64> = counted.iter().map(|level| level["nodes"].as_u64().unwrap()).collect();
    assert_eq!(levels, counted);
    assert_eq!(report[0]["positions"], levels.iter().sum::<u64>());
}

#[test]
fn tables_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (game, method, other) in
        [("nim:heaps=2-3", "retrograde", "nim:heaps=2-4"), ("puzzle8:tiles=8-6-7-2-5-4-3-0-1", "idastar", "frogs")]
    {
        let file = path(method);
        let made = objects(&["solve", game, "--with", method, "--save", &file]).remove(0);
        let again = objects(&["solve", game, "--with", method, "--load", &file]).remove(0);
        for field in ["result", "value", "length", "moves"] {
            assert_eq!(made[field], again[field], "{method}: {field}");
        }
        let refused = run(&["solve", other, "--with", method, "--load", &file]);
        assert!(refused.code != 0 && refused.out.is_empty(), "{refused:?}");
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, &bytes).unwrap();
        let refused = run(&["solve", game, "--with", method, "--load", &file]);
        assert_eq!(refused.code, 1);
        assert!(
            refused.err.starts_with("error: cannot use ") && refused.err.ends_with(": it is damaged\n"),
            "{refused:?}"
        );
    }
    let wrong = run(&["solve", "nim", "--with", "retrograde", "--load", &path("none")]);
    assert!(wrong.code == 1 && wrong.err.contains("it does not exist"), "{wrong:?}");
    let wrong = run(&["solve", "nim", "--with", "retrograde", "--save", &path("no/table")]);
    assert!(wrong.code == 1 && wrong.err.contains("its folder does not exist"), "{wrong:?}");
}

#[test]
fn a_table_that_is_kept_without_a_name_is_found_by_players() {
    let folder = tempfile::tempdir().unwrap();
    let here = |args: &[&str]| run_command(boardwright(args).env("XDG_DATA_HOME", folder.path()));
    let before = here(&["choose", "nim:heaps=3-4-5"]);
    assert!(before.code == 0 && !before.out.contains("a table of all positions"), "{before:?}");
    let kept = here(&["solve", "nim:heaps=3-4-5", "--with", "retrograde", "--save"]);
    assert!(kept.code == 0 && kept.err.starts_with("the table is in "), "{kept:?}");
    let with = here(&["choose", "nim:heaps=3-4-5"]);
    assert!(with.out.contains("a table of all positions") && with.out.contains("proven: win"), "{with:?}");
    assert!(with.out.starts_with("m(1,2) "), "two matches of the heap of three: {with:?}");
    // Weak levels do not use the table.
    let beginner = here(&["choose", "nim:heaps=3-4-5", "--player", "portfolio:level=3"]);
    assert!(beginner.code == 0 && !beginner.out.contains("a table of all positions"), "{beginner:?}");
    let other = here(&["choose", "nim:heaps=3-4"]);
    assert!(other.code == 0 && !other.out.contains("a table of all positions"), "{other:?}");
    // A damaged table is rejected.
    let file = std::fs::read_dir(folder.path().join("boardwright")).unwrap().next().unwrap().unwrap().path();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.pop();
    std::fs::write(&file, &bytes).unwrap();
    let broken = here(&["choose", "nim:heaps=3-4-5"]);
    assert!(broken.code == 1 && broken.err.ends_with("it is damaged\n"), "{broken:?}");
}

#[test]
fn two_player_proofs_are_printed_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table").display().to_string();
    let game = "connect-four:width=5,height=4";
    let made = objects(&["solve", game, "--with", "alphabeta", "--save", &file]).remove(0);
    let again = objects(&["solve", game, "--with", "alphabeta", "--load", &file]).remove(0);
    assert_eq!((&made["result"], &made["value"]), (&json!("proved"), &json!(0.0)));
    assert_eq!((&again["result"], &again["value"]), (&json!("proved"), &json!(0.0)));
    let work = |object: &serde_json::Value| object["generated"].as_u64().unwrap();
    assert!(work(&again) * 4 < work(&made), "{made} {again}");
    let net = objects(&["solve", "dots-and-boxes:width=2,height=2", "--with", "alphabeta", "--net"]).remove(0);
    assert_eq!(net["value"], 2.0);
    let forced = objects(&["solve", "tic-tac-toe", "--with", "dfpn", "--memory", "8"]).remove(0);
    assert_eq!((&forced["result"], &forced["value"]), (&json!("proved"), &json!(0.0)));
    let refused = run(&["solve", game, "--with", "alphabeta", "--net", "--load", &file]);
    assert!(refused.code == 1 && refused.err.contains("cannot use "), "{refused:?}");
}

#[test]
fn invalid_options_are_refused_with_alternatives() {
    for (args, part) in [
        (&["tic-tac-toe", "--with", "bfs"][..], "methods that do: retrograde"),
        (&["frogs", "--with", "bsf"], "did you mean \"bfs\"?"),
        (&["pig", "--with", "retrograde"], "does not solve games of chance"),
        (&["kuhn", "--with", "bfs"], "no other method does"),
        (&["frogs", "--with", "bfs", "--save", "t"], "bfs takes no table; methods that do: idastar, retrograde"),
        (&["frogs", "--with", "idastar", "--save", "t"], "pattern databases only"),
        (&["frogs", "--with", "astar", "--cost", "minutes"], "it has moves, score"),
        (&["frogs", "--with", "bfs", "--limit-seconds", "-1"], "from 0"),
        (&["frogs", "--with", "bfs", "--memory", "0"], "0 is not in 1.."),
    ] {
        let ran = run(&[&["solve"], args].concat());
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(part), "{args:?}: {ran:?}");
    }
    let line = "mark(1,1) box(1,1) s(1,1); s(2,1); s(1,2); s(2,2); s(1,3)";
    let over = run(&["solve", "tic-tac-toe", "--with", "retrograde", "--line", line]);
    assert!(over.code == 1 && over.err.contains("the game is over here (player 1 wins)"), "{over:?}");
}

#[test]
fn proofs_and_pattern_databases_that_are_kept_are_found_by_players() {
    let folder = tempfile::tempdir().unwrap();
    let here = |args: &[&str]| run_command(boardwright(args).env("XDG_DATA_HOME", folder.path()));
    let game = "connect-four:width=5,height=4";
    let choose = |line: &str| here(&["choose", game, "--player", "portfolio:nodes=100", "--line", line]);
    assert!(!choose("").out.contains("a table of proofs"));
    let net = here(&["solve", game, "--with", "alphabeta", "--net", "--save"]);
    assert!(net.code == 0 && !choose("").out.contains("a table of proofs"), "{net:?}");
    let kept = here(&["solve", game, "--with", "alphabeta", "--save"]);
    assert!(kept.code == 0 && kept.out.contains("draw"), "{kept:?}");
    assert!(choose("").out.contains("a table of proofs; without it by alphabeta"));
    // After this mistake a search of 100 positions finds no win, but the table does.
    let mistake = "disc(1,1) stack(1,1) c(2,1); disc(2,1) stack(2,1) c(3,1); disc(1,2) stack(1,2) c(3,2)";
    let knowing = choose(mistake);
    assert!(knowing.out.contains("proven: win"), "{knowing:?}");
    let guessing =
        run_command(&mut boardwright(&["choose", game, "--player", "portfolio:nodes=100", "--line", mistake]));
    assert!(guessing.code == 0 && !guessing.out.contains("proven"), "{guessing:?}");

    let choose = || here(&["choose", "puzzle8", "--player", "portfolio:nodes=1000"]);
    assert!(!choose().out.contains("stored pattern databases"));
    let kept = here(&["solve", "puzzle8", "--with", "idastar", "--save"]);
    assert_eq!(kept.code, 0, "{kept:?}");
    assert!(choose().out.contains("stored pattern databases"));
}
