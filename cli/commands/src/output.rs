//! Standard output: text for people, or only JSON for programs. Messages go to standard error instead.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use serde::Serialize;

use crate::colour::colours_allowed;
use crate::failure::Failure;
use crate::options::Format;

/// Line width of texts for people.
pub const LINE_WIDTH: usize = 78;

/// Buffered standard output.
#[derive(Debug)]
pub struct Output {
    format: Format,
    out: BufWriter<Stdout>,
}

impl Output {
    pub fn new(format: Format) -> Self {
        Self { format, out: BufWriter::new(io::stdout()) }
    }

    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// `true` if the text may be coloured.
    pub fn has_colour(&self) -> bool {
        !self.is_json() && io::stdout().is_terminal() && colours_allowed()
    }

    /// Writes a value as one line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Wraps a text into lines of at most `width` characters; longer words get a line of their own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Formats a number with commas as thousands separators.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a count with its noun: `1 move`, `2 moves`.
pub fn count_text(number: usize, thing: &str) -> impl fmt::Display {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Wraps a text to the width of a terminal; only empty lines of the text are kept as paragraph breaks.
pub fn reflow(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        lines.extend((!lines.is_empty()).then(String::new));
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("overlong a", 3), ["overlong", "a"]);
        assert!(wrap("", 3).is_empty());
    }

    #[test]
    fn numbers_are_grouped_from_the_right() {
        assert_eq!(
            [0, 999, 1_000, 255_168, 1_234_567].map(group_digits),
            ["0", "999", "1,000", "255,168", "1,234,567"]
        );
    }
}
