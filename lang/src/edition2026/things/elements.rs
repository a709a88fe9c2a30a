//! Lowering of `[ELEMENTS]`: the elements and their initial locations.
//! Equivalent elements are determined in `equivalence`.

use std::collections::HashMap;

use boardwright_game::ids::{ElementId, ElementTypeId, LocationId, Player};
use boardwright_rules::{Element, FamilyKind, Span, Thing};

use crate::Diagnostic;
use crate::edition2026::constant::{required_key, single_expr};
use crate::edition2026::entries::{Entries, Entry, SectionKind};
use crate::edition2026::expr::{LoweringContext, member_name};
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, ExprKind};

/// Occupied locations of the initial position, with the element and the span of its `location`.
type OccupiedLocations = HashMap<LocationId, (ElementId, Span)>;

impl LoweringContext<'_> {
    pub(in crate::edition2026) fn elements(&mut self, entries: &Entries) {
        let mut standing = OccupiedLocations::new();
        for entry in entries.of(SectionKind::Elements) {
            let Some(header) = self.entry_header(entry) else { continue };
            self.for_each_member(FamilyKind::Element, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.elements.len();
                let Some(name) = lower.declare_member(FamilyKind::Element, &header, indices, count) else { return };
                let id = ElementId::new(count);
                let Some(element) = lower.element(entry, name, indices, id, &mut standing) else { return };
                lower.rules.texts.name_element(element.text, id);
                lower.rules.elements.push(element);
                lower.spans.declared.elements.push(header.span);
                lower.element_families.push(header.word.text.clone());
                let thing = Meaning::Thing(Thing::Element(Some(id)));
                lower.define_name(FamilyKind::Element, &header, indices, id.0, thing);
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
        standing: &mut OccupiedLocations,
    ) -> Option<Element> {
        let pair = required_key(self, entry, "type", SectionKind::Elements)?;
        let expr = single_expr(self, pair)?;
        let kind = match self.constant_thing(expr, Type::ELEMENT_TYPE) {
            Some(Thing::ElementType(Some(kind))) => kind,
            // The error has been reported; any type keeps the uses of the element valid.
            _ if !self.rules.element_types.is_empty() => ElementTypeId(0),
            _ => return None,
        };
        let owner = self.owner(entry, &name);
        let state = self.state(entry, &name, kind);
        let location = self.initial_location(entry, &name, id, standing);
        let text = self.rules.texts.intern(&name);
        let indices = indices.to_vec();
        Some(Element { name, text, kind, indices, is_distinguishable: false, owner, location, state, zindex: 0 })
    }

    fn owner(&mut self, entry: &Entry, name: &str) -> Option<Player> {
        let expr = single_expr(self, entry.get("player")?)?;
        let number = self.constant(expr, &[Type::INT]).int()?;
        let players = self.rules.players.len();
        let owner = usize::try_from(number).ok().filter(|number| *number <= players).map(Player::new);
        owner.unwrap_or_else(|| {
            let message = format!("element \"{}\" belongs to player {number}", shorten(name));
            self.report(
                Diagnostic::error("no-such-player", expr.span, message)
                    .label(format!("the players are 1 to {players}, and 0 is nobody")),
            );
            None
        })
    }

    fn state(&mut self, entry: &Entry, name: &str, kind: ElementTypeId) -> u16 {
        let Some(expr) = entry.get("state").and_then(|pair| single_expr(self, pair)) else { return 1 };
        self.rule_element_types = vec![kind];
        let value = self.constant(expr, &[Type::INT]);
        self.rule_element_types.clear();
        let Value::Int(number) = value else { return 1 };
        let row = &self.rules.element_types[kind.index()];
        if let Some(state) = u16::try_from(number).ok().filter(|state| (1..=row.states).contains(state)) {
            return state;
        }
        let label = format!("element type \"{}\" has the states 1 to {}", shorten(&row.name), row.states);
        let message = format!("element \"{}\" begins in state {number}", shorten(name));
        self.report(Diagnostic::error("bad-state", expr.span, message).label(label));
        1
    }

    /// Initial location of an element; reports an error if it is occupied.
    fn initial_location(
        &mut self,
        entry: &Entry,
        name: &str,
        id: ElementId,
        standing: &mut OccupiedLocations,
    ) -> Option<LocationId> {
        let expr = single_expr(self, entry.get("location")?)?;
        let value = self.constant(expr, &[Type::LOCATION]);
        let Some(location) = value.location() else {
            let meant = matches!(&expr.kind, ExprKind::Name(word) if word == "NOWHERE");
            if !value.is_error() && !meant {
                self.report_missing_location(expr, name);
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
            .label("expected an empty location");
            self.report(if place == expr.span {
                diagnostic
            } else {
                diagnostic.related(place, format!("\"{one}\" occupies it already"))
            });
        } else {
            standing.insert(location, (id, expr.span));
        }
        Some(location)
    }

    /// Reports an element whose initial location does not exist.
    fn report_missing_location(&mut self, expr: &Expr, name: &str) {
        let mut label = "this location does not exist".to_owned();
        if let ExprKind::Call(head, arguments) = &expr.kind
            && let Some(family) = self.family_of(&head.text, FamilyKind::Location)
        {
            let numbers: Option<Vec<i32>> =
                arguments.iter().map(|index| self.constant(index, &[Type::INT]).int()).collect();
            let ranges = self.index_ranges(family);
            let of_family = if ranges.is_empty() { "has no members".to_owned() } else { format!("has {ranges}") };
            if let Some(numbers) = numbers {
                label = format!("there is no `{}`: `{}` {of_family}", member_name(&head.text, &numbers), head.text);
            }
        }
        self.report(
            Diagnostic::error("no-member", expr.span, format!("element \"{}\" begins on no location", shorten(name)))
                .label(label)
                .help("an element without `location` begins off the board"),
        );
    }
}
