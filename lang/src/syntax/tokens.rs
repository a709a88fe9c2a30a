//! Words and signs of expressions.
//! Blanks, ends of lines and comments are left out; the tree gets them from the text between the tokens.

use super::kinds::Kind;

/// A word or sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

const KEYWORDS: [(&str, Kind); 10] = [
    ("AND", Kind::And),
    ("OR", Kind::Or),
    ("NOT", Kind::Not),
    ("IN", Kind::In),
    ("SUBSET", Kind::Subset),
    ("UNION", Kind::Union),
    ("INTERSECT", Kind::Intersect),
    ("EXCEPT", Kind::Except),
    ("TRUE", Kind::True),
    ("FALSE", Kind::False),
];

const SIGNS: [(&str, Kind); 26] = [
    // Signs of other languages, kept whole for the message.
    ("&&", Kind::Stray),
    ("||", Kind::Stray),
    ("===", Kind::Stray),
    ("!==", Kind::Stray),
    ("<>", Kind::Stray),
    ("=<", Kind::Stray),
    ("=>", Kind::Stray),
    ("==", Kind::Equal),
    ("!=", Kind::Unequal),
    ("<=", Kind::LessEqual),
    (">=", Kind::GreaterEqual),
    ("..", Kind::Dots),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("=", Kind::Equals),
    ("(", Kind::OpenBracket),
    (")", Kind::CloseBracket),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    (",", Kind::Comma),
    (":", Kind::Colon),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("%", Kind::Percent),
];

/// Whether a character may stand in a name.
pub(super) fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether a character is a blank that does not end a line.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() && !is_newline(character)
}

pub(super) fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// Whether a comment begins at a byte: at the start of a line or after a blank.
pub(super) fn is_comment(text: &str, at: usize) -> bool {
    text[at..].starts_with("//") && text[..at].chars().next_back().is_none_or(char::is_whitespace)
}

/// The tokens of a part of a text.
pub(super) fn tokens(text: &str, start: usize, end: usize) -> Vec<Token> {
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
            let (kind, length) = token(&text[at..end], character);
            tokens.push(Token { kind, start: at, end: at + length, first });
            first = false;
            at += length;
        }
    }
    tokens
}

fn token(rest: &str, first: char) -> (Kind, usize) {
    let while_word = |from: usize| rest[from..].find(|c| !is_of_word(c)).map_or(rest.len(), |length| from + length);
    match first {
        '0'..='9' => {
            let length = while_word(1);
            let digits = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
            (if digits { Kind::Number } else { Kind::Stray }, length)
        }
        '$' => {
            let length = while_word(1);
            (if length > 1 { Kind::Var } else { Kind::Stray }, length)
        }
        '#' => (Kind::Colour, while_word(1)),
        '"' => match rest[1..].find(|c| c == '"' || is_newline(c)) {
            Some(length) if rest[1 + length..].starts_with('"') => (Kind::Text, length + 2),
            other => (Kind::Stray, other.map_or(rest.len(), |length| length + 1)),
        },
        _ if is_of_word(first) => {
            let length = while_word(0);
            let keyword = KEYWORDS.iter().find(|(word, _)| *word == &rest[..length]);
            (keyword.map_or(Kind::Word, |(_, kind)| *kind), length)
        }
        _ => match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, kind)) => (*kind, sign.len()),
            None => (Kind::Stray, first.len_utf8()),
        },
    }
}
