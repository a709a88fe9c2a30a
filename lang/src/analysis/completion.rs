//! Completion at a position of a file that is being edited.
//! It offers words that are plausible given the words before the position; the checks decide on validity.

#![allow(clippy::unused_self)] // uniform signature for all kinds of words

use boardwright_rules::Span;

use super::Analysis;
use super::document::{Entry, Pair, Section, Token};
use super::expectation::{ExpectedKinds, TokenContext, builtin_result_kinds};
use super::hover::{builtin_markdown, key_markdown, section_markdown};
use super::name_kinds::{NameKind, NameKindSet};
use crate::syntax::kinds::SyntaxKind;
use crate::vocabulary::{self, Builtin, BuiltinKind, CHAPTERS, EntryStart, SECTIONS, ValueSyntax};

/// A completion proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The proposed word.
    pub label: String,
    /// Kind of the word.
    pub kind: CompletionKind,
    /// Signature or short description.
    pub detail: String,
    /// Explanation in Markdown; empty for names of the file.
    pub doc: String,
    /// Text to insert.
    pub insert: String,
    /// Span that the insertion replaces.
    pub replace: Span,
    /// Sort key; 0 fits best.
    pub rank: u8,
}

impl Completion {
    /// Returns how well the word fits what was typed: 0 if it begins with it, 1 if it does in another case, 2 if one of its
    /// parts begins with it; `None` if it does not fit.
    pub fn match_quality(&self, typed: &str) -> Option<u8> {
        let label = self.label.trim_start_matches('[');
        let typed = typed.trim_start_matches('[');
        if label.starts_with(typed) {
            return Some(0);
        }
        let (label, typed) = (label.to_lowercase(), typed.to_lowercase());
        if label.starts_with(&typed) {
            return Some(1);
        }
        label.split(['_', ' ', '-']).any(|part| part.starts_with(&typed)).then_some(2)
    }
}

/// Sorts the completions that fit what was typed of the word, best first, and drops the others. Words that fit the place come
/// before the others, then those of better match, then shorter ones.
pub fn ranked(mut found: Vec<Completion>, typed: &str) -> Vec<Completion> {
    found.retain(|completion| completion.match_quality(typed).is_some());
    found.sort_by_cached_key(|completion| {
        let quality = completion.match_quality(typed).unwrap_or(u8::MAX);
        (quality / 2, completion.rank, quality, completion.label.len(), completion.label.clone())
    });
    found
}

/// Kinds of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// The header of a section.
    Section,
    /// A key.
    Key,
    /// A word that the key takes as its value.
    Word,
    /// A built-in of the language.
    Builtin(BuiltinKind),
    /// A name of the file.
    Name(NameKind),
}

/// The line up to the cursor, and the word at the cursor.
struct Cursor<'t> {
    at: usize,
    before: &'t str,
    /// Start of the word.
    word: usize,
    /// Span that a completion replaces.
    replace: Span,
}

impl Analysis {
    /// Returns the completions at a byte offset.
    pub fn completion(&self, at: usize) -> Vec<Completion> {
        if self.edition != Some(crate::Edition::E2026) {
            return Vec::new();
        }
        let text = self.text();
        let at = text.floor_char_boundary(at);
        if self.document.comments.iter().any(|comment| comment.start < at && at <= comment.end) {
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
            return if name.contains(']') { Vec::new() } else { self.section_completions(line, at, false) };
        }
        if word == line {
            let mut found = self.key_completions(&cursor);
            if before.is_empty() {
                found.extend(self.section_completions(line, at, true));
            }
            return found;
        }
        self.value_completions(&cursor)
    }

    /// Section headers. If `bare`, sections that the file already has are left out.
    fn section_completions(&self, start: usize, at: usize, bare: bool) -> Vec<Completion> {
        let closed = self.text()[at..].starts_with(']');
        let head = |section: &&vocabulary::Section| Completion {
            label: format!("[{}]", section.name),
            kind: CompletionKind::Section,
            detail: String::new(),
            doc: section_markdown(section),
            insert: format!("[{}{}", section.name, if closed { "" } else { "]" }),
            replace: Span::new(start, at),
            rank: if bare { 3 } else { 0 },
        };
        SECTIONS
            .iter()
            .filter(|section| self.document.sections_named(section.name).next().is_none() || !bare)
            .map(|it| head(&it))
            .collect()
    }

    /// Keys that the entry at the cursor lacks, and the key that begins the next entry.
    fn key_completions(&self, cursor: &Cursor<'_>) -> Vec<Completion> {
        let text = self.text();
        let Some(section) = self.document.section_at(cursor.word.saturating_sub(1)) else { return Vec::new() };
        let Some(known) = section.known.filter(|_| section.head_end <= cursor.word) else { return Vec::new() };
        let entry = section.entries.iter().rev().find(|entry| (entry.span().start as usize) < cursor.word);
        let has = |entry: &Entry, key: &str| {
            entry.pairs.iter().any(|pair| pair.key.start != cursor.word && pair.key.text(text) == key)
        };
        let equals = if text[cursor.at..].trim_start_matches([' ', '\t']).starts_with('=') { "" } else { " = " };
        let offered = known.keys.iter().filter(|key| match entry {
            _ if known.entry_start == EntryStart::SingleEntry => entry.is_none_or(|entry| !has(entry, key.name)),
            Some(entry) => key.is_repeatable || known.begins_entry(key.name) || !has(entry, key.name),
            None => known.begins_entry(key.name),
        });
        let mut found: Vec<Completion> = offered
            .map(|key| Completion {
                label: key.name.to_owned(),
                kind: CompletionKind::Key,
                detail: key.syntax.describe().to_owned(),
                doc: key_markdown(known, key),
                insert: format!("{}{equals}", key.name),
                replace: cursor.replace,
                rank: u8::from(entry.is_some() && known.begins_entry(key.name)),
            })
            .collect();
        if let EntryStart::PlayerNumber(_) = known.entry_start {
            let number = self.document.sections_named(known.name).flat_map(|section| &section.entries).count() + 1;
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

    fn value_completions(&self, cursor: &Cursor<'_>) -> Vec<Completion> {
        let text = self.text();
        let Some((section, entry, pair)) = self.document.pair_at(cursor.word) else { return Vec::new() };
        let continued = cursor.before.starts_with([' ', '\t']);
        let own_line = !text[pair.key.start..cursor.at].contains(['\n', '\r']);
        let Some(form) = pair.syntax.filter(|_| pair.equals_end <= cursor.word && (continued || own_line)) else {
            return Vec::new();
        };
        let before: Vec<Token> = pair.value.iter().copied().filter(|token| token.end <= cursor.word).collect();
        let after: Vec<Token> = pair.value.iter().copied().filter(|token| token.start >= cursor.at).collect();
        let inside = pair.value.iter().find(|token| token.start < cursor.at && cursor.word < token.end);
        // No completion inside strings, colours, numbers and rows.
        let is_literal = |token: &Token| match token.kind {
            SyntaxKind::Text | SyntaxKind::Colour | SyntaxKind::Number | SyntaxKind::Row => {
                token.start < cursor.at && cursor.at <= token.end
            }
            SyntaxKind::Stray => token.text(text).starts_with('"'),
            _ => false,
        };
        if inside.is_some_and(is_literal)
            || before.last().is_some_and(|last| last.kind == SyntaxKind::Stray && is_literal(last))
        {
            return Vec::new();
        }
        let around = TokenContext {
            text,
            symbols: &self.symbols,
            section,
            key: pair.key.text(text),
            before: &before,
            after: &after,
            is_called: false,
        };
        match form {
            ValueSyntax::Words(words) => words.iter().map(|word| plain_completion(word, cursor.replace)).collect(),
            ValueSyntax::Rows => Vec::new(),
            ValueSyntax::Text => self.text_completions(section, pair, cursor.replace),
            _ if text[cursor.word..cursor.at].starts_with('$') => self.local_completions(entry, cursor),
            ValueSyntax::Header
                if before.is_empty() || before.last().is_some_and(|last| last.kind == SyntaxKind::Var) =>
            {
                Vec::new()
            }
            _ => self.word_completions(entry, &around, form, cursor),
        }
    }

    fn text_completions(&self, section: &Section, pair: &Pair, replace: Span) -> Vec<Completion> {
        let is_types = section.known.is_some_and(|known| known.name == "COLOUR CLASSES");
        if !is_types || pair.key.text(self.text()) != "name" {
            return Vec::new();
        }
        self.name_completions(NameKindSet::of(&[NameKind::ElementType]), replace, |_| 0)
    }

    /// Local variables (`$X`) in scope at the cursor.
    fn local_completions(&self, entry: &Entry, cursor: &Cursor<'_>) -> Vec<Completion> {
        let span = entry.span();
        let known = self.occurrences.locals.iter().filter(|local| {
            let scope = local.scope;
            let inside = scope.start as usize <= cursor.at && cursor.at <= scope.end as usize;
            // Text after the end of an entry still belongs to the entry.
            inside || scope == span || scope.start <= span.start && span.end <= scope.end
        });
        let of_entry = |name: &str| {
            entry.pairs.iter().flat_map(|pair| pair.value.iter().chain(&pair.params)).any(|token| {
                token.kind == SyntaxKind::Var && token.text(self.text()) == name && token.start != cursor.word
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

    /// Names of the file and words of the language that fit the expected kinds.
    fn word_completions(
        &self,
        entry: &Entry,
        around: &TokenContext<'_>,
        form: ValueSyntax,
        cursor: &Cursor<'_>,
    ) -> Vec<Completion> {
        let wanted = around.expected_kinds();
        let section = around.section.known.map_or("", |known| known.name);
        let constant =
            !matches!(section, "EXPRESSIONS" | "RULES" | "SCORINGS" | "END OF GAME" | "HEURISTICS" | "VARIABLES");
        let mut kinds = NameKindSet::of(&[
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
            kinds = kinds.union(NameKindSet::of(&[NameKind::Variable]));
        }
        let precise = !wanted.all().is_empty();
        let rank = |kind: NameKind| match kind {
            kind if wanted.first.contains(kind) => 0,
            kind if wanted.second.contains(kind) || !precise => 1,
            _ => 2,
        };
        if wanted.is_strict {
            kinds = wanted.all();
        } else if precise {
            kinds = wanted.all().union(NameKindSet::of(&[NameKind::Option, NameKind::Expression]));
            if !constant {
                kinds = kinds.union(NameKindSet::of(&[NameKind::Variable]));
            }
        }
        let mut found = self.name_completions(kinds, cursor.replace, rank);
        if !wanted.is_strict {
            found
                .extend(self.local_completions(entry, cursor).into_iter().map(|local| Completion { rank: 1, ..local }));
        }
        let drawing = form == ValueSyntax::Drawing;
        let marks = drawing && wanted.is_strict;
        let actions = matches!(form, ValueSyntax::Actions | ValueSyntax::Body);
        for builtin in CHAPTERS.iter().flat_map(|chapter| chapter.builtins) {
            let fits = match builtin.kind {
                BuiltinKind::Mark => marks,
                _ if wanted.is_strict => false,
                BuiltinKind::Operator => false,
                BuiltinKind::Action => actions && !precise,
                BuiltinKind::Variable => !constant && may_return_expected(builtin, wanted),
                BuiltinKind::Word => self.is_word_valid(builtin, section, around.key, drawing),
                BuiltinKind::Function | BuiltinKind::Loop => may_return_expected(builtin, wanted),
            };
            if fits {
                let is_precise = precise && builtin_result_kinds(builtin).intersects(wanted.first);
                let completion = builtin_completion(builtin, cursor, self.text());
                found.push(Completion { rank: if is_precise { 1 } else { completion.rank }, ..completion });
            }
        }
        found
    }

    /// `true` if the word has a meaning in the key.
    fn is_word_valid(&self, builtin: &Builtin, section: &str, key: &str, drawing: bool) -> bool {
        match builtin.name {
            "any" => section == "RULES" && matches!(key, "element" | "from" | "to" | "owner"),
            "HIGHEST" => key == "winner",
            "owner" => drawing,
            "off" => false,
            _ => !drawing,
        }
    }

    fn name_completions(&self, kinds: NameKindSet, replace: Span, rank: impl Fn(NameKind) -> u8) -> Vec<Completion> {
        let fitting = self.symbols.list.iter().filter(|symbol| kinds.contains(symbol.kind));
        let completion = |symbol: &super::symbols::Symbol| Completion {
            label: symbol.name.clone(),
            kind: CompletionKind::Name(symbol.kind),
            detail: symbol.declarations.first().map_or_else(String::new, |declared| {
                let line = self.text_of(declared.pair).lines().next().unwrap_or_default();
                format!("{}: {line}", symbol.kind.describe())
            }),
            doc: String::new(),
            insert: symbol.name.clone() + if symbol.has_call_form && !symbol.has_plain_form { "(" } else { "" },
            replace,
            rank: rank(symbol.kind),
        };
        fitting.map(completion).collect()
    }
}

/// `true` if the result of the built-in may be of an expected kind.
fn may_return_expected(builtin: &Builtin, wanted: ExpectedKinds) -> bool {
    let gives = builtin_result_kinds(builtin);
    let known =
        !gives.is_empty() || matches!(builtin.signature.split_once("-> "), Some((_, "integer" | "boolean" | "text")));
    wanted.all().is_empty() || gives.intersects(wanted.all()) || !known
}

fn plain_completion(word: &str, replace: Span) -> Completion {
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

fn builtin_completion(builtin: &Builtin, cursor: &Cursor<'_>, text: &str) -> Completion {
    let brackets =
        matches!(builtin.kind, BuiltinKind::Function | BuiltinKind::Loop | BuiltinKind::Action | BuiltinKind::Mark);
    let open = if brackets && !text[cursor.at..].starts_with('(') { "(" } else { "" };
    Completion {
        label: builtin.name.to_owned(),
        kind: CompletionKind::Builtin(builtin.kind),
        detail: builtin.signature.to_owned(),
        doc: builtin_markdown(builtin),
        insert: format!("{}{open}", builtin.name),
        replace: cursor.replace,
        rank: 2,
    }
}
