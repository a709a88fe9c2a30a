//! What stands on a table: on the places of the board, and on the slots beside it.

use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::motion::PlaceId;

use super::look::{Look, looks, waiting};

/// What stands on a table. Places of the board come first, in the order of [`places`](super::places), then the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pieces: Vec<Option<Look>>,
    board: usize,
}

/// There are more pieces beside the board than slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} pieces stand beside the board at the start, and there are {slots} slots for them")]
pub struct TooFew {
    /// How many pieces wait.
    pub needed: usize,
    /// How many slots there are.
    pub slots: usize,
}

impl Standing {
    /// A game as it is set up: the board as in a position, and the pieces that wait at the start on the first slots. Of pieces that
    /// have been placed since, as many less wait.
    ///
    /// # Errors
    ///
    /// When there are not enough slots.
    pub fn set_up(game: &SpecGame, start: &State, now: &State, slots: usize) -> Result<Self, TooFew> {
        let mut pieces = looks(game, now);
        let board = pieces.len();
        let mut waits = waiting(game, start);
        let mut all = looks(game, start).into_iter().flatten().collect::<Vec<_>>();
        all.append(&mut waits);
        for on_board in pieces.iter().flatten() {
            let alike = all.iter().position(|look| look == on_board);
            let known = alike.or_else(|| all.iter().position(|look| look.kind == on_board.kind));
            if let Some(at) = known {
                all.remove(at);
            }
        }
        if all.len() > slots {
            return Err(TooFew { needed: all.len(), slots });
        }
        pieces.extend(all.into_iter().map(Some));
        pieces.resize(board + slots, None);
        Ok(Self { pieces, board })
    }

    /// What stands at a place.
    pub fn at(&self, place: PlaceId) -> Option<Look> {
        self.pieces[place.0]
    }

    /// How many places the board has.
    pub fn board(&self) -> usize {
        self.board
    }

    /// The slots, the first one first.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = PlaceId> + use<> {
        (self.board..self.pieces.len()).map(PlaceId)
    }

    /// All places with what stands there.
    pub fn all(&self) -> impl Iterator<Item = (PlaceId, Option<Look>)> {
        self.pieces.iter().enumerate().map(|(at, look)| (PlaceId(at), *look))
    }

    /// Whether a place is beside the board.
    pub fn is_slot(&self, place: PlaceId) -> bool {
        place.0 >= self.board
    }

    /// Something stands at a place now, or nothing.
    pub fn put(&mut self, place: PlaceId, look: Option<Look>) {
        self.pieces[place.0] = look;
    }

    /// Whether the board is as in a position.
    pub fn agrees(&self, game: &SpecGame, state: &State) -> bool {
        self.pieces[..self.board] == looks(game, state)
    }
}
