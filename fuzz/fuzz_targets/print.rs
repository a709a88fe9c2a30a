//! Fuzz target: formatting a file of edition 2026 is idempotent and preserves its rules and diagnostics.
#![no_main]

use boardwright_games::shipped_games;
use boardwright_lang::{AllPictures, Source, format, load};
use boardwright_tests::mutations::mutate;

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>)| {
    let (game, edits) = input;
    let text = String::from_utf8_lossy(shipped_games()[usize::from(game) % shipped_games().len()].text);
    let source = Source::new("fuzzed.game", mutate(&text, &edits).as_bytes());
    let Ok(formatted) = format(&source) else { return };
    let formatted = Source::new("fuzzed.game", formatted.as_bytes());
    assert_eq!(format(&formatted).as_deref(), Ok(formatted.text()), "formatting is not idempotent");
    let summary = |source| {
        let loaded = load(source, &AllPictures);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        (loaded.rules.map(|rules| (rules.rules.len(), rules.elements.len(), rules.functions.len())), codes)
    };
    assert_eq!(summary(&source), summary(&formatted), "formatting changes the rules or diagnostics");
});
