//! Fuzz target: a generated game of edition 2026 loads, and plays the same in the interpreter and the compiled form.
#![no_main]

use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::{differential::assert_rules_agree, generated_games::edition2026::generate_game};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

libfuzzer_sys::fuzz_target!(|input: (u64, Vec<u8>)| {
    let (seed, choices) = input;
    let text = generate_game(&mut Pcg64Mcg::seed_from_u64(seed));
    let rules = load(&Source::new("invented.game", text.as_bytes()), &AllPictures).rules;
    let rules = rules.expect("generated games load");
    let mut choices = choices.iter().cycle();
    assert_rules_agree(&rules, 20, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
});
