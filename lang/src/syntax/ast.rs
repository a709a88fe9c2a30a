//! A file of the 2026 edition as a tree of plain data, with the place of everything.
//!
//! It is made from the lossless tree of this module's parent, without blanks and comments; names are not looked up and
//! nothing is checked beyond how it is written.

use boardwright_engine::rules::{Arith, Span};

/// A word and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub(crate) sections: Vec<Section>,
}

/// A section, from its head to the next one's. Two sections of one name are two of these.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// The name between the brackets.
    pub(crate) name: Word,
    pub(crate) pairs: Vec<Pair>,
}

/// `key = value`, with all lines that belong to it.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) key: Word,
    /// `Mine($L) = ...`: names of the parameters, with their `$`. `None` where there are no brackets.
    pub(crate) params: Option<Vec<Word>>,
    pub(crate) value: Value,
    /// The value's place; that after the `=` if it is missing.
    pub(crate) at: Span,
}

/// What stands behind `=`. Which form it has depends on section and key, unknown ones are `Text`.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Free text: blanks at both ends and comments dropped; lines of a longer one are joined by line feeds.
    Text(Word),
    /// Expressions parted by commas, on one line or continued in brackets: headers, patterns, drawings, lists of words,
    /// `for`, members of lines. One expression is a list of one. Empty if nothing is there.
    List(Vec<Expr>),
    /// Lines, each one expression, `$V = value` or an action: conditions, followups, bodies of named expressions.
    Lines(Vec<Expr>),
    /// The rows of a picture in letters, blanks dropped, from top to bottom.
    Rows(Vec<Word>),
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A number; larger ones are told to be wrong by the parser and become 0.
    Int(i32),
    Bool(bool),
    Text(String),
    /// `$X`; the name has its `$`.
    Var(String),
    /// A word without brackets.
    Name(String),
    /// A word with brackets, which may be empty.
    Call(Word, Vec<Expr>),
    /// `#rrggbb`.
    Colour(u8, u8, u8),
    /// `{a, b}`.
    Set(Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Arith(Arith, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Join(Joining, Box<Expr>, Box<Expr>),
    /// `a .. b`.
    Range(Box<Expr>, Box<Expr>),
    /// `$X: range`, in headers and `for`.
    Declare(Word, Box<Expr>),
    /// `target = value`, where an action or a line may stand.
    Assign(Box<Expr>, Box<Expr>),
    /// `list of 1..7`, as the values of an option.
    ListOf(Box<Expr>),
    /// `3-4-5` is read as arithmetic; a default of an option that is a list is told apart by its option.
    ///
    /// Something could not be read; the parser has told.
    Wrong,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Subset,
}

/// Operations on sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joining {
    Union,
    Intersect,
    Except,
}
