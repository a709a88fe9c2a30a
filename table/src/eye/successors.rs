//! The positions to which a player can have brought the table: after a move, or after several where they are one turn.

use std::collections::HashSet;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

/// The moves of a game.
pub type Move = <SpecGame as boardwright_engine::game::Game>::Move;

/// A position that can come, and how.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The moves that lead to it, all of one player.
    pub moves: Vec<Move>,
    /// The position.
    pub state: State,
}

/// More positions than these are not looked at: the rest are longer turns.
const MOST: usize = 20_000;

/// The positions that can come while it is one player's turn, those after fewer moves first. None is told twice.
///
/// # Errors
///
/// When the rules fail.
pub fn successors(game: &SpecGame, state: &State) -> Result<Vec<Successor>, Fault> {
    let mut moves = Vec::new();
    let Turn::Player(player) = game.turn(state, &mut moves)? else { return Ok(Vec::new()) };
    let mut known = HashSet::from([key(game, state)]);
    let mut found = vec![Successor { moves: Vec::new(), state: state.clone() }];
    let mut at = 0;
    while at < found.len() && found.len() < MOST {
        let from = found[at].clone();
        at += 1;
        // Who plays alone makes one move after another, and each is a turn.
        if game.players() == 1 && !from.moves.is_empty() {
            break;
        }
        if !matches!(game.turn(&from.state, &mut moves)?, Turn::Player(next) if next == player) {
            continue;
        }
        for mv in &moves {
            let mut state = from.state.clone();
            game.apply(&mut state, *mv)?;
            if known.insert(key(game, &state)) {
                let moves = from.moves.iter().chain([mv]).copied().collect();
                found.push(Successor { moves, state });
            }
        }
    }
    found.remove(0);
    Ok(found)
}

/// The successors at which a turn is over: nobody stops in the middle of one.
///
/// # Errors
///
/// When the rules fail.
pub fn turns(game: &SpecGame, state: &State) -> Result<Vec<Successor>, Fault> {
    let (mover, mut moves, mut whole) = (game.turn(state, &mut Vec::new())?, Vec::new(), Vec::new());
    for next in successors(game, state)? {
        let goes_on = game.turn(&next.state, &mut moves)? == mover;
        if game.players() == 1 || !goes_on {
            whole.push(next);
        }
    }
    Ok(whole)
}

fn key(game: &SpecGame, state: &State) -> Vec<u8> {
    let mut key = Vec::new();
    game.position(state, &mut key);
    key
}
