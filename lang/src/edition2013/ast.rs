//! The abstract syntax tree of a game file of the edition 2013, with source spans. Names are unresolved texts.

use std::collections::{HashMap, HashSet};

use boardwright_rules::{BinaryOp, ColourClass, Picture, Shape, Span, UnaryOp};

/// A value with its source span.
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

/// A name with its source span.
pub(crate) type Name = Spanned<String>;

/// The syntax tree of a whole game file.
#[derive(Debug, Default)]
pub(crate) struct SyntaxTree {
    pub(crate) background: Option<Name>,
    pub(crate) colour_classes: Vec<ColourClass>,
    pub(crate) element_types: Vec<ElementType>,
    pub(crate) location_types: Vec<LocationType>,
    pub(crate) locations: Vec<Location>,
    pub(crate) players: Vec<String>,
    pub(crate) start_score: i32,
    pub(crate) elements: Vec<Element>,
    pub(crate) functions: Vec<Function>,
    /// Named expressions with mistakes that have been reported.
    pub(crate) invalid_functions: HashSet<String>,
    /// Names whose definition was probably swallowed by another one, with the line of the definition and the reason.
    pub(crate) misplaced_definitions: HashMap<String, (Span, &'static str)>,
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
    pub(crate) is_relevant: bool,
    pub(crate) shape: Option<Shape>,
    pub(crate) picture: Option<Picture>,
}

#[derive(Debug)]
pub(crate) struct Location {
    pub(crate) name: Name,
    /// `None` if the type is missing, which has been reported.
    pub(crate) kind: Option<Name>,
    pub(crate) point: (i32, i32),
    pub(crate) camera: Option<(i32, i32)>,
    pub(crate) robot: Option<[f64; 10]>,
}

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: Name,
    /// `None` if the type is missing, which has been reported. The same holds for `location`.
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

/// A pattern of names.
pub(crate) type Pattern = Spanned<Vec<TemplatePart>>;

/// A part of a text: literal characters or a reference to a variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TemplatePart {
    Literal(String),
    Var(Name),
}

/// A node of an expression tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// Span of the node, including its brackets.
    pub(crate) span: Span,
    /// `true` if the node has brackets of its own.
    pub(crate) is_bracketed: bool,
    /// Nesting depth: 1 for a leaf.
    pub(crate) depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    Int(i32),
    Bool(bool),
    Text(Vec<TemplatePart>),
    Var(String),
    Set(Vec<Node>),
    Prefix(UnaryOp, Box<Node>),
    Binary(Box<Node>, Infix, Box<Node>),
    /// A named expression or a built-in; the arguments are `None` if there are no brackets.
    Call(Name, Option<Vec<Node>>),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Infix {
    Op(BinaryOp),
    Assign,
    /// A prefix word between two operands. It is applied to the left operand; the right operand is never evaluated.
    MisplacedPrefix(UnaryOp),
}
