//! The significant lines of a game file with their positions: trimmed, without comments and empty lines.
//! [`entries`](super::entries) interprets the lines.

use boardwright_rules::Span;

use crate::Source;
use crate::diagnostic::{Diagnostic, Findings};

/// A trimmed line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl Line<'_> {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Returns the part of the line from byte `at` on.
    pub(super) fn tail_from(self, at: usize) -> Self {
        Self { text: &self.text[at..], start: self.start + at }
    }

    /// Returns the part of the line before byte `at`.
    pub(super) fn head_until(self, at: usize) -> Self {
        Self { text: &self.text[..at], ..self }
    }

    /// Returns the line without surrounding blanks.
    pub(super) fn trimmed(self) -> Self {
        let text = self.text.trim_start_matches(is_blank);
        Self { text: text.trim_end_matches(is_blank), start: self.start + self.text.len() - text.len() }
    }
}

/// `true` for blanks and control characters, which the edition 2013 trims.
fn is_blank(c: char) -> bool {
    c <= ' '
}

/// Returns the significant lines. The edition ignores lines of one character, so these are reported as warnings.
pub(super) fn significant_lines<'a>(source: &'a Source, findings: &mut Findings) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in source.text().split(['\n', '\r']) {
        let line = Line { text, start }.trimmed();
        start += text.len() + 1;
        // Length in UTF-16 code units, as in the original edition: a character outside of the basic plane counts as
        // two.
        let long = line.text.len() > 4 || line.text.encode_utf16().take(2).count() > 1;
        if long && !line.text.starts_with("//") {
            lines.push(line);
        } else if !line.text.is_empty() && !long {
            findings.add(
                Diagnostic::warning("short-line", line.span(), "a line of one character is ignored")
                    .label("this line has no effect")
                    .help("give a named expression a longer name; write a body line such as `1` as `1+0`"),
            );
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_lines_are_trimmed() {
        let source = Source::new("a", b"  ab \r\n//c\r\t\x01cd\n\nx\nef");
        let mut findings = Findings::default();
        let lines = significant_lines(&source, &mut findings);
        let texts: Vec<_> = lines.iter().map(|line| line.text).collect();
        assert_eq!(texts, ["ab", "cd", "ef"]);
        for line in lines {
            assert_eq!(&source.text()[line.start..][..2], line.text);
        }
        let found = findings.into_sorted(Span::default());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, "short-line");
    }
}
