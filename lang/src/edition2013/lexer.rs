//! The lexer of expressions: text to tokens, built from nom parser combinators. The order of tokens is checked by the
//! [`parser`](super::parser).
//!
//! Each separator is a token of its own, and the text between separators is a word. Blanks are skipped, even within
//! texts in quotes.

use boardwright_rules::{BinaryOp, Span, UnaryOp};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{opt, peek, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use nom_locate::LocatedSpan;

use super::ast::{Infix, Name, Spanned, TemplatePart};
use super::words::{INFIX_WORDS, PREFIXES, SIGNS};
use crate::diagnostic::{Diagnostic, Findings};
use crate::suggest::shorten;

/// Maximum number of tokens of one expression.
pub(super) const MAX_TOKENS: usize = 20_000;

/// Characters that end a word. The characters of [`BLANKS`] are among them.
const SEPARATORS: &str = "=!<>+-*/% \t\r\n(),\"$";
const BLANKS: &str = " \t\r\n";

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Int(i32),
    Bool(bool),
    Word(String),
    Var(String),
    Text(Vec<TemplatePart>),
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

/// A text with its position in a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocatedText<'a> {
    pub(super) text: &'a str,
    pub(super) source: u16,
    pub(super) start: usize,
}

impl LocatedText<'_> {
    pub(super) fn span(self) -> Span {
        self.part_span(0, self.text.len())
    }

    fn part_span(self, start: usize, end: usize) -> Span {
        Span { source: self.source, ..Span::new(self.start + start, self.start + end) }
    }
}

type Input<'a> = LocatedSpan<&'a str>;

/// A token before numbers are converted and texts are split at references.
#[derive(Clone, Copy)]
enum RawToken<'a> {
    Sign(Infix),
    Minus,
    Open,
    Close,
    Comma,
    Word(&'a str),
    Var(&'a str),
    Text(Input<'a>),
    UnclosedText,
    /// `!` without a `=` after it.
    Bang,
}

/// `true` if a character ends a word.
pub(super) fn is_separator(c: char) -> bool {
    SEPARATORS.contains(c)
}

fn blanks(input: Input) -> IResult<Input, Input> {
    take_while(|c| BLANKS.contains(c)).parse(input)
}

fn word(input: Input) -> IResult<Input, Input> {
    take_while1(|c| !is_separator(c)).parse(input)
}

/// Parses an operator of one or two characters; blanks may separate the two.
fn sign(input: Input) -> IResult<Input, RawToken> {
    let (rest, first) = anychar(input)?;
    let (after, equals): (Input, Option<Input>) = opt(preceded(blanks, tag("="))).parse(rest)?;
    let written = match (first, equals.is_some()) {
        ('=', true) => "==",
        ('<', true) => "<=",
        ('>', true) => ">=",
        ('!', true) => "!=",
        ('!', false) => return Ok((rest, RawToken::Bang)),
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
    let found = SIGNS.iter().find(|(sign, _)| *sign == written).map(|(_, infix)| RawToken::Sign(*infix));
    found
        .map(|raw| (rest, raw))
        .ok_or_else(|| nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::OneOf)))
}

fn variable(input: Input) -> IResult<Input, RawToken> {
    let (rest, name) = preceded(char('$'), opt(preceded(blanks, word))).parse(input)?;
    Ok((rest, RawToken::Var(name.map_or("", Input::into_fragment))))
}

fn text(input: Input) -> IResult<Input, RawToken> {
    let (rest, content) = preceded(char('"'), take_till(|c| c == '"')).parse(input)?;
    let (rest, closed) = opt(char('"')).parse(rest)?;
    Ok((rest, if closed.is_some() { RawToken::Text(content) } else { RawToken::UnclosedText }))
}

fn raw(input: Input) -> IResult<Input, RawToken> {
    alt((
        text,
        variable,
        value(RawToken::Minus, char('-')),
        value(RawToken::Open, char('(')),
        value(RawToken::Close, char(')')),
        value(RawToken::Comma, char(',')),
        sign,
        word.map(|word: Input| RawToken::Word(word.into_fragment())),
    ))
    .parse(input)
}

/// Returns the tokens of an expression, or `None` after reporting errors.
pub(super) fn lex(placed: LocatedText<'_>, findings: &mut Findings) -> Option<Vec<Lexeme>> {
    let mut lexer = Lexer { placed, findings, is_valid: true };
    let mut lexemes = Vec::new();
    let mut input = Input::new(placed.text);
    while let Ok((start, _)) = blanks(input)
        && let Ok((end, raw)) = raw(start)
    {
        let span = placed.part_span(start.location_offset(), end.location_offset());
        if lexemes.len() == MAX_TOKENS {
            let message = format!("this expression has more than {MAX_TOKENS} words and signs");
            lexer.report(Diagnostic::error("too-long", placed.span(), message).help("split it into named expressions"));
            return None;
        }
        if let Some(token) = lexer.token(raw, span, end) {
            lexemes.push(Spanned::new(token, span));
        }
        input = end;
    }
    lexer.is_valid.then_some(lexemes)
}

struct Lexer<'a, 'f> {
    placed: LocatedText<'a>,
    findings: &'f mut Findings,
    is_valid: bool,
}

impl<'a> Lexer<'a, '_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.is_valid = false;
        self.findings.add(diagnostic);
    }

    fn token(&mut self, raw: RawToken<'a>, span: Span, rest: Input<'a>) -> Option<Token> {
        Some(match raw {
            RawToken::Sign(infix) => Token::Infix(infix),
            RawToken::Minus => Token::Minus,
            RawToken::Open => Token::Open,
            RawToken::Close => Token::Close,
            RawToken::Comma => Token::Comma,
            RawToken::Word(word) => return self.word(word, span),
            RawToken::Var("") => {
                self.report(nameless_variable_error(span));
                return None;
            }
            RawToken::Var(name) => Token::Var(name.to_owned()),
            RawToken::Text(content) => {
                let inner = LocatedText {
                    text: content.fragment(),
                    source: self.placed.source,
                    start: self.placed.start + content.location_offset(),
                };
                let pieces = split_text(inner, BlankPolicy::Warn, self.findings);
                self.is_valid &= pieces.is_some();
                return pieces.map(Token::Text);
            }
            RawToken::UnclosedText => {
                let diagnostic = Diagnostic::error("bad-text", span, "this text is not closed");
                self.report(diagnostic.label("expected a `\"` at its end"));
                return None;
            }
            RawToken::Bang => {
                let next = peek(opt(preceded(blanks, anychar::<Input, nom::error::Error<Input>>))).parse(rest);
                let last = !matches!(next, Ok((_, Some(_))));
                let label = if last { "expected `=` after it" } else { "expected `!=`" };
                let diagnostic = Diagnostic::error("syntax", span, "`!` can only be a part of `!=`").label(label);
                self.report(diagnostic.help("\"not\" is written NOT"));
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
            self.report(diagnostic.help("write a set with blanks inside its braces: `{ 1,2 }`"));
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
        if only_digits {
            let message = format!("the number {} is too large: numbers are at most {}", shorten(word), i32::MAX);
            self.report(Diagnostic::error("bad-number", span, message).label(format!("expected at most {}", i32::MAX)));
            return None;
        }
        let message = format!("\"{}\" is no whole number", shorten(word));
        let diagnostic = Diagnostic::error("bad-number", span, message);
        self.report(if word.parse::<f64>().is_ok() {
            diagnostic.label("only whole numbers can be used")
        } else {
            diagnostic.label("a word that begins with a digit must be a number")
        });
        None
    }
}

/// Treatment of blanks in a text. They are removed in any case.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum BlankPolicy {
    /// A warning is reported.
    Warn,
    /// No warning is reported.
    Ignore,
}

/// Splits a text at its references. Returns `None` after reporting errors.
pub(super) fn split_text(
    placed: LocatedText<'_>,
    blanks: BlankPolicy,
    findings: &mut Findings,
) -> Option<Vec<TemplatePart>> {
    let mut pieces: Vec<TemplatePart> = Vec::new();
    let mut is_valid = true;
    let mut rest = placed.text;
    while let Some(c) = rest.chars().next() {
        let at = placed.text.len() - rest.len();
        let after = &rest[c.len_utf8()..];
        if c == '$' {
            let name = after.trim_start_matches(|c| BLANKS.contains(c));
            let length = name.find(is_separator).unwrap_or(name.len());
            rest = &name[length..];
            let span = placed.part_span(at, placed.text.len() - rest.len());
            if length == 0 {
                findings.add(nameless_variable_error(placed.part_span(at, at + 1)));
                is_valid = false;
            } else {
                add_reference(&mut pieces, Spanned::new(name[..length].to_owned(), span), findings);
            }
        } else {
            rest = after;
            if !BLANKS.contains(c) {
                match pieces.last_mut() {
                    Some(TemplatePart::Literal(text)) => text.push(c),
                    _ => pieces.push(TemplatePart::Literal(c.to_string())),
                }
            }
        }
    }
    if blanks == BlankPolicy::Warn && placed.text.contains(|c| BLANKS.contains(c)) {
        let without = placed.text.replace(|c| BLANKS.contains(c), "");
        findings.add(
            Diagnostic::warning("blanks-in-text", placed.span(), "blanks and tabs are removed from texts")
                .label(format!("this is the same as \"{}\"", shorten(&without))),
        );
    }
    is_valid.then_some(pieces)
}

/// Appends a reference. Of adjacent references only the last one has an effect.
fn add_reference(pieces: &mut Vec<TemplatePart>, name: Name, findings: &mut Findings) {
    if let Some(TemplatePart::Var(ignored)) = pieces.last() {
        findings.add(
            Diagnostic::warning(
                "adjacent-references",
                ignored.span,
                format!("`${}` has no effect here", shorten(&ignored.value)),
            )
            .label("of adjacent references only the last one has an effect")
            .related(name.span, "this one counts")
            .help("put a character between them, such as a comma"),
        );
        pieces.pop();
    }
    pieces.push(TemplatePart::Var(name));
}

fn nameless_variable_error(span: Span) -> Diagnostic {
    Diagnostic::error("syntax", span, "`$` without a name").label("expected the name of a variable right after it")
}

/// Spelling of an operator.
pub(super) fn operator_text(op: BinaryOp) -> &'static str {
    let sign = SIGNS.iter().find(|(_, infix)| *infix == Infix::Op(op)).map(|(sign, _)| *sign);
    let word = || INFIX_WORDS.iter().find(|(_, word)| *word == op).map(|(word, _)| *word);
    sign.or_else(word).unwrap_or("-")
}
