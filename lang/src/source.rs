//! Source texts: decodes the bytes of a file to characters and maps byte positions to lines and columns.
//! This module reads no files and does not depend on the language.

use std::borrow::Cow;

use boardwright_rules::Span;
use sha2::{Digest, Sha256};

/// Maximum size of a game file in bytes.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;

/// Character encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
    Latin1,
}

/// A named text with its lines.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    encoding: Encoding,
    /// Byte offset of the first non-ASCII character, or 0.
    first_non_ascii: usize,
    hash: String,
    byte_count: usize,
}

impl Source {
    /// Decodes the bytes of a file; `name` is the name shown to users.
    ///
    /// Accepts any bytes. They are decoded as UTF-16 if they begin with its byte order mark, else as UTF-8 with or
    /// without byte order mark, else as Latin-1. Of a file larger than [`MAX_SOURCE_BYTES`] only the size and the hash
    /// are stored.
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        let (text, encoding) =
            if bytes.len() > MAX_SOURCE_BYTES { (String::new(), Encoding::Utf8) } else { decode(bytes) };
        let line_starts = line_starts(&text);
        let first_non_ascii = text.find(|c: char| !c.is_ascii()).unwrap_or_default();
        let hash = to_hex(&Sha256::digest(bytes));
        Self { name: name.into(), text, line_starts, encoding, first_non_ascii, hash, byte_count: bytes.len() }
    }

    /// Name of the file as shown to users.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The decoded text; spans are byte offsets into it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of the undecoded bytes, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Number of undecoded bytes.
    pub fn byte_count(&self) -> usize {
        self.byte_count
    }

    /// Name of the file without folders and extension.
    pub fn stem(&self) -> &str {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        match file.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => file,
        }
    }

    /// Line and column of a byte, both counted from 1. Columns count characters. A byte past the end counts as the end.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.line_of(byte);
        (line + 1, self.text[self.line_starts[line]..byte].chars().count() + 1)
    }

    /// Line that contains a byte, counted from 0.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= byte) - 1
    }

    /// First byte of a line counted from 0, or the end of the text for a line past it.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// Span of the first non-ASCII character, or the empty span at byte 0.
    pub(crate) fn first_non_ascii(&self) -> Span {
        let length = self.text[self.first_non_ascii..].chars().next().map_or(0, char::len_utf8);
        Span::new(self.first_non_ascii, self.first_non_ascii + length)
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding
    }
}

fn to_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16);
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(digit).collect()
}

fn decode(bytes: &[u8]) -> (String, Encoding) {
    let wide = |units: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks(2).map(|pair| units([pair[0], *pair.get(1).unwrap_or(&0)]));
        let text = char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        (text, Encoding::Utf16)
    };
    match bytes {
        [0xff, 0xfe, ..] => return wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => (text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), Encoding::Utf8),
        Cow::Owned(_) => (bytes.iter().map(|&byte| char::from(byte)).collect(), Encoding::Latin1),
    }
}

/// Returns the first bytes of all lines. A line ends with LF, CR, or CR LF.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let source = Source::new("a", b"1\n2\r\n3\r4\n\r5");
        let lines: Vec<_> = source.text().char_indices().filter(|(_, c)| c.is_ascii_digit()).collect();
        let places: Vec<_> = lines.iter().map(|&(at, _)| source.position(at)).collect();
        assert_eq!(places, [(1, 1), (2, 1), (3, 1), (4, 1), (6, 1)]);
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a", "žába x".as_bytes());
        assert_eq!(source.position(source.text().find('x').unwrap()), (1, 6));
        assert_eq!(source.position(1000), (1, 7));
        assert_eq!(source.position(1), (1, 1), "inside a character counts as its start");
    }

    #[test]
    fn encodings() {
        assert_eq!(Source::new("a", b"\xef\xbb\xbfab").text(), "ab");
        let latin = Source::new("a", b"caf\xe9");
        assert_eq!((latin.text(), latin.encoding()), ("café", Encoding::Latin1));
        let wide = Source::new("a", b"\xff\xfea\0b\0c");
        assert_eq!((wide.text(), wide.encoding()), ("abc", Encoding::Utf16));
        assert_eq!(Source::new("a", b"").position(0), (1, 1));
    }

    #[test]
    fn stems() {
        for (name, stem) in
            [("games/nim.game", "nim"), ("a\\b.c.game", "b.c"), ("x", "x"), (".game", ".game"), ("", "")]
        {
            assert_eq!(Source::new(name, b"").stem(), stem);
        }
    }
}
