//! Successor positions of a turn: after one move, or after several moves of the same player.

use std::collections::HashSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, Turn};
use boardwright_interpreter::state::State;

use crate::appearance::board_appearances;

/// A move of a game.
pub type Move = <CompiledGame as boardwright_game::game::Game>::Move;

/// A successor position and the moves that lead to it.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The moves, all by one player.
    pub moves: Vec<Move>,
    /// The position.
    pub state: State,
}

/// Maximum number of successors; the search stops there, which leaves out the longest turns.
const MAX_SUCCESSORS: usize = 20_000;

/// Breadth-first search for the positions that one player's turn can reach, fewest moves first, without duplicates.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub fn successors(game: &CompiledGame, state: &State) -> Result<Vec<Successor>, Fault> {
    let mut moves = Vec::new();
    let Turn::Player(player) = game.legal_moves(state, &mut moves)? else { return Ok(Vec::new()) };
    let mut known = HashSet::from([encoding(game, state)]);
    let mut found = vec![Successor { moves: Vec::new(), state: state.clone() }];
    let mut at = 0;
    while at < found.len() && found.len() < MAX_SUCCESSORS {
        let from = found[at].clone();
        at += 1;
        // In a game with one player every move is a turn of its own.
        if game.players() == 1 && !from.moves.is_empty() {
            break;
        }
        if !matches!(game.legal_moves(&from.state, &mut moves)?, Turn::Player(next) if next == player) {
            continue;
        }
        for mv in &moves {
            let mut state = from.state.clone();
            game.apply(&mut state, *mv)?;
            if known.insert(encoding(game, &state)) {
                let moves = from.moves.iter().chain([mv]).copied().collect();
                found.push(Successor { moves, state });
            }
        }
    }
    found.remove(0);
    Ok(found)
}

/// Maximum number of consecutive moves that leave the board unchanged, for example passes.
const MAX_INVISIBLE_TURNS: usize = 3;

/// The successor positions that a camera can observe next: those of the turn, and those of the following turns after
/// moves that leave the board unchanged, such as a pass. `appearance` gives the look of a position.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub fn observable_successors<T: PartialEq>(
    game: &CompiledGame,
    state: &State,
    appearance: impl Fn(&State) -> T,
) -> Result<Vec<Successor>, Fault> {
    let look = appearance(state);
    let mut known = HashSet::from([encoding(game, state)]);
    let mut found = Vec::new();
    let mut unchanged = vec![Successor { moves: Vec::new(), state: state.clone() }];
    for _ in 0..=MAX_INVISIBLE_TURNS {
        let mut alike = Vec::new();
        for from in &unchanged {
            for next in successors(game, &from.state)? {
                if found.len() >= MAX_SUCCESSORS || !known.insert(encoding(game, &next.state)) {
                    continue;
                }
                let next = Successor { moves: [from.moves.as_slice(), &next.moves].concat(), state: next.state };
                // Moves of one turn that lead back to the same look, such as a piece that runs in a circle, end it.
                if appearance(&next.state) == look {
                    alike.push(next.clone());
                }
                found.push(next);
            }
        }
        unchanged = alike;
    }
    Ok(found)
}

/// The legal moves that leave the board unchanged, such as a pass, so that a camera cannot see them.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub fn invisible_moves(game: &CompiledGame, state: &State) -> Result<Vec<Move>, Fault> {
    let (look, mut moves, mut invisible) = (board_appearances(game, state), Vec::new(), Vec::new());
    if !matches!(game.legal_moves(state, &mut moves)?, Turn::Player(_)) {
        return Ok(invisible);
    }
    for mv in moves {
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        if board_appearances(game, &after) == look {
            invisible.push(mv);
        }
    }
    Ok(invisible)
}

/// The successors after complete turns.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub fn complete_turns(game: &CompiledGame, state: &State) -> Result<Vec<Successor>, Fault> {
    let (mover, mut moves, mut whole) = (game.legal_moves(state, &mut Vec::new())?, Vec::new(), Vec::new());
    for next in successors(game, state)? {
        let goes_on = game.legal_moves(&next.state, &mut moves)? == mover;
        if game.players() == 1 || !goes_on {
            whole.push(next);
        }
    }
    Ok(whole)
}

fn encoding(game: &CompiledGame, state: &State) -> Vec<u8> {
    let mut key = Vec::new();
    game.encode(state, &mut key);
    key
}
