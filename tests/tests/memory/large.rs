//! Large games: a file with much of everything loads, plays, and stays small in memory. How long that takes is measured by the
//! benchmark `load`.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::spec::SpecGame;
use boardwright_games::named;
use boardwright_lang::Source;
use boardwright_tests::large::large;
use boardwright_tests::read;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Most bytes that a game may keep: its rules, its tables, and machine code for playouts and for single moves.
const MOST_BYTES: i64 = 64 << 20;
/// Moves that are played.
const PLIES: usize = 20;

/// Reads and compiles a game, in every form that it has.
fn compiled(source: &Source, options: &[(&str, &str)]) -> SpecGame {
    let game = SpecGame::new(read(source, options)).expect("the game is within the limits");
    // Some have no machine code; then there is nothing to be kept.
    let _ = (game.native_summary(), game.steps_summary());
    game
}

/// Checks that a game stays small, and plays a few random moves, in the portable form and by machine code where there is some.
fn is_small_and_plays(name: &str, source: &Source, options: &[(&str, &str)]) {
    let mut game = None;
    let kept = allocation_counter::measure(|| game = Some(compiled(source, options))).bytes_current;
    let game = game.expect("it was just compiled");
    assert!((1..=MOST_BYTES).contains(&kept), "{name}: {kept} bytes are kept");
    assert!(game.is_quick(), "{name}: {}", game.fast_summary());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..2 {
        let (mut state, mut moves) = (game.start(), Vec::new());
        for ply in 0..PLIES {
            let turn = game.turn(&state, &mut moves).expect("these games have no faults");
            assert!(matches!(turn, Turn::Player(_)), "{name}: after {ply} moves the game is over");
            let mv = moves[random.random_range(0..moves.len())];
            game.apply(&mut state, mv).expect("these games have no faults");
        }
        game.prepare();
    }
}

#[test]
fn large_files_load_stay_small_and_play() {
    for (name, source) in large() {
        is_small_and_plays(name, &source, &[]);
    }
}

#[test]
fn the_largest_boards_of_shipped_games_stay_small_and_play() {
    for name in ["gomoku", "hex", "reversi"] {
        let shipped = named(name).expect("it ships");
        is_small_and_plays(name, &shipped.source(), &[("size", "26")]);
    }
}
