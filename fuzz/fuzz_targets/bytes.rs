//! Any bytes given as a game file end in rules or in diagnostics that can be shown, never in a panic.
#![no_main]

use boardwright_lang::{AllPictures, Source, load, render};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzzed.game", bytes);
    let loaded = load(&source, &AllPictures);
    assert!(loaded.rules.is_some() || !loaded.diagnostics.is_empty(), "a file that is refused without a reason");
    render(&loaded.diagnostics, &[&source], false);
});
