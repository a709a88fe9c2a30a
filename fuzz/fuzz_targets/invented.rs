//! An invented game of the edition 2026 loads, and plays the same in both forms.
#![no_main]

use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::{forms::agree, invented::edition2026::game};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

libfuzzer_sys::fuzz_target!(|input: (u64, Vec<u8>)| {
    let (seed, choices) = input;
    let text = game(&mut Pcg64Mcg::seed_from_u64(seed));
    let rules = load(&Source::new("invented.game", text.as_bytes()), &AllPictures).rules;
    let rules = rules.expect("invented games load");
    let mut choices = choices.iter().cycle();
    agree(&rules, 20, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
});
