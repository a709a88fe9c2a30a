//! Large games: files with many locations or rules load, play, and stay small in memory. Loading time is measured by the
//! benchmark `load`.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_games::shipped_game;
use boardwright_lang::Source;
use boardwright_tests::large_games::large_games;
use boardwright_tests::load_rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Maximum memory of a game: its rules, its tables, and native code for playouts and for single moves.
const MAX_BYTES: i64 = 64 << 20;
/// Number of moves played.
const PLIES: usize = 20;

/// Loads and compiles a game, in every form that it has.
fn compile(source: &Source, options: &[(&str, &str)]) -> CompiledGame {
    let game = CompiledGame::new(load_rules(source, options)).expect("the game is within the limits");
    // Games without native code return an error here and keep nothing.
    let _ = (game.native_playouts_summary(), game.native_moves_summary());
    game
}

/// Checks that a game stays small, and plays a few random moves, in the portable form and in native code where available.
fn assert_small_and_playable(name: &str, source: &Source, options: &[(&str, &str)]) {
    let mut game = None;
    let bytes = allocation_counter::measure(|| game = Some(compile(source, options))).bytes_current;
    let game = game.expect("it was just compiled");
    assert!((1..=MAX_BYTES).contains(&bytes), "{name}: {bytes} bytes are kept");
    assert!(game.is_compiled(), "{name}: {}", game.compiled_summary());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..2 {
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        for ply in 0..PLIES {
            let turn = game.legal_moves(&state, &mut moves).expect("these games have no faults");
            assert!(matches!(turn, Turn::Player(_)), "{name}: after {ply} moves the game is over");
            let mv = moves[random.random_range(0..moves.len())];
            game.apply(&mut state, mv).expect("these games have no faults");
        }
        game.prepare();
    }
}

#[test]
fn large_files_load_stay_small_and_play() {
    for (name, source) in large_games() {
        assert_small_and_playable(name, &source, &[]);
    }
}

#[test]
fn the_largest_boards_of_shipped_games_stay_small_and_play() {
    for name in ["gomoku", "hex", "reversi"] {
        let shipped = shipped_game(name).expect("it ships");
        assert_small_and_playable(name, &shipped.source(), &[("size", "26")]);
    }
}
