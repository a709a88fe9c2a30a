//! Clicks and drops on the board: the moves and refusals that they mean.

use boardwright_game::ids::LocationId;
use eframe::egui::Pos2;

use super::{Board, BoardAction, HeldPiece};
use crate::board::moves::{LegalMoves, MoveChoice, Origin};
use crate::board::primitives::ViewTransform;

impl Board {
    /// Handles the end of a drag: the piece stays where it was dropped until the move is made.
    pub(super) fn drop_held(&mut self, over: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<BoardAction> {
        let held = self.held.take();
        let target = self.drop_target(over, lens, legal);
        let action = self.on_drop(over, target, legal);
        if matches!(action, Some(BoardAction::Move(_))) || self.move_menu.is_some() {
            self.held = held.map(|held| HeldPiece { target, ..held });
        }
        action
    }

    /// Place on which a piece is dropped.
    fn drop_target(&self, over: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<LocationId> {
        let picked = self.selected?;
        let there = self.places_at(over, lens);
        // Where places overlap, a legal target has precedence.
        let wanted = there.iter().find(|location| !legal.between(picked, **location).is_empty()).or(there.last());
        let wanted = *wanted?;
        let along = self.moves_along_line(wanted, legal);
        let target = along.first().and_then(|&number| legal.choices[number].to);
        Some(target.filter(|_| legal.between(picked, wanted).is_empty()).unwrap_or(wanted))
    }

    /// Handles the drop of a piece on a place.
    fn on_drop(&mut self, over: Pos2, target: Option<LocationId>, legal: &LegalMoves) -> Option<BoardAction> {
        let (picked, to) = (self.selected?, target?);
        if picked == self.table.origins[to.index()] {
            return None;
        }
        match legal.between(picked, to) {
            moves if moves.is_empty() => {
                self.clear_selection();
                Some(BoardAction::Refused(Some(picked), to))
            }
            moves => self.choose(moves, over),
        }
    }

    /// Handles a click on a place, at a point if it is by the pointer; a menu opens at `at`.
    pub(super) fn on_click(
        &mut self,
        (location, at, point): (LocationId, Pos2, Option<Pos2>),
        lens: &ViewTransform,
        legal: &LegalMoves,
    ) -> Option<BoardAction> {
        let here = self.table.origins[location.index()];
        if let Some(picked) = self.selected {
            if picked == here {
                self.clear_selection();
                return None;
            }
            let moves = legal.between(picked, location);
            if !moves.is_empty() {
                return self.choose(moves, at);
            }
        }
        let begins = legal.from(here);
        let leaves = begins.iter().all(|&number| legal.choices[number].to.is_none());
        let is_by_origin = begins.len() == 1 && legal.choices[begins[0]].is_by_origin;
        if !begins.is_empty() && (leaves || is_by_origin || self.is_one_click(&begins, legal)) {
            // A piece that can only be removed from the board is removed by one click, a pit is sown by one, and a card is
            // played by one.
            return self.choose(begins, at);
        }
        if !begins.is_empty() {
            self.selected = Some(here);
            self.move_menu = None;
            return None;
        }
        let placed = legal.placements(location);
        if self.selected.is_none() && !placed.is_empty() {
            let meant =
                point.map_or_else(|| placed.clone(), |point| self.nearest_direction(placed.clone(), point, lens));
            return self.choose(meant, at);
        }
        let filling = point.map_or_else(Vec::new, |point| self.moves_filling(location, point, lens));
        if self.selected.is_none() && !filling.is_empty() {
            return self.choose(filling, at);
        }
        let along = self.moves_along_line(location, legal);
        if !along.is_empty() {
            return self.choose(along, at);
        }
        let (origin, location) = match self.selected {
            Some(selected) => (Some(selected), location),
            None => self.meant_placement(location, legal).map_or((None, location), |(from, to)| (Some(from), to)),
        };
        self.clear_selection();
        Some(BoardAction::Refused(origin, location))
    }

    /// `true` if a click on the origin of these moves is enough: the only target is that of all moves on the board, on a place
    /// of another type, as the table on which cards of a hand are played.
    fn is_one_click(&self, begins: &[usize], legal: &LegalMoves) -> bool {
        let [only] = begins else { return false };
        let choice = &legal.choices[*only];
        let Some((at, to)) = choice.at.zip(choice.to) else { return false };
        let kinds = &self.table.place_kinds;
        let shares = |other: &MoveChoice| !matches!(other.from, Some(Origin::Place(_))) || other.to == Some(to);
        kinds[at.index()] != kinds[to.index()] && legal.choices.iter().all(shares)
    }

    /// Origin and place of the placement that a click on a place with no legal move means: that of pieces which can be put on
    /// other places of the same type, or on places beside such ones, as a fence at a gap.
    fn meant_placement(&self, location: LocationId, legal: &LegalMoves) -> Option<(Origin, LocationId)> {
        let kinds = &self.table.place_kinds;
        let kind = kinds[location.index()];
        let is_kind = |place: &LocationId| kinds[place.index()] == kind;
        let is_placement = |choice: &&MoveChoice| choice.is_from_supply() && choice.to.as_ref().is_some_and(is_kind);
        let direct = legal.choices.iter().find(is_placement);
        if let Some(choice) = direct {
            return choice.from.map(|from| (from, location));
        }
        let fills = |number: &usize| self.effects.filled(*number).iter().any(is_kind);
        let choice = &legal.choices[(0..legal.choices.len()).find(fills)?];
        let (from, to) = choice.from.zip(choice.to)?;
        let near = |place: &LocationId| {
            let (one, other) = (self.table.centre(*place), self.table.centre(location));
            (one.x - other.x).hypot(one.y - other.y)
        };
        let places = (0..kinds.len()).map(LocationId::new).filter(|place| kinds[place.index()] == kinds[to.index()]);
        Some((from, places.min_by(|one, other| near(one).total_cmp(&near(other)))?))
    }

    /// Placements on the line of a place, in games in which every line has one place where a piece can be put.
    pub(super) fn moves_along_line(&self, location: LocationId, legal: &LegalMoves) -> Vec<usize> {
        let Some(axis) = self.drop_axis else { return Vec::new() };
        let line = axis.line_of(&self.table, location);
        let on_line = |to: LocationId| axis.line_of(&self.table, to) == line;
        let is_placement = |number: &usize| {
            let choice = &legal.choices[*number];
            let picked = self.selected.is_none_or(|origin| choice.from == Some(origin));
            picked && choice.is_from_supply() && choice.to.is_some_and(on_line)
        };
        let moves: Vec<usize> = (0..legal.choices.len()).filter(is_placement).collect();
        let is_one_place = moves.windows(2).all(|pair| legal.choices[pair[0]].to == legal.choices[pair[1]].to);
        if is_one_place { moves } else { Vec::new() }
    }
}
