//! Lexer of expressions.
//! It skips blanks, line ends and comments; the tree builder recovers them from the text between the tokens.

use super::kinds::SyntaxKind;

/// A token of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: SyntaxKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// `true` if the token is the first of its line.
    pub(super) is_first_on_line: bool,
}

const KEYWORDS: [(&str, SyntaxKind); 10] = [
    ("AND", SyntaxKind::And),
    ("OR", SyntaxKind::Or),
    ("NOT", SyntaxKind::Not),
    ("IN", SyntaxKind::In),
    ("SUBSET", SyntaxKind::Subset),
    ("UNION", SyntaxKind::Union),
    ("INTERSECT", SyntaxKind::Intersect),
    ("EXCEPT", SyntaxKind::Except),
    ("TRUE", SyntaxKind::True),
    ("FALSE", SyntaxKind::False),
];

const SIGNS: [(&str, SyntaxKind); 26] = [
    // Operators of other languages, kept as one token for the error message.
    ("&&", SyntaxKind::Stray),
    ("||", SyntaxKind::Stray),
    ("===", SyntaxKind::Stray),
    ("!==", SyntaxKind::Stray),
    ("<>", SyntaxKind::Stray),
    ("=<", SyntaxKind::Stray),
    ("=>", SyntaxKind::Stray),
    ("==", SyntaxKind::Equal),
    ("!=", SyntaxKind::Unequal),
    ("<=", SyntaxKind::LessEqual),
    (">=", SyntaxKind::GreaterEqual),
    ("..", SyntaxKind::Dots),
    ("<", SyntaxKind::Less),
    (">", SyntaxKind::Greater),
    ("=", SyntaxKind::Equals),
    ("(", SyntaxKind::OpenBracket),
    (")", SyntaxKind::CloseBracket),
    ("{", SyntaxKind::OpenBrace),
    ("}", SyntaxKind::CloseBrace),
    (",", SyntaxKind::Comma),
    (":", SyntaxKind::Colon),
    ("+", SyntaxKind::Plus),
    ("-", SyntaxKind::Minus),
    ("*", SyntaxKind::Star),
    ("/", SyntaxKind::Slash),
    ("%", SyntaxKind::Percent),
];

/// `true` if the character may occur in a name.
pub(super) fn is_word_char(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// `true` if the character is white space other than a line end.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() && !is_newline(character)
}

pub(super) fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// `true` if a comment begins at byte `at`: `//` at the start of the text or after white space.
pub(super) fn is_comment(text: &str, at: usize) -> bool {
    text[at..].starts_with("//") && text[..at].chars().next_back().is_none_or(char::is_whitespace)
}

/// Tokenizes the bytes `start..end` of a text.
pub(super) fn tokenize(text: &str, start: usize, end: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = start;
    let mut first = true;
    while let Some(character) = text[at..end].chars().next() {
        if character.is_whitespace() {
            first |= is_newline(character);
            at += character.len_utf8();
        } else if is_comment(text, at) {
            at = text[at..end].find(is_newline).map_or(end, |length| at + length);
        } else {
            let (kind, length) = next_token(&text[at..end], character);
            tokens.push(Token { kind, start: at, end: at + length, is_first_on_line: first });
            first = false;
            at += length;
        }
    }
    tokens
}

fn next_token(rest: &str, first: char) -> (SyntaxKind, usize) {
    let while_word = |from: usize| rest[from..].find(|c| !is_word_char(c)).map_or(rest.len(), |length| from + length);
    match first {
        '0'..='9' => {
            let length = while_word(1);
            let digits = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
            (if digits { SyntaxKind::Number } else { SyntaxKind::Stray }, length)
        }
        '$' => {
            let length = while_word(1);
            (if length > 1 { SyntaxKind::Var } else { SyntaxKind::Stray }, length)
        }
        '#' => (SyntaxKind::Colour, while_word(1)),
        '"' => match rest[1..].find(|c| c == '"' || is_newline(c)) {
            Some(length) if rest[1 + length..].starts_with('"') => (SyntaxKind::Text, length + 2),
            other => (SyntaxKind::Stray, other.map_or(rest.len(), |length| length + 1)),
        },
        _ if is_word_char(first) => {
            let length = while_word(0);
            let keyword = KEYWORDS.iter().find(|(word, _)| *word == &rest[..length]);
            (keyword.map_or(SyntaxKind::Word, |(_, kind)| *kind), length)
        }
        _ => match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, kind)) => (*kind, sign.len()),
            None => (SyntaxKind::Stray, first.len_utf8()),
        },
    }
}
