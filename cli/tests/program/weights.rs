//! `weights`, `analyse --terms` and weights of the user: by name from the data folder, and by path.

use std::fs;

use serde_json::Value;

use crate::common::{RunResult, answer, boardwright, objects, run, run_command};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/weights/carcassonne/19-3-pr.toml");

fn names(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|set| set["name"].as_str()).collect()
}

#[test]
fn weights_are_listed_and_explained() {
    let listed = objects(&["weights", "carcassonne"]);
    assert!(["greedy", "weighted", "19/3-pr"].iter().all(|name| names(&listed).contains(name)), "{listed:?}");
    assert!(answer(&["weights", "nim"]).contains("nim has no weights of features"));

    let explained = objects(&["weights", "carcassonne", "weighted", "--games", "1", "--seed", "1"]);
    assert_eq!(explained.len(), 19);
    for feature in &explained {
        // A feature without weight changes nothing, and shares are between 0 and 1.
        let (weight, share) = (feature["weights"][0].as_f64().unwrap(), feature["changed_in_all"].as_f64().unwrap());
        assert!(if weight.abs() < f64::EPSILON { share.abs() < f64::EPSILON } else { share < 1.0 }, "{feature}");
    }
    assert!(explained.iter().any(|feature| feature["changed_in_all"].as_f64().unwrap() > 0.05), "{explained:?}");
    let text = answer(&["weights", "carcassonne", "19/3-pr", "--games", "1", "--seed", "1"]);
    assert!(text.contains("completed cities") && text.contains("17.909   19.592   18.015"), "{text}");
}

#[test]
fn the_terms_of_the_best_move_belong_to_the_move_that_the_player_chooses() {
    let position = ["carcassonne", "--line", "draw E", "--player", "19/3-pr", "--seed", "1"];
    let chosen = objects(&[&["choose"], &position[..]].concat());
    let explained = objects(&[&["analyse"], &position[..], &["--terms", "--multipv", "100"]].concat());
    let value = |of: &Value| of["value"].as_f64().unwrap();
    let best = explained.iter().find(|explained| explained["move"] == chosen[0]["move"]).expect("it is legal");
    assert!((value(best) - value(&explained[0])).abs() < 1e-3, "{best}");
    let sum: f64 = best["terms"].as_array().unwrap().iter().map(|term| term["term"].as_f64().unwrap()).sum();
    assert!((sum - value(best)).abs() < 1e-3, "{best}");

    let RunResult { code, err, .. } = run(&["analyse", "tic-tac-toe", "--player", "mcts", "--terms"]);
    assert_eq!(code, 2);
    assert!(err.contains("mcts does not evaluate tic-tac-toe by weights of features"), "{err}");
}

#[test]
fn weights_of_the_user_are_played_by_name_and_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("boardwright").join("weights").join("carcassonne");
    fs::create_dir_all(&own).unwrap();
    let text = fs::read_to_string(SHIPPED).unwrap();
    let path = own.join("mine.toml");
    fs::write(&path, text.replace("\"19/3-pr\"", "\"mine/1\"")).unwrap();
    let with_folder = |args: &[&str]| run_command(boardwright(args).env("XDG_DATA_HOME", folder.path()));

    let listed = with_folder(&["weights", "carcassonne"]);
    assert!(listed.out.contains("mine/1 for 2 players: features pr in 3 phases, of the user"), "{listed:?}");
    let choose = |weights: &str| {
        let player = format!("weighted:weights={weights}");
        with_folder(&["choose", "carcassonne", "--line", "draw E", "--player", &player, "--seed", "1"])
    };
    let (by_name, by_path) = (choose("mine/1"), choose(path.to_str().unwrap()));
    assert_eq!((by_name.code, by_path.code), (0, 0), "{by_name:?} {by_path:?}");
    assert_eq!(by_name.out.lines().next(), by_path.out.lines().next());
    let installed = with_folder(&["weights", "carcassonne", SHIPPED, "--install", "mine/3"]);
    assert!(installed.code == 0 && installed.out.starts_with("the weights \"mine/3\" are in "), "{installed:?}");
    assert_eq!(choose("mine/3").out.lines().next(), by_name.out.lines().next());
    assert_eq!(choose("mine/2").code, 2);
    assert!(choose("mine/2").err.contains("did you mean \"mine/1\"?"));

    fs::write(&path, text.replace("\"farms\"", "\"famrs\"")).unwrap();
    let broken = choose(path.to_str().unwrap());
    assert!(broken.err.contains("line 13: there is no feature \"famrs\""), "{broken:?}");
    assert!(broken.err.contains("did you mean \"farms\"?"), "{broken:?}");
    // A broken file does not disturb other players.
    let other = with_folder(&["choose", "carcassonne", "--line", "draw E", "--player", "greedy"]);
    assert_eq!(other.code, 0);
    assert!(other.err.contains("these weights are not used"), "{other:?}");
}
