//! The expression parser: tokens to a syntax tree, by recursive descent. Names are not resolved here.
//!
//! ```text
//! expression = prefix expression | value | value infix expression
//! value      = number | bool | text | variable | "{" list "}" | "(" expression ")" | word [ "(" list ")" ]
//! ```
//!
//! Operators have no precedence and are right-associative. A chain of operators is parsed with an explicit stack and
//! only brackets recurse, so that no text can overflow the call stack.

use boardwright_rules::{Span, UnaryOp};

use super::ast::{Infix, Name, Node, NodeKind, Spanned};
use super::lexer::{Lexeme, LocatedText, Token, lex, operator_text};
use super::values::COMMENT_HELP;
use super::words::{BUILTINS, INFIX_WORDS, PREFIXES};
use crate::diagnostic::{Diagnostic, Findings};
use crate::suggest::shorten;

/// Advice for characters that look like quotes but are none.
pub(super) const QUOTES_HELP: &str = "texts stand between straight double quotes: `\"s(1)\"`";
/// Characters that people and editors write instead of `"`.
pub(super) const OTHER_QUOTES: [char; 8] = ['\'', '`', '“', '”', '„', '‘', '’', '«'];
/// Maximum nesting depth of brackets.
const MAX_BRACKET_DEPTH: usize = 200;
/// Maximum depth of an expression tree; each operator of a chain nests its right operand.
const MAX_DEPTH: usize = 256;
/// Maximum number of nodes of all expressions of a file.
const MAX_NODES: usize = 500_000;

/// Parser for the expressions of one file.
#[derive(Debug, Default)]
pub(super) struct ExpressionParser {
    nodes: usize,
}

impl ExpressionParser {
    /// Parses one expression. Returns `None` after reporting a syntax error.
    pub(super) fn parse(&mut self, placed: LocatedText<'_>, findings: &mut Findings) -> Option<Node> {
        let lexemes = lex(placed, findings)?;
        let whole = placed.span();
        let end = Span { start: whole.end, ..whole };
        let mut parser = Parser { lexemes: &lexemes, at: 0, end, brackets: 0, nodes: &mut self.nodes };
        match parser.parse_whole(whole) {
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

/// Result of a parser function. The diagnostic is boxed because it is large and the functions recurse deeply.
type ParseResult<T> = Result<T, Box<Diagnostic>>;

/// An operator on the stack, with its left operand, while its right operand is parsed.
enum PendingOperator {
    Prefix(UnaryOp, Span),
    Operand(Node, Infix),
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.lexemes.get(self.at).map(|lexeme| &lexeme.value)
    }

    /// Span of the next token.
    fn current_span(&self) -> Span {
        self.lexemes.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    fn accept(&mut self, token: &Token) -> Option<Span> {
        let span = self.current_span();
        (self.peek() == Some(token)).then(|| {
            self.at += 1;
            span
        })
    }

    fn new_node(&mut self, kind: NodeKind, span: Span, depth: usize) -> ParseResult<Node> {
        *self.nodes += 1;
        if *self.nodes > MAX_NODES || depth > MAX_DEPTH {
            return too_large_error(span, *self.nodes > MAX_NODES);
        }
        Ok(Node { kind, span, is_bracketed: false, depth })
    }

    fn parse_whole(&mut self, whole: Span) -> ParseResult<Node> {
        if self.lexemes.is_empty() {
            return Err(Diagnostic::error("syntax", whole, "the expression is empty")
                .label("expected an expression")
                .into());
        }
        let node = self.parse_expression()?;
        if self.peek().is_none() {
            Ok(node)
        } else {
            Err(self.trailing_token_error("the end of the expression").into())
        }
    }

    fn parse_expression(&mut self) -> ParseResult<Node> {
        let mut waiting = Vec::new();
        let mut node = loop {
            match self.peek() {
                Some(Token::Prefix(op)) => waiting.push(PendingOperator::Prefix(*op, self.current_span())),
                Some(Token::Minus) => waiting.push(PendingOperator::Prefix(UnaryOp::Neg, self.current_span())),
                _ => {
                    let value = self.parse_value()?;
                    let infix = match self.peek() {
                        Some(Token::Infix(infix)) => *infix,
                        Some(Token::Minus) => Infix::Op(boardwright_rules::BinaryOp::Subtract),
                        Some(Token::Prefix(op)) => Infix::MisplacedPrefix(*op),
                        _ => break value,
                    };
                    waiting.push(PendingOperator::Operand(value, infix));
                }
            }
            self.at += 1;
        };
        while let Some(outer) = waiting.pop() {
            node = match outer {
                PendingOperator::Prefix(op, span) => {
                    let (span, depth) = (span.to(node.span), node.depth + 1);
                    self.new_node(NodeKind::Prefix(op, Box::new(node)), span, depth)?
                }
                PendingOperator::Operand(left, infix) => {
                    let (span, depth) = (left.span.to(node.span), left.depth.max(node.depth) + 1);
                    self.new_node(NodeKind::Binary(Box::new(left), infix, Box::new(node)), span, depth)?
                }
            };
        }
        Ok(node)
    }

    fn parse_value(&mut self) -> ParseResult<Node> {
        let span = self.current_span();
        let kind = match self.peek() {
            Some(Token::Int(number)) => NodeKind::Int(*number),
            Some(Token::Bool(truth)) => NodeKind::Bool(*truth),
            Some(Token::Text(pieces)) => NodeKind::Text(pieces.clone()),
            Some(Token::Var(name)) => NodeKind::Var(name.clone()),
            Some(Token::Word(word)) => {
                self.at += 1;
                return self.parse_call(Spanned::new(word.clone(), span));
            }
            Some(Token::Open) => {
                self.at += 1;
                return self.parse_brackets(span);
            }
            Some(Token::SetOpen) => {
                self.at += 1;
                let (members, end) = self.parse_list(&Token::SetClose, span, "{ }")?;
                let depth = max_depth(&members) + 1;
                return self.new_node(NodeKind::Set(members), span.to(end), depth);
            }
            _ => return Err(self.missing_value_error().into()),
        };
        self.at += 1;
        self.new_node(kind, span, 1)
    }

    fn parse_call(&mut self, name: Name) -> ParseResult<Node> {
        let Some(open) = self.accept(&Token::Open) else {
            let span = name.span;
            return self.new_node(NodeKind::Call(name, None), span, 1);
        };
        let (arguments, end) = self.parse_list(&Token::Close, open, "()")?;
        let (span, depth) = (name.span.to(end), max_depth(&arguments) + 1);
        self.new_node(NodeKind::Call(name, Some(arguments)), span, depth)
    }

    fn parse_brackets(&mut self, open: Span) -> ParseResult<Node> {
        let (mut values, end) = self.parse_list(&Token::Close, open, "( )")?;
        let span = open.to(end);
        match values.pop() {
            Some(value) if values.is_empty() => Ok(Node { span, is_bracketed: true, ..value }),
            _ => several_values_error(span),
        }
    }

    /// Parses comma-separated expressions up to a closing bracket. Returns them and the span of the bracket.
    fn parse_list(&mut self, close: &Token, open: Span, empty: &str) -> ParseResult<(Vec<Node>, Span)> {
        self.brackets += 1;
        if self.brackets > MAX_BRACKET_DEPTH {
            return bracket_depth_error(open);
        }
        if let Some(end) = self.accept(close) {
            return empty_brackets_error(open.to(end), empty);
        }
        let mut list = vec![self.parse_expression()?];
        while self.accept(&Token::Comma).is_some() {
            list.push(self.parse_expression()?);
        }
        let sign = if *close == Token::Close { ")" } else { "}" };
        match self.accept(close) {
            Some(end) => {
                self.brackets -= 1;
                Ok((list, end))
            }
            None if self.peek().is_none() => unclosed_bracket_error(open, sign),
            None => Err(self.trailing_token_error(&format!("`,` or `{sign}`")).into()),
        }
    }

    /// Creates the error for a token at which a value is expected.
    fn missing_value_error(&self) -> Diagnostic {
        let previous = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let expected = "expected a value: a number, a text, a variable, or a name";
        let Some(token) = self.peek() else {
            let after = previous.map_or(String::new(), |lexeme| format!(" after {}", describe_token(&lexeme.value)));
            let place = previous.map_or(self.end, |lexeme| lexeme.span);
            return Diagnostic::error("syntax", place, format!("something is missing{after}")).label(expected);
        };
        let diagnostic =
            Diagnostic::error("syntax", self.current_span(), format!("unexpected {}", describe_token(token)))
                .label(expected);
        let pair = (previous.map(|lexeme| &lexeme.value), token);
        let help = match pair {
            (Some(Token::Infix(Infix::Assign)), Token::Infix(Infix::Op(op))) => match operator_text(*op) {
                "<" => Some("\"at most\" is written `<=`"),
                ">" => Some("\"at least\" is written `>=`"),
                _ => None,
            },
            (Some(Token::Infix(Infix::Op(a))), Token::Infix(b)) => match (operator_text(*a), b) {
                ("<", Infix::Op(b)) if operator_text(*b) == ">" => Some("\"unequal\" is written `!=`"),
                ("==", Infix::Assign) => Some("\"equal\" is written `==`"),
                ("/", Infix::Op(b)) if operator_text(*b) == "/" => Some(COMMENT_HELP),
                ("+", Infix::Op(b)) if operator_text(*b) == "+" => Some("write `$X = $X + 1` to increment `$X`"),
                _ => None,
            },
            (_, Token::Close) if previous.is_none() => Some("there is no `(` for this `)`"),
            _ => None,
        };
        diagnostic.maybe_help(help.map(str::to_owned))
    }

    /// Creates the error for a token at which an expression or a list item should end.
    fn trailing_token_error(&self, end: &str) -> Diagnostic {
        let Some(token) = self.peek() else {
            return Diagnostic::error("syntax", self.end, format!("expected {end}"));
        };
        let diagnostic =
            Diagnostic::error("syntax", self.current_span(), format!("unexpected {}", describe_token(token)))
                .label(format!("expected an operator or {end}"));
        let help = match token {
            Token::Close => Some("there is no `(` for this `)`".to_owned()),
            Token::SetClose => Some("there is no `{` for this `}`".to_owned()),
            Token::Comma => Some("commas stand between arguments and between the members of a set".to_owned()),
            Token::Open => Some("only a name can have arguments".to_owned()),
            Token::Word(word) => operator_help(word),
            _ => None,
        };
        diagnostic.maybe_help(help)
    }
}

// Diagnostics are created in separate cold functions, which keeps the stack frames of the recursive functions small.

#[cold]
fn too_large_error<T>(span: Span, nodes: bool) -> ParseResult<T> {
    if nodes {
        let message = format!("the expressions of this file have more than {MAX_NODES} parts");
        return Err(Diagnostic::error("too-long", span, message).into());
    }
    let message = format!("this expression is nested more than {MAX_DEPTH} deep");
    let help = "split it into named expressions; in a chain such as `a AND b AND c` each operator nests what follows";
    Err(Diagnostic::error("too-deep", span, message).help(help).into())
}

#[cold]
fn bracket_depth_error<T>(open: Span) -> ParseResult<T> {
    let message = format!("brackets are nested more than {MAX_BRACKET_DEPTH} deep");
    Err(Diagnostic::error("too-deep", open, message).help("split this into named expressions").into())
}

#[cold]
fn several_values_error<T>(span: Span) -> ParseResult<T> {
    let diagnostic = Diagnostic::error("syntax", span, "brackets around several values").label("expected one value");
    Err(diagnostic.help("a list stands only after a name, as in `Near(1,2)`; a set is written `{ 1,2 }`").into())
}

#[cold]
fn empty_brackets_error<T>(span: Span, empty: &str) -> ParseResult<T> {
    let diagnostic = Diagnostic::error("syntax", span, format!("nothing between the brackets of `{empty}`"));
    let diagnostic = match empty {
        "()" => diagnostic.label("expected an argument").help("a call without arguments is written without brackets"),
        "{ }" => diagnostic.label("expected a member").help("the empty set cannot be written"),
        _ => diagnostic.label("expected a value"),
    };
    Err(diagnostic.into())
}

#[cold]
fn unclosed_bracket_error<T>(open: Span, sign: &str) -> ParseResult<T> {
    let diagnostic = Diagnostic::error("syntax", open, "this bracket is never closed");
    Err(diagnostic.label(format!("expected a `{sign}` for it")).into())
}

fn max_depth(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| node.depth).max().unwrap_or(0)
}

/// Returns advice for a word at which an operator is expected.
fn operator_help(word: &str) -> Option<String> {
    let operators = INFIX_WORDS.iter().map(|row| row.0).chain(PREFIXES.iter().map(|row| row.0));
    let meant = match word {
        "&&" | "&" => "AND",
        "||" | "|" => "OR",
        _ if word.starts_with(OTHER_QUOTES) => return Some(QUOTES_HELP.to_owned()),
        "DIV" | "div" => "/",
        "MOD" | "mod" => "%",
        _ => operators.into_iter().find(|operator| operator.eq_ignore_ascii_case(word))?,
    };
    Some(format!("did you mean `{meant}`? operators are written in capitals"))
        .filter(|_| word.chars().all(char::is_alphabetic))
        .or_else(|| Some(format!("did you mean `{meant}`?")))
}

/// Formats a token for a message.
fn describe_token(token: &Token) -> String {
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
        Token::Infix(Infix::Op(op)) => format!("`{}`", operator_text(*op)),
        Token::Infix(_) => "`=`".to_owned(),
        Token::Open => "`(`".to_owned(),
        Token::Close => "`)`".to_owned(),
        Token::Comma => "`,`".to_owned(),
        Token::SetOpen => "`{`".to_owned(),
        Token::SetClose => "`}`".to_owned(),
    }
}
