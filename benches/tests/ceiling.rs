//! Tests that the hand-written programs play by the rules of the game files: equal mean length, and equal shares of wins.
//!
//! Differences are measured in standard errors. Two programs for the same game differ by more than [`MAX_STANDARD_ERRORS`] of them once in a million
//! comparisons; a test with changed rules checks that a difference is detected.

use boardwright_benches::ceiling::{CEILINGS, Ceiling, Player, Results, nth_bit};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::playout::{PlayoutStatistics, Sampler};
use boardwright_games::{ShippedFiles, shipped_game};
use boardwright_lang::{LoadRequest, Source, load_with};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

const MAX_STANDARD_ERRORS: f64 = 5.0;
/// Number of playouts per program: enough for five standard errors to be less than 2 % of the games.
const PLAYOUTS: u64 = 40_000;

/// Random games of a file in which one text is replaced by another.
fn file(name: &str, old: &str, new: &str) -> PlayoutStatistics {
    let text = str::from_utf8(shipped_game(name).expect("it ships").text).expect("it is text");
    assert!(text.contains(old), "{name} has no \"{old}\"");
    let source = Source::new(name, text.replace(old, new).as_bytes());
    let loaded = load_with(&source, &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() });
    let game = CompiledGame::new(loaded.rules.expect("it is a game")).expect("it is within the limits");
    let mut tally = PlayoutStatistics::empty(2);
    let mut sampler = Sampler::new(&game, &game.initial_state(), 1000, Pcg64Mcg::new(1));
    sampler.run(PLAYOUTS, &mut tally).expect("it has no faults");
    assert_eq!(tally.unfinished, 0, "{name}: the programs play every game to its end");
    tally
}

fn program(mut player: Box<dyn Player>) -> Results {
    let mut results = Results::default();
    while results.playouts < PLAYOUTS {
        player.run(&mut results);
    }
    results
}

/// Largest difference of mean length and shares, in standard errors.
fn difference(file: &PlayoutStatistics, program: &Results) -> f64 {
    let both = file.playouts as f64 + program.playouts as f64;
    // Standard error of the difference of the two means, for a variance of 1 per game.
    let error = (1.0 / file.playouts as f64 + 1.0 / program.playouts as f64).sqrt();
    let length = (file.mean_length() - program.mean_length()) / (file.length_deviation() * error);
    let shares = (0..3).map(|winner| {
        let difference = file.results[winner] as f64 / file.playouts as f64 - program.share(winner);
        let share = (file.results[winner] + program.winners[winner]) as f64 / both;
        // If both shares are zero, so is the difference.
        if share == 0.0 { 0.0 } else { difference / ((share * (1.0 - share)).sqrt() * error) }
    });
    shares.chain([length]).map(f64::abs).fold(0.0, f64::max)
}

#[test]
fn programs_play_the_games_of_the_files() {
    for Ceiling { game, side_by_side, one_by_one } in CEILINGS {
        let file = file(game, "", "");
        for (way, player) in [("side by side", side_by_side(2)), ("one by one", one_by_one(3))] {
            let program = program(player);
            let difference = difference(&file, &program);
            assert!(
                difference < MAX_STANDARD_ERRORS,
                "{game}, {way}: {difference:.1} standard errors\n{file:?}\n{program:?}"
            );
        }
    }
}

#[test]
fn changed_rules_are_detected() {
    let changed_rules = [
        ("tic-tac-toe", "members = s(1, 3), s(2, 2), s(3, 1)", "members = s(1, 1), s(2, 2), s(3, 3)"),
        ("connect-four", "default = 6", "default = 7"),
        ("reversi", "situation = passes == 2", "situation = passes == 1"),
        ("breakthrough", "capture = may", "capture = must"),
        ("gomoku", "default = no", "default = yes"),
        ("draughts", "situation = quiet == 80", "situation = quiet == 40"),
    ];
    for Ceiling { game, side_by_side, .. } in CEILINGS {
        let (_, old, new) = changed_rules.iter().find(|(name, ..)| *name == game).expect("each has such a rule");
        let difference = difference(&file(game, old, new), &program(side_by_side(2)));
        assert!(difference > MAX_STANDARD_ERRORS, "{game} with {new}: {difference:.1} standard errors");
    }
}

#[test]
fn the_nth_bit_is_found_in_any_word() {
    let mut random = Pcg64Mcg::new(4);
    for _ in 0..10_000 {
        // Few bits set, about half, and nearly all.
        let [a, b, c] = [random.next_u64(), random.next_u64(), random.next_u64()];
        for word in [0, u64::MAX, a & b & c, a, a | b | c] {
            let mut left = word;
            for rank in 0..word.count_ones() {
                let lowest = left & left.wrapping_neg();
                assert_eq!(nth_bit(word, rank.into()), lowest, "{rank} of {word:#x}");
                left ^= lowest;
            }
            assert_eq!(nth_bit(0, 0), 0);
        }
    }
}
