//! Kinds of tokens and nodes of the lossless syntax tree, and operator precedences.
//! The grammar is defined by the parser.

/// Kind of a token or node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub(crate) enum SyntaxKind {
    // Trivia, and characters outside of the grammar.
    /// Blanks and tabs.
    Blank,
    /// One line end.
    Newline,
    /// A comment, from `//` to the end of the line.
    Comment,
    /// Characters that belong to no token of the language.
    Stray,
    // Tokens of lines.
    HeaderOpen,
    HeaderName,
    HeaderClose,
    /// The `=` after a key, or the `:` written in its place.
    KeyEquals,
    /// One line of a text.
    Line,
    /// One row of a letter grid.
    Row,
    // Tokens of expressions.
    Word,
    Number,
    Var,
    Text,
    Colour,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Colon,
    Equals,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Dots,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    And,
    Or,
    Not,
    In,
    Subset,
    Union,
    Intersect,
    Except,
    True,
    False,
    // Nodes.
    /// The whole file.
    File,
    /// A section with its header.
    Section,
    /// `[NAME]`.
    Header,
    /// `key = value`.
    Pair,
    /// The part of a pair before `=`.
    Key,
    /// The part of a pair after `=`.
    Value,
    /// One logical line of a value with several expressions.
    ExprLine,
    /// Operands joined by operators of equal precedence.
    Chain,
    /// `NOT a` and `-a`.
    Prefix,
    /// A word with its arguments.
    Call,
    /// `{a, b}`.
    Set,
    /// `(a)`.
    Brackets,
    /// `$X: set`.
    Declare,
    /// `a = b`.
    Assign,
    /// `list of a`.
    ListOf,
    /// Text that could not be parsed.
    Error,
}

impl SyntaxKind {
    const ALL: [Self; Self::Error as usize + 1] = {
        use SyntaxKind::{
            And, Assign, Blank, Brackets, Call, Chain, CloseBrace, CloseBracket, Colon, Colour, Comma, Comment,
            Declare, Dots, Equal, Equals, Error, Except, ExprLine, False, File, Greater, GreaterEqual, Header,
            HeaderClose, HeaderName, HeaderOpen, In, Intersect, Key, KeyEquals, Less, LessEqual, Line, ListOf, Minus,
            Newline, Not, Number, OpenBrace, OpenBracket, Or, Pair, Percent, Plus, Prefix, Row, Section, Set, Slash,
            Star, Stray, Subset, Text, True, Unequal, Union, Value, Var, Word,
        };
        [
            Blank,
            Newline,
            Comment,
            Stray,
            HeaderOpen,
            HeaderName,
            HeaderClose,
            KeyEquals,
            Line,
            Row,
            Word,
            Number,
            Var,
            Text,
            Colour,
            OpenBracket,
            CloseBracket,
            OpenBrace,
            CloseBrace,
            Comma,
            Colon,
            Equals,
            Equal,
            Unequal,
            Less,
            LessEqual,
            Greater,
            GreaterEqual,
            Dots,
            Plus,
            Minus,
            Star,
            Slash,
            Percent,
            And,
            Or,
            Not,
            In,
            Subset,
            Union,
            Intersect,
            Except,
            True,
            False,
            File,
            Section,
            Header,
            Pair,
            Key,
            Value,
            ExprLine,
            Chain,
            Prefix,
            Call,
            Set,
            Brackets,
            Declare,
            Assign,
            ListOf,
            Error,
        ]
    };

    /// Precedence of an infix operator, 0 being the lowest; `None` for other tokens.
    pub(crate) fn precedence(self) -> Option<usize> {
        Some(match self {
            Self::Or => 0,
            Self::And => 1,
            Self::Equal
            | Self::Unequal
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::In
            | Self::Subset => COMPARISON_PRECEDENCE,
            Self::Union | Self::Intersect | Self::Except => 3,
            Self::Dots => RANGE_PRECEDENCE,
            Self::Plus | Self::Minus => 5,
            Self::Star | Self::Slash | Self::Percent => 6,
            _ => return None,
        })
    }
}

/// Precedence of comparisons, which are non-associative: a chain holds only one.
pub(crate) const COMPARISON_PRECEDENCE: usize = 2;
/// Precedence of `..`, which is non-associative: a chain holds only one.
pub(crate) const RANGE_PRECEDENCE: usize = 4;
/// Precedence above all infix operators: that of prefix operators.
pub(crate) const PREFIX_PRECEDENCE: usize = 7;

/// Language marker type for `rowan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum GameLanguage {}

impl rowan::Language for GameLanguage {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::ALL.get(usize::from(raw.0)).copied().unwrap_or(SyntaxKind::Error)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the syntax tree.
pub(crate) type SyntaxNode = rowan::SyntaxNode<GameLanguage>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_at_their_numbers() {
        assert!(SyntaxKind::ALL.iter().enumerate().all(|(at, kind)| *kind as usize == at));
    }
}
