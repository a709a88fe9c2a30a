//! Parser of values: texts, rows, lists and lines.
//! The expressions within them are parsed by `expressions`.

use super::ast::{Expr, Word};
use super::expressions::ExprParser;
use super::kinds::SyntaxKind;
use super::parser::Parser;
use super::tokens::{Token, tokenize};
use crate::vocabulary::ValueSyntax;

impl Parser<'_> {
    /// Parses a text of one or several lines.
    pub(super) fn parse_text(&mut self, start: usize, end: usize) -> String {
        let mut text = String::new();
        for (from, to) in self.content_ranges(start, end) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&self.text[from..to]);
            self.tree.token(SyntaxKind::Line, from, to);
        }
        text
    }

    /// Parses the rows of a letter grid.
    pub(super) fn parse_rows(&mut self, start: usize, end: usize) -> Vec<Word> {
        let mut rows = Vec::new();
        for (from, to) in self.content_ranges(start, end) {
            let text = self.text[from..to].chars().filter(|letter| !letter.is_whitespace()).collect();
            rows.push(Word { text, span: self.span(from, to) });
            self.tree.token(SyntaxKind::Row, from, to);
        }
        rows
    }

    /// Byte ranges of the non-empty lines between `start` and `end`, without surrounding blanks and comments.
    pub(super) fn content_ranges(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let mut from = start;
        while from < end {
            let line = self.line(from);
            let (first, last) = self.content_range(from, line.end.min(end));
            if first < last {
                parts.push((first, last));
            }
            from = line.next;
        }
        parts
    }

    /// Parses expressions separated by commas; line breaks are not significant.
    pub(super) fn parse_list(&mut self, start: usize, end: usize, form: ValueSyntax) -> Vec<Expr> {
        let tokens = tokenize(self.text, start, end);
        if tokens.is_empty() {
            return Vec::new();
        }
        ExprParser::new(self, &tokens, start).parse_list(form)
    }

    /// Parses expressions, one per line, joining continuation lines.
    pub(super) fn parse_lines(&mut self, start: usize, end: usize) -> Vec<Expr> {
        let tokens = tokenize(self.text, start, end);
        let mut lines = Vec::new();
        let mut from = 0;
        while from < tokens.len() {
            let to = line_end(&tokens, from);
            self.tree.open(SyntaxKind::ExprLine, tokens[from].start);
            lines.push(ExprParser::new(self, &tokens[from..to], start).parse_line());
            self.tree.close();
            from = to;
        }
        lines
    }
}

/// Index of the token after the logical line that begins with token `from`: the next token that begins a line of the
/// text, unless a bracket is open or an operator stands on either side of the line break.
fn line_end(tokens: &[Token], from: usize) -> usize {
    let mut open = 0_usize;
    for at in from..tokens.len() {
        let token = tokens[at];
        if token.is_first_on_line
            && at > from
            && open == 0
            && !continues_line(token.kind, true)
            && !continues_line(tokens[at - 1].kind, false)
        {
            return at;
        }
        match token.kind {
            SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => open += 1,
            SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => open = open.saturating_sub(1),
            _ => {}
        }
    }
    tokens.len()
}

/// `true` if a token at the start (`begins`) or the end of a line continues the logical line.
fn continues_line(kind: SyntaxKind, begins: bool) -> bool {
    kind.precedence().is_some() || (!begins && matches!(kind, SyntaxKind::Equals | SyntaxKind::Not | SyntaxKind::Comma))
}
