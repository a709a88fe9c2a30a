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
        let (mut pieces, waiting) = (board_appearances(game, now), pieces_off_board(game, start, now));
        let board = pieces.len();
        if waiting.len() > slots {
            return Err(TooFewSlots { needed: waiting.len(), slots });
        }
        pieces.extend(waiting.into_iter().map(Some));
        pieces.resize(board + slots, None);
        Ok(Self { pieces, board_places: board })
    }

    /// The contents after people have brought the board to position `now`: pieces off the board are in the slots where they
    /// `is_seen`, or else where they were, or else in other slots.
    ///
    /// # Errors
    ///
    /// [`TooFewSlots`] when there are too few slots.
    pub fn rearranged(
        &self,
        game: &CompiledGame,
        start: &State,
        now: &State,
        is_seen: impl Fn(PlaceId, Appearance) -> bool,
    ) -> Result<Self, TooFewSlots> {
        let mut waiting = pieces_off_board(game, start, now);
        let mut pieces = board_appearances(game, now);
        pieces.resize(self.pieces.len(), None);
        for (is_same, must_be_seen) in [(true, true), (false, true), (true, false), (false, false)] {
            for slot in self.slots() {
                let fits = |piece: &Appearance| {
                    (!is_same || self.at(slot) == Some(*piece)) && (!must_be_seen || is_seen(slot, *piece))
                };
                let found = waiting.iter().position(fits).filter(|_| pieces[slot.0].is_none());
                pieces[slot.0] = found.map(|at| waiting.remove(at)).or(pieces[slot.0]);
            }
        }
        let slots = self.pieces.len() - self.board_places;
        if waiting.is_empty() {
            Ok(Self { pieces, board_places: self.board_places })
        } else {
            Err(TooFewSlots { needed: pieces_off_board(game, start, now).len(), slots })
        }
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

/// The pieces that are off the board in position `now` of a game that began with `start`.
fn pieces_off_board(game: &CompiledGame, start: &State, now: &State) -> Vec<Appearance> {
    let mut all: Vec<Appearance> = board_appearances(game, start).into_iter().flatten().collect();
    all.append(&mut waiting_pieces(game, start));
    for on_board in board_appearances(game, now).into_iter().flatten() {
        let alike = all.iter().position(|appearance| *appearance == on_board);
        if let Some(at) = alike.or_else(|| all.iter().position(|appearance| appearance.kind == on_board.kind)) {
            all.remove(at);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::Game as _;
    use boardwright_lang::{AllPictures, load};

    use super::*;

    #[test]
    fn pieces_stay_in_the_slots_where_they_are_seen() {
        let source = boardwright_games::shipped_game("tic-tac-toe").expect("it ships").source();
        let game = CompiledGame::new(load(&source, &AllPictures).rules.expect("the file has no mistake"))
            .expect("it is small enough");
        let (start, mut now, mut moves) = (game.initial_state(), game.initial_state(), Vec::new());
        game.legal_moves(&start, &mut moves).expect("the rules hold");
        game.apply(&mut now, moves[0]).expect("a legal move");
        let before = BoardContents::set_up(&game, &start, &start, 12).expect("there are slots enough");
        let slots: Vec<PlaceId> = before.slots().collect();
        let cross = before.at(slots[0]).expect("a cross waits");
        // The person has taken the third cross, and put the first one into the last slot.
        let is_seen = |slot: PlaceId, piece: Appearance| {
            let seen = if slot == slots[11] { Some(cross) } else { before.at(slot) };
            ![slots[0], slots[2]].contains(&slot) && seen == Some(piece)
        };
        let after = before.rearranged(&game, &start, &now, is_seen).expect("there are slots enough");
        assert!(after.matches(&game, &now));
        let held = |slot: usize| after.at(slots[slot]);
        assert_eq!((held(0), held(2), held(11)), (None, None, Some(cross)));
        for slot in [1, 3, 4, 5, 6, 7, 8] {
            assert_eq!(held(slot), before.at(slots[slot]), "slot {slot}");
        }
        // Without a camera the first ones are taken.
        let unseen = before.rearranged(&game, &start, &now, |_, _| true).expect("there are slots enough");
        assert_eq!(unseen.slots().filter(|slot| unseen.at(*slot).is_some()).count(), 8);
    }
}
