//! The lexer of Prolog text: characters to tokens with their places. The grammar is in the [`parser`](super::parser).

use boardwright_game::fault::Span;

/// Variants of the syntax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// `true` for rule files: `//` begins a comment, and every `.` ends a term.
    pub is_rule_file: bool,
    /// `true` if `\NAME` is a macro.
    pub has_macros: bool,
    /// `true` if several words with blanks between them are one atom as an argument.
    pub joins_words: bool,
}

impl Syntax {
    /// The syntax of rule files.
    pub const RULES: Self = Self { is_rule_file: true, has_macros: false, joins_words: false };
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// An atom without quotes: a name, a symbol, `!` or `;`.
    Atom(String),
    /// An atom in quotes.
    Quoted(String),
    /// A variable.
    Variable(String),
    /// A macro `\NAME`, without its backslash.
    Macro(String),
    /// An integer.
    Int(i64),
    /// One of `( ) [ ] { } , |`.
    Punctuation(char),
    /// The point after a term.
    End,
    /// A mistake, with its message.
    Invalid(String),
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The token.
    pub token: Token,
    /// Source range.
    pub span: Span,
    /// `true` if a blank or a comment stands before the token.
    pub is_after_blank: bool,
}

const SYMBOLS: &str = "+-*/\\^<>=~:.?@#&$";

fn is_symbol(letter: char) -> bool {
    SYMBOLS.contains(letter)
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Splits a text into tokens. `start` is the place of the text in its source.
pub fn lex(text: &str, start: Span, syntax: Syntax) -> Vec<Lexeme> {
    let mut lexer = Lexer { text, at: 0, start, syntax };
    let mut lexemes = Vec::new();
    loop {
        let before = lexer.at;
        if let Some(invalid) = lexer.skip_blanks() {
            lexemes.push(invalid);
        }
        let is_after_blank = lexer.at > before;
        let from = lexer.at;
        let Some(token) = lexer.token() else { return lexemes };
        lexemes.push(Lexeme { token, span: lexer.span(from), is_after_blank });
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    start: Span,
    syntax: Syntax,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, from: usize) -> Span {
        let offset = self.start.start;
        Span { start: offset + from as u32, end: offset + self.at as u32, source: self.start.source }
    }

    /// Moves past letters and returns them.
    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|letter| !accepts(letter)).unwrap_or(rest.len());
        let taken = rest[..length].to_owned();
        self.at += length;
        taken
    }

    /// Moves past blanks and comments; returns a comment that is not closed.
    fn skip_blanks(&mut self) -> Option<Lexeme> {
        loop {
            self.take_while(char::is_whitespace);
            let rest = self.rest();
            let is_line = if self.syntax.is_rule_file { rest.starts_with("//") } else { rest.starts_with('%') };
            if is_line {
                self.take_while(|letter| letter != '\n');
            } else if rest.starts_with("/*") && !self.syntax.is_rule_file {
                let from = self.at;
                match rest.find("*/") {
                    Some(length) => self.at += length + 2,
                    None => {
                        self.at = self.text.len();
                        let message = "the comment is not closed; close it with `*/`".to_owned();
                        let span = Span { end: self.span(from).start + 2, ..self.span(from) };
                        return Some(Lexeme { token: Token::Invalid(message), span, is_after_blank: true });
                    }
                }
            } else {
                return None;
            }
        }
    }

    fn token(&mut self) -> Option<Token> {
        let first = self.peek()?;
        if first.is_ascii_digit() {
            return Some(self.number());
        }
        if first == '_' || first.is_uppercase() {
            return Some(Token::Variable(self.take_while(is_word)));
        }
        if first.is_alphabetic() {
            return Some(Token::Atom(self.take_while(is_word)));
        }
        if first == '\'' || first == '"' || first == '`' {
            return Some(self.quoted(first));
        }
        if "()[]{},|".contains(first) {
            self.at += 1;
            if first == '|' && self.peek() == Some('|') {
                self.at += 1;
                return Some(Token::Invalid("`||` is no operator; write `;` for or".to_owned()));
            }
            return Some(Token::Punctuation(first));
        }
        if first == '!' || first == ';' {
            self.at += 1;
            return Some(Token::Atom(first.to_string()));
        }
        if first == '\\' && self.syntax.has_macros {
            let name = &self.rest()[1..];
            let length = name.find(|letter| !is_word(letter)).unwrap_or(name.len());
            if name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
                let name = name[..length].to_owned();
                self.at += 1 + length;
                return Some(Token::Macro(name));
            }
        }
        if is_symbol(first) {
            return Some(self.symbol(first));
        }
        self.at += first.len_utf8();
        Some(Token::Invalid(format!("the sign `{first}` has no meaning here")))
    }

    fn symbol(&mut self, first: char) -> Token {
        let is_rule_file = self.syntax.is_rule_file;
        let follows = self.rest()[1..].chars().next();
        let is_end = |next: Option<char>| next.is_none_or(|next| next.is_whitespace() || next == '%');
        if first == '.' && (is_rule_file || is_end(follows)) {
            self.at += 1;
            return Token::End;
        }
        let has_macros = self.syntax.has_macros;
        let mut length = 0;
        let rest = self.rest();
        for (at, letter) in rest.char_indices() {
            let tail = &rest[at..];
            let begins_comment = is_rule_file && tail.starts_with("//");
            let begins_macro = has_macros && letter == '\\' && tail[1..].starts_with(is_word);
            let ends = is_rule_file && letter == '.';
            if !is_symbol(letter) || begins_comment || ends || at > 0 && begins_macro {
                break;
            }
            length = at + 1;
        }
        let text = rest[..length].to_owned();
        self.at += length;
        Token::Atom(text)
    }

    fn number(&mut self) -> Token {
        let digits = self.take_while(|letter| letter.is_ascii_digit() || letter == '_');
        if digits == "0" && self.peek() == Some('\'') {
            let rest = self.rest();
            let mut letters = rest[1..].chars();
            if let Some(letter) = letters.next().filter(|&letter| letter != '\'' && letter != '\\') {
                self.at += 1 + letter.len_utf8();
                return Token::Int(i64::from(u32::from(letter)));
            }
        }
        let tail = self.rest();
        let is_decimal = tail.starts_with('.') && tail[1..].starts_with(|letter: char| letter.is_ascii_digit());
        if is_decimal {
            self.at += 1;
            let fraction = self.take_while(|letter| letter.is_ascii_digit());
            return Token::Invalid(format!(
                "there are no decimal numbers; write an integer instead of {digits}.{fraction}"
            ));
        }
        if let Some(letter) = self.peek().filter(|letter| is_word(*letter)) {
            let rest = self.take_while(is_word);
            let reason = if letter.is_uppercase() || letter == '_' { "a variable" } else { "a name" };
            return Token::Invalid(format!(
                "{digits}{rest} is neither a number nor {reason}; separate them by a blank"
            ));
        }
        let digits: String = digits.chars().filter(|letter| *letter != '_').collect();
        match digits.parse() {
            Ok(value) => Token::Int(value),
            Err(_) => Token::Invalid(format!("the number {digits} is beyond 64 bits")),
        }
    }

    fn quoted(&mut self, quote: char) -> Token {
        let mut out = String::new();
        let text = self.text;
        let mut letters = text[self.at + 1..].char_indices();
        let start = self.at + 1;
        while let Some((at, letter)) = letters.next() {
            if letter == quote {
                if letters.clone().next().is_some_and(|(_, next)| next == quote) {
                    letters.next();
                    out.push(quote);
                    continue;
                }
                self.at = start + at + 1;
                return Token::Quoted(out);
            }
            if letter == '\n' {
                self.at = start + at;
                return Token::Invalid(format!("the text is not closed in its line; close it with {quote}"));
            }
            if letter != '\\' {
                out.push(letter);
                continue;
            }
            match letters.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, 's')) => out.push(' '),
                Some((_, '\n')) => {}
                Some((_, other)) if "\\'\"`".contains(other) => out.push(other),
                // A macro within a quoted text is replaced before the text is read.
                Some((_, other)) => {
                    out.push('\\');
                    out.push(other);
                }
                None => break,
            }
        }
        self.at = self.text.len();
        Token::Invalid(format!("the text is not closed; close it with {quote}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, syntax: Syntax) -> Vec<Token> {
        lex(text, Span::default(), syntax).into_iter().map(|lexeme| lexeme.token).collect()
    }

    fn atom(name: &str) -> Token {
        Token::Atom(name.to_owned())
    }

    #[test]
    fn a_point_ends_a_term_of_a_rule_file_anywhere() {
        let ends = |text, syntax| tokens(text, syntax).iter().filter(|token| **token == Token::End).count();
        assert_eq!(ends("p(1).)q.{", Syntax::RULES), 2);
        assert_eq!(ends("p(1).q.", Syntax::default()), 1);
        assert_eq!(tokens("'a.b'.", Syntax::RULES), [Token::Quoted("a.b".to_owned()), Token::End]);
    }

    #[test]
    fn macros_and_operators_share_the_backslash() {
        let syntax = Syntax { has_macros: true, ..Syntax::RULES };
        let expected = [atom("\\+"), atom("a"), atom("\\="), Token::Macro("CARD".to_owned()), atom("-")];
        assert_eq!(tokens("\\+a \\= \\CARD- // rest", syntax), expected);
    }

    #[test]
    fn comments_differ_between_the_syntaxes() {
        assert_eq!(tokens("a // b\n", Syntax::default()), [atom("a"), atom("//"), atom("b")]);
        assert_eq!(tokens("a // b\n", Syntax::RULES), [atom("a")]);
        assert_eq!(tokens("a % b /* c\n/* d */ e", Syntax::default()), [atom("a"), atom("e")]);
    }

    #[test]
    fn numbers_that_are_none_are_reported() {
        assert!(matches!(&tokens("1.5", Syntax::RULES)[0], Token::Invalid(why) if why.contains("1.5")));
        assert!(matches!(&tokens("3X", Syntax::RULES)[0], Token::Invalid(why) if why.contains("blank")));
        assert!(matches!(&tokens("99999999999999999999", Syntax::RULES)[0], Token::Invalid(_)));
        assert_eq!(tokens("0'a", Syntax::default()), [Token::Int(97)]);
    }
}
