//! Fuzz target: an edited shipped game is rejected, or plays the same in the interpreter and the compiled form, including faults.
#![no_main]

use boardwright_games::shipped_games;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::{differential::assert_rules_agree, mutations::mutate};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>, Vec<u8>)| {
    let (game, edits, choices) = input;
    let text = String::from_utf8_lossy(shipped_games()[usize::from(game) % shipped_games().len()].text);
    let source = Source::new("fuzzed.game", mutate(&text, &edits).as_bytes());
    if let Some(rules) = load(&source, &AllPictures).rules {
        let mut choices = choices.iter().cycle();
        assert_rules_agree(&rules, 20, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
    }
});
