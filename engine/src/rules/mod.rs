//! The rule set: everything a game file says, with every name an id.
//!
//! A rule set is plain data, complete and never changed once built; `boardwright-lang` makes it from text.
//! It knows nothing of positions: those are [`State`](crate::state::State)s.

mod expr;
mod texts;

pub use expr::{Action, BinaryOp, Expr, Exprs, Part, Query, Span, UnaryOp};
pub use texts::{Name, Texts};

use crate::ids::{ElementId, ElementTypeId, ExprId, FunctionId, LocationId, LocationTypeId, Player, TextId, VarId};

/// A game's rules, its pieces and its board.
///
/// Lists are in the order of the file, and their ids are positions in them.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// The game's name: the file's name without its extension.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// SHA-256 of the file, in hexadecimal; records name it.
    pub hash: String,
    /// The players' names; player 1 comes first and begins.
    pub players: Vec<String>,
    /// Every player's score at the start.
    pub start_score: i32,
    /// Types of elements.
    pub element_types: Vec<ElementType>,
    /// Types of locations.
    pub location_types: Vec<LocationType>,
    /// Locations.
    pub locations: Vec<Location>,
    /// Elements.
    pub elements: Vec<Element>,
    /// Every expression of the file.
    pub exprs: Exprs,
    /// Named expressions.
    pub functions: Vec<Function>,
    /// Variable names, without `$`.
    pub variables: Vec<String>,
    /// Every text of the file, and which names each is.
    pub texts: Texts,
    /// Rules by which elements move.
    pub rules: Vec<Rule>,
    /// What is scored after each move.
    pub scorings: Vec<Scoring>,
    /// How the game ends.
    pub ends: Vec<End>,
    /// File of the picture behind the board.
    pub background: Option<String>,
    /// What the camera takes for a piece.
    pub colour_classes: Vec<ColourClass>,
}

/// A type of elements.
#[derive(Clone, Debug)]
pub struct ElementType {
    /// Its name.
    pub name: String,
    /// Its name as a text.
    pub text: TextId,
    /// How many states its elements have, numbered from 1.
    pub states: u16,
    /// One picture per state; fewer or none where the file names none.
    pub pictures: Vec<Picture>,
}

/// A type of locations.
#[derive(Clone, Debug)]
pub struct LocationType {
    /// Its name.
    pub name: String,
    /// Its name as a text.
    pub text: TextId,
    /// The area that belongs to a location of this type.
    pub shape: Option<Shape>,
    /// How it is drawn.
    pub picture: Option<Picture>,
}

/// A picture file and the point of it that lies on the location's point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// File name.
    pub file: String,
    /// Hot spot in pixels, x and y.
    pub hot_spot: (i32, i32),
}

/// The area of a location, around its point; pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Closer than `radius`.
    Circle {
        /// In pixels.
        radius: i32,
    },
    /// Within half of `width` and `height`.
    Rectangle {
        /// In pixels.
        width: i32,
        /// In pixels.
        height: i32,
    },
}

/// A place where one element can stand.
#[derive(Clone, Debug)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Its name as a text.
    pub text: TextId,
    /// Its type.
    pub kind: LocationTypeId,
    /// Whether it matters which location of this type an element stands on.
    pub relevant: bool,
    /// Centre on the board picture, in pixels.
    pub point: (i32, i32),
    /// Centre in the camera picture, in pixels.
    pub camera: Option<(i32, i32)>,
    /// Servo angles in degrees (base, wrist, elbow, shoulder, hand), above the place and at it.
    pub robot: Option<[f64; 10]>,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name.
    pub name: String,
    /// Its name as a text.
    pub text: TextId,
    /// Its type.
    pub kind: ElementTypeId,
    /// Whose it is at the start; `None` is nobody's.
    pub owner: Option<Player>,
    /// Where it stands at the start.
    pub location: LocationId,
    /// Its state at the start, from 1.
    pub state: u16,
    /// Its height in a pile at the start.
    pub zindex: i32,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Variables that its arguments are put into.
    pub params: Vec<VarId>,
    /// Its lines; empty for a name without a body, which fails when it is called.
    pub body: Vec<ExprId>,
    /// Where it is written.
    pub span: Span,
}

/// Which things a pattern names, and the numbers that it binds for each.
#[derive(Clone, Debug)]
pub struct Matches<Id> {
    /// In the order of the list that `Id` counts; each binding in the order in which it is made.
    pub found: Vec<(Id, Vec<(VarId, i32)>)>,
}

impl<Id: Ord> Matches<Id> {
    /// What is bound for a thing; `None` if the pattern does not name it.
    pub fn bindings(&self, id: &Id) -> Option<&[(VarId, i32)]> {
        let index = self.found.binary_search_by(|(known, _)| known.cmp(id)).ok()?;
        Some(&self.found[index].1)
    }
}

impl<Id> Default for Matches<Id> {
    fn default() -> Self {
        Self { found: Vec::new() }
    }
}

/// What a rule asks of a number: an element's state, or the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Anything.
    Any,
    /// Just this number.
    Is(i32),
    /// Anything; the variable gets the number.
    Bind(VarId),
    /// Nothing: the rule never matches.
    Never,
}

/// A rule by which an element may be moved to an empty location.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// Which elements.
    pub element: Matches<ElementId>,
    /// In which state.
    pub state: Guard,
    /// With whom to move.
    pub player: Guard,
    /// From where.
    pub from: Matches<LocationId>,
    /// To where.
    pub to: Matches<LocationId>,
    /// What else must hold: anything but the boolean true is a no.
    pub condition: Option<ExprId>,
    /// What a move by this rule earns; worked out before the element moves.
    pub awards: Vec<Award>,
    /// What happens after the element moved; its value is ignored.
    pub followup: Option<ExprId>,
}

/// Points for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// Number of the player.
    pub player: ExprId,
    /// How many points are added.
    pub amount: ExprId,
}

/// Points given after each move in which the situation is found.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// When.
    pub situation: ExprId,
    /// What.
    pub awards: Vec<Award>,
    /// Where it is written.
    pub span: Span,
}

/// A way in which the game ends.
#[derive(Clone, Debug)]
pub struct End {
    /// When; tested after each move.
    pub situation: ExprId,
    /// Number of the winner, 0 for a draw; -1 lets the game go on.
    pub winner: ExprId,
    /// Where it is written.
    pub span: Span,
}

/// Colours by which a camera knows an element type in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourClass {
    /// Name of the element type.
    pub name: String,
    /// State of the element.
    pub state: i32,
    /// Least and greatest hue in degrees; wraps through 0 where least is greater.
    pub hue: (f64, f64),
    /// Least and greatest saturation, 0 to 1.
    pub saturation: (f64, f64),
    /// Least and greatest value, 0 to 1.
    pub value: (f64, f64),
    /// Least and greatest number of pixels of the region.
    pub size: (i32, i32),
}

impl RuleSet {
    /// The location with this name.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        self.texts.find(name).and_then(|text| self.texts.location(text))
    }

    /// The element with this name.
    pub fn element_named(&self, name: &str) -> Option<ElementId> {
        self.texts.find(name).and_then(|text| self.texts.element(text))
    }

    /// The named expression with this name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(FunctionId::new)
    }

    /// The variable of this name (without `$`), added if it is new.
    pub fn variable(&mut self, name: &str) -> VarId {
        let known = self.variables.iter().position(|v| v == name);
        VarId::new(known.unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        }))
    }
}
