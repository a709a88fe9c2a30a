//! A board that is put together by whoever writes its game: places and pieces are drawn to where they should be. What that
//! means for the game's file is not known here.

use boardwright_draw::Point;
use boardwright_engine::ids::{ElementId, LocationId};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, PointerButton, Pos2, Rect, Sense, Ui, WidgetInfo};

use super::marks::{self, Marks};
use super::moves::Legal;
use super::prims::Lens;
use super::view::{Board, Spread, place_id};

/// Tells which places go with one, itself among them.
pub type Along<'a> = dyn Fn(LocationId) -> Vec<LocationId> + 'a;

/// What is drawn with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arranging {
    /// Places, to any point.
    Places,
    /// Pieces, to other places.
    Pieces,
}

/// What was drawn, and to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A place: so far to the right and down, in pixels of the board.
    Place(LocationId, (i32, i32)),
    /// A piece to a place.
    Piece(ElementId, LocationId),
}

/// A place, or the piece on it, on its way.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    location: LocationId,
    /// Where the mouse took it.
    from: Pos2,
    /// Where it is.
    at: Pos2,
    /// Whether it was let go; it stays there until it is put down or the board is another one.
    done: bool,
}

impl Held {
    /// How far it is from where it was, in pixels of the board.
    fn way(&self, lens: &Lens) -> (i32, i32) {
        let way = (self.at - self.from) / lens.scale;
        (way.x.round() as i32, way.y.round() as i32)
    }
}

impl Board {
    /// The board, as large as there is room; gives what was drawn when it is let go.
    pub fn arrange(&mut self, ui: &mut Ui, what: Arranging, along: &Along<'_>) -> Option<Drawn> {
        let spread = self.spread(ui);
        let Spread { lens, board, .. } = &spread;
        let now = ui.input(|input| input.time);
        self.paint(ui, lens, *board, now, &Legal::default(), &Marks::default());
        let let_go = self.grips(ui, lens, *board, what);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.put_down();
        }
        let held = self.held?;
        self.paint_held(ui, lens, *board, what, &along(held.location));
        if !let_go {
            return None;
        }
        let drawn = self.drawn(&held, lens, what);
        if drawn.is_none() {
            self.put_down();
        }
        drawn
    }

    /// The places as things to be drawn; whether one was let go.
    fn grips(&mut self, ui: &Ui, lens: &Lens, board: Rect, what: Arranging) -> bool {
        let mut let_go = false;
        for index in 0..self.table.places.len() {
            let location = LocationId::new(index);
            let outline = marks::outline(&self.table, location, lens);
            let rect = outline.0.intersect(board);
            if rect.width() < 1.0 || rect.height() < 1.0 {
                continue;
            }
            let response = ui.interact(rect, place_id(ui, location), Sense::drag());
            let told = &self.table.told[index];
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, told));
            if what == Arranging::Places {
                marks::grip(ui.painter(), outline);
            }
            let (origin, at) = ui.input(|input| (input.pointer.press_origin(), input.pointer.interact_pos()));
            let (Some(origin), Some(at)) = (origin.or(self.held.map(|held| held.from)), at) else { continue };
            let can =
                what == Arranging::Places || self.table.pieces.iter().any(|(piece, _)| piece.location == location);
            if response.drag_started_by(PointerButton::Primary) && can {
                self.held = Some(Held { location, from: origin, at, done: false });
            }
            let Some(held) = self.held.as_mut().filter(|held| held.location == location && !held.done) else {
                continue;
            };
            if response.dragged_by(PointerButton::Primary) || response.drag_stopped_by(PointerButton::Primary) {
                held.at = at;
            }
            if response.drag_stopped_by(PointerButton::Primary) {
                held.done = true;
                let_go = true;
            }
        }
        let_go
    }

    /// What was drawn to where; `None` if it is where it was, or beside the board.
    fn drawn(&self, held: &Held, lens: &Lens, what: Arranging) -> Option<Drawn> {
        match what {
            Arranging::Places => {
                let way = held.way(lens);
                (way != (0, 0)).then_some(Drawn::Place(held.location, way))
            }
            Arranging::Pieces => {
                // The topmost is the last one.
                let mut pieces = self.table.pieces.iter().rev().map(|(piece, _)| piece);
                let piece = pieces.find(|piece| piece.location == held.location)?;
                let to = self.under(held.at, lens).pop().filter(|to| *to != held.location)?;
                Some(Drawn::Piece(piece.element, to))
            }
        }
    }

    /// What is on its way, where it would come to be.
    fn paint_held(&self, ui: &Ui, lens: &Lens, board: Rect, what: Arranging, along: &[LocationId]) {
        let Some(held) = &self.held else { return };
        let painter = ui.painter().with_clip_rect(board);
        let (right, down) = held.way(lens);
        let moved = lens.moved(Point::new(right.into(), down.into()));
        let goes = |location: &LocationId| match what {
            Arranging::Places => along.contains(location),
            Arranging::Pieces => *location == held.location,
        };
        for (_, thing) in self.table.pieces.iter().filter(|(piece, _)| goes(&piece.location)) {
            thing.paint(ui, &painter, &moved, 0.7, &self.album);
        }
        if what == Arranging::Pieces {
            if let Some(to) = self.under(held.at, lens).pop() {
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
