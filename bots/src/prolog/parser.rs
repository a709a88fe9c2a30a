//! The parser of terms: an operator precedence parser that builds [`FlatTerm`]s. It reports the first mistake of a term
//! with its place and a correction.

use boardwright_game::fault::Span;

use super::lexer::{Lexeme, Syntax, Token, lex};
use super::operators::{ARGUMENT_PRIORITY, MAX_PRIORITY, infix, prefix};
use super::symbols::{Symbols, atoms, functors};
use super::term::{Cell, FlatTerm};

/// Maximum depth of nested brackets and operators.
const MAX_DEPTH: usize = 120;

/// A mistake in a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Source range of the mistake.
    pub span: Span,
    /// Description of the mistake with its correction.
    pub message: String,
}

/// A term of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedTerm {
    /// The term.
    pub term: FlatTerm,
    /// Names of the variables, by number; `_` for each anonymous one. A macro is a variable whose name begins with `\`.
    pub variables: Vec<String>,
    /// Source range, without the point.
    pub span: Span,
}

/// Parses one term, with or without a point behind it.
///
/// # Errors
/// The first mistake.
pub fn parse_term(text: &str, start: Span, syntax: Syntax, symbols: &mut Symbols) -> Result<ParsedTerm, SyntaxError> {
    let lexemes = lex(text, start, syntax);
    let mut parser = Parser::new(text, start, &lexemes, syntax, symbols);
    let parsed = parser.term()?;
    if parser.peek() == Some(&Token::End) {
        parser.at += 1;
    }
    match parser.peek() {
        None => Ok(parsed),
        Some(_) => Err(parser.error("only one term is expected here; remove the rest")),
    }
}

/// Parses the terms of a program, each ended by a point. After a mistake it goes on behind the next point.
pub fn parse_program(
    text: &str,
    start: Span,
    syntax: Syntax,
    symbols: &mut Symbols,
) -> (Vec<ParsedTerm>, Vec<SyntaxError>) {
    let lexemes = lex(text, start, syntax);
    let (mut terms, mut errors) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < lexemes.len() {
        let mut parser = Parser::new(text, start, &lexemes[at..], syntax, symbols);
        let parsed = parser.term().and_then(|term| match parser.peek() {
            Some(Token::End) => Ok(term),
            None => Err(parser.error_at_end("the clause is not closed; write `.` after it")),
            Some(_) => Err(parser.unexpected("an operator, `,` or `.`")),
        });
        let reached = at + parser.at;
        match parsed {
            Ok(term) => terms.push(term),
            Err(error) => errors.push(error),
        }
        let end = lexemes[reached..].iter().position(|lexeme| lexeme.token == Token::End);
        at = end.map_or(lexemes.len(), |end| reached + end + 1);
    }
    (terms, errors)
}

struct Parser<'a> {
    text: &'a str,
    start: Span,
    lexemes: &'a [Lexeme],
    at: usize,
    syntax: Syntax,
    symbols: &'a mut Symbols,
    out: FlatTerm,
    variables: Vec<String>,
    depth: usize,
}

type Parsed<T> = Result<T, SyntaxError>;

impl<'a> Parser<'a> {
    fn new(text: &'a str, start: Span, lexemes: &'a [Lexeme], syntax: Syntax, symbols: &'a mut Symbols) -> Self {
        let out = FlatTerm::constant(Cell::Atom(atoms::NIL));
        Self { text, start, lexemes, at: 0, syntax, symbols, out, variables: Vec::new(), depth: 0 }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.lexemes.get(self.at).map(|lexeme| &lexeme.token)
    }

    /// Place of the current token, or the end of the text.
    fn span(&self) -> Span {
        let end = self.start.start + self.text.len() as u32;
        let last = self.lexemes.last().map_or(end, |lexeme| lexeme.span.end);
        self.lexemes.get(self.at).map_or(Span { start: last, end: last, source: self.start.source }, |at| at.span)
    }

    fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { span: self.span(), message: message.into() }
    }

    /// An error whose reason is at the end of the text.
    fn error_at_end(&self, message: &str) -> SyntaxError {
        let last = self.lexemes.last().map_or(self.start, |lexeme| lexeme.span);
        SyntaxError { span: last, message: message.to_owned() }
    }

    /// Text of the current token for a message.
    fn found(&self) -> String {
        match self.lexemes.get(self.at) {
            None => "the end of the text".to_owned(),
            Some(Lexeme { token: Token::End, .. }) => "the end of the term".to_owned(),
            Some(lexeme) => format!("`{}`", self.text_of(lexeme.span)),
        }
    }

    fn text_of(&self, span: Span) -> &'a str {
        let offset = self.start.start;
        &self.text[(span.start - offset) as usize..(span.end - offset) as usize]
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        if let Some(Token::Invalid(message)) = self.peek() {
            return self.error(message.clone());
        }
        let mut message = format!("expected {expected}, not {}", self.found());
        match self.peek() {
            Some(Token::Atom(name)) if name == "<=" => message.push_str("; less or equal is written `=<`"),
            Some(Token::Atom(name)) if name == "=>" => message.push_str("; greater or equal is written `>=`"),
            Some(Token::Atom(name)) if name == "!" || name == "<>" => {
                message.push_str("; different is written `\\==`, or `=\\=` for numbers");
            }
            Some(Token::Atom(name)) if name == "&&" => message.push_str("; and is written `,`"),
            _ => {}
        }
        self.error(message)
    }

    fn term(&mut self) -> Parsed<ParsedTerm> {
        let first = self.span();
        let root = self.expression(MAX_PRIORITY)?;
        let last = self.lexemes[self.at - 1].span;
        self.out.root = root;
        self.out.variable_count = self.variables.len() as u32;
        let term = std::mem::replace(&mut self.out, FlatTerm::constant(Cell::Atom(atoms::NIL)));
        Ok(ParsedTerm { term, variables: std::mem::take(&mut self.variables), span: first.to(last) })
    }

    fn expression(&mut self, max: u32) -> Parsed<Cell> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("the term is nested more than {MAX_DEPTH} levels deep; split it")));
        }
        let (left, priority) = self.operand(max)?;
        let result = self.infixes(left, priority, max);
        self.depth -= 1;
        result
    }

    /// Reads the operators after a term, which associate as the table says.
    fn infixes(&mut self, mut left: Cell, mut left_priority: u32, max: u32) -> Parsed<Cell> {
        loop {
            let name = match self.peek() {
                Some(Token::Atom(name)) => name.as_str(),
                Some(Token::Punctuation(',')) => ",",
                Some(Token::Punctuation('|')) if max >= 1100 => "|",
                _ => return Ok(left),
            };
            let Some((priority, kind)) = infix(name) else {
                return if matches!(name, "<=" | "=>" | "!" | "<>" | "&&") {
                    Err(self.unexpected("an operator"))
                } else {
                    Ok(left)
                };
            };
            let (left_max, right_max) = kind.operand_priorities(priority);
            if priority > max || left_priority > left_max {
                return Ok(left);
            }
            if name == "," {
                // A conjunction may be long: its parts are collected without recursion.
                let mut parts = vec![left];
                while self.peek() == Some(&Token::Punctuation(',')) {
                    self.at += 1;
                    parts.push(self.expression(ARGUMENT_PRIORITY)?);
                }
                let last = parts.pop().expect("there are at least two");
                left =
                    parts.into_iter().rev().fold(last, |rest, part| self.out.compound(functors::COMMA, &[part, rest]));
            } else {
                let name = if name == "|" { ";" } else { name };
                self.at += 1;
                let right = self.expression(right_max)?;
                let atom = self.symbols.atom(name);
                let functor = self.symbols.functor(atom, 2);
                left = self.out.compound(functor, &[left, right]);
            }
            left_priority = priority;
        }
    }

    /// `true` if the current token can begin a term.
    fn begins_term(&self) -> bool {
        match self.peek() {
            None | Some(Token::End | Token::Punctuation(')' | ']' | '}' | ',' | '|')) => false,
            Some(Token::Atom(name)) => {
                infix(name).is_none() || prefix(name).is_some() || self.is_functional(self.at + 1)
            }
            Some(_) => true,
        }
    }

    /// `true` if a token is an opening bracket directly behind the one before it.
    fn is_functional(&self, at: usize) -> bool {
        self.lexemes.get(at).is_some_and(|next| next.token == Token::Punctuation('(') && !next.is_after_blank)
    }

    fn operand(&mut self, max: u32) -> Parsed<(Cell, u32)> {
        let Some(token) = self.peek() else { return Err(self.unexpected("a term")) };
        match token {
            Token::Int(value) => {
                self.at += 1;
                Ok((Cell::Int(*value), 0))
            }
            Token::Variable(name) => {
                self.at += 1;
                if self.is_functional(self.at) {
                    self.at -= 1;
                    let message = format!(
                        "`{name}` is a variable and cannot have arguments; names of predicates begin in lower case"
                    );
                    return Err(self.error(message));
                }
                Ok((self.variable(name), 0))
            }
            Token::Macro(name) => {
                self.at += 1;
                let name = format!("\\{name}");
                Ok((self.variable(&name), 0))
            }
            Token::Quoted(name) => {
                self.at += 1;
                if self.is_functional(self.at) {
                    return Ok((self.compound(name)?, 0));
                }
                Ok((Cell::Atom(self.symbols.atom(name)), 0))
            }
            Token::Atom(name) => self.atom_or_operator(name, max),
            Token::Punctuation('(') => {
                self.at += 1;
                let inner = self.expression(MAX_PRIORITY)?;
                self.expect(')')?;
                Ok((inner, 0))
            }
            Token::Punctuation('[') => Ok((self.list()?, 0)),
            Token::Punctuation('{') => {
                self.at += 1;
                if self.peek() == Some(&Token::Punctuation('}')) {
                    self.at += 1;
                    return Ok((Cell::Atom(atoms::BRACES), 0));
                }
                let inner = self.expression(MAX_PRIORITY)?;
                self.expect('}')?;
                Ok((self.out.compound(functors::BRACES, &[inner]), 0))
            }
            Token::Invalid(_) | Token::End | Token::Punctuation(_) => Err(self.unexpected("a term")),
        }
    }

    fn atom_or_operator(&mut self, name: &str, max: u32) -> Parsed<(Cell, u32)> {
        self.at += 1;
        if self.is_functional(self.at) {
            return Ok((self.compound(name)?, 0));
        }
        if name == "-" || name == "+" {
            let number = self.lexemes.get(self.at).filter(|next| !next.is_after_blank).map(|next| &next.token);
            if let Some(Token::Int(value)) = number.filter(|_| name == "-") {
                self.at += 1;
                return Ok((Cell::Int(-*value), 0));
            }
        }
        if let Some((priority, kind)) = prefix(name).filter(|_| self.begins_term()) {
            if priority > max && max < ARGUMENT_PRIORITY {
                self.at -= 1;
                let message = format!("`{name}` binds weaker than the operator before it; write brackets around it");
                return Err(self.error(message));
            }
            let priority = priority.min(max);
            let (_, right) = kind.operand_priorities(priority);
            let before = (self.at, self.out.cells.len());
            match self.expression(right) {
                Ok(argument) => {
                    let atom = self.symbols.atom(name);
                    let functor = self.symbols.functor(atom, 1);
                    return Ok((self.out.compound(functor, &[argument]), priority));
                }
                // An operator can stand as an atom: `- = x`.
                Err(error) => {
                    let next = self.lexemes.get(before.0).map(|next| &next.token);
                    if !matches!(next, Some(Token::Atom(next)) if infix(next).is_some()) {
                        return Err(error);
                    }
                    self.at = before.0;
                    self.out.cells.truncate(before.1);
                }
            }
        }
        let priority = [infix(name), prefix(name)].into_iter().flatten().map(|(priority, _)| priority).max();
        let priority = priority.unwrap_or(0);
        Ok((Cell::Atom(self.symbols.atom(name)), if priority > max { 0 } else { priority }))
    }

    fn variable(&mut self, name: &str) -> Cell {
        let number = match self.variables.iter().position(|known| known == name).filter(|_| name != "_") {
            Some(number) => number,
            None => {
                self.variables.push(name.to_owned());
                self.variables.len() - 1
            }
        };
        Cell::Var(number as u32)
    }

    fn expect(&mut self, closing: char) -> Parsed<()> {
        if self.peek() == Some(&Token::Punctuation(closing)) {
            self.at += 1;
            return Ok(());
        }
        Err(self.unexpected(&format!("`{closing}`")))
    }

    /// Reads the arguments of a compound term, whose name has been read.
    fn compound(&mut self, name: &str) -> Parsed<Cell> {
        self.at += 1;
        let atom = self.symbols.atom(name);
        if self.peek() == Some(&Token::Punctuation(')')) {
            // `name()` is read as `name`.
            self.at += 1;
            return Ok(Cell::Atom(atom));
        }
        let mut arguments = vec![self.argument()?];
        while self.peek() == Some(&Token::Punctuation(',')) {
            self.at += 1;
            arguments.push(self.argument()?);
        }
        self.expect(')')?;
        let functor = self.symbols.functor(atom, arguments.len() as u32);
        Ok(self.out.compound(functor, &arguments))
    }

    fn argument(&mut self) -> Parsed<Cell> {
        let from = self.at;
        let cells = self.out.cells.len();
        let argument = self.expression(ARGUMENT_PRIORITY)?;
        let ends = |token: Option<&Token>| {
            matches!(token, None | Some(Token::End | Token::Punctuation(',' | ')' | ']' | '|')))
        };
        if !self.syntax.joins_words || ends(self.peek()) {
            return Ok(argument);
        }
        // Words with blanks between them are one text.
        let mut open = 0_usize;
        while let Some(token) = self.peek() {
            match token {
                Token::Punctuation('(' | '[' | '{') => open += 1,
                Token::Punctuation(')' | ']' | '}') if open > 0 => open -= 1,
                token if open == 0 && ends(Some(token)) => break,
                Token::End => break,
                _ => {}
            }
            self.at += 1;
        }
        self.out.cells.truncate(cells);
        let span = self.lexemes[from].span.to(self.lexemes[self.at - 1].span);
        let text = self.text_of(span);
        Ok(Cell::Atom(self.symbols.atom(text)))
    }

    fn list(&mut self) -> Parsed<Cell> {
        self.at += 1;
        if self.peek() == Some(&Token::Punctuation(']')) {
            self.at += 1;
            return Ok(Cell::Atom(atoms::NIL));
        }
        let mut items = vec![self.expression(ARGUMENT_PRIORITY)?];
        let mut tail = Cell::Atom(atoms::NIL);
        loop {
            match self.peek() {
                Some(Token::Punctuation(',')) => {
                    self.at += 1;
                    items.push(self.expression(ARGUMENT_PRIORITY)?);
                }
                Some(Token::Punctuation('|')) => {
                    self.at += 1;
                    tail = self.expression(ARGUMENT_PRIORITY)?;
                    self.expect(']')?;
                    break;
                }
                Some(Token::Punctuation(']')) => {
                    self.at += 1;
                    break;
                }
                _ => return Err(self.unexpected("`,` or `]`")),
            }
        }
        Ok(self.out.list(&items, tail))
    }
}
