//! The lexer of scripts: text to tokens with their places, built from nom parser combinators. The order of tokens is
//! checked by the [`parser`](super::parser). The tokens keep comments and line ends for the formatter.

use boardwright_game::fault::Span;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{opt, recognize, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use nom_locate::LocatedSpan;

use super::ast::Comparator;

/// Maximum number of tokens of a script.
pub(super) const MAX_TOKENS: usize = 200_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// One line end.
    NewLine,
    /// `#` and the rest of the line.
    Comment(&'a str),
    /// Letters, digits, points and underscores.
    Word(&'a str),
    /// Text between straight quotes, without them.
    Text(&'a str),
    /// A quote that is not closed in its line.
    UnclosedText,
    /// The path after `USE TABLE`.
    Path(&'a str),
    Comparator(Comparator),
    Comma,
    Bang,
    Plus,
    Minus,
    /// A sign that the language does not have.
    Sign(&'a str),
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) span: Span,
}

type Input<'a> = LocatedSpan<&'a str>;

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t' || c == '\u{a0}'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '.' || c == '_'
}

fn is_line_end(c: char) -> bool {
    c == '\n' || c == '\r'
}

fn text(input: Input) -> IResult<Input, Token> {
    let (rest, content) = preceded(char('"'), take_till(|c| c == '"' || is_line_end(c))).parse(input)?;
    let (rest, closed) = opt(char('"')).parse(rest)?;
    Ok((rest, if closed.is_some() { Token::Text(content.into_fragment()) } else { Token::UnclosedText }))
}

fn comparator(input: Input) -> IResult<Input, Token> {
    use Comparator::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    alt((
        value(Token::Sign("=>"), tag("=>")),
        value(Token::Sign("=<"), tag("=<")),
        value(Token::Sign("<>"), tag("<>")),
        value(Token::Comparator(AtLeast), tag(">=")),
        value(Token::Comparator(AtMost), tag("<=")),
        value(Token::Comparator(Equal), tag("==")),
        value(Token::Comparator(Unequal), tag("!=")),
        value(Token::Comparator(Greater), tag(">")),
        value(Token::Comparator(Less), tag("<")),
        value(Token::Sign("="), tag("=")),
    ))
    .parse(input)
}

fn token(input: Input) -> IResult<Input, Token> {
    alt((
        value(Token::NewLine, alt((tag("\r\n"), tag("\n"), tag("\r")))),
        recognize(preceded(char('#'), take_till(is_line_end))).map(|text: Input| Token::Comment(text.into_fragment())),
        take_while1(is_word).map(|word: Input| Token::Word(word.into_fragment())),
        text,
        comparator,
        value(Token::Comma, char(',')),
        value(Token::Bang, char('!')),
        value(Token::Plus, char('+')),
        value(Token::Minus, char('-')),
        alt((recognize(tag("&&")), recognize(tag("||")), recognize(anychar)))
            .map(|sign: Input| Token::Sign(sign.into_fragment())),
    ))
    .parse(input)
}

/// Reads the path after `USE TABLE`: the rest of the line without a comment.
fn path(input: Input) -> IResult<Input, Token> {
    let (_, line) = take_while1(|c| !is_line_end(c) && c != '#').parse(input)?;
    let trimmed = line.trim_end();
    let (rest, path) = nom::bytes::complete::take(trimmed.chars().count()).parse(input)?;
    Ok((rest, Token::Path(path.into_fragment())))
}

/// Returns the tokens of a script, at most [`MAX_TOKENS`].
pub(super) fn lex(text: &str, source: u16) -> Vec<Lexeme<'_>> {
    let mut lexemes: Vec<Lexeme<'_>> = Vec::new();
    let mut input = Input::new(text);
    loop {
        let blanks: IResult<Input, Input> = take_while(is_blank).parse(input);
        let Ok((start, _)) = blanks else { break };
        let before = lexemes.iter().rev().take(2).map(|lexeme| lexeme.token);
        let is_after_table = before.eq([Token::Word("TABLE"), Token::Word("USE")]);
        let starts_path = is_after_table && !start.starts_with(['"', '#', '\n', '\r']) && !start.is_empty();
        let read = if starts_path { path(start) } else { token(start) };
        let Ok((end, token)) = read else { break };
        let span = Span { source, ..Span::new(start.location_offset(), end.location_offset()) };
        lexemes.push(Lexeme { token, span });
        if lexemes.len() == MAX_TOKENS {
            break;
        }
        input = end;
    }
    lexemes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        lex(text, 0).into_iter().map(|lexeme| lexeme.token).collect()
    }

    #[test]
    fn every_character_belongs_to_a_token_or_a_blank() {
        use Comparator::AtLeast;
        let text = "RULE # a rule\r\n 77+, !pair , 3BB>=0.5 pot\n external \"a b\" => 1 \"open\nUSE TABLE a b.txt #x";
        let expected = [
            Token::Word("RULE"),
            Token::Comment("# a rule"),
            Token::NewLine,
            Token::Word("77"),
            Token::Plus,
            Token::Comma,
            Token::Bang,
            Token::Word("pair"),
            Token::Comma,
            Token::Word("3BB"),
            Token::Comparator(AtLeast),
            Token::Word("0.5"),
            Token::Word("pot"),
            Token::NewLine,
            Token::Word("external"),
            Token::Text("a b"),
            Token::Sign("=>"),
            Token::Word("1"),
            Token::UnclosedText,
            Token::NewLine,
            Token::Word("USE"),
            Token::Word("TABLE"),
            Token::Path("a b.txt"),
            Token::Comment("#x"),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn signs_of_other_languages_are_tokens() {
        assert_eq!(
            tokens("(&&)é—"),
            ["(", "&&", ")"]
                .map(Token::Sign)
                .into_iter()
                .chain([Token::Word("é"), Token::Sign("—"),])
                .collect::<Vec<_>>()
        );
    }
}
