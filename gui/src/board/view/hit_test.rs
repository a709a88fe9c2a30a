//! Hit tests of the board: the place that a click or a drag means, where places overlap.

use boardwright_game::ids::LocationId;
use eframe::egui::Pos2;

use super::Board;
use crate::board::marks;
use crate::board::moves::LegalMoves;
use crate::board::primitives::ViewTransform;

impl Board {
    /// Place that a click means, where places overlap: a target of the selected piece or an origin of moves first, then a
    /// place for a piece of the supply, then an occupied place, then the topmost. A place that holds others, as a pit
    /// holds spots, stands for the only one of them at which something can be done.
    pub(super) fn place_for_click(&self, point: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<LocationId> {
        let there = self.places_at(point, lens);
        let topmost = *there.last()?;
        let rank = |place: LocationId| {
            let origin = self.table.origins[place.index()];
            let is_target = self.selected.is_some_and(|selected| !legal.between(selected, place).is_empty());
            if is_target {
                0
            } else if self.selected == Some(origin) || !legal.from(origin).is_empty() {
                1
            } else if !legal.placements(place).is_empty()
                || !self.moves_along_line(place, legal).is_empty()
                || !self.effects.filling(place).is_empty()
            {
                2
            } else {
                3
            }
        };
        let best = |places: &[LocationId]| {
            let ranked = places.iter().rev().map(|&place| (rank(place), place));
            ranked.min_by_key(|(rank, _)| *rank).filter(|(rank, _)| *rank < 3)
        };
        if let Some((_, place)) = best(&there) {
            return Some(place);
        }
        let inside = self.places_within(&there, lens);
        if let Some((first, place)) = best(&inside) {
            let origin = |place: LocationId| self.table.origins[place.index()];
            let is_same = |other: LocationId| other == place || first == 1 && origin(other) == origin(place);
            if inside.iter().all(|&other| rank(other) > first || is_same(other)) {
                return Some(place);
            }
        }
        let is_occupied = |place: &&LocationId| self.table.pieces.iter().any(|(piece, _)| piece.location == **place);
        Some(there.iter().rev().find(is_occupied).copied().unwrap_or(topmost))
    }

    /// Place at which a drag begins: an origin of moves, or the topmost place.
    pub(super) fn place_for_drag(&self, point: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<LocationId> {
        let there = self.places_at(point, lens);
        let begins = |place: &&LocationId| !legal.from(self.table.origins[place.index()]).is_empty();
        there.iter().rev().find(begins).or(there.last()).copied()
    }

    /// Smallest place that holds others and this one, as a pit holds spots; the place itself if there is none.
    pub(super) fn holder(&self, place: LocationId, lens: &ViewTransform) -> LocationId {
        let size = |place: LocationId| {
            let rect = marks::outline(&self.table, place, lens).0;
            rect.width() * rect.height()
        };
        let centre = lens.point(self.table.centre(place));
        let larger = self.places_at(centre, lens).into_iter().filter(|other| size(*other) > 2.0 * size(place));
        larger.min_by(|one, other| size(*one).total_cmp(&size(*other))).unwrap_or(place)
    }

    /// Places whose centres lie in one of these places, the topmost last.
    fn places_within(&self, outer: &[LocationId], lens: &ViewTransform) -> Vec<LocationId> {
        let is_inside = |place: &LocationId| {
            let centre = lens.point(self.table.centre(*place));
            outer.iter().any(|outer| marks::outline(&self.table, *outer, lens).0.contains(centre))
        };
        (0..self.table.places.len()).map(LocationId::new).filter(is_inside).collect()
    }

    /// Places at a point of the window, the topmost last.
    pub(in crate::board) fn places_at(&self, point: Pos2, lens: &ViewTransform) -> Vec<LocationId> {
        let places = (0..self.table.places.len()).map(LocationId::new);
        places.filter(|location| marks::hit_area(&self.table, *location, lens).contains(point)).collect()
    }
}
