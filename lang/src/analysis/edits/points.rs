//! Places of the board put elsewhere, by the numbers of their `point`.
//! Where pieces begin is said with the pieces.

use boardwright_engine::ids::LocationId;
use boardwright_engine::rules::{Arith, Span};

use super::lines::Lines;
use super::written::Written;
use super::{Edit, Place};
use crate::analysis::{Analysis, Refused};
use crate::edition2013;
use crate::syntax::ast::{Expr, Node};

impl Analysis {
    /// The locations of the entry of one, itself among them: they have their points from the same numbers, and move together.
    pub fn moves_with(&self, location: LocationId) -> Vec<LocationId> {
        let declared = &self.loaded.declared.locations;
        let same = |other: &usize| declared.get(*other) == declared.get(location.index());
        (0..declared.len()).filter(same).map(LocationId::new).collect()
    }

    /// The changes that put a location elsewhere, with those of its entry: so far to the right and down, in the units of
    /// `point`. Only numbers change, and one is added where there is none.
    ///
    /// # Errors
    /// If the text has errors, if the location is declared in another file, or if its point does not become what was asked.
    pub fn shift_location(&self, location: LocationId, by: (i32, i32)) -> Result<Vec<Edit>, Refused> {
        let name = self.declared_here(&self.loaded.declared.locations, location.index())?;
        let edits = match self.edition {
            Some(crate::Edition::E2013) => self.point_2013(name, by),
            _ => self.point_2026(name, by)?,
        };
        self.only_shifts(&edits, name, by)?;
        Ok(edits)
    }

    fn point_2013(&self, name: Span, (right, down): (i32, i32)) -> Vec<Edit> {
        let Some(value) = edition2013::value_at(&self.sources()[0], name, "point") else {
            let lines = Lines::new(self.text());
            let end = lines.line_end(name.end as usize);
            return vec![Edit::new(end, end, format!("{}point={right},{down}", lines.eol()))];
        };
        let mut at = value.start as usize;
        let mut edits = Vec::new();
        for (part, by) in self.text_of(value).split(',').zip([right, down]) {
            let number = part.trim();
            let start = at + part.len() - part.trim_start().len();
            if let Some(more) = number.parse().ok().and_then(|old: i32| old.checked_add(by)).filter(|_| by != 0) {
                edits.push(Edit::new(start, start + number.len(), more.to_string()));
            }
            at += part.len() + 1;
        }
        edits
    }

    fn point_2026(&self, name: Span, (right, down): (i32, i32)) -> Result<Vec<Edit>, Refused> {
        let entry = Written::at(&self.sources()[0], name);
        if let Some([x, y]) = entry.as_ref().and_then(|entry| entry.exprs("point")) {
            let both = [(x, right), (y, down)].into_iter().filter(|(_, by)| *by != 0);
            return Ok(both.map(|(expr, by)| more(self.text(), expr, by)).collect());
        }
        // Without a point it is at 0, 0.
        let entries = self.entries("LOCATIONS");
        let entry = entries.iter().position(|entry| entry.span.start <= name.start && name.end <= entry.span.end);
        let place = Place { section: "LOCATIONS", entry: entry.unwrap_or_default(), key: "point", nth: 0 };
        self.set_value(&place, &format!("{right}, {down}"))
    }

    /// Refuses changes after which anything else has moved, or this not as far.
    fn only_shifts(&self, edits: &[Edit], name: Span, (right, down): (i32, i32)) -> Result<(), Refused> {
        let after = self.after(edits)?;
        let (Some(old), Some(new)) = (&self.loaded.rules, &after.rules) else { return Ok(()) };
        let declared = &self.loaded.declared.locations;
        let wanted = old.locations.iter().zip(declared).map(|(location, declared)| match location.point {
            (x, y) if *declared == name => (x.saturating_add(right), y.saturating_add(down)),
            still => still,
        });
        if wanted.eq(new.locations.iter().map(|location| location.point)) {
            return Ok(());
        }
        let line = self.line_of(name);
        Err(Refused(format!("the `point` of `{}` cannot be changed like this{line}", self.text_of(name))))
    }
}

/// The change after which an expression gives so much more: of the number among the terms of a sum, or else a new term.
fn more(text: &str, expr: &Expr, by: i32) -> Edit {
    let mut sum = expr;
    loop {
        match &sum.node {
            Node::Arith(Arith::Add | Arith::Subtract, left, right) => {
                let (start, end) = (left.span.end as usize, right.span.end as usize);
                let sign = text.get(start..right.span.start as usize).map_or("", str::trim);
                let old = match (&right.node, sign) {
                    (Node::Int(number), "+") => Some(*number),
                    (Node::Int(number), "-") => Some(-number),
                    _ => None,
                };
                if let Some(new) = old.and_then(|old| old.checked_add(by)) {
                    return Edit::new(start, end, term(new));
                }
                sum = left;
            }
            Node::Int(number) => return first(sum, number.saturating_add(by)),
            Node::Negate(inner) if let Node::Int(number) = inner.node => {
                return first(sum, by.saturating_sub(number));
            }
            _ => break,
        }
    }
    let end = expr.span.end as usize;
    Edit::new(end, end, term(by))
}

/// A number with which a sum begins.
fn first(old: &Expr, new: i32) -> Edit {
    Edit::new(old.span.start as usize, old.span.end as usize, new.to_string())
}

/// A number at the end of a sum.
fn term(number: i32) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" - {}", number.unsigned_abs()),
    }
}
