//! Patterns of names against all names of one kind. Patterns in expressions are texts with references, not these.
//!
//! A pattern without references is a name. One with references matches a name whose runs of digits stand exactly where
//! the references stand, in otherwise the same text.

use std::collections::HashMap;

use boardwright_engine::rules::Matches;

use super::ast::Piece;

/// Names by their text and by their shape.
#[derive(Debug, Default)]
pub(super) struct Names {
    exact: HashMap<String, usize>,
    shapes: HashMap<Shape, Vec<(usize, Vec<i32>)>>,
}

/// A text without its numbers, and where in it these stood.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    text: String,
    gaps: Vec<usize>,
}

impl Names {
    pub(super) fn add(&mut self, index: usize, name: &str) {
        self.exact.insert(name.to_owned(), index);
        if let Some((shape, numbers)) = shape(name) {
            self.shapes.entry(shape).or_default().push((index, numbers));
        }
    }

    /// The names that a pattern matches, with the numbers for its references.
    pub(super) fn matching<Id, Var>(
        &self,
        pattern: &[Piece],
        id: impl Fn(usize) -> Id,
        mut var: impl FnMut(&str) -> Var,
    ) -> Matched<'_, Id, Var> {
        let vars: Vec<Var> = pattern
            .iter()
            .filter_map(|piece| match piece {
                Piece::Var(name) => Some(var(&name.value)),
                Piece::Literal(_) => None,
            })
            .collect();
        let text: String = pattern
            .iter()
            .filter_map(|piece| match piece {
                Piece::Literal(text) => Some(text.as_str()),
                Piece::Var(_) => None,
            })
            .collect();
        if vars.is_empty() {
            return Matched { vars, found: self.exact.get(&text).map(|&at| (id(at), &[][..])).into_iter().collect() };
        }
        let mut gaps = Vec::new();
        let mut at = 0;
        for piece in pattern {
            match piece {
                Piece::Literal(text) => at += text.len(),
                Piece::Var(_) => gaps.push(at),
            }
        }
        let found = self.shapes.get(&Shape { text, gaps });
        let found = found.into_iter().flatten().map(|(at, numbers)| (id(*at), numbers.as_slice())).collect();
        Matched { vars, found }
    }
}

/// What a pattern matches.
pub(super) struct Matched<'a, Id, Var> {
    vars: Vec<Var>,
    found: Vec<(Id, &'a [i32])>,
}

impl<Id> Matched<'_, Id, boardwright_engine::ids::VarId> {
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn table(self) -> Matches<Id> {
        let bind = |numbers: &[i32]| self.vars.iter().copied().zip(numbers.iter().copied()).collect();
        Matches { found: self.found.into_iter().map(|(id, numbers)| (id, bind(numbers))).collect() }
    }
}

/// A name without its runs of digits, and the numbers of these; `None` if it has none, or nothing else.
fn shape(name: &str) -> Option<(Shape, Vec<i32>)> {
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
    (!gaps.is_empty() && !text.is_empty()).then_some((Shape { text, gaps }, numbers))
}

/// Whether digits stand beside references, which can match no name.
pub(super) fn mixes_digits(pattern: &[Piece]) -> bool {
    let digits = pattern
        .iter()
        .any(|piece| matches!(piece, Piece::Literal(text) if text.contains(|c: char| c.is_ascii_digit())));
    digits && pattern.iter().any(|piece| matches!(piece, Piece::Var(_)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::diagnostic::Findings;
    use crate::edition2013::lexer::{Blanks, Placed, pieces};

    const ROWS: &str = include_str!("../../../tests/data/expressions-2013.tsv");

    #[test]
    fn every_row_of_the_2013_engine() {
        let mut count = 0;
        for row in ROWS.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| row[0] == "MATCH") {
            let (pattern, name) = (row[1].strip_prefix("pattern ").unwrap(), row[2].strip_prefix("name ").unwrap());
            let mut names = Names::default();
            names.add(0, name);
            let mut findings = Findings::default();
            let pieces = pieces(Placed { text: pattern, source: 0, start: 0 }, Blanks::Untold, &mut findings).unwrap();
            let matched = names.matching(&pieces, |id| id, str::to_owned);
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
        let mut names = Names::default();
        for (at, name) in ["x007", "x99999999999", "x1é2"].iter().enumerate() {
            names.add(at, name);
        }
        let pattern = |text: &str| {
            let mut findings = Findings::default();
            pieces(Placed { text, source: 0, start: 0 }, Blanks::Untold, &mut findings).unwrap()
        };
        let found = |text: &str| {
            let matched = names.matching(&pattern(text), |id| id, str::to_owned);
            matched.found.iter().map(|(id, numbers)| (*id, numbers.to_vec())).collect::<Vec<_>>()
        };
        assert_eq!(found("x$A"), [(0, vec![7])]);
        assert_eq!(found("x$A\u{20}"), [(0, vec![7])]);
        assert_eq!(found("x99999999999"), [(1, vec![])]);
        assert!(mixes_digits(&pattern("x1$A")) && !mixes_digits(&pattern("x$A")));
    }
}
