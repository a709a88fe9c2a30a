//! The syntax tree of a game file: everything it says, with its places, and every name still a text.
//! Whether the names exist is not known here.

use std::collections::{HashMap, HashSet};

use boardwright_engine::rules::{BinaryOp, ColourClass, Picture, Shape, Span, UnaryOp};

/// Something with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spanned<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

impl<T> Spanned<T> {
    pub(super) fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A name with its place.
pub(super) type Name = Spanned<String>;

/// A whole game file.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) background: Option<Name>,
    pub(super) colour_classes: Vec<ColourClass>,
    pub(super) element_types: Vec<ElementType>,
    pub(super) location_types: Vec<LocationType>,
    pub(super) locations: Vec<Location>,
    pub(super) players: Vec<String>,
    pub(super) start_score: i32,
    pub(super) elements: Vec<Element>,
    pub(super) functions: Vec<Function>,
    /// Named expressions with mistakes, which have been told of.
    pub(super) broken: HashSet<String>,
    /// Names that were probably meant to be defined on a line that is now a part of something else, and why it is.
    pub(super) lost: HashMap<String, (Span, &'static str)>,
    pub(super) scorings: Vec<Scoring>,
    pub(super) ends: Vec<End>,
    pub(super) rules: Vec<Rule>,
}

#[derive(Debug)]
pub(super) struct ElementType {
    pub(super) name: Name,
    pub(super) states: u16,
    pub(super) pictures: Vec<Picture>,
}

#[derive(Debug)]
pub(super) struct LocationType {
    pub(super) name: Name,
    pub(super) relevant: bool,
    pub(super) shape: Option<Shape>,
    pub(super) picture: Option<Picture>,
}

#[derive(Debug)]
pub(super) struct Location {
    pub(super) name: Name,
    /// `None` where it is missing, which has been told of.
    pub(super) kind: Option<Name>,
    pub(super) point: (i32, i32),
    pub(super) camera: Option<(i32, i32)>,
    pub(super) robot: Option<[f64; 10]>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: Name,
    /// `None` where it is missing, which has been told of; and so is `location`.
    pub(super) kind: Option<Name>,
    pub(super) owner: Spanned<i32>,
    pub(super) location: Option<Name>,
    pub(super) state: Spanned<i32>,
    pub(super) zindex: i32,
}

#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: Name,
    pub(super) params: Vec<Name>,
    pub(super) body: Vec<Node>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct Award {
    pub(super) player: Node,
    pub(super) amount: Node,
}

#[derive(Debug)]
pub(super) struct Scoring {
    pub(super) situation: Node,
    pub(super) awards: Vec<Award>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct End {
    pub(super) situation: Node,
    pub(super) winner: Node,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: Name,
    pub(super) element: Pattern,
    pub(super) state: Option<Node>,
    pub(super) player: Option<Node>,
    pub(super) from: Pattern,
    pub(super) to: Pattern,
    pub(super) condition: Option<Node>,
    pub(super) awards: Vec<Award>,
    pub(super) followup: Option<Node>,
    pub(super) span: Span,
}

/// The pattern of a name.
pub(super) type Pattern = Spanned<Vec<Piece>>;

/// A stretch of a text with references.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Literal(String),
    Var(Name),
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// With its brackets, if it has any.
    pub(super) span: Span,
    /// Whether it stands in brackets of its own.
    pub(super) bracketed: bool,
    /// How deep it is nested: 1 for a number.
    pub(super) depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
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
pub(super) enum Infix {
    Op(BinaryOp),
    Assign,
    /// A prefix word between two operands: it is applied to the left one, and the right one is never looked at.
    Misplaced(UnaryOp),
}
