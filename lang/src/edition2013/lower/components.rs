//! Locations, elements and their types: resolves names to ids.

use std::collections::HashMap;

use boardwright_game::ids::{ElementId, ElementTypeId, LocationId, LocationTypeId, Player};
use boardwright_rules::{Audience, Element, ElementType, Location, LocationType, Span};

use super::Lowerer;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition2013::ast;
use crate::edition2013::values::COMMENT_HELP;
use crate::suggest::did_you_mean;
use crate::suggest::shorten;

/// Span and name of the element that begins at each occupied location.
type OccupiedLocations = HashMap<LocationId, (Span, String)>;

impl Lowerer<'_, '_> {
    pub(super) fn lower_element_types(&mut self, types: Vec<ast::ElementType>) {
        for kind in types {
            self.spans.element_types.push(kind.name.span);
            let text = self.scope.rules.texts.intern(&kind.name.value);
            let ast::ElementType { name, states, pictures } = kind;
            self.scope.rules.element_types.push(ElementType {
                name: name.value,
                text,
                indices: Vec::new(),
                states,
                state_names: Vec::new(),
                letters: Vec::new(),
                pictures,
                drawings: Vec::new(),
                is_turned: false,
                reserve: None,
                audience: Audience::All,
                open_states: Vec::new(),
            });
        }
    }

    pub(super) fn lower_location_types(&mut self, types: Vec<ast::LocationType>) {
        for kind in types {
            self.spans.location_types.push(kind.name.span);
            let text = self.scope.rules.texts.intern(&kind.name.value);
            let ast::LocationType { name, is_relevant: _, shape, picture } = &kind;
            let row = LocationType {
                name: name.value.clone(),
                text,
                indices: Vec::new(),
                shape: *shape,
                picture: picture.clone(),
                drawing: Vec::new(),
                audience: Audience::All,
                hides_backs: false,
            };
            self.scope.rules.location_types.push(row);
            self.relevant_types.push(kind.is_relevant);
        }
    }

    pub(super) fn lower_locations(&mut self, locations: Vec<ast::Location>) {
        let types = &self.scope.rules.location_types;
        let types: HashMap<String, usize> =
            types.iter().enumerate().map(|(at, kind)| (kind.name.clone(), at)).collect();
        for location in locations {
            let kind = location.kind.as_ref().and_then(|name| self.find_type(name, "location type", &types));
            let text = self.scope.rules.texts.intern(&location.name.value);
            let id = LocationId::new(self.scope.rules.locations.len());
            self.scope.rules.texts.name_location(text, id);
            self.locations.add(id.index(), &location.name.value);
            self.spans.declarations.locations.push(location.name.span);
            let ast::Location { name, kind: _, point, camera, robot } = location;
            let kind = kind.unwrap_or_default();
            let relevant = self.relevant_types.get(kind).copied().unwrap_or(true);
            let kind = LocationTypeId::new(kind);
            self.scope.rules.locations.push(Location {
                name: name.value,
                text,
                kind,
                indices: Vec::new(),
                is_relevant: relevant,
                owner: None,
                notation: Vec::new(),
                drawing: None,
                point,
                camera,
                robot,
            });
        }
    }

    pub(super) fn lower_elements(&mut self, elements: Vec<ast::Element>) {
        let types = &self.scope.rules.element_types;
        let types: HashMap<String, usize> =
            types.iter().enumerate().map(|(at, kind)| (kind.name.clone(), at)).collect();
        let mut occupied = OccupiedLocations::new();
        for element in elements {
            let kind = element.kind.as_ref().and_then(|name| self.find_type(name, "element type", &types));
            let location =
                element.location.as_ref().and_then(|place| self.start_location(&element.name, place, &mut occupied));
            let kind = kind.unwrap_or_default();
            let state = self.check_state(&element, kind);
            let owner = self.check_owner(&element);
            let text = self.scope.rules.texts.intern(&element.name.value);
            let id = ElementId::new(self.scope.rules.elements.len());
            self.scope.rules.texts.name_element(text, id);
            self.elements.add(id.index(), &element.name.value);
            self.spans.declarations.elements.push(element.name.span);
            self.scope.rules.elements.push(Element {
                name: element.name.value,
                text,
                kind: ElementTypeId::new(kind),
                indices: Vec::new(),
                is_distinguishable: false,
                owner,
                location: Some(location.unwrap_or(LocationId(0))),
                state,
                zindex: element.zindex,
            });
        }
    }

    fn find_type(&mut self, name: &ast::Name, what: &str, types: &HashMap<String, usize>) -> Option<usize> {
        let kind = types.get(&name.value).copied();
        if kind.is_none() {
            self.report_unknown("unknown-type", what, name, types.keys());
        }
        kind
    }

    /// Returns the location where an element begins. A second element on the same location is an error.
    fn start_location(
        &mut self,
        name: &ast::Name,
        place: &ast::Name,
        occupied: &mut OccupiedLocations,
    ) -> Option<LocationId> {
        let Some(location) = self.scope.rules.location_named(&place.value) else {
            self.report_unknown_location(place);
            return None;
        };
        if let Some((first, other)) = occupied.get(&location) {
            let (one, two) = (shorten(other), shorten(&name.value));
            let message =
                format!("elements \"{one}\" and \"{two}\" begin on the same location \"{}\"", shorten(&place.value));
            self.findings.add(
                Diagnostic::error("occupied", place.span, message)
                    .label("expected an empty location")
                    .related(*first, format!("\"{one}\" is already there")),
            );
        } else {
            occupied.insert(location, (place.span, name.value.clone()));
        }
        Some(location)
    }

    fn check_state(&mut self, element: &ast::Element, kind: usize) -> u16 {
        let Some(kind) = self.scope.rules.element_types.get(kind) else { return 1 };
        let state = u16::try_from(element.state.value).ok().filter(|state| (1..=kind.states).contains(state));
        state.unwrap_or_else(|| {
            let message =
                format!("element \"{}\" begins in state {}", shorten(&element.name.value), element.state.value);
            let label = format!("element type \"{}\" has the states 1 to {}", shorten(&kind.name), kind.states);
            self.findings.add(Diagnostic::error("bad-state", element.state.span, message).label(label));
            1
        })
    }

    fn check_owner(&mut self, element: &ast::Element) -> Option<Player> {
        let players = self.scope.rules.players.len();
        let number = element.owner.value;
        if number == 0 {
            return None;
        }
        let owner = usize::try_from(number).ok().and_then(Player::new);
        if owner.is_none_or(|owner| owner.number() > players) && players > 0 {
            let message = format!("element \"{}\" belongs to player {number}", shorten(&element.name.value));
            let label = format!("the players are 1 to {players}; 0 means no owner");
            let place = element.owner.span;
            self.findings.add(match owner {
                Some(_) => Diagnostic::warning("no-such-player", place, message).label(label),
                None => Diagnostic::error("no-such-player", place, message).label(label),
            });
        }
        owner
    }

    fn report_unknown_location(&mut self, name: &ast::Name) {
        let names: Vec<String> = if self.findings.is_full(Severity::Error) {
            Vec::new()
        } else {
            self.scope.rules.locations.iter().map(|location| location.name.clone()).collect()
        };
        self.report_unknown("unknown-location", "location", name, &names);
    }

    fn report_unknown<'n>(
        &mut self,
        code: &'static str,
        what: &str,
        name: &ast::Name,
        known: impl IntoIterator<Item = &'n String>,
    ) {
        let hint = if self.findings.is_full(Severity::Error) {
            String::new()
        } else {
            // Sorted, so that the suggestion among equally near names is deterministic.
            let mut known: Vec<&str> = known.into_iter().map(String::as_str).collect();
            known.sort_unstable();
            did_you_mean(&name.value, known)
        };
        let message = format!("unknown {what} \"{}\"{hint}", shorten(&name.value));
        self.findings.add(
            Diagnostic::error(code, name.span, message)
                .label(format!("expected the name of a {what}").replace("a element", "an element"))
                .maybe_help(name.value.contains("//").then(|| COMMENT_HELP.to_owned())),
        );
    }
}
