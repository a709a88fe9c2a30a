//! What could stand at a place of a file that is being written.
//! It offers words that fit as far as the words before them tell; whether all of it is right is told by the checks.

#![allow(clippy::unused_self)] // one way to ask for all kinds of words

use boardwright_engine::rules::Span;

use super::Analysis;
use super::hover::{of_builtin, of_key, of_section};
use super::kinds::{Kinds, NameKind};
use super::page::{Entry, Pair, Section, Token};
use super::wanted::{Around, Wanted, result};
use crate::keys::{self, Builtin, CHAPTERS, Form, Kind as BuiltinKind, Opens, SECTIONS};
use crate::syntax::kinds::Kind;

/// Something that could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// With what it takes, or what it is, in a few words.
    pub detail: String,
    /// What it is for, in Markdown; empty for names of the file.
    pub doc: String,
    /// What is written.
    pub insert: String,
    /// What is written over.
    pub replace: Span,
    /// How well it fits, 0 best.
    pub rank: u8,
}

/// Kinds of what could stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// The head of a section.
    Section,
    /// A key.
    Key,
    /// A word that a key takes.
    Word,
    /// A built-in of the language.
    Builtin(BuiltinKind),
    /// A name of the file.
    Name(NameKind),
}

/// A line up to a place, and the word that stands there.
struct Cursor<'t> {
    at: usize,
    before: &'t str,
    /// Where the word begins.
    word: usize,
    /// What is written over.
    replace: Span,
}

impl Analysis {
    /// What could stand at a byte.
    pub fn completion(&self, at: usize) -> Vec<Completion> {
        if self.edition != Some(crate::Edition::E2026) {
            return Vec::new();
        }
        let text = self.text();
        let at = text.floor_char_boundary(at);
        if self.page.comments.iter().any(|comment| comment.start < at && at <= comment.end) {
            return Vec::new();
        }
        let line = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let before = &text[line..at];
        let of_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let word = before
            .rfind(|letter| !of_word(letter))
            .map_or(line, |last| line + last + before[last..].chars().next().map_or(0, char::len_utf8));
        let cursor = Cursor { at, before, word, replace: Span::new(word, at) };
        if let Some(name) = before.strip_prefix('[') {
            return if name.contains(']') { Vec::new() } else { self.heads(line, at, false) };
        }
        if word == line {
            let mut found = self.keys(&cursor);
            if before.is_empty() {
                found.extend(self.heads(line, at, true));
            }
            return found;
        }
        self.in_value(&cursor)
    }

    /// Heads of sections, of those that are there already only such as can come again.
    fn heads(&self, start: usize, at: usize, bare: bool) -> Vec<Completion> {
        let closed = self.text()[at..].starts_with(']');
        let head = |section: &&keys::Section| Completion {
            label: format!("[{}]", section.name),
            kind: CompletionKind::Section,
            detail: String::new(),
            doc: of_section(section),
            insert: format!("[{}{}", section.name, if closed { "" } else { "]" }),
            replace: Span::new(start, at),
            rank: if bare { 3 } else { 0 },
        };
        SECTIONS
            .iter()
            .filter(|section| self.page.named(section.name).next().is_none() || !bare)
            .map(|it| head(&it))
            .collect()
    }

    /// Keys that the entry at the place does not have yet, and the one that begins another.
    fn keys(&self, cursor: &Cursor<'_>) -> Vec<Completion> {
        let text = self.text();
        let Some(section) = self.page.section_at(cursor.word.saturating_sub(1)) else { return Vec::new() };
        let Some(known) = section.known.filter(|_| section.head_end <= cursor.word) else { return Vec::new() };
        let entry = section.entries.iter().rev().find(|entry| (entry.span().start as usize) < cursor.word);
        let has = |entry: &Entry, key: &str| {
            entry.pairs.iter().any(|pair| pair.key.start != cursor.word && pair.key.text(text) == key)
        };
        let equals = if text[cursor.at..].trim_start_matches([' ', '\t']).starts_with('=') { "" } else { " = " };
        let offered = known.keys.iter().filter(|key| match entry {
            _ if known.opens == Opens::Nothing => entry.is_none_or(|entry| !has(entry, key.name)),
            Some(entry) => key.repeats || known.begins_entry(key.name) || !has(entry, key.name),
            None => known.begins_entry(key.name),
        });
        let mut found: Vec<Completion> = offered
            .map(|key| Completion {
                label: key.name.to_owned(),
                kind: CompletionKind::Key,
                detail: key.form.describe().to_owned(),
                doc: of_key(known, key),
                insert: format!("{}{equals}", key.name),
                replace: cursor.replace,
                rank: u8::from(entry.is_some() && known.begins_entry(key.name)),
            })
            .collect();
        if let Opens::Number(_) = known.opens {
            let number = self.page.named(known.name).flat_map(|section| &section.entries).count() + 1;
            found.push(Completion {
                label: number.to_string(),
                kind: CompletionKind::Key,
                detail: "the next player".to_owned(),
                doc: String::new(),
                insert: format!("{number}{equals}"),
                replace: cursor.replace,
                rank: 0,
            });
        }
        found
    }

    fn in_value(&self, cursor: &Cursor<'_>) -> Vec<Completion> {
        let text = self.text();
        let Some((section, entry, pair)) = self.page.pair_at(cursor.word) else { return Vec::new() };
        let continued = cursor.before.starts_with([' ', '\t']);
        let own_line = !text[pair.key.start..cursor.at].contains(['\n', '\r']);
        let Some(form) = pair.form.filter(|_| pair.equals <= cursor.word && (continued || own_line)) else {
            return Vec::new();
        };
        let before: Vec<Token> = pair.value.iter().copied().filter(|token| token.end <= cursor.word).collect();
        let after: Vec<Token> = pair.value.iter().copied().filter(|token| token.start >= cursor.at).collect();
        let inside = pair.value.iter().find(|token| token.start < cursor.at && cursor.word < token.end);
        // Nothing is offered inside of texts, colours, numbers and rows.
        let odd = |token: &Token| match token.kind {
            Kind::Text | Kind::Colour | Kind::Number | Kind::Row => token.start < cursor.at && cursor.at <= token.end,
            Kind::Stray => token.text(text).starts_with('"'),
            _ => false,
        };
        if inside.is_some_and(odd) || before.last().is_some_and(|last| last.kind == Kind::Stray && odd(last)) {
            return Vec::new();
        }
        let around = Around {
            text,
            symbols: &self.symbols,
            section,
            key: pair.key.text(text),
            before: &before,
            after: &after,
            called: false,
        };
        match form {
            Form::Words(words) => words.iter().map(|word| plain(word, cursor.replace)).collect(),
            Form::Rows => Vec::new(),
            Form::Text => self.in_text(section, pair, cursor.replace),
            _ if text[cursor.word..cursor.at].starts_with('$') => self.locals(entry, cursor),
            Form::Header if before.is_empty() || before.last().is_some_and(|last| last.kind == Kind::Var) => Vec::new(),
            _ => self.words(entry, &around, form, cursor),
        }
    }

    fn in_text(&self, section: &Section, pair: &Pair, replace: Span) -> Vec<Completion> {
        let is_types = section.known.is_some_and(|known| known.name == "COLOUR CLASSES");
        if !is_types || pair.key.text(self.text()) != "name" {
            return Vec::new();
        }
        self.names(Kinds::of(&[NameKind::ElementType]), replace, |_| 0)
    }

    /// Variables with `$` that are known at the place.
    fn locals(&self, entry: &Entry, cursor: &Cursor<'_>) -> Vec<Completion> {
        let span = entry.span();
        let known = self.occurrences.locals.iter().filter(|local| {
            let scope = local.scope;
            let inside = scope.start as usize <= cursor.at && cursor.at <= scope.end as usize;
            // What is written behind the end of an entry is still of it.
            inside || scope == span || scope.start <= span.start && span.end <= scope.end
        });
        let of_entry =
            |name: &str| {
                entry.pairs.iter().flat_map(|pair| pair.value.iter().chain(&pair.params)).any(|token| {
                    token.kind == Kind::Var && token.text(self.text()) == name && token.start != cursor.word
                })
            };
        let mut names: Vec<&str> = known.map(|local| local.name.as_str()).filter(|name| of_entry(name)).collect();
        names.sort_unstable();
        names.dedup();
        let completion = |name: &str| Completion {
            label: name.to_owned(),
            kind: CompletionKind::Name(NameKind::Local),
            detail: NameKind::Local.describe().to_owned(),
            doc: String::new(),
            insert: name.to_owned(),
            replace: cursor.replace,
            rank: 0,
        };
        names.into_iter().map(completion).collect()
    }

    /// Names of the file and words of the language, as far as they fit.
    fn words(&self, entry: &Entry, around: &Around<'_>, form: Form, cursor: &Cursor<'_>) -> Vec<Completion> {
        let wanted = around.wanted();
        let section = around.section.known.map_or("", |known| known.name);
        let constant =
            !matches!(section, "EXPRESSIONS" | "RULES" | "SCORINGS" | "END OF GAME" | "HEURISTICS" | "VARIABLES");
        let mut kinds = Kinds::of(&[
            NameKind::Option,
            NameKind::Text,
            NameKind::ElementType,
            NameKind::LocationType,
            NameKind::Location,
            NameKind::Element,
            NameKind::Direction,
            NameKind::Relation,
            NameKind::Expression,
            NameKind::State,
        ]);
        if !constant {
            kinds = kinds.and(Kinds::of(&[NameKind::Variable]));
        }
        let precise = !wanted.all().is_empty();
        let rank = |kind: NameKind| match kind {
            kind if wanted.first.has(kind) => 0,
            kind if wanted.second.has(kind) || !precise => 1,
            _ => 2,
        };
        if wanted.strict {
            kinds = wanted.all();
        } else if precise {
            kinds = wanted.all().and(Kinds::of(&[NameKind::Option, NameKind::Expression]));
            if !constant {
                kinds = kinds.and(Kinds::of(&[NameKind::Variable]));
            }
        }
        let mut found = self.names(kinds, cursor.replace, rank);
        if !wanted.strict {
            found.extend(self.locals(entry, cursor).into_iter().map(|local| Completion { rank: 1, ..local }));
        }
        let drawing = form == Form::Drawing;
        let marks = drawing && wanted.strict;
        let actions = matches!(form, Form::Actions | Form::Body);
        for builtin in CHAPTERS.iter().flat_map(|chapter| chapter.builtins) {
            let fits = match builtin.kind {
                BuiltinKind::Mark => marks,
                _ if wanted.strict => false,
                BuiltinKind::Operator => false,
                BuiltinKind::Action => actions && !precise,
                BuiltinKind::Variable => !constant && fits(builtin, wanted),
                BuiltinKind::Word => self.word_fits(builtin, section, around.key, drawing),
                BuiltinKind::Function | BuiltinKind::Loop => fits(builtin, wanted),
            };
            if fits {
                found.push(of(builtin, cursor, self.text()));
            }
        }
        found
    }

    /// Whether a word means something in the key.
    fn word_fits(&self, builtin: &Builtin, section: &str, key: &str, drawing: bool) -> bool {
        match builtin.name {
            "any" => section == "RULES" && matches!(key, "element" | "from" | "to" | "owner"),
            "HIGHEST" => key == "winner",
            "owner" => drawing,
            "off" => false,
            _ => !drawing,
        }
    }

    fn names(&self, kinds: Kinds, replace: Span, rank: impl Fn(NameKind) -> u8) -> Vec<Completion> {
        let fitting = self.symbols.list.iter().filter(|symbol| kinds.has(symbol.kind));
        let completion = |symbol: &super::symbols::Symbol| Completion {
            label: symbol.name.clone(),
            kind: CompletionKind::Name(symbol.kind),
            detail: symbol.declared.first().map_or_else(String::new, |declared| {
                let line = self.text_of(declared.pair).lines().next().unwrap_or_default();
                format!("{}: {line}", symbol.kind.describe())
            }),
            doc: String::new(),
            insert: symbol.name.clone() + if symbol.called && !symbol.plain { "(" } else { "" },
            replace,
            rank: rank(symbol.kind),
        };
        fitting.map(completion).collect()
    }
}

/// Whether a built-in can give what is wanted.
fn fits(builtin: &Builtin, wanted: Wanted) -> bool {
    let gives = result(builtin);
    let known =
        !gives.is_empty() || matches!(builtin.signature.split_once("-> "), Some((_, "integer" | "boolean" | "text")));
    wanted.all().is_empty() || gives.meets(wanted.all()) || !known
}

fn plain(word: &str, replace: Span) -> Completion {
    Completion {
        label: word.to_owned(),
        kind: CompletionKind::Word,
        detail: String::new(),
        doc: String::new(),
        insert: word.to_owned(),
        replace,
        rank: 0,
    }
}

fn of(builtin: &Builtin, cursor: &Cursor<'_>, text: &str) -> Completion {
    let brackets =
        matches!(builtin.kind, BuiltinKind::Function | BuiltinKind::Loop | BuiltinKind::Action | BuiltinKind::Mark);
    let open = if brackets && !text[cursor.at..].starts_with('(') { "(" } else { "" };
    Completion {
        label: builtin.name.to_owned(),
        kind: CompletionKind::Builtin(builtin.kind),
        detail: builtin.signature.to_owned(),
        doc: of_builtin(builtin),
        insert: format!("{}{open}", builtin.name),
        replace: cursor.replace,
        rank: 2,
    }
}
