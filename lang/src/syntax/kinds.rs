//! Kinds of tokens and nodes of the lossless tree.
//! What they mean together is the parser's matter.

/// A kind of token or node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub(crate) enum Kind {
    // Tokens between which nothing else stands.
    /// Blanks and tabs.
    Blank,
    /// One end of a line.
    Newline,
    /// From `//` to the end of the line.
    Comment,
    /// Characters that belong nowhere.
    Stray,
    // Tokens of lines.
    OpenHead,
    HeadName,
    CloseHead,
    /// The `=` after a key, or what was written in its place.
    KeyEquals,
    /// One line of a text.
    Line,
    /// One row of a picture.
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
    /// All of it.
    File,
    /// A section with its head.
    Section,
    /// `[NAME]`.
    Head,
    /// `key = value`.
    Pair,
    /// What stands before `=`.
    Key,
    /// What stands behind it.
    Value,
    /// One line of several expressions.
    LineOf,
    /// Operands with operators of equal strength between them.
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
    /// What could not be read.
    Broken,
}

impl Kind {
    const ALL: [Self; Self::Broken as usize + 1] = {
        use Kind::{
            And, Assign, Blank, Brackets, Broken, Call, Chain, CloseBrace, CloseBracket, CloseHead, Colon, Colour,
            Comma, Comment, Declare, Dots, Equal, Equals, Except, False, File, Greater, GreaterEqual, Head, HeadName,
            In, Intersect, Key, KeyEquals, Less, LessEqual, Line, LineOf, ListOf, Minus, Newline, Not, Number,
            OpenBrace, OpenBracket, OpenHead, Or, Pair, Percent, Plus, Prefix, Row, Section, Set, Slash, Star, Stray,
            Subset, Text, True, Unequal, Union, Value, Var, Word,
        };
        [
            Blank,
            Newline,
            Comment,
            Stray,
            OpenHead,
            HeadName,
            CloseHead,
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
            Head,
            Pair,
            Key,
            Value,
            LineOf,
            Chain,
            Prefix,
            Call,
            Set,
            Brackets,
            Declare,
            Assign,
            ListOf,
            Broken,
        ]
    };

    /// How strongly an operator binds, the loosest being 0; `None` for what is no operator between two operands.
    pub(crate) fn strength(self) -> Option<usize> {
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
            | Self::Subset => COMPARISON,
            Self::Union | Self::Intersect | Self::Except => 3,
            Self::Dots => RANGE,
            Self::Plus | Self::Minus => 5,
            Self::Star | Self::Slash | Self::Percent => 6,
            _ => return None,
        })
    }
}

/// The strength of comparisons, of which only one can stand in a chain.
pub(crate) const COMPARISON: usize = 2;
/// The strength of `..`, of which only one can stand in a chain.
pub(crate) const RANGE: usize = 4;
/// Binds more strongly than all operators between two operands.
pub(crate) const STRONGEST: usize = 7;

/// The language as `rowan` wants to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Game {}

impl rowan::Language for Game {
    type Kind = Kind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> Kind {
        Kind::ALL.get(usize::from(raw.0)).copied().unwrap_or(Kind::Broken)
    }

    fn kind_to_raw(kind: Kind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the tree.
pub(crate) type SyntaxNode = rowan::SyntaxNode<Game>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_at_their_numbers() {
        assert!(Kind::ALL.iter().enumerate().all(|(at, kind)| *kind as usize == at));
    }
}
