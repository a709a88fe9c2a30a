//! The lines of a game file that count, each with its place: trimmed, without comments and empty lines.
//! What a line says is in [`entries`](super::entries).

use boardwright_engine::rules::Span;

use crate::Source;
use crate::diagnostic::{Diagnostic, Findings};

/// A line without the blanks around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl Line<'_> {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// From a byte of this line on.
    pub(super) fn from(self, at: usize) -> Self {
        Self { text: &self.text[at..], start: self.start + at }
    }

    /// Up to a byte of this line.
    pub(super) fn until(self, at: usize) -> Self {
        Self { text: &self.text[..at], ..self }
    }

    /// Without the blanks around it.
    pub(super) fn trimmed(self) -> Self {
        let text = self.text.trim_start_matches(is_blank);
        Self { text: text.trim_end_matches(is_blank), start: self.start + self.text.len() - text.len() }
    }
}

/// Blanks and control characters, as the 2013 edition trims them.
fn is_blank(c: char) -> bool {
    c <= ' '
}

/// The lines that count. Lines of one character do not: the edition passes them over, and so they get a warning.
pub(super) fn lines<'a>(source: &'a Source, findings: &mut Findings) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in source.text().split(['\n', '\r']) {
        let line = Line { text, start }.trimmed();
        start += text.len() + 1;
        // Counted as the edition counts: a character outside of the basic plane is two.
        let long = line.text.len() > 4 || line.text.encode_utf16().take(2).count() > 1;
        if long && !line.text.starts_with("//") {
            lines.push(line);
        } else if !line.text.is_empty() && !long {
            findings.add(
                Diagnostic::warning("short-line", line.span(), "a line of one character is passed over")
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
    fn what_counts() {
        let source = Source::new("a", b"  ab \r\n//c\r\t\x01cd\n\nx\nef");
        let mut findings = Findings::default();
        let lines = lines(&source, &mut findings);
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
