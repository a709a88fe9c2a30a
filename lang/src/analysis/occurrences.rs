//! Name resolution for the editor: all words of a file with the items that they denote.
//! An ambiguous word has several targets. This module reports no errors.

#![allow(clippy::double_ended_iterator_last)] // the innermost of a few binders is the last one

use std::collections::HashMap;

use boardwright_rules::Span;

use super::document::{Document, Pair, Section, Token};
use super::expectation::{ExpectedKinds, TokenContext};
use super::name_kinds::{NameKind, NameKindSet};
use super::symbols::{Symbols, declared_name};
use crate::syntax::kinds::SyntaxKind;
use crate::vocabulary::{self, Builtin, Key};

/// An occurrence of a word.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) target: Target,
    /// `true` if the occurrence declares its target.
    pub(super) is_declaration: bool,
}

/// Item that a word denotes.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Section(&'static vocabulary::Section),
    Key(&'static vocabulary::Section, &'static Key),
    Builtin(&'static Builtin),
    /// Names of the file, as indices into the symbol table; several if the word is ambiguous.
    Names(Vec<usize>),
    /// A local variable, as an index into the list of locals.
    Local(usize),
}

/// A local variable, written with `$`.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    /// Scope of the variable.
    pub(super) scope: Span,
}

/// All occurrences of words in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences {
    /// Sorted by position.
    pub(super) list: Vec<Occurrence>,
    pub(super) locals: Vec<Local>,
    /// `true` if values longer than the limit were skipped.
    pub(super) has_skipped_values: bool,
}

/// Values with more tokens are skipped, because matching brackets from every word takes quadratic time.
const MAX_TOKENS: usize = 2000;

impl Occurrences {
    pub(super) fn new(page: &Document, text: &str, symbols: &Symbols) -> Self {
        let mut finder = Finder {
            text,
            symbols,
            found: Self::default(),
            scopes: HashMap::new(),
            shared: default_rule_variables(page, text),
            in_rules: false,
        };
        for (at, section) in page.sections.iter().enumerate() {
            finder.section(at, section);
        }
        finder.found.list.sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
        finder.found
    }

    /// Returns the word that contains a byte, or else the word that ends there.
    pub(super) fn at(&self, byte: usize) -> Option<&Occurrence> {
        let byte = byte as u32;
        let inside = |occurrence: &&Occurrence| occurrence.span.start <= byte && byte < occurrence.span.end;
        let ends = |occurrence: &&Occurrence| occurrence.span.end == byte;
        self.list.iter().find(inside).or_else(|| self.list.iter().find(ends))
    }
}

/// Key of a scope of local variables: section, entry and start of the loop. Rules share the variables of `default`.
type ScopeKey = (usize, usize, usize);

struct Finder<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    found: Occurrences,
    scopes: HashMap<(ScopeKey, String), usize>,
    /// Variables of the rule `default`, which all other rules share.
    shared: Vec<String>,
    in_rules: bool,
}

/// Scope of a loop variable.
struct LoopScope {
    name: String,
    /// Token index of the variable's declaration.
    binder: usize,
    body: std::ops::Range<usize>,
}

impl Finder<'_> {
    fn add(&mut self, span: Span, target: Target, declares: bool) {
        self.found.list.push(Occurrence { span, target, is_declaration: declares });
    }

    fn section(&mut self, at: usize, section: &Section) {
        let Some(known) = section.known else { return };
        self.in_rules = known.name == "RULES";
        if let Some(name) = section.name {
            self.add(name.span(), Target::Section(known), false);
        }
        for (number, entry) in section.entries.iter().enumerate() {
            let own = NameKind::of_section(known.name);
            let declared = entry.pairs.first().and_then(|first| declared_name(section, first, self.text)).zip(own);
            for pair in &entry.pairs {
                let mut declares = declared.map(|((name, _), _)| name).filter(|name| name.start < pair.end());
                if pair.span() != entry.pairs[0].span() {
                    declares = None;
                }
                if let Some((name, kind)) = declares.zip(own) {
                    self.declaration(name, kind);
                }
                if declares.is_none_or(|name| name != pair.key)
                    && let Some(key) = known.key(pair.key.text(self.text))
                {
                    self.add(pair.key.span(), Target::Key(known, key), false);
                }
                for param in &pair.params {
                    self.local((at, number, 0), *param, entry.span(), true);
                }
                self.value(section, pair, (at, number, 0), declares, entry.span());
            }
        }
    }

    fn declaration(&mut self, name: Token, kind: NameKind) {
        let of_name = self.symbols.with_name(name.text(self.text));
        let own = of_name.iter().copied().filter(|at| self.symbols.list[*at].kind == kind).collect();
        self.add(name.span(), Target::Names(own), true);
    }

    fn value(&mut self, section: &Section, pair: &Pair, scope: ScopeKey, declared: Option<Token>, entry: Span) {
        if pair.value.len() > MAX_TOKENS {
            self.found.has_skipped_values = true;
            return;
        }
        let loops = find_loops(&pair.value, self.text);
        for (at, token) in pair.value.iter().copied().enumerate() {
            match token.kind {
                _ if declared == Some(token) => {}
                SyntaxKind::Word => self.word(section, pair, at),
                SyntaxKind::True
                | SyntaxKind::False
                | SyntaxKind::Not
                | SyntaxKind::And
                | SyntaxKind::Or
                | SyntaxKind::In
                | SyntaxKind::Subset
                | SyntaxKind::Union
                | SyntaxKind::Intersect
                | SyntaxKind::Except => {
                    if let Some(builtin) = vocabulary::builtin(token.text(self.text)) {
                        self.add(token.span(), Target::Builtin(builtin), false);
                    }
                }
                SyntaxKind::Line if section.known.is_some_and(|known| known.name == "COLOUR CLASSES") => {
                    self.word(section, pair, at);
                }
                SyntaxKind::Var => {
                    let name = token.text(self.text);
                    let around = loops.iter().filter(|one| one.name == name);
                    let inner = around.filter(|one| one.binder == at || one.body.contains(&at)).last();
                    let next = pair.value.get(at + 1).map(|token| token.kind);
                    match inner {
                        Some(inner) => {
                            let first = pair.value[inner.binder];
                            let last = inner.body.end.checked_sub(1).and_then(|last| pair.value.get(last));
                            let span = Span::new(first.start, last.map_or(first.end, |last| last.end));
                            self.local((scope.0, scope.1, first.start), token, span, inner.binder == at);
                        }
                        None => self.local(
                            scope,
                            token,
                            entry,
                            matches!(next, Some(SyntaxKind::Colon | SyntaxKind::Equals)),
                        ),
                    }
                }
                _ => {}
            }
        }
    }

    fn local(&mut self, scope: ScopeKey, token: Token, span: Span, declares: bool) {
        let name = token.text(self.text);
        let is_shared = self.in_rules && scope.2 == 0 && self.shared.iter().any(|shared| shared == name);
        let scope = if is_shared { (usize::MAX, 0, 0) } else { scope };
        let locals = &mut self.found.locals;
        let local = *self.scopes.entry((scope, name.to_owned())).or_insert_with(|| {
            locals.push(Local { name: name.to_owned(), scope: span });
            locals.len() - 1
        });
        // The scope of a shared variable spans from the first of its entries to the last.
        let known = &mut locals[local].scope;
        *known = Span::new(known.start.min(span.start) as usize, known.end.max(span.end) as usize);
        self.add(token.span(), Target::Local(local), declares);
    }

    fn word(&mut self, section: &Section, pair: &Pair, at: usize) {
        let token = pair.value[at];
        let name = token.text(self.text);
        let key = pair.key.text(self.text);
        if key == "draw"
            && is_outermost(&pair.value[..at])
            && let Some(mark) = vocabulary::builtins(name).find(|builtin| builtin.kind == vocabulary::BuiltinKind::Mark)
        {
            self.add(token.span(), Target::Builtin(mark), false);
            return;
        }
        if let Some(builtin) = vocabulary::builtin(name) {
            self.add(token.span(), Target::Builtin(builtin), false);
            return;
        }
        if self.symbols.with_name(name).is_empty() {
            return;
        }
        let called = pair.value.get(at + 1).is_some_and(|next| next.kind == SyntaxKind::OpenBracket);
        let end = if called { closing_end(&pair.value, at + 1) } else { at + 1 };
        let around = TokenContext {
            text: self.text,
            symbols: self.symbols,
            section,
            key,
            before: &pair.value[..at],
            after: pair.value.get(end..).unwrap_or_default(),
            is_called: called,
        };
        let found = resolve(self.symbols, name, called, around.expected_kinds());
        if !found.is_empty() {
            let declares = key == "states" && self.symbols.list[found[0]].kind == NameKind::State;
            self.add(token.span(), Target::Names(found), declares);
        }
    }
}

/// Returns the symbols that a word may denote, given the kinds expected at its position.
fn resolve(symbols: &Symbols, name: &str, called: bool, wanted: ExpectedKinds) -> Vec<usize> {
    let named = |at: &usize| !matches!(symbols.list[*at].kind, NameKind::Rule | NameKind::Heuristic);
    let all: Vec<usize> = symbols.with_name(name).iter().copied().filter(named).collect();
    let written = |at: &usize| if called { symbols.list[*at].has_call_form } else { symbols.list[*at].has_plain_form };
    let mut found: Vec<usize> = all.iter().copied().filter(written).collect();
    if found.is_empty() {
        found = all;
    }
    if found.len() < 2 && !wanted.is_strict {
        return found;
    }
    for kinds in [wanted.first, wanted.second, NameKindSet::VALUES] {
        let fitting: Vec<usize> = found.iter().copied().filter(|at| kinds.contains(symbols.list[*at].kind)).collect();
        if !fitting.is_empty() {
            return fitting;
        }
        if wanted.is_strict && kinds == wanted.second {
            return Vec::new();
        }
    }
    found
}

/// `true` if no brackets are open at the end of the tokens.
fn is_outermost(before: &[Token]) -> bool {
    let depth = before.iter().fold(0_i64, |depth, token| match token.kind {
        SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => depth + 1,
        SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => depth - 1,
        _ => depth,
    });
    depth <= 0
}

/// Token index after the bracket that closes the one at `open`.
fn closing_end(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => depth += 1,
            SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Loops of a value, outer loops first.
fn find_loops(tokens: &[Token], text: &str) -> Vec<LoopScope> {
    let mut loops = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let builtin = if token.kind == SyntaxKind::Word { vocabulary::builtin(token.text(text)) } else { None };
        let Some(builtin) = builtin.filter(|builtin| builtin.kind == vocabulary::BuiltinKind::Loop) else { continue };
        if tokens.get(at + 1).is_none_or(|next| next.kind != SyntaxKind::OpenBracket) {
            continue;
        }
        let arguments = arguments(tokens, at + 1);
        // The flood fill has its variable behind the relation and the set, the graph search in front like all other loops.
        let begins_with_variable =
            arguments.first().is_some_and(|part| part.len() == 1 && tokens[part.start].kind == SyntaxKind::Var);
        let is_flood_fill = builtin.name == "REACH" && !begins_with_variable;
        let (binder, body) = if is_flood_fill { (2, 3) } else { (0, 2) };
        let Some(binder) = arguments.get(binder).filter(|part| part.len() == 1).map(|part| part.start) else {
            continue;
        };
        if tokens[binder].kind == SyntaxKind::Var {
            let body = arguments.get(body).cloned().unwrap_or(binder..binder + 1);
            loops.push(LoopScope { name: tokens[binder].text(text).to_owned(), binder, body });
        }
    }
    loops
}

/// Token ranges of the arguments after the bracket at `open`.
fn arguments(tokens: &[Token], open: usize) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = open + 1;
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match token.kind {
            SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => depth += 1,
            SyntaxKind::CloseBracket | SyntaxKind::CloseBrace if depth == 0 => {
                parts.push(start..at);
                return parts;
            }
            SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => depth -= 1,
            SyntaxKind::Comma if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..tokens.len());
    parts
}

/// Variables of the rule `default`, which it shares with all other rules.
fn default_rule_variables(page: &Document, text: &str) -> Vec<String> {
    let is_default = |pair: &Pair| pair.value.first().is_some_and(|name| name.text(text) == "default");
    let rules = page.sections_named("RULES").flat_map(|section| &section.entries);
    let defaults = rules.filter(|entry| entry.pairs.first().is_some_and(is_default));
    let tokens = defaults.flat_map(|entry| &entry.pairs).flat_map(|pair| &pair.value);
    tokens.filter(|token| token.kind == SyntaxKind::Var).map(|token| token.text(text).to_owned()).collect()
}
