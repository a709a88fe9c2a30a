//! The syntax tree of a game file: everything it says, with its places, and every name still a text.
//! Whether the names exist is not known here.

use std::collections::{HashMap, HashSet};

use boardwright_engine::rules::{BinaryOp, ColourClass, Picture, Shape, Span, UnaryOp};

/// Something with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A name with its place.
pub(crate) type Name = Spanned<String>;

/// A whole game file.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) background: Option<Name>,
    pub(crate) colour_classes: Vec<ColourClass>,
    pub(crate) element_types: Vec<ElementType>,
    pub(crate) location_types: Vec<LocationType>,
    pub(crate) locations: Vec<Location>,
    pub(crate) players: Vec<String>,
    pub(crate) start_score: i32,
    pub(crate) elements: Vec<Element>,
    pub(crate) functions: Vec<Function>,
    /// Named expressions with mistakes, which have been told of.
    pub(crate) broken: HashSet<String>,
    /// Names that were probably meant to be defined on a line that is now a part of something else, and why it is.
    pub(crate) lost: HashMap<String, (Span, &'static str)>,
    pub(crate) scorings: Vec<Scoring>,
    pub(crate) ends: Vec<End>,
    pub(crate) rules: Vec<Rule>,
}

#[derive(Debug)]
pub(crate) struct ElementType {
    pub(crate) name: Name,
    pub(crate) states: u16,
    pub(crate) pictures: Vec<Picture>,
}

#[derive(Debug)]
pub(crate) struct LocationType {
    pub(crate) name: Name,
    pub(crate) relevant: bool,
    pub(crate) shape: Option<Shape>,
    pub(crate) picture: Option<Picture>,
}

#[derive(Debug)]
pub(crate) struct Location {
    pub(crate) name: Name,
    /// `None` where it is missing, which has been told of.
    pub(crate) kind: Option<Name>,
    pub(crate) point: (i32, i32),
    pub(crate) camera: Option<(i32, i32)>,
    pub(crate) robot: Option<[f64; 10]>,
}

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: Name,
    /// `None` where it is missing, which has been told of; and so is `location`.
    pub(crate) kind: Option<Name>,
    pub(crate) owner: Spanned<i32>,
    pub(crate) location: Option<Name>,
    pub(crate) state: Spanned<i32>,
    pub(crate) zindex: i32,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: Name,
    pub(crate) params: Vec<Name>,
    pub(crate) body: Vec<Node>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Award {
    pub(crate) player: Node,
    pub(crate) amount: Node,
}

#[derive(Debug)]
pub(crate) struct Scoring {
    pub(crate) situation: Node,
    pub(crate) awards: Vec<Award>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct End {
    pub(crate) situation: Node,
    pub(crate) winner: Node,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: Name,
    pub(crate) element: Pattern,
    pub(crate) state: Option<Node>,
    pub(crate) player: Option<Node>,
    pub(crate) from: Pattern,
    pub(crate) to: Pattern,
    pub(crate) condition: Option<Node>,
    pub(crate) awards: Vec<Award>,
    pub(crate) followup: Option<Node>,
    pub(crate) span: Span,
}

/// The pattern of a name.
pub(crate) type Pattern = Spanned<Vec<Piece>>;

/// A stretch of a text with references.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    Literal(String),
    Var(Name),
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// With its brackets, if it has any.
    pub(crate) span: Span,
    /// Whether it stands in brackets of its own.
    pub(crate) bracketed: bool,
    /// How deep it is nested: 1 for a number.
    pub(crate) depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Int(i32),
    Bool(bool),
    Text(Vec<Piece>),
    Var(String),
    Set(Vec<Node>),
    Prefix(UnaryOp, Box<Node>),
    Binary(Box<Node>, Infix, Box<Node>),
    /// A named expression or a built-in; `None` where there are no brackets.
    Call(Name, Option<Vec<Node>>),
}

/// What can stand between two operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Infix {
    Op(BinaryOp),
    Assign,
    /// A prefix word between two operands: it is applied to the left one, and the right one is never looked at.
    Misplaced(UnaryOp),
}
