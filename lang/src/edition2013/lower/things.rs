//! Locations, elements and their types: names to ids.

use std::collections::HashMap;

use boardwright_engine::ids::{ElementId, ElementTypeId, LocationId, LocationTypeId, Player};
use boardwright_engine::rules::{Element, ElementType, Location, LocationType, Span};

use super::Lowerer;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition2013::ast;
use crate::edition2013::values::COMMENT;
use crate::suggest::did_you_mean;
use crate::suggest::shorten;

/// What begins where, and where that is written.
type Standing = HashMap<LocationId, (Span, String)>;

impl Lowerer<'_, '_> {
    pub(super) fn element_types(&mut self, types: Vec<ast::ElementType>) {
        for kind in types {
            self.places.element_types.push(kind.name.span);
            let text = self.scope.rules.texts.intern(&kind.name.value);
            let ast::ElementType { name, states, pictures } = kind;
            self.scope.rules.element_types.push(ElementType {
                name: name.value,
                text,
                indices: Vec::new(),
                states,
                state_names: Vec::new(),
                pictures,
                drawings: Vec::new(),
                reserve: None,
            });
        }
    }

    pub(super) fn location_types(&mut self, types: Vec<ast::LocationType>) {
        for kind in types {
            self.places.location_types.push(kind.name.span);
            let text = self.scope.rules.texts.intern(&kind.name.value);
            let ast::LocationType { name, relevant: _, shape, picture } = &kind;
            let row = LocationType {
                name: name.value.clone(),
                text,
                indices: Vec::new(),
                shape: *shape,
                picture: picture.clone(),
                drawing: Vec::new(),
            };
            self.scope.rules.location_types.push(row);
            self.relevant.push(kind.relevant);
        }
    }

    pub(super) fn locations(&mut self, locations: Vec<ast::Location>) {
        let types = &self.scope.rules.location_types;
        let types: HashMap<String, usize> =
            types.iter().enumerate().map(|(at, kind)| (kind.name.clone(), at)).collect();
        for location in locations {
            let kind = location.kind.as_ref().and_then(|name| self.kind_named(name, "location type", &types));
            let text = self.scope.rules.texts.intern(&location.name.value);
            let id = LocationId::new(self.scope.rules.locations.len());
            self.scope.rules.texts.name_location(text, id);
            self.locations.add(id.index(), &location.name.value);
            self.places.declared.locations.push(location.name.span);
            let ast::Location { name, kind: _, point, camera, robot } = location;
            let kind = kind.unwrap_or_default();
            let relevant = self.relevant.get(kind).copied().unwrap_or(true);
            let kind = LocationTypeId::new(kind);
            self.scope.rules.locations.push(Location {
                name: name.value,
                text,
                kind,
                indices: Vec::new(),
                relevant,
                drawing: None,
                point,
                camera,
                robot,
            });
        }
    }

    pub(super) fn elements(&mut self, elements: Vec<ast::Element>) {
        let types = &self.scope.rules.element_types;
        let types: HashMap<String, usize> =
            types.iter().enumerate().map(|(at, kind)| (kind.name.clone(), at)).collect();
        let mut standing = Standing::new();
        for element in elements {
            let kind = element.kind.as_ref().and_then(|name| self.kind_named(name, "element type", &types));
            let location = element.location.as_ref().and_then(|place| self.start(&element.name, place, &mut standing));
            let kind = kind.unwrap_or_default();
            let state = self.state(&element, kind);
            let owner = self.owner(&element);
            let text = self.scope.rules.texts.intern(&element.name.value);
            let id = ElementId::new(self.scope.rules.elements.len());
            self.scope.rules.texts.name_element(text, id);
            self.elements.add(id.index(), &element.name.value);
            self.places.declared.elements.push(element.name.span);
            self.scope.rules.elements.push(Element {
                name: element.name.value,
                text,
                kind: ElementTypeId::new(kind),
                indices: Vec::new(),
                alone: false,
                owner,
                location: Some(location.unwrap_or(LocationId(0))),
                state,
                zindex: element.zindex,
            });
        }
    }

    fn kind_named(&mut self, name: &ast::Name, what: &str, types: &HashMap<String, usize>) -> Option<usize> {
        let kind = types.get(&name.value).copied();
        if kind.is_none() {
            self.unknown("unknown-type", what, name, types.keys());
        }
        kind
    }

    /// Where an element begins; nothing else may.
    fn start(&mut self, name: &ast::Name, place: &ast::Name, standing: &mut Standing) -> Option<LocationId> {
        let Some(location) = self.scope.rules.location_named(&place.value) else {
            self.unknown_location(place);
            return None;
        };
        if let Some((first, other)) = standing.get(&location) {
            let (one, two) = (shorten(other), shorten(&name.value));
            let message =
                format!("elements \"{one}\" and \"{two}\" begin on the same location \"{}\"", shorten(&place.value));
            self.findings.add(
                Diagnostic::error("occupied", place.span, message)
                    .label("expected a location where nothing stands")
                    .related(*first, format!("\"{one}\" stands there already")),
            );
        } else {
            standing.insert(location, (place.span, name.value.clone()));
        }
        Some(location)
    }

    fn state(&mut self, element: &ast::Element, kind: usize) -> u16 {
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

    fn owner(&mut self, element: &ast::Element) -> Option<Player> {
        let players = self.scope.rules.players.len();
        let number = element.owner.value;
        if number == 0 {
            return None;
        }
        let owner = usize::try_from(number).ok().and_then(Player::new);
        if owner.is_none_or(|owner| owner.number() > players) && players > 0 {
            let message = format!("element \"{}\" belongs to player {number}", shorten(&element.name.value));
            let label = format!("the players are 1 to {players}, and 0 is nobody");
            let place = element.owner.span;
            self.findings.add(match owner {
                Some(_) => Diagnostic::warning("no-such-player", place, message).label(label),
                None => Diagnostic::error("no-such-player", place, message).label(label),
            });
        }
        owner
    }

    fn unknown_location(&mut self, name: &ast::Name) {
        let names: Vec<String> = if self.findings.full(Severity::Error) {
            Vec::new()
        } else {
            self.scope.rules.locations.iter().map(|location| location.name.clone()).collect()
        };
        self.unknown("unknown-location", "location", name, &names);
    }

    fn unknown<'n>(
        &mut self,
        code: &'static str,
        what: &str,
        name: &ast::Name,
        known: impl IntoIterator<Item = &'n String>,
    ) {
        let hint = if self.findings.full(Severity::Error) {
            String::new()
        } else {
            // Sorted, so that of equally near names always the same one is suggested.
            let mut known: Vec<&str> = known.into_iter().map(String::as_str).collect();
            known.sort_unstable();
            did_you_mean(&name.value, known)
        };
        let message = format!("unknown {what} \"{}\"{hint}", shorten(&name.value));
        self.findings.add(
            Diagnostic::error(code, name.span, message)
                .label(format!("expected the name of a {what}").replace("a element", "an element"))
                .maybe_help(name.value.contains("//").then(|| COMMENT.to_owned())),
        );
    }
}
