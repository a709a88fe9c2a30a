//! Random games by machine code: which games have it, that every move is as likely as the others, and what happens where it
//! cannot go on. That it plays as the other forms do is tested with them, ply by ply.

#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use boardwright_engine::game::Game as _;
use boardwright_engine::perft::{Unit, perft};
use boardwright_engine::playout::{Playout, Sampler, Tally};
use boardwright_engine::spec::SpecGame;
use boardwright_games::shipped;
use boardwright_lang::Source;
use boardwright_tests::battery::position;
use boardwright_tests::{fast, read, with_options};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Games that stay with the portable form, and what stands in the way.
const PORTABLE: &[(&str, &str)] = &[
    ("amazons", "asking about a place that is only known at play"),
    ("amazons-6x6", "asking about a place that is only known at play"),
    ("brandub", "asking where an element is"),
    ("chess", "a rule that asks about the position it makes"),
    ("halma", "variables that hold sets"),
    ("hex", "asking what is reached"),
    ("mastermind", "moves that are made by the plain form, or preferred"),
    ("river-crossing", "moves of different rules that may be equal"),
    ("sokoban", "asking about a place that is only known at play"),
];

#[test]
fn shipped_games_have_it_or_it_is_known_why_not() {
    for game in shipped() {
        let expected = PORTABLE.iter().find(|(name, _)| *name == game.name).map(|(_, why)| *why);
        let game_of = fast(game.name);
        assert_eq!(game_of.native_summary().err(), expected, "{}", game.name);
    }
}

#[test]
fn large_boards_have_it_too() {
    for name in ["gomoku", "reversi"] {
        let game = with_options(name, &[("size", "26")]);
        assert_eq!((game.native_summary().err(), game.steps_summary().err()), (None, None), "{name}");
    }
}

/// Games whose moves it lists and does not make, for they remember positions.
const ONLY_LISTED: &[&str] = &["mill"];

#[test]
fn single_moves_of_shipped_games_are_listed_and_made_by_it() {
    for game in shipped() {
        let expected = PORTABLE.iter().find(|(name, _)| *name == game.name).map(|(_, why)| *why);
        let game_of = fast(game.name);
        assert_eq!(game_of.steps_summary().err(), expected, "{}", game.name);
        let Some(stepped) = game_of.stepped(&game_of.start()) else { continue };
        let moves = stepped.moves.expect("the start is as the rules put it").len();
        assert!(moves > 0 && stepped.can_move == Some(true), "{}", game.name);
        let made = if ONLY_LISTED.contains(&game.name) { 0 } else { moves };
        assert_eq!(stepped.after.iter().flatten().count(), made, "{}", game.name);
    }
}

#[test]
fn a_game_that_was_prepared_gives_the_same_counts() {
    for (name, depth) in [("breakthrough", 3), ("connect-four", 5), ("draughts", 5), ("reversi", 5), ("chess", 2)] {
        let count = |game: &SpecGame| {
            perft(game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(())).expect("no faults")
        };
        let prepared = fast(name);
        prepared.prepare();
        assert_eq!(count(&prepared), count(&fast(name)), "{name}");
    }
}

/// How often each position comes after one random move.
fn drawn(game: &SpecGame, times: u64) -> BTreeMap<Vec<u8>, u64> {
    let start = game.start();
    let (mut state, mut random) = (start.clone(), Pcg64Mcg::seed_from_u64(1));
    let mut counts = BTreeMap::new();
    for _ in 0..times {
        let played = game.play_out(&start, &mut state, 1, &mut random).expect("there is machine code");
        assert_eq!(played.map(|playout| playout.length), Ok(1));
        *counts.entry(position(game, &state)).or_default() += 1;
    }
    counts
}

#[test]
fn every_move_is_as_likely_as_the_others() {
    // Moves of one group; of several; places that are guessed, in three and in eleven words; the first of two rules.
    let games = [
        (fast("tic-tac-toe"), 9),
        (fast("breakthrough"), 22),
        (fast("gomoku"), 225),
        (with_options("gomoku", &[("size", "26")]), 676),
        (fast("dots-and-boxes"), 60),
        (fast("mill"), 24),
    ];
    for (game, moves) in games {
        let counts = drawn(&game, 400 * moves);
        assert_eq!(counts.len() as u64, moves);
        // Six standard deviations.
        assert!(counts.values().all(|count| (280..=520).contains(count)), "{counts:?}");
    }
}

#[test]
fn games_end_as_they_do_move_by_move() {
    for name in ["tic-tac-toe", "reversi-6x6", "nim", "peg-solitaire", "mill"] {
        let game = fast(name);
        let tally = |step_by_step: bool| {
            let sampler = Sampler::new(&game, &game.start(), 1000, Pcg64Mcg::seed_from_u64(1));
            let mut sampler = if step_by_step { sampler.step_by_step() } else { sampler };
            let mut tally = Tally::none(game.players());
            sampler.run(3000, &mut tally).unwrap();
            tally
        };
        let (machine, steps) = (tally(false), tally(true));
        for (one, other) in machine.results.iter().zip(&steps.results) {
            // Five standard deviations of a difference of two counts, at most 5 * sqrt(2 * 3000 / 4).
            assert!(one.abs_diff(*other) < 194, "{name}: {machine:?} and {steps:?}");
        }
        let spread = (machine.length_deviation() + steps.length_deviation()) / 3000_f64.sqrt();
        assert!((machine.mean_length() - steps.mean_length()).abs() <= 5.0 * spread + 1e-9, "{name}");
    }
}

/// A counter goes up with every move and has no room for the third.
const COUNTING: &str = "\
[GAME]
edition = 2026
title = Counting

[PLAYERS]
1 = First
2 = Second

[ELEMENT TYPES]
name = stone

[LOCATION TYPES]
name = square
shape = circle(10)

[LOCATIONS]
name = a($X: 1..9)
type = square
point = 40 * $X, 40

[ELEMENTS]
name = stone($I: 1..9)
type = stone

[VARIABLES]
name = count
initial = 0
values = 0..2

[RULES]
name = place
element = stone
from = NOWHERE
to = square
followup = count = count + 1
";

#[test]
fn a_move_that_fails_is_told_as_the_portable_form_tells_it() {
    let game = SpecGame::new(read(&Source::new("counting.game", COUNTING.as_bytes()), &[])).unwrap();
    assert_eq!(game.native_summary().err(), None);
    let sampler = || Sampler::new(&game, &game.start(), 10, Pcg64Mcg::seed_from_u64(1));
    let fault = sampler().play().unwrap_err();
    assert_eq!(Err(fault), sampler().step_by_step().play());
    let short = Sampler::new(&game, &game.start(), 2, Pcg64Mcg::seed_from_u64(1)).play();
    assert_eq!(short, Ok(Playout { length: 2, outcome: None }));
}

#[test]
fn pieces_where_no_rule_puts_them_are_left_to_the_portable_form() {
    let game = fast("gomoku");
    let text = game.state_text(&game.start());
    // A stone that waits is nobody's by the rules; this one is black's.
    let (line, owned) = ("at\tstone(7)\t\t1\t0\t0", "at\tstone(7)\t\t1\t1\t0");
    assert!(text.contains(line));
    let state = game.parse_state(&text.replace(line, owned)).unwrap();
    assert_eq!(game.drawn(&state), None);
    let played = Sampler::new(&game, &state, 400, Pcg64Mcg::seed_from_u64(1)).play().unwrap();
    assert!(played.outcome.is_some() && played.length >= 9);
}

#[test]
fn positions_that_have_stood_count_from_before_the_playout() {
    let game = fast("mill");
    let mut state = game.start();
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut moves = Vec::new();
    for _ in 0..60 {
        if game.turn(&state, &mut moves).unwrap().player().is_none() {
            break;
        }
        let index = boardwright_engine::playout::below(moves.len(), &mut random);
        game.apply(&mut state, moves[index]).unwrap();
    }
    let before = game.state_text(&state);
    let mut after = state.clone();
    let played = game.play_out(&state, &mut after, 5, &mut random).expect("there is machine code").unwrap();
    // What is remembered is in the text of a state.
    let keys = |text: &str| text.lines().filter(|line| line.starts_with("past")).collect::<Vec<_>>().join("\n");
    let (before, after) = (keys(&before), keys(&game.state_text(&after)));
    assert!(after.starts_with(&before) || played.length == 0, "{before}\n{after}");
    assert_eq!(after.split_whitespace().count() as u64, before.split_whitespace().count() as u64 + played.length);
}
