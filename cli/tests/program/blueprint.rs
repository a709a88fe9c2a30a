//! Training of blueprint strategies, and play with them.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{answer, objects, run};

fn file(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    for leftover in [path.clone(), format!("{path}.checkpoint")] {
        let _ = std::fs::remove_file(leftover);
    }
    path
}

#[test]
fn a_strategy_is_trained_and_plays() {
    let out = file("three-big-blinds.blueprint");
    let small = ["holdem", "train", "--out", &out, "--big-blinds", "3", "--buckets", "1", "--seed", "4"];
    let curve = objects(&[&small[..], &["--iterations", "300000", "--deals", "20000"]].concat());
    let iterations: Vec<u64> = curve.iter().map(|point| point["iterations"].as_u64().unwrap()).collect();
    assert_eq!(iterations, [100_000, 200_000, 300_000]);
    let gains: Vec<f64> = curve.iter().map(|point| point["counter_gain_mbb"].as_f64().unwrap()).collect();
    assert!(gains.iter().all(|gain| (-10.0..50.0).contains(gain)), "{gains:?}");
    assert_eq!(std::fs::metadata(&out).unwrap().len(), curve[2]["bytes"].as_u64().unwrap());
    assert!(!std::path::Path::new(&format!("{out}.checkpoint")).exists());

    let player = format!("trained=blueprint:file={out}");
    let players = format!("{player},script:file=caller");
    let args = ["tournament", "run", "holdem:stack=300,deals=20,all-in-equity=1", "--players", &players];
    let results = file("blueprint-results");
    let _ = std::fs::remove_dir_all(&results);
    let table = answer(&[&args[..], &["--games", "40", "--duplicates", "--seed", "3", "--out", &results]].concat());
    let line = table.lines().find(|line| line.contains("trained")).unwrap_or_else(|| panic!("{table}"));
    assert!(line.contains("trained"), "{line}");
    // Stacks of 200 big blinds are far from the training: the player still answers.
    let choice =
        answer(&["choose", "holdem", "--player", &format!("blueprint:file={out}"), "--line", "deal AsAd; deal 7h2c"]);
    assert!(!choice.is_empty());
}

#[test]
fn a_killed_training_goes_on() {
    let out = file("killed.blueprint");
    let args = [
        "holdem",
        "train",
        "--out",
        &out,
        "--big-blinds",
        "4",
        "--buckets",
        "1",
        "--iterations",
        "3000000",
        "--deals",
        "0",
        "--format",
        "json",
    ];
    let mut first = Command::new(crate::PROGRAM);
    let mut first = first.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let checkpoint = format!("{out}.checkpoint");
    while !std::path::Path::new(&checkpoint).exists() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(std::path::Path::new(&checkpoint).exists(), "it was killed before its end");
    let refused = run(&[&args[..], &["--seed", "9"]].concat());
    assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{refused:?}");
    assert!(
        refused.err.contains("it belongs to a training with other settings; remove it to begin anew"),
        "{refused:?}"
    );
    let rest = objects(&args[..args.len() - 2]);
    let iterations: Vec<u64> = rest.iter().map(|point| point["iterations"].as_u64().unwrap()).collect();
    assert!(iterations[0] > 100_000, "{iterations:?}");
    assert_eq!(iterations.last(), Some(&3_000_000));
}

#[test]
fn unusable_strategies_and_settings_are_refused() {
    let refusal = |args: &[&str]| {
        let refused = run(args);
        assert_ne!(refused.code, 0, "{refused:?}");
        refused.err
    };
    let play = |player: &str| refusal(&["play", "holdem", "--players", &format!("{player},random")]);
    let missing = play("blueprint:file=holdem-20b");
    assert!(missing.contains("there is no file \"holdem-20b\", did you mean \"holdem-20bb\"?"), "{missing}");
    let damaged = file("no.blueprint");
    std::fs::write(&damaged, "RIFF").unwrap();
    let damaged = play(&format!("blueprint:file={damaged}"));
    assert!(damaged.contains("it is no blueprint strategy; `boardwright holdem train` makes one"), "{damaged}");
    let other = refusal(&["play", "kuhn", "--players", "blueprint,random"]);
    assert!(other.contains("blueprint does not play games that its script is not written for"), "{other}");
    let out = file("sizes.blueprint");
    let sizes = refusal(&["holdem", "train", "--out", &out, "--sizes", "1,0.5", "--buckets", "1"]);
    assert!(sizes.contains("the sizes of bets are shares of the pot"), "{sizes}");
    let options = refusal(&["play", "holdem:freeze-out=1,all-in-equity=1", "--players", "random,random"]);
    assert!(options.contains("exclude each other"), "{options}");
}
