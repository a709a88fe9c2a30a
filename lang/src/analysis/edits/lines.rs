//! Values line by line: what stands on each without its comment, and how another value takes their place.
//! Which value that is has been found out before.

#![allow(clippy::format_collect)] // a few lines at a time

use super::Edit;
use crate::analysis::page::Pair;
use crate::keys::{self, Form};

/// What goes on with a value is indented by this.
const INDENT: &str = "  ";

/// A text, to be changed by lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
}

/// The lines of a value that is handed in, without blanks around them and without empty ones.
pub(super) fn wanted_lines(value: &str) -> Vec<String> {
    parts(value).iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// A text by lines, whatever ends them.
pub(super) fn parts(text: &str) -> Vec<&str> {
    text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r')).collect()
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text }
    }

    /// What ends the lines of this text.
    pub(super) fn eol(self) -> &'static str {
        match self.text.find(['\n', '\r']) {
            Some(at) if self.text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if self.text[at..].starts_with('\r') => "\r",
            _ => "\n",
        }
    }

    fn line_start(self, at: usize) -> usize {
        self.text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// Where the line of a byte ends, before what ends it.
    pub(super) fn line_end(self, at: usize) -> usize {
        self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |length| at + length)
    }

    /// Where the line after that of a byte begins.
    fn next_line(self, at: usize) -> usize {
        let end = self.line_end(at);
        end + if self.text[end..].starts_with("\r\n") { 2 } else { usize::from(end < self.text.len()) }
    }

    /// What stands on each line of a value, without comments.
    fn value_places(self, pair: &Pair) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for token in &pair.value {
            match places.last_mut() {
                Some(last) if !self.text[last.1..token.start].contains(['\n', '\r']) => last.1 = token.end,
                _ => places.push((token.start, token.end)),
            }
        }
        places
    }

    /// The lines of a value.
    pub(super) fn value(self, pair: &Pair) -> Vec<String> {
        self.value_places(pair).into_iter().map(|(start, end)| self.text[start..end].to_owned()).collect()
    }

    /// The changes that give a pair another value.
    pub(super) fn change(self, pair: &Pair, new: &[String]) -> Vec<Edit> {
        let old = self.value_places(pair);
        let mut edits = Vec::new();
        for (&(start, end), line) in old.iter().zip(new) {
            if self.text[start..end] != *line {
                edits.push(self.replace(start, end, line));
            }
        }
        for &(start, end) in old.iter().skip(new.len()) {
            let rest = &self.text[end..self.line_end(end)];
            // A comment stays where it is, on a line of its own.
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
                    let at = pair.equals;
                    Edit::new(at, at, first + &rest)
                }
            });
        }
        edits
    }

    /// One line of a value replaced; a comment behind it keeps its column if there is room.
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

    /// A pair on lines of its own behind the line of a byte.
    pub(super) fn insert(self, at: usize, section: &keys::Section, key: &str, value: &[String]) -> Edit {
        let end = self.line_end(at);
        Edit::new(end, end, self.written(section, key, value))
    }

    /// A pair, begun with the end of the line before it.
    pub(super) fn written(self, section: &keys::Section, key: &str, value: &[String]) -> String {
        let eol = self.eol();
        let below = section.form(key) == Some(Form::Rows);
        let lines = value.iter().enumerate().map(|(number, line)| match number {
            0 if !below => format!(" {line}"),
            _ => format!("{eol}{INDENT}{line}"),
        });
        format!("{eol}{key} ={}", lines.collect::<String>())
    }

    /// Takes whole lines out.
    pub(super) fn remove(self, start: usize, end: usize) -> Edit {
        let (from, to) = (self.line_start(start), self.next_line(end));
        if to == self.text.len() && from > 0 && !self.text[..to].ends_with(['\n', '\r']) {
            // The last line had no end, and so the one before it has none now.
            let before = &self.text[..from];
            let end_of_line = if before.ends_with("\r\n") { 2 } else { 1 };
            return Edit::new(from - end_of_line, to, "");
        }
        Edit::new(from, to, "")
    }

    /// Takes whole lines out, and one of two empty lines that then would follow each other.
    pub(super) fn remove_spaced(self, start: usize, end: usize) -> Edit {
        let edit = self.remove(start, end);
        let (from, to) = (edit.span.start as usize, edit.span.end as usize);
        let is_empty_before = from > 0 && {
            let before = self.text[..from].trim_end_matches(['\n', '\r']).len();
            parts(&self.text[before..from]).len() > 2
        };
        let next = self.next_line(to);
        let is_empty_after = to < self.text.len() && self.text[to..next].trim().is_empty();
        if is_empty_before && is_empty_after { Edit::new(from, next, "") } else { edit }
    }
}
