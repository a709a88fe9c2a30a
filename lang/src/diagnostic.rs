//! Diagnostics: errors and warnings about a text with their source spans, in the one format that all parts of this
//! crate use. [`render`](crate::render()) formats them for a terminal.

use boardwright_rules::Span;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The text yields no rule set.
    Error,
    /// The text is legal, but probably not what the author meant.
    Warning,
}

/// One error or warning for the author of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of the diagnostic.
    pub severity: Severity,
    /// Short identifier of the kind of mistake, such as `unknown-key`.
    pub code: &'static str,
    /// Description of the mistake.
    pub message: String,
    /// Source range of the mistake.
    pub span: Span,
    /// Text shown at the source range: what stands there or what is expected there. May be empty.
    pub label: String,
    /// Other source ranges that matter, each with its label.
    pub related: Vec<(Span, String)>,
    /// Advice for correcting the mistake.
    pub help: Option<String>,
    /// Text that, in place of the source range, corrects the mistake. A word that the message suggests is not repeated here;
    /// see [`correction`](crate::analysis::correction).
    pub replacement: Option<String>,
}

impl Diagnostic {
    /// Creates an error: the text yields no rule set.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            help: None,
            replacement: None,
        }
    }

    /// Creates a warning: the text is legal but suspicious.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Sets the label of the source range.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Sets the advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Sets the advice if there is one.
    #[must_use]
    pub fn maybe_help(self, help: Option<String>) -> Self {
        Self { help: help.or(self.help), ..self }
    }

    /// Sets the text that corrects the mistake in place of the source range.
    #[must_use]
    pub fn replacement(self, text: impl Into<String>) -> Self {
        Self { replacement: Some(text.into()), ..self }
    }

    /// Sets the text that corrects the mistake if there is one.
    #[must_use]
    pub fn maybe_replacement(self, text: Option<String>) -> Self {
        Self { replacement: text.or(self.replacement), ..self }
    }

    /// Adds another source range with its label.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }
}

/// Maximum number of diagnostics that are reported for one text.
pub const MAX_DIAGNOSTICS: usize = 200;

/// Collects diagnostics. For each severity, the first [`MAX_DIAGNOSTICS`] are stored and the rest are only counted.
#[derive(Debug, Default)]
pub struct Findings {
    by_severity: [Vec<Diagnostic>; 2],
    dropped: [usize; 2],
}

impl Findings {
    /// Adds a diagnostic.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let class = diagnostic.severity as usize;
        if self.by_severity[class].len() < MAX_DIAGNOSTICS {
            self.by_severity[class].push(diagnostic);
        } else {
            self.dropped[class] += 1;
        }
    }

    /// `true` if further diagnostics of this severity are only counted, so that composing advice for them is wasted
    /// time.
    pub(crate) fn is_full(&self, severity: Severity) -> bool {
        self.by_severity[severity as usize].len() >= MAX_DIAGNOSTICS
    }

    /// `true` if there is an error among the diagnostics.
    pub fn has_errors(&self) -> bool {
        !self.by_severity[Severity::Error as usize].is_empty()
    }

    /// Number of errors, including those that are only counted.
    pub(crate) fn error_count(&self) -> usize {
        self.by_severity[Severity::Error as usize].len() + self.dropped[Severity::Error as usize]
    }

    /// Returns at most [`MAX_DIAGNOSTICS`] diagnostics, ordered by source position, and one more with the number of
    /// those left out. Errors take precedence over warnings.
    pub fn into_sorted(self, end: Span) -> Vec<Diagnostic> {
        let [mut list, mut warnings] = self.by_severity;
        let by_place = |a: &Diagnostic, b: &Diagnostic| {
            (a.span.source, a.span.start, a.span.end, a.severity).cmp(&(
                b.span.source,
                b.span.start,
                b.span.end,
                b.severity,
            ))
        };
        warnings.sort_by(by_place);
        let room = MAX_DIAGNOSTICS - list.len();
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
        assert_eq!(list.len(), MAX_DIAGNOSTICS + 1);
        assert_eq!(list.iter().filter(|d| d.code == "e").count(), 3);
        let more = list.last().unwrap();
        assert_eq!(more.severity, Severity::Warning);
        assert_eq!(more.message, "0 more errors and 803 more warnings are not shown");
    }

    #[test]
    fn cut_errors_have_error_severity() {
        let list = many(201, 1);
        assert_eq!(list.last().unwrap().message, "1 more errors and 1 more warnings are not shown");
        assert_eq!(list.last().unwrap().severity, Severity::Error);
        assert_eq!(many(100, 100).len(), 200);
    }
}
