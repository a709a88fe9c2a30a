//! Line-wise editing of values that preserves comments and indentation.
//! The caller selects the value.

#![allow(clippy::format_collect)] // only a few lines

use super::Edit;
use crate::analysis::document::Pair;
use crate::vocabulary::{self, ValueSyntax};

/// Indentation of continuation lines.
const INDENT: &str = "  ";

/// A text to be edited line by line.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct LineEditor<'t> {
    text: &'t str,
}

/// Lines of a given value without surrounding blanks; empty lines are dropped.
pub(super) fn value_lines(value: &str) -> Vec<String> {
    split_lines(value).iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Splits a text at LF, CR or CRLF.
pub(super) fn split_lines(text: &str) -> Vec<&str> {
    text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r')).collect()
}

impl<'t> LineEditor<'t> {
    pub(in crate::analysis) fn new(text: &'t str) -> Self {
        Self { text }
    }

    /// Line terminator of the text.
    pub(in crate::analysis) fn eol(self) -> &'static str {
        match self.text.find(['\n', '\r']) {
            Some(at) if self.text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if self.text[at..].starts_with('\r') => "\r",
            _ => "\n",
        }
    }

    fn line_start(self, at: usize) -> usize {
        self.text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// End of the line that contains a byte, before its terminator.
    pub(in crate::analysis) fn line_end(self, at: usize) -> usize {
        self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |length| at + length)
    }

    /// Start of the line after the one that contains a byte.
    fn next_line(self, at: usize) -> usize {
        let end = self.line_end(at);
        end + if self.text[end..].starts_with("\r\n") { 2 } else { usize::from(end < self.text.len()) }
    }

    /// Byte ranges of the lines of a value, without comments.
    fn value_ranges(self, pair: &Pair) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for token in &pair.value {
            match places.last_mut() {
                Some(last) if !self.text[last.1..token.start].contains(['\n', '\r']) => last.1 = token.end,
                _ => places.push((token.start, token.end)),
            }
        }
        places
    }

    /// Lines of a value.
    pub(in crate::analysis) fn value(self, pair: &Pair) -> Vec<String> {
        self.value_ranges(pair).into_iter().map(|(start, end)| self.text[start..end].to_owned()).collect()
    }

    /// Returns the edits that give the pair a new value.
    pub(super) fn change_value(self, pair: &Pair, new: &[String]) -> Vec<Edit> {
        let old = self.value_ranges(pair);
        let mut edits = Vec::new();
        for (&(start, end), line) in old.iter().zip(new) {
            if self.text[start..end] != *line {
                edits.push(self.replace(start, end, line));
            }
        }
        for &(start, end) in old.iter().skip(new.len()) {
            let rest = &self.text[end..self.line_end(end)];
            // A comment stays, on a line of its own.
            let alone = rest.trim().is_empty();
            edits.push(if alone { self.remove(start, end) } else { Edit::new(start, end, "") });
        }
        if new.len() > old.len() {
            let more: String = new[old.len()..].iter().map(|line| format!("{}{INDENT}{line}", self.eol())).collect();
            edits.push(match old.last() {
                Some((_, end)) => {
                    let end = self.line_end(*end);
                    Edit::new(end, end, more)
                }
                None => {
                    let first = format!(" {}", new[0]);
                    let rest: String = new[1..].iter().map(|line| format!("{}{INDENT}{line}", self.eol())).collect();
                    let at = pair.equals_end;
                    Edit::new(at, at, first + &rest)
                }
            });
        }
        edits
    }

    /// Replaces one line of a value; a trailing comment keeps its column if there is room.
    fn replace(self, start: usize, end: usize, line: &str) -> Edit {
        let rest = &self.text[end..self.line_end(end)];
        let blanks = rest.len() - rest.trim_start().len();
        if !rest.trim_start().starts_with("//") {
            return Edit::new(start, end, line);
        }
        let width = self.text[start..end].chars().count() + rest[..blanks].chars().count();
        let room = width.saturating_sub(line.chars().count()).max(1);
        Edit::new(start, end + blanks, format!("{line}{}", " ".repeat(room)))
    }

    /// Inserts a pair after the line that contains a byte.
    pub(super) fn insert_pair(self, at: usize, section: &vocabulary::Section, key: &str, value: &[String]) -> Edit {
        let end = self.line_end(at);
        Edit::new(end, end, self.pair_text(section, key, value))
    }

    /// Text of a pair, preceded by a line terminator.
    pub(super) fn pair_text(self, section: &vocabulary::Section, key: &str, value: &[String]) -> String {
        let eol = self.eol();
        let below = section.value_syntax(key) == Some(ValueSyntax::Rows);
        let lines = value.iter().enumerate().map(|(number, line)| match number {
            0 if !below => format!(" {line}"),
            _ => format!("{eol}{INDENT}{line}"),
        });
        format!("{eol}{key} ={}", lines.collect::<String>())
    }

    /// Removes whole lines.
    pub(in crate::analysis) fn remove(self, start: usize, end: usize) -> Edit {
        let (from, to) = (self.line_start(start), self.next_line(end));
        if to == self.text.len() && from > 0 && !self.text[..to].ends_with(['\n', '\r']) {
            // The removed last line had no terminator, so the line before it loses its own.
            let before = &self.text[..from];
            let end_of_line = if before.ends_with("\r\n") { 2 } else { 1 };
            return Edit::new(from - end_of_line, to, "");
        }
        Edit::new(from, to, "")
    }

    /// Removes whole lines, and one of two empty lines that would become adjacent.
    pub(super) fn remove_spaced(self, start: usize, end: usize) -> Edit {
        let edit = self.remove(start, end);
        let (from, to) = (edit.span.start as usize, edit.span.end as usize);
        let is_empty_before = from > 0 && {
            let before = self.text[..from].trim_end_matches(['\n', '\r']).len();
            split_lines(&self.text[before..from]).len() > 2
        };
        let next = self.next_line(to);
        let is_empty_after = to < self.text.len() && self.text[to..next].trim().is_empty();
        if is_empty_before && is_empty_after { Edit::new(from, next, "") } else { edit }
    }
}
