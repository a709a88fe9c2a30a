//! A game told a second time, in plain Rust that knows the rules and not the engine, and its comparison with the
//! game file. The tellings are in the tests.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright_engine::game::Game;
use boardwright_engine::perft::{Count, Unit, perft};
use boardwright_engine::spec::{Move, SpecGame};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::table::tables;

/// A position of a game that was told a second time.
pub trait Second: Clone {
    /// What can be done: `from to [choice]`, as game files name the places, or the rule's name for what moves nothing;
    /// and what it leads to. Empty when the game is over.
    fn moves(&self) -> Vec<(String, Self)>;

    /// Who won, 0 for nobody; `None` while the game runs.
    fn winner(&self) -> Option<usize>;
}

/// Perft of the second telling, for `players` players.
pub fn count<S: Second>(state: &S, depth: u32, players: usize) -> Count {
    let mut total = Count::none(players);
    if depth == 0 {
        total.nodes = 1;
        if let Some(winner) = state.winner() {
            total.finished[winner] = 1;
        }
        return total;
    }
    for (_, after) in state.moves() {
        total.add(&count(&after, depth - 1, players));
    }
    total
}

/// Compares perft with the game file up to a depth, and with the game's table unless other options were chosen.
///
/// # Panics
/// If they differ.
pub fn assert_same_counts<S: Second>(game: &SpecGame, start: &S, deepest: u32) {
    let tables = tables();
    let rules = game.rules();
    let usual = rules.options.iter().all(|option| option.value == option.default);
    let table = tables.iter().find(|table| usual && table.game == rules.name && table.unit == Some(Unit::Moves));
    for depth in 1..=deepest {
        let told = count(start, depth, game.players());
        let ours = perft(game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(()));
        assert_eq!(ours.as_ref(), Ok(&told), "depth {depth}");
        if let Some(row) = table.and_then(|table| table.rows.iter().find(|row| row.depth == depth)) {
            assert_eq!(row.count, told, "the table at depth {depth}");
        }
    }
}

/// Plays random games on both and compares the moves and the winner after every ply.
/// A game is given up after `longest` plies.
///
/// # Panics
/// If the two differ.
pub fn assert_same_games<S: Second>(game: &SpecGame, start: &S, games: u64, longest: usize) {
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut second) = (game.start(), start.clone());
        let mut moves = Vec::new();
        for ply in 0..longest {
            let turn = game.turn(&state, &mut moves).expect("shipped games never fail");
            let texts: Vec<String> = moves.iter().map(|&mv| places(mv, &game.move_text(&state, mv))).collect();
            let other = second.moves();
            let ours: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
            let theirs: BTreeSet<&str> = other.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(ours, theirs, "moves of game {seed} after {ply} plies");
            assert_eq!(texts.len(), ours.len(), "a move is listed twice in game {seed} after {ply} plies");
            let winner = turn.outcome().map(boardwright_engine::game::Outcome::winner);
            assert_eq!(winner, second.winner(), "winner of game {seed} after {ply} plies");
            if moves.is_empty() {
                break;
            }
            let chosen = random.random_range(0..moves.len());
            game.apply(&mut state, moves[chosen]).expect("shipped games never fail");
            let (_, after) = other.into_iter().find(|(text, _)| *text == texts[chosen]).expect("just compared");
            second = after;
        }
    }
}

/// A move's text without the element: a second telling does not name pieces.
fn places(mv: Move, text: &str) -> String {
    match text.split_once(' ') {
        Some((_, places)) if mv.element.is_some() => places.to_owned(),
        _ => text.to_owned(),
    }
}
