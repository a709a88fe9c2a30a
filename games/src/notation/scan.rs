//! Scanner: reads a text character by character, with line and column. It does not know any notation.

use thiserror::Error;

/// Position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl TextPosition {
    /// Beginning of a text.
    pub(super) const FIRST: Self = Self { line: 1, column: 1 };

    /// Error at this position.
    pub(super) fn error(self, reason: impl Into<String>) -> NotationError {
        NotationError { line: self.line, column: self.column, reason: reason.into() }
    }

    /// Warning for this position.
    pub(super) fn warning(self, reason: impl Into<String>) -> NotationWarning {
        NotationWarning { line: self.line, reason: reason.into() }
    }
}

/// Part of a text that is left out or interpreted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
#[error("line {line}: {reason}")]
pub struct NotationWarning {
    /// Line, from 1.
    pub line: usize,
    /// The part, and what is done about it.
    pub reason: String,
}

/// Syntax or semantic error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct NotationError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text that was read, the error, and the valid alternatives.
    pub reason: String,
}

/// Scanner of a text.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    rest: std::str::Chars<'a>,
    place: TextPosition,
    /// Bytes of the whole text.
    length: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text).chars();
        Self { rest, place: TextPosition::FIRST, length: text.len() }
    }

    /// Offset of the next character in the text, in bytes.
    pub(super) fn offset(&self) -> usize {
        self.length - self.rest.as_str().len()
    }

    /// Position of the next character.
    pub(super) fn position(&self) -> TextPosition {
        self.place
    }

    /// The next character, without consuming it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// Consumes the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.place = match letter {
            '\n' => TextPosition { line: self.place.line + 1, column: 1 },
            _ => TextPosition { column: self.place.column + 1, ..self.place },
        };
        Some(letter)
    }

    /// Consumes characters as long as `holds` is true; returns them.
    pub(super) fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest.as_str();
        while self.peek().is_some_and(&holds) {
            self.next();
        }
        &before[..before.len() - self.rest.as_str().len()]
    }

    /// Skips whitespace.
    pub(super) fn skip_whitespace(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Skips to the end of the line.
    pub(super) fn skip_line(&mut self) {
        self.take_while(|letter| letter != '\n');
    }
}

/// Words of a text with their positions.
pub(super) fn words(text: &str) -> Vec<(&str, TextPosition)> {
    let (mut scanner, mut words) = (Scanner::new(text), Vec::new());
    loop {
        scanner.skip_whitespace();
        let position = scanner.position();
        match scanner.take_while(|letter| !letter.is_whitespace()) {
            "" => return words,
            word => words.push((word, position)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_positions() {
        let found = words("\u{feff}ab c\n  äö d");
        let places: Vec<_> = found.iter().map(|(word, place)| (*word, place.line, place.column)).collect();
        assert_eq!(places, [("ab", 1, 1), ("c", 1, 4), ("äö", 2, 3), ("d", 2, 6)]);
    }
}
