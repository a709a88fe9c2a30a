//! Every word of a file with what it stands for there.
//! Where several things could be meant all of them are given; nothing is said to be wrong.

#![allow(clippy::double_ended_iterator_last)] // the innermost binder is the last of a few

use std::collections::HashMap;

use boardwright_engine::rules::Span;

use super::kinds::{Kinds, NameKind};
use super::page::{Page, Pair, Section, Token};
use super::symbols::{Symbols, declared_name};
use super::wanted::{Around, Wanted};
use crate::keys::{self, Builtin, Key};
use crate::syntax::kinds::Kind;

/// A word at its place.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) target: Target,
    /// Whether this is where it is declared.
    pub(super) declares: bool,
}

/// What a word stands for.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Section(&'static keys::Section),
    Key(&'static keys::Section, &'static Key),
    Builtin(&'static Builtin),
    /// Names of the file, by number; several if it is not clear which.
    Names(Vec<usize>),
    /// A variable with `$`, by number.
    Local(usize),
}

/// A variable with `$`.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    /// Where it is known.
    pub(super) scope: Span,
}

/// All words of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences {
    /// By place.
    pub(super) list: Vec<Occurrence>,
    pub(super) locals: Vec<Local>,
    /// Whether values were left out because they are too long.
    pub(super) skipped: bool,
}

/// Longer values are not looked at: nobody writes them, and brackets are looked for from every word.
const MOST_TOKENS: usize = 2000;

impl Occurrences {
    pub(super) fn new(page: &Page, text: &str, symbols: &Symbols) -> Self {
        let mut finder = Finder {
            text,
            symbols,
            found: Self::default(),
            scopes: HashMap::new(),
            shared: shared(page, text),
            in_rules: false,
        };
        for (at, section) in page.sections.iter().enumerate() {
            finder.section(at, section);
        }
        finder.found.list.sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
        finder.found
    }

    /// The word at a byte, or the one that ends there.
    pub(super) fn at(&self, byte: usize) -> Option<&Occurrence> {
        let byte = byte as u32;
        let inside = |occurrence: &&Occurrence| occurrence.span.start <= byte && byte < occurrence.span.end;
        let ends = |occurrence: &&Occurrence| occurrence.span.end == byte;
        self.list.iter().find(inside).or_else(|| self.list.iter().find(ends))
    }
}

/// Where variables of one name are one variable: an entry, all rules, or what a loop looks at.
type Scope = (usize, usize, usize);

struct Finder<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    found: Occurrences,
    scopes: HashMap<(Scope, String), usize>,
    /// Variables of the rule `default`, which other rules share.
    shared: Vec<String>,
    in_rules: bool,
}

/// The part of a loop in which its variable is known.
struct Loop {
    name: String,
    /// The variable as it is declared.
    binder: usize,
    body: std::ops::Range<usize>,
}

impl Finder<'_> {
    fn add(&mut self, span: Span, target: Target, declares: bool) {
        self.found.list.push(Occurrence { span, target, declares });
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
        let of_name = self.symbols.named(name.text(self.text));
        let own = of_name.iter().copied().filter(|at| self.symbols.list[*at].kind == kind).collect();
        self.add(name.span(), Target::Names(own), true);
    }

    fn value(&mut self, section: &Section, pair: &Pair, scope: Scope, declared: Option<Token>, entry: Span) {
        if pair.value.len() > MOST_TOKENS {
            self.found.skipped = true;
            return;
        }
        let loops = loops(&pair.value, self.text);
        for (at, token) in pair.value.iter().copied().enumerate() {
            match token.kind {
                _ if declared == Some(token) => {}
                Kind::Word => self.word(section, pair, at),
                Kind::True
                | Kind::False
                | Kind::Not
                | Kind::And
                | Kind::Or
                | Kind::In
                | Kind::Subset
                | Kind::Union
                | Kind::Intersect
                | Kind::Except => {
                    if let Some(builtin) = keys::builtin(token.text(self.text)) {
                        self.add(token.span(), Target::Builtin(builtin), false);
                    }
                }
                Kind::Line if section.known.is_some_and(|known| known.name == "COLOUR CLASSES") => {
                    self.word(section, pair, at);
                }
                Kind::Var => {
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
                        None => self.local(scope, token, entry, matches!(next, Some(Kind::Colon | Kind::Equals))),
                    }
                }
                _ => {}
            }
        }
    }

    fn local(&mut self, scope: Scope, token: Token, span: Span, declares: bool) {
        let name = token.text(self.text);
        let is_shared = self.in_rules && scope.2 == 0 && self.shared.iter().any(|shared| shared == name);
        let scope = if is_shared { (usize::MAX, 0, 0) } else { scope };
        let locals = &mut self.found.locals;
        let local = *self.scopes.entry((scope, name.to_owned())).or_insert_with(|| {
            locals.push(Local { name: name.to_owned(), scope: span });
            locals.len() - 1
        });
        // One that is shared is known from the first of its entries to the last.
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
            && let Some(mark) = keys::builtins(name).find(|builtin| builtin.kind == keys::Kind::Mark)
        {
            self.add(token.span(), Target::Builtin(mark), false);
            return;
        }
        if let Some(builtin) = keys::builtin(name) {
            self.add(token.span(), Target::Builtin(builtin), false);
            return;
        }
        if self.symbols.named(name).is_empty() {
            return;
        }
        let called = pair.value.get(at + 1).is_some_and(|next| next.kind == Kind::OpenBracket);
        let end = if called { close(&pair.value, at + 1) } else { at + 1 };
        let around = Around {
            text: self.text,
            symbols: self.symbols,
            section,
            key,
            before: &pair.value[..at],
            after: pair.value.get(end..).unwrap_or_default(),
            called,
        };
        let found = resolve(self.symbols, name, called, around.wanted());
        if !found.is_empty() {
            let declares = key == "states" && self.symbols.list[found[0]].kind == NameKind::State;
            self.add(token.span(), Target::Names(found), declares);
        }
    }
}

/// What a word stands for where something is wanted.
fn resolve(symbols: &Symbols, name: &str, called: bool, wanted: Wanted) -> Vec<usize> {
    let named = |at: &usize| !matches!(symbols.list[*at].kind, NameKind::Rule | NameKind::Heuristic);
    let all: Vec<usize> = symbols.named(name).iter().copied().filter(named).collect();
    let written = |at: &usize| if called { symbols.list[*at].called } else { symbols.list[*at].plain };
    let mut found: Vec<usize> = all.iter().copied().filter(written).collect();
    if found.is_empty() {
        found = all;
    }
    if found.len() < 2 && !wanted.strict {
        return found;
    }
    for kinds in [wanted.first, wanted.second, Kinds::VALUES] {
        let fitting: Vec<usize> = found.iter().copied().filter(|at| kinds.has(symbols.list[*at].kind)).collect();
        if !fitting.is_empty() {
            return fitting;
        }
        if wanted.strict && kinds == wanted.second {
            return Vec::new();
        }
    }
    found
}

/// Whether no brackets are open at the end of these tokens, but those of `IF`.
fn is_outermost(before: &[Token]) -> bool {
    let depth = before.iter().fold(0_i64, |depth, token| match token.kind {
        Kind::OpenBracket | Kind::OpenBrace => depth + 1,
        Kind::CloseBracket | Kind::CloseBrace => depth - 1,
        _ => depth,
    });
    depth <= 0
}

/// The place behind the bracket that closes this one.
fn close(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::OpenBracket | Kind::OpenBrace => depth += 1,
            Kind::CloseBracket | Kind::CloseBrace => {
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

/// The loops of a value, outer ones first.
fn loops(tokens: &[Token], text: &str) -> Vec<Loop> {
    let mut loops = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let builtin = if token.kind == Kind::Word { keys::builtin(token.text(text)) } else { None };
        let Some(builtin) = builtin.filter(|builtin| builtin.kind == keys::Kind::Loop) else { continue };
        if tokens.get(at + 1).is_none_or(|next| next.kind != Kind::OpenBracket) {
            continue;
        }
        let arguments = arguments(tokens, at + 1);
        let (binder, body) = if builtin.name == "REACH" { (2, 3) } else { (0, 2) };
        let Some(binder) = arguments.get(binder).filter(|part| part.len() == 1).map(|part| part.start) else {
            continue;
        };
        if tokens[binder].kind == Kind::Var {
            let body = arguments.get(body).cloned().unwrap_or(binder..binder + 1);
            loops.push(Loop { name: tokens[binder].text(text).to_owned(), binder, body });
        }
    }
    loops
}

/// The arguments between a bracket and the one that closes it.
fn arguments(tokens: &[Token], open: usize) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = open + 1;
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match token.kind {
            Kind::OpenBracket | Kind::OpenBrace => depth += 1,
            Kind::CloseBracket | Kind::CloseBrace if depth == 0 => {
                parts.push(start..at);
                return parts;
            }
            Kind::CloseBracket | Kind::CloseBrace => depth -= 1,
            Kind::Comma if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..tokens.len());
    parts
}

/// The variables of the rule `default`: what it says of them, it says in other rules.
fn shared(page: &Page, text: &str) -> Vec<String> {
    let is_default = |pair: &Pair| pair.value.first().is_some_and(|name| name.text(text) == "default");
    let rules = page.named("RULES").flat_map(|section| &section.entries);
    let defaults = rules.filter(|entry| entry.pairs.first().is_some_and(is_default));
    let tokens = defaults.flat_map(|entry| &entry.pairs).flat_map(|pair| &pair.value);
    tokens.filter(|token| token.kind == Kind::Var).map(|token| token.text(text).to_owned()).collect()
}
