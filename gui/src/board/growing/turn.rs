//! A turn while a person composes it: rotation and place of the drawn tile, and a meeple. Nothing is played until the turn
//! is ended, so that every step can be taken back. It contains no user interface.

use boardwright_game::tile_board::{SegmentKind, TileBoard, TilePlace};

/// A turn that is being composed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnDraft {
    /// `true` if the drawn tile was turned over.
    pub is_revealed: bool,
    /// Clockwise quarter turns of the drawn tile.
    rotation: u8,
    /// Column and row where the tile lies.
    cell: Option<(i32, i32)>,
    /// Segment on which a meeple stands.
    meeple: Option<usize>,
}

/// Direction of a turn of the tile by a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// By 90 degrees.
    Clockwise,
    /// By -90 degrees.
    Anticlockwise,
}

impl TurnDraft {
    /// Clockwise quarter turns of the drawn tile.
    pub fn rotation(&self) -> u8 {
        self.rotation
    }

    /// Column and row where the tile lies.
    pub fn cell(&self) -> Option<(i32, i32)> {
        self.cell
    }

    /// Segment on which a meeple stands.
    pub fn meeple(&self) -> Option<usize> {
        self.meeple
    }

    /// Turns the tile: on the board to its next legal rotation, in hand by a quarter.
    pub fn rotate(&mut self, board: &TileBoard, rotation: Rotation) {
        let step = if rotation == Rotation::Clockwise { 1 } else { 3 };
        let others = (1..=4).map(|steps| (self.rotation + steps * step) % 4);
        let legal = |rotation: &u8| self.cell.is_none_or(|cell| place_at(board, cell, *rotation).is_some());
        if let Some(next) = others.into_iter().find(legal) {
            if next != self.rotation {
                self.meeple = None;
            }
            self.rotation = next;
        }
    }

    /// Places the tile, if necessary in the next rotation in which it fits; `false` if it does not fit there.
    pub fn place(&mut self, board: &TileBoard, cell: (i32, i32)) -> bool {
        let mut rotations = (0..4).map(|step| (self.rotation + step) % 4);
        let Some(rotation) = rotations.find(|&rotation| place_at(board, cell, rotation).is_some()) else {
            return false;
        };
        (self.rotation, self.cell, self.meeple) = (rotation, Some(cell), None);
        true
    }

    /// Puts a meeple on a segment, or takes it back if it stands there; `false` if that is not legal.
    pub fn toggle_meeple(&mut self, board: &TileBoard, segment: usize) -> bool {
        let is_legal = self.meeples(board).contains(&segment);
        if is_legal {
            self.meeple = if self.meeple == Some(segment) { None } else { Some(segment) };
        }
        is_legal
    }

    /// Puts a meeple on the next segment of a kind on which that is legal.
    pub fn choose_kind(&mut self, board: &TileBoard, kind: SegmentKind) {
        let Some(tile) = board.drawn.map(|drawn| &board.kinds[drawn]) else { return };
        let legal: Vec<usize> =
            self.meeples(board).into_iter().filter(|&segment| tile.segments[segment].kind == kind).collect();
        let now = legal.iter().position(|&segment| self.meeple == Some(segment));
        let next = now.map_or(0, |now| (now + 1) % legal.len().max(1));
        self.meeple = legal.get(next).copied().or(self.meeple);
    }

    /// Takes the meeple back.
    pub fn remove_meeple(&mut self) {
        self.meeple = None;
    }

    /// Takes the last step back: the meeple, or the tile; `false` if there is none.
    pub fn back(&mut self) -> bool {
        if self.meeple.take().is_some() {
            return true;
        }
        self.cell.take().is_some()
    }

    /// Segments on which a meeple is legal where the tile lies.
    pub fn meeples(&self, board: &TileBoard) -> Vec<usize> {
        let turns = self.turns(board).map_or(&[][..], |place| &place.turns);
        turns.iter().filter_map(|(segment, _)| *segment).collect()
    }

    /// Text of the move, once the tile lies on the board.
    pub fn move_text<'b>(&self, board: &'b TileBoard) -> Option<&'b str> {
        let turns = &self.turns(board)?.turns;
        turns.iter().find(|(segment, _)| *segment == self.meeple).map(|(_, text)| text.as_str())
    }

    fn turns<'b>(&self, board: &'b TileBoard) -> Option<&'b TilePlace> {
        place_at(board, self.cell?, self.rotation)
    }
}

/// A legal place by its cell and rotation.
fn place_at(board: &TileBoard, (x, y): (i32, i32), rotation: u8) -> Option<&TilePlace> {
    board.places.iter().find(|place| (place.x, place.y, place.rotation) == (x, y, rotation))
}

/// Cells in which the drawn tile fits, each with `true` if it fits in this rotation.
pub fn free_cells(board: &TileBoard, rotation: u8) -> Vec<((i32, i32), bool)> {
    let mut cells: Vec<((i32, i32), bool)> = Vec::new();
    for place in &board.places {
        let (cell, fits) = ((place.x, place.y), place.rotation == rotation);
        match cells.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, now)) => *now |= fits,
            None => cells.push((cell, fits)),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_game::any::AnyState;
    use boardwright_library::load;

    /// The board after the start tile, with this tile drawn.
    fn board(id: &str) -> TileBoard {
        let loaded = load("carcassonne").expect("it ships");
        let mut state: AnyState = loaded.game().initial_state();
        let mv = loaded.game().parse_move(&state, &format!("draw {id}")).expect("it is left");
        loaded.game().apply(&mut state, &mv).expect("no fault");
        loaded.game().tile_board(&state).expect("its board grows")
    }

    #[test]
    fn a_turn_is_composed_and_taken_back_step_by_step() {
        let board = board("V");
        let mut draft = TurnDraft::default();
        assert_eq!(draft.move_text(&board), None);
        // East of the start tile is its road; the bend S-W fits there as it is.
        assert!(draft.place(&board, (1, 0)));
        assert_eq!((draft.rotation(), draft.move_text(&board)), (0, Some("1,0 0")));
        draft.rotate(&board, Rotation::Clockwise);
        assert_eq!(draft.move_text(&board), Some("1,0 90"));
        draft.rotate(&board, Rotation::Anticlockwise);
        draft.choose_kind(&board, SegmentKind::Road);
        assert_eq!(draft.move_text(&board), Some("1,0 0 robber S"));
        assert!(draft.back() && draft.meeple().is_none() && draft.cell().is_some());
        assert!(draft.back() && draft.cell().is_none());
        assert!(!draft.back(), "the rotation stays");
    }

    #[test]
    fn a_tile_turns_to_fit_and_is_refused_where_it_cannot() {
        let board = board("E");
        let mut draft = TurnDraft::default();
        // Only the city edge fits to the city of the start tile.
        assert!(draft.place(&board, (0, -1)));
        assert_eq!(draft.rotation(), 2);
        draft.rotate(&board, Rotation::Clockwise);
        assert_eq!(draft.rotation(), 2, "there is one legal rotation");
        let before = draft.clone();
        assert!(!draft.place(&board, (1, 0)), "its edges are no road");
        assert_eq!(draft, before);
        assert!(draft.meeples(&board).iter().all(|&segment| draft.toggle_meeple(&board, segment)));
        assert!(!draft.toggle_meeple(&board, 7));
    }

    #[test]
    fn letters_go_through_the_segments_of_a_kind() {
        let board = board("X");
        let mut draft = TurnDraft::default();
        assert!(draft.place(&board, (1, 0)));
        let mut seen = Vec::new();
        for _ in 0..4 {
            draft.choose_kind(&board, SegmentKind::Road);
            seen.extend(draft.meeple());
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 4, "a crossroads has four roads");
        let now = draft.meeple();
        draft.choose_kind(&board, SegmentKind::Cloister);
        assert_eq!(draft.meeple(), now, "there is no cloister");
    }
}
