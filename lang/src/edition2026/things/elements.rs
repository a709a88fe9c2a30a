//! `[ELEMENTS]`: the pieces and where they begin.
//! Which of them are equal is found out later.

use std::collections::HashMap;

use boardwright_engine::ids::{ElementId, ElementTypeId, LocationId, Player};
use boardwright_engine::rules::{Element, FamilyKind, Span, Thing};

use crate::Diagnostic;
use crate::edition2026::constant::{needed, one};
use crate::edition2026::entries::{Entries, Entry, Part};
use crate::edition2026::expr::{Lower, written};
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, Node};

/// What begins where, and where that is written.
type Standing = HashMap<LocationId, (ElementId, Span)>;

impl Lower<'_> {
    pub(in crate::edition2026) fn elements(&mut self, entries: &Entries) {
        let mut standing = Standing::new();
        for entry in entries.of(Part::Elements) {
            let Some(header) = self.header_of(entry) else { continue };
            self.each(FamilyKind::Element, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.elements.len();
                let Some(name) = lower.enrol(FamilyKind::Element, &header, indices, count) else { return };
                let id = ElementId::new(count);
                let Some(element) = lower.element(entry, name, indices, id, &mut standing) else { return };
                lower.rules.texts.name_element(element.text, id);
                lower.rules.elements.push(element);
                lower.places.declared.elements.push(header.span);
                lower.element_families.push(header.word.text.clone());
                let thing = Meaning::Thing(Thing::Element(Some(id)));
                lower.know(FamilyKind::Element, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::Element);
    }

    fn element(
        &mut self,
        entry: &Entry,
        name: String,
        indices: &[i32],
        id: ElementId,
        standing: &mut Standing,
    ) -> Option<Element> {
        let pair = needed(self, entry, "type", Part::Elements)?;
        let expr = one(self, pair)?;
        let kind = match self.thing(expr, Type::ELEMENT_TYPE) {
            Some(Thing::ElementType(Some(kind))) => kind,
            // It has been told, and what uses the element is right.
            _ if !self.rules.element_types.is_empty() => ElementTypeId(0),
            _ => return None,
        };
        let owner = self.owner(entry, &name);
        let state = self.state(entry, &name, kind);
        let location = self.start(entry, &name, id, standing);
        let text = self.rules.texts.intern(&name);
        let indices = indices.to_vec();
        Some(Element { name, text, kind, indices, alone: false, owner, location, state, zindex: 0 })
    }

    fn owner(&mut self, entry: &Entry, name: &str) -> Option<Player> {
        let expr = one(self, entry.get("player")?)?;
        let number = self.constant(expr, &[Type::INT]).int()?;
        let players = self.rules.players.len();
        let owner = usize::try_from(number).ok().filter(|number| *number <= players).map(Player::new);
        owner.unwrap_or_else(|| {
            let message = format!("element \"{}\" belongs to player {number}", shorten(name));
            self.tell(
                Diagnostic::error("no-such-player", expr.span, message)
                    .label(format!("the players are 1 to {players}, and 0 is nobody")),
            );
            None
        })
    }

    fn state(&mut self, entry: &Entry, name: &str, kind: ElementTypeId) -> u16 {
        let Some(expr) = entry.get("state").and_then(|pair| one(self, pair)) else { return 1 };
        self.states_of = vec![kind];
        let value = self.constant(expr, &[Type::INT]);
        self.states_of.clear();
        let Value::Int(number) = value else { return 1 };
        let row = &self.rules.element_types[kind.index()];
        if let Some(state) = u16::try_from(number).ok().filter(|state| (1..=row.states).contains(state)) {
            return state;
        }
        let label = format!("element type \"{}\" has the states 1 to {}", shorten(&row.name), row.states);
        let message = format!("element \"{}\" begins in state {number}", shorten(name));
        self.tell(Diagnostic::error("bad-state", expr.span, message).label(label));
        1
    }

    /// Where an element begins; nothing else may.
    fn start(&mut self, entry: &Entry, name: &str, id: ElementId, standing: &mut Standing) -> Option<LocationId> {
        let expr = one(self, entry.get("location")?)?;
        let value = self.constant(expr, &[Type::LOCATION]);
        let Some(location) = value.location() else {
            let meant = matches!(&expr.node, Node::Name(word) if word == "NOWHERE");
            if !value.is_wrong() && !meant {
                self.no_start(expr, name);
            }
            return None;
        };
        if let Some((first, place)) = standing.get(&location).copied() {
            let place_name = shorten(&self.rules.locations[location.index()].name);
            let (one, two) = (shorten(&self.rules.elements[first.index()].name), shorten(name));
            let diagnostic = Diagnostic::error(
                "occupied",
                expr.span,
                format!("elements \"{one}\" and \"{two}\" begin on the same location \"{place_name}\""),
            )
            .label("expected a location where nothing stands");
            self.tell(if place == expr.span {
                diagnostic
            } else {
                diagnostic.related(place, format!("\"{one}\" stands there already"))
            });
        } else {
            standing.insert(location, (id, expr.span));
        }
        Some(location)
    }

    /// Says that an element begins on a location that does not exist.
    fn no_start(&mut self, expr: &Expr, name: &str) {
        let mut label = "this location does not exist".to_owned();
        if let Node::Call(head, arguments) = &expr.node
            && let Some(family) = self.family_of(&head.text, FamilyKind::Location)
        {
            let numbers: Option<Vec<i32>> =
                arguments.iter().map(|index| self.constant(index, &[Type::INT]).int()).collect();
            let ranges = self.index_ranges(family);
            let of_family = if ranges.is_empty() { "has no members".to_owned() } else { format!("has {ranges}") };
            if let Some(numbers) = numbers {
                label = format!("there is no `{}`: `{}` {of_family}", written(&head.text, &numbers), head.text);
            }
        }
        self.tell(
            Diagnostic::error("no-member", expr.span, format!("element \"{}\" begins on no location", shorten(name)))
                .label(label)
                .help("an element without `location` begins off the board"),
        );
    }
}
