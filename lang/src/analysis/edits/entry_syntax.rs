//! Abstract syntax of the entry that declares an item of the board.
//! Only entries of this file can be edited; for entries of a base file the error names the file.

use boardwright_rules::Span;

use crate::analysis::{Analysis, EditError};
use crate::syntax::ast::{Expr, ExprKind, File, KeyValue, Value};
use crate::{Source, syntax};

/// An entry with its pairs.
pub(super) struct EntrySyntax {
    file: File,
    section: usize,
    /// Index range of its pairs in the section, end exclusive.
    pairs: (usize, usize),
}

impl EntrySyntax {
    /// Returns the entry whose name contains the given span.
    pub(super) fn at(source: &Source, name: Span) -> Option<Self> {
        let file = syntax::parse(source, 0).file;
        let is_it = |pair: &KeyValue| pair.value_span.start <= name.start && name.end <= pair.value_span.end;
        let found = file.sections.iter().enumerate().find_map(|(section, found)| {
            let first = found.pairs.iter().position(is_it)?;
            let next = found.pairs[first + 1..].iter().position(|pair| pair.key.text == "name");
            Some((section, (first, next.map_or(found.pairs.len(), |next| first + 1 + next))))
        });
        found.map(|(section, pairs)| Self { file, section, pairs })
    }

    /// Pairs of the entry; the first one is its name.
    pub(super) fn pairs(&self) -> &[KeyValue] {
        &self.file.sections[self.section].pairs[self.pairs.0..self.pairs.1]
    }

    /// Expressions of a key.
    pub(super) fn exprs(&self, key: &str) -> Option<&[Expr]> {
        let pair = self.pairs().iter().find(|pair| pair.key.text == key)?;
        match &pair.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// Spans of the rows of a letter grid, from top to bottom.
    pub(super) fn rows(&self, picture: &str) -> Option<Vec<Span>> {
        let texts = self.file.sections.iter().filter(|section| section.name.text == "TEXTS");
        let pairs: Vec<&KeyValue> = texts.flat_map(|section| &section.pairs).collect();
        let first = pairs.iter().position(|pair| pair.key.text == "name" && has_name(pair, picture))?;
        let entry = pairs[first + 1..].iter().take_while(|pair| pair.key.text != "name");
        entry.filter(|pair| pair.key.text == "rows").find_map(|pair| match &pair.value {
            Value::Rows(rows) => Some(rows.iter().map(|row| row.span).collect()),
            _ => None,
        })
    }
}

fn has_name(pair: &KeyValue, name: &str) -> bool {
    matches!(&pair.value, Value::List(list)
        if matches!(list.as_slice(), [Expr { kind: ExprKind::Name(word), .. }] if word == name))
}

impl Analysis {
    /// Span of an item's name, if its entry is in this file.
    pub(super) fn declaration_span(&self, spans: &[Span], index: usize) -> Result<Span, EditError> {
        let Some(&span) = spans.get(index).filter(|_| self.loaded.rules.is_some()) else {
            return Err(EditError("the file has errors; fix them first".to_owned()));
        };
        if span.source > 0 {
            let file = self.sources().get(usize::from(span.source)).map_or("another file", Source::name);
            return Err(EditError(format!("`{}` is declared in {file}; change it there", self.text_of(span))));
        }
        Ok(span)
    }
}
