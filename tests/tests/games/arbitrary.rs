//! Property-based tests with arbitrary bytes, mutated and generated game files: they load or are rejected with
//! diagnostics, and all forms of what loads play the same.

use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::structure::SymmetrySubset;
use boardwright_games::shipped_games;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_rules::RuleSet;
use boardwright_tests::effort::repetitions;
use boardwright_tests::generated_games::{edition2013, edition2026};
use boardwright_tests::{
    data_file, deterministic_games, differential::assert_rules_agree, mutations::mutate, symmetry,
};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Files of the edition 2013, below the folder `data`.
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

fn load_text(text: &[u8]) -> Option<Arc<RuleSet>> {
    load(&Source::new("arbitrary.game", text), &AllPictures).rules
}

/// Loads any text, and plays some plies that are chosen by the bytes.
fn play(text: &[u8], choices: &[u8]) {
    if let Some(rules) = load_text(text) {
        let mut choices = choices.iter().cycle();
        assert_rules_agree(&rules, 12, |count| usize::from(*choices.next().unwrap_or(&0)) % count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: repetitions(100) as u32, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_load_or_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        play(&bytes, &[0]);
    }

    #[test]
    fn mutated_games_of_2013_play_the_same(
        game in prop::sample::select(GAMES_2013),
        edits in prop::collection::vec(any::<u8>(), 5..60),
        choices in prop::collection::vec(any::<u8>(), 1..8),
    ) {
        play(mutate(data_file(game).text(), &edits).as_bytes(), &choices);
    }
}

proptest! {
    // Each case compiles a game of full size; `cargo xtask fuzz` goes on with more of them.
    #![proptest_config(ProptestConfig { cases: repetitions(60) as u32, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn mutated_shipped_games_play_the_same(
        game in 0..shipped_games().len(),
        edits in prop::collection::vec(any::<u8>(), 5..20),
        choices in prop::collection::vec(any::<u8>(), 1..8),
    ) {
        let text = std::str::from_utf8(shipped_games()[game].text).expect("shipped games are UTF-8");
        play(mutate(text, &edits).as_bytes(), &choices);
    }
}

#[test]
fn mutated_files_often_load() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut load = 0;
    for _ in 0..10 {
        for game in shipped_games() {
            let edit: [u8; 5] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            load += usize::from(load_text(mutate(text, &edit).as_bytes()).is_some());
        }
    }
    assert!(load * 4 > shipped_games().len() * 10, "only {load} of {} load", shipped_games().len() * 10);
}

/// Plays generated games, `count` in a usual run.
fn play_generated(count: u64, invented: impl Fn(&mut dyn Rng) -> String) {
    for seed in 0..repetitions(count) {
        let text = invented(&mut Pcg64Mcg::seed_from_u64(seed));
        let rules = load_text(text.as_bytes())
            .unwrap_or_else(|| panic!("seed {seed}: the invented game does not load\n{text}"));
        for game in 0..3 {
            let mut random = Pcg64Mcg::seed_from_u64(game);
            assert_rules_agree(&rules, 20, |count| random.random_range(0..count));
        }
    }
}

#[test]
fn generated_games_of_2013_play_the_same() {
    play_generated(200, edition2013::generate_game);
}

#[test]
fn generated_games_of_2026_play_the_same() {
    play_generated(50, edition2026::generate_game);
}

#[test]
fn symmetries_of_mutated_games_are_correct() {
    let mut random = Pcg64Mcg::seed_from_u64(8);
    let mut symmetric = 0;
    for round in 0..repetitions(ROUNDS) {
        for game in shipped_games() {
            let edit: [u8; 10] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            let Some(rules) = load_text(mutate(text, &edit[..5 + 5 * (round % 2) as usize]).as_bytes()) else {
                continue;
            };
            let Ok(game) = CompiledGame::compile_quickly(rules) else { continue };
            if game.symmetries().count(SymmetrySubset::All) > 1 {
                symmetric += 1;
                symmetry::play_with_images(&game, 1, 12);
            }
        }
    }
    assert!(symmetric > ROUNDS, "only {symmetric} games have symmetries");
}

/// Number of mutations of every shipped game.
const ROUNDS: u64 = 2;

#[test]
fn symmetries_of_generated_games_are_correct() {
    let mut symmetric = 0;
    for seed in 0..repetitions(100) {
        let text = edition2026::generate_game(&mut Pcg64Mcg::seed_from_u64(seed));
        let rules =
            load_text(text.as_bytes()).unwrap_or_else(|| panic!("seed {seed}: the invented game does not load"));
        let game = CompiledGame::compile_quickly(rules).expect("it is small");
        if game.symmetries().count(SymmetrySubset::All) > 1 {
            symmetric += 1;
            symmetry::play_with_images(&game, 2, 12);
        }
    }
    assert!(symmetric > 10, "only {symmetric} games have symmetries");
}

/// Half of the files are generated, and half are shipped files with a few edits. Those that have none are beyond the limits of
/// the state's bitsets, or use the constructs named here.
#[test]
fn most_arbitrary_files_have_general_native_code() {
    let files = repetitions(100) as usize;
    let mut random = Pcg64Mcg::seed_from_u64(17);
    let mut refused = Vec::new();
    let mut counted = 0;
    let games: Vec<_> = deterministic_games().collect();
    while counted < files {
        let text = if counted < files / 2 {
            edition2026::generate_game(&mut random)
        } else {
            let game = games[random.random_range(0..games.len())];
            let edits: [u8; 10] = random.random();
            mutate(std::str::from_utf8(game.text).expect("shipped games are UTF-8"), &edits)
        };
        let Some(rules) = load_text(text.as_bytes()) else { continue };
        let Ok(game) = CompiledGame::new(rules) else { continue };
        counted += 1;
        if let Err(reason) = game.baseline_summary() {
            refused.push(reason.to_owned());
        }
    }
    let expected = [
        "too many kinds of pieces",
        "too many locations and kinds of pieces",
        "a recursive named expression after the turn has passed to an unknown player",
        "FIRST of a set whose members are not known",
        "IF between values of different types",
        "BETWEEN in directions that are known only at run time",
        "a `for` clause over sets of unknown members",
        "a move from off the board to off the board",
        "rays that come back to their start",
    ];
    assert!(refused.iter().all(|reason| expected.contains(&reason.as_str())), "{refused:#?}");
    assert!(refused.len() * 5 <= files, "{} of {files} have none: {refused:#?}", refused.len());
}
