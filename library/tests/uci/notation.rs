//! Notation of positions and moves for engines.

use std::collections::BTreeSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_games::notation::{Options, load, read_fen, uci_moves, uci_position, uci_variant};

fn legal_texts(game: &CompiledGame, state: &<CompiledGame as Game>::State) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).unwrap();
    uci_moves(game, state, &moves).into_iter().map(|text| text.expect("it has a text")).collect()
}

#[test]
fn castling_promotions_and_captures_in_passing_have_their_texts() {
    let chess = load("chess", &Options::new()).unwrap();
    let fen = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let state = read_fen(&chess, fen).unwrap().state;
    assert_eq!(uci_position(&chess, &state).as_deref(), Ok(fen));
    let texts = legal_texts(&chess, &state);
    let distinct: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(distinct.len(), texts.len(), "{texts:?}");
    let castling = ["e1g1", "e1c1"];
    let promotions = ["b7b8q", "b7b8r", "b7b8b", "b7b8n", "b7a8q", "b7a8n"];
    for text in castling.into_iter().chain(promotions).chain(["e5d6", "e5e6", "h1h8", "a1a8"]) {
        assert!(distinct.contains(text), "{text}: {texts:?}");
    }
}

#[test]
fn men_of_breakthrough_are_pawns() {
    let game = load("breakthrough", &Options::new()).unwrap();
    let mut state = game.initial_state();
    let texts = legal_texts(&game, &state);
    assert_eq!(texts.len(), 22);
    let mut moves = Vec::new();
    game.legal_moves(&state, &mut moves).unwrap();
    let index = texts.iter().position(|text| text == "b2c3").expect("it is legal");
    game.apply(&mut state, moves[index]).unwrap();
    let fen = "pppppppp/pppppppp/8/8/8/2P5/P1PPPPPP/PPPPPPPP b - - 0 1";
    assert_eq!(uci_position(&game, &state).as_deref(), Ok(fen));
}

#[test]
fn other_games_have_no_notation() {
    let nim = load("nim", &Options::new()).unwrap();
    assert_eq!(uci_variant("nim"), None);
    assert_eq!(uci_position(&nim, &nim.initial_state()), Err("moves of nim have no UCI notation".to_owned()));
}
