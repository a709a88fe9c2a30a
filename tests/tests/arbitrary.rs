//! Arbitrary files and arbitrary edits of the shipped ones: they load or are told what is wrong, and what loads plays
//! the same in both forms.

use std::sync::Arc;

use boardwright_engine::rules::RuleSet;
use boardwright_games::shipped;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::{edits::edited, forms::agree, invented::invented};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn loaded(text: &[u8]) -> Option<Arc<RuleSet>> {
    load(&Source::new("arbitrary.game", text), &AllPictures).rules
}

/// Whatever is in the text, and however much: some plies, chosen by the bytes.
fn play(text: &[u8], choices: &[u8]) {
    if let Some(rules) = loaded(text) {
        let mut choices = choices.iter().cycle();
        agree(&rules, 12, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_load_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        play(&bytes, &[0]);
    }

    #[test]
    fn any_edits_of_shipped_games_play_alike(
        game in 0..shipped().len(),
        edits in prop::collection::vec(any::<u8>(), 5..60),
        choices in prop::collection::vec(any::<u8>(), 1..8),
    ) {
        let text = std::str::from_utf8(shipped()[game].text).expect("shipped games are UTF-8");
        play(edited(text, &edits).as_bytes(), &choices);
    }
}

#[test]
fn invented_games_play_alike() {
    for seed in 0..400 {
        let text = invented(&mut Pcg64Mcg::seed_from_u64(seed));
        let rules =
            loaded(text.as_bytes()).unwrap_or_else(|| panic!("seed {seed}: the invented game does not load\n{text}"));
        for game in 0..3 {
            let mut random = Pcg64Mcg::seed_from_u64(game);
            agree(&rules, 20, |count| random.random_range(0..count));
        }
    }
}
