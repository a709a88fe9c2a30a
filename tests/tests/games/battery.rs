//! The invariants over every shipped game, and for game files the interpreter against the compiled form.
//! The invariants are in `boardwright_tests::battery`.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_games::kuhn::Kuhn;
use boardwright_interpreter::state::State;
use boardwright_tests::battery::{Battery, encode_position, players};
use boardwright_tests::differential::{check_native_playouts, check_native_steps};
use boardwright_tests::pig::Pig;
use boardwright_tests::{compiled, interpreted};

/// A hundred games, which end by themselves.
const BATTERY: Battery = Battery { games: 100, max_plies: 150, seed: 1 };

/// Games with large boards or long rules: fewer games, because every check runs at every ply and in both forms.
const fn smaller_battery(games: u64, longest: usize) -> Battery {
    Battery { games, max_plies: longest, seed: 1 }
}

fn run_file(name: &str, battery: Battery) {
    let (compiled_game, interpreted_game) = (compiled(name), interpreted(name));
    let mut interpreted_state = interpreted_game.initial_state();
    battery.run(&compiled_game, &mut |state, mv| {
        assert_forms_agree(&compiled_game, &interpreted_game, state, &interpreted_state);
        match mv {
            Some(mv) => interpreted_game.apply(&mut interpreted_state, mv).expect("shipped games never fail"),
            None => interpreted_state = interpreted_game.initial_state(),
        }
    });
}

/// Compares all results of both forms after the same moves.
fn assert_forms_agree(
    compiled_game: &CompiledGame,
    interpreted_game: &CompiledGame,
    state: &State,
    interpreted_state: &State,
) {
    let at = || compiled_game.state_text(state);
    assert_eq!(state, interpreted_state, "the state\n{}", at());
    let (mut compiled_moves, mut interpreted_moves) = (Vec::new(), Vec::new());
    assert_eq!(
        compiled_game.legal_moves(state, &mut compiled_moves),
        interpreted_game.legal_moves(interpreted_state, &mut interpreted_moves),
        "the turn\n{}",
        at()
    );
    assert_eq!(compiled_moves, interpreted_moves, "the moves\n{}", at());
    check_native_playouts(compiled_game, state, &compiled_moves);
    check_native_steps(compiled_game, state, &compiled_moves);
    assert_eq!(
        compiled_game.all_legal_moves(state, &mut compiled_moves),
        interpreted_game.all_legal_moves(interpreted_state, &mut interpreted_moves),
        "the turn\n{}",
        at()
    );
    assert_eq!(compiled_moves, interpreted_moves, "all moves\n{}", at());
    assert_eq!(compiled_game.outcome(state), interpreted_game.outcome(interpreted_state), "the outcome\n{}", at());
    for player in players(compiled_game) {
        assert_eq!(
            compiled_game.points(state, player),
            interpreted_game.points(interpreted_state, player),
            "the score\n{}",
            at()
        );
    }
    assert_eq!(compiled_game.key(state), interpreted_game.key(interpreted_state), "the key\n{}", at());
    assert_eq!(
        compiled_game.key(state),
        compiled_game.compute_key(state),
        "the incremental key against the computed one\n{}",
        at()
    );
    assert_eq!(
        encode_position(compiled_game, state),
        encode_position(interpreted_game, interpreted_state),
        "the position\n{}",
        at()
    );
    assert_eq!(compiled_game.state_text(state), interpreted_game.state_text(interpreted_state), "the text");
    let loaded = compiled_game.parse_state(&at()).expect("a text that was just written");
    assert_eq!(loaded, *state, "the state saved and loaded\n{}", at());
}

#[test]
fn battleship() {
    run_file("battleship", smaller_battery(2, 40));
}

#[test]
fn kuhn_file() {
    run_file("kuhn-file", smaller_battery(20, 10));
}

#[test]
fn leduc_file() {
    run_file("leduc-file", smaller_battery(20, 20));
}

#[test]
fn liars_dice() {
    run_file("liars-dice", smaller_battery(10, 30));
}

#[test]
fn mastermind_secret() {
    run_file("mastermind-secret", smaller_battery(2, 16));
}

#[test]
fn nine_tricks() {
    run_file("nine-tricks", smaller_battery(1, 30));
}

#[test]
fn stratego_6x6() {
    run_file("stratego-6x6", smaller_battery(1, 34));
}

#[test]
fn tiles_2048() {
    run_file("2048", smaller_battery(2, 60));
}

#[test]
fn alquerque() {
    run_file("alquerque", smaller_battery(30, 100));
}

#[test]
fn amazons() {
    run_file("amazons", smaller_battery(1, 30));
}

#[test]
fn amazons_6x6() {
    run_file("amazons-6x6", smaller_battery(5, 40));
}

#[test]
fn backgammon() {
    run_file("backgammon", smaller_battery(1, 60));
}

#[test]
fn brandub() {
    run_file("brandub", smaller_battery(20, 60));
}

#[test]
fn breakthrough() {
    run_file("breakthrough", smaller_battery(20, 100));
}

#[test]
fn chess() {
    run_file("chess", smaller_battery(5, 60));
}

#[test]
fn chinese_checkers() {
    run_file("chinese-checkers", smaller_battery(1, 30));
}

#[test]
fn connect_four() {
    run_file("connect-four", BATTERY);
}

#[test]
fn dots_and_boxes() {
    run_file("dots-and-boxes", smaller_battery(2, 60));
}

#[test]
fn draughts() {
    run_file("draughts", smaller_battery(15, 100));
}

#[test]
fn frogs() {
    run_file("frogs", BATTERY);
}

#[test]
fn go() {
    run_file("go", smaller_battery(1, 10));
}

#[test]
fn gomoku() {
    run_file("gomoku", smaller_battery(1, 30));
}

#[test]
fn halma() {
    run_file("halma", smaller_battery(10, 60));
}

#[test]
fn hex() {
    run_file("hex", smaller_battery(1, 122));
}

#[test]
fn kalah() {
    run_file("kalah", smaller_battery(2, 40));
}

#[test]
fn lines_of_action() {
    run_file("lines-of-action", smaller_battery(2, 40));
}

#[test]
fn ludo() {
    run_file("ludo", smaller_battery(2, 200));
}

#[test]
fn mastermind() {
    run_file("mastermind", smaller_battery(20, 48));
}

#[test]
fn mill() {
    run_file("mill", smaller_battery(20, 100));
}

#[test]
fn nim() {
    run_file("nim", BATTERY);
}

#[test]
fn peg_solitaire() {
    run_file("peg-solitaire", smaller_battery(50, 32));
}

#[test]
fn skipping() {
    run_file("skipping", smaller_battery(20, 60));
}

#[test]
fn squares() {
    run_file("squares", smaller_battery(2, 60));
}

#[test]
fn pentago() {
    run_file("pentago", smaller_battery(1, 36));
}

#[test]
fn pig() {
    run_file("pig", smaller_battery(30, 150));
}

#[test]
fn puzzle15() {
    run_file("puzzle15", smaller_battery(20, 60));
}

#[test]
fn puzzle8() {
    run_file("puzzle8", smaller_battery(40, 100));
}

#[test]
fn quarto() {
    run_file("quarto", smaller_battery(20, 40));
}

#[test]
fn quoridor() {
    run_file("quoridor", smaller_battery(1, 2));
}

#[test]
fn reversi() {
    run_file("reversi", smaller_battery(4, 130));
}

#[test]
fn reversi_6x6() {
    run_file("reversi-6x6", smaller_battery(12, 80));
}

#[test]
fn river_crossing() {
    run_file("river-crossing", BATTERY);
}

#[test]
fn shogi() {
    run_file("shogi", smaller_battery(1, 14));
}

#[test]
fn sokoban() {
    run_file("sokoban", smaller_battery(20, 60));
}

#[test]
fn tic_tac_toe() {
    run_file("tic-tac-toe", BATTERY);
}

#[test]
fn yahtzee() {
    run_file("yahtzee", smaller_battery(2, 60));
}

#[test]
fn pig_in_rust() {
    BATTERY.run(&Pig::new(30), &mut |_, _| ());
}

#[test]
fn kuhn_poker() {
    BATTERY.run(&Kuhn, &mut |_, _| ());
}

/// Checks that every shipped game has a test in this file.
#[test]
fn every_shipped_game_is_run() {
    let source = include_str!("battery.rs");
    for game in boardwright_games::shipped_games() {
        assert!(source.contains(&format!("run_file(\"{}\", ", game.name)), "{}", game.name);
    }
}
