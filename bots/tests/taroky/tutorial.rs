//! The page `docs/taroky-rules.md`: its rule files are sound and have the canonical layout, and its sessions give what the
//! page shows.

use std::fs;
use std::sync::Arc;

use boardwright_bots::rules::blocks::{Block, KEYWORDS};
use boardwright_bots::rules::{CheckOptions, Mode, Session, SessionSettings, format, load};
use boardwright_lang::{Source, render};

use super::decisions::execute;

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/taroky-rules.md");
    fs::read_to_string(path).expect("the page exists")
}

/// Blocks of the page with their kinds.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = page.split("```").collect();
    parts.into_iter().skip(1).step_by(2).map(|block| block.split_once('\n').expect("a block has lines")).collect()
}

#[test]
fn every_step_gives_what_the_page_shows() {
    let page = page();
    let (mut file, mut sessions) = (None, 0);
    for (kind, body) in blocks(&page) {
        match kind {
            "tks" => {
                let source = Source::new("mine.tks", body.as_bytes());
                let loaded = load(&source, CheckOptions::default());
                assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &[&source], false));
                assert_eq!(format(&source, CheckOptions::default()).as_deref(), Ok(body));
                file = loaded.rules.map(Arc::new);
            }
            "session" => {
                let rules = Arc::clone(file.as_ref().expect("a file stands before the session"));
                let settings = SessionSettings { mode: Mode::Evaluation, ..SessionSettings::default() };
                let mut session = Session::new(rules, settings);
                let mut out = String::new();
                for command in body.lines().filter(|line| !line.starts_with("= ")) {
                    out += command;
                    out.push('\n');
                    out += &execute(&mut session, command);
                }
                assert_eq!(out, body);
                sessions += 1;
            }
            _ => {}
        }
    }
    assert_eq!(sessions, 6);
}

#[test]
fn the_page_names_every_word_of_the_language() {
    let page = page();
    let blocks = Block::ALL.map(Block::keyword);
    let macros = Block::ALL.into_iter().flat_map(Block::presets).map(|name| format!("\\{name}"));
    for word in blocks
        .iter()
        .map(|word| (*word).to_owned())
        .chain(macros)
        .chain(KEYWORDS.iter().map(|entry| entry.name.to_owned()))
    {
        assert!(page.contains(&word), "{word} is missing");
    }
}
