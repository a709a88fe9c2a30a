//! Collector of the diagnostics of one text while the parser reads it.
//! The number of stored diagnostics is bounded.

use boardwright_rules::Span;

use crate::Diagnostic;
use crate::diagnostic::MAX_DIAGNOSTICS;

/// Diagnostics of one text.
#[derive(Debug)]
pub(super) struct DiagnosticCollector {
    source: u16,
    pub(super) list: Vec<Diagnostic>,
}

impl DiagnosticCollector {
    pub(super) fn new(source: u16) -> Self {
        Self { source, list: Vec::new() }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, ..Span::new(start, end) }
    }

    /// Adds a diagnostic, or drops it once the limit is reached: memory stays bounded even if every line is wrong.
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.list.push(diagnostic);
        }
    }

    /// `true` if further diagnostics are dropped, so that computing suggestions is wasted time.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= 5 * MAX_DIAGNOSTICS
    }
}
