//! What a game is like, as far as it decides how to search where nobody has said how. It searches nothing.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::LocationId;
use boardwright_engine::playout::below;
use rand_pcg::Pcg64Mcg;

/// So many moves of a random game are looked at.
const MOVES: usize = 200;
/// With so many moves in the mean, there are many.
const MANY: usize = 20;

/// Whether a table of moves made below a position (GRAVE) is likely to help, by a few matches at equal time.
///
/// It did in Gomoku and Hex, 13 of 16 each: there are many moves, each puts a piece on the board, and there it stays; so what is good
/// later is often good now. It did no harm in Connect Four and Reversi, and much in Breakthrough, 24 of 30. Where playouts are
/// made move by move anyway it costs little, and helped in Amazons, 11 of 16.
pub(super) fn moves_compare<G: Game>(game: &G) -> bool {
    let start = game.start();
    let quick = game.play_out(&start, &mut start.clone(), 0, &mut Pcg64Mcg::new(1)).is_some();
    !quick || only_places(game)
}

/// Whether every move of a random game put a piece on the board from beside it, and there were many to choose from.
fn only_places<G: Game>(game: &G) -> bool {
    let Some(structure) = game.structure() else { return false };
    let (mut state, mut random, mut moves) = (game.start(), Pcg64Mcg::new(1), Vec::new());
    let (mut made, mut choices) = (0, 0);
    while made < MOVES {
        let Ok(Turn::Player(_)) = game.turn(&state, &mut moves) else { break };
        let mv = moves[below(moves.len(), &mut random)];
        let Some((element, to)) = structure.moved(mv) else { return false };
        let stands = |at: LocationId| structure.relevant(at) && structure.content(&state, at) == Some(element);
        if !structure.relevant(to) || (0..structure.locations()).map(LocationId::new).any(stands) {
            return false;
        }
        if game.apply(&mut state, mv).is_err() {
            return false;
        }
        (made, choices) = (made + 1, choices + moves.len());
    }
    made > 0 && choices >= MANY * made
}
