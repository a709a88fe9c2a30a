//! Positions and moves as text for one player, without what the player does not see.

use std::fmt::Write as _;

use boardwright_game::ids::{ElementId, ExprId, GlobalId, LocationId, Player};
use boardwright_rules::{Expr, FamilyKind, Query, RuleSet};
use rustc_hash::FxHashSet;

use super::observation::{Observation, SeenMove};
use super::{SeenPlace, Sight, Viewpoint};
use crate::moves::Move;
use crate::text::{self, OFF};

/// A piece on the board as it is shown to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownPiece {
    /// The element.
    pub element: ElementId,
    /// Location where it is shown.
    pub location: LocationId,
    /// The side that is shown.
    pub side: Side,
}

/// Side of a piece that is shown to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The face.
    #[default]
    Face,
    /// The back, at the location of the element.
    Back,
    /// The back of one of several elements whose locations are not seen: only their number is.
    AnonymousBack,
}

/// The word for a face, a place or a value that the player does not see.
pub const UNSEEN: &str = "?";

impl Viewpoint<'_> {
    /// The pieces on the board as they are shown. Backs on places that the viewer does not distinguish are shown on the
    /// first of these places.
    pub fn pieces(&self) -> Vec<ShownPiece> {
        let mut shown = Vec::new();
        let mut backs: Vec<(SeenPlace, ElementId)> = Vec::new();
        for element in self.layout.elements() {
            let Some(location) = self.state.location(self.layout, element) else { continue };
            match (self.sight(element), self.place(Some(location))) {
                (Sight::Nothing, _) => {}
                (Sight::Face, _) => shown.push(ShownPiece { element, location, side: Side::Face }),
                (Sight::Back, SeenPlace::Location(_)) => {
                    shown.push(ShownPiece { element, location, side: Side::Back });
                }
                (Sight::Back, place) => backs.push((place, element)),
            }
        }
        let locations: Vec<(SeenPlace, LocationId)> =
            (0..self.rules.locations.len()).map(LocationId::new).map(|id| (self.place(Some(id)), id)).collect();
        for (index, &(place, element)) in backs.iter().enumerate() {
            let before = backs[..index].iter().filter(|(other, _)| *other == place).count();
            let mut free = locations.iter().filter(|(other, _)| *other == place);
            if let Some((_, location)) = free.nth(before) {
                shown.push(ShownPiece { element, location: *location, side: Side::AnonymousBack });
            }
        }
        shown
    }

    /// `true` if the value of an expression depends on nothing that the viewer does not see. Expressions that read
    /// elements on places are taken to depend on all places.
    pub fn sees_value(&self, expr: ExprId) -> bool {
        let rules = self.rules;
        let hides_places = (0..rules.locations.len()).any(|index| !self.sees_faces_on(LocationId::new(index)));
        let mut open = vec![expr];
        let mut called = FxHashSet::default();
        while let Some(id) = open.pop() {
            let expr = &rules.exprs[id];
            let is_hidden = match expr {
                Expr::Global(global) => !self.sees_global(*global),
                Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Global => {
                    let mut members = rules.families[*family].members.iter();
                    members.any(|(_, global)| !self.sees_global(GlobalId(*global)))
                }
                Expr::Query(Query::Content, _) => hides_places,
                _ => false,
            };
            if is_hidden {
                return false;
            }
            open.extend(expr.operands());
            if let Expr::Call(function, _) = expr
                && called.insert(*function)
            {
                open.extend(&rules.functions[function.index()].body);
            }
        }
        true
    }

    /// Description of the visible part of a position: turn, scores, variables, and the elements by place.
    pub fn text(&self) -> String {
        let Self { rules, layout, state, .. } = *self;
        let mut text = String::new();
        let infallible = "writing to a text never fails";
        let outcome = state.outcome().map(|outcome| format!(", {outcome}")).unwrap_or_default();
        let turn = if state.is_chance_next(layout) { " (chance)" } else { "" };
        writeln!(text, "turn of player {}{turn}{outcome}", state.mover()).expect(infallible);
        if layout.scores.is_some() {
            for player in layout.players() {
                let points = rules.score_parts.points(state.score(layout, player));
                writeln!(text, "score of player {player}: {points}").expect(infallible);
            }
        }
        for (index, global) in rules.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            let value = if self.sees_global(id) { self.global_text(id) } else { UNSEEN.to_owned() };
            writeln!(text, "{} = {value}", global.name).expect(infallible);
        }
        let mut lines: Vec<String> = layout.elements().filter_map(|element| self.element_line(element)).collect();
        lines.sort_unstable();
        for line in lines {
            writeln!(text, "{line}").expect(infallible);
        }
        text
    }

    /// Line for an element on the board: its place and its face or back.
    fn element_line(&self, element: ElementId) -> Option<String> {
        let at = self.state.location(self.layout, element)?;
        let place = self.place_text(self.place(Some(at)));
        match self.sight(element) {
            Sight::Nothing => None,
            Sight::Back => Some(format!("{place}: {}", self.back_text(self.owner(element)))),
            Sight::Face => Some(format!("{place}: {}", self.face_text(element))),
        }
    }

    /// Name of an element, with its state if its type has several.
    fn face_text(&self, element: ElementId) -> String {
        let kind = self.layout.kinds[self.state.kind(self.layout, element)];
        let element_type = &self.rules.element_types[kind.element_type.index()];
        let name = &self.rules.elements[element.index()].name;
        match element_type.state_names.get(usize::from(kind.state) - 1) {
            Some(state) => format!("{name}, {state}"),
            None if element_type.states > 1 => format!("{name}, state {}", kind.state),
            None => name.clone(),
        }
    }

    fn back_text(&self, owner: Option<Player>) -> String {
        owner.map_or_else(|| UNSEEN.to_owned(), |owner| format!("{UNSEEN} of {}", self.rules.players[owner.index()]))
    }

    fn place_text(&self, place: SeenPlace) -> String {
        let rules = self.rules;
        match place {
            SeenPlace::Off => OFF.to_owned(),
            SeenPlace::Unseen => UNSEEN.to_owned(),
            SeenPlace::Location(location) => rules.locations[location.index()].name.clone(),
            SeenPlace::Within { kind, owner } => {
                let kind = &rules.location_types[usize::from(kind)].name;
                owner.map_or_else(|| kind.clone(), |owner| format!("{kind} of {}", rules.players[owner.index()]))
            }
        }
    }

    fn global_text(&self, id: GlobalId) -> String {
        let value = self.state.global_value(self.rules, self.layout, id);
        let names_element = |element: ElementId| match self.sight(element) {
            Sight::Face => self.rules.elements[element.index()].name.clone(),
            Sight::Back | Sight::Nothing => UNSEEN.to_owned(),
        };
        text::value_text(self.rules, &value, names_element)
    }

    /// Text of a move as the viewer sees it; `after` is the position that it leads to.
    pub fn move_text(&self, after: &Viewpoint<'_>, mv: Move) -> String {
        let observed = Observation::new(self.rules, self.layout, self.state, after.state, mv);
        let (element, back, from, to) = match observed.seen[self.viewer.index()].mv {
            SeenMove::Hidden => return hidden_move_text(self.rules, observed.by),
            SeenMove::Shown { .. } if mv.element.is_none() || observed.by == Some(self.viewer) => {
                return text::move_text(self.rules, mv);
            }
            SeenMove::Shown { element, back, from, to } => (element, back, from, to),
        };
        let name = element.map(|element| self.rules.elements[element.index()].name.clone());
        let name = name.unwrap_or_else(|| self.back_text(back.flatten()));
        let word = mv.word(self.rules).map(|word| format!(" {word}")).unwrap_or_default();
        format!("{name}: {} to {}{word}", self.place_text(from), self.place_text(to))
    }
}

fn hidden_move_text(rules: &RuleSet, by: Option<Player>) -> String {
    match by {
        Some(player) => format!("a hidden move of {}", rules.players[player.index()]),
        None => "a hidden chance move".to_owned(),
    }
}
