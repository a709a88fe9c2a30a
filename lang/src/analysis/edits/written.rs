//! What is written in the entry in which a thing of the board is declared, as expressions with their places.
//! Only entries of this file can be changed; those of a file that it is based on are told by name.

use boardwright_engine::rules::Span;

use crate::analysis::{Analysis, Refused};
use crate::syntax::ast::{Expr, File, Node, Pair, Value};
use crate::{Source, syntax};

/// An entry, key by key.
pub(super) struct Written {
    file: File,
    section: usize,
    /// The first of its pairs, and the one behind the last.
    pairs: (usize, usize),
}

impl Written {
    /// The entry whose name stands at a place.
    pub(super) fn at(source: &Source, name: Span) -> Option<Self> {
        let file = syntax::parse(source, 0).file;
        let is_it = |pair: &Pair| pair.at.start <= name.start && name.end <= pair.at.end;
        let found = file.sections.iter().enumerate().find_map(|(section, found)| {
            let first = found.pairs.iter().position(is_it)?;
            let next = found.pairs[first + 1..].iter().position(|pair| pair.key.text == "name");
            Some((section, (first, next.map_or(found.pairs.len(), |next| first + 1 + next))))
        });
        found.map(|(section, pairs)| Self { file, section, pairs })
    }

    /// Its pairs; the first one is its name.
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.file.sections[self.section].pairs[self.pairs.0..self.pairs.1]
    }

    /// The expressions of a key.
    pub(super) fn exprs(&self, key: &str) -> Option<&[Expr]> {
        let pair = self.pairs().iter().find(|pair| pair.key.text == key)?;
        match &pair.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The rows of a picture in letters: the place of each, from top to bottom.
    pub(super) fn rows(&self, picture: &str) -> Option<Vec<Span>> {
        let texts = self.file.sections.iter().filter(|section| section.name.text == "TEXTS");
        let pairs: Vec<&Pair> = texts.flat_map(|section| &section.pairs).collect();
        let first = pairs.iter().position(|pair| pair.key.text == "name" && is_called(pair, picture))?;
        let entry = pairs[first + 1..].iter().take_while(|pair| pair.key.text != "name");
        entry.filter(|pair| pair.key.text == "rows").find_map(|pair| match &pair.value {
            Value::Rows(rows) => Some(rows.iter().map(|row| row.span).collect()),
            _ => None,
        })
    }
}

fn is_called(pair: &Pair, name: &str) -> bool {
    matches!(&pair.value, Value::List(list)
        if matches!(list.as_slice(), [Expr { node: Node::Name(word), .. }] if word == name))
}

impl Analysis {
    /// The place of a thing's name, if its entry is in this file.
    pub(super) fn declared_here(&self, spans: &[Span], index: usize) -> Result<Span, Refused> {
        let Some(&span) = spans.get(index).filter(|_| self.loaded.rules.is_some()) else {
            return Err(Refused("the text has errors, which must be mended first".to_owned()));
        };
        if span.source > 0 {
            let file = self.sources().get(usize::from(span.source)).map_or("another file", Source::name);
            return Err(Refused(format!("`{}` is declared in {file}, where it can be changed", self.text_of(span))));
        }
        Ok(span)
    }
}
