//! Positions of Shogi: published numbers of moves where drops, promotions and checks occur, and mate by a dropped pawn. Perft
//! from the initial position is in the perft tables.

use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_lang::Source;
use boardwright_tests::{data_file, load_rules};

fn count(game: &CompiledGame, depth: u32) -> u64 {
    let counted = perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
    counted.expect("no faults").nodes
}

fn position(name: &str) -> CompiledGame {
    CompiledGame::new(load_rules(&data_file(&format!("2026/{name}.game")), &[])).expect("it is as large as Shogi")
}

#[test]
fn the_position_with_most_moves() {
    assert_eq!(count(&position("shogi-593"), 1), 593);
}

#[test]
fn the_position_of_matsuri() {
    assert_eq!([1, 2].map(|depth| count(&position("shogi-matsuri"), depth)), [207, 28_684]);
}

/// The king in the corner cannot take the pawn, which the gold protects; the rook guards the column beside it.
const PAWN_MATE: &str = "[GAME]
edition = 2026
base = shogi.game
[TEXTS]
name = start
rows =
  . . . . . . . . k
  . . . . . . . . .
  . . . . . . . . G
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  K . . . . . . R .
[ELEMENTS]
name = held
type = piece
player = 1
state = pawn
location = hand(1,1)
";

/// `true` if Black can drop the pawn in front of the king.
fn can_drop(text: &str, pawnmate: &str) -> bool {
    let rules = load_rules(&Source::new("drop.game", text.as_bytes()), &[("pawnmate", pawnmate)]);
    let game = CompiledGame::new(rules).expect("it is as large as Shogi");
    let (state, mut moves) = (game.initial_state(), Vec::new());
    game.legal_moves(&state, &mut moves).expect("no faults");
    moves.iter().any(|&mv| game.move_text(&state, mv) == "held hand(1,1) sq(9,8)")
}

#[test]
fn a_dropped_pawn_must_not_mate() {
    assert!(!can_drop(PAWN_MATE, "no"));
    assert!(can_drop(PAWN_MATE, "yes"), "the option allows it");
    let escape = PAWN_MATE.replace("K . . . . . . R .", "K . . . . . R . .");
    assert!(can_drop(&escape, "no"), "a check that is no mate is allowed");
    let taken = PAWN_MATE.replacen("  . . . . . . . . .", "  . r . . . . . . .", 1);
    assert!(can_drop(&taken, "no"), "the rook takes the pawn");
}
