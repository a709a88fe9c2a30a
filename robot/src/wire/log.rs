//! A log of the bytes on a serial line with their times: kept in memory, written as text, and read again for replay.
//!
//! A line of the text is a time in seconds, `>` to the board or `<` from it, and the bytes in quotes with `\r` and
//! `\xNN`.

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// The direction of bytes on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the host to the controller.
    ToBoard,
    /// From the controller to the host.
    FromBoard,
}

/// Bytes transmitted in one direction at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The time at which the last byte had passed.
    pub at: Duration,
    /// The direction.
    pub direction: Direction,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The error of an unreadable log line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the log: expected {expected}")]
pub struct LogError {
    /// The line number, from 1.
    pub line: usize,
    /// The expected text.
    pub expected: &'static str,
}

/// The last entries of a line, and an optional writer that gets all of them.
#[derive(Default)]
pub struct Log {
    entries: VecDeque<LogEntry>,
    out: Option<Box<dyn Write + Send>>,
}

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Log").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Log {
    /// Maximum number of entries kept in memory.
    const MAX_ENTRIES: usize = 4096;

    /// Creates a log that is also written to `out`, one text line for each entry, as it grows.
    pub fn with_writer(out: Box<dyn Write + Send>) -> Self {
        Self { entries: VecDeque::new(), out: Some(out) }
    }

    /// Adds bytes that have passed.
    pub fn add(&mut self, at: Duration, towards: Direction, bytes: &[u8]) {
        let entry = LogEntry { at, direction: towards, bytes: bytes.to_vec() };
        let failed = self.out.as_mut().is_some_and(|out| writeln!(out, "{entry}").and_then(|()| out.flush()).is_err());
        if failed {
            // A failed log write must not stop an arm in the middle of a move; the log continues in memory.
            self.out = None;
        }
        if self.entries.len() == Self::MAX_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// `true` if a writer was given and every entry could be written to it.
    pub fn is_written(&self) -> bool {
        self.out.is_some()
    }

    /// The last entries, oldest first.
    pub fn last_entries(&self) -> impl Iterator<Item = &LogEntry> {
        self.entries.iter()
    }

    /// Parses a written log.
    ///
    /// # Errors
    ///
    /// [`LogError`] for the first line that is not a log line.
    pub fn parse(text: &str) -> Result<Vec<LogEntry>, LogError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(at, line)| parse_entry(line).map_err(|expected| LogError { line: at + 1, expected })).collect()
    }
}

impl fmt::Display for LogEntry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.direction == Direction::ToBoard { '>' } else { '<' };
        write!(out, "{:.6} {arrow} \"{}\"", self.at.as_secs_f64(), self.bytes.escape_ascii())
    }
}

fn parse_entry(line: &str) -> Result<LogEntry, &'static str> {
    let mut words = line.trim().splitn(3, ' ');
    let seconds = words.next().and_then(|word| word.parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds)).ok_or("a time in seconds")?;
    let towards = match words.next() {
        Some(">") => Direction::ToBoard,
        Some("<") => Direction::FromBoard,
        _ => return Err("`>` (to the board) or `<` (from it)"),
    };
    let quoted = words.next().and_then(|word| word.strip_prefix('"')?.strip_suffix('"'));
    let bytes = quoted.and_then(unescape).ok_or("bytes in quotes, as in \"Q\\r\" or \"\\x96\"")?;
    Ok(LogEntry { at: Duration::from_secs_f64(seconds), direction: towards, bytes })
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
    fn written_entries_are_parsed_again() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [b"#0 P1500\r".as_slice(), &all] {
            for towards in [Direction::ToBoard, Direction::FromBoard] {
                let entry =
                    LogEntry { at: Duration::from_micros(1_234_567), direction: towards, bytes: bytes.to_vec() };
                assert_eq!(Log::parse(&entry.to_string()), Ok(vec![entry]));
            }
        }
    }

    #[test]
    fn invalid_log_lines_are_reported_with_their_number() {
        let message = |text: &str| Log::parse(text).unwrap_err().to_string();
        assert_eq!(message("1.0 > \"Q\\r\"\nx"), "line 2 of the log: expected a time in seconds");
        assert_eq!(message("1 ="), "line 1 of the log: expected `>` (to the board) or `<` (from it)");
        assert!(message("1 > \"\\xZZ\"").contains("bytes in quotes"));
        assert!(message("1 > Q").contains("bytes in quotes"));
    }
}
