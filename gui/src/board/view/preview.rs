//! The ghost under the pointer: what the move that a click would make puts on the board.

use boardwright_game::ids::LocationId;
use eframe::egui::{Painter, Pos2, Ui};

use super::Board;
use super::ghost::OPACITY;
use crate::board::moves::LegalMoves;
use crate::board::primitives::ViewTransform;

impl Board {
    /// The only move that a click at a point makes at once; `None` if it selects something or asks.
    fn move_at(&self, point: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<usize> {
        let place = self.place_for_click(point, lens, legal)?;
        let moves = match self.selected {
            Some(selected) => legal.between(selected, place),
            None if legal.from(self.table.origins[place.index()]).is_empty() => {
                let placed = self.nearest_direction(legal.placements(place), point, lens);
                let placed = if placed.is_empty() { self.moves_filling(place, point, lens) } else { placed };
                if placed.is_empty() { self.moves_along_line(place, legal) } else { placed }
            }
            None => return None,
        };
        // Alternatives at the same target, such as promotions, are asked for: the ghost is that of the first.
        moves.first().copied().filter(|_| moves.len() == 1 || self.selected.is_some())
    }

    /// Paints the ghost of the move under the pointer.
    pub(super) fn paint_preview(&self, ui: &Ui, painter: &Painter, lens: &ViewTransform, legal: &LegalMoves) {
        let is_busy = self.held.is_some() || self.move_menu.is_some() || self.motion.is_some();
        let Some(point) = ui.input(|input| input.pointer.hover_pos()).filter(|_| !is_busy) else { return };
        if !painter.clip_rect().contains(point) || ui.ctx().layer_id_at(point) != Some(ui.layer_id()) {
            return;
        }
        let Some(number) = self.move_at(point, lens, legal) else { return };
        let to = legal.choices[number].to;
        // Where the effects are unknown, because they are many or hidden, the moving piece alone is shown.
        if self.effects.appeared(number).next().is_none() {
            return self.paint_ghost(ui, painter, lens, &legal.choices[number]);
        }
        // Of a move on the board only the moving piece is shown, of a placement all that it puts there.
        let is_placement = legal.choices[number].is_from_supply();
        let is_shown =
            |place: LocationId| is_placement && self.effects.filled(number).contains(&place) || Some(place) == to;
        for (piece, item) in self.effects.appeared(number).filter(|(piece, _)| is_shown(piece.location)) {
            item.paint(ui, painter, &self.piece_lens(lens, piece), OPACITY, &self.album);
        }
    }

    /// Moves that fill a place beside their targets, the nearest to the pointer of several.
    pub(super) fn moves_filling(&self, place: LocationId, point: Pos2, lens: &ViewTransform) -> Vec<usize> {
        let distance = |number: usize| {
            let filled = self.effects.filled(number);
            let centres = filled.iter().map(|&place| lens.point(self.table.centre(place)).to_vec2());
            let sum = centres.fold(eframe::egui::Vec2::ZERO, |sum, centre| sum + centre);
            (sum / filled.len().max(1) as f32 - point.to_vec2()).length()
        };
        let filling = self.effects.filling(place);
        let nearest = filling.into_iter().min_by(|one, other| distance(*one).total_cmp(&distance(*other)));
        nearest.into_iter().collect()
    }

    /// Returns the placement that fills the place at the pointer, of those at one place that differ by the places around it
    /// which they fill; all of them if the pointer is on the target itself.
    pub(super) fn nearest_direction(&self, placed: Vec<usize>, point: Pos2, lens: &ViewTransform) -> Vec<usize> {
        let there = self.places_at(point, lens);
        let fills = |number: &usize| {
            let filled = self.effects.filled(*number);
            filled.len() > 1 && there.iter().any(|place| filled.contains(place))
        };
        let fitting: Vec<usize> = placed.iter().copied().filter(fills).collect();
        if fitting.len() == 1 { fitting } else { placed }
    }
}
