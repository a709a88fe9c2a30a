//! Places that would be painted one over another, as they have no points.
//! Where places are is the matter of the file; whether that looks well is not asked.

use std::collections::HashMap;

use boardwright_engine::rules::Span;

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, Part};
use crate::edition2026::expr::Lower;
use crate::suggest::shorten;

impl Lower<'_> {
    pub(super) fn check_places(&mut self, entries: &Entries) {
        let rules = &self.rules;
        let drawn = |location: &boardwright_engine::rules::Location| {
            let kind = &rules.location_types[location.kind.index()];
            kind.shape.is_some() || kind.picture.is_some() || !kind.drawing.is_empty()
        };
        // A single place may lie where it likes.
        if rules.locations.len() < 2 {
            return;
        }
        let mut painted: HashMap<Span, bool> = HashMap::new();
        for (location, span) in rules.locations.iter().zip(&self.places.declared.locations) {
            *painted.entry(*span).or_default() |= drawn(location);
        }
        for entry in entries.of(Part::Locations).iter().filter(|entry| entry.get("point").is_none()) {
            if painted.get(&entry.name_at()).copied().unwrap_or_default() {
                let message = format!("\"{}\" has no `point`, so it is painted at 0, 0", shorten(&entry.name));
                self.tell(
                    Diagnostic::warning("no-point", entry.name_at(), message)
                        .label("expected `point = x, y` after this line"),
                );
            }
        }
    }
}
