//! A file as sections, entries and pairs with the tokens of their values, taken from the lossless tree.
//! What the words mean is not looked at; a file with mistakes gives what can be seen of it.

use boardwright_engine::rules::Span;

use crate::keys::{self, Form, Opens};
use crate::syntax::kinds::{Kind, SyntaxNode};

/// A word or sign with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
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

/// The sections of a file, as they stand in it.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) sections: Vec<Section>,
    /// Comments, in order.
    pub(super) comments: Vec<Token>,
}

/// A section, from its head to the next one's.
#[derive(Debug)]
pub(super) struct Section {
    /// What stands between the brackets.
    pub(super) name: Option<Token>,
    /// From `[` to the last value.
    pub(super) span: Span,
    /// Where its head ends.
    pub(super) head_end: usize,
    pub(super) known: Option<&'static keys::Section>,
    pub(super) entries: Vec<Entry>,
}

/// Pairs that belong together.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) pairs: Vec<Pair>,
}

/// `key = value`.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) key: Token,
    /// `$L` and the like in the brackets behind the name of an expression.
    pub(super) params: Vec<Token>,
    /// Where its `=` ends.
    pub(super) equals: usize,
    pub(super) value: Vec<Token>,
    pub(super) form: Option<Form>,
}

impl Pair {
    pub(super) fn end(&self) -> usize {
        self.value.last().map_or(self.equals, |token| token.end)
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

impl Page {
    /// The page of a tree; `text` is the tree's.
    pub(super) fn new(tree: &SyntaxNode, text: &str) -> Self {
        let sections = tree.children().filter(|node| node.kind() == Kind::Section).map(|node| section(&node, text));
        let comments = tree.descendants_with_tokens().filter_map(rowan::NodeOrToken::into_token);
        let comments = comments.filter(|token| token.kind() == Kind::Comment).map(|token| placed(&token));
        Self { sections: sections.collect(), comments: comments.collect() }
    }

    /// Sections of this name with their entries, as the registry calls them.
    pub(super) fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Section> + 'p {
        self.sections.iter().filter(move |section| section.known.is_some_and(|known| known.name == name))
    }

    /// The section in which a byte stands.
    pub(super) fn section_at(&self, at: usize) -> Option<&Section> {
        self.sections.iter().rev().find(|section| section.span.start as usize <= at)
    }

    /// The last pair that begins before a byte, if no section begins between them.
    pub(super) fn pair_at(&self, at: usize) -> Option<(&Section, &Entry, &Pair)> {
        let section = self.section_at(at)?;
        let entry =
            section.entries.iter().rev().find(|entry| entry.pairs.first().is_some_and(|pair| pair.key.start < at))?;
        let pair = entry.pairs.iter().rev().find(|pair| pair.key.start < at)?;
        Some((section, entry, pair))
    }
}

fn placed(token: &rowan::SyntaxToken<crate::syntax::kinds::Game>) -> Token {
    let range = token.text_range();
    Token { kind: token.kind(), start: range.start().into(), end: range.end().into() }
}

/// All tokens below a node that are more than blanks.
fn tokens(node: &SyntaxNode) -> Vec<Token> {
    let all = node.descendants_with_tokens().filter_map(rowan::NodeOrToken::into_token);
    all.filter(|token| !matches!(token.kind(), Kind::Blank | Kind::Newline | Kind::Comment))
        .map(|token| placed(&token))
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
            Kind::Head => {
                let head = tokens(&child);
                name = head.iter().copied().find(|token| token.kind == Kind::HeadName);
                head_end = head.last().map_or(start, |token| token.end);
                known = name.and_then(|name| keys::section(name.text(text)));
            }
            Kind::Pair => {
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

fn pair(node: &SyntaxNode, text: &str, section: Option<&'static keys::Section>) -> Option<Pair> {
    let mut key = None;
    let mut params = Vec::new();
    let mut equals = 0;
    let mut value = Vec::new();
    for child in node.children_with_tokens() {
        match child {
            rowan::NodeOrToken::Token(token) if token.kind() == Kind::KeyEquals => {
                equals = token.text_range().end().into();
            }
            rowan::NodeOrToken::Node(node) if node.kind() == Kind::Key => {
                let parts = tokens(&node);
                key = parts.first().copied();
                params.extend(parts.iter().copied().filter(|token| token.kind == Kind::Var));
            }
            rowan::NodeOrToken::Node(node) if node.kind() == Kind::Value => value = tokens(&node),
            _ => {}
        }
    }
    let key: Token = key?;
    let form = section.and_then(|section| section.form(key.text(text)));
    Some(Pair { key, params, equals, value, form })
}

/// Whether an entry of this section is named by a key `name`.
pub(super) fn named_by_key(section: &keys::Section) -> bool {
    section.opens == Opens::Key("name")
}
