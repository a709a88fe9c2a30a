//! The pieces of a rule file: keywords, brackets, terms, clauses and comments, with their places. The order of pieces is
//! checked by the [`parser`](super::parser); the formatter writes them anew.

use boardwright_game::fault::Span;

use super::blocks::{Block, KEYWORDS};

/// Kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A word outside of terms.
    Word,
    /// `(` of a condition.
    Open,
    /// `)` of a condition.
    Close,
    /// `{`.
    OpenBrace,
    /// `}`.
    CloseBrace,
    /// A term of a condition or an action; the span includes its point, if there is one.
    Term {
        /// `true` if a point ends it.
        has_point: bool,
    },
    /// A clause of the block PROLOG; the span includes its point, if there is one.
    Clause {
        /// `true` if a point ends it.
        has_point: bool,
    },
    /// `//` and the rest of the line.
    Comment,
}

/// A piece with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// Source range.
    pub span: Span,
}

impl Piece {
    /// Text of the piece.
    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.span.start as usize..self.span.end as usize]
    }
}

/// Place of the splitter in the structure of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Outside of blocks, before a keyword.
    File,
    /// After the keyword of a block, before `{`.
    Header(bool),
    /// In the block PROLOG.
    Clauses,
    /// In another block, before a rule.
    Rules,
    /// In a condition; the number of open brackets.
    Condition(usize),
    /// After a condition, before `{`.
    AfterCondition,
    /// Between the braces of actions.
    Actions,
    /// After the keyword of an action.
    Action,
}

/// Splits a text into pieces. Every character is in a piece or blank.
pub fn split(text: &str) -> Vec<Piece> {
    let mut splitter = Splitter { text, at: 0, context: Context::File, pieces: Vec::new() };
    while splitter.step() {}
    splitter.pieces
}

struct Splitter<'a> {
    text: &'a str,
    at: usize,
    context: Context,
    pieces: Vec<Piece>,
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// `true` if a word is a keyword within blocks.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|entry| entry.name.eq_ignore_ascii_case(word))
}

impl<'a> Splitter<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: PieceKind, end: usize) {
        self.pieces.push(Piece { kind, span: Span::new(self.at, end) });
        self.at = end;
    }

    /// The word at the current place.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        &rest[..length]
    }

    fn step(&mut self) -> bool {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start().len();
        self.at += blanks;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return false };
        if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let length = rest[..length].trim_end().len();
            self.push(PieceKind::Comment, self.at + length);
            return true;
        }
        match first {
            '{' if self.context != Context::Clauses => {
                self.context = match self.context {
                    Context::Header(true) => Context::Clauses,
                    Context::AfterCondition | Context::Condition(_) => Context::Actions,
                    _ => Context::Rules,
                };
                self.push(PieceKind::OpenBrace, self.at + 1);
            }
            '}' => {
                self.context = match self.context {
                    Context::Actions | Context::Action => Context::Rules,
                    _ => Context::File,
                };
                self.push(PieceKind::CloseBrace, self.at + 1);
            }
            _ => self.other(first),
        }
        true
    }

    fn other(&mut self, first: char) {
        let word = self.word();
        match self.context {
            Context::Clauses => {
                let (end, has_point) = self.term_end(false);
                self.push(PieceKind::Clause { has_point }, end.max(self.at + first.len_utf8()));
            }
            Context::File | Context::Header(_) => {
                if !word.is_empty() {
                    let block = Block::from_keyword(word);
                    self.context = Context::Header(block == Some(Block::Prolog));
                }
                let length = word.len().max(first.len_utf8());
                self.push(PieceKind::Word, self.at + length);
            }
            Context::Rules | Context::AfterCondition => {
                if first == '(' && self.follows_if() {
                    self.context = Context::Condition(1);
                    self.push(PieceKind::Open, self.at + 1);
                    return;
                }
                if self.begins_block(word) {
                    self.context = Context::Header(Block::from_keyword(word) == Some(Block::Prolog));
                }
                let length = word.len().max(first.len_utf8());
                self.push(PieceKind::Word, self.at + length);
            }
            Context::Condition(open) => self.condition(first, word, open),
            Context::Actions => {
                if word.is_empty() {
                    self.term();
                } else if word.eq_ignore_ascii_case("if") || self.begins_block(word) {
                    // The brace of the actions before it is missing.
                    self.context = Context::Rules;
                } else {
                    let is_action = ["add", "del", "query"].iter().any(|action| action.eq_ignore_ascii_case(word));
                    let follows = self.text[self.at + word.len()..].chars().next();
                    if is_action || follows.is_some_and(char::is_whitespace) {
                        self.context = Context::Action;
                        self.push(PieceKind::Word, self.at + word.len());
                    } else {
                        self.term();
                    }
                }
            }
            Context::Action => {
                self.context = Context::Actions;
                self.term();
            }
        }
    }

    /// `true` if the word is the keyword of a block, followed by its brace.
    fn begins_block(&self, word: &str) -> bool {
        let follows = self.text[self.at + word.len()..].trim_start();
        Block::from_keyword(word).is_some() && follows.starts_with('{')
    }

    fn follows_if(&self) -> bool {
        let last = self.pieces.iter().rev().find(|piece| piece.kind != PieceKind::Comment);
        last.is_some_and(|piece| piece.kind == PieceKind::Word)
    }

    fn condition(&mut self, first: char, word: &str, open: usize) {
        match first {
            '(' if self.group_has_point() => {
                self.context = Context::Condition(open + 1);
                self.push(PieceKind::Open, self.at + 1);
            }
            ')' => {
                self.context = if open == 1 { Context::AfterCondition } else { Context::Condition(open - 1) };
                self.push(PieceKind::Close, self.at + 1);
            }
            _ if ["not", "and", "or", "if"].iter().any(|keyword| keyword.eq_ignore_ascii_case(word)) => {
                // `not(...)` without a point between the brackets is a goal of Prolog.
                let behind = self.at + word.len();
                let is_goal = self.text[behind..].starts_with('(') && {
                    let before = std::mem::replace(&mut self.at, behind);
                    let has_point = self.group_has_point();
                    self.at = before;
                    !has_point
                };
                if is_goal { self.term() } else { self.push(PieceKind::Word, behind) }
            }
            _ => self.term(),
        }
    }

    fn term(&mut self) {
        let (end, has_point) = self.term_end(true);
        let length = self.rest().chars().next().map_or(1, char::len_utf8);
        self.push(PieceKind::Term { has_point }, end.max(self.at + length));
    }

    /// End of the term or clause at the current place, and `true` if it ends with a point. Terms also end before a bracket
    /// that they do not open.
    fn term_end(&self, is_term: bool) -> (usize, bool) {
        let rest = self.rest();
        let mut letters = rest.char_indices().peekable();
        let mut open: Vec<char> = Vec::new();
        let mut last = 0;
        while let Some((at, letter)) = letters.next() {
            match letter {
                '.' => return (self.at + at + 1, true),
                '\'' | '"' => {
                    let end = quoted_length(&rest[at..]);
                    while letters.peek().is_some_and(|(next, _)| *next < at + end) {
                        letters.next();
                    }
                    last = at + end;
                    continue;
                }
                '/' if rest[at..].starts_with("//") => {
                    let end = rest[at..].find('\n').map_or(rest.len(), |length| at + length);
                    while letters.peek().is_some_and(|(next, _)| *next < end) {
                        letters.next();
                    }
                    continue;
                }
                '{' if is_term => break,
                '(' | '[' | '{' => open.push(letter),
                ')' | ']' | '}' => {
                    let is_opened = open.pop().is_some();
                    if !is_opened && (letter == '}' || is_term && letter == ')') {
                        break;
                    }
                }
                _ => {}
            }
            if !letter.is_whitespace() {
                last = at + letter.len_utf8();
            }
        }
        (self.at + last, false)
    }

    /// `true` if there is a point between the bracket at the current place and the one that closes it.
    fn group_has_point(&self) -> bool {
        let rest = self.rest();
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(letter) = rest[at..].chars().next() {
            match letter {
                '\'' | '"' => {
                    at += quoted_length(&rest[at..]);
                    continue;
                }
                '/' if rest[at..].starts_with("//") => {
                    at += rest[at..].find('\n').unwrap_or(rest.len() - at);
                    continue;
                }
                '.' => return true,
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                '{' | '}' => return false,
                _ => {}
            }
            at += letter.len_utf8();
        }
        false
    }
}

/// Length of a quoted text with both quotes; of one that is not closed, the rest of its line.
fn quoted_length(text: &str) -> usize {
    let quote = text.chars().next().unwrap_or('\'');
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == quote {
            return at + 1;
        }
        if letter == '\n' {
            return at;
        }
        if letter == '\\' {
            letters.next();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(&str, PieceKind)> {
        split(text).into_iter().map(|piece| (piece.text(text), piece.kind)).collect()
    }

    #[test]
    fn pieces_of_a_file() {
        use PieceKind::{Clause, Close, CloseBrace, Comment, Open, OpenBrace, Term, Word};
        let text = "Prolog { a(1). b :- c, // d.\n e. }\nSetTurn{ If(NOT a(X). AND (b.)) { add c(\\X+1). } }";
        let (term, clause) = (Term { has_point: true }, Clause { has_point: true });
        let expected = [
            ("Prolog", Word),
            ("{", OpenBrace),
            ("a(1).", clause),
            ("b :- c, // d.\n e.", clause),
            ("}", CloseBrace),
            ("SetTurn", Word),
            ("{", OpenBrace),
            ("If", Word),
            ("(", Open),
            ("NOT", Word),
            ("a(X).", term),
            ("AND", Word),
            ("(", Open),
            ("b.", term),
            (")", Close),
            (")", Close),
            ("{", OpenBrace),
            ("add", Word),
            ("c(\\X+1).", term),
            ("}", CloseBrace),
            ("}", CloseBrace),
        ];
        assert_eq!(texts(text), expected);
        assert_eq!(texts("// only"), [("// only", Comment)]);
    }

    #[test]
    fn goals_that_are_named_like_keywords() {
        let text = "SETTURN { IF (not(a(X)). AND if(a, b, c).) { query (a ; b). } }";
        let terms: Vec<&str> = split(text)
            .into_iter()
            .filter(|piece| matches!(piece.kind, PieceKind::Term { .. }))
            .map(|piece| piece.text(text))
            .collect();
        assert_eq!(terms, ["not(a(X)).", "if(a, b, c).", "(a ; b)."]);
    }
}
