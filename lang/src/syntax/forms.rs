//! Values: texts, rows, lists and lines.
//! The expressions in them are read by `expressions`.

use super::ast::{Expr, Word};
use super::expressions::Expressions;
use super::kinds::Kind;
use super::parser::Parser;
use super::tokens::{Token, tokens};
use crate::keys::Form;

impl Parser<'_> {
    /// A text that may go on over several lines.
    pub(super) fn texts(&mut self, start: usize, end: usize) -> String {
        let mut text = String::new();
        for (from, to) in self.parts(start, end) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&self.text[from..to]);
            self.tree.token(Kind::Line, from, to);
        }
        text
    }

    /// The rows of a picture.
    pub(super) fn rows(&mut self, start: usize, end: usize) -> Vec<Word> {
        let mut rows = Vec::new();
        for (from, to) in self.parts(start, end) {
            let text = self.text[from..to].chars().filter(|letter| !letter.is_whitespace()).collect();
            rows.push(Word { text, span: self.span(from, to) });
            self.tree.token(Kind::Row, from, to);
        }
        rows
    }

    /// What stands on the lines from here, without blanks around it and comments.
    pub(super) fn parts(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let mut from = start;
        while from < end {
            let line = self.line(from);
            let (first, last) = self.said(from, line.end.min(end));
            if first < last {
                parts.push((first, last));
            }
            from = line.next;
        }
        parts
    }

    /// Expressions parted by commas, wherever lines end.
    pub(super) fn list(&mut self, start: usize, end: usize, form: Form) -> Vec<Expr> {
        let tokens = tokens(self.text, start, end);
        if tokens.is_empty() {
            return Vec::new();
        }
        Expressions::new(self, &tokens, start).list(form)
    }

    /// Expressions, one on each line that does not go on with the one before it.
    pub(super) fn lines(&mut self, start: usize, end: usize) -> Vec<Expr> {
        let tokens = tokens(self.text, start, end);
        let mut lines = Vec::new();
        let mut from = 0;
        while from < tokens.len() {
            let to = line_end(&tokens, from);
            self.tree.open(Kind::LineOf, tokens[from].start);
            lines.push(Expressions::new(self, &tokens[from..to], start).line());
            self.tree.close();
            from = to;
        }
        lines
    }
}

/// Where the line of expressions ends that begins with a token: before the next one that begins a line of the text,
/// unless brackets are open, or an operator stands there or before.
fn line_end(tokens: &[Token], from: usize) -> usize {
    let mut open = 0_usize;
    for at in from..tokens.len() {
        let token = tokens[at];
        if token.first && at > from && open == 0 && !joins(token.kind, true) && !joins(tokens[at - 1].kind, false) {
            return at;
        }
        match token.kind {
            Kind::OpenBracket | Kind::OpenBrace => open += 1,
            Kind::CloseBracket | Kind::CloseBrace => open = open.saturating_sub(1),
            _ => {}
        }
    }
    tokens.len()
}

/// Whether a line goes on behind such a token, or with it.
fn joins(kind: Kind, begins: bool) -> bool {
    kind.strength().is_some() || (!begins && matches!(kind, Kind::Equals | Kind::Not | Kind::Comma))
}
