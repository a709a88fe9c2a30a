//! Native code: which games have which tier, that every move of a playout is equally likely, and the fallbacks. The
//! comparison with the other forms, ply by ply, is in their tests.

#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_game::playout::{Playout, PlayoutStatistics, Sampler};
use boardwright_lang::Source;
use boardwright_tests::battery::encode_position;
use boardwright_tests::{compiled, deterministic_games, load_rules, with_options};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Games without bit-parallel native code, and the construct that prevents it.
const WITHOUT_BIT_PARALLEL_CODE: &[(&str, &str)] = &[
    ("amazons", "a location that is computed at run time"),
    ("amazons-6x6", "a location that is computed at run time"),
    ("brandub", "the location of an element as a value"),
    ("chess", "a rule with a condition on the resulting position"),
    ("chinese-checkers", "different rules that can allow the same move"),
    ("go", "different rules that can allow the same move"),
    ("halma", "set variables"),
    ("hex", "reachability queries"),
    ("kalah", "different rules that can allow the same move"),
    ("lines-of-action", "moves that only the interpreter can make, or with a preference"),
    ("mastermind", "moves that only the interpreter can make, or with a preference"),
    ("pentago", "moves that only the interpreter can make, or with a preference"),
    ("quarto", "a rule with too many move groups"),
    ("quoridor", "different rules that can allow the same move"),
    ("river-crossing", "different rules that can allow the same move"),
    ("shogi", "different rules that can allow the same move"),
    ("skipping", "a comparison of location-dependent values"),
    ("sokoban", "a location that is computed at run time"),
];

#[test]
fn shipped_games_have_bit_parallel_code_or_a_listed_reason() {
    for game in deterministic_games() {
        let expected = WITHOUT_BIT_PARALLEL_CODE.iter().find(|(name, _)| *name == game.name).map(|(_, why)| *why);
        let game_of = compiled(game.name);
        assert_eq!(game_of.native_playouts_summary().err(), expected, "{}", game.name);
    }
}

#[test]
fn every_shipped_game_has_general_native_code() {
    for game in deterministic_games() {
        assert_eq!(compiled(game.name).baseline_summary().err(), None, "{}", game.name);
    }
}

#[test]
fn large_boards_have_native_code() {
    for name in ["gomoku", "reversi"] {
        let game = with_options(name, &[("size", "26")]);
        assert_eq!((game.native_playouts_summary().err(), game.native_moves_summary().err()), (None, None), "{name}");
    }
}

/// Games whose moves native code lists but does not make, because they are history dependent.
const ONLY_LISTED: &[&str] = &["mill"];

#[test]
fn native_code_lists_and_makes_single_moves_of_shipped_games() {
    for game in deterministic_games() {
        let expected = WITHOUT_BIT_PARALLEL_CODE.iter().find(|(name, _)| *name == game.name).map(|(_, why)| *why);
        let game_of = compiled(game.name);
        assert_eq!(game_of.native_moves_summary().err(), expected, "{}", game.name);
        let Some(stepped) = game_of.native_move_results(&game_of.initial_state()) else { continue };
        let moves = stepped.moves.expect("the start is as the rules put it").len();
        assert!(moves > 0 && stepped.can_move == Some(true), "{}", game.name);
        let made = if ONLY_LISTED.contains(&game.name) { 0 } else { moves };
        assert_eq!(stepped.after.iter().flatten().count(), made, "{}", game.name);
    }
}

#[test]
fn a_game_that_was_prepared_gives_the_same_counts() {
    for (name, depth) in [("breakthrough", 3), ("connect-four", 5), ("draughts", 5), ("reversi", 5), ("chess", 2)] {
        let count = |game: &CompiledGame| {
            perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()))
                .expect("no faults")
        };
        let prepared = compiled(name);
        prepared.prepare();
        assert_eq!(count(&prepared), count(&compiled(name)), "{name}");
    }
}

/// Frequency of each position after one random move.
fn sample_successors(game: &CompiledGame, times: u64) -> BTreeMap<Vec<u8>, u64> {
    let start = game.initial_state();
    let (mut state, mut random) = (start.clone(), Pcg64Mcg::seed_from_u64(1));
    let mut counts = BTreeMap::new();
    for _ in 0..times {
        let played = game.play_out(&start, &mut state, 1, &mut random).expect("there is machine code");
        assert_eq!(played.map(|playout| playout.length), Ok(1));
        *counts.entry(encode_position(game, &state)).or_default() += 1;
    }
    counts
}

#[test]
fn every_move_is_as_likely_as_the_others() {
    // Moves of one group; of several; sampling by rejection in three and in eleven words; the first of two rules; general
    // code by segments, with a condition on the position after the move.
    let games = [
        (compiled("tic-tac-toe"), 9),
        (compiled("breakthrough"), 22),
        (compiled("gomoku"), 225),
        (with_options("gomoku", &[("size", "26")]), 676),
        (compiled("dots-and-boxes"), 60),
        (compiled("mill"), 24),
        (compiled("hex"), 121),
        (compiled("chess"), 20),
    ];
    for (game, moves) in games {
        let counts = sample_successors(&game, 400 * moves);
        assert_eq!(counts.len() as u64, moves);
        // Six standard deviations.
        assert!(counts.values().all(|count| (280..=520).contains(count)), "{counts:?}");
    }
}

#[test]
fn playouts_end_as_games_move_by_move() {
    for name in ["tic-tac-toe", "reversi-6x6", "nim", "peg-solitaire", "mill", "amazons-6x6", "brandub"] {
        let game = compiled(name);
        let tally = |step_by_step: bool| {
            let sampler = Sampler::new(&game, &game.initial_state(), 1000, Pcg64Mcg::seed_from_u64(1));
            let mut sampler = if step_by_step { sampler.step_by_step() } else { sampler };
            let mut tally = PlayoutStatistics::empty(game.players());
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

/// A counter increases with every move and overflows its range at the third.
const OVERFLOWING_COUNTER: &str = "\
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
fn a_failing_move_gives_the_same_fault_as_in_the_portable_form() {
    let game =
        CompiledGame::new(load_rules(&Source::new("counting.game", OVERFLOWING_COUNTER.as_bytes()), &[])).unwrap();
    assert_eq!(game.native_playouts_summary().err(), None);
    let sampler = || Sampler::new(&game, &game.initial_state(), 10, Pcg64Mcg::seed_from_u64(1));
    let fault = sampler().play().unwrap_err();
    assert_eq!(Err(fault), sampler().step_by_step().play());
    let short = Sampler::new(&game, &game.initial_state(), 2, Pcg64Mcg::seed_from_u64(1)).play();
    assert_eq!(short, Ok(Playout { length: 2, outcome: None }));
}

#[test]
fn pieces_in_unreachable_places_fall_back_to_the_portable_form() {
    let game = compiled("gomoku");
    let text = game.state_text(&game.initial_state());
    // By the rules an off-board stone has no owner; this one is Black's.
    let (line, owned) = ("at\tstone(7)\t\t1\t0\t0", "at\tstone(7)\t\t1\t1\t0");
    assert!(text.contains(line));
    let state = game.parse_state(&text.replace(line, owned)).unwrap();
    assert_eq!(game.native_playout_successors(&state), None);
    let played = Sampler::new(&game, &state, 400, Pcg64Mcg::seed_from_u64(1)).play().unwrap();
    assert!(played.outcome.is_some() && played.length >= 9);
}

#[test]
fn repetition_counts_include_positions_before_the_playout() {
    let game = compiled("mill");
    let mut state = game.initial_state();
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut moves = Vec::new();
    for _ in 0..60 {
        if game.legal_moves(&state, &mut moves).unwrap().player().is_none() {
            break;
        }
        let index = boardwright_game::playout::random_below(moves.len(), &mut random);
        game.apply(&mut state, moves[index]).unwrap();
    }
    let before = game.state_text(&state);
    let mut after = state.clone();
    let played = game.play_out(&state, &mut after, 5, &mut random).expect("there is machine code").unwrap();
    // The history is part of the text of a state.
    let keys = |text: &str| text.lines().filter(|line| line.starts_with("past")).collect::<Vec<_>>().join("\n");
    let (before, after) = (keys(&before), keys(&game.state_text(&after)));
    assert!(after.starts_with(&before) || played.length == 0, "{before}\n{after}");
    assert_eq!(after.split_whitespace().count() as u64, before.split_whitespace().count() as u64 + played.length);
}
