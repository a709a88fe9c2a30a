//! Fuzz target: arbitrary bytes as a bot script yield a script or renderable diagnostics, never a panic; the formatted
//! script means the same.
#![no_main]

use boardwright_bots::script::{format, load};
use boardwright_lang::{NoFiles, Source, render};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzzed.hus", bytes);
    let loaded = load(&source, &NoFiles);
    assert!(loaded.script.is_some() || !loaded.diagnostics.is_empty(), "a script is rejected without a diagnostic");
    render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false);
    if let Some(script) = loaded.script {
        let formatted = format(&source).expect("the script is valid");
        let again = load(&Source::new("formatted.hus", formatted.as_bytes()), &NoFiles).script;
        let again = again.expect("the formatted script is valid");
        assert_eq!(again.program.to_string(), script.program.to_string(), "{formatted}");
    }
});
