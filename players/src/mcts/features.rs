//! Features of a game that determine the default settings of the search. It searches nothing.

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::LocationId;
use boardwright_game::playout::random_below;
use rand_pcg::Pcg64Mcg;

use crate::limits::{Limits, Watch};

/// Number of moves of the random game that is examined.
const MOVES: usize = 200;
/// Minimum mean branching factor at which GRAVE is expected to help.
const MIN_BRANCHING: usize = 20;

/// `true` if AMAF statistics (GRAVE) are expected to strengthen the search. The criterion is from a few matches at
/// equal time.
///
/// GRAVE helped in Gomoku and Hex, 13 of 16 each: there are many moves, each places a piece that stays on the board, so
/// moves that are good later are often good now. It did no harm in Connect Four and Reversi, and much in Breakthrough,
/// 24 of 30. Where playouts are made move by move anyway it costs little, and it helped in Amazons, 11 of 16.
///
/// The examination ends when the time of `limits` is over. A game with own playouts that are not ready yet counts as one
/// with fast playouts.
pub(super) fn is_grave_promising<G: Game>(game: &G, is_ready: bool, limits: &Limits<'_>) -> bool {
    let start = game.initial_state();
    let quick = !is_ready || game.play_out(&start, &mut start.clone(), 0, &mut Pcg64Mcg::new(1)).is_some();
    !quick || is_placement_game(game, limits)
}

/// `true` if every move of a random game places a piece from outside the board, and there are many moves to choose
/// from.
fn is_placement_game<G: Game>(game: &G, limits: &Limits<'_>) -> bool {
    let Some(structure) = game.structure() else { return false };
    let (mut state, mut random, mut moves) = (game.initial_state(), Pcg64Mcg::new(1), Vec::new());
    let (mut made, mut choices) = (0, 0);
    // The limit of nodes holds for the search only.
    let watch = Watch::new(Limits { nodes: None, ..*limits });
    let _deadline = limits.set_deadline();
    while made < MOVES {
        if watch.is_reached(made as u64) {
            return false;
        }
        let Ok(Turn::Player(_)) = game.legal_moves(&state, &mut moves) else { break };
        let mv = moves[random_below(moves.len(), &mut random)];
        let Some((element, to)) = structure.moved_element(mv) else { return false };
        let stands = |at: LocationId| structure.is_relevant(at) && structure.content(&state, at) == Some(element);
        if !structure.is_relevant(to) || (0..structure.location_count()).map(LocationId::new).any(stands) {
            return false;
        }
        if game.apply(&mut state, mv).is_err() {
            return false;
        }
        (made, choices) = (made + 1, choices + moves.len());
    }
    made > 0 && choices >= MIN_BRANCHING * made
}
