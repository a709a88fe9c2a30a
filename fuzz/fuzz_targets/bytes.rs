//! Fuzz target: arbitrary bytes as a game file yield rules or renderable diagnostics, never a panic.
#![no_main]

use boardwright_lang::{AllPictures, Source, load, render};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzzed.game", bytes);
    let loaded = load(&source, &AllPictures);
    assert!(loaded.rules.is_some() || !loaded.diagnostics.is_empty(), "a file is rejected without a diagnostic");
    render(&loaded.diagnostics, &[&source], false);
});
