//! Tools for the games of tarok: measurements and duels that continue after an interruption, and the games at the terminal.

use crate::common::{answer, run};

fn file(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_duel_continues_with_its_journal() {
    let journal = file("tarok-duel.jsonl");
    let players = ["tarokist:samples=1,early-depth=1,middle-depth=1,late-depth=1", "random"];
    let duel = |deals: &str| {
        let start = ["tarok", "duel", players[0], players[1], "--seed", "7", "--threads", "2"];
        answer(&[&start[..], &["--deals", deals, "--journal", &journal]].concat())
    };
    let two = duel("2");
    assert!(two.contains("against random: 2 deals in three seats: "), "{two}");
    // A run that was cut off in the middle of a line plays that deal again.
    let kept = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, &kept[..kept.len() - 5]).unwrap();
    assert_eq!(duel("2"), two, "the second deal is played again");
    assert_eq!(std::fs::read_to_string(&journal).unwrap().lines().count(), 2);
    assert_eq!(duel("2"), two, "nothing is left to play");
    let other = run(&["tarok", "duel", "random", "random", "--journal", &journal]);
    assert!(other.err.contains("choose another journal"), "{}", other.err);
    let unknown = run(&["tarok", "duel", "mcts", "random"]);
    assert!(unknown.err.contains("mcts cannot play a duel"), "{}", unknown.err);
}

#[test]
fn a_duel_of_taroky_has_four_seats() {
    let journal = file("taroky-duel.jsonl");
    let player = "tarokist:samples=1,early-depth=1,middle-depth=1,late-depth=1";
    let start = ["tarok", "duel", player, "random", "--game", "taroky", "--seed", "3", "--deals", "1"];
    let text = answer(&[&start[..], &["--journal", &journal]].concat());
    assert!(text.contains("against random: 1 deals in four seats: "), "{text}");
    let other = run(&["tarok", "duel", player, "random", "--journal", &journal]);
    assert!(other.err.contains("the results are of taroky, "), "{}", other.err);
    let unknown = run(&["tarok", "duel", player, "random", "--game", "chess"]);
    assert!(unknown.err.contains("there are those of tarok3 and taroky"), "{}", unknown.err);
}

#[test]
fn recorded_deals_are_mined() {
    let record = file("taroky-mine.jsonl");
    let players = "random,random,random,random";
    run(&["play", "taroky:deals=6", "--players", players, "--seed", "5", "--record", &record]);
    let table = answer(&["tarok", "mine", &record, "--least", "1"]);
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("6 deals with a declarer"));
    assert_eq!(lines.next(), Some("bid,attribute,value,deals,mean score,95 %,gained"));
    let pagat = lines.filter(|line| line.contains(",pagat,")).map(|line| line.split(',').nth(3).unwrap());
    assert_eq!(pagat.map(|deals| deals.parse::<u32>().unwrap()).sum::<u32>(), 6, "{table}");
    let kuhn = file("tarok-mine-kuhn.jsonl");
    run(&["play", "kuhn:deals=1", "--players", "random,random", "--seed", "5", "--record", &kuhn]);
    let other = run(&["tarok", "mine", &kuhn]);
    assert!(other.err.contains("records of taroky can be mined"), "{}", other.err);
}

#[test]
fn tables_continue_with_their_journal() {
    let journal = file("tarok-tables.jsonl");
    let small = ["tarok", "tables", "--hands", "1", "--samples", "1", "--depths", "3", "--journal", &journal];
    let measured = |args: &[&str]| {
        let ran = run(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    let table = measured(&small);
    assert_eq!(table.lines().count(), 2 + 10, "{table}");
    assert!(table.contains("| none | 3 | ") && table.contains(" | 224 | "), "{table}");
    assert_eq!(measured(&small), table, "the figures are those of the journal");
    let other = run(&["tarok", "tables", "--hands", "1", "--samples", "2", "--depths", "3", "--journal", &journal]);
    assert!(other.err.contains("the results are of 1 samples, the best card"), "{}", other.err);
}

#[test]
fn refusals_of_moves_name_the_rule() {
    let refused = run(&["choose", "tarok3", "--player", "tarokist:nodes=1", "--line", "bid tri"]);
    assert!(refused.err.contains("cards are dealt now"), "{}", refused.err);
    let refused = run(&["choose", "taroky", "--player", "tarokist:nodes=1", "--line", "bid first duty"]);
    assert!(refused.err.contains("cards are dealt now"), "{}", refused.err);
    let text = answer(&["games", "taroky:solo-factor=8"]);
    assert!(text.starts_with("Czech Taroky for four (taroky): 4 players, cards\n"), "{text}");
    let text = answer(&["games", "tarok3:deals=5"]);
    assert!(text.starts_with("Slovenian tarok for three (tarok3): 3 players, cards\n"), "{text}");
}
