//! Lowering of `[LOCATIONS]`.
//! Elements are lowered in `elements`.

use boardwright_game::ids::{LocationId, LocationTypeId};
use boardwright_rules::{FamilyKind, Location, Thing};

use crate::Diagnostic;
use crate::edition2026::constant::{numbers, required_key, single_expr};
use crate::edition2026::drawing::DrawnThing;
use crate::edition2026::entries::{Entries, Entry, SectionKind, value_exprs, value_text};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::syntax::ast::KeyValue;

impl LoweringContext<'_> {
    pub(in crate::edition2026) fn locations(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Locations) {
            let Some(mut header) = self.entry_header(entry) else { continue };
            if let Some(count) = entry.get("capacity").and_then(|pair| single_expr(self, pair)) {
                header.add_count(count.clone());
            }
            self.for_each_member(FamilyKind::Location, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.locations.len();
                let Some(name) = lower.declare_member(FamilyKind::Location, &header, indices, count) else { return };
                let Some(location) = lower.location(entry, name, indices) else { return };
                let id = LocationId::new(count);
                lower.rules.texts.name_location(location.text, id);
                lower.rules.locations.push(location);
                lower.spans.declared.locations.push(header.span);
                let thing = Meaning::Thing(Thing::Location(Some(id)));
                lower.define_name(FamilyKind::Location, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::Location);
    }

    fn location(&mut self, entry: &Entry, name: String, indices: &[i32]) -> Option<Location> {
        let pair = required_key(self, entry, "type", SectionKind::Locations)?;
        let expr = single_expr(self, pair)?;
        let kind = match self.constant_thing(expr, Type::LOCATION_TYPE) {
            Some(Thing::LocationType(Some(kind))) => kind,
            // The error has been reported; any type keeps the uses of the location valid.
            _ if !self.rules.location_types.is_empty() => LocationTypeId(0),
            _ => return None,
        };
        let point = match entry.get("point") {
            Some(pair) => numbers::<2>(self, pair).map_or((0, 0), |[x, y]| (x, y)),
            None => (0, 0),
        };
        let camera = entry.get("camera").and_then(|pair| numbers::<2>(self, pair)).map(|[x, y]| (x, y));
        let robot = entry.get("robot").and_then(|pair| self.robot(pair));
        self.drawn = DrawnThing::Place;
        let drawing = match (entry.get("capacity"), indices.last()) {
            // The places of a heap lie on one another, so the first one is drawn for all.
            (Some(_), Some(number)) if *number > 1 => Some(Vec::new()),
            _ => entry.get("draw").map(|pair| self.marks(pair)),
        };
        self.drawn = DrawnThing::Piece;
        let notation = self.notation_parts(entry);
        let owner = self.location_owner(entry);
        let text = self.rules.texts.intern(&name);
        let relevant = !self.irrelevant.get(kind.index()).copied().unwrap_or(false);
        if let Some(pair) = entry.get("capacity").filter(|_| relevant) {
            self.report_relevant_heap(pair, kind);
        }
        Some(Location {
            name,
            text,
            kind,
            indices: indices.to_vec(),
            is_relevant: relevant,
            owner,
            notation,
            drawing,
            point,
            camera,
            robot,
        })
    }

    /// Reports a place with a capacity whose type does not make its places interchangeable.
    fn report_relevant_heap(&mut self, pair: &KeyValue, kind: LocationTypeId) {
        let name = self.rules.location_types[kind.index()].name.clone();
        let message = format!("a place with a capacity needs a type with `relevant = no`, and \"{name}\" has none");
        self.report(
            Diagnostic::error("relevant-heap", pair.key.span, message)
                .label("several elements lie on one place here")
                .help("with `relevant = no` it does not matter which elements of a heap lie where; give each heap a type of its own"),
        );
    }

    /// Ten joint angles in degrees, with decimals.
    fn robot(&mut self, pair: &KeyValue) -> Option<[f64; 10]> {
        let list = value_exprs(pair);
        let angles: Option<Vec<f64>> = if list.is_empty() {
            value_text(pair).split(',').map(|part| part.trim().parse().ok()).collect()
        } else {
            Some(list.iter().filter_map(|expr| self.constant(expr, &[Type::INT]).int()).map(f64::from).collect())
        };
        let angles = angles.and_then(|angles| <[f64; 10]>::try_from(angles).ok());
        if angles.is_none() {
            self.report(
                Diagnostic::error("one-value", pair.value_span, "`robot` needs 10 angles in degrees")
                    .label("expected 10 numbers: above the place, then at it"),
            );
        }
        angles
    }
}
