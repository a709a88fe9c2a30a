//! Positions of Shogi: published numbers of moves where drops, promotions and checks occur, mate by a dropped pawn, and
//! repetition. Perft from the initial position is in the perft tables.

use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Outcome, Turn};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_game::playout::random_below;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_tests::effort::repetitions;
use boardwright_tests::{compiled, data_file, load_rules};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

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

/// A position for the rule of repetition: the player to move, and the pieces by owner, state and square; those in hand have
/// no square.
type Position = (Player, Vec<(Option<Player>, i32, Option<LocationId>)>);

fn position_of(game: &CompiledGame, state: &State) -> Position {
    let rules = game.rules();
    let elements = (0..rules.elements.len()).map(ElementId::new);
    let mut pieces: Vec<_> = elements
        .map(|element| {
            let place = game.location(state, element).filter(|place| rules.locations[place.index()].is_relevant);
            (game.owner(state, element), game.element_state(state, element), place)
        })
        .collect();
    pieces.sort_unstable();
    (game.mover(state), pieces)
}

/// Random games in which players often take their last move back. The fourth occurrence of a position is a draw; it does
/// not matter which of several equal pieces is in hand.
#[test]
fn the_fourth_occurrence_is_a_draw() {
    let game = compiled("shogi");
    game.prepare();
    let (mut draws, mut with_hands) = (0, 0);
    for seed in 0..repetitions(24) {
        let percent_back = [60, 85][(seed % 2) as usize];
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        let mut met: Vec<Position> = Vec::new();
        let mut played: Vec<Move> = Vec::new();
        for ply in 0..150 {
            let position = position_of(&game, &state);
            let times = 1 + met.iter().filter(|earlier| **earlier == position).count();
            assert_eq!(state.repetition_count(), times, "game {seed} after {ply} plies");
            let is_in_hand = position.1.iter().any(|(.., place)| place.is_none());
            met.push(position);
            let turn = game.legal_moves(&state, &mut moves).expect("no faults");
            assert_eq!(turn == Turn::Over(Outcome::Draw), times == 4, "game {seed} after {ply} plies");
            if turn.player().is_none() {
                draws += usize::from(times == 4);
                with_hands += usize::from(times == 4 && is_in_hand);
                break;
            }
            let last = played.iter().nth_back(1).filter(|_| random_below(100, &mut random) < percent_back);
            let back = last.and_then(|last| {
                moves.iter().copied().find(|mv| mv.element == last.element && mv.to == last.from && mv.choice == 0)
            });
            let mv = back.unwrap_or_else(|| moves[random_below(moves.len(), &mut random)]);
            game.apply(&mut state, mv).expect("no faults");
            played.push(mv);
        }
    }
    assert!(draws > 5 && with_hands > 0, "{draws} draws, {with_hands} of them with pieces in hand");
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
