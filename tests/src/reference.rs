//! Differential test of a game file against a reference implementation: plain Rust that implements the rules without the
//! engine. The reference implementations themselves are in the tests.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::perft::{DepthUnit, PerftCount, perft};
use boardwright_interpreter::moves::Move;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::effort::repetitions;
use crate::perft_table::perft_tables;

/// A position of a reference implementation of a game.
pub trait ReferenceGame: Clone {
    /// Legal moves as text, each with the position after it. The text is `from to [choice]` with the location names of the
    /// game file, or the rule's name for a move that moves nothing. Empty when the game is over.
    fn moves(&self) -> Vec<(String, Self)>;

    /// The winner, 0 for a draw; `None` while the game runs.
    fn winner(&self) -> Option<usize>;
}

/// Perft of the reference implementation, for `players` players.
pub fn reference_perft<S: ReferenceGame>(state: &S, depth: u32, players: usize) -> PerftCount {
    let mut total = PerftCount::zero(players);
    if depth == 0 {
        total.nodes = 1;
        if let Some(winner) = state.winner() {
            total.finished[winner] = 1;
        }
        return total;
    }
    for (_, after) in state.moves() {
        total.add(&reference_perft(&after, depth - 1, players));
    }
    total
}

/// Compares perft counts with the game file up to a depth, and with the game's perft table if all options are the defaults.
///
/// # Panics
/// If they differ.
pub fn assert_same_counts<S: ReferenceGame>(game: &CompiledGame, start: &S, deepest: u32) {
    let tables = perft_tables();
    let rules = game.rules();
    let usual = rules.options.iter().all(|option| option.value == option.default);
    let table = tables.iter().find(|table| usual && table.game == rules.name && table.unit == Some(DepthUnit::Moves));
    for depth in 1..=deepest {
        let expected = reference_perft(start, depth, game.players());
        let actual = perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
        assert_eq!(actual.as_ref(), Ok(&expected), "depth {depth}");
        if let Some(row) = table.and_then(|table| table.rows.iter().find(|row| row.depth == depth)) {
            assert_eq!(row.count, expected, "the table at depth {depth}");
        }
    }
}

/// Plays random games on both, `games` in a usual run, and compares the moves and the winner after every ply.
/// A game is stopped after `longest` plies.
///
/// # Panics
/// If the two differ.
pub fn assert_same_games<S: ReferenceGame>(game: &CompiledGame, start: &S, games: u64, longest: usize) {
    assert_same_games_by(game, start, games, longest, str::to_owned);
}

/// As [`assert_same_games`], with `text_of` applied to the texts of the game file's moves without the element: for games in
/// which one of several equivalent moves stands for all of them.
///
/// # Panics
/// If the two differ.
pub fn assert_same_games_by<S: ReferenceGame>(
    game: &CompiledGame,
    start: &S,
    games: u64,
    longest: usize,
    text_of: fn(&str) -> String,
) {
    for seed in 0..repetitions(games) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut reference) = (game.initial_state(), start.clone());
        let mut moves = Vec::new();
        for ply in 0..longest {
            let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
            let texts: Vec<String> =
                moves.iter().map(|&mv| text_of(&without_element(mv, &game.move_text(&state, mv)))).collect();
            let other = reference.moves();
            let actual: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
            let expected_texts: BTreeSet<&str> = other.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(actual, expected_texts, "moves of game {seed} after {ply} plies");
            assert_eq!(texts.len(), actual.len(), "a move is listed twice in game {seed} after {ply} plies");
            let winner = turn.outcome().map(boardwright_game::game::Outcome::winner);
            assert_eq!(winner, reference.winner(), "winner of game {seed} after {ply} plies");
            if moves.is_empty() {
                break;
            }
            let chosen = random.random_range(0..moves.len());
            game.apply(&mut state, moves[chosen]).expect("shipped games never fail");
            let (_, after) = other.into_iter().find(|(text, _)| *text == texts[chosen]).expect("just compared");
            reference = after;
        }
    }
}

/// Text of a move without the element: reference implementations do not name pieces.
fn without_element(mv: Move, text: &str) -> String {
    match text.split_once(' ') {
        Some((_, places)) if mv.element.is_some() => places.to_owned(),
        _ => text.to_owned(),
    }
}
