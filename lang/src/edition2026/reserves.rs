//! Capacity check of reserves (locations for removed elements), and lowering of colour classes for cameras.
//! The check assumes that every element can be removed.

use std::collections::HashMap;

use boardwright_game::ids::LocationTypeId;
use boardwright_rules::ColourClass;

use super::constant;
use super::entries::{Entries, Entry, SectionKind, value_exprs, value_text};
use super::expr::LoweringContext;
use super::types::Type;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::KeyValue;

impl LoweringContext<'_> {
    /// Reports reserves with too few locations.
    pub(super) fn check_reserves(&mut self) {
        let mut needed: HashMap<LocationTypeId, usize> = HashMap::new();
        for element in &self.rules.elements {
            if let Some(reserve) = self.rules.element_types[element.kind.index()].reserve {
                *needed.entry(reserve).or_default() += 1;
            }
        }
        let mut needed: Vec<(LocationTypeId, usize)> = needed.into_iter().collect();
        needed.sort_unstable();
        for (kind, elements) in needed {
            let places = self.rules.locations.iter().filter(|location| location.kind == kind).count();
            if places < elements {
                let name = shorten(&self.rules.location_types[kind.index()].name);
                let plural = if places == 1 { "" } else { "s" };
                let message =
                    format!("the reserve \"{name}\" has {places} place{plural}, but {elements} elements may need one");
                let span = self.spans.reserves.get(&kind).copied().unwrap_or_default();
                self.report(
                    Diagnostic::error("small-reserve", span, message)
                        .label("too few places")
                        .help("every element that is removed goes to a place of its own there"),
                );
            }
        }
    }

    /// Lowers `[COLOUR CLASSES]`.
    pub(super) fn colour_classes(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::ColourClasses) {
            let mut number = |least: &str, most: &str, default: (f64, f64)| {
                let one =
                    |lower: &mut Self, key: &str, default| entry.get(key).map_or(default, |pair| lower.decimal(pair));
                (one(self, least, default.0), one(self, most, default.1))
            };
            let hue = number("hueMin", "hueMax", (0.0, 360.0));
            let saturation = number("saturationMin", "saturationMax", (0.0, 1.0));
            let value = number("valueMin", "valueMax", (0.0, 1.0));
            let size = number("sizeMin", "sizeMax", (0.0, 0.0));
            let state = entry.get("state").and_then(|pair| constant::int(self, pair)).unwrap_or(1);
            self.colour_class(
                entry,
                ColourClass {
                    name: entry.name.clone(),
                    state,
                    hue,
                    saturation,
                    value,
                    size: (size.0 as i32, size.1 as i32),
                },
            );
        }
    }

    fn colour_class(&mut self, entry: &Entry, class: ColourClass) {
        if !self.rules.element_types.iter().any(|kind| kind.name == class.name) {
            let known = self.rules.element_types.iter().map(|kind| kind.name.as_str());
            let hint = crate::suggest::did_you_mean(&class.name, known);
            let message = format!("unknown element type \"{}\"{hint}", shorten(&class.name));
            self.report(
                Diagnostic::error("unknown-name", entry.name_span(), message).label("expected an element type"),
            );
        }
        self.rules.colour_classes.push(class);
    }

    /// Decimal number.
    fn decimal(&mut self, pair: &KeyValue) -> f64 {
        let literal = value_text(pair);
        let number = literal.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.or_else(|| match value_exprs(pair) {
            [expr] => self.constant(expr, &[Type::INT]).int().map(f64::from),
            _ => None,
        });
        number.unwrap_or_else(|| {
            let message = format!("`{}` must be a number, not \"{}\"", pair.key.text, shorten(&literal));
            self.report(
                Diagnostic::error("bad-number", pair.value_span, message).label("expected a number such as 0.5"),
            );
            0.0
        })
    }
}
