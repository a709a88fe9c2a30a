//! Tests of the examples in the language reference: examples that are lines load when added to the template, and
//! examples that are expressions have the stated values. Descriptions in words are not tested.

use std::fmt::Write as _;
use std::sync::Arc;

use boardwright_game::game::Game as _;
use boardwright_interpreter::game::InterpretedGame;
use boardwright_lang::vocabulary::{Example, TEMPLATE, VocabularyEntry, entries};
use boardwright_lang::{
    AllPictures, Files, LoadRequest, LoadedGame, Severity, Source, add_expressions_in_scope, load_with, render,
};

/// Provider of the template under the name `template.game`.
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

fn loaded(text: &str) -> LoadedGame {
    let source = Source::new("example.game", text.as_bytes());
    load_with(&source, &LoadRequest { options: &[], files: &Template, pictures: &AllPictures })
}

/// Renders the diagnostics of a file with errors; empty if there are no errors.
fn rendered_errors(loaded: &LoadedGame) -> String {
    if loaded.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
        return String::new();
    }
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    render(&loaded.diagnostics, &sources, false)
}

/// Returns a file that adds these lines to the template.
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
fn the_template_is_valid() {
    let loaded = loaded(TEMPLATE);
    assert_eq!(rendered_errors(&loaded), "");
}

#[test]
fn lines_can_be_added_to_the_template() {
    let mut found = String::new();
    let mut tried = 0;
    for entry in entries() {
        let lines = match entry {
            VocabularyEntry::Key(_, key) => key.example,
            VocabularyEntry::Builtin(builtin) => match builtin.example {
                Example::Lines(lines) => lines,
                Example::Evaluates(..) => continue,
            },
            VocabularyEntry::Section(_) => continue,
        };
        tried += 1;
        let text = file(lines);
        let loaded = loaded(&text);
        let errors = rendered_errors(&loaded);
        if !errors.is_empty() {
            let _ = writeln!(found, "{} ({}):\n{errors}", entry.name(), entry.category());
        } else if let Err(error) = InterpretedGame::new(loaded.rules.expect("there is no error")) {
            let _ = writeln!(found, "{} ({}): {error}", entry.name(), entry.category());
        }
    }
    assert!(tried > 100, "{tried}");
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn examples_contain_their_subject() {
    for entry in entries() {
        let shown = match entry {
            VocabularyEntry::Key(_, key) => {
                key.example.lines().any(|line| line.split('=').next().is_some_and(|word| word.trim() == key.name))
            }
            VocabularyEntry::Builtin(builtin) => match builtin.example {
                Example::Evaluates(expression, value) => expression.contains(builtin.name) || value == builtin.name,
                // Moves are not part of game files.
                Example::Lines(lines) => lines.contains(builtin.name) || builtin.name == "off",
            },
            VocabularyEntry::Section(_) => true,
        };
        assert!(shown, "{} ({})", entry.name(), entry.category());
    }
}

#[test]
fn expressions_have_the_stated_values() {
    let loaded = loaded(TEMPLATE);
    let rules = loaded.rules.as_ref().expect("the template is sound");
    let mut found = String::new();
    let mut tried = 0;
    for entry in entries() {
        let VocabularyEntry::Builtin(builtin) = entry else { continue };
        let Example::Evaluates(expression, value) = builtin.example else { continue };
        tried += 1;
        let texts = [expression, value].map(|text| Source::new("expression", text.as_bytes()));
        let (rules, exprs) = match add_expressions_in_scope(rules, &loaded.scope, &texts) {
            Ok(read) => read,
            Err(list) => {
                let sources: Vec<&Source> = loaded.sources.iter().chain(&texts).collect();
                let _ = writeln!(found, "{expression} => {value}\n{}", render(&list, &sources, false));
                continue;
            }
        };
        let game = InterpretedGame::new(Arc::new(rules)).expect("the template can be played");
        let mut start = game.initial_state();
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
