//! Pieces that begin on another place, where the file says of each of them where it begins: by the name of the place, or as a
//! letter of a picture. What is worked out for a whole family cannot be changed for one of them.

use boardwright_engine::ids::{ElementId, LocationId};
use boardwright_engine::rules::{Element, FamilyKind, RuleSet, Span};

use super::Edit;
use super::written::Written;
use crate::analysis::{Analysis, Refused};
use crate::edition2013;
use crate::edition2026::walk;
use crate::syntax::ast::{Expr, Node, Value};

impl Analysis {
    /// The changes after which an element begins on another location; what begins there begins where it did.
    ///
    /// # Errors
    /// If the text has errors, if the element is declared in another file, or if the file does not say of this element alone
    /// where it begins.
    pub fn begin_at(&self, element: ElementId, to: LocationId) -> Result<Vec<Edit>, Refused> {
        let mut edits = self.begins(element, to)?;
        let Some(rules) = &self.loaded.rules else { return Ok(edits) };
        let from = rules.elements[element.index()].location;
        let there = (0..rules.elements.len()).map(ElementId::new);
        let mut there = there.filter(|other| rules.elements[other.index()].location == Some(to));
        let mut wanted = vec![(element, Some(to))];
        if let Some(other) = there.next() {
            let Some(from) = from else {
                let name = &rules.elements[other.index()].name;
                return Err(Refused(format!("`{name}` begins there already")));
            };
            edits.extend(self.begins(other, from)?);
            wanted.push((other, Some(from)));
        }
        edits.sort_by_key(|edit| edit.span.start);
        edits.dedup();
        let after = self.after(&edits)?;
        if after.rules.is_some_and(|after| beginning(&after, &[]) == beginning(rules, &wanted)) {
            return Ok(edits);
        }
        let line = self.line_of(self.loaded.declared.elements[element.index()]);
        Err(Refused(format!("more would change than where `{}` begins{line}", rules.elements[element.index()].name)))
    }

    /// The changes for one element, whatever begins there.
    fn begins(&self, element: ElementId, to: LocationId) -> Result<Vec<Edit>, Refused> {
        let name = self.declared_here(&self.loaded.declared.elements, element.index())?;
        let Some(rules) = &self.loaded.rules else { return Ok(Vec::new()) };
        let place = &rules.locations[to.index()].name;
        if self.edition == Some(crate::Edition::E2013) {
            let value = edition2013::value_at(&self.sources()[0], name, "location");
            return Ok(value.map(|span| Edit { span, text: place.clone() }).into_iter().collect());
        }
        let entry = Written::at(&self.sources()[0], name);
        let element = &rules.elements[element.index()];
        let location = entry.as_ref().and_then(|entry| entry.exprs("location")).and_then(|list| list.first());
        let (Some(entry), Some(location)) = (entry.as_ref(), location) else {
            return Err(Refused(format!("`{}` begins off the board{}", element.name, self.line_of(name))));
        };
        if self.loaded.declared.elements.iter().filter(|other| **other == name).count() == 1 {
            return Ok(vec![Edit { span: location.span, text: place.clone() }]);
        }
        self.redrawn(rules, entry, element, location, to).ok_or_else(|| {
            let (all, line) = (self.text_of(name), self.line_of(name));
            Refused(format!("where each of `{all}` begins is worked out, not written{line}"))
        })
    }

    /// The changes that put the letter of an element elsewhere in the picture of which its family is made.
    fn redrawn(
        &self,
        rules: &RuleSet,
        entry: &Written,
        element: &Element,
        location: &Expr,
        to: LocationId,
    ) -> Option<Vec<Edit>> {
        let Node::Call(family, places) = &location.node else { return None };
        let of_kind = rules.families.iter().find(|f| f.kind == FamilyKind::Location && f.name == family.text)?;
        let target = &rules.locations[to.index()].indices;
        of_kind.member(target).filter(|member| usize::from(*member) == to.index())?;
        let Node::Call(_, header) = &entry.exprs("name")?.first()?.node else { return None };
        let old = |name: &str| {
            let at = header.iter().position(|index| matches!(&index.node, Node::Declare(word, _) if word.text == name));
            element.indices.get(at?).copied()
        };
        let new = |name: &str| {
            let at = places.iter().position(|index| matches!(&index.node, Node::Var(word) if word == name));
            target.get(at?).copied()
        };
        let (picture, x, y) = letter_of(entry)?;
        let rows = entry.rows(picture)?;
        let here = self.letter(&rows, old(x)?, old(y)?)?;
        let there = self.letter(&rows, new(x)?, new(y)?)?;
        let swap = |one: Span, other: Span| Edit { span: one, text: self.text_of(other).to_owned() };
        Some(vec![swap(here, there), swap(there, here)])
    }

    /// The place of a letter of a picture, its lowest row being the first.
    fn letter(&self, rows: &[Span], x: i32, y: i32) -> Option<Span> {
        let nth = |number: i32| usize::try_from(number).ok()?.checked_sub(1);
        let row = *rows.iter().rev().nth(nth(y)?)?;
        let mut letters = self.text_of(row).char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let (at, letter) = letters.nth(nth(x)?)?;
        let start = row.start as usize + at;
        Some(Span::new(start, start + letter.len_utf8()))
    }
}

/// The letter that a family asks for: the picture, and the variables for its column and its row.
fn letter_of(entry: &Written) -> Option<(&str, &str, &str)> {
    let mut found = None;
    for pair in entry.pairs() {
        let (Value::List(exprs) | Value::Lines(exprs)) = &pair.value else { continue };
        for expr in exprs {
            walk::exprs(expr, &mut |part| {
                if let Node::Call(word, arguments) = &part.node
                    && word.text == "AT"
                    && let [Expr { node: Node::Name(picture), .. }, x, y] = arguments.as_slice()
                    && let (Node::Var(x), Node::Var(y)) = (&x.node, &y.node)
                {
                    found = Some((picture.as_str(), x.as_str(), y.as_str()));
                }
            });
        }
    }
    found
}

/// What begins where, with changes; members of a family that is made of a picture have other names after them.
fn beginning(rules: &RuleSet, changes: &[(ElementId, Option<LocationId>)]) -> Vec<impl Ord + use<>> {
    let at = |(number, element): (usize, &Element)| {
        let changed = changes.iter().find(|(changed, _)| changed.index() == number);
        let location = changed.map_or(element.location, |(_, to)| *to);
        (location, element.kind, element.owner, element.state)
    };
    let mut all: Vec<_> = rules.elements.iter().enumerate().map(at).collect();
    all.sort_unstable();
    all
}
