//! The faded picture of a piece on the target of its move.

use eframe::egui::{Painter, Ui, Vec2};

use super::Board;
use crate::board::moves::MoveChoice;
use crate::board::primitives::ViewTransform;

/// Opacity of the picture.
pub(super) const OPACITY: f32 = 0.45;

impl Board {
    /// Paints the piece of a move on its target, faded, as it looks before the move. On a place that is taken nothing is
    /// painted.
    pub(super) fn paint_ghost(&self, ui: &Ui, painter: &Painter, lens: &ViewTransform, choice: &MoveChoice) {
        let (Some(from), Some(to)) = (choice.from, choice.to) else { return };
        if self.table.pieces.iter().any(|(piece, _)| piece.location == to) {
            return;
        }
        let centre = lens.point(self.table.centre(to));
        if let Some((_, thing, own)) = self.table.piles.iter().find(|(pile, ..)| pile.origin == from) {
            let own = Vec2::new(own.centre.x as f32, own.centre.y as f32) * lens.scale;
            let moved = ViewTransform { origin: centre - own, is_flipped: false, ..*lens };
            return thing.paint(ui, painter, &moved, OPACITY, &self.album);
        }
        let topmost = self.table.pieces.iter().rev().find(|(piece, _)| Some(piece.location) == choice.at);
        if let Some((piece, thing)) = topmost {
            let home = self.piece_lens(lens, piece);
            let shift = centre - lens.point(self.table.centre(piece.location));
            let moved = ViewTransform { origin: home.origin + shift, ..home };
            thing.paint(ui, painter, &moved, OPACITY, &self.album);
        }
    }
}
