//! Expression parser: recursive descent with precedence climbing, building syntax tree and abstract syntax tree at
//! once. The error messages are in `errors`; after an error the rest of the line is skipped.

use boardwright_rules::ArithmeticOp;

use super::ast::{Comparison, Expr, ExprKind, SetOperator, Word};
use super::errors::{self, ErrorContext, Expected};
use super::kinds::{COMPARISON_PRECEDENCE, PREFIX_PRECEDENCE, RANGE_PRECEDENCE, SyntaxKind};
use super::parser::Parser;
use super::tokens::Token;
use crate::Diagnostic;
use crate::vocabulary::ValueSyntax;

/// Maximum number of open brackets and prefix operators.
const MAX_DEPTH: usize = 128;
/// Maximum number of operators in one expression, which also bounds the height of its tree.
const MAX_OPERATORS: usize = 2000;

/// A syntax error that has already been reported.
pub(super) struct ReportedError;

type ParseResult<T> = Result<T, ReportedError>;

/// Parser of one list or one line.
pub(super) struct ExprParser<'p, 't> {
    parser: &'p mut Parser<'t>,
    tokens: &'p [Token],
    at: usize,
    /// Byte offset of the value.
    start: usize,
    /// Open brackets, innermost last.
    brackets: Vec<Token>,
    depth: usize,
    operators: usize,
}

impl<'p, 't> ExprParser<'p, 't> {
    pub(super) fn new(parser: &'p mut Parser<'t>, tokens: &'p [Token], start: usize) -> Self {
        Self { parser, tokens, at: 0, start, brackets: Vec::new(), depth: 0, operators: 0 }
    }

    /// Parses all tokens as expressions separated by commas.
    pub(super) fn parse_list(mut self, form: ValueSyntax) -> Vec<Expr> {
        let depth = self.parser.tree.depth();
        let mut items = Vec::new();
        loop {
            self.operators = 0;
            if form == ValueSyntax::Binders
                && let Some(diagnostic) = self.binder_error()
            {
                let ReportedError = self.report(diagnostic);
                return vec![self.recover(depth)];
            }
            let item = match self.argument(false) {
                Ok(item) => item,
                Err(ReportedError) => return vec![self.recover(depth)],
            };
            items.push(item);
            match self.peek() {
                None => return items,
                Some(SyntaxKind::Comma) => self.bump(),
                Some(_) => {
                    let wanted = if matches!(form, ValueSyntax::Value) { Expected::End } else { Expected::CommaOrEnd };
                    let ReportedError = self.unexpected(wanted);
                    return vec![self.recover(depth)];
                }
            }
        }
    }

    /// Parses all tokens as one expression or `target = value`.
    pub(super) fn parse_line(mut self) -> Expr {
        let depth = self.parser.tree.depth();
        let read = self.assignment().and_then(|expr| match self.peek() {
            None => Ok(expr),
            Some(_) => Err(self.unexpected(Expected::End)),
        });
        read.unwrap_or_else(|ReportedError| self.recover(depth))
    }

    /// Error recovery: adds the remaining tokens to an error node and closes all nodes above `depth`.
    fn recover(&mut self, depth: usize) -> Expr {
        if let Some(token) = self.tokens.get(self.at) {
            self.parser.tree.open(SyntaxKind::Error, token.start);
            while self.at < self.tokens.len() {
                self.bump();
            }
        }
        self.parser.tree.close_to(depth);
        let first = self.tokens.first().map_or(self.start, |token| token.start);
        let last = self.tokens.last().map_or(self.start, |token| token.end);
        Expr { kind: ExprKind::Error, span: self.parser.span(first, last) }
    }

    /// Returns the error for a variable of `for` that lacks its `$` or its colon.
    fn binder_error(&self) -> Option<Diagnostic> {
        let [name, sign, rest @ ..] = self.tokens.get(self.at..)? else { return None };
        let is_malformed = matches!(
            (name.kind, sign.kind),
            (SyntaxKind::Word, SyntaxKind::Colon)
                | (SyntaxKind::Word | SyntaxKind::Var, SyntaxKind::Equals | SyntaxKind::In)
        );
        let set = rest.first().zip(rest.last()).map_or("set", |(first, last)| &self.parser.text[first.start..last.end]);
        is_malformed.then(|| errors::malformed_binder(self.text(*name), set, self.parser.span(name.start, sign.end)))
    }

    fn peek(&self) -> Option<SyntaxKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn peek_second(&self) -> Option<SyntaxKind> {
        self.tokens.get(self.at + 1).map(|token| token.kind)
    }

    /// Start of the next token, or end of the last one.
    fn position(&self) -> usize {
        match self.tokens.get(self.at) {
            Some(token) => token.start,
            None => self.end(),
        }
    }

    /// End of the last consumed token.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(self.start, |at| self.tokens[at].end)
    }

    fn bump(&mut self) {
        let token = self.tokens[self.at];
        self.parser.tree.token(token.kind, token.start, token.end);
        self.at += 1;
    }

    fn text(&self, token: Token) -> &'t str {
        &self.parser.text[token.start..token.end]
    }

    fn expr(&self, node: ExprKind, start: usize) -> Expr {
        Expr { kind: node, span: self.parser.span(start, self.end()) }
    }

    fn report(&mut self, diagnostic: Diagnostic) -> ReportedError {
        self.parser.diagnostics.add(diagnostic);
        ReportedError
    }

    fn unexpected(&mut self, wanted: Expected) -> ReportedError {
        let found = ErrorContext {
            text: self.parser.text,
            span: &|token: Token| self.parser.span(token.start, token.end),
            here: self.parser.span(self.end(), self.end()),
            before: self.at.checked_sub(1).map(|at| self.tokens[at]),
            token: self.tokens.get(self.at).copied(),
            after: self.tokens.get(self.at + 1).copied(),
            bracket: self.brackets.last().copied(),
        };
        let diagnostic = errors::unexpected(&found, wanted);
        self.report(diagnostic)
    }

    /// Enters one nesting level; fails beyond the maximum depth.
    fn enter_level(&mut self) -> ParseResult<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.parser.span(self.position(), self.position() + 1);
            return Err(self.report(errors::too_deep(MAX_DEPTH, span)));
        }
        Ok(())
    }

    /// Parses a value, or `target = value`.
    fn assignment(&mut self) -> ParseResult<Expr> {
        let start = self.position();
        let mark = self.parser.tree.checkpoint(start);
        let target = self.expression(0)?;
        if self.peek() != Some(SyntaxKind::Equals) {
            return Ok(target);
        }
        self.parser.tree.open_at(mark, SyntaxKind::Assign);
        self.bump();
        let value = self.expression(0)?;
        self.parser.tree.close();
        Ok(self.expr(ExprKind::Assign(Box::new(target), Box::new(value)), start))
    }

    /// Parses one item of a comma-separated list.
    fn argument(&mut self, assigns: bool) -> ParseResult<Expr> {
        let start = self.position();
        match (self.peek(), self.peek_second()) {
            (Some(SyntaxKind::Var), Some(SyntaxKind::Colon)) => {
                self.parser.tree.open(SyntaxKind::Declare, start);
                let name = self.word();
                self.bump();
                let set = self.expression(0)?;
                self.parser.tree.close();
                Ok(self.expr(ExprKind::Declare(name, Box::new(set)), start))
            }
            (Some(SyntaxKind::Word), Some(SyntaxKind::Word)) if self.is_list_of() => {
                self.parser.tree.open(SyntaxKind::ListOf, start);
                self.bump();
                self.bump();
                let range = self.expression(0)?;
                self.parser.tree.close();
                Ok(self.expr(ExprKind::ListOf(Box::new(range)), start))
            }
            _ if assigns => self.assignment(),
            _ => self.expression(0),
        }
    }

    fn is_list_of(&self) -> bool {
        self.text(self.tokens[self.at]) == "list" && self.text(self.tokens[self.at + 1]) == "of"
    }

    /// Consumes the next token as a word.
    fn word(&mut self) -> Word {
        let token = self.tokens[self.at];
        self.bump();
        Word { text: self.text(token).to_owned(), span: self.parser.span(token.start, token.end) }
    }

    /// Parses an expression whose infix operators have at least precedence `min_precedence` (precedence climbing).
    fn expression(&mut self, min_precedence: usize) -> ParseResult<Expr> {
        let start = self.position();
        let mark = self.parser.tree.checkpoint(start);
        let mut left = self.operand(min_precedence)?;
        while let Some(strength) = self.next_precedence().filter(|strength| *strength >= min_precedence) {
            self.parser.tree.open_at(mark, SyntaxKind::Chain);
            while self.next_precedence() == Some(strength) {
                let operator = self.tokens[self.at];
                self.operators += 1;
                if self.operators > MAX_OPERATORS {
                    let span = self.parser.span(operator.start, operator.end);
                    return Err(self.report(errors::too_long(MAX_OPERATORS, span)));
                }
                self.bump();
                let right = self.expression(strength + 1)?;
                let node = binary(operator.kind, Box::new(left), Box::new(right));
                left = self.expr(node, start);
                let alone = strength == COMPARISON_PRECEDENCE || strength == RANGE_PRECEDENCE;
                if alone && self.next_precedence() == Some(strength) {
                    return Err(self.unexpected(Expected::End));
                }
            }
            self.parser.tree.close();
        }
        Ok(left)
    }

    fn next_precedence(&self) -> Option<usize> {
        self.peek()?.precedence()
    }

    fn operand(&mut self, min_precedence: usize) -> ParseResult<Expr> {
        let start = self.position();
        match self.peek() {
            Some(SyntaxKind::Not) if min_precedence <= COMPARISON_PRECEDENCE => {
                self.enter_level()?;
                self.parser.tree.open(SyntaxKind::Prefix, start);
                self.bump();
                let inner = self.expression(COMPARISON_PRECEDENCE)?;
                self.parser.tree.close();
                self.depth -= 1;
                Ok(self.expr(ExprKind::Not(Box::new(inner)), start))
            }
            Some(SyntaxKind::Minus) => {
                self.enter_level()?;
                self.parser.tree.open(SyntaxKind::Prefix, start);
                self.bump();
                if self.is_min_integer() {
                    self.bump();
                    self.parser.tree.close();
                    self.depth -= 1;
                    return Ok(self.expr(ExprKind::Int(i32::MIN), start));
                }
                let inner = self.operand(PREFIX_PRECEDENCE)?;
                self.parser.tree.close();
                self.depth -= 1;
                Ok(self.expr(ExprKind::Negate(Box::new(inner)), start))
            }
            _ => self.atom(),
        }
    }

    /// `true` if the next token is 2147483648, which fits into 32 bits only when negated.
    fn is_min_integer(&self) -> bool {
        self.peek() == Some(SyntaxKind::Number) && self.text(self.tokens[self.at]) == "2147483648"
    }

    fn atom(&mut self) -> ParseResult<Expr> {
        let Some(token) = self.tokens.get(self.at).copied() else { return Err(self.unexpected(Expected::Operand)) };
        let text = self.text(token);
        let node = match token.kind {
            SyntaxKind::Number => match text.parse() {
                Ok(number) => ExprKind::Int(number),
                Err(_) => {
                    let span = self.parser.span(token.start, token.end);
                    self.parser.diagnostics.add(errors::number_overflow(text, span));
                    ExprKind::Error
                }
            },
            SyntaxKind::Text => ExprKind::Text(text[1..text.len() - 1].to_owned()),
            SyntaxKind::Var => ExprKind::Var(text.to_owned()),
            SyntaxKind::True | SyntaxKind::False => ExprKind::Bool(token.kind == SyntaxKind::True),
            SyntaxKind::Colour => self.colour(text, token),
            SyntaxKind::Word if self.peek_second() == Some(SyntaxKind::OpenBracket) => return self.call(),
            SyntaxKind::Word => ExprKind::Name(text.to_owned()),
            SyntaxKind::OpenBrace => {
                self.parser.tree.open(SyntaxKind::Set, token.start);
                let members = self.bracketed_list(SyntaxKind::CloseBrace, false)?;
                self.parser.tree.close();
                return Ok(self.expr(ExprKind::Set(members), token.start));
            }
            SyntaxKind::OpenBracket => return self.parenthesized(),
            _ => return Err(self.unexpected(Expected::Operand)),
        };
        self.bump();
        Ok(self.expr(node, token.start))
    }

    fn colour(&mut self, text: &str, token: Token) -> ExprKind {
        let digits = &text[1..];
        let is_valid = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16).ok().filter(|_| is_valid) {
            Some(number) => ExprKind::Colour((number >> 16) as u8, (number >> 8) as u8, number as u8),
            None => {
                let span = self.parser.span(token.start, token.end);
                self.parser.diagnostics.add(errors::invalid_colour(text, span));
                ExprKind::Error
            }
        }
    }

    fn call(&mut self) -> ParseResult<Expr> {
        let start = self.position();
        self.parser.tree.open(SyntaxKind::Call, start);
        let head = self.word();
        let arguments = self.bracketed_list(SyntaxKind::CloseBracket, true)?;
        self.parser.tree.close();
        Ok(self.expr(ExprKind::Call(head, arguments), start))
    }

    fn parenthesized(&mut self) -> ParseResult<Expr> {
        let start = self.position();
        self.parser.tree.open(SyntaxKind::Brackets, start);
        self.enter_level()?;
        self.brackets.push(self.tokens[self.at]);
        self.bump();
        let inner = self.expression(0)?;
        if self.peek() != Some(SyntaxKind::CloseBracket) {
            return Err(self.unexpected(Expected::Close));
        }
        self.bump();
        self.brackets.pop();
        self.depth -= 1;
        self.parser.tree.close();
        Ok(self.expr(inner.kind, start))
    }

    /// Parses a bracketed, comma-separated, possibly empty list.
    fn bracketed_list(&mut self, close: SyntaxKind, assigns: bool) -> ParseResult<Vec<Expr>> {
        self.enter_level()?;
        self.brackets.push(self.tokens[self.at]);
        self.bump();
        let mut members = Vec::new();
        if self.peek() != Some(close) {
            loop {
                members.push(self.argument(assigns)?);
                match self.peek() {
                    Some(SyntaxKind::Comma) => self.bump(),
                    Some(kind) if kind == close => break,
                    _ => return Err(self.unexpected(Expected::CommaOrClose)),
                }
            }
        }
        self.bump();
        self.brackets.pop();
        self.depth -= 1;
        Ok(members)
    }
}

fn binary(operator: SyntaxKind, left: Box<Expr>, right: Box<Expr>) -> ExprKind {
    let compare = |how, left, right| ExprKind::Compare(how, left, right);
    match operator {
        SyntaxKind::Or => ExprKind::Or(left, right),
        SyntaxKind::And => ExprKind::And(left, right),
        SyntaxKind::Equal => compare(Comparison::Equal, left, right),
        SyntaxKind::Unequal => compare(Comparison::Unequal, left, right),
        SyntaxKind::Less => compare(Comparison::Less, left, right),
        SyntaxKind::LessEqual => compare(Comparison::LessEqual, left, right),
        SyntaxKind::Greater => compare(Comparison::Greater, left, right),
        SyntaxKind::GreaterEqual => compare(Comparison::GreaterEqual, left, right),
        SyntaxKind::In => compare(Comparison::In, left, right),
        SyntaxKind::Subset => compare(Comparison::Subset, left, right),
        SyntaxKind::Union => ExprKind::SetOperation(SetOperator::Union, left, right),
        SyntaxKind::Intersect => ExprKind::SetOperation(SetOperator::Intersect, left, right),
        SyntaxKind::Except => ExprKind::SetOperation(SetOperator::Except, left, right),
        SyntaxKind::Dots => ExprKind::Range(left, right),
        SyntaxKind::Plus => ExprKind::Arith(ArithmeticOp::Add, left, right),
        SyntaxKind::Minus => ExprKind::Arith(ArithmeticOp::Subtract, left, right),
        SyntaxKind::Star => ExprKind::Arith(ArithmeticOp::Multiply, left, right),
        SyntaxKind::Slash => ExprKind::Arith(ArithmeticOp::Divide, left, right),
        SyntaxKind::Percent => ExprKind::Arith(ArithmeticOp::Remainder, left, right),
        _ => ExprKind::Error,
    }
}
