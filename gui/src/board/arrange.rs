//! Board layout by drag and drop, for the editor: places and pieces are dragged to new positions. The editor translates the result
//! into changes of the game file.

use boardwright_draw::Point;
use boardwright_game::ids::{ElementId, LocationId};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, PointerButton, Pos2, Rect, Sense, Ui, WidgetInfo};

use super::marks::{self, Marks};
use super::moves::LegalMoves;
use super::primitives::ViewTransform;
use super::view::{Board, BoardLayout, place_id};

/// Function that returns the places that move together with a place, including itself.
pub type LinkedPlaces<'a> = dyn Fn(LocationId) -> Vec<LocationId> + 'a;

/// The objects that are dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragKind {
    /// Places, to any point.
    Places,
    /// Pieces, to other places.
    Pieces,
}

/// Result of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragResult {
    /// A place with its displacement to the right and down, in board pixels.
    Place(LocationId, (i32, i32)),
    /// A piece with its new place.
    Piece(ElementId, LocationId),
}

/// A place, or the piece on it, being dragged.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    location: LocationId,
    /// Position of the pointer at the start of the drag.
    from: Pos2,
    /// Current position of the pointer.
    at: Pos2,
    /// `true` after the drop; the object stays there until it is released or another board is shown.
    is_dropped: bool,
}

impl Drag {
    /// Displacement in board pixels.
    fn displacement(&self, lens: &ViewTransform) -> (i32, i32) {
        let offset = (self.at - self.from) / lens.scale;
        (offset.x.round() as i32, offset.y.round() as i32)
    }
}

impl Board {
    /// Shows the board as large as possible; returns the result of a drag after the drop.
    pub fn arrange(&mut self, ui: &mut Ui, what: DragKind, along: &LinkedPlaces<'_>) -> Option<DragResult> {
        let spread = self.layout(ui);
        let BoardLayout { lens, board, .. } = &spread;
        let now = ui.input(|input| input.time);
        self.paint(ui, lens, *board, now, &LegalMoves::default(), &Marks::default());
        let let_go = self.drag_widgets(ui, lens, *board, what);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.clear_selection();
        }
        let held = self.drag?;
        self.paint_drag(ui, lens, *board, what, &along(held.location));
        if !let_go {
            return None;
        }
        let drawn = self.drag_result(&held, lens, what);
        if drawn.is_none() {
            self.clear_selection();
        }
        drawn
    }

    /// Makes the places draggable; returns `true` after a drop.
    fn drag_widgets(&mut self, ui: &Ui, lens: &ViewTransform, board: Rect, what: DragKind) -> bool {
        let mut let_go = false;
        for index in 0..self.table.places.len() {
            let location = LocationId::new(index);
            let outline = marks::outline(&self.table, location, lens);
            let rect = outline.0.intersect(board);
            if rect.width() < 1.0 || rect.height() < 1.0 {
                continue;
            }
            let response = ui.interact(rect, place_id(ui, location), Sense::drag());
            let description = &self.table.descriptions[index];
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, description));
            if what == DragKind::Places {
                marks::grip(ui.painter(), outline);
            }
            let (origin, at) = ui.input(|input| (input.pointer.press_origin(), input.pointer.interact_pos()));
            let (Some(origin), Some(at)) = (origin.or(self.drag.map(|held| held.from)), at) else { continue };
            let can = what == DragKind::Places || self.table.pieces.iter().any(|(piece, _)| piece.location == location);
            if response.drag_started_by(PointerButton::Primary) && can {
                self.drag = Some(Drag { location, from: origin, at, is_dropped: false });
            }
            let Some(held) = self.drag.as_mut().filter(|held| held.location == location && !held.is_dropped) else {
                continue;
            };
            if response.dragged_by(PointerButton::Primary) || response.drag_stopped_by(PointerButton::Primary) {
                held.at = at;
            }
            if response.drag_stopped_by(PointerButton::Primary) {
                held.is_dropped = true;
                let_go = true;
            }
        }
        let_go
    }

    /// Returns the result of the drag; `None` if the object is on its old place or off the board.
    fn drag_result(&self, held: &Drag, lens: &ViewTransform, what: DragKind) -> Option<DragResult> {
        match what {
            DragKind::Places => {
                let offset = held.displacement(lens);
                (offset != (0, 0)).then_some(DragResult::Place(held.location, offset))
            }
            DragKind::Pieces => {
                // The topmost piece is the last one.
                let mut pieces = self.table.pieces.iter().rev().map(|(piece, _)| piece);
                let piece = pieces.find(|piece| piece.location == held.location)?;
                let to = self.places_at(held.at, lens).pop().filter(|to| *to != held.location)?;
                Some(DragResult::Piece(piece.element, to))
            }
        }
    }

    /// Paints the dragged object at its new position.
    fn paint_drag(&self, ui: &Ui, lens: &ViewTransform, board: Rect, what: DragKind, along: &[LocationId]) {
        let Some(held) = &self.drag else { return };
        let painter = ui.painter().with_clip_rect(board);
        let (right, down) = held.displacement(lens);
        let moved = lens.translated(Point::new(right.into(), down.into()));
        let goes = |location: &LocationId| match what {
            DragKind::Places => along.contains(location),
            DragKind::Pieces => *location == held.location,
        };
        for (_, thing) in self.table.pieces.iter().filter(|(piece, _)| goes(&piece.location)) {
            thing.paint(ui, &painter, &moved, 0.7, &self.album);
        }
        if what == DragKind::Pieces {
            if let Some(to) = self.places_at(held.at, lens).pop() {
                marks::picked(&painter, marks::outline(&self.table, to, lens));
            }
            return;
        }
        for location in along {
            marks::grip(&painter, marks::outline(&self.table, *location, &moved));
        }
        let outline = marks::outline(&self.table, held.location, &moved);
        marks::picked(&painter, outline);
        let Point { x, y } = self.table.centre(held.location);
        marks::name(&painter, outline.0, &format!("{}, {}", x + f64::from(right), y + f64::from(down)));
    }
}
