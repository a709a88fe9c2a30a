//! Standard output: text for people, or JSON for programs and then nothing else. Messages do not come here.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use serde::Serialize;

use crate::args::Format;
use crate::failure::Failure;

/// Texts for people fill lines of this length.
pub const LINE: usize = 78;

/// Where the answer goes. What is written waits until it is flushed.
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

    /// Whether the text may have colours.
    pub fn colour(&self) -> bool {
        !self.is_json() && io::stdout().is_terminal() && colours_wanted()
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

/// Whether nobody asked for a terminal without colours (<https://no-color.org>).
pub fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A text in lines of at most so many letters, if no word is longer.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
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

/// A whole number with commas between its thousands.
pub fn grouped(number: u64) -> String {
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

/// `1 move`, `2 moves`.
pub fn counted(number: usize, thing: &str) -> impl fmt::Display {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A text in lines that fit a terminal; its own line ends are kept only where a line is empty.
pub fn reflowed(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        lines.extend((!lines.is_empty()).then(String::new));
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > LINE {
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
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("overlong a", 3), ["overlong", "a"]);
        assert!(wrapped("", 3).is_empty());
    }

    #[test]
    fn numbers_are_grouped_from_the_right() {
        assert_eq!([0, 999, 1_000, 255_168, 1_234_567].map(grouped), ["0", "999", "1,000", "255,168", "1,234,567"]);
    }
}
