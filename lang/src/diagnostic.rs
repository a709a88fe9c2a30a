//! What is wrong with a text, and where: the one form in which every part of this crate says it.
//! How it looks on a terminal is in [`render`](crate::render()).

use boardwright_engine::rules::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// There is no rule set.
    Error,
    /// Probably not what the author meant.
    Warning,
}

/// One thing to tell the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short name for this kind of mistake, such as `unknown-key`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The place.
    pub span: Span,
    /// What is at the place, or what was expected there; may be empty.
    pub label: String,
    /// Other places that matter, each with what it is.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// What makes a text useless.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// What is legal but suspicious.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Says what is at the place.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Says what to do, if there is anything to say.
    #[must_use]
    pub fn maybe_help(self, help: Option<String>) -> Self {
        Self { help: help.or(self.help), ..self }
    }

    /// Shows another place.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }
}

/// Most diagnostics that one text gets.
pub const MOST: usize = 200;

/// Collects diagnostics; of each severity it keeps the first [`MOST`] and counts the rest.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    kept: [Vec<Diagnostic>; 2],
    dropped: [usize; 2],
}

impl Findings {
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        let class = diagnostic.severity as usize;
        if self.kept[class].len() < MOST {
            self.kept[class].push(diagnostic);
        } else {
            self.dropped[class] += 1;
        }
    }

    /// Whether another diagnostic of this severity would only be counted, so that looking for advice is wasted time.
    pub(crate) fn full(&self, severity: Severity) -> bool {
        self.kept[severity as usize].len() >= MOST
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.kept[Severity::Error as usize].is_empty()
    }

    /// How many errors there are, with those that are only counted.
    pub(crate) fn errors(&self) -> usize {
        self.kept[Severity::Error as usize].len() + self.dropped[Severity::Error as usize]
    }

    /// At most [`MOST`] of them and one that says how many more there are, by place; errors are kept before warnings.
    pub(crate) fn into_sorted(self, end: Span) -> Vec<Diagnostic> {
        let [mut list, mut warnings] = self.kept;
        let by_place = |a: &Diagnostic, b: &Diagnostic| {
            (a.span.source, a.span.start, a.span.end, a.severity).cmp(&(
                b.span.source,
                b.span.start,
                b.span.end,
                b.severity,
            ))
        };
        warnings.sort_by(by_place);
        let room = MOST - list.len();
        let cut_warnings = warnings.len().saturating_sub(room) + self.dropped[1];
        list.extend(warnings.into_iter().take(room));
        list.sort_by(by_place);
        list.dedup();
        let cut_errors = self.dropped[0];
        if cut_errors + cut_warnings > 0 {
            let severity = if cut_errors > 0 { Severity::Error } else { Severity::Warning };
            let message = format!("{cut_errors} more errors and {cut_warnings} more warnings are not shown");
            list.push(Diagnostic { severity, ..Diagnostic::error("more", end, message) });
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(errors: usize, warnings: usize) -> Vec<Diagnostic> {
        let mut findings = Findings::default();
        for at in 0..warnings {
            findings.add(Diagnostic::warning("w", Span::new(at, at), ""));
        }
        for at in 0..errors {
            findings.add(Diagnostic::error("e", Span::new(5000 + at, 5000 + at), ""));
        }
        findings.into_sorted(Span::new(9999, 9999))
    }

    #[test]
    fn errors_are_kept_before_warnings() {
        let list = many(3, 1000);
        assert_eq!(list.len(), MOST + 1);
        assert_eq!(list.iter().filter(|d| d.code == "e").count(), 3);
        let more = list.last().unwrap();
        assert_eq!(more.severity, Severity::Warning);
        assert_eq!(more.message, "0 more errors and 803 more warnings are not shown");
    }

    #[test]
    fn cut_errors_are_said_to_be_errors() {
        let list = many(201, 1);
        assert_eq!(list.last().unwrap().message, "1 more errors and 1 more warnings are not shown");
        assert_eq!(list.last().unwrap().severity, Severity::Error);
        assert_eq!(many(100, 100).len(), 200);
    }
}
