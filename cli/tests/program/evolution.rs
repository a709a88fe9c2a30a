//! Evolution of weights by the program: a small run, a kill in the middle, and mistakes in descriptions.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{answer, objects, run};

/// A small run of a board evaluation.
const TIC_TAC_TOE: &str = "game = \"tic-tac-toe\"\nseed = 3\n\n[subject]\nevaluation = \"made\"\nrange = [-100, 100]\nopening = 2\n\n\
                           [start]\nweights = \"rules\"\n\n[genetic]\npopulation = 6\ngenerations = 4\ncrossover = \"uniform\"\n\
                           parental-games = 4\nenvironment-games = 4\n\n[fitness]\nevery = 2\ngames = 10\n\n\
                           [[opponent]]\nplayer = \"random\"\n";

/// A run of features that takes some seconds.
const CARCASSONNE: &str = "game = \"carcassonne\"\n\n[subject]\nfeatures = \"potential\"\nphases = 2\n\n[genetic]\npopulation = 4\n\
                           generations = 3\nparental-games = 2\nenvironment-games = 2\n\n[fitness]\nevery = 2\ngames = 4\n\n\
                           [[opponent]]\nweights = \"greedy\"\n";

fn describe(folder: &Path, text: &str) -> String {
    let file = folder.join("run.toml");
    std::fs::write(&file, text).expect("the folder can be written");
    file.to_str().expect("the folder has a plain name").to_owned()
}

/// Contents of the files of a finished run.
fn results(folder: &Path, weights: &str) -> Vec<Vec<u8>> {
    let names = ["best.json", "population.json", "fitness.csv", "fitness.svg", weights];
    names.map(|name| std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))).to_vec()
}

#[test]
fn the_weights_of_a_board_game_evolve() {
    let place = tempfile::tempdir().expect("a folder");
    let file = describe(place.path(), TIC_TAC_TOE);
    let out = |name: &str| place.path().join(name).to_str().expect("a plain name").to_owned();
    for (name, threads) in [("one", "1"), ("two", "2")] {
        let ran = run(&["evolve", &file, "--out", &out(name), "--threads", threads]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.err.contains("generation 4: fitness max "), "{ran:?}");
        assert!(ran.out.contains("best weights: fitness ") && ran.out.contains("games/s"), "{ran:?}");
    }
    let [one, two] = ["one", "two"].map(|name| results(&place.path().join(name), "weights.json"));
    assert_eq!(one, two, "threads change nothing");
    let table = String::from_utf8(one[2].clone()).expect("a table is text");
    let generations: Vec<&str> = table.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
    assert_eq!(generations, ["generation", "0", "2", "4"]);
    let best = table.lines().last().and_then(|line| line.split(',').nth(1)).map(str::parse::<f64>);
    assert!(best.is_some_and(|best| best.is_ok_and(|best| best > 0.3)), "it beats a random player: {table}");
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_files() {
    let place = tempfile::tempdir().expect("a folder");
    let file = describe(place.path(), CARCASSONNE);
    let [whole, killed] = ["whole", "killed"].map(|name| place.path().join(name));
    let out = |folder: &Path| folder.to_str().expect("a plain name").to_owned();
    assert_eq!(run(&["evolve", &file, "--out", &out(&whole)]).code, 0);
    let lines = |folder: &Path| {
        std::fs::read(folder.join("contests.log")).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
    };
    let all = lines(&whole);
    let mut child = Command::new(crate::PROGRAM)
        .args(["evolve", &file, "--out", &out(&killed), "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let begun = Instant::now();
    while lines(&killed) < 8 {
        assert!(begun.elapsed() < Duration::from_mins(5), "it plays");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is still running");
    child.wait().expect("it was killed");
    let there = lines(&killed);
    assert!(there < all, "it was killed in the middle");
    assert_eq!(run(&["evolve", &file, "--out", &out(&killed)]).code, 0);
    assert_eq!(lines(&killed), all, "no contest was played twice");
    assert_eq!(results(&killed, "weights.toml"), results(&whole, "weights.toml"));

    // Another run starts from the population, and competes with the result.
    let next = CARCASSONNE
        .replace("[genetic]", "[start]\nrun = \"whole\"\n\n[genetic]")
        .replace("generations = 3", "generations = 1")
        .replace("weights = \"greedy\"", "run = \"whole\"");
    let file = describe(place.path(), &next);
    let ran = run(&["evolve", &file, "--out", &out(&place.path().join("next"))]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn shipped_runs_are_listed_and_shown() {
    let list = answer(&["evolve", "--list"]);
    assert_eq!(list.lines().count(), 20);
    assert!(list.starts_with("carcassonne-01  Configuration 1 of the Carcassonne thesis"), "{list}");
    assert_eq!(objects(&["evolve", "--list"])[14]["game"], "carcassonne:players=4");
    assert!(answer(&["evolve", "carcassonne-19", "--show"]).contains("range = [-5, 30]"));
}

#[test]
fn mistakes_name_the_line_and_a_remedy() {
    let place = tempfile::tempdir().expect("a folder");
    for (from, to, part) in [
        ("crossover = \"uniform\"", "crossover = \"unform\"", "line 15: unknown variant"),
        ("parental-games = 4", "parental-games = 5", "line 16: genetic.parental-games: 5 games cannot be shared"),
        ("range = [-100, 100]", "range = [100, -100]", "line 6: subject.range: the range from 100 to -100 is empty"),
        ("evaluation = \"made\"", "features = \"pr\"", "line 5: subject.features: the game has no feature set \"pr\""),
        ("player = \"random\"", "player = \"randm\"", "line 24: opponent.player: unknown player \"randm\""),
        ("player = \"random\"", "weights = \"none\"", "it has rules"),
        ("player = \"random\"", "run = \"none\"", "run `boardwright evolve none` first"),
        ("weights = \"rules\"", "run = \"none\"", "line 10: start.run: the run \"none\" has no results"),
        ("tic-tac-toe", "tictactoe", "did you mean \"tic-tac-toe\"?"),
        ("tic-tac-toe", "carcassonne", "line 5: subject.evaluation: the board evaluation is for games of two players"),
    ] {
        assert!(TIC_TAC_TOE.contains(from), "{from}");
        let file = describe(place.path(), &TIC_TAC_TOE.replacen(from, to, 1));
        let out = place.path().join("out");
        let ran = run(&["evolve", &file, "--out", out.to_str().expect("a plain name")]);
        assert!(ran.code == 1 && ran.err.starts_with("error: ") && ran.err.contains(part), "{to}: {ran:?}");
        assert!(!out.join("contests.log").exists(), "{to}: nothing was begun");
    }
}
