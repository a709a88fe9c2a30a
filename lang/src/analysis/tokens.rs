//! Classes of the words of a text, for highlighting in editors (semantic tokens). Game files, scripts and rule files of other
//! crates share the classes. A file of an unknown or older edition is split by its characters only.

use boardwright_rules::Span;

use super::Analysis;
use super::document::{Pair, Section, Token};
use super::name_kinds::NameKind;
use super::occurrences::Target;
use crate::Edition;
use crate::syntax::kinds::SyntaxKind;
use crate::vocabulary::BuiltinKind;

/// Class of a word or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenClass {
    /// A comment.
    Comment,
    /// The header of a section or a block.
    Section,
    /// A key.
    Key,
    /// A word of the language with a fixed meaning.
    Keyword,
    /// A function, loop, action or mark of the language.
    Function,
    /// A variable of the language or of the file.
    Variable,
    /// A local variable or parameter.
    Parameter,
    /// A type of elements or locations.
    Type,
    /// An element, location, direction or relation.
    Thing,
    /// A named expression of the file, or a predicate.
    Expression,
    /// A state of elements.
    State,
    /// A rule or a heuristic.
    Rule,
    /// A number.
    Number,
    /// A text in quotes, a row of a letter grid, or free text.
    Text,
    /// A colour.
    Colour,
    /// An operator.
    Operator,
    /// A macro of a rule file.
    Macro,
}

impl TokenClass {
    /// All classes.
    pub const ALL: [Self; 17] = [
        Self::Comment,
        Self::Section,
        Self::Key,
        Self::Keyword,
        Self::Function,
        Self::Variable,
        Self::Parameter,
        Self::Type,
        Self::Thing,
        Self::Expression,
        Self::State,
        Self::Rule,
        Self::Number,
        Self::Text,
        Self::Colour,
        Self::Operator,
        Self::Macro,
    ];
}

/// A word or sign with its class. Tokens do not overlap and do not contain line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Span of the token.
    pub span: Span,
    /// Class of the token.
    pub class: TokenClass,
    /// `true` if the token declares its name.
    pub is_declaration: bool,
    /// `true` for words of the language.
    pub is_builtin: bool,
}

impl SemanticToken {
    /// Creates a token that is neither a declaration nor a word of the language.
    pub fn new(span: Span, class: TokenClass) -> Self {
        Self { span, class, is_declaration: false, is_builtin: false }
    }
}

impl Analysis {
    /// Returns the classified tokens of the text in order.
    pub fn tokens(&self) -> Vec<SemanticToken> {
        let text = self.text();
        if self.edition != Some(Edition::E2026) {
            return lexical_tokens(text);
        }
        let comments = self.document.comments.iter();
        let mut found: Vec<SemanticToken> =
            comments.map(|comment| SemanticToken::new(comment.span(), TokenClass::Comment)).collect();
        for section in &self.document.sections {
            found.push(SemanticToken { is_builtin: true, ..SemanticToken::new(header(section), TokenClass::Section) });
            for pair in section.entries.iter().flat_map(|entry| &entry.pairs) {
                pair_tokens(pair, &mut found);
            }
        }
        for occurrence in &self.occurrences.list {
            let (class, is_builtin) = match &occurrence.target {
                Target::Section(_) => continue,
                Target::Key(..) => (TokenClass::Key, true),
                Target::Builtin(builtin) => (builtin_class(builtin.kind), true),
                Target::Names(names) => {
                    let kind = names.first().map(|name| self.symbols.list[*name].kind);
                    (kind.map_or(TokenClass::Thing, name_class), false)
                }
                Target::Local(_) => (TokenClass::Parameter, false),
            };
            found.push(SemanticToken {
                span: occurrence.span,
                class,
                is_declaration: occurrence.is_declaration,
                is_builtin,
            });
        }
        // Of the tokens of one span the last wins: occurrences are more precise than the kinds of tokens.
        found.sort_by_key(|token| (token.span.start, token.span.end));
        let mut tokens: Vec<SemanticToken> = Vec::with_capacity(found.len());
        for token in found {
            match tokens.last_mut() {
                Some(last) if last.span == token.span => *last = token,
                Some(last) if token.span.start < last.span.end => {}
                _ if token.span.start == token.span.end => {}
                _ => tokens.push(token),
            }
        }
        tokens
    }
}

fn header(section: &Section) -> Span {
    Span::new(section.span.start as usize, section.head_end)
}

fn pair_tokens(pair: &Pair, found: &mut Vec<SemanticToken>) {
    found.push(SemanticToken::new(pair.key.span(), TokenClass::Key));
    found.extend(pair.params.iter().map(|param| SemanticToken::new(param.span(), TokenClass::Parameter)));
    let classified = pair.value.iter().filter_map(|token| Some(SemanticToken::new(token.span(), kind_class(token)?)));
    found.extend(classified);
}

/// Class of a token by its kind; `None` for brackets and for words, whose names are resolved.
fn kind_class(token: &Token) -> Option<TokenClass> {
    Some(match token.kind {
        SyntaxKind::Line | SyntaxKind::Row | SyntaxKind::Text => TokenClass::Text,
        SyntaxKind::Number => TokenClass::Number,
        SyntaxKind::Var => TokenClass::Parameter,
        SyntaxKind::Colour => TokenClass::Colour,
        SyntaxKind::True | SyntaxKind::False => TokenClass::Keyword,
        SyntaxKind::Equals | SyntaxKind::Dots | SyntaxKind::Not => TokenClass::Operator,
        kind if kind.precedence().is_some() => TokenClass::Operator,
        _ => return None,
    })
}

fn builtin_class(kind: BuiltinKind) -> TokenClass {
    match kind {
        BuiltinKind::Function | BuiltinKind::Loop | BuiltinKind::Action | BuiltinKind::Mark => TokenClass::Function,
        BuiltinKind::Variable => TokenClass::Variable,
        BuiltinKind::Word => TokenClass::Keyword,
        BuiltinKind::Operator => TokenClass::Operator,
    }
}

fn name_class(kind: NameKind) -> TokenClass {
    match kind {
        NameKind::ElementType | NameKind::LocationType => TokenClass::Type,
        NameKind::Location | NameKind::Element | NameKind::Direction | NameKind::Relation => TokenClass::Thing,
        NameKind::Option | NameKind::Text | NameKind::Variable => TokenClass::Variable,
        NameKind::Expression => TokenClass::Expression,
        NameKind::State => TokenClass::State,
        NameKind::Rule | NameKind::Heuristic => TokenClass::Rule,
        NameKind::Local => TokenClass::Parameter,
    }
}

/// Returns the tokens of a text by its characters: comments, headers, keys, variables, numbers, texts and colours. Each line
/// is read on its own, so that the lines of an edit can be classified before the text is analysed.
pub fn lexical_tokens(text: &str) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim_end_matches(['\n', '\r']);
        let code = &content[..content.find("//").unwrap_or(content.len())];
        let blank = code.len() - code.trim_start().len();
        let mut add = |start: usize, end: usize, class| {
            if start < end {
                found.push(SemanticToken::new(Span::new(at + start, at + end), class));
            }
        };
        if code[blank..].starts_with('[') {
            add(blank, code.trim_end().len(), TokenClass::Section);
        } else {
            let is_key = |key: &str| key.trim().chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
            let equals = code.find('=').filter(|equals| is_key(&code[..*equals]));
            let start = equals.unwrap_or_default();
            add(blank, code[..start].trim_end().len(), TokenClass::Key);
            value_tokens(code, start, &mut add);
        }
        add(code.len(), content.len(), TokenClass::Comment);
        at += line.len();
    }
    found
}

/// Tokens of a value that begins at the byte `from` of a line.
fn value_tokens(line: &str, from: usize, add: &mut impl FnMut(usize, usize, TokenClass)) {
    let mut at = from;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at + first.len_utf8()..];
        let until = |end: fn(char) -> bool| rest.find(end).unwrap_or(rest.len());
        let not_word = |c: char| !(c.is_alphanumeric() || c == '_');
        let (class, length) = match first {
            '"' => (Some(TokenClass::Text), rest.find('"').map_or(rest.len(), |end| end + 1)),
            '$' => (Some(TokenClass::Parameter), until(not_word)),
            '#' => (Some(TokenClass::Colour), until(not_word)),
            '0'..='9' => (Some(TokenClass::Number), until(|c| !c.is_ascii_digit())),
            _ if !not_word(first) => (None, until(not_word)),
            _ => (None, 0),
        };
        let end = at + first.len_utf8() + length;
        if let Some(class) = class {
            add(at, end, class);
        }
        at = end;
    }
}
