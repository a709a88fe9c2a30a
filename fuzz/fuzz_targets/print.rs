//! Formatting a file of the edition 2026 twice is formatting it once, and never changes whether or as what it loads.
#![no_main]

use boardwright_games::shipped;
use boardwright_lang::{AllPictures, Source, format, load};
use boardwright_tests::edits::edited;

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>)| {
    let (game, edits) = input;
    let text = String::from_utf8_lossy(shipped()[usize::from(game) % shipped().len()].text);
    let source = Source::new("fuzzed.game", edited(&text, &edits).as_bytes());
    let Ok(formatted) = format(&source) else { return };
    let formatted = Source::new("fuzzed.game", formatted.as_bytes());
    assert_eq!(format(&formatted).as_deref(), Ok(formatted.text()), "formatted once more it is another");
    let told = |source| {
        let loaded = load(source, &AllPictures);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        (loaded.rules.map(|rules| (rules.rules.len(), rules.elements.len(), rules.functions.len())), codes)
    };
    assert_eq!(told(&source), told(&formatted), "it means something else when it is formatted");
});
