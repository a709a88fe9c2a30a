//! Along any game of any shipped file the fast form gives what the plain form gives.
#![no_main]

use boardwright_games::shipped;
use boardwright_tests::{forms::agree, rules};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>)| {
    let (game, choices) = input;
    let rules = rules(shipped()[usize::from(game) % shipped().len()].name);
    let mut choices = choices.iter();
    agree(&rules, 300, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
});
