//! Rule files of Taroky on the command line: checks, formatting, decisions, traces, evaluation, the console, and play.

use std::path::Path;

use crate::common::{RunResult, answer, boardwright, objects, run_command};

fn run_in(folder: &Path, args: &[&str]) -> RunResult {
    run_command(boardwright(args).current_dir(folder))
}

#[test]
fn rule_files_are_checked_and_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.tks");
    std::fs::write(&file, "PROLOG { }\nSETTRUN { }\n").unwrap();
    let bad = run_in(folder.path(), &["bot", "check", "mine.tks"]);
    assert!(bad.code != 0 && (bad.out + &bad.err).contains("did you mean \"SETTURN\"?"));
    std::fs::write(&file, "prolog{}\nsetturn{if(eq(\\PLAYER,0).){DEL mam(\\CARD).}}").unwrap();
    assert_eq!(run_in(folder.path(), &["bot", "fmt", "mine.tks"]).out, "mine.tks: written\n");
    let expected = "PROLOG { }\n\nSETTURN {\n  IF (eq(\\PLAYER,0).) {\n    del mam(\\CARD).\n  }\n}\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    assert_eq!(run_in(folder.path(), &["bot", "check", "complete", "--deny", "warnings"]).code, 0);
    let missing = run_in(folder.path(), &["bot", "check", "none.tks"]);
    assert!(missing.err.contains("the shipped rule files are empty, logger"), "{}", missing.err);
}

#[test]
fn decisions_and_traces_show_a_deal() {
    let decided = answer(&["bot", "decide", "complete", "--deal", "3"]);
    assert!(decided.lines().count() > 12 && decided.contains(", play: "), "{decided}");
    let traced = answer(&["bot", "trace", "complete", "--deal", "3"]);
    assert!(traced.contains("GETTURN line") && traced.contains("  > add return(["), "{traced}");
    let rules = objects(&["bot", "trace", "complete", "--deal", "3"]);
    assert!(rules.iter().any(|rule| rule["block"] == "SETCARD" && rule["holds"] == true));
    let far = run_command(&mut boardwright(&["bot", "decide", "complete", "--question", "9999"]));
    assert!(far.code != 0 && far.err.contains("questions, not 9999"), "{}", far.err);
}

#[test]
fn equal_rule_files_end_an_evaluation_even() {
    let out = answer(&["bot", "evaluate", "king", "--packs", "2", "--seed", "4"]);
    let first: Vec<&str> = out.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first, ["8", "0", "0", "0", "0"]);
}

#[test]
fn the_console_answers_queries() {
    let lines = "+ naproti(2).\nnaproti(X).\nnaproti(3).\nassert(a(1)).\n:list\nbroken(\n:quit\n";
    let out = run_command(boardwright(&["bot", "console"]).write_stdin(lines)).out;
    for part in
        ["?- naproti(X).\nX->2,\n", "?- naproti(3).\nNO\n", "YES\n", "naproti(2).\n", "a(1).\n", "error in column"]
    {
        assert!(out.contains(part), "{part:?} is missing in {out}");
    }
}

#[test]
fn rule_files_play_taroky() {
    let players = "rules:file=complete,rules:file=logger,rules:file=king,random";
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["play", "taroky:deals=1", "--players", players, "--seed", "3"]);
    assert_eq!((result.code, result.err.as_str()), (0, ""), "{}", result.out);
    let game = run_in(folder.path(), &["choose", "chess", "--player", "rules"]);
    assert!(game.err.contains("rules does not play games"), "{}", game.err);
}
