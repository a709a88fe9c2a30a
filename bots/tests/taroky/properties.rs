//! Properties of damaged rule files: any text ends in rules or in diagnostics, the formatter keeps valid files valid and is
//! idempotent, sessions answer with legal choices, and editors get answers at every place.

use std::sync::Arc;

use boardwright_bots::prolog::{Dialect, KnowledgeBase, Limits, Syntax};
use boardwright_bots::rules::shipped::SHIPPED_RULES;
use boardwright_bots::rules::{CheckOptions, RuleCard, Session, SessionSettings, editor, format, load};
use boardwright_game::fault::Span;
use boardwright_game::playout::random_below;
use boardwright_lang::{Source, render};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Pieces that are put into texts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ".",
    ",",
    "|",
    "'",
    "\"",
    "\\",
    "\\CARD",
    "//",
    "\n",
    " ",
    "IF",
    "NOT",
    "AND",
    "OR",
    "add ",
    "del ",
    "query ",
    "PROLOG",
    "SETCARD {",
    "X",
    "_",
    "a",
    "12",
    "-",
    "+",
    ":-",
    "=..",
    "mod",
    "!",
    ";",
    "->",
    "é",
    "\u{2014}",
    "0'",
    "99999999999999999999",
    "1.5",
    "\\+",
    "return(",
    "findall(",
    "[[",
    "((((",
    "{ }",
];

fn damaged(text: &str, random: &mut Pcg64Mcg) -> String {
    let letters: Vec<char> = text.chars().collect();
    // A part of the text is damaged in many places, the whole text in few.
    let is_whole = random_below(4, random) == 0;
    let length = if is_whole { letters.len() } else { letters.len().min(40 + random_below(1200, random)) };
    let start = random_below(letters.len() - length + 1, random);
    let mut out: Vec<String> = letters[start..start + length].iter().map(char::to_string).collect();
    if !is_whole && random_below(2, random) == 0 {
        out.insert(0, "PROLOG { }\nGETTURN {\n".to_owned());
        out.push("\n}\n".to_owned());
    }
    for _ in 0..random_below(if is_whole { 3 } else { 6 }, random) {
        let at = random_below(out.len(), random);
        match random_below(3, random) {
            0 => drop(out.remove(at)),
            1 => out.insert(at, PIECES[random_below(PIECES.len(), random)].to_owned()),
            _ => PIECES[random_below(PIECES.len(), random)].clone_into(&mut out[at]),
        }
        if out.is_empty() {
            break;
        }
    }
    out.concat()
}

#[test]
fn damaged_files_end_in_rules_or_in_diagnostics() {
    let mut random = Pcg64Mcg::seed_from_u64(17);
    let mut valid = 0;
    for round in 0..1500 {
        let shipped = &SHIPPED_RULES[round % SHIPPED_RULES.len()];
        let text = damaged(shipped.text, &mut random);
        let options = CheckOptions { is_compatible: round % 3 == 0 };
        let source = Source::new("damaged.tks", text.as_bytes());
        let loaded = load(&source, options);
        assert!(loaded.rules.is_some() || !loaded.diagnostics.is_empty(), "{text}");
        render(&loaded.diagnostics, &[&source], false);
        let at = random_below(text.len() + 1, &mut random);
        editor::completion(&text, at);
        editor::hover(&text, at);
        let Some(rules) = loaded.rules else { continue };
        valid += 1;
        let formatted = format(&source, options).expect("the file is valid");
        let formatted = Source::new("formatted.tks", formatted.as_bytes());
        let again = format(&formatted, options);
        assert_eq!(again.as_deref(), Ok(formatted.text()), "{text}");
        let limits = Limits { steps: 2000, cells: 50_000, output_bytes: 1000 };
        let settings = SessionSettings { limits, seed: round as u64, ..SessionSettings::default() };
        let mut session = Session::new(Arc::new(rules), settings);
        let legal = [RuleCard::new(4, 0), RuleCard::new(0, 7)];
        session.set_card(legal[0]);
        session.set_bit(2, 11, &[legal[0]; 3]);
        session.set_turn(legal[1], 3);
        assert!(legal.contains(&session.get_turn(&legal).value));
        assert!([-1, 6].contains(&session.get_bit(&[-1, 6]).value));
    }
    assert!(valid >= 100, "only {valid} valid files");
}

#[test]
fn damaged_goals_end_in_answers_or_errors() {
    let goals = include_str!("../data/prolog/goals.txt");
    let program = include_str!("../data/prolog/program.pl");
    let mut random = Pcg64Mcg::seed_from_u64(23);
    for round in 0..1500 {
        let dialect = Dialect { is_compatible: round % 2 == 0, unknown_fails: round % 3 == 0 };
        let mut base = KnowledgeBase::with_dialect(dialect, 1);
        base.set_limits(Limits { steps: 3000, cells: 60_000, output_bytes: 1000 });
        if round % 4 == 0 {
            base.consult(&damaged(program, &mut random), Span::default(), Syntax::default());
        }
        let goal = damaged(goals, &mut random);
        for line in goal.lines() {
            // A mistake in the text is an answer too.
            let _ = base.ask(line, 3);
        }
    }
}
