//! An expression's text to tokens. Whether they stand in a meaningful order is the matter of
//! [`grammar`](super::grammar).
//!
//! Separators cut the text: every one of them is a token by itself, what is between them are words. Blanks vanish,
//! even from texts in quotes.

use boardwright_engine::rules::{BinaryOp, Span, UnaryOp};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{opt, peek, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use nom_locate::LocatedSpan;

use super::ast::{Infix, Name, Piece, Spanned};
use super::words::{INFIX_WORDS, PREFIXES, SIGNS};
use crate::diagnostic::{Diagnostic, Findings};
use crate::suggest::shorten;

/// Most tokens of one expression.
pub(super) const MOST_TOKENS: usize = 20_000;

/// Characters that end a word.
const SEPARATORS: &str = "=!<>+-*/% \t\r\n(),\"$";
const BLANKS: &str = " \t\r\n";

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Int(i32),
    Bool(bool),
    Word(String),
    Var(String),
    Text(Vec<Piece>),
    /// `NOT` or `ABS`.
    Prefix(UnaryOp),
    Minus,
    Infix(Infix),
    Open,
    Close,
    Comma,
    SetOpen,
    SetClose,
}

pub(super) type Lexeme = Spanned<Token>;

/// A text that lies somewhere in a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) text: &'a str,
    pub(super) source: u16,
    pub(super) start: usize,
}

impl Placed<'_> {
    pub(super) fn span(self) -> Span {
        self.part(0, self.text.len())
    }

    fn part(self, start: usize, end: usize) -> Span {
        Span { source: self.source, ..Span::new(self.start + start, self.start + end) }
    }
}

type Input<'a> = LocatedSpan<&'a str>;

/// What a stretch of text is, before numbers are read and references are looked for.
#[derive(Clone, Copy)]
enum Raw<'a> {
    Sign(Infix),
    Minus,
    Open,
    Close,
    Comma,
    Word(&'a str),
    Var(&'a str),
    Text(Input<'a>),
    OpenText,
    /// `!` before something else than `=`.
    Bang,
}

/// Whether a character ends a word.
pub(super) fn is_separator(c: char) -> bool {
    SEPARATORS.contains(c)
}

fn blanks(input: Input) -> IResult<Input, Input> {
    take_while(|c| BLANKS.contains(c)).parse(input)
}

fn word(input: Input) -> IResult<Input, Input> {
    take_while1(|c| !is_separator(c)).parse(input)
}

/// A sign of one or two characters; the second may stand apart.
fn sign(input: Input) -> IResult<Input, Raw> {
    let (rest, first) = anychar(input)?;
    let (after, equals): (Input, Option<Input>) = opt(preceded(blanks, tag("="))).parse(rest)?;
    let written = match (first, equals.is_some()) {
        ('=', true) => "==",
        ('<', true) => "<=",
        ('>', true) => ">=",
        ('!', true) => "!=",
        ('!', false) => return Ok((rest, Raw::Bang)),
        ('=', false) => "=",
        ('<', false) => "<",
        ('>', false) => ">",
        ('+', _) => "+",
        ('*', _) => "*",
        ('/', _) => "/",
        ('%', _) => "%",
        _ => return Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::OneOf))),
    };
    let rest = if written.len() == 2 { after } else { rest };
    let found = SIGNS.iter().find(|(sign, _)| *sign == written).map(|(_, infix)| Raw::Sign(*infix));
    found
        .map(|raw| (rest, raw))
        .ok_or_else(|| nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::OneOf)))
}

fn variable(input: Input) -> IResult<Input, Raw> {
    let (rest, name) = preceded(char('$'), opt(preceded(blanks, word))).parse(input)?;
    Ok((rest, Raw::Var(name.map_or("", Input::into_fragment))))
}

fn text(input: Input) -> IResult<Input, Raw> {
    let (rest, content) = preceded(char('"'), take_till(|c| c == '"')).parse(input)?;
    let (rest, closed) = opt(char('"')).parse(rest)?;
    Ok((rest, if closed.is_some() { Raw::Text(content) } else { Raw::OpenText }))
}

fn raw(input: Input) -> IResult<Input, Raw> {
    alt((
        text,
        variable,
        value(Raw::Minus, char('-')),
        value(Raw::Open, char('(')),
        value(Raw::Close, char(')')),
        value(Raw::Comma, char(',')),
        sign,
        word.map(|word: Input| Raw::Word(word.into_fragment())),
    ))
    .parse(input)
}

/// The tokens of an expression, or `None` after telling what is wrong with them.
pub(super) fn lex(placed: Placed<'_>, findings: &mut Findings) -> Option<Vec<Lexeme>> {
    let mut lexer = Lexer { placed, findings, good: true };
    let mut lexemes = Vec::new();
    let mut input = Input::new(placed.text);
    while let Ok((start, _)) = blanks(input)
        && let Ok((end, raw)) = raw(start)
    {
        let span = placed.part(start.location_offset(), end.location_offset());
        if lexemes.len() == MOST_TOKENS {
            let message = format!("this expression has more than {MOST_TOKENS} words and signs");
            lexer.error(Diagnostic::error("too-long", placed.span(), message).help("split it into named expressions"));
            return None;
        }
        if let Some(token) = lexer.token(raw, span, end) {
            lexemes.push(Spanned::new(token, span));
        }
        input = end;
    }
    lexer.good.then_some(lexemes)
}

struct Lexer<'a, 'f> {
    placed: Placed<'a>,
    findings: &'f mut Findings,
    good: bool,
}

impl<'a> Lexer<'a, '_> {
    fn error(&mut self, diagnostic: Diagnostic) {
        self.good = false;
        self.findings.add(diagnostic);
    }

    fn token(&mut self, raw: Raw<'a>, span: Span, rest: Input<'a>) -> Option<Token> {
        Some(match raw {
            Raw::Sign(infix) => Token::Infix(infix),
            Raw::Minus => Token::Minus,
            Raw::Open => Token::Open,
            Raw::Close => Token::Close,
            Raw::Comma => Token::Comma,
            Raw::Word(word) => return self.word(word, span),
            Raw::Var("") => {
                self.error(nameless(span));
                return None;
            }
            Raw::Var(name) => Token::Var(name.to_owned()),
            Raw::Text(content) => {
                let inner = Placed {
                    text: content.fragment(),
                    source: self.placed.source,
                    start: self.placed.start + content.location_offset(),
                };
                let pieces = pieces(inner, Blanks::Told, self.findings);
                self.good &= pieces.is_some();
                return pieces.map(Token::Text);
            }
            Raw::OpenText => {
                let diagnostic = Diagnostic::error("bad-text", span, "this text is not closed");
                self.error(diagnostic.label("expected a `\"` at its end"));
                return None;
            }
            Raw::Bang => {
                let next = peek(opt(preceded(blanks, anychar::<Input, nom::error::Error<Input>>))).parse(rest);
                let last = !matches!(next, Ok((_, Some(_))));
                let label = if last { "expected `=` after it" } else { "expected `!=`" };
                let diagnostic = Diagnostic::error("syntax", span, "`!` can only be a part of `!=`").label(label);
                self.error(diagnostic.help("\"not\" is written NOT"));
                return None;
            }
        })
    }

    fn word(&mut self, word: &str, span: Span) -> Option<Token> {
        if let Some((_, op)) = PREFIXES.iter().find(|(name, _)| *name == word) {
            return Some(Token::Prefix(*op));
        }
        if let Some((_, op)) = INFIX_WORDS.iter().find(|(name, _)| *name == word) {
            return Some(Token::Infix(Infix::Op(*op)));
        }
        if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false") {
            return Some(Token::Bool(word.len() == 4));
        }
        match word {
            "{" => return Some(Token::SetOpen),
            "}" => return Some(Token::SetClose),
            _ => {}
        }
        if word.contains(['{', '}']) {
            let diagnostic = Diagnostic::error("syntax", span, "a brace must stand alone");
            let diagnostic = diagnostic.label("expected a blank on both sides of the brace");
            self.error(diagnostic.help("write a set with blanks inside its braces: `{ 1,2 }`"));
            return None;
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number(word, span);
        }
        Some(Token::Word(word.to_owned()))
    }

    fn number(&mut self, word: &str, span: Span) -> Option<Token> {
        if let Ok(number) = word.parse() {
            return Some(Token::Int(number));
        }
        let only_digits = word.bytes().all(|b| b.is_ascii_digit());
        let message = format!("\"{}\" is no whole number", shorten(word));
        let diagnostic = Diagnostic::error("bad-number", span, message);
        self.error(if only_digits {
            diagnostic.label("whole numbers go up to 2147483647")
        } else if word.parse::<f64>().is_ok() {
            diagnostic.label("only whole numbers can be used")
        } else {
            diagnostic.label("a word that begins with a digit must be a number")
        });
        None
    }
}

/// What to do about blanks in a text: they vanish in any case.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Blanks {
    /// With a warning.
    Told,
    /// Silently.
    Untold,
}

/// Takes a text with references apart, or says what is wrong with it.
pub(super) fn pieces(placed: Placed<'_>, blanks: Blanks, findings: &mut Findings) -> Option<Vec<Piece>> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut good = true;
    let mut rest = placed.text;
    while let Some(c) = rest.chars().next() {
        let at = placed.text.len() - rest.len();
        let after = &rest[c.len_utf8()..];
        if c == '$' {
            let name = after.trim_start_matches(|c| BLANKS.contains(c));
            let length = name.find(is_separator).unwrap_or(name.len());
            rest = &name[length..];
            let span = placed.part(at, placed.text.len() - rest.len());
            if length == 0 {
                findings.add(nameless(placed.part(at, at + 1)));
                good = false;
            } else {
                refer(&mut pieces, Spanned::new(name[..length].to_owned(), span), findings);
            }
        } else {
            rest = after;
            if !BLANKS.contains(c) {
                match pieces.last_mut() {
                    Some(Piece::Literal(text)) => text.push(c),
                    _ => pieces.push(Piece::Literal(c.to_string())),
                }
            }
        }
    }
    if blanks == Blanks::Told && placed.text.contains(|c| BLANKS.contains(c)) {
        let without = placed.text.replace(|c| BLANKS.contains(c), "");
        findings.add(
            Diagnostic::warning("blanks-in-text", placed.span(), "blanks and tabs vanish from texts")
                .label(format!("this is the same as \"{}\"", shorten(&without))),
        );
    }
    good.then_some(pieces)
}

/// Adds a reference; of references that touch each other only the last one counts.
fn refer(pieces: &mut Vec<Piece>, name: Name, findings: &mut Findings) {
    if let Some(Piece::Var(lost)) = pieces.last() {
        findings.add(
            Diagnostic::warning(
                "adjacent-references",
                lost.span,
                format!("`${}` has no effect here", shorten(&lost.value)),
            )
            .label("of references that touch each other only the last one counts")
            .related(name.span, "this one counts")
            .help("put a character between them, such as a comma"),
        );
        pieces.pop();
    }
    pieces.push(Piece::Var(name));
}

fn nameless(span: Span) -> Diagnostic {
    Diagnostic::error("syntax", span, "`$` without a name").label("expected the name of a variable right after it")
}

/// The sign of a comparison or calculation, or the word.
pub(super) fn written(op: BinaryOp) -> &'static str {
    let sign = SIGNS.iter().find(|(_, infix)| *infix == Infix::Op(op)).map(|(sign, _)| *sign);
    let word = || INFIX_WORDS.iter().find(|(_, word)| *word == op).map(|(word, _)| *word);
    sign.or_else(word).unwrap_or("-")
}
