//! Comments of an edition 2013 file, assigned to the line below them.
//! The conversion moves them to the line's replacement.

use std::collections::BTreeMap;

/// Comments by the first byte of the line below them.
#[derive(Debug, Default)]
pub(super) struct Comments {
    before: BTreeMap<usize, Vec<String>>,
    /// First bytes of all lines.
    lines: Vec<usize>,
    /// Section headers in file order, with their first bytes.
    pub(super) headers: Vec<(String, usize)>,
    end: usize,
}

impl Comments {
    pub(super) fn parse(text: &str) -> Self {
        let mut found = Self { end: text.len(), ..Self::default() };
        let mut waiting: Vec<String> = Vec::new();
        let mut at = 0;
        for line in text.split(['\n', '\r']) {
            found.lines.push(at);
            let trimmed = line.trim_matches(|c: char| c <= ' ');
            if let Some(comment) = trimmed.strip_prefix("//") {
                waiting.push(format!("//{comment}"));
            } else if trimmed.is_empty() {
                // A blank line separates the comment of the file from that of its first section.
                if found.headers.is_empty()
                    && !waiting.is_empty()
                    && waiting.last().is_some_and(|last| !last.is_empty())
                {
                    waiting.push(String::new());
                }
            } else {
                if let Some(head) = trimmed.strip_prefix('[') {
                    let name = head.trim_end_matches(']').trim().to_uppercase();
                    found.headers.push((name, at));
                }
                if !waiting.is_empty() {
                    found.before.insert(at, std::mem::take(&mut waiting));
                }
            }
            at += line.len() + 1;
        }
        if !waiting.is_empty() {
            found.before.insert(text.len() + 1, waiting);
        }
        found
    }

    /// First byte of the line that contains a byte.
    fn line_start(&self, byte: usize) -> usize {
        let after = self.lines.partition_point(|start| *start <= byte);
        self.lines[after.saturating_sub(1)]
    }

    /// Removes and returns the comments above the line that contains a byte.
    pub(super) fn take_before(&mut self, byte: usize) -> Vec<String> {
        let line = self.line_start(byte);
        self.before.remove(&line).unwrap_or_default()
    }

    /// Removes and returns all comments from the line of a byte up to the next of `stops` or the next header.
    pub(super) fn take_from(&mut self, byte: usize, stops: &[usize]) -> Vec<String> {
        let line = self.line_start(byte);
        let stop = stops.iter().map(|stop| self.line_start(*stop)).filter(|stop| *stop > line).min();
        let header = self.headers.iter().map(|(_, at)| *at).find(|at| *at > line);
        let end = stop.into_iter().chain(header).min().unwrap_or(self.end + 1);
        self.take_range(line, end)
    }

    /// Removes and returns the remaining comments of the sections of this name.
    pub(super) fn take_section(&mut self, section: &str) -> Vec<String> {
        let ranges: Vec<(usize, usize)> = self
            .headers
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| name == section)
            .map(|(at, (_, start))| (*start, self.headers.get(at + 1).map_or(self.end + 2, |(_, next)| *next)))
            .collect();
        ranges.into_iter().flat_map(|(start, end)| self.take_range(start, end)).collect()
    }

    fn take_range(&mut self, from: usize, to: usize) -> Vec<String> {
        let keys: Vec<usize> = self.before.range(from..to).map(|(at, _)| *at).collect();
        keys.into_iter().filter_map(|at| self.before.remove(&at)).flatten().filter(|line| !line.is_empty()).collect()
    }

    /// Removes and returns the comments above the first header, or all at the top of a file without headers.
    pub(super) fn take_top(&mut self) -> Vec<String> {
        let first = self.headers.first().map_or(0, |(_, at)| *at);
        let mut top = self.before.remove(&first).unwrap_or_default();
        while top.last().is_some_and(String::is_empty) {
            top.pop();
        }
        top
    }

    /// Removes and returns all remaining comments.
    pub(super) fn take_all(&mut self) -> Vec<String> {
        std::mem::take(&mut self.before).into_values().flatten().filter(|line| !line.is_empty()).collect()
    }
}
