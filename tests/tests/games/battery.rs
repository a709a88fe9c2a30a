//! The battery of laws over every game that ships, and for game files the plain form beside the fast one.
//! What the laws are is in `boardwright_tests::battery`.

use boardwright_engine::game::Game;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_games::{kuhn::Kuhn, pig::Pig};
use boardwright_tests::battery::{Battery, players, position};
use boardwright_tests::forms::{drawn_alike, stepped_alike};
use boardwright_tests::{fast, plain};

/// Two hundred games. Alquerque has no end by itself where both sides wander; the others end long before.
const BATTERY: Battery = Battery { games: 200, longest: 150, seed: 1 };

/// Games with large boards or long rules: fewer games, because every ply is looked at from all sides and by both forms.
const fn some(games: u64, longest: usize) -> Battery {
    Battery { games, longest, seed: 1 }
}

fn run_file(name: &str, battery: Battery) {
    let (fast, plain) = (fast(name), plain(name));
    let mut beside = plain.start();
    battery.run(&fast, &mut |state, mv| {
        assert_same(&fast, &plain, state, &beside);
        match mv {
            Some(mv) => plain.apply(&mut beside, mv).expect("shipped games never fail"),
            None => beside = plain.start(),
        }
    });
}

/// Everything that can be asked of both forms after the same moves.
fn assert_same(fast: &SpecGame, plain: &SpecGame, state: &State, beside: &State) {
    let at = || fast.state_text(state);
    assert_eq!(state, beside, "the state\n{}", at());
    let (mut fasts, mut plains) = (Vec::new(), Vec::new());
    assert_eq!(fast.turn(state, &mut fasts), plain.turn(beside, &mut plains), "the turn\n{}", at());
    assert_eq!(fasts, plains, "the moves\n{}", at());
    drawn_alike(fast, state, &fasts);
    stepped_alike(fast, state, &fasts);
    assert_eq!(fast.every_move(state, &mut fasts), plain.every_move(beside, &mut plains), "the turn\n{}", at());
    assert_eq!(fasts, plains, "all moves\n{}", at());
    assert_eq!(fast.outcome(state), plain.outcome(beside), "the outcome\n{}", at());
    for player in players(fast) {
        assert_eq!(fast.points(state, player), plain.points(beside, player), "the score\n{}", at());
    }
    assert_eq!(fast.key(state), plain.key(beside), "the key\n{}", at());
    assert_eq!(fast.key(state), fast.fresh_key(state), "the key kept up to date and made afresh\n{}", at());
    assert_eq!(position(fast, state), position(plain, beside), "the position\n{}", at());
    assert_eq!(fast.state_text(state), plain.state_text(beside), "the text");
    let loaded = fast.parse_state(&at()).expect("a text that was just written");
    assert_eq!(loaded, *state, "the state saved and loaded\n{}", at());
}

#[test]
fn alquerque() {
    run_file("alquerque", some(100, 100));
}

#[test]
fn amazons() {
    run_file("amazons", some(1, 30));
}

#[test]
fn amazons_6x6() {
    run_file("amazons-6x6", some(5, 40));
}

#[test]
fn brandub() {
    run_file("brandub", some(20, 60));
}

#[test]
fn breakthrough() {
    run_file("breakthrough", some(20, 100));
}

#[test]
fn chess() {
    run_file("chess", some(5, 60));
}

#[test]
fn connect_four() {
    run_file("connect-four", BATTERY);
}

#[test]
fn dots_and_boxes() {
    run_file("dots-and-boxes", some(2, 60));
}

#[test]
fn draughts() {
    run_file("draughts", some(30, 100));
}

#[test]
fn frogs() {
    run_file("frogs", BATTERY);
}

#[test]
fn gomoku() {
    run_file("gomoku", some(1, 30));
}

#[test]
fn halma() {
    run_file("halma", some(10, 60));
}

#[test]
fn hex() {
    run_file("hex", some(1, 122));
}

#[test]
fn mastermind() {
    run_file("mastermind", some(50, 48));
}

#[test]
fn mill() {
    run_file("mill", some(20, 100));
}

#[test]
fn nim() {
    run_file("nim", BATTERY);
}

#[test]
fn peg_solitaire() {
    run_file("peg-solitaire", some(50, 32));
}

#[test]
fn puzzle15() {
    run_file("puzzle15", some(20, 60));
}

#[test]
fn puzzle8() {
    run_file("puzzle8", some(100, 100));
}

#[test]
fn reversi() {
    run_file("reversi", some(10, 130));
}

#[test]
fn reversi_6x6() {
    run_file("reversi-6x6", some(30, 80));
}

#[test]
fn river_crossing() {
    run_file("river-crossing", BATTERY);
}

#[test]
fn sokoban() {
    run_file("sokoban", some(20, 60));
}

#[test]
fn tic_tac_toe() {
    run_file("tic-tac-toe", BATTERY);
}

#[test]
fn pig() {
    BATTERY.run(&Pig::new(30), &mut |_, _| ());
}

#[test]
fn kuhn_poker() {
    BATTERY.run(&Kuhn, &mut |_, _| ());
}

/// A new game is not forgotten here.
#[test]
fn every_shipped_game_is_run() {
    let source = include_str!("battery.rs");
    for game in boardwright_games::shipped() {
        assert!(source.contains(&format!("run_file(\"{}\", ", game.name)), "{}", game.name);
    }
}
