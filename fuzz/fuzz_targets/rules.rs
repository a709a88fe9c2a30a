//! Fuzz target: arbitrary bytes as a rule file yield rules or renderable diagnostics, never a panic; the formatted file is
//! valid and stays as it is; a session with the rules answers with legal cards.
#![no_main]

use std::sync::Arc;

use boardwright_bots::prolog::Limits;
use boardwright_bots::rules::{CheckOptions, RuleCard, Session, SessionSettings, format, load};
use boardwright_lang::{Source, render};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (Some(first), source) = (bytes.first(), Source::new("fuzzed.tks", bytes.get(1..).unwrap_or_default())) else { return };
    let options = CheckOptions { is_compatible: first % 2 == 1 };
    let loaded = load(&source, options);
    assert!(loaded.rules.is_some() || !loaded.diagnostics.is_empty(), "a file is rejected without a diagnostic");
    render(&loaded.diagnostics, &[&source], false);
    let Some(rules) = loaded.rules else { return };
    let formatted = Source::new("formatted.tks", format(&source, options).expect("the file is valid").as_bytes());
    let again = format(&formatted, options).expect("the formatted file is valid");
    assert_eq!(again, formatted.text());
    let limits = Limits { steps: 2000, cells: 50_000, output_bytes: 1000 };
    let mut session = Session::new(Arc::new(rules), SessionSettings { limits, ..SessionSettings::default() });
    let legal = [RuleCard::new(4, 0), RuleCard::new(0, 7)];
    session.set_card(legal[0]);
    session.set_bit(0, 1, &[]);
    session.set_turn(legal[1], 3);
    assert!(legal.contains(&session.get_turn(&legal).value));
    assert!([-1, 6].contains(&session.get_bit(&[-1, 6]).value));
});
