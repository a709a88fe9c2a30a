//! Every byte on a line, with its time: kept, written as text, read and sent again.
//!
//! A line of the text is a time in seconds, `>` to the board or `<` from it, and the bytes in quotes with `\r` and `\xNN`.

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// Which way bytes went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    /// To the board.
    Board,
    /// From the board.
    Us,
}

/// Bytes that went one way at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When the last of them had passed.
    pub at: Duration,
    /// Which way.
    pub towards: Towards,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Why a line of a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the log: expected {expected}")]
pub struct LogError {
    /// Which line, from 1.
    pub line: usize,
    /// What should be there.
    pub expected: &'static str,
}

/// The last bytes on a line, and a file or the like that gets all of them.
#[derive(Default)]
pub struct Log {
    last: VecDeque<Entry>,
    out: Option<Box<dyn Write + Send>>,
}

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Log").field("kept", &self.last.len()).finish_non_exhaustive()
    }
}

impl Log {
    /// How many entries are kept.
    const KEPT: usize = 4096;

    /// A log that is also written, line by line, as it grows.
    pub fn to(out: Box<dyn Write + Send>) -> Self {
        Self { last: VecDeque::new(), out: Some(out) }
    }

    /// Bytes have passed.
    pub fn add(&mut self, at: Duration, towards: Towards, bytes: &[u8]) {
        let entry = Entry { at, towards, bytes: bytes.to_vec() };
        let failed = self.out.as_mut().is_some_and(|out| writeln!(out, "{entry}").and_then(|()| out.flush()).is_err());
        if failed {
            // A log that cannot be written must not stop an arm in the middle of a move; what is kept here goes on.
            self.out = None;
        }
        if self.last.len() == Self::KEPT {
            self.last.pop_front();
        }
        self.last.push_back(entry);
    }

    /// Whether a file was asked for and all could be written to it.
    pub fn is_written(&self) -> bool {
        self.out.is_some()
    }

    /// The last entries, oldest first.
    pub fn last(&self) -> impl Iterator<Item = &Entry> {
        self.last.iter()
    }

    /// Reads what a log has written.
    ///
    /// # Errors
    ///
    /// The first line that is none of a log's.
    pub fn read(text: &str) -> Result<Vec<Entry>, LogError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(at, line)| entry(line).map_err(|expected| LogError { line: at + 1, expected })).collect()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.towards == Towards::Board { '>' } else { '<' };
        write!(out, "{:.6} {arrow} \"{}\"", self.at.as_secs_f64(), self.bytes.escape_ascii())
    }
}

fn entry(line: &str) -> Result<Entry, &'static str> {
    let mut words = line.trim().splitn(3, ' ');
    let seconds = words.next().and_then(|word| word.parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds)).ok_or("a time in seconds")?;
    let towards = match words.next() {
        Some(">") => Towards::Board,
        Some("<") => Towards::Us,
        _ => return Err("`>` (to the board) or `<` (from it)"),
    };
    let quoted = words.next().and_then(|word| word.strip_prefix('"')?.strip_suffix('"'));
    let bytes = quoted.and_then(unescape).ok_or("bytes in quotes, as in \"Q\\r\" or \"\\x96\"")?;
    Ok(Entry { at: Duration::from_secs_f64(seconds), towards, bytes })
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'r' => b'\r',
            b'n' => b'\n',
            b't' => b'\t',
            b'x' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other @ (b'\\' | b'"' | b'\'') => other,
            _ => return None,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [b"#0 P1500\r".as_slice(), &all] {
            for towards in [Towards::Board, Towards::Us] {
                let entry = Entry { at: Duration::from_micros(1_234_567), towards, bytes: bytes.to_vec() };
                assert_eq!(Log::read(&entry.to_string()), Ok(vec![entry]));
            }
        }
    }

    #[test]
    fn what_is_no_log_is_told_with_its_line() {
        let told = |text: &str| Log::read(text).unwrap_err().to_string();
        assert_eq!(told("1.0 > \"Q\\r\"\nx"), "line 2 of the log: expected a time in seconds");
        assert_eq!(told("1 ="), "line 1 of the log: expected `>` (to the board) or `<` (from it)");
        assert!(told("1 > \"\\xZZ\"").contains("bytes in quotes"));
        assert!(told("1 > Q").contains("bytes in quotes"));
    }
}
