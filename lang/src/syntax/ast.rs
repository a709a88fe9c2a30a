//! Abstract syntax tree of a file of the 2026 edition, with the span of every item.
//!
//! The parser builds it together with the lossless tree. It holds no blanks and comments; names are not resolved, and
//! only the syntax has been checked.

use boardwright_rules::{ArithmeticOp, Span};

/// A word and its span.
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

/// A section, from its header to the next one. Two sections with the same name are two of these.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// Name between the brackets.
    pub(crate) name: Word,
    pub(crate) pairs: Vec<KeyValue>,
}

/// `key = value`, with all its continuation lines.
#[derive(Clone, Debug)]
pub(crate) struct KeyValue {
    pub(crate) key: Word,
    /// `Mine($L) = ...`: names of the parameters, including the `$`. `None` if there are no brackets.
    pub(crate) params: Option<Vec<Word>>,
    pub(crate) value: Value,
    /// Span of the value; the position after the `=` if the value is missing.
    pub(crate) value_span: Span,
}

/// The value after `=`. Section and key determine the variant; values of unknown keys are `Text`.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Free text without surrounding blanks and comments; the lines of longer texts are joined by line feeds.
    Text(Word),
    /// Expressions separated by commas, on one line or continued in brackets: headers, patterns, drawings, lists of
    /// words, `for`, members of lines. A single expression is a list of one. Empty if the value is missing.
    List(Vec<Expr>),
    /// Lines, each an expression, `$V = value` or an action: conditions, followups, bodies of named expressions.
    Lines(Vec<Expr>),
    /// Rows of a letter grid without blanks, from top to bottom.
    Rows(Vec<Word>),
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// Variants of expressions.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// An integer; literals that do not fit are an [`ExprKind::Error`].
    Int(i32),
    Bool(bool),
    Text(String),
    /// `$X`; the name includes the `$`.
    Var(String),
    /// A word without brackets.
    Name(String),
    /// A word with an argument list, which may be empty.
    Call(Word, Vec<Expr>),
    /// `#rrggbb`.
    Colour(u8, u8, u8),
    /// `{a, b}`.
    Set(Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Arith(ArithmeticOp, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    SetOperation(SetOperator, Box<Expr>, Box<Expr>),
    /// `a .. b`.
    Range(Box<Expr>, Box<Expr>),
    /// `$X: range`, in headers and `for`.
    Declare(Word, Box<Expr>),
    /// `target = value`, where an action or a line is allowed.
    Assign(Box<Expr>, Box<Expr>),
    /// `list of 1..7`, as the values of an option.
    ListOf(Box<Expr>),
    /// A syntax error that the parser has already reported.
    ///
    /// Note that `3-4-5` parses as arithmetic; the lowering of options treats the default of a list option specially.
    Error,
}

/// Comparison operators.
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

/// Set operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetOperator {
    Union,
    Intersect,
    Except,
}
