//! `[LOCATIONS]`.
//! What stands on them is with the elements.

use boardwright_engine::ids::{LocationId, LocationTypeId};
use boardwright_engine::rules::{FamilyKind, Location, Thing};

use crate::Diagnostic;
use crate::edition2026::constant::{needed, numbers, one};
use crate::edition2026::entries::{Entries, Entry, Part, exprs, text};
use crate::edition2026::expr::Lower;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::syntax::ast::Pair;

impl Lower<'_> {
    pub(in crate::edition2026) fn locations(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Locations) {
            let Some(header) = self.header_of(entry) else { continue };
            self.each(FamilyKind::Location, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.locations.len();
                let Some(name) = lower.enrol(FamilyKind::Location, &header, indices, count) else { return };
                let Some(location) = lower.location(entry, name, indices) else { return };
                let id = LocationId::new(count);
                lower.rules.texts.name_location(location.text, id);
                lower.rules.locations.push(location);
                lower.places.declared.locations.push(header.span);
                let thing = Meaning::Thing(Thing::Location(Some(id)));
                lower.know(FamilyKind::Location, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::Location);
    }

    fn location(&mut self, entry: &Entry, name: String, indices: &[i32]) -> Option<Location> {
        let pair = needed(self, entry, "type", Part::Locations)?;
        let expr = one(self, pair)?;
        let kind = match self.thing(expr, Type::LOCATION_TYPE) {
            Some(Thing::LocationType(Some(kind))) => kind,
            // It has been told, and what uses the location is right.
            _ if !self.rules.location_types.is_empty() => LocationTypeId(0),
            _ => return None,
        };
        let point = match entry.get("point") {
            Some(pair) => numbers::<2>(self, pair).map_or((0, 0), |[x, y]| (x, y)),
            None => (0, 0),
        };
        let camera = entry.get("camera").and_then(|pair| numbers::<2>(self, pair)).map(|[x, y]| (x, y));
        let robot = entry.get("robot").and_then(|pair| self.robot(pair));
        let drawing = entry.get("draw").map(|pair| self.marks(pair));
        let text = self.rules.texts.intern(&name);
        let relevant = !self.irrelevant.get(kind.index()).copied().unwrap_or(false);
        Some(Location { name, text, kind, indices: indices.to_vec(), relevant, drawing, point, camera, robot })
    }

    /// Ten angles in degrees, with decimals.
    fn robot(&mut self, pair: &Pair) -> Option<[f64; 10]> {
        let list = exprs(pair);
        let angles: Option<Vec<f64>> = if list.is_empty() {
            text(pair).split(',').map(|part| part.trim().parse().ok()).collect()
        } else {
            Some(list.iter().filter_map(|expr| self.constant(expr, &[Type::INT]).int()).map(f64::from).collect())
        };
        let angles = angles.and_then(|angles| <[f64; 10]>::try_from(angles).ok());
        if angles.is_none() {
            self.tell(
                Diagnostic::error("one-value", pair.at, "`robot` needs 10 angles in degrees")
                    .label("expected 10 numbers: above the place, then at it"),
            );
        }
        angles
    }
}
