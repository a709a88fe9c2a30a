//! `choose`, `analyse`, `players` and `tune`: text and JSON output, and errors. The strength of the players is tested elsewhere.

use std::fs;

use crate::common::{RunResult, answer, objects, run};

const OVER: &str = "mark(1,1) box(1,1) s(1,1); s(2,1); s(1,2); s(2,2); s(1,3)";

fn assert_refused(args: &[&str], code: i32, said: &str) {
    let RunResult { code: status, out, err } = run(args);
    assert_eq!((status, out.as_str()), (code, ""), "{args:?}: {err}");
    assert!(err.starts_with("error: ") && err.contains(said), "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn an_invalid_player_is_refused_with_a_suggestion() {
    for (player, said) in [
        ("minmax", "unknown player \"minmax\", did you mean \"minimax\"?"),
        ("wizard", "unknown player \"wizard\"; there are random, greedy, bfs, "),
        ("", "unknown player \"\"; there are random"),
        (
            "minimax:deth=3",
            "there is no option \"deth\" (did you mean \"depth\"?); its options are seconds, nodes, depth",
        ),
        ("minimax:wings=3", "there is no option \"wings\"; its options are seconds, nodes, depth"),
        ("minimax:depth", "\"depth\" is not an option; options are written key=value"),
        ("minimax:depth=0", "depth must be a whole number from 1 to 10000, not \"0\""),
        ("minimax:seconds=nan", "seconds must be a number from 0 to 86400, not \"nan\""),
        ("minimax:seconds=-1", "seconds must be a number from 0 to 86400, not \"-1\""),
        ("minimax:nodes=99999999999999999999", "nodes must be a whole number from 0 to 18446744073709551615, not"),
        ("mcts:level=11", "level must be a whole number from 1 to 10, not \"11\""),
        ("portfolio:level=0", "level must be a whole number from 1 to 10, not \"0\""),
        ("alphabeta:memory=0", "memory must be a whole number from 1 to 1048576, not \"0\""),
        ("alphabeta:heuristic=stones", "no heuristic \"stones\"; it has zero, more-stones"),
        ("cfr", "cfr does not play games without hidden information; random, greedy, "),
    ] {
        assert_refused(&["choose", "tic-tac-toe", "--player", player], 2, said);
        assert_refused(&["analyse", "tic-tac-toe", "--player", player], 2, said);
    }
    assert_refused(&["players", "randm"], 2, "did you mean \"random\"?");
    assert_refused(&["analyse", "tic-tac-toe", "--multipv", "0"], 2, "0 is not in 1..");
    assert_refused(&["analyse", "tic-tac-toe", "--multipv", "many"], 2, "invalid value 'many'");
}

#[test]
fn a_position_without_a_mover_is_reported() {
    for command in ["choose", "analyse"] {
        assert_refused(
            &[command, "tic-tac-toe", "--line", OVER],
            1,
            "the game is over here: there is no move to choose",
        );
        assert_refused(&[command, "tic-tac-toe", "--line", "castle"], 1, "move 1 of the line: ");
    }
    assert_refused(&["choose", "kuhn"], 1, "chance decides here: nobody has a move to choose");
}

/// The first player can hold and win unless the die shows a 1.
#[test]
fn outcomes_of_chance_are_analysed_with_their_expected_value() {
    let roll = "roll; die 6; ".repeat(2);
    let line = format!("{roll}roll");
    let args = ["analyse", "pig:target=14", "--line", &line, "--player", "mcts:playouts=2000", "--seed", "1"];
    let text = answer(&args);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7, "{text}");
    assert!(lines[0].starts_with(" 16.7 %") && lines[5].ends_with("the die shows 6"), "{text}");
    assert!(lines[6].starts_with("expected value: +0.") && lines[6].ends_with(" for First"), "{text}");
    let found = objects(&args);
    let values: Vec<f64> = found[..6].iter().map(|outcome| outcome["value"].as_f64().expect("a value")).collect();
    assert!(values[0] < 0.5 && values[1..].iter().all(|value| *value > 0.9), "{values:?}");
    let mean = values.iter().sum::<f64>() / 6.0;
    assert!((found[6]["expected_value"].as_f64().expect("a value") - mean).abs() < 1e-9, "{found:?}");
    let hidden = answer(&["analyse", "kuhn"]);
    assert!(hidden.contains("would tell what is hidden"), "{hidden}");
}

#[test]
fn a_blocked_position_has_no_move_to_choose() {
    // The frogs block each other.
    let stuck = "g(3) p(3) p(4); g(2) p(2) p(3); g(1) p(1) p(2)";
    assert_eq!(objects(&["moves", "frogs", "--line", stuck])[0]["moves"], serde_json::json!([]));
    assert_refused(&["choose", "frogs", "--line", stuck], 1, "there is no move to choose");
    assert_refused(&["analyse", "frogs", "--line", stuck, "--player", "random"], 1, "there is no move to choose");
}

#[test]
fn no_budget_still_gives_a_legal_move() {
    let (game, line) = ("tic-tac-toe", "mark(1,1) box(1,1) s(1,1)");
    let report = objects(&["moves", game, "--line", line]).remove(0);
    let moves: Vec<_> = report["moves"].as_array().unwrap().iter().map(|mv| mv["text"].clone()).collect();
    assert_eq!(moves.len(), 8);
    let players = objects(&["players"]);
    let mut tested = 0;
    for player in &players {
        let name = player["name"].as_str().unwrap();
        let options = player["options"].as_array().unwrap();
        let has = |key: &str| options.iter().any(|option| option["key"] == key);
        let refused = run(&["choose", game, "--line", line, "--player", name]).err;
        if !has("nodes") || refused.contains("does not play games") {
            continue;
        }
        tested += 1;
        let mut budgets = vec!["nodes=0", "seconds=0", "nodes=0,seconds=0"];
        if has("memory") {
            budgets.push("nodes=300,memory=1");
        }
        for budget in budgets {
            let player = format!("{name}:{budget}");
            let report = objects(&["choose", game, "--line", line, "--player", &player]).remove(0);
            assert!(moves.contains(&report["move"]), "{player}: {report}");
        }
    }
    assert!(tested >= 12, "{tested}");
    let none = answer(&["choose", game, "--player", "monte-carlo:nodes=0"]);
    assert!(!none.contains("value"), "without a game nothing is known: {none}");
}

#[test]
fn choose_prints_the_move_and_its_proof() {
    let line = "mark(1,1) box(1,1) s(1,1); s(2,1); s(1,2); s(2,2)";
    for player in
        ["greedy", "alphabeta:depth=3,memory=1", "mcts:nodes=2000", "minimax:depth=2", "portfolio:depth=3,memory=1"]
    {
        let report = objects(&["choose", "tic-tac-toe", "--line", line, "--player", player]).remove(0);
        assert!(report["move"].as_str().unwrap().ends_with(" s(1,3)"), "{player}: {report}");
    }
    let report = objects(&["choose", "tic-tac-toe", "--line", line, "--player", "greedy"]).remove(0);
    assert_eq!(
        (&report["value"], &report["proven"]["result"], &report["proven"]["plies"]),
        (&1.0.into(), &"win".into(), &1.into())
    );
    let text = answer(&["choose", "tic-tac-toe", "--line", line, "--player", "portfolio:depth=3,memory=1"]);
    assert!(text.contains("\nchosen by alphabeta, because ") && text.contains("\nproven: win in 1 plies\n"), "{text}");
}

#[test]
fn analyse_reports_the_best_moves_per_depth() {
    let args = ["analyse", "tic-tac-toe", "--player", "alphabeta:depth=4,memory=1", "--multipv", "3"];
    let report = objects(&args);
    let depths: Vec<u64> = report.iter().map(|report| report["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted() && depths.last() == Some(&4), "{depths:?}");
    for three in report.chunks(3) {
        let places: Vec<u64> = three.iter().map(|report| report["multipv"].as_u64().unwrap()).collect();
        assert_eq!(places, [1, 2, 3]);
        let values: Vec<f64> = three.iter().map(|report| report["value"].as_f64().unwrap()).collect();
        assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
    }
    let text = answer(&args);
    assert!(text.lines().last().unwrap().starts_with("best: mark(1,1) "), "{text}");
    let many = objects(&["analyse", "tic-tac-toe", "--player", "greedy", "--multipv", "500"]);
    assert_eq!(many.len(), 9, "there are no more moves than that");
    let only = objects(&["analyse", "tic-tac-toe", "--player", "random", "--multipv", "5"]);
    assert_eq!(only.len(), 1, "a player that only chooses tells its choice");
}

#[test]
fn players_are_listed_with_all_options_in_lines_that_fit() {
    let text = answer(&["players"]);
    assert_eq!(text.lines().find(|line| line.chars().count() > 80), None);
    for report in objects(&["players"]) {
        let name = report["name"].as_str().unwrap();
        assert!(text.contains(&format!("\n{name}: ")) || text.starts_with(&format!("{name}: ")), "{name}");
        let one = answer(&["players", name]);
        for option in report["options"].as_array().unwrap() {
            let (key, range) = (option["key"].as_str().unwrap(), option["range"].as_str().unwrap());
            // Line breaks may be anywhere.
            let words = one.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(one.contains(&format!("\n  {key} ")) && words.contains(range), "{name} {key}: {one}");
        }
    }
    let part = answer(&["players", "minimax-stochastic"]);
    assert!(part.contains("  keep           probability with which") && part.contains("default 0.7"), "{part}");
    assert_eq!(answer(&["players", "random:seed=1"]), answer(&["players", "random"]));
}

#[test]
fn weights_of_a_game_are_used_or_rejected_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let [game, weights] = ["ttt.game", "ttt.weights.json"].map(|name| folder.path().join(name));
    fs::copy("../games/specs/tic-tac-toe.game", &game).unwrap();
    let game = game.to_str().unwrap();
    let choose = ["choose", game, "--player", "greedy:seed=1"];
    let tune = [
        "tune",
        game,
        "--rounds",
        "1",
        "--games",
        "20",
        "--nodes",
        "20",
        "--out",
        weights.to_str().unwrap(),
        "--seed",
        "1",
    ];
    let untaught = objects(&choose).remove(0);
    let tuned = run(&tune);
    assert!(tuned.code == 0 && tuned.out.starts_with("the weights are in "), "{tuned:?}");
    let learnt = objects(&choose).remove(0);
    assert_ne!(untaught["value"], learnt["value"]);
    for (text, said) in [
        ("{\"squares\": 3}", "ttt.weights.json is not a weights file: "),
        ("hello", "create one with `boardwright tune`"),
        ("", "is not a weights file"),
    ] {
        fs::write(&weights, text).unwrap();
        assert_refused(&choose, 1, said);
        assert_refused(&["play", game, "--players", "random,greedy"], 1, said);
    }
    let other = "{\"squares\":[],\"lines\":[],\"point\":1.0,\"mobility\":0.0,\"tempo\":0.0}";
    fs::write(&weights, other).unwrap();
    let ran = run(&choose);
    assert!(ran.code == 0 && ran.err.contains("is not used: it has weights of another game"), "{ran:?}");
    // The largest option values cause no error.
    let text = fs::read_to_string(&weights).unwrap();
    assert_eq!(text, other);
    let huge = "{\"squares\":".to_owned()
        + &serde_json::to_string(&vec![vec![3e38_f32; 20]; 3]).unwrap()
        + ",\"lines\":[3e38,3e38],\"point\":3e38,\"mobility\":3e38,\"tempo\":3e38}";
    fs::write(&weights, huge).unwrap();
    assert_eq!(run(&["choose", game, "--player", "alphabeta:depth=4,memory=1"]).code, 0);
}

#[test]
fn untunable_games_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.json");
    let file = file.to_str().unwrap();
    assert_refused(&["tune", "nim"], 2, "--out <FILE>");
    assert_refused(&["tune", "pig", "--out", file], 2, "only two-player games without chance");
    assert_refused(&["tune", "frogs", "--out", file], 2, "only two-player games without chance");
    assert_refused(&["tune", "nim", "--out", "/no/such/folder/w.json"], 1, "its folder does not exist");
    assert_refused(&["tune", "nim", "--out", folder.path().to_str().unwrap()], 1, "it is a folder");
    for option in ["--rounds", "--games", "--nodes", "--max-moves"] {
        assert_refused(&["tune", "nim", "--out", file, option, "0"], 2, "0 is not in 1..");
    }
    assert!(!fs::exists(file).unwrap());
    let small = ["tune", "nim", "--out", file, "--rounds", "1", "--games", "10", "--nodes", "20", "--format", "json"];
    let ran = run(&small);
    assert_eq!(crate::common::parse_lines(&ran.out)[0]["weights"], file);
}

#[cfg(target_os = "linux")]
mod interrupted {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Child, Command, Stdio};

    use super::fs;
    use crate::common::parse_lines;

    fn begin(args: &[&str]) -> Child {
        let mut command = Command::new(crate::PROGRAM);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until the program catches Ctrl-C: SIGINT is signal 2, the second bit.
    fn is_ready(child: &Child) {
        let caught = || {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
            u64::from_str_radix(&mask, 16).unwrap() & 2 > 0
        };
        while !caught() {
            std::thread::yield_now();
        }
    }

    fn interrupt(child: &Child) {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }

    fn end(mut child: Child) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (child.wait().unwrap().code(), out, err)
    }

    #[test]
    fn interrupted_choose_prints_its_best_move() {
        for player in
            ["alphabeta:memory=1,", "mcts:memory=9,", "monte-carlo:", "minimax:memory=9,", "portfolio:memory=1,"]
        {
            let child = begin(&["choose", "gomoku", "--player", &format!("{player}seconds=80000"), "--format", "json"]);
            is_ready(&child);
            interrupt(&child);
            let (code, out, err) = end(child);
            assert_eq!((code, err.as_str()), (Some(0), ""), "{player}");
            assert!(parse_lines(&out)[0]["move"].as_str().unwrap().contains(" off p("), "{player}: {out}");
        }
    }

    #[test]
    fn interrupted_analyse_prints_its_best_move() {
        let mut child = begin(&["analyse", "gomoku", "--player", "mcts:seconds=80000"]);
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut first).unwrap();
        assert!(first.contains("depth"), "{first}");
        interrupt(&child);
        let rest: Vec<String> = lines.lines().map(Result::unwrap).collect();
        assert!(rest.last().unwrap().starts_with("best: stone(1) off p("), "{rest:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }

    #[test]
    fn interrupted_solve_reports_its_progress() {
        let child = begin(&["solve", "puzzle15", "--with", "idastar", "--heuristic", "zero", "--format", "json"]);
        is_ready(&child);
        interrupt(&child);
        let (code, out, _) = end(child);
        assert_eq!(code, Some(1));
        let report = &parse_lines(&out)[0];
        assert_eq!((&report["result"], &report["reason"]), (&"limit".into(), &"it was interrupted".into()));
    }

    #[test]
    fn a_closed_pipe_ends_the_analysis() {
        for format in ["text", "json"] {
            let mut child = begin(&["analyse", "gomoku", "--player", "mcts:seconds=80000", "--format", format]);
            let mut first = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
            assert!(first.contains("depth"), "{first}");
            // Standard output of the program is closed now.
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
        }
    }
}

#[test]
fn exploitability_falls_while_a_strategy_is_computed() {
    let args = ["exploitability", "kuhn", "--player", "mccfr:nodes=100000", "--seed", "1"];
    let points = objects(&args);
    let numbers = |key: &str| -> Vec<f64> { points.iter().map(|point| point[key].as_f64().unwrap()).collect() };
    let (nodes, exploitability) = (numbers("nodes"), numbers("exploitability"));
    assert_eq!((nodes[0], nodes[1], *nodes.last().unwrap()), (1000.0, 2000.0, 100_000.0));
    assert!(exploitability.last().unwrap() < &(exploitability[0] / 3.0), "{exploitability:?}");
    assert!(numbers("iterations").is_sorted() && numbers("seconds").is_sorted(), "{points:?}");
    let last = points.last().unwrap();
    let payoffs: Vec<f64> = last["payoffs"].as_array().unwrap().iter().map(|payoff| payoff.as_f64().unwrap()).collect();
    assert_eq!((payoffs.len(), last["information_states"].as_u64()), (2, Some(12)));
    assert!((payoffs[0] + payoffs[1]).abs() < 1e-9, "{payoffs:?}");
    let text = answer(&args);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "exploitability and value of the game for player 1 in chips");
    assert!(lines[1].trim_start().starts_with("iterations "), "{text}");
    assert_eq!(lines.len(), 2 + points.len());
    // A match of many deals is computed one deal at a time, and both players act first equally often.
    let match_point = objects(&["exploitability", "kuhn:deals=50", "--player", "cfr:nodes=10000000"]).pop().unwrap();
    assert!(match_point["exploitability"].as_f64().unwrap() <= 0.0005, "{match_point}");
    assert!(match_point["payoffs"][0].as_f64().unwrap().abs() < 0.001, "{match_point}");
    for (game, player, said) in [
        ("kuhn", "mcts", "mcts computes no strategy of the whole game; cfr, mccfr do"),
        ("tic-tac-toe", "mccfr", "mccfr does not play games without hidden information; random, "),
        ("kuhn", "mccfr:sampling=all", "mccfr: sampling must be one of external, outcome, not \"all\""),
    ] {
        assert_refused(&["exploitability", game, "--player", player], 2, said);
    }
}
