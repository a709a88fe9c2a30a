//! Scripts for poker bots: the tutorial in `docs/heads-up-script.md`, whose commands must print what the page shows, and
//! mistakes of newcomers. `BLESS=1` rewrites the answers; the surrounding text must then be reviewed by a person.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::common::{RunResult, boardwright, run_command};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/heads-up-script.md");

fn run_in(folder: &Path, args: &[&str]) -> RunResult {
    run_command(boardwright(args).current_dir(folder))
}

/// Runs the commands of a block and returns it with their output.
fn console(folder: &Path, body: &str) -> String {
    let mut out = String::new();
    for line in body.lines() {
        if let Some(command) = line.strip_prefix("$ boardwright ") {
            let result = run_in(folder, &command.split(' ').collect::<Vec<_>>());
            let (err, answer) = (result.err.trim_end(), result.out.trim_end());
            let err = if err.is_empty() { String::new() } else { format!("{err}\n") };
            writeln!(out, "{line}\n{err}{answer}").unwrap();
        }
    }
    out
}

#[test]
fn the_tutorial_prints_what_the_page_shows() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(PAGE).unwrap();
    let mut out = String::new();
    for (index, part) in page.split("```").enumerate() {
        if index % 2 == 0 {
            out.push_str(part);
            continue;
        }
        let (kind, body) = part.split_once('\n').unwrap();
        let body = match kind.split_once(' ').unwrap_or((kind, "")) {
            ("hus", _) => {
                fs::write(folder.path().join("mybot.hus"), body).unwrap();
                body.to_owned()
            }
            ("xml", name) => {
                fs::write(folder.path().join(name), body).unwrap();
                body.to_owned()
            }
            ("console", _) => console(folder.path(), body),
            _ => body.to_owned(),
        };
        write!(out, "```{kind}\n{body}```").unwrap();
    }
    if env::var_os("BLESS").is_some() {
        fs::write(PAGE, out).unwrap();
    } else {
        assert!(out == page, "the page differs from what the commands print; run with BLESS=1 and review it");
    }
}

#[test]
fn mistakes_with_scripts_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.hus"), "PREFLOP\nRULE\npiar\nTHEN CALL\nENDRULE\nENDPREFLOP\n").unwrap();
    let failed = |args: &[&str]| {
        let result = run_in(folder.path(), args);
        assert_ne!(result.code, 0, "{args:?}");
        format!("{}{}", result.err, result.out)
    };
    let missing = failed(&["bot", "check", "exprt"]);
    assert!(missing.contains("there is no file \"exprt\", did you mean \"expert\"?"), "{missing}");
    let bad = failed(&["bot", "decide", "bad.hus", "--game", "bad.hus"]);
    assert!(bad.contains("unknown word \"piar\", did you mean \"pair\"?"), "{bad}");
    let state = failed(&["bot", "decide", "expert", "--game", "bad.hus"]);
    assert!(state.contains("this is no XML"), "{state}");
    let player = failed(&["play", "holdem", "--players", "script:file=bad.hus,random", "--seed", "1"]);
    assert!(player.contains("boardwright bot check bad.hus"), "{player}");
    let game = failed(&["choose", "chess", "--player", "script:file=expert"]);
    assert!(game.contains("script does not play games"), "{game}");
}

#[test]
fn a_script_plays_hands() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "holdem:deals=4", "--players", "script:file=expert,script:file=caller", "--seed", "3"];
    let result = run_in(folder.path(), &args);
    assert_eq!((result.code, result.err.as_str()), (0, ""), "{}", result.out);
}

#[test]
fn scripts_are_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.hus");
    fs::write(&file, "PREFLOP\nRULE\naa\nENDRULE").unwrap();
    assert_eq!(run_in(folder.path(), &["bot", "fmt", "a.hus"]).code, 1);
    fs::write(&file, "PREFLOP\nRULE\nAA,PAIR # x\nTHEN call\nENDRULE\nENDPREFLOP").unwrap();
    assert_eq!(run_in(folder.path(), &["bot", "fmt", "--check", "a.hus"]).out, "a.hus\n");
    assert_eq!(run_in(folder.path(), &["bot", "fmt", "a.hus"]).out, "a.hus: written\n");
    let expected = "PREFLOP\n  RULE\n    AA, pair  # x\n    THEN CALL\n  ENDRULE\nENDPREFLOP\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    assert_eq!(run_in(folder.path(), &["bot", "fmt", "--check", "a.hus"]).code, 0);
}
