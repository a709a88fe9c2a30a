//! Edits that move locations on the board by changing the numbers of their `point`.
//! Initial positions of elements are edited in `initial_locations`.

use boardwright_game::ids::LocationId;
use boardwright_rules::{ArithmeticOp, Span};

use super::entry_syntax::EntrySyntax;
use super::lines::LineEditor;
use super::{Edit, ValuePath};
use crate::analysis::{Analysis, EditError};
use crate::edition2013;
use crate::syntax::ast::{Expr, ExprKind};

impl Analysis {
    /// Locations declared by the same entry as the given one, including itself: they share their numbers and move
    /// together.
    pub fn linked_locations(&self, location: LocationId) -> Vec<LocationId> {
        let declared = &self.loaded.declarations.locations;
        let same = |other: &usize| declared.get(*other) == declared.get(location.index());
        (0..declared.len()).filter(same).map(LocationId::new).collect()
    }

    /// Returns the edits that move a location and all others of its entry by (right, down), in the units of `point`.
    /// Only numbers change; a number is added where there is none.
    ///
    /// # Errors
    /// If the text has errors, if the location is declared in another file, or if the edit does not have the wanted effect.
    pub fn shift_location(&self, location: LocationId, by: (i32, i32)) -> Result<Vec<Edit>, EditError> {
        let name = self.declaration_span(&self.loaded.declarations.locations, location.index())?;
        let edits = match self.edition {
            Some(crate::Edition::E2013) => self.point_2013(name, by),
            _ => self.point_2026(name, by)?,
        };
        self.check_only_shifts(&edits, name, by)?;
        Ok(edits)
    }

    fn point_2013(&self, name: Span, (right, down): (i32, i32)) -> Vec<Edit> {
        let Some(value) = edition2013::value_span(&self.sources()[0], name, "point") else {
            let lines = LineEditor::new(self.text());
            let end = lines.line_end(name.end as usize);
            return vec![Edit::new(end, end, format!("{}point={right},{down}", lines.eol()))];
        };
        let mut at = value.start as usize;
        let mut edits = Vec::new();
        for (part, by) in self.text_of(value).split(',').zip([right, down]) {
            let number = part.trim();
            let start = at + part.len() - part.trim_start().len();
            if let Some(sum) = number.parse().ok().and_then(|old: i32| old.checked_add(by)).filter(|_| by != 0) {
                edits.push(Edit::new(start, start + number.len(), sum.to_string()));
            }
            at += part.len() + 1;
        }
        edits
    }

    fn point_2026(&self, name: Span, (right, down): (i32, i32)) -> Result<Vec<Edit>, EditError> {
        let entry = EntrySyntax::at(&self.sources()[0], name);
        if let Some([x, y]) = entry.as_ref().and_then(|entry| entry.exprs("point")) {
            let both = [(x, right), (y, down)].into_iter().filter(|(_, by)| *by != 0);
            return Ok(both.map(|(expr, by)| increment_edit(self.text(), expr, by)).collect());
        }
        // The default point is 0, 0.
        let entries = self.entries("LOCATIONS");
        let entry = entries.iter().position(|entry| entry.span.start <= name.start && name.end <= entry.span.end);
        let place = ValuePath { section: "LOCATIONS", entry: entry.unwrap_or_default(), key: "point", nth: 0 };
        self.set_value(&place, &format!("{right}, {down}"))
    }

    /// Returns an error if the edits move any other location, or move this one by another distance.
    fn check_only_shifts(&self, edits: &[Edit], name: Span, (right, down): (i32, i32)) -> Result<(), EditError> {
        let after = self.load_edited(edits)?;
        let (Some(old), Some(new)) = (&self.loaded.rules, &after.rules) else { return Ok(()) };
        let declared = &self.loaded.declarations.locations;
        let wanted = old.locations.iter().zip(declared).map(|(location, declared)| match location.point {
            (x, y) if *declared == name => (x.saturating_add(right), y.saturating_add(down)),
            still => still,
        });
        if wanted.eq(new.locations.iter().map(|location| location.point)) {
            return Ok(());
        }
        let line = self.line_of(name);
        Err(EditError(format!("the `point` of `{}` cannot be changed like this{line}", self.text_of(name))))
    }
}

/// Returns the edit that adds `by` to an expression: to an integer term of the sum, or as a new term.
fn increment_edit(text: &str, expr: &Expr, by: i32) -> Edit {
    let mut sum = expr;
    loop {
        match &sum.kind {
            ExprKind::Arith(ArithmeticOp::Add | ArithmeticOp::Subtract, left, right) => {
                let (start, end) = (left.span.end as usize, right.span.end as usize);
                let sign = text.get(start..right.span.start as usize).map_or("", str::trim);
                let old = match (&right.kind, sign) {
                    (ExprKind::Int(number), "+") => Some(*number),
                    (ExprKind::Int(number), "-") => Some(-number),
                    _ => None,
                };
                if let Some(new) = old.and_then(|old| old.checked_add(by)) {
                    return Edit::new(start, end, sum_term(new));
                }
                sum = left;
            }
            ExprKind::Int(number) => return replace_leading(sum, number.saturating_add(by)),
            ExprKind::Negate(inner) if let ExprKind::Int(number) = inner.kind => {
                return replace_leading(sum, by.saturating_sub(number));
            }
            _ => break,
        }
    }
    let end = expr.span.end as usize;
    Edit::new(end, end, sum_term(by))
}

/// Replaces the integer with which a sum begins.
fn replace_leading(old: &Expr, new: i32) -> Edit {
    Edit::new(old.span.start as usize, old.span.end as usize, new.to_string())
}

/// Text of an integer term at the end of a sum.
fn sum_term(number: i32) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" - {}", number.unsigned_abs()),
    }
}
