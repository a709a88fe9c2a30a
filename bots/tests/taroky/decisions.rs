//! Rules, situations and answers in `tests/data/rules/*.cases`. A case begins with `=== ` and a title; ` (compatible)` and
//! ` (play)` in the title choose the mode. Its rule file ends with `---`; commands follow:
//!
//! - `set BLOCK NAME=VALUE ...` runs a block with preset macros;
//! - `turn CARD ...`, `bid CODE ...`, `announce CODE ...`, `flek CODE ...` ask for one of the legal answers;
//! - `? GOAL` lists the solutions of a goal.
//!
//! The results follow each command after `= `. `BLESS=1 cargo test -p boardwright-bots --test taroky decisions` writes them;
//! review the differences before committing them.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use boardwright_bots::prolog::{Syntax, parse_term};
use boardwright_bots::rules::blocks::Block;
use boardwright_bots::rules::{
    Answer, AnswerSource, CheckOptions, MacroTable, Mode, RuleCard, Session, SessionSettings, load,
};
use boardwright_game::fault::Span;
use boardwright_lang::{Source, render};

use super::annotated;

/// A card `[S,V]`.
fn card(text: &str) -> RuleCard {
    let numbers: Vec<u8> = text.trim_matches(['[', ']']).split(',').map(|part| part.parse().unwrap()).collect();
    RuleCard::new(numbers[0], numbers[1])
}

fn codes(words: &[&str]) -> Vec<i64> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

fn source(answer: AnswerSource) -> &'static str {
    if answer == AnswerSource::Rules { "rules" } else { "fallback" }
}

fn described<T>(answer: &Answer<T>, value: &str) -> String {
    let given = if answer.given.is_empty() { "nothing".to_owned() } else { answer.given.join(" ") };
    format!("= {value}, {}; returned {given}\n", source(answer.source))
}

/// Results of a command.
pub fn execute(session: &mut Session, command: &str) -> String {
    let mut out = String::new();
    if let Some(goal) = command.strip_prefix("? ") {
        let answers = session.base_mut().ask(goal, 20).unwrap_or_else(|error| panic!("{goal}: {}", error.message));
        let lines = if answers.lines.is_empty() { vec!["no".to_owned()] } else { answers.lines };
        for line in lines {
            writeln!(out, "= {line}").unwrap();
        }
        return out;
    }
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["set", block, ref presets @ ..] => {
            let mut table = MacroTable::default();
            for preset in presets {
                let (name, value) = preset.split_once('=').expect("a value");
                let symbols = session.base_mut().symbols_mut();
                let value = parse_term(value, Span::default(), Syntax::default(), symbols).expect("a term");
                table.set(name, value.term);
            }
            let answers = session.answers_of(Block::from_keyword(block).expect("a block"), &table);
            if !answers.is_empty() {
                writeln!(out, "= returned {}", answers.join(" ")).unwrap();
            }
        }
        ["turn", ref cards @ ..] => {
            let legal: Vec<RuleCard> = cards.iter().map(|text| card(text)).collect();
            let answer = session.get_turn(&legal);
            out += &described(&answer, &format!("[{},{}]", answer.value.suit, answer.value.value));
        }
        ["bid", ref words @ ..] => {
            let answer = session.get_bit(&codes(words));
            out += &described(&answer, &answer.value.to_string());
        }
        ["announce", ref words @ ..] => {
            let answer = session.get_bonus(&codes(words));
            out += &described(&answer, &format!("{:?}", answer.value));
        }
        ["flek", ref words @ ..] => {
            let answer = session.get_flek(&codes(words));
            out += &described(&answer, &format!("{:?}", answer.value));
        }
        _ => panic!("unknown command: {command}"),
    }
    for warning in session.take_warnings() {
        let line = session.file().source.position(warning.span.start as usize).0;
        writeln!(out, "= warning in line {line}: {}", warning.message).unwrap();
    }
    let written = session.take_output();
    for line in written.lines() {
        writeln!(out, "= wrote {line}").unwrap();
    }
    out
}

fn annotate(title: &str, lines: &[&str]) -> String {
    let end = lines.iter().position(|line| *line == "---").unwrap_or_else(|| panic!("{title}: no line ---"));
    let text = lines[..end].join("\n");
    let options = CheckOptions { is_compatible: title.contains("(compatible)") };
    let loaded = load(&Source::new("case.tks", text.as_bytes()), options);
    let errors = render(&loaded.diagnostics, &[&loaded.source], false);
    let rules = loaded.rules.unwrap_or_else(|| panic!("{title}: {errors}"));
    let mode = if title.contains("(play)") { Mode::Play } else { Mode::Evaluation };
    let settings = SessionSettings { mode, seed: 1, ..SessionSettings::default() };
    let mut session = Session::new(Arc::new(rules), settings);
    let mut out = format!("=== {title}\n{text}\n---\n");
    for command in &lines[end + 1..] {
        writeln!(out, "{command}").unwrap();
        if !command.is_empty() {
            out += &execute(&mut session, command);
        }
    }
    out
}

#[test]
fn rules_have_the_recorded_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules");
    let is_written = |line: &str| line.starts_with("= ");
    let mut count = 0;
    for name in ["language.cases", "answers.cases"] {
        count += annotated::check_file(&folder.join(name), is_written, annotate);
    }
    assert!(count >= 30, "only {count} cases");
}
