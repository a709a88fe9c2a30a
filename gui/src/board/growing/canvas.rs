//! The board itself: tiles, meeples, free cells and the tile that is being placed, with zoom and pan.

use boardwright_draw::Point;
use boardwright_game::tile_board::SegmentKind;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Color32, CursorIcon, Id, Layout, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, WidgetInfo,
};

use super::art::{MeepleLook, TileArt, cell_rect, player_colour};
use super::turn::free_cells;
use super::values::{paint_value, with_terms};
use super::{GrowingBoard, GrowingFrame, Rotation};
use crate::board::ViewTransform;
use crate::texts::{t, with};
use crate::theme::board::{CHOSEN, FREE, TABLE};

/// Duration of the move of a tile to its place, in seconds.
const ARRIVAL: f64 = 0.45;
/// Factor of the zoom buttons.
const ZOOM_STEP: f32 = 1.25;
/// Points of the wheel for a factor of e.
const WHEEL: f32 = 300.0;

/// Id of the payload of the dragged tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraggedTile;

impl GrowingBoard {
    /// Shows the board in the rest of the room.
    pub(super) fn canvas(&mut self, ui: &mut Ui, art: &TileArt, frame: &GrowingFrame) {
        let room = ui.available_rect_before_wrap();
        let whole = ui.allocate_rect(room, Sense::drag());
        self.move_camera(ui, &whole, room);
        let lens = self.camera.transform(&self.board, room);
        let painter = ui.painter().with_clip_rect(room);
        painter.rect_filled(room, 6.0, TABLE);
        self.paint_tiles(ui, &painter, art, frame, &lens);
        if self.can_place(frame) {
            self.cells_ui(ui, &painter, art, frame, &lens, &whole);
            self.draft_ui(ui, &painter, art, frame, &lens);
        }
        self.paint_meeples(ui, &painter, art, frame, &lens);
        self.paint_draft_meeple(ui, &painter, art, frame, &lens);
        self.zoom_ui(ui, room);
    }

    /// Zooms with the wheel or a pinch, pans with a drag; the wheel with Shift turns the tile.
    fn move_camera(&mut self, ui: &Ui, whole: &Response, room: Rect) {
        // A click with a trembling hand leaves the choice of the visible part to the window.
        if whole.dragged() && ui.input(|input| input.pointer.is_decidedly_dragging()) {
            self.camera.pan(&self.board, room, whole.drag_delta());
        }
        let Some(pointer) = ui.input(|input| input.pointer.hover_pos()).filter(|at| room.contains(*at)) else { return };
        if !whole.contains_pointer() {
            return;
        }
        let (wheel, pinch, shift) =
            ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta(), input.modifiers.shift));
        if shift {
            self.turn_by_wheel(ui, wheel.x + wheel.y);
            return;
        }
        let factor = pinch * (wheel.y / WHEEL).exp();
        if (factor - 1.0).abs() > 1e-4 {
            self.camera.zoom(&self.board, room, factor, pointer);
        }
    }

    /// Turns the tile by a quarter for each notch of the wheel.
    pub(super) fn turn_by_wheel(&mut self, ui: &Ui, scrolled: f32) {
        let notch = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                eframe::egui::Event::MouseWheel { delta, .. } => Some(delta.x + delta.y),
                _ => None,
            })
        });
        if let Some(notch) = notch.filter(|notch| *notch != 0.0 && scrolled.is_finite()) {
            let rotation = if notch < 0.0 { Rotation::Clockwise } else { Rotation::Anticlockwise };
            self.draft.rotate(&self.board, rotation);
        }
    }

    fn paint_tiles(&mut self, ui: &Ui, painter: &Painter, art: &TileArt, frame: &GrowingFrame, lens: &ViewTransform) {
        let last = self.board.last_tiles();
        let moved = self.arrival_part(ui);
        for (index, tile) in self.board.tiles.iter().enumerate() {
            let mut rect = cell_rect(lens, (tile.x, tile.y));
            if let Some(part) = moved.filter(|_| index + 1 == self.board.tiles.len()) {
                // New tiles come from the stack at the right.
                let from = painter.clip_rect().right_center() - rect.size() / 2.0;
                rect = Rect::from_min_size(from + (rect.min - from) * part, rect.size());
            }
            art.tile(painter, tile.kind, tile.rotation, rect, 1.0);
            let marked = tile.player.filter(|player| last.contains(&index) && self.is_marked(*player, frame));
            if let Some(player) = marked {
                let colour = player_colour(player);
                let width = lens.length(5.0).max(2.0);
                let stroke = Stroke::new(width, colour);
                painter.rect(rect, 0.0, colour.gamma_multiply(0.2), stroke, StrokeKind::Inside);
            }
        }
    }

    /// Part of its way that the last tile has moved; `None` if it lies in its place.
    fn arrival_part(&mut self, ui: &Ui) -> Option<f32> {
        let passed = (ui.input(|input| input.time) - self.arrival?) / ARRIVAL;
        if passed >= 1.0 {
            self.arrival = None;
            return None;
        }
        ui.ctx().request_repaint();
        // Fast at first, slow at the end.
        Some(1.0 - (1.0 - passed.max(0.0) as f32).powi(3))
    }

    /// Meeples on the table; those that went home are faded or left out.
    fn paint_meeples(&self, ui: &Ui, painter: &Painter, art: &TileArt, frame: &GrowingFrame, lens: &ViewTransform) {
        let is_moving = self.arrival.is_some();
        for meeple in &self.board.meeples {
            if (meeple.is_home && !frame.shows_home) || (is_moving && meeple.tile + 1 == self.board.tiles.len()) {
                continue;
            }
            let tile = &self.board.tiles[meeple.tile];
            let kind = self.board.kinds[tile.kind].segments[meeple.segment].kind;
            let at = spot(art, lens, (tile.kind, tile.rotation), (tile.x, tile.y), meeple.segment);
            let opacity = if meeple.is_home { 0.35 } else { 1.0 };
            art.meeple(ui, painter, (meeple.player, kind), at, MeepleLook { scale: lens.scale, opacity });
        }
    }

    /// Free cells: those for the present rotation bright, others weak. A click places the tile.
    fn cells_ui(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        art: &TileArt,
        frame: &GrowingFrame,
        lens: &ViewTransform,
        whole: &Response,
    ) {
        let Some(kind) = self.board.drawn else { return };
        let values = frame.values.as_deref();
        let best = values.map(|values| self.best_turns(values)).unwrap_or_default();
        let of_values = || best.iter().map(|(_, turn)| turn.value);
        let (least, greatest) = (of_values().fold(f32::MAX, f32::min), of_values().fold(f32::MIN, f32::max));
        let dropped = whole.dnd_release_payload::<DraggedTile>().and(ui.input(|input| input.pointer.interact_pos()));
        for (cell, fits) in free_cells(&self.board, self.draft.rotation()) {
            let rect = cell_rect(lens, cell);
            let seen = rect.intersect(painter.clip_rect());
            if Some(cell) == self.draft.cell() || !seen.is_positive() {
                continue;
            }
            let valued = best.iter().find(|(other, _)| *other == cell).map(|(_, turn)| *turn);
            let name = match valued {
                Some(turn) => with("tiles.valued_cell", &[&cell.0, &cell.1, &format!("{:.1}", turn.value)]),
                None => with("tiles.cell", &[&cell.0, &cell.1]),
            };
            let response = ui.interact(seen, ui.scope_id().with(("cell", cell)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            let is_lit = response.has_focus() || response.contains_pointer();
            let strength = if fits { 0.9 } else { 0.3 };
            let inner = rect.shrink(lens.length(6.0));
            if is_lit {
                let rotation = self.fitting_rotation(cell);
                art.tile(painter, kind, rotation, rect, 0.6);
            }
            let stroke = Stroke::new(if fits { 2.0 } else { 1.5 }, FREE.gamma_multiply(strength));
            let ground = FREE.gamma_multiply(if fits { 0.14 } else { 0.03 });
            painter.rect(inner, 5.0, ground, stroke, StrokeKind::Middle);
            if let Some(turn) = valued.filter(|_| !is_lit) {
                let share = (turn.value - least) / (greatest - least).max(f32::EPSILON);
                paint_value(painter, inner, turn, share);
            }
            let is_dropped = dropped.is_some_and(|at| rect.contains(at));
            if response.clicked() || is_dropped {
                self.draft.place(&self.board, cell);
            }
            let response = match (valued, values) {
                (Some(turn), Some(values)) => with_terms(response, &values.weights, turn),
                _ => response,
            };
            response.on_hover_cursor(CursorIcon::PointingHand);
        }
    }

    /// Rotation in which the tile would be placed in a cell.
    fn fitting_rotation(&self, cell: (i32, i32)) -> u8 {
        let mut draft = self.draft.clone();
        draft.place(&self.board, cell);
        draft.rotation()
    }

    /// The tile that is being placed, and the parts of it on which a meeple may stand.
    fn draft_ui(&mut self, ui: &Ui, painter: &Painter, art: &TileArt, frame: &GrowingFrame, lens: &ViewTransform) {
        let (Some(kind), Some(cell)) = (self.board.drawn, self.draft.cell()) else { return };
        let (rotation, rect) = (self.draft.rotation(), cell_rect(lens, cell));
        art.tile(painter, kind, rotation, rect, 1.0);
        painter.rect_stroke(rect, 0.0, Stroke::new(3.0, CHOSEN), StrokeKind::Outside);
        let seen = rect.intersect(painter.clip_rect());
        if !seen.is_positive() {
            return;
        }
        let tile = ui.interact(seen, ui.scope_id().with("placed tile"), Sense::click());
        tile.widget_info(|| WidgetInfo::labeled(Role::Image, true, t("tiles.placed")));
        if let Some(at) = tile.interact_pointer_pos().filter(|_| tile.clicked()) {
            let on_tile = (at - rect.min) / lens.scale;
            let point = Point::new(on_tile.x.into(), on_tile.y.into());
            let unturned = boardwright_draw::turned_point(point, 4 - rotation);
            if let Some(segment) = art.maps[kind].segment_at(unturned) {
                self.draft.toggle_meeple(&self.board, segment);
            }
        }
        for segment in self.draft.meeples(&self.board) {
            let at = spot(art, lens, (kind, rotation), cell, segment);
            let radius = lens.length(9.0).clamp(5.0, 16.0);
            let area = Rect::from_center_size(at, Vec2::splat(2.0 * radius)).intersect(painter.clip_rect());
            let name = meeple_name(self, segment);
            let id: Id = ui.scope_id().with(("meeple", segment));
            let response = ui.interact(area, id, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if self.draft.meeple() != Some(segment) {
                let colour = frame.active.map_or(FREE, player_colour);
                let strength = if response.contains_pointer() || response.has_focus() { 0.95 } else { 0.6 };
                let stroke = Stroke::new(2.0, Color32::WHITE);
                painter.circle(at, radius, colour.gamma_multiply(strength), stroke);
            }
            if response.clicked() {
                self.draft.toggle_meeple(&self.board, segment);
            }
            response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(name);
        }
    }

    /// The meeple of the turn that is being composed.
    fn paint_draft_meeple(
        &self,
        ui: &Ui,
        painter: &Painter,
        art: &TileArt,
        frame: &GrowingFrame,
        lens: &ViewTransform,
    ) {
        let (Some(kind), Some(cell), Some(segment)) = (self.board.drawn, self.draft.cell(), self.draft.meeple()) else {
            return;
        };
        let Some(player) = frame.active else { return };
        let at = spot(art, lens, (kind, self.draft.rotation()), cell, segment);
        let what: SegmentKind = self.board.kinds[kind].segments[segment].kind;
        art.meeple(ui, painter, (player, what), at, MeepleLook { scale: lens.scale, opacity: 1.0 });
    }

    /// Buttons for zoom in the corner of the board.
    fn zoom_ui(&mut self, ui: &mut Ui, room: Rect) {
        let corner = Rect::from_min_size(room.left_bottom() + Vec2::new(8.0, -36.0), Vec2::new(220.0, 30.0));
        let builder = UiBuilder::new().max_rect(corner).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(builder, |ui| {
            for (text, name, factor) in
                [("+", "tiles.zoom_in", ZOOM_STEP), ("\u{2212}", "tiles.zoom_out", 1.0 / ZOOM_STEP)]
            {
                let button = ui.button(text).on_hover_text(t(name));
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, t(name)));
                if button.clicked() {
                    self.camera.zoom(&self.board, room, factor, room.center());
                }
            }
            if ui.button(t("tiles.show_all")).clicked() {
                self.camera.show_all();
            }
        });
    }
}

/// Place of a meeple in the window.
fn spot(art: &TileArt, lens: &ViewTransform, tile: (usize, u8), (x, y): (i32, i32), segment: usize) -> Pos2 {
    let (kind, rotation) = tile;
    let (corner, spot) = (boardwright_draw::cell_corner(x, y), art.maps[kind].spot(segment, rotation));
    lens.point(Point::new(corner.x + spot.x, corner.y + spot.y))
}

/// Name of a meeple on a segment of the placed tile: the end of the text of its move.
pub(super) fn meeple_name(board: &GrowingBoard, segment: usize) -> String {
    let mut draft = board.draft.clone();
    if draft.meeple() != Some(segment) {
        draft.toggle_meeple(&board.board, segment);
    }
    let text = draft.move_text(&board.board).unwrap_or_default();
    text.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}
