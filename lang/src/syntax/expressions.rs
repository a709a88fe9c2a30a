//! Expressions: tokens to data and tree at once.
//! What is wrong with them is said by `wrong`; after the first mistake the rest of a line is not read.

use boardwright_engine::rules::Arith;

use super::ast::{Comparison, Expr, Joining, Node, Word};
use super::kinds::{COMPARISON, Kind, RANGE, STRONGEST};
use super::parser::Parser;
use super::tokens::Token;
use super::wrong::{self, Found, Wanted};
use crate::Diagnostic;
use crate::keys::Form;

/// How many brackets and prefixes may be open at once.
const MOST_DEPTH: usize = 128;
/// How many operators one expression may have; a tree of them is at most so high.
const MOST_OPERATORS: usize = 2000;

/// The rest cannot be read; why has been told.
pub(super) struct Failed;

type Read<T> = Result<T, Failed>;

/// Reads one list or one line.
pub(super) struct Expressions<'p, 't> {
    parser: &'p mut Parser<'t>,
    tokens: &'p [Token],
    at: usize,
    /// Where the value begins.
    start: usize,
    /// Brackets that are open.
    brackets: Vec<Token>,
    depth: usize,
    operators: usize,
}

impl<'p, 't> Expressions<'p, 't> {
    pub(super) fn new(parser: &'p mut Parser<'t>, tokens: &'p [Token], start: usize) -> Self {
        Self { parser, tokens, at: 0, start, brackets: Vec::new(), depth: 0, operators: 0 }
    }

    /// All of it as expressions parted by commas.
    pub(super) fn list(mut self, form: Form) -> Vec<Expr> {
        let depth = self.parser.tree.depth();
        let mut items = Vec::new();
        loop {
            self.operators = 0;
            if form == Form::Binders
                && let Some(diagnostic) = self.no_binder()
            {
                let Failed = self.fail(diagnostic);
                return vec![self.give_up(depth)];
            }
            let item = match self.argument(false) {
                Ok(item) => item,
                Err(Failed) => return vec![self.give_up(depth)],
            };
            items.push(item);
            match self.peek() {
                None => return items,
                Some(Kind::Comma) => self.bump(),
                Some(_) => {
                    let wanted = if matches!(form, Form::Value) { Wanted::End } else { Wanted::CommaOrEnd };
                    let Failed = self.unexpected(wanted);
                    return vec![self.give_up(depth)];
                }
            }
        }
    }

    /// All of it as one expression, or `target = value`.
    pub(super) fn line(mut self) -> Expr {
        let depth = self.parser.tree.depth();
        let read = self.assignment().and_then(|expr| match self.peek() {
            None => Ok(expr),
            Some(_) => Err(self.unexpected(Wanted::End)),
        });
        read.unwrap_or_else(|Failed| self.give_up(depth))
    }

    /// Puts what is left into the tree and closes what is open.
    fn give_up(&mut self, depth: usize) -> Expr {
        if let Some(token) = self.tokens.get(self.at) {
            self.parser.tree.open(Kind::Broken, token.start);
            while self.at < self.tokens.len() {
                self.bump();
            }
        }
        self.parser.tree.close_to(depth);
        let first = self.tokens.first().map_or(self.start, |token| token.start);
        let last = self.tokens.last().map_or(self.start, |token| token.end);
        Expr { node: Node::Wrong, span: self.parser.span(first, last) }
    }

    /// What is wrong with a variable of `for` that lacks its `$` or its colon.
    fn no_binder(&self) -> Option<Diagnostic> {
        let [name, sign, rest @ ..] = self.tokens.get(self.at..)? else { return None };
        let odd = matches!(
            (name.kind, sign.kind),
            (Kind::Word, Kind::Colon) | (Kind::Word | Kind::Var, Kind::Equals | Kind::In)
        );
        let set = rest.first().zip(rest.last()).map_or("set", |(first, last)| &self.parser.text[first.start..last.end]);
        odd.then(|| wrong::binder(self.text(*name), set, self.parser.span(name.start, sign.end)))
    }

    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn peek_second(&self) -> Option<Kind> {
        self.tokens.get(self.at + 1).map(|token| token.kind)
    }

    /// Where the next token begins, or the last one ended.
    fn place(&self) -> usize {
        match self.tokens.get(self.at) {
            Some(token) => token.start,
            None => self.end(),
        }
    }

    /// Where the last token ended.
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

    fn expr(&self, node: Node, start: usize) -> Expr {
        Expr { node, span: self.parser.span(start, self.end()) }
    }

    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        self.parser.told.add(diagnostic);
        Failed
    }

    fn unexpected(&mut self, wanted: Wanted) -> Failed {
        let found = Found {
            text: self.parser.text,
            span: &|token: Token| self.parser.span(token.start, token.end),
            here: self.parser.span(self.end(), self.end()),
            before: self.at.checked_sub(1).map(|at| self.tokens[at]),
            token: self.tokens.get(self.at).copied(),
            after: self.tokens.get(self.at + 1).copied(),
            bracket: self.brackets.last().copied(),
        };
        let diagnostic = wrong::unexpected(&found, wanted);
        self.fail(diagnostic)
    }

    /// Goes one level down.
    fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let span = self.parser.span(self.place(), self.place() + 1);
            return Err(self.fail(wrong::too_deep(MOST_DEPTH, span)));
        }
        Ok(())
    }

    /// A value, or `target = value`.
    fn assignment(&mut self) -> Read<Expr> {
        let start = self.place();
        let mark = self.parser.tree.mark(start);
        let target = self.value(0)?;
        if self.peek() != Some(Kind::Equals) {
            return Ok(target);
        }
        self.parser.tree.open_at(mark, Kind::Assign);
        self.bump();
        let value = self.value(0)?;
        self.parser.tree.close();
        Ok(self.expr(Node::Assign(Box::new(target), Box::new(value)), start))
    }

    /// What may stand between commas.
    fn argument(&mut self, assigns: bool) -> Read<Expr> {
        let start = self.place();
        match (self.peek(), self.peek_second()) {
            (Some(Kind::Var), Some(Kind::Colon)) => {
                self.parser.tree.open(Kind::Declare, start);
                let name = self.word();
                self.bump();
                let set = self.value(0)?;
                self.parser.tree.close();
                Ok(self.expr(Node::Declare(name, Box::new(set)), start))
            }
            (Some(Kind::Word), Some(Kind::Word)) if self.is_list_of() => {
                self.parser.tree.open(Kind::ListOf, start);
                self.bump();
                self.bump();
                let range = self.value(0)?;
                self.parser.tree.close();
                Ok(self.expr(Node::ListOf(Box::new(range)), start))
            }
            _ if assigns => self.assignment(),
            _ => self.value(0),
        }
    }

    fn is_list_of(&self) -> bool {
        self.text(self.tokens[self.at]) == "list" && self.text(self.tokens[self.at + 1]) == "of"
    }

    /// Takes the next token as a word.
    fn word(&mut self) -> Word {
        let token = self.tokens[self.at];
        self.bump();
        Word { text: self.text(token).to_owned(), span: self.parser.span(token.start, token.end) }
    }

    /// Operands with operators that bind at least so strongly.
    fn value(&mut self, least: usize) -> Read<Expr> {
        let start = self.place();
        let mark = self.parser.tree.mark(start);
        let mut left = self.operand(least)?;
        while let Some(strength) = self.strength().filter(|strength| *strength >= least) {
            self.parser.tree.open_at(mark, Kind::Chain);
            while self.strength() == Some(strength) {
                let operator = self.tokens[self.at];
                self.operators += 1;
                if self.operators > MOST_OPERATORS {
                    let span = self.parser.span(operator.start, operator.end);
                    return Err(self.fail(wrong::too_long(MOST_OPERATORS, span)));
                }
                self.bump();
                let right = self.value(strength + 1)?;
                let node = binary(operator.kind, Box::new(left), Box::new(right));
                left = self.expr(node, start);
                let alone = strength == COMPARISON || strength == RANGE;
                if alone && self.strength() == Some(strength) {
                    return Err(self.unexpected(Wanted::End));
                }
            }
            self.parser.tree.close();
        }
        Ok(left)
    }

    fn strength(&self) -> Option<usize> {
        self.peek()?.strength()
    }

    fn operand(&mut self, least: usize) -> Read<Expr> {
        let start = self.place();
        match self.peek() {
            Some(Kind::Not) if least <= COMPARISON => {
                self.enter()?;
                self.parser.tree.open(Kind::Prefix, start);
                self.bump();
                let inner = self.value(COMPARISON)?;
                self.parser.tree.close();
                self.depth -= 1;
                Ok(self.expr(Node::Not(Box::new(inner)), start))
            }
            Some(Kind::Minus) => {
                self.enter()?;
                self.parser.tree.open(Kind::Prefix, start);
                self.bump();
                if self.least_number() {
                    self.bump();
                    self.parser.tree.close();
                    self.depth -= 1;
                    return Ok(self.expr(Node::Int(i32::MIN), start));
                }
                let inner = self.operand(STRONGEST)?;
                self.parser.tree.close();
                self.depth -= 1;
                Ok(self.expr(Node::Negate(Box::new(inner)), start))
            }
            _ => self.atom(),
        }
    }

    /// Whether the number comes that only fits with a minus.
    fn least_number(&self) -> bool {
        self.peek() == Some(Kind::Number) && self.text(self.tokens[self.at]) == "2147483648"
    }

    fn atom(&mut self) -> Read<Expr> {
        let Some(token) = self.tokens.get(self.at).copied() else { return Err(self.unexpected(Wanted::Operand)) };
        let text = self.text(token);
        let node = match token.kind {
            Kind::Number => match text.parse() {
                Ok(number) => Node::Int(number),
                Err(_) => {
                    let span = self.parser.span(token.start, token.end);
                    self.parser.told.add(wrong::large_number(text, span));
                    Node::Int(0)
                }
            },
            Kind::Text => Node::Text(text[1..text.len() - 1].to_owned()),
            Kind::Var => Node::Var(text.to_owned()),
            Kind::True | Kind::False => Node::Bool(token.kind == Kind::True),
            Kind::Colour => self.colour(text, token),
            Kind::Word if self.peek_second() == Some(Kind::OpenBracket) => return self.call(),
            Kind::Word => Node::Name(text.to_owned()),
            Kind::OpenBrace => {
                self.parser.tree.open(Kind::Set, token.start);
                let members = self.bracketed(Kind::CloseBrace, false)?;
                self.parser.tree.close();
                return Ok(self.expr(Node::Set(members), token.start));
            }
            Kind::OpenBracket => return self.in_brackets(),
            _ => return Err(self.unexpected(Wanted::Operand)),
        };
        self.bump();
        Ok(self.expr(node, token.start))
    }

    fn colour(&mut self, text: &str, token: Token) -> Node {
        let digits = &text[1..];
        let good = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16).ok().filter(|_| good) {
            Some(number) => Node::Colour((number >> 16) as u8, (number >> 8) as u8, number as u8),
            None => {
                let span = self.parser.span(token.start, token.end);
                self.parser.told.add(wrong::colour(text, span));
                Node::Wrong
            }
        }
    }

    fn call(&mut self) -> Read<Expr> {
        let start = self.place();
        self.parser.tree.open(Kind::Call, start);
        let head = self.word();
        let arguments = self.bracketed(Kind::CloseBracket, true)?;
        self.parser.tree.close();
        Ok(self.expr(Node::Call(head, arguments), start))
    }

    fn in_brackets(&mut self) -> Read<Expr> {
        let start = self.place();
        self.parser.tree.open(Kind::Brackets, start);
        self.enter()?;
        self.brackets.push(self.tokens[self.at]);
        self.bump();
        let inner = self.value(0)?;
        if self.peek() != Some(Kind::CloseBracket) {
            return Err(self.unexpected(Wanted::Close));
        }
        self.bump();
        self.brackets.pop();
        self.depth -= 1;
        self.parser.tree.close();
        Ok(self.expr(inner.node, start))
    }

    /// What stands between brackets, parted by commas; there may be nothing.
    fn bracketed(&mut self, close: Kind, assigns: bool) -> Read<Vec<Expr>> {
        self.enter()?;
        self.brackets.push(self.tokens[self.at]);
        self.bump();
        let mut members = Vec::new();
        if self.peek() != Some(close) {
            loop {
                members.push(self.argument(assigns)?);
                match self.peek() {
                    Some(Kind::Comma) => self.bump(),
                    Some(kind) if kind == close => break,
                    _ => return Err(self.unexpected(Wanted::CommaOrClose)),
                }
            }
        }
        self.bump();
        self.brackets.pop();
        self.depth -= 1;
        Ok(members)
    }
}

fn binary(operator: Kind, left: Box<Expr>, right: Box<Expr>) -> Node {
    let compare = |how, left, right| Node::Compare(how, left, right);
    match operator {
        Kind::Or => Node::Or(left, right),
        Kind::And => Node::And(left, right),
        Kind::Equal => compare(Comparison::Equal, left, right),
        Kind::Unequal => compare(Comparison::Unequal, left, right),
        Kind::Less => compare(Comparison::Less, left, right),
        Kind::LessEqual => compare(Comparison::LessEqual, left, right),
        Kind::Greater => compare(Comparison::Greater, left, right),
        Kind::GreaterEqual => compare(Comparison::GreaterEqual, left, right),
        Kind::In => compare(Comparison::In, left, right),
        Kind::Subset => compare(Comparison::Subset, left, right),
        Kind::Union => Node::Join(Joining::Union, left, right),
        Kind::Intersect => Node::Join(Joining::Intersect, left, right),
        Kind::Except => Node::Join(Joining::Except, left, right),
        Kind::Dots => Node::Range(left, right),
        Kind::Plus => Node::Arith(Arith::Add, left, right),
        Kind::Minus => Node::Arith(Arith::Subtract, left, right),
        Kind::Star => Node::Arith(Arith::Multiply, left, right),
        Kind::Slash => Node::Arith(Arith::Divide, left, right),
        Kind::Percent => Node::Arith(Arith::Remainder, left, right),
        _ => Node::Wrong,
    }
}
