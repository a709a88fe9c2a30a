//! Edits of the initial position: moves one element to another location, if the file gives its location individually,
//! by name or as a letter of a letter grid. A location computed for a whole family cannot be changed for one member.

use boardwright_game::ids::{ElementId, LocationId};
use boardwright_rules::{Element, FamilyKind, RuleSet, Span};

use super::Edit;
use super::entry_syntax::EntrySyntax;
use crate::analysis::{Analysis, EditError};
use crate::edition2013;
use crate::edition2026::walk;
use crate::syntax::ast::{Expr, ExprKind, Value};

impl Analysis {
    /// Returns the edits that set the initial location of an element; an element already there gets the old location.
    ///
    /// # Errors
    /// If the text has errors, if the element is declared in another file, or if the file does not give the initial location
    /// of this element individually.
    pub fn set_initial_location(&self, element: ElementId, to: LocationId) -> Result<Vec<Edit>, EditError> {
        let mut edits = self.initial_location_edits(element, to)?;
        let Some(rules) = &self.loaded.rules else { return Ok(edits) };
        let from = rules.elements[element.index()].location;
        let all_elements = (0..rules.elements.len()).map(ElementId::new);
        let mut there = all_elements.filter(|other| rules.elements[other.index()].location == Some(to));
        let mut wanted = vec![(element, Some(to))];
        if let Some(other) = there.next() {
            let Some(from) = from else {
                let name = &rules.elements[other.index()].name;
                return Err(EditError(format!("`{name}` begins there already")));
            };
            edits.extend(self.initial_location_edits(other, from)?);
            wanted.push((other, Some(from)));
        }
        edits.sort_by_key(|edit| edit.span.start);
        edits.dedup();
        let after = self.load_edited(&edits)?;
        if after.rules.is_some_and(|after| initial_placement(&after, &[]) == initial_placement(rules, &wanted)) {
            return Ok(edits);
        }
        let line = self.line_of(self.loaded.declarations.elements[element.index()]);
        Err(EditError(format!(
            "more than the initial location of `{}` would change{line}",
            rules.elements[element.index()].name
        )))
    }

    /// Edits for one element, regardless of other elements at the target.
    fn initial_location_edits(&self, element: ElementId, to: LocationId) -> Result<Vec<Edit>, EditError> {
        let name = self.declaration_span(&self.loaded.declarations.elements, element.index())?;
        let Some(rules) = &self.loaded.rules else { return Ok(Vec::new()) };
        let place = &rules.locations[to.index()].name;
        if self.edition == Some(crate::Edition::E2013) {
            let value = edition2013::value_span(&self.sources()[0], name, "location");
            return Ok(value.map(|span| Edit { span, text: place.clone() }).into_iter().collect());
        }
        let entry = EntrySyntax::at(&self.sources()[0], name);
        let element = &rules.elements[element.index()];
        let location = entry.as_ref().and_then(|entry| entry.exprs("location")).and_then(|list| list.first());
        let (Some(entry), Some(location)) = (entry.as_ref(), location) else {
            return Err(EditError(format!("`{}` begins off the board{}", element.name, self.line_of(name))));
        };
        if self.loaded.declarations.elements.iter().filter(|other| **other == name).count() == 1 {
            return Ok(vec![Edit { span: location.span, text: place.clone() }]);
        }
        self.letter_swap_edits(rules, entry, element, location, to).ok_or_else(|| {
            let (all, line) = (self.text_of(name), self.line_of(name));
            EditError(format!("the initial locations of `{all}` are computed and cannot be changed one by one{line}"))
        })
    }

    /// Edits that swap the letter of an element with that of the target in the letter grid that defines its family.
    fn letter_swap_edits(
        &self,
        rules: &RuleSet,
        entry: &EntrySyntax,
        element: &Element,
        location: &Expr,
        to: LocationId,
    ) -> Option<Vec<Edit>> {
        let ExprKind::Call(family, places) = &location.kind else { return None };
        let of_kind = rules.families.iter().find(|f| f.kind == FamilyKind::Location && f.name == family.text)?;
        let target = &rules.locations[to.index()].indices;
        of_kind.member(target).filter(|member| usize::from(*member) == to.index())?;
        let ExprKind::Call(_, header) = &entry.exprs("name")?.first()?.kind else { return None };
        let old = |name: &str| {
            let at =
                header.iter().position(|index| matches!(&index.kind, ExprKind::Declare(word, _) if word.text == name));
            element.indices.get(at?).copied()
        };
        let new = |name: &str| {
            let at = places.iter().position(|index| matches!(&index.kind, ExprKind::Var(word) if word == name));
            target.get(at?).copied()
        };
        let (picture, x, y) = find_grid_lookup(entry)?;
        let rows = entry.rows(picture)?;
        let here = self.letter_span(&rows, old(x)?, old(y)?)?;
        let there = self.letter_span(&rows, new(x)?, new(y)?)?;
        let swap = |one: Span, other: Span| Edit { span: one, text: self.text_of(other).to_owned() };
        Some(vec![swap(here, there), swap(there, here)])
    }

    /// Span of a letter of a letter grid; row 1 is the lowest.
    fn letter_span(&self, rows: &[Span], x: i32, y: i32) -> Option<Span> {
        let nth = |number: i32| usize::try_from(number).ok()?.checked_sub(1);
        let row = *rows.iter().rev().nth(nth(y)?)?;
        let mut letters = self.text_of(row).char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let (at, letter) = letters.nth(nth(x)?)?;
        let start = row.start as usize + at;
        Some(Span::new(start, start + letter.len_utf8()))
    }
}

/// Finds `AT(grid, $X, $Y)` in a family entry: the grid, and the variables for its column and its row.
fn find_grid_lookup(entry: &EntrySyntax) -> Option<(&str, &str, &str)> {
    let mut found = None;
    for pair in entry.pairs() {
        let (Value::List(exprs) | Value::Lines(exprs)) = &pair.value else { continue };
        for expr in exprs {
            walk::for_each_expr(expr, &mut |part| {
                if let ExprKind::Call(word, arguments) = &part.kind
                    && word.text == "AT"
                    && let [Expr { kind: ExprKind::Name(picture), .. }, x, y] = arguments.as_slice()
                    && let (ExprKind::Var(x), ExprKind::Var(y)) = (&x.kind, &y.kind)
                {
                    found = Some((picture.as_str(), x.as_str(), y.as_str()));
                }
            });
        }
    }
    found
}

/// Initial placement of all elements, with changes applied, sorted and without names: members of a family that is
/// defined by a letter grid get other names when letters move.
fn initial_placement(rules: &RuleSet, changes: &[(ElementId, Option<LocationId>)]) -> Vec<impl Ord + use<>> {
    let at = |(number, element): (usize, &Element)| {
        let changed = changes.iter().find(|(changed, _)| changed.index() == number);
        let location = changed.map_or(element.location, |(_, to)| *to);
        (location, element.kind, element.owner, element.state)
    };
    let mut all: Vec<_> = rules.elements.iter().enumerate().map(at).collect();
    all.sort_unstable();
    all
}
