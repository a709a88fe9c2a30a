//! Matching of name patterns against all names of one kind, with a hash index. Texts with references in expressions are
//! templates and not handled here.
//!
//! A pattern without references is a name. A pattern with references matches a name whose runs of digits stand exactly
//! at the references and whose other characters are equal.

use std::collections::HashMap;

use boardwright_rules::PatternMatches;

use super::ast::TemplatePart;

/// Index of names by their text and by their shape.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    exact: HashMap<String, usize>,
    shapes: HashMap<NameShape, Vec<(usize, Vec<i32>)>>,
}

/// A name without its runs of digits, and the byte offsets at which these stood.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct NameShape {
    text: String,
    gaps: Vec<usize>,
}

impl NameIndex {
    pub(super) fn add(&mut self, index: usize, name: &str) {
        self.exact.insert(name.to_owned(), index);
        if let Some((shape, numbers)) = name_shape(name) {
            self.shapes.entry(shape).or_default().push((index, numbers));
        }
    }

    /// Returns the names that a pattern matches, with the numbers bound to its references.
    pub(super) fn find_matches<Id, Var>(
        &self,
        pattern: &[TemplatePart],
        id: impl Fn(usize) -> Id,
        mut var: impl FnMut(&str) -> Var,
    ) -> MatchedNames<'_, Id, Var> {
        let vars: Vec<Var> = pattern
            .iter()
            .filter_map(|piece| match piece {
                TemplatePart::Var(name) => Some(var(&name.value)),
                TemplatePart::Literal(_) => None,
            })
            .collect();
        let text: String = pattern
            .iter()
            .filter_map(|piece| match piece {
                TemplatePart::Literal(text) => Some(text.as_str()),
                TemplatePart::Var(_) => None,
            })
            .collect();
        if vars.is_empty() {
            return MatchedNames {
                vars,
                found: self.exact.get(&text).map(|&at| (id(at), &[][..])).into_iter().collect(),
            };
        }
        let mut gaps = Vec::new();
        let mut at = 0;
        for piece in pattern {
            match piece {
                TemplatePart::Literal(text) => at += text.len(),
                TemplatePart::Var(_) => gaps.push(at),
            }
        }
        let found = self.shapes.get(&NameShape { text, gaps });
        let found = found.into_iter().flatten().map(|(at, numbers)| (id(*at), numbers.as_slice())).collect();
        MatchedNames { vars, found }
    }
}

/// Result of matching a pattern: its variables, and the matching ids with their numbers.
pub(super) struct MatchedNames<'a, Id, Var> {
    vars: Vec<Var>,
    found: Vec<(Id, &'a [i32])>,
}

impl<Id> MatchedNames<'_, Id, boardwright_game::ids::VarId> {
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn into_table(self) -> PatternMatches<Id> {
        let bind = |numbers: &[i32]| self.vars.iter().copied().zip(numbers.iter().copied()).collect();
        PatternMatches { entries: self.found.into_iter().map(|(id, numbers)| (id, bind(numbers))).collect() }
    }
}

/// Splits a name into its shape and its numbers. `None` if it contains no digits, nothing but digits, or a number
/// outside of `i32`.
fn name_shape(name: &str) -> Option<(NameShape, Vec<i32>)> {
    let mut text = String::new();
    let mut gaps = Vec::new();
    let mut numbers = Vec::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            gaps.push(text.len());
            numbers.push(rest[..digits].parse().ok()?);
            rest = &rest[digits..];
        }
    }
    (!gaps.is_empty() && !text.is_empty()).then_some((NameShape { text, gaps }, numbers))
}

/// `true` if the pattern contains both digits and references and thus cannot match any name.
pub(super) fn mixes_digits(pattern: &[TemplatePart]) -> bool {
    let digits = pattern
        .iter()
        .any(|piece| matches!(piece, TemplatePart::Literal(text) if text.contains(|c: char| c.is_ascii_digit())));
    digits && pattern.iter().any(|piece| matches!(piece, TemplatePart::Var(_)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::diagnostic::Findings;
    use crate::edition2013::lexer::{BlankPolicy, LocatedText, split_text};

    const ROWS: &str = include_str!("../../../tests/data/expressions-2013.tsv");

    #[test]
    fn every_row_of_the_2013_engine() {
        let mut count = 0;
        for row in ROWS.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| row[0] == "MATCH") {
            let (pattern, name) = (row[1].strip_prefix("pattern ").unwrap(), row[2].strip_prefix("name ").unwrap());
            let mut names = NameIndex::default();
            names.add(0, name);
            let mut findings = Findings::default();
            let pieces =
                split_text(LocatedText { text: pattern, source: 0, start: 0 }, BlankPolicy::Ignore, &mut findings)
                    .unwrap();
            let matched = names.find_matches(&pieces, |id| id, str::to_owned);
            assert_eq!((!matched.found.is_empty()).to_string(), row[3], "{pattern} and {name}");
            let numbers = matched.found.iter().flat_map(|(_, numbers)| numbers.iter());
            let bound: BTreeMap<_, _> = matched.vars.iter().zip(numbers).collect();
            let bound: Vec<_> = bound.into_iter().map(|(name, number)| format!("${name}=num {number}")).collect();
            assert_eq!(bound.join(" "), row.get(4).copied().unwrap_or_default(), "{pattern} and {name}");
            count += 1;
        }
        assert_eq!(count, 22);
    }

    #[test]
    fn numbers_lose_their_zeros_and_must_be_small() {
        let mut names = NameIndex::default();
        for (at, name) in ["x007", "x99999999999", "x1é2"].iter().enumerate() {
            names.add(at, name);
        }
        let pattern = |text: &str| {
            let mut findings = Findings::default();
            split_text(LocatedText { text, source: 0, start: 0 }, BlankPolicy::Ignore, &mut findings).unwrap()
        };
        let found = |text: &str| {
            let matched = names.find_matches(&pattern(text), |id| id, str::to_owned);
            matched.found.iter().map(|(id, numbers)| (*id, numbers.to_vec())).collect::<Vec<_>>()
        };
        assert_eq!(found("x$A"), [(0, vec![7])]);
        assert_eq!(found("x$A\u{20}"), [(0, vec![7])]);
        assert_eq!(found("x99999999999"), [(1, vec![])]);
        assert!(mixes_digits(&pattern("x1$A")) && !mixes_digits(&pattern("x$A")));
    }
}
