//! The grammar of expressions: tokens to a tree. What names mean is not known here.
//!
//! ```text
//! expression = prefix expression | value | value infix expression
//! value      = number | bool | text | variable | "{" list "}" | "(" expression ")" | word [ "(" list ")" ]
//! ```
//!
//! There is no precedence: everything groups to the right. A chain of operators is read in a loop and only brackets
//! recurse, so that no text can overflow the stack.

use boardwright_engine::rules::{Span, UnaryOp};

use super::ast::{Infix, Kind, Name, Node, Spanned};
use super::lexer::{Lexeme, Placed, Token, lex, written};
use super::values::COMMENT;
use super::words::{BUILTINS, INFIX_WORDS, PREFIXES};
use crate::diagnostic::{Diagnostic, Findings};
use crate::suggest::shorten;

/// What to say of quotes that are none here.
pub(super) const QUOTES: &str = "texts stand between straight double quotes: `\"s(1)\"`";
/// What people and their editors write in place of `"`.
pub(super) const OTHER_QUOTES: [char; 8] = ['\'', '`', '“', '”', '„', '‘', '’', '«'];
/// Deepest nesting of brackets.
const DEEPEST_BRACKETS: usize = 200;
/// Deepest nesting altogether; each operator of a chain nests what is on its right.
const DEEPEST: usize = 256;
/// Most nodes of all expressions of a file.
const MOST_NODES: usize = 500_000;

/// Reads the expressions of one file.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    nodes: usize,
}

impl Grammar {
    /// Reads one expression, or says what is wrong with it.
    pub(super) fn expression(&mut self, placed: Placed<'_>, findings: &mut Findings) -> Option<Node> {
        let lexemes = lex(placed, findings)?;
        let whole = placed.span();
        let end = Span { start: whole.end, ..whole };
        let mut parser = Parser { lexemes: &lexemes, at: 0, end, brackets: 0, nodes: &mut self.nodes };
        match parser.whole(whole) {
            Ok(node) => Some(node),
            Err(diagnostic) => {
                findings.add(*diagnostic);
                None
            }
        }
    }
}

struct Parser<'a> {
    lexemes: &'a [Lexeme],
    at: usize,
    end: Span,
    brackets: usize,
    nodes: &'a mut usize,
}

/// A diagnostic is large, and trees are read in deep recursion.
type Parsed<T> = Result<T, Box<Diagnostic>>;

/// What waits on the left for the rest of a chain.
enum Waiting {
    Prefix(UnaryOp, Span),
    Operand(Node, Infix),
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.lexemes.get(self.at).map(|lexeme| &lexeme.value)
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        self.lexemes.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    fn take(&mut self, token: &Token) -> Option<Span> {
        let span = self.here();
        (self.peek() == Some(token)).then(|| {
            self.at += 1;
            span
        })
    }

    fn node(&mut self, kind: Kind, span: Span, depth: usize) -> Parsed<Node> {
        *self.nodes += 1;
        if *self.nodes > MOST_NODES || depth > DEEPEST {
            return too_much(span, *self.nodes > MOST_NODES);
        }
        Ok(Node { kind, span, bracketed: false, depth })
    }

    fn whole(&mut self, whole: Span) -> Parsed<Node> {
        if self.lexemes.is_empty() {
            return Err(Diagnostic::error("syntax", whole, "the expression is empty")
                .label("expected an expression")
                .into());
        }
        let node = self.expression()?;
        if self.peek().is_none() { Ok(node) } else { Err(self.trailing("the end of the expression").into()) }
    }

    fn expression(&mut self) -> Parsed<Node> {
        let mut waiting = Vec::new();
        let mut node = loop {
            match self.peek() {
                Some(Token::Prefix(op)) => waiting.push(Waiting::Prefix(*op, self.here())),
                Some(Token::Minus) => waiting.push(Waiting::Prefix(UnaryOp::Neg, self.here())),
                _ => {
                    let value = self.value()?;
                    let infix = match self.peek() {
                        Some(Token::Infix(infix)) => *infix,
                        Some(Token::Minus) => Infix::Op(boardwright_engine::rules::BinaryOp::Subtract),
                        Some(Token::Prefix(op)) => Infix::Misplaced(*op),
                        _ => break value,
                    };
                    waiting.push(Waiting::Operand(value, infix));
                }
            }
            self.at += 1;
        };
        while let Some(outer) = waiting.pop() {
            node = match outer {
                Waiting::Prefix(op, span) => {
                    let (span, depth) = (span.to(node.span), node.depth + 1);
                    self.node(Kind::Prefix(op, Box::new(node)), span, depth)?
                }
                Waiting::Operand(left, infix) => {
                    let (span, depth) = (left.span.to(node.span), left.depth.max(node.depth) + 1);
                    self.node(Kind::Binary(Box::new(left), infix, Box::new(node)), span, depth)?
                }
            };
        }
        Ok(node)
    }

    fn value(&mut self) -> Parsed<Node> {
        let span = self.here();
        let kind = match self.peek() {
            Some(Token::Int(number)) => Kind::Int(*number),
            Some(Token::Bool(truth)) => Kind::Bool(*truth),
            Some(Token::Text(pieces)) => Kind::Text(pieces.clone()),
            Some(Token::Var(name)) => Kind::Var(name.clone()),
            Some(Token::Word(word)) => {
                self.at += 1;
                return self.call(Spanned::new(word.clone(), span));
            }
            Some(Token::Open) => {
                self.at += 1;
                return self.brackets(span);
            }
            Some(Token::SetOpen) => {
                self.at += 1;
                let (members, end) = self.list(&Token::SetClose, span, "{ }")?;
                let depth = deepest(&members) + 1;
                return self.node(Kind::Set(members), span.to(end), depth);
            }
            _ => return Err(self.no_value().into()),
        };
        self.at += 1;
        self.node(kind, span, 1)
    }

    fn call(&mut self, name: Name) -> Parsed<Node> {
        let Some(open) = self.take(&Token::Open) else {
            let span = name.span;
            return self.node(Kind::Call(name, None), span, 1);
        };
        let (arguments, end) = self.list(&Token::Close, open, "()")?;
        let (span, depth) = (name.span.to(end), deepest(&arguments) + 1);
        self.node(Kind::Call(name, Some(arguments)), span, depth)
    }

    fn brackets(&mut self, open: Span) -> Parsed<Node> {
        let (mut values, end) = self.list(&Token::Close, open, "( )")?;
        let span = open.to(end);
        match values.pop() {
            Some(value) if values.is_empty() => Ok(Node { span, bracketed: true, ..value }),
            _ => several(span),
        }
    }

    /// Expressions between commas up to a closing bracket, and the place of that bracket.
    fn list(&mut self, close: &Token, open: Span, empty: &str) -> Parsed<(Vec<Node>, Span)> {
        self.brackets += 1;
        if self.brackets > DEEPEST_BRACKETS {
            return too_many_brackets(open);
        }
        if let Some(end) = self.take(close) {
            return nothing_between(open.to(end), empty);
        }
        let mut list = vec![self.expression()?];
        while self.take(&Token::Comma).is_some() {
            list.push(self.expression()?);
        }
        let sign = if *close == Token::Close { ")" } else { "}" };
        match self.take(close) {
            Some(end) => {
                self.brackets -= 1;
                Ok((list, end))
            }
            None if self.peek().is_none() => unclosed(open, sign),
            None => Err(self.trailing(&format!("`,` or `{sign}`")).into()),
        }
    }

    /// There should be a value here.
    fn no_value(&self) -> Diagnostic {
        let previous = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let expected = "expected a value: a number, a text, a variable, or a name";
        let Some(token) = self.peek() else {
            let after = previous.map_or(String::new(), |lexeme| format!(" after {}", shown(&lexeme.value)));
            let place = previous.map_or(self.end, |lexeme| lexeme.span);
            return Diagnostic::error("syntax", place, format!("something is missing{after}")).label(expected);
        };
        let diagnostic =
            Diagnostic::error("syntax", self.here(), format!("unexpected {}", shown(token))).label(expected);
        let pair = (previous.map(|lexeme| &lexeme.value), token);
        let help = match pair {
            (Some(Token::Infix(Infix::Assign)), Token::Infix(Infix::Op(op))) => match written(*op) {
                "<" => Some("\"at most\" is written `<=`"),
                ">" => Some("\"at least\" is written `>=`"),
                _ => None,
            },
            (Some(Token::Infix(Infix::Op(a))), Token::Infix(b)) => match (written(*a), b) {
                ("<", Infix::Op(b)) if written(*b) == ">" => Some("\"unequal\" is written `!=`"),
                ("==", Infix::Assign) => Some("\"equal\" is written `==`"),
                ("/", Infix::Op(b)) if written(*b) == "/" => Some(COMMENT),
                ("+", Infix::Op(b)) if written(*b) == "+" => Some("`$X` is made larger by `$X = $X + 1`"),
                _ => None,
            },
            (_, Token::Close) if previous.is_none() => Some("there is no `(` for this `)`"),
            _ => None,
        };
        diagnostic.maybe_help(help.map(str::to_owned))
    }

    /// There is something left over where the expression, or an item of a list, could have ended.
    fn trailing(&self, end: &str) -> Diagnostic {
        let Some(token) = self.peek() else {
            return Diagnostic::error("syntax", self.end, format!("expected {end}"));
        };
        let diagnostic = Diagnostic::error("syntax", self.here(), format!("unexpected {}", shown(token)))
            .label(format!("expected an operator or {end}"));
        let help = match token {
            Token::Close => Some("there is no `(` for this `)`".to_owned()),
            Token::SetClose => Some("there is no `{` for this `}`".to_owned()),
            Token::Comma => Some("commas stand between arguments and between the members of a set".to_owned()),
            Token::Open => Some("only a name can have arguments".to_owned()),
            Token::Word(word) => word_help(word),
            _ => None,
        };
        diagnostic.maybe_help(help)
    }
}

// What is told is put together outside of the functions that recurse, so that these need little of the stack.

#[cold]
fn too_much<T>(span: Span, nodes: bool) -> Parsed<T> {
    if nodes {
        let message = format!("the expressions of this file have more than {MOST_NODES} parts");
        return Err(Diagnostic::error("too-long", span, message).into());
    }
    let message = format!("this expression is nested more than {DEEPEST} deep");
    let help = "split it into named expressions; in a chain such as `a AND b AND c` each operator nests what follows";
    Err(Diagnostic::error("too-deep", span, message).help(help).into())
}

#[cold]
fn too_many_brackets<T>(open: Span) -> Parsed<T> {
    let message = format!("brackets are nested more than {DEEPEST_BRACKETS} deep");
    Err(Diagnostic::error("too-deep", open, message).help("split this into named expressions").into())
}

#[cold]
fn several<T>(span: Span) -> Parsed<T> {
    let diagnostic = Diagnostic::error("syntax", span, "brackets around several values").label("expected one value");
    Err(diagnostic.help("a list stands only after a name, as in `Near(1,2)`; a set is written `{ 1,2 }`").into())
}

#[cold]
fn nothing_between<T>(span: Span, empty: &str) -> Parsed<T> {
    let diagnostic = Diagnostic::error("syntax", span, format!("nothing between the brackets of `{empty}`"));
    let diagnostic = match empty {
        "()" => diagnostic.label("expected an argument").help("a call without arguments is written without brackets"),
        "{ }" => diagnostic.label("expected a member").help("the empty set cannot be written"),
        _ => diagnostic.label("expected a value"),
    };
    Err(diagnostic.into())
}

#[cold]
fn unclosed<T>(open: Span, sign: &str) -> Parsed<T> {
    let diagnostic = Diagnostic::error("syntax", open, "this bracket is never closed");
    Err(diagnostic.label(format!("expected a `{sign}` for it")).into())
}

fn deepest(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| node.depth).max().unwrap_or(0)
}

/// What somebody may have meant by a word in the place of an operator.
fn word_help(word: &str) -> Option<String> {
    let operators = INFIX_WORDS.iter().map(|row| row.0).chain(PREFIXES.iter().map(|row| row.0));
    let meant = match word {
        "&&" | "&" => "AND",
        "||" | "|" => "OR",
        _ if word.starts_with(OTHER_QUOTES) => return Some(QUOTES.to_owned()),
        "DIV" | "div" => "/",
        "MOD" | "mod" => "%",
        _ => operators.into_iter().find(|operator| operator.eq_ignore_ascii_case(word))?,
    };
    Some(format!("did you mean `{meant}`? operators are written in capitals"))
        .filter(|_| word.chars().all(char::is_alphabetic))
        .or_else(|| Some(format!("did you mean `{meant}`?")))
}

/// A token as it is shown in a message.
fn shown(token: &Token) -> String {
    match token {
        Token::Int(number) => format!("number {number}"),
        Token::Bool(truth) => format!("`{truth}`"),
        Token::Word(word) if BUILTINS.iter().any(|row| row.0 == word) => format!("`{word}`"),
        Token::Word(word) => format!("word \"{}\"", shorten(word)),
        Token::Var(name) => format!("variable `${}`", shorten(name)),
        Token::Text(_) => "text".to_owned(),
        Token::Prefix(UnaryOp::Not) => "`NOT`".to_owned(),
        Token::Prefix(_) => "`ABS`".to_owned(),
        Token::Minus => "`-`".to_owned(),
        Token::Infix(Infix::Op(op)) => format!("`{}`", written(*op)),
        Token::Infix(_) => "`=`".to_owned(),
        Token::Open => "`(`".to_owned(),
        Token::Close => "`)`".to_owned(),
        Token::Comma => "`,`".to_owned(),
        Token::SetOpen => "`{`".to_owned(),
        Token::SetClose => "`}`".to_owned(),
    }
}
