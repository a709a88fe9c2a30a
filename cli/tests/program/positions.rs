//! `games`, `check`, `show`, `moves` and `eval` from the user's side, as text and JSON.
//! User errors are tested in `mistakes.rs`.

use crate::common::{answer, games, objects, parse_lines, run};
use serde_json::{Value, json};

const LINE: &str = "mark(1,1) box(1,1) s(2,2); mark(2,2) box(2,2) s(1,1)";

#[test]
fn games_are_listed_by_name() {
    let names = games();
    assert!(names.is_sorted() && names.len() >= 8, "{names:?}");
    let listed = objects(&["games"]);
    let nim = listed.iter().find(|game| game["name"] == "nim").unwrap();
    assert_eq!(nim, &json!({"name": "nim", "title": "Nim", "players": 2, "kind": "board"}));
    let text = answer(&["games"]);
    assert!(names.iter().all(|name| text.lines().any(|line| line.starts_with(name.as_str()))), "{text}");
}

#[test]
fn every_game_can_be_shown_and_its_moves_listed() {
    for game in games() {
        let shown = objects(&["show", &game]).remove(0);
        let listed = objects(&["moves", &game]).remove(0);
        assert_eq!(shown["outcome"], Value::Null, "{game}");
        assert_eq!(shown["player"], listed["player"], "{game}");
        let moves = listed["moves"].as_array().unwrap();
        // Chance that is too large to be listed is sampled.
        assert!(!moves.is_empty() || listed["player"].is_null(), "{game}");
        let text = answer(&["moves", &game]);
        assert!(moves.iter().all(|mv| text.contains(mv["text"].as_str().unwrap())), "{text}");
        assert!(answer(&["show", &game]).contains("to move"));
        let all = objects(&["moves", &game, "--all"]).remove(0);
        assert!(all["moves"].as_array().unwrap().len() >= moves.len());
    }
}

#[test]
fn a_board_is_drawn_with_its_axes_and_a_legend() {
    let drawn = "\
Tic-tac-toe

    a b c
1   N . .
2   . C .
3   . . .
off the board: 4 C (box), 3 N (box)
C: cross of Crosses, N: nought of Noughts

Crosses (player 1) to move
";
    assert_eq!(answer(&["show", "tic-tac-toe", "--line", LINE]), drawn);
    let names = answer(&["show", "frogs", "--names"]);
    assert!(names.contains(" p(1) p(2) p(3) p(4) p(5) p(6) p(7)"), "{names}");
}

#[test]
fn lists_and_scores_are_shown_as_text() {
    let names = answer(&["show", "connect-four", "--names"]);
    assert!(names.lines().skip(10).all(|line| line.chars().count() < 80), "{names}");
    let pig = answer(&["show", "pig"]);
    assert!(pig.contains("numbers: points(1..2) 0, turn 0, die 0\n"), "{pig}");
    assert!(pig.ends_with("scores: First (player 1) has 0, Second (player 2) has 0\n"), "{pig}");
}

#[test]
fn a_board_without_a_grid_is_shown_as_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heap.game");
    let nim = boardwright_games::shipped_game("nim").unwrap();
    let text = String::from_utf8(nim.text.to_vec()).unwrap();
    let flat = |line: &str| if line.starts_with("point = ") { "point = 0,0".to_owned() } else { line.to_owned() };
    std::fs::write(&path, text.lines().map(flat).collect::<Vec<_>>().join("\n")).unwrap();
    let shown = run(&["show", path.to_str().unwrap()]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.out.contains("s(1): M M M\ns(2): M M M M\ns(3): M M M M M\n"), "{}", shown.out);
}

#[test]
fn show_lists_every_element_as_json() {
    let shown = objects(&["show", "tic-tac-toe", "--line", LINE]).remove(0);
    assert_eq!((&shown["player"], &shown["turn"]), (&json!(1), &json!("player")));
    assert_eq!((&shown["scores"], &shown["variables"]), (&json!([0, 0]), &json!({})));
    let elements = shown["elements"].as_array().unwrap();
    assert_eq!(elements.len(), 9);
    assert_eq!(
        elements[0],
        json!({"name": "mark(1,1)", "type": "cross", "owner": 1, "state": 1, "location": "s(2,2)", "zindex": 0})
    );
}

#[test]
fn moves_lists_the_parts_of_a_move_as_json() {
    let listed = objects(&["moves", "tic-tac-toe", "--line", LINE]).remove(0);
    let moves = listed["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let rule = moves[0]["rule"].as_str().unwrap();
    let first = json!({
        "text": "mark(1,2) box(1,2) s(1,2)", "element": "mark(1,2)", "from": "box(1,2)", "to": "s(1,2)", "choice": null,
        "rule": rule, "label": null, "notation": "a2"
    });
    assert_eq!(moves[0], first);
    let all = objects(&["moves", "tic-tac-toe", "--all"]).remove(0);
    assert_eq!(all["moves"].as_array().unwrap().len(), 45);
}

#[test]
fn a_game_that_is_over_says_so() {
    let line = "mark(1,1) box(1,1) s(1,1); mark(2,1) box(2,1) s(1,2); mark(1,2) box(1,2) s(2,1); mark(2,2) box(2,2) s(2,2); mark(1,3) box(1,3) s(3,1)";
    let shown = objects(&["show", "tic-tac-toe", "--line", line]).remove(0);
    assert_eq!((&shown["outcome"], &shown["turn"]), (&json!({"winner": 1}), &json!("over")));
    let listed = objects(&["moves", "tic-tac-toe", "--line", line]).remove(0);
    assert_eq!((&listed["outcome"], &listed["moves"]), (&json!({"winner": 1}), &json!([])));
    assert!(answer(&["show", "tic-tac-toe", "--line", line]).contains("the game is over: Crosses (player 1) wins"));
    assert!(answer(&["moves", "tic-tac-toe", "--line", line]).contains("the game is over"));
}

#[test]
fn expressions_share_one_set_of_variables() {
    let args = ["eval", "tic-tac-toe", "--line", LINE, "-5 + 3", "$X = 2", "CONTENT(s($X,$X))", "{ 1, 2 }"];
    let values = json!([
        {"type": "num", "value": -2},
        {"type": "bool", "value": true},
        {"type": "element", "value": "mark(1,1)"},
        {"type": "set", "value": [1, 2]},
    ]);
    assert_eq!(objects(&args), [json!({"values": values, "variables": {"X": 2}})]);
    assert_eq!(answer(&args), "-2\ntrue\nmark(1,1)\n{1, 2}\n$X = 2\n");
}

#[test]
fn an_expression_that_fails_is_shown_where_it_fails() {
    let ran = run(&["eval", "nim", "1 + 1", "2 * (1 / (PLAYER - 1))"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "2\n"));
    assert!(ran.err.contains("division by zero") && ran.err.contains("2 * (1 / (PLAYER - 1))"), "{}", ran.err);
    let ran = run(&["eval", "nim", "1 +", "--format", "json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("1 +"), "{}", ran.err);
    assert!(run(&["eval", "kuhn", "1"]).err.contains("kuhn is not a game file"));
}

#[test]
fn shipped_games_have_no_diagnostics() {
    for game in boardwright_games::shipped_games() {
        // How many random games are played in the time of a check depends on the machine.
        let checked = answer(&["check", game.name, "--deny", "warnings"]);
        assert!(checked.starts_with(&format!("{}: nothing is wrong", game.file)), "{checked}");
        assert_eq!(answer(&["check", game.name, "--format", "json"]), "");
    }
}

#[test]
fn check_reports_the_location_of_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.game");
    let nim = boardwright_games::shipped_game("nim").unwrap();
    let text = String::from_utf8(nim.text.to_vec()).unwrap().replacen("type = slot\n", "type = solt\n", 1);
    std::fs::write(&path, &text).unwrap();
    let line = text.lines().position(|line| line == "type = solt").unwrap() + 1;
    let file = path.to_str().unwrap();
    let ran = run(&["check", file, "--format", "json"]);
    assert_eq!(ran.code, 1);
    let found = parse_lines(&ran.out);
    let error = found.iter().find(|found| found["severity"] == "error").unwrap();
    assert_eq!((&error["file"], &error["line"]), (&json!(file), &json!(line)));
    assert_eq!((&error["column"], &error["end_column"]), (&json!(8), &json!(12)));
    assert_eq!(error["end_line"], json!(line));
    assert!(error["code"].is_string() && error["message"].as_str().unwrap().contains("solt"), "{error}");
    let ran = run(&["check", file]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(&format!("bad.game:{line}:8")) && ran.out.contains("slot"), "{}", ran.out);
}

#[test]
fn warnings_are_errors_only_if_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.game");
    let nim = std::str::from_utf8(boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    // An image file that does not exist.
    std::fs::write(&path, nim.replacen("draw = ", "image = match.svg // ", 1)).unwrap();
    let file = path.to_str().unwrap();
    assert_eq!(run(&["check", file]).code, 0);
    assert_eq!(run(&["check", file, "--deny", "warnings"]).code, 1);
    let shown = run(&["show", file, "--format", "json"]);
    assert!(shown.code == 0 && shown.err.contains("has 1 warning; `boardwright check"), "{shown:?}");
    // Now it exists, in the folder `images` beside the game file.
    std::fs::create_dir(folder.path().join("images")).unwrap();
    std::fs::write(folder.path().join("images/match.svg"), "<svg width=\"1\" height=\"1\"></svg>").unwrap();
    assert_eq!(answer(&["check", file, "--deny", "warnings"]), format!("{file}: nothing is wrong\n"));
}

/// Go counts half points in its file; people see points.
#[test]
fn the_score_of_go_is_shown_in_points() {
    let shown = |game: &str, line: &str| answer(&["show", game, "--line", line]);
    let text = shown("go:size=5,komi=0", "c3; pass; pass");
    assert!(text.contains("scores: Black (player 1) has 25, White (player 2) has 0.5"), "{text}");
    let text = shown("go:size=2,komi=7", "a1; b2; pass; pass");
    assert!(text.contains("scores: Black (player 1) has 1, White (player 2) has 8.5"), "{text}");
    let text = shown("go:size=3,komi=20", "pass; pass");
    assert!(text.contains("scores: Black (player 1) has 0, White (player 2) has 20.5"), "{text}");
}
