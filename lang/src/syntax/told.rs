//! What was found wrong with a text while it was read, and how deep the reader is in it.
//! It keeps no more than anybody could want to see.

use boardwright_engine::rules::Span;

use crate::Diagnostic;
use crate::diagnostic::MOST;

/// Collects diagnostics of one text.
#[derive(Debug)]
pub(super) struct Told {
    source: u16,
    pub(super) list: Vec<Diagnostic>,
}

impl Told {
    pub(super) fn new(source: u16) -> Self {
        Self { source, list: Vec::new() }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, ..Span::new(start, end) }
    }

    /// Adds a diagnostic. A text of which every line is wrong must not need more memory than others.
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if !self.full() {
            self.list.push(diagnostic);
        }
    }

    /// Whether looking for advice is wasted time.
    pub(super) fn full(&self) -> bool {
        self.list.len() >= 5 * MOST
    }
}
