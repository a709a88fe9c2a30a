//! Arbitrary files and arbitrary edits of the shipped ones: they load or are told what is wrong, and what loads plays
//! the same in both forms.

use std::sync::Arc;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::symmetry::Among;
use boardwright_games::shipped;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::invented::{edition2013, edition2026};
use boardwright_tests::{data, edits::edited, forms::agree, symmetry};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Files of 2013, below the folder `data`.
const GAMES_2013: &[&str] = &[
    "2013/alquerque.game",
    "2013/connect4.game",
    "2013/frogs.game",
    "2013/mastermind.game",
    "2013/mill.game",
    "2013/nim.game",
    "2013/puzzle8.game",
    "2013/reversi.game",
    "2013/river-crossing.game",
    "2013/skipping.game",
    "2013/squares.game",
    "2013/squares-v2.game",
    "2013/tic-tac-toe.game",
];

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
    fn any_edits_of_games_of_2013_play_alike(
        game in prop::sample::select(GAMES_2013),
        edits in prop::collection::vec(any::<u8>(), 5..60),
        choices in prop::collection::vec(any::<u8>(), 1..8),
    ) {
        play(edited(data(game).text(), &edits).as_bytes(), &choices);
    }

    #[test]
    fn any_edits_of_shipped_games_play_alike(
        game in 0..shipped().len(),
        edits in prop::collection::vec(any::<u8>(), 5..20),
        choices in prop::collection::vec(any::<u8>(), 1..8),
    ) {
        let text = std::str::from_utf8(shipped()[game].text).expect("shipped games are UTF-8");
        play(edited(text, &edits).as_bytes(), &choices);
    }
}

#[test]
fn edited_files_often_load() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut load = 0;
    for _ in 0..10 {
        for game in shipped() {
            let edit: [u8; 5] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            load += usize::from(loaded(edited(text, &edit).as_bytes()).is_some());
        }
    }
    assert!(load * 4 > shipped().len() * 10, "only {load} of {} load", shipped().len() * 10);
}

/// Games of a kind that is invented, for some seeds.
fn play_invented(seeds: std::ops::Range<u64>, invented: impl Fn(&mut dyn Rng) -> String) {
    for seed in seeds {
        let text = invented(&mut Pcg64Mcg::seed_from_u64(seed));
        let rules =
            loaded(text.as_bytes()).unwrap_or_else(|| panic!("seed {seed}: the invented game does not load\n{text}"));
        for game in 0..3 {
            let mut random = Pcg64Mcg::seed_from_u64(game);
            agree(&rules, 20, |count| random.random_range(0..count));
        }
    }
}

#[test]
fn invented_games_of_2013_play_alike() {
    play_invented(0..400, edition2013::game);
}

#[test]
fn invented_games_of_2026_play_alike() {
    play_invented(0..200, edition2026::game);
}

#[test]
fn symmetries_of_edited_games_are_some() {
    let mut random = Pcg64Mcg::seed_from_u64(8);
    let mut symmetric = 0;
    for round in 0..ROUNDS {
        for game in shipped() {
            let edit: [u8; 10] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            let Some(rules) = loaded(edited(text, &edit[..5 + 5 * (round % 2)]).as_bytes()) else { continue };
            let Ok(game) = SpecGame::in_a_moment(rules) else { continue };
            if game.symmetries().count(Among::All) > 1 {
                symmetric += 1;
                symmetry::play(&game, 1, 12);
            }
        }
    }
    assert!(symmetric > ROUNDS, "only {symmetric} games have symmetries");
}

/// How often every shipped game is edited.
const ROUNDS: usize = 8;

#[test]
fn symmetries_of_invented_games_are_some() {
    let mut symmetric = 0;
    for seed in 0..200 {
        let text = edition2026::game(&mut Pcg64Mcg::seed_from_u64(seed));
        let rules = loaded(text.as_bytes()).unwrap_or_else(|| panic!("seed {seed}: the invented game does not load"));
        let game = SpecGame::in_a_moment(rules).expect("it is small");
        if game.symmetries().count(Among::All) > 1 {
            symmetric += 1;
            symmetry::play(&game, 2, 12);
        }
    }
    assert!(symmetric > 20, "only {symmetric} games have symmetries");
}
