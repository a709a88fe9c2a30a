//! The names that a file and those below it declare, each with its places.
//! Where a name is used is found out elsewhere; variables with `$` are not here.

use std::collections::HashMap;

use boardwright_engine::rules::Span;

use super::kinds::NameKind;
use super::page::{Entry, Page, Pair, Section, Token, named_by_key};
use crate::keys::Opens;
use crate::syntax::kinds::Kind;

/// A name of one kind. Entries that share it, such as the parts of a relation, are one symbol.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) kind: NameKind,
    pub(super) name: String,
    /// Whether it is written without brackets.
    pub(super) plain: bool,
    /// Whether brackets follow it.
    pub(super) called: bool,
    pub(super) declared: Vec<Declared>,
}

/// One place where a name is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    /// The name.
    pub(super) name: Span,
    /// The pair that declares it.
    pub(super) pair: Span,
    /// Its whole entry.
    pub(super) entry: Span,
}

/// All names, in the order in which they are declared, and by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    pub(super) list: Vec<Symbol>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Symbols {
    /// What is called so.
    pub(super) fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds the names of a file; `number` is its place among the sources.
    pub(super) fn add_page(&mut self, page: &Page, text: &str, number: u16) {
        for section in &page.sections {
            for entry in &section.entries {
                self.add_entry(section, entry, text, number);
            }
        }
    }

    fn add_entry(&mut self, section: &Section, entry: &Entry, text: &str, number: u16) {
        let Some(known) = section.known else { return };
        let Some(first) = entry.pairs.first() else { return };
        let placed = |span: Span| Span { source: number, ..span };
        let at = |name: Span, pair: &Pair| Declared {
            name: placed(name),
            pair: placed(pair.span()),
            entry: placed(entry.span()),
        };
        if let Some(kind) = NameKind::of_section(known.name)
            && let Some((name, called)) = declared_name(section, first, text)
        {
            let called = called.unwrap_or(kind == NameKind::Option && is_list(entry, text));
            self.add(kind, name.text(text), !called || kind == NameKind::Option, called, at(name.span(), first));
        }
        if known.name == "ELEMENT TYPES" {
            for pair in entry.all(text, "states") {
                for state in states(self, pair, text) {
                    self.add(NameKind::State, state.text(text), true, false, at(state.span(), pair));
                }
            }
        }
    }

    fn add(&mut self, kind: NameKind, name: &str, plain: bool, called: bool, declared: Declared) {
        let of_name = self.by_name.entry(name.to_owned()).or_default();
        let known = of_name.iter().copied().find(|at| self.list[*at].kind == kind);
        let at = known.unwrap_or_else(|| {
            of_name.push(self.list.len());
            let symbol = Symbol { kind, name: name.to_owned(), plain: false, called: false, declared: Vec::new() };
            self.list.push(symbol);
            self.list.len() - 1
        });
        let symbol = &mut self.list[at];
        symbol.plain |= plain;
        symbol.called |= called;
        symbol.declared.push(declared);
    }
}

/// The name that the first pair of an entry gives it, and whether brackets follow; options do not tell that here.
pub(super) fn declared_name(section: &Section, first: &Pair, text: &str) -> Option<(Token, Option<bool>)> {
    let known = section.known?;
    if let Opens::Every(_) = known.opens {
        return Some((first.key, Some(!first.params.is_empty())));
    }
    if !named_by_key(known) || first.key.text(text) != "name" {
        return None;
    }
    let name = first.value.first().copied().filter(|token| matches!(token.kind, Kind::Word | Kind::Line))?;
    let called = first.value.get(1).is_some_and(|token| token.kind == Kind::OpenBracket);
    Some((name, if known.name == "OPTIONS" { None } else { Some(called) }))
}

fn is_list(entry: &Entry, text: &str) -> bool {
    let mut values = entry.all(text, "values");
    values.any(
        |pair| matches!(pair.value.as_slice(), [list, of, ..] if list.text(text) == "list" && of.text(text) == "of"),
    )
}

/// The words that name states; none where there only is a number.
fn states(symbols: &Symbols, pair: &Pair, text: &str) -> Vec<Token> {
    let is_option =
        |token: &Token| symbols.named(token.text(text)).iter().any(|at| symbols.list[*at].kind == NameKind::Option);
    let names = pair.value.iter().all(|token| match token.kind {
        Kind::Word => !is_option(token),
        kind => kind == Kind::Comma,
    });
    let words = pair.value.iter().copied().filter(|token| names && token.kind == Kind::Word);
    words.collect()
}
