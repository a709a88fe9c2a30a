//! Symbol table: the names that a file and its base files declare, with their declarations.
//! Uses of names, and local variables, are collected in `occurrences`.

use std::collections::HashMap;

use boardwright_rules::Span;

use super::document::{Document, Entry, Pair, Section, Token, has_name_key};
use super::name_kinds::NameKind;
use crate::syntax::kinds::SyntaxKind;
use crate::vocabulary::EntryStart;

/// A name of one kind. Entries that share the name, such as the parts of a relation, are one symbol.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) kind: NameKind,
    pub(super) name: String,
    /// `true` if the name is written without an argument list.
    pub(super) has_plain_form: bool,
    /// `true` if the name is written with an argument list.
    pub(super) has_call_form: bool,
    pub(super) declarations: Vec<Declaration>,
}

/// One declaration of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declaration {
    /// Span of the name.
    pub(super) name: Span,
    /// Span of the pair that declares it.
    pub(super) pair: Span,
    /// Span of the whole entry.
    pub(super) entry: Span,
}

/// All names in the order of their declarations, with an index by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    pub(super) list: Vec<Symbol>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Symbols {
    /// Indices of the symbols with the given name.
    pub(super) fn with_name(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds the names that a file declares; `number` is the index of the source.
    pub(super) fn add_document(&mut self, page: &Document, text: &str, number: u16) {
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
        let at = |name: Span, pair: &Pair| Declaration {
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
                for state in state_names(self, pair, text) {
                    self.add(NameKind::State, state.text(text), true, false, at(state.span(), pair));
                }
            }
        }
    }

    fn add(&mut self, kind: NameKind, name: &str, plain: bool, called: bool, declared: Declaration) {
        let of_name = self.by_name.entry(name.to_owned()).or_default();
        let known = of_name.iter().copied().find(|at| self.list[*at].kind == kind);
        let at = known.unwrap_or_else(|| {
            of_name.push(self.list.len());
            let symbol = Symbol {
                kind,
                name: name.to_owned(),
                has_plain_form: false,
                has_call_form: false,
                declarations: Vec::new(),
            };
            self.list.push(symbol);
            self.list.len() - 1
        });
        let symbol = &mut self.list[at];
        symbol.has_plain_form |= plain;
        symbol.has_call_form |= called;
        symbol.declarations.push(declared);
    }
}

/// Name that the first pair of an entry declares, and whether an argument list follows; `None` for options, whose
/// headers have none.
pub(super) fn declared_name(section: &Section, first: &Pair, text: &str) -> Option<(Token, Option<bool>)> {
    let known = section.known?;
    if let EntryStart::EveryKey(_) = known.entry_start {
        return Some((first.key, Some(!first.params.is_empty())));
    }
    if !has_name_key(known) || first.key.text(text) != "name" {
        return None;
    }
    let name =
        first.value.first().copied().filter(|token| matches!(token.kind, SyntaxKind::Word | SyntaxKind::Line))?;
    let called = first.value.get(1).is_some_and(|token| token.kind == SyntaxKind::OpenBracket);
    Some((name, if known.name == "OPTIONS" { None } else { Some(called) }))
}

fn is_list(entry: &Entry, text: &str) -> bool {
    let mut values = entry.all(text, "values");
    values.any(
        |pair| matches!(pair.value.as_slice(), [list, of, ..] if list.text(text) == "list" && of.text(text) == "of"),
    )
}

/// State names that the pair declares; empty if it gives only a number of states.
fn state_names(symbols: &Symbols, pair: &Pair, text: &str) -> Vec<Token> {
    let is_option =
        |token: &Token| symbols.with_name(token.text(text)).iter().any(|at| symbols.list[*at].kind == NameKind::Option);
    let names = pair.value.iter().all(|token| match token.kind {
        SyntaxKind::Word => !is_option(token),
        kind => kind == SyntaxKind::Comma,
    });
    let words = pair.value.iter().copied().filter(|token| names && token.kind == SyntaxKind::Word);
    words.collect()
}
