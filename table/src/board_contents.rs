//! Contents of a table: the pieces on the places of the board and in the slots off the board.

use boardwright_compiler::game::CompiledGame;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::PlaceId;

use super::appearance::{Appearance, board_appearances, waiting_pieces};

/// Contents of a table. Places of the board come first, in the order of [`places`](super::places), then the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardContents {
    pieces: Vec<Option<Appearance>>,
    board_places: usize,
}

/// The error of a table with too few slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} pieces stand off the board at the start, but there are only {slots} slots for them")]
pub struct TooFewSlots {
    /// Number of pieces that wait off the board.
    pub needed: usize,
    /// Number of slots.
    pub slots: usize,
}

impl BoardContents {
    /// The contents of a table that is set up for a game: the board as in position `now`, and the pieces that wait at
    /// the start in the first slots, minus those placed since.
    ///
    /// # Errors
    ///
    /// [`TooFewSlots`] when there are too few slots.
    pub fn set_up(game: &CompiledGame, start: &State, now: &State, slots: usize) -> Result<Self, TooFewSlots> {
        let mut pieces = board_appearances(game, now);
        let board = pieces.len();
        let mut waiting = waiting_pieces(game, start);
        let mut all = board_appearances(game, start).into_iter().flatten().collect::<Vec<_>>();
        all.append(&mut waiting);
        for on_board in pieces.iter().flatten() {
            let alike = all.iter().position(|appearance| appearance == on_board);
            let known = alike.or_else(|| all.iter().position(|appearance| appearance.kind == on_board.kind));
            if let Some(at) = known {
                all.remove(at);
            }
        }
        if all.len() > slots {
            return Err(TooFewSlots { needed: all.len(), slots });
        }
        pieces.extend(all.into_iter().map(Some));
        pieces.resize(board + slots, None);
        Ok(Self { pieces, board_places: board })
    }

    /// The piece on a place.
    pub fn at(&self, place: PlaceId) -> Option<Appearance> {
        self.pieces[place.0]
    }

    /// Number of places on the board.
    pub fn board_places(&self) -> usize {
        self.board_places
    }

    /// The slots in ascending order.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = PlaceId> + use<> {
        (self.board_places..self.pieces.len()).map(PlaceId)
    }

    /// All places with their pieces.
    pub fn all(&self) -> impl Iterator<Item = (PlaceId, Option<Appearance>)> {
        self.pieces.iter().enumerate().map(|(at, appearance)| (PlaceId(at), *appearance))
    }

    /// `true` if a place is a slot.
    pub fn is_slot(&self, place: PlaceId) -> bool {
        place.0 >= self.board_places
    }

    /// Sets the piece on a place.
    pub fn set(&mut self, place: PlaceId, appearance: Option<Appearance>) {
        self.pieces[place.0] = appearance;
    }

    /// `true` if the board matches a position.
    pub fn matches(&self, game: &CompiledGame, state: &State) -> bool {
        self.pieces[..self.board_places] == board_appearances(game, state)
    }
}
