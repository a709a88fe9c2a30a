//! Structure of a file: sections, entries and pairs with the tokens of their values, extracted from the syntax tree.
//! Names are not resolved; a file with syntax errors yields what could be parsed.

use boardwright_rules::Span;

use crate::syntax::kinds::{SyntaxKind, SyntaxNode};
use crate::vocabulary::{self, EntryStart, ValueSyntax};

/// A token and its byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: SyntaxKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    pub(super) fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// Structure of a file.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) sections: Vec<Section>,
    /// Comments in file order.
    pub(super) comments: Vec<Token>,
}

/// A section, from its header to the next one.
#[derive(Debug)]
pub(super) struct Section {
    /// Name between the brackets.
    pub(super) name: Option<Token>,
    /// Span from `[` to the last value.
    pub(super) span: Span,
    /// End of the header.
    pub(super) head_end: usize,
    pub(super) known: Option<&'static vocabulary::Section>,
    pub(super) entries: Vec<Entry>,
}

/// An entry of a section: consecutive pairs.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) pairs: Vec<Pair>,
}

/// `key = value`.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) key: Token,
    /// Parameters such as `$L` after the name of an expression.
    pub(super) params: Vec<Token>,
    /// End of the `=`.
    pub(super) equals_end: usize,
    pub(super) value: Vec<Token>,
    pub(super) syntax: Option<ValueSyntax>,
}

impl Pair {
    pub(super) fn end(&self) -> usize {
        self.value.last().map_or(self.equals_end, |token| token.end)
    }

    pub(super) fn span(&self) -> Span {
        Span::new(self.key.start, self.end())
    }
}

impl Entry {
    pub(super) fn span(&self) -> Span {
        let end = self.pairs.last().map_or(0, Pair::end);
        Span::new(self.pairs.first().map_or(end, |pair| pair.key.start), end)
    }

    pub(super) fn all<'e>(&'e self, text: &'e str, key: &'e str) -> impl Iterator<Item = &'e Pair> + 'e {
        self.pairs.iter().filter(move |pair| pair.key.text(text) == key)
    }
}

impl Document {
    /// Extracts the structure of a syntax tree; `text` is the text of the tree.
    pub(super) fn new(tree: &SyntaxNode, text: &str) -> Self {
        let sections =
            tree.children().filter(|node| node.kind() == SyntaxKind::Section).map(|node| section(&node, text));
        let comments = tree.descendants_with_tokens().filter_map(rowan::NodeOrToken::into_token);
        let comments = comments.filter(|token| token.kind() == SyntaxKind::Comment).map(|token| to_token(&token));
        Self { sections: sections.collect(), comments: comments.collect() }
    }

    /// Sections with the given name, as in the registry.
    pub(super) fn sections_named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Section> + 'p {
        self.sections.iter().filter(move |section| section.known.is_some_and(|known| known.name == name))
    }

    /// Section that contains a byte.
    pub(super) fn section_at(&self, at: usize) -> Option<&Section> {
        self.sections.iter().rev().find(|section| section.span.start as usize <= at)
    }

    /// Last pair that begins before a byte, within the section that contains the byte.
    pub(super) fn pair_at(&self, at: usize) -> Option<(&Section, &Entry, &Pair)> {
        let section = self.section_at(at)?;
        let entry =
            section.entries.iter().rev().find(|entry| entry.pairs.first().is_some_and(|pair| pair.key.start < at))?;
        let pair = entry.pairs.iter().rev().find(|pair| pair.key.start < at)?;
        Some((section, entry, pair))
    }
}

fn to_token(token: &rowan::SyntaxToken<crate::syntax::kinds::GameLanguage>) -> Token {
    let range = token.text_range();
    Token { kind: token.kind(), start: range.start().into(), end: range.end().into() }
}

/// Tokens below a node without trivia.
fn tokens(node: &SyntaxNode) -> Vec<Token> {
    let all = node.descendants_with_tokens().filter_map(rowan::NodeOrToken::into_token);
    all.filter(|token| !matches!(token.kind(), SyntaxKind::Blank | SyntaxKind::Newline | SyntaxKind::Comment))
        .map(|token| to_token(&token))
        .collect()
}

fn section(node: &SyntaxNode, text: &str) -> Section {
    let start = usize::from(node.text_range().start());
    let mut name = None;
    let mut head_end = start;
    let mut known = None;
    let mut entries: Vec<Entry> = Vec::new();
    for child in node.children() {
        match child.kind() {
            SyntaxKind::Header => {
                let head = tokens(&child);
                name = head.iter().copied().find(|token| token.kind == SyntaxKind::HeaderName);
                head_end = head.last().map_or(start, |token| token.end);
                known = name.and_then(|name| vocabulary::section(name.text(text)));
            }
            SyntaxKind::Pair => {
                let Some(pair) = pair(&child, text, known) else { continue };
                let opens = known.is_none_or(|known| known.begins_entry(pair.key.text(text)));
                if opens || entries.is_empty() {
                    entries.push(Entry::default());
                }
                entries.last_mut().expect("one was just made if there was none").pairs.push(pair);
            }
            _ => {}
        }
    }
    let end = entries.last().map_or(head_end, |entry| entry.span().end as usize);
    Section { name, span: Span::new(start, end), head_end, known, entries }
}

fn pair(node: &SyntaxNode, text: &str, section: Option<&'static vocabulary::Section>) -> Option<Pair> {
    let mut key = None;
    let mut params = Vec::new();
    let mut equals = 0;
    let mut value = Vec::new();
    for child in node.children_with_tokens() {
        match child {
            rowan::NodeOrToken::Token(token) if token.kind() == SyntaxKind::KeyEquals => {
                equals = token.text_range().end().into();
            }
            rowan::NodeOrToken::Node(node) if node.kind() == SyntaxKind::Key => {
                let parts = tokens(&node);
                key = parts.first().copied();
                params.extend(parts.iter().copied().filter(|token| token.kind == SyntaxKind::Var));
            }
            rowan::NodeOrToken::Node(node) if node.kind() == SyntaxKind::Value => value = tokens(&node),
            _ => {}
        }
    }
    let key: Token = key?;
    let form = section.and_then(|section| section.value_syntax(key.text(text)));
    Some(Pair { key, params, equals_end: equals, value, syntax: form })
}

/// `true` if the key `name` begins the entries of the section.
pub(super) fn has_name_key(section: &vocabulary::Section) -> bool {
    section.entry_start == EntryStart::Key("name")
}
