//! A text read letter by letter, with the line and column of every letter. What the letters mean is for others.

use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Place {
    /// The first place of a text.
    pub(super) const FIRST: Self = Self { line: 1, column: 1 };

    /// What is wrong here.
    pub(super) fn error(self, reason: impl Into<String>) -> NotationError {
        NotationError { line: self.line, column: self.column, reason: reason.into() }
    }
}

/// Why a text is not what it is read as.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct NotationError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What was read, what is wrong with it, and what would be right.
    pub reason: String,
}

/// A text, and how far it is read.
pub(super) struct Scanner<'a> {
    rest: std::str::Chars<'a>,
    place: Place,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text).chars(), place: Place::FIRST }
    }

    /// Where the next letter is.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The next letter, which stays the next.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// The next letter.
    pub(super) fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.place = match letter {
            '\n' => Place { line: self.place.line + 1, column: 1 },
            _ => Place { column: self.place.column + 1, ..self.place },
        };
        Some(letter)
    }

    /// The letters for which something holds, from here on.
    pub(super) fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest.as_str();
        while self.peek().is_some_and(&holds) {
            self.next();
        }
        &before[..before.len() - self.rest.as_str().len()]
    }

    /// Goes to the next letter that is no blank.
    pub(super) fn blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Goes to the next line.
    pub(super) fn rest_of_line(&mut self) {
        self.take_while(|letter| letter != '\n');
    }
}

/// The words of a text with their places.
pub(super) fn words(text: &str) -> Vec<(&str, Place)> {
    let (mut scanner, mut words) = (Scanner::new(text), Vec::new());
    loop {
        scanner.blanks();
        let place = scanner.place();
        match scanner.take_while(|letter| !letter.is_whitespace()) {
            "" => return words,
            word => words.push((word, place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_places() {
        let found = words("\u{feff}ab c\n  äö d");
        let places: Vec<_> = found.iter().map(|(word, place)| (*word, place.line, place.column)).collect();
        assert_eq!(places, [("ab", 1, 1), ("c", 1, 4), ("äö", 2, 3), ("d", 2, 6)]);
    }
}
