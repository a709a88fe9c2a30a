//! That the examples of the reference do what they say: lines load without an error when they are added to the template,
//! and expressions give what is told. What is told in words nobody can test here.

use std::fmt::Write as _;
use std::sync::Arc;

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_lang::keys::{Entry, Example, TEMPLATE, entries};
use boardwright_lang::{AllPictures, Files, Loaded, Request, Severity, Source, expressions_in, load_with, render};

/// The template under its name, and no other file.
struct Template;

impl Files for Template {
    fn read(&self, name: &str) -> Result<Source, String> {
        if name == "template.game" {
            Ok(Source::new(name, TEMPLATE.as_bytes()))
        } else {
            Err("there is no such file".into())
        }
    }
}

fn loaded(text: &str) -> Loaded {
    let source = Source::new("example.game", text.as_bytes());
    load_with(&source, &Request { options: &[], files: &Template, pictures: &AllPictures })
}

/// What is wrong with a file, as a person would see it; empty if it has no errors.
fn wrong(loaded: &Loaded) -> String {
    if loaded.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
        return String::new();
    }
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    render(&loaded.diagnostics, &sources, false)
}

/// A file that adds these lines to the template.
fn file(lines: &str) -> String {
    let given = |key: &str| lines.lines().any(|line| line.starts_with(&format!("{key} =")));
    let mut head = String::from("[GAME]\n");
    let own = lines.strip_prefix("[GAME]\n");
    for (key, value) in [("edition", "2026"), ("base", "template.game")] {
        if own.is_none() || !given(key) {
            let _ = writeln!(head, "{key} = {value}");
        }
    }
    head + own.unwrap_or(lines) + "\n"
}

#[test]
fn the_template_is_sound() {
    let loaded = loaded(TEMPLATE);
    assert_eq!(wrong(&loaded), "");
}

#[test]
fn lines_can_be_added_to_the_template() {
    let mut found = String::new();
    let mut tried = 0;
    for entry in entries() {
        let lines = match entry {
            Entry::Key(_, key) => key.example,
            Entry::Builtin(builtin) => match builtin.example {
                Example::Lines(lines) => lines,
                Example::Gives(..) => continue,
            },
            Entry::Section(_) => continue,
        };
        tried += 1;
        let text = file(lines);
        let loaded = loaded(&text);
        let told = wrong(&loaded);
        if !told.is_empty() {
            let _ = writeln!(found, "{} ({}):\n{told}", entry.name(), entry.what());
        } else if let Err(error) = SpecGame::new(loaded.rules.expect("there is no error")) {
            let _ = writeln!(found, "{} ({}): {error}", entry.name(), entry.what());
        }
    }
    assert!(tried > 100, "{tried}");
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn examples_show_what_they_are_of() {
    for entry in entries() {
        let shown = match entry {
            Entry::Key(_, key) => {
                key.example.lines().any(|line| line.split('=').next().is_some_and(|word| word.trim() == key.name))
            }
            Entry::Builtin(builtin) => match builtin.example {
                Example::Gives(expression, value) => expression.contains(builtin.name) || value == builtin.name,
                // Moves are not written in game files.
                Example::Lines(lines) => lines.contains(builtin.name) || builtin.name == "off",
            },
            Entry::Section(_) => true,
        };
        assert!(shown, "{} ({})", entry.name(), entry.what());
    }
}

#[test]
fn expressions_give_what_is_told() {
    let loaded = loaded(TEMPLATE);
    let rules = loaded.rules.as_ref().expect("the template is sound");
    let mut found = String::new();
    let mut tried = 0;
    for entry in entries() {
        let Entry::Builtin(builtin) = entry else { continue };
        let Example::Gives(expression, value) = builtin.example else { continue };
        tried += 1;
        let texts = [expression, value].map(|text| Source::new("expression", text.as_bytes()));
        let (rules, exprs) = match expressions_in(rules, &loaded.scope, &texts) {
            Ok(read) => read,
            Err(list) => {
                let sources: Vec<&Source> = loaded.sources.iter().chain(&texts).collect();
                let _ = writeln!(found, "{expression} => {value}\n{}", render(&list, &sources, false));
                continue;
            }
        };
        let game = SpecGame::plain(Arc::new(rules)).expect("the template can be played");
        let mut start = game.start();
        let result = game.evaluate(&mut start, &exprs);
        if let Some(fault) = &result.fault {
            let _ = writeln!(found, "{expression} => {value}: {fault:?}");
        } else if result.values[0] != result.values[1] {
            let text = result.values[0].text(game.rules());
            let _ = writeln!(found, "{expression} gives {text}, not {value}");
        }
    }
    assert!(tried > 50, "{tried}");
    assert!(found.is_empty(), "\n{found}");
}
