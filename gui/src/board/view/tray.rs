//! The tray beside the board: piles of pieces that wait or were captured.

use eframe::egui::accesskit::Role;
use eframe::egui::{PointerButton, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo};

use super::{Board, BoardAction, HeldObject, HeldPiece};
use crate::board::marks;
use crate::board::moves::LegalMoves;
use crate::board::primitives::ViewTransform;
use crate::texts::with;
use crate::theme::{self, metrics};

/// Greatest side of the room of a pile, in points.
const MAX_PILE: f32 = 96.0;
/// Distance between the edge of the tray and its piles, in points.
const MARGIN: f32 = 6.0;

impl Board {
    /// Shows the piles beside the board.
    pub(super) fn tray_ui(
        &mut self,
        ui: &mut Ui,
        tray: Rect,
        board: &ViewTransform,
        legal: &LegalMoves,
    ) -> Option<BoardAction> {
        let (mut did, mut dropped) = (None, false);
        let hinted = legal.hinted_targets();
        let count = self.table.piles.len();
        let upright = tray.height() > tray.width();
        let (length, width) = if upright { (tray.height(), tray.width()) } else { (tray.width(), tray.height()) };
        let side = ((length - 2.0 * MARGIN) / count.max(1) as f32).min(width - 2.0 * MARGIN).clamp(1.0, MAX_PILE);
        let size = Vec2::new(side, side * count as f32) + Vec2::splat(2.0 * MARGIN);
        // The tray is as long as its piles.
        let tray = Rect::from_center_size(tray.center(), if upright { size } else { Vec2::new(size.y, size.x) });
        if count > 0 {
            ui.painter().rect_filled(tray, f32::from(metrics::CARD_RADIUS), theme::board::TRAY);
        }
        for (number, (pile, thing, place)) in self.table.piles.iter().enumerate() {
            let middle = MARGIN + (number as f32 + 0.5) * side;
            let centre = if upright {
                Pos2::new(tray.center().x, tray.top() + middle)
            } else {
                Pos2::new(tray.left() + middle, tray.center().y)
            };
            let rect = Rect::from_center_size(centre, Vec2::splat(side * 0.94));
            let scale = side * 0.8 / place.width.max(place.height) as f32;
            let own = Vec2::new(place.centre.x as f32, place.centre.y as f32);
            let lens = ViewTransform { scale, origin: centre - own * scale, is_flipped: false };
            let can = !legal.from(pile.origin).is_empty();
            let response = ui.interact(rect, ui.scope_id().with(("pile", number)), Sense::click_and_drag());
            if can && self.selected.is_none() && hinted.is_empty() {
                marks::movable(ui.painter(), (rect.shrink(side * 0.07), true), response.hovered());
            }
            thing.paint(ui, &ui.painter().with_clip_rect(tray), &lens, 1.0, &self.album);
            marks::count(ui.painter(), rect.right_bottom() - Vec2::splat(side * 0.16), side * 0.2, pile.count);
            let description = with("board.pile", &[&pile.count, &self.table.pile_names[number]]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, &description));
            if can && response.clicked() {
                self.selected = if self.selected == Some(pile.origin) { None } else { Some(pile.origin) };
                self.move_menu = None;
            }
            if can && response.drag_started_by(PointerButton::Primary) {
                self.selected = Some(pile.origin);
                self.move_menu = None;
                self.held = Some(HeldPiece::new(ui, HeldObject::Pile(number), centre));
            }
            dropped |= response.drag_stopped_by(PointerButton::Primary);
            if self.selected == Some(pile.origin) || response.has_focus() {
                marks::picked(ui.painter(), (rect, false));
            }
            response.on_hover_text(description);
        }
        if dropped {
            let over = ui.input(|input| input.pointer.interact_pos());
            did = over.and_then(|over| self.drop_held(over, board, legal));
        }
        did
    }
}
