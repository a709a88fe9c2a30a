//! Lint for locations without a `point`, which would all be drawn at the origin.
//! Overlaps of explicit points are not checked.

use std::collections::HashMap;

use boardwright_rules::Span;

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, SectionKind};
use crate::edition2026::expr::LoweringContext;
use crate::suggest::shorten;

impl LoweringContext<'_> {
    pub(super) fn check_places(&mut self, entries: &Entries) {
        let rules = &self.rules;
        let drawn = |location: &boardwright_rules::Location| {
            let kind = &rules.location_types[location.kind.index()];
            kind.shape.is_some() || kind.picture.is_some() || !kind.drawing.is_empty()
        };
        // A single location may be at the origin.
        if rules.locations.len() < 2 {
            return;
        }
        let mut painted: HashMap<Span, bool> = HashMap::new();
        for (location, span) in rules.locations.iter().zip(&self.spans.declared.locations) {
            *painted.entry(*span).or_default() |= drawn(location);
        }
        for entry in entries.of(SectionKind::Locations).iter().filter(|entry| entry.get("point").is_none()) {
            if painted.get(&entry.name_span()).copied().unwrap_or_default() {
                let message = format!("\"{}\" has no `point`, so it is painted at 0, 0", shorten(&entry.name));
                self.report(
                    Diagnostic::warning("no-point", entry.name_span(), message)
                        .label("expected `point = x, y` after this line"),
                );
            }
        }
    }
}
