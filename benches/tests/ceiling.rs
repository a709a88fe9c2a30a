//! The programs for one game play the game of the file: as long in the mean, and won as often by each side.
//!
//! Differences are measured in standard errors. Two programs for the same game differ by more than [`MOST`] of them
//! once in a million comparisons; that a rule told differently makes more of a difference is tested too.

use boardwright_benches::ceiling::{CEILINGS, Ceiling, Player, Results, nth_bit};
use boardwright_engine::game::Game as _;
use boardwright_engine::playout::{Sampler, Tally};
use boardwright_engine::spec::SpecGame;
use boardwright_games::{ShippedFiles, named};
use boardwright_lang::{Request, Source, load_with};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

const MOST: f64 = 5.0;
/// Of each program: enough for five standard errors to be less than 2 % of the games.
const PLAYOUTS: u64 = 40_000;

/// Random games of a file in which one text is replaced by another.
fn file(name: &str, old: &str, new: &str) -> Tally {
    let text = str::from_utf8(named(name).expect("it ships").text).expect("it is text");
    assert!(text.contains(old), "{name} has no \"{old}\"");
    let source = Source::new(name, text.replace(old, new).as_bytes());
    let loaded = load_with(&source, &Request { files: &ShippedFiles, ..Request::default() });
    let game = SpecGame::new(loaded.rules.expect("it is a game")).expect("it is within the limits");
    let mut tally = Tally::none(2);
    let mut sampler = Sampler::new(&game, &game.start(), 1000, Pcg64Mcg::new(1));
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

/// By how many standard errors mean length and shares differ at most.
fn difference(file: &Tally, program: &Results) -> f64 {
    let both = file.playouts as f64 + program.playouts as f64;
    // Of a mean of both samples, the variance of a single game being 1.
    let error = (1.0 / file.playouts as f64 + 1.0 / program.playouts as f64).sqrt();
    let length = (file.mean_length() - program.mean_length()) / (file.length_deviation() * error);
    let shares = (0..3).map(|winner| {
        let difference = file.results[winner] as f64 / file.playouts as f64 - program.share(winner);
        let share = (file.results[winner] + program.winners[winner]) as f64 / both;
        // Where both have none, none is expected.
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
            assert!(difference < MOST, "{game}, {way}: {difference:.1} standard errors\n{file:?}\n{program:?}");
        }
    }
}

#[test]
fn games_with_one_rule_told_differently_are_told_apart() {
    let told = [
        ("tic-tac-toe", "members = s(1, 3), s(2, 2), s(3, 1)", "members = s(1, 1), s(2, 2), s(3, 3)"),
        ("connect-four", "default = 6", "default = 7"),
        ("reversi", "situation = passes == 2", "situation = passes == 1"),
        ("breakthrough", "capture = may", "capture = must"),
        ("gomoku", "default = no", "default = yes"),
        ("draughts", "situation = quiet == 80", "situation = quiet == 40"),
    ];
    for Ceiling { game, side_by_side, .. } in CEILINGS {
        let (_, old, new) = told.iter().find(|(name, ..)| *name == game).expect("each has such a rule");
        let difference = difference(&file(game, old, new), &program(side_by_side(2)));
        assert!(difference > MOST, "{game} with {new}: {difference:.1} standard errors");
    }
}

#[test]
fn the_nth_bit_is_found_in_any_word() {
    let mut random = Pcg64Mcg::new(4);
    for _ in 0..10_000 {
        // Few bits, about half, and nearly all.
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
