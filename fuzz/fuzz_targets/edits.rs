//! An edited shipped game loads or is refused, and what loads plays the same in both forms, faults included.
#![no_main]

use boardwright_games::shipped;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::{edits::edited, forms::agree};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>, Vec<u8>)| {
    let (game, edits, choices) = input;
    let text = String::from_utf8_lossy(shipped()[usize::from(game) % shipped().len()].text);
    let source = Source::new("fuzzed.game", edited(&text, &edits).as_bytes());
    if let Some(rules) = load(&source, &AllPictures).rules {
        let mut choices = choices.iter().cycle();
        agree(&rules, 20, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
    }
});
