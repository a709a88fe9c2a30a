//! The room of the board, and that of the pieces beside it.

use eframe::egui::{Rect, Vec2};

use super::Board;
use crate::board::moves::LegalMoves;

/// Share of the window's width that the piles take.
const TRAY_SHARE: f32 = 0.11;

impl Board {
    /// Keeps room beside the board if one of these moves is that of a piece which is chosen there.
    pub fn expect_hand(&mut self, legal: &LegalMoves) {
        self.has_hand |= legal.has_hand();
    }

    /// Returns the part of a room that the board fills.
    pub fn fitted(&self, room: Rect) -> Rect {
        if self.has_hand {
            return room;
        }
        let (width, height) = (self.table.area.width() as f32, self.table.area.height() as f32);
        let scale = (room.width() / width).min(room.height() / height);
        Rect::from_center_size(room.center(), Vec2::new(width, height) * scale)
    }

    /// Splits the room between the board and the piles.
    pub(super) fn split(&self, room: Rect) -> (Rect, Option<Rect>) {
        // The tray takes its room also while it is empty: the board keeps its place when a piece goes there.
        if !self.has_hand {
            return (room, None);
        }
        // The piles take from the longer side, where the board needs it less.
        if room.width() > room.height() {
            let (left, right) = room.split_left_right_at_fraction(1.0 - TRAY_SHARE);
            (left, Some(right))
        } else {
            let (top, bottom) = room.split_top_bottom_at_fraction(1.0 - TRAY_SHARE);
            (top, Some(bottom))
        }
    }
}
