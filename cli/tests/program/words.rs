//! `doc` and `new`: the first commands for authors of game files. `boardwright-lang` tests the meaning of the words.

use std::fs;

use crate::common::{answer, boardwright, games, objects, run, run_command};

#[test]
fn everything_is_listed_and_explained() {
    let all = objects(&["doc"]);
    let overview = answer(&["doc"]);
    assert!(all.len() > 150, "{}", all.len());
    for entry in &all {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        assert!(!text("form").is_empty() && !text("doc").is_empty(), "{entry}");
        assert_eq!(entry["example"].is_null(), text("kind") == "section", "{entry}");
        assert!(overview.contains(text("name")), "{entry}");
        let found = if text("section").is_empty() {
            objects(&["doc", text("name")])
        } else {
            objects(&["doc", text("section"), text("name")])
        };
        assert!(found.contains(entry), "{entry}");
    }
}

#[test]
fn a_word_can_mean_several_things() {
    let text = answer(&["doc", "from"]);
    for said in ["from: key of [DIRECTIONS]", "from: key of [RELATIONS]", "from: key of [RULES]"] {
        assert!(text.contains(said), "{text}");
    }
    assert!(!text.contains("FROM -> location"), "letters count: {text}");
    let one = answer(&["doc", "rules", "from"]);
    assert!(one.starts_with("from: key of [RULES], an expression\n"), "{one}");
    assert!(answer(&["doc", "End of Game"]).starts_with("[END OF GAME]: section\n"));
}

#[test]
fn built_ins_are_shown_with_the_value_of_their_example() {
    let text = answer(&["doc", "next(d, l)"]);
    assert!(text.contains("next: key of [RULES]"), "{text}");
    let text = answer(&["doc", "NEXT"]);
    assert!(text.starts_with("NEXT(direction, location) -> location: function\n"), "{text}");
    assert!(text.contains("NEXT(dir(1,0), s(1,1))    gives s(2,1)"), "{text}");
    let object = &objects(&["doc", "=="])[0];
    assert_eq!((object["kind"].as_str(), object["gives"].as_str()), (Some("operator"), Some("TRUE")));
}

#[test]
fn lines_are_not_too_long() {
    for line in answer(&["doc"]).lines().chain(answer(&["doc", "to"]).lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn an_unknown_word_gets_a_suggestion() {
    let ran = run(&["doc", "CONTNET"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no word \"CONTNET\", did you mean \"CONTENT\"?"), "{}", ran.err);
    let ran = run(&["doc", "xyzzy", "--format", "json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("`boardwright doc` lists all words"), "{}", ran.err);
}

#[test]
fn a_new_game_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let run_in = |args: &[&str]| run_command(boardwright(args).current_dir(folder.path()));
    let made = run_in(&["new", "my-first-game"]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    assert!(made.out.starts_with("my-first-game.game is a small game"), "{}", made.out);
    // The suggested next commands work.
    let commands: Vec<Vec<&str>> = made
        .out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("boardwright "))
        .map(|line| {
            let command = line.split("  ").next().unwrap_or_default();
            command.split(' ').collect()
        })
        .collect();
    assert_eq!(commands.len(), 4, "{}", made.out);
    for mut command in commands {
        if command[0] == "play" {
            command.extend(["--players", "random,random", "--seed", "1"]);
        }
        let ran = run_in(&command);
        assert_eq!((ran.code, ran.err.contains("error")), (0, false), "{command:?}: {ran:?}");
    }
    let checked = run_in(&["check", "my-first-game.game", "--deny", "warnings"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, "my-first-game.game: nothing is wrong\n"));
    let text = fs::read_to_string(folder.path().join("my-first-game.game")).unwrap();
    assert!(text.contains("\ntitle = My first game\n"), "{text}");
    let laid = run_in(&["fmt", "my-first-game.game", "--check"]);
    assert_eq!((laid.code, laid.out.as_str()), (0, ""));
}

#[test]
fn a_new_game_can_be_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let run_in = |args: &[&str]| run_command(boardwright(args).current_dir(folder.path()));
    let made = run_in(&["new", "my-reversi", "--from", "reversi-6x6"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.out.starts_with("my-reversi.game is a copy of reversi-6x6, "), "{}", made.out);
    let text = fs::read_to_string(folder.path().join("my-reversi.game")).unwrap();
    assert_eq!(text, answer(&["games", "reversi-6x6", "--text"]));
    assert_eq!(run_in(&["check", "my-reversi.game"]).code, 0);
    let refused = run_in(&["new", "mine", "--from", "kuhn"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("kuhn is written in Rust"), "{}", refused.err);
    assert!(run_in(&["new", "mine", "--from", "reversy"]).err.contains("did you mean \"reversi\"?"));
}

#[test]
fn a_game_tells_about_itself() {
    let report = answer(&["games", "nim:heaps=1-2"]);
    for said in
        ["Nim (nim): 2 players, board\n", "\nauthor: ", "\nversion: ", ", here 1-2\n", "`boardwright games nim --text`"]
    {
        assert!(report.contains(said), "{said} in {report}");
    }
    let json = &objects(&["games", "nim:heaps=1-2"])[0];
    let heaps = json["options"].as_array().unwrap().iter().find(|option| option["name"] == "heaps").unwrap();
    assert_eq!((&json["name"], &json["kind"], &heaps["value"]), (&"nim".into(), &"board".into(), &"1-2".into()));
    for game in games() {
        assert_eq!(objects(&["games", &game])[0]["name"], game.as_str());
        assert!(!answer(&["games", &game]).is_empty());
    }
    assert_eq!(run(&["games", "--text"]).code, 2);
    let leduc = run(&["games", "leduc:deals=5"]).out;
    for part in
        ["Leduc poker (leduc): 2 players, cards\n", "public card", "deals = 1 to 1000000; 1 by default, here 5\n"]
    {
        assert!(leduc.contains(part), "{part}: {leduc}");
    }
    assert_eq!(run(&["games", "kuhn", "--text"]).code, 1);
    assert_eq!(objects(&["games", "nim", "--text"])[0]["name"], "nim.game");
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.game");
    fs::write(&path, "kept").unwrap();
    let out = folder.path().to_str().unwrap();
    let ran = run(&["new", "mine", "--out", out]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("mine.game exists already and is left unchanged"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    let object = &objects(&["new", "yours.game", "--out", out])[0];
    assert_eq!(object["file"].as_str(), folder.path().join("yours.game").to_str());
}

#[test]
fn invalid_names_are_refused() {
    for (name, said) in [
        ("My Game", "for example my-game"),
        ("a/B", "for example b"),
        ("a/", "a/my-game"),
        ("..", "is no name"),
        ("", "needs a name"),
    ] {
        let ran = run(&["new", name, "--out", "/no/such/folder"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    for name in games() {
        assert_eq!(run(&["new", &name, "--out", "/no/such/folder"]).code, 2, "{name} ships");
    }
    let ran = run(&["new", "mine", "--out", "/no/such/folder"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("its folder does not exist"), "{}", ran.err);
}

#[test]
fn a_new_game_can_be_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let run_in = |args: &[&str]| run_command(boardwright(args).current_dir(folder.path()));
    for (path, file) in [("mine/first.game", "mine/first.game"), ("mine/second", "mine/second.game")] {
        let made = run_in(&["new", path]);
        assert_eq!((made.code, made.err.as_str()), (0, ""));
        assert!(made.out.starts_with(&format!("{file} is a small game")), "{}", made.out);
        assert_eq!(run_in(&["check", file]).code, 0);
    }
    assert_eq!(run_in(&["new", "third", "--out", "mine"]).code, 0);
    assert_eq!(run_in(&["new", "deep/fourth", "--out", "mine"]).code, 0);
    assert!(folder.path().join("mine/third.game").is_file() && folder.path().join("mine/deep/fourth.game").is_file());
    let taken = run_in(&["new", "mine/first"]);
    assert!(taken.code == 1 && taken.err.contains("mine/first.game exists already"), "{taken:?}");
    let blocked = run_in(&["new", "mine/first.game/more"]);
    assert!(blocked.code == 1 && blocked.err.contains("cannot create the folder mine/first.game"), "{blocked:?}");
}
