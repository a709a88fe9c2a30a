//! Test of the tutorial: its file is built step by step as on the page, and the commands on the page must print what it shows.
//!
//! `BLESS=1` rewrites the answers; the surrounding text must then be reviewed by a person.

#![allow(clippy::format_push_string)] // short texts, put together once

use std::path::Path;
use std::{env, fs};

use crate::common::{RunResult, boardwright, run_command};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tutorial.md");
const FILE: &str = "leap.game";

/// Part of the page.
enum Part<'a> {
    /// Any other text.
    Text(&'a str),
    /// Lines of the game file.
    Lines(&'a str),
    /// Commands with their output.
    Console(&'a str),
}

fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some((text, fenced)) = rest.split_once("```") {
        let (block, after) = fenced.split_once("\n```").expect("every block has an end");
        let (kind, body) = block.split_once('\n').unwrap_or((block, ""));
        parts.push(Part::Text(text));
        parts.push(match kind {
            "ini" => Part::Lines(body),
            "console" => Part::Console(body),
            other => panic!("a block of the kind {other:?}"),
        });
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts
}

/// Inserts a block of the page into the file.
///
/// A block that begins with a section is appended, and [GAME] begins a new file. Any other block replaces the entry with
/// the same first line.
fn insert_block(file: &str, block: &str) -> String {
    if block.starts_with("[GAME]") {
        return format!("{block}\n");
    }
    if block.starts_with('[') {
        return format!("{file}\n{block}\n");
    }
    let (first, _) = block.split_once('\n').expect("an entry has several lines");
    let (key, _) = first.split_once(" = ").expect("an entry begins with a key");
    let lines: Vec<&str> = file.lines().collect();
    let at = lines.iter().position(|line| *line == first).unwrap_or_else(|| panic!("no entry begins with {first:?}"));
    let ends = |line: &&str| line.is_empty() || line.starts_with('[') || line.starts_with(&format!("{key} = "));
    let end = lines[at + 1..].iter().position(ends).map_or(lines.len(), |length| at + 1 + length);
    [&lines[..at], &[block], &lines[end..]].concat().join("\n") + "\n"
}

/// Splits a command into words; quoted words may contain blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == ' ' => words.push(String::new()),
            _ => words.last_mut().expect("there is one from the start").push(letter),
        }
    }
    words
}

fn run_in(folder: &Path, args: &[&str]) -> RunResult {
    run_command(boardwright(args).current_dir(folder))
}

/// The commands of a block with their current output.
fn with_current_output(folder: &Path, console: &str) -> String {
    let mut all = Vec::new();
    for command in console.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let words = words(command);
        let (program, args) = words.split_first().expect("a command has a name");
        assert_eq!(program, "boardwright");
        let ran = run_in(folder, &args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!ran.err.contains("panicked"), "{command}: {ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
        all.push(format!("$ {command}\n{}", shorten(&lines).trim_end()));
    }
    all.join("\n")
}

/// Output with its middle left out if it is long.
fn shorten(lines: &[&str]) -> String {
    const MOST: usize = 26;
    const FIRST: usize = 13;
    const LAST: usize = 10;
    if lines.len() <= MOST {
        return lines.join("\n");
    }
    [&lines[..FIRST], &["..."], &lines[lines.len() - LAST..]].concat().join("\n")
}

#[test]
fn every_step_matches_the_page() {
    let page = fs::read_to_string(PAGE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let (mut file, mut now) = (String::new(), String::new());
    let mut played = 0;
    for part in parts(&page) {
        match part {
            Part::Text(text) => now.push_str(text),
            Part::Lines(block) => {
                file = insert_block(&file, block);
                fs::write(&path, &file).unwrap();
                now.push_str(&format!("```ini\n{block}\n```"));
                let laid = run_in(folder.path(), &["fmt", FILE, "--check"]);
                // A file with errors cannot be formatted, and is not listed.
                assert_eq!(laid.out, "", "`boardwright fmt` changes this step:\n{file}");
                assert!(laid.code == 0 || laid.err.contains("error["), "{laid:?}");
                played += usize::from(plays(folder.path()));
            }
            Part::Console(block) => {
                now.push_str(&format!("```console\n{}\n```", with_current_output(folder.path(), block)));
            }
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(PAGE, &now).unwrap();
    }
    let written = fs::read_to_string(PAGE).unwrap();
    for (old, new) in written.lines().zip(now.lines()) {
        assert_eq!(
            old, new,
            "docs/tutorial.md; `BLESS=1 cargo test -p boardwright --test program tutorial` writes it anew"
        );
    }
    assert_eq!(written, now);
    assert!(played >= 8, "only {played} steps can be played");
}

/// Plays a game with the current file, if it has no errors and at least one rule.
fn plays(folder: &Path) -> bool {
    if run_in(folder, &["check", FILE]).code != 0 || run_in(folder, &["moves", FILE]).out.is_empty() {
        return false;
    }
    for seed in ["1", "2", "3"] {
        let ran = run_in(folder, &["play", FILE, "--players", "random,random", "--seed", seed]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    true
}

#[test]
fn the_complete_game_equals_the_steps() {
    let page = fs::read_to_string(PAGE).unwrap();
    let blocks: Vec<&str> = parts(&page)
        .into_iter()
        .filter_map(|part| if let Part::Lines(block) = part { Some(block) } else { None })
        .collect();
    // Another game follows on the page.
    let at = blocks.iter().rposition(|block| block.contains("title = Leap")).expect("the page has the whole game");
    let (steps, whole) = (&blocks[..at], blocks[at]);
    let stepwise = steps.iter().fold(String::new(), |file, block| insert_block(&file, block));
    let output = [stepwise, format!("{whole}\n")].map(|text| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), text).unwrap();
        let checked = run_in(folder.path(), &["check", FILE, "--deny", "warnings"]);
        assert_eq!((checked.code, checked.out.as_str()), (0, "leap.game: nothing is wrong\n"));
        let games = ["1", "2", "3", "4"]
            .map(|seed| run_in(folder.path(), &["play", FILE, "--players", "random,random", "--seed", seed]).out);
        let moves = run_in(folder.path(), &["moves", FILE, "--format", "json"]).out;
        let worth = run_in(folder.path(), &["eval", FILE, "Worth(1)", "--format", "json"]).out;
        (games, moves, worth)
    });
    assert!(output[0].1.contains("\"rule\""), "{}", output[0].1);
    assert_eq!(output[0], output[1]);
}

#[test]
fn blocks_change_the_file_as_described() {
    let file = "[A]\nname = a\nx = 1\n\n[B]\nname = b\n  more\nname = c\n";
    assert_eq!(insert_block(file, "name = b\ny = 2"), "[A]\nname = a\nx = 1\n\n[B]\nname = b\ny = 2\nname = c\n");
    assert_eq!(insert_block("[A]\n", "[B]\nname = b"), "[A]\n\n[B]\nname = b\n");
    assert_eq!(words("a 'b c' \"d;e\""), ["a", "b c", "d;e"]);
}
