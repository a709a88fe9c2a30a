//! Fuzz target: the compiled form agrees with the interpreter along arbitrary games of all shipped files.
#![no_main]

use boardwright_games::shipped_games;
use boardwright_tests::{differential::assert_rules_agree, rules};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>)| {
    let (game, choices) = input;
    let rules = rules(shipped_games()[usize::from(game) % shipped_games().len()].name);
    let mut choices = choices.iter();
    assert_rules_agree(&rules, 300, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
});
