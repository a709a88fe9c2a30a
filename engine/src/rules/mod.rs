//! The rule set: everything a game file says, with every name an id.
//!
//! A rule set is plain data, complete and never changed once built; `boardwright-lang` makes it from text.
//! It knows nothing of positions: those are [`State`](crate::state::State)s.

mod drawing;
mod expr;
mod texts;
mod things;
mod typed;

pub use drawing::{Colour, Figure, Ground, Mark, Paint};
pub use expr::{Action, BinaryOp, Expr, Exprs, Part, Query, Span, UnaryOp};
pub use texts::{Name, Texts};
pub use things::{
    Direction, Families, Family, FamilyKind, Global, GlobalKind, Heuristic, Initial, Relation, Reset, Thing,
};
pub use typed::{Arith, Ask, Deed, Over};

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
    /// What the file says of the game.
    pub about: About,
    /// What was chosen when the file was read.
    pub options: Vec<Chosen>,
    /// The players' names; player 1 comes first.
    pub players: Vec<String>,
    /// By player: the colour of what is the player's.
    pub player_colours: Vec<Option<Colour>>,
    /// Who begins.
    pub first: Player,
    /// By player: the score at the start.
    pub start_scores: Vec<i32>,
    /// Types of elements.
    pub element_types: Vec<ElementType>,
    /// Types of locations.
    pub location_types: Vec<LocationType>,
    /// Locations.
    pub locations: Vec<Location>,
    /// Elements.
    pub elements: Vec<Element>,
    /// Names with indices.
    pub families: Families,
    /// Directions.
    pub directions: Vec<Direction>,
    /// Relations.
    pub relations: Vec<Relation>,
    /// Variables that outlive a move.
    pub globals: Vec<Global>,
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
    /// Whether ends are tested before the first move too.
    pub ends_at_start: bool,
    /// By which rule a move is made that several allow.
    pub rivals: Rivals,
    /// Measures of positions, for players.
    pub heuristics: Vec<Heuristic>,
    /// File of the picture behind the board.
    pub background: Option<String>,
    /// What else lies under all places.
    pub ground: Ground,
    /// What the camera takes for a piece.
    pub colour_classes: Vec<ColourClass>,
}

/// What a file says of its game, for people; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What kind of game it is, and which variant.
    pub about: String,
    /// Who wrote the file.
    pub author: String,
    /// Where the game is from.
    pub source: String,
    /// The file's version.
    pub version: String,
    /// The rules in words.
    pub rules: String,
}

/// An option and what was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Its name.
    pub name: String,
    /// The choice, as it is written on the command line.
    pub value: String,
    /// What is taken when nothing is said.
    pub default: String,
    /// What can be chosen, as the file says it.
    pub values: String,
}

/// By which rule a move is made that several rules allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rivals {
    /// The first in file order.
    #[default]
    First,
    /// The first, until one has an award for the mover; then the one with the greatest single award.
    BestAward,
}

/// A type of elements.
#[derive(Clone, Debug)]
pub struct ElementType {
    /// Its name.
    pub name: String,
    /// Its name as a text.
    pub text: TextId,
    /// Its indices, if it is of a family.
    pub indices: Vec<i32>,
    /// How many states its elements have, numbered from 1.
    pub states: u16,
    /// Names of the states, in order; none where the file names none.
    pub state_names: Vec<String>,
    /// One picture per state; fewer or none where the file names none.
    pub pictures: Vec<Picture>,
    /// One drawing per state; the last serves for those that follow.
    pub drawings: Vec<Vec<Mark>>,
    /// Where its removed elements go; `None` is off the board.
    pub reserve: Option<LocationTypeId>,
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
    /// Its indices, if it is of a family.
    pub indices: Vec<i32>,
    /// Its picture.
    pub picture: Option<Picture>,
    /// How it is drawn.
    pub drawing: Vec<Mark>,
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
    /// Its indices, if it is of a family.
    pub indices: Vec<i32>,
    /// Whether it matters which location of this type an element stands on.
    pub relevant: bool,
    /// How it is drawn, if otherwise than its type.
    pub drawing: Option<Vec<Mark>>,
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
    /// Its indices, if it is of a family.
    pub indices: Vec<i32>,
    /// Whether it is a class of its own: some expression can tell it from others of its type, owner and state.
    pub alone: bool,
    /// Whose it is at the start; `None` is nobody's.
    pub owner: Option<Player>,
    /// Where it stands at the start; `None` is off the board.
    pub location: Option<LocationId>,
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
    /// Whether its variables are its own: all arguments are worked out before one is put in its variable, and the caller's variables are what
    /// they were when it comes back. Calls of such functions may be 256 deep.
    pub own: bool,
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

/// What a rule asks of a number: an element's state or owner, or the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Anything.
    Any,
    /// Just this number.
    Is(i32),
    /// This number, or a member of this set of numbers. It is worked out when `for`, element, from and to are known, before
    /// the condition.
    In(ExprId),
    /// Anything; the variable gets the number.
    Bind(VarId),
    /// Nothing: the rule never matches.
    Never,
}

/// Where a rule moves from, or to.
#[derive(Clone, Debug)]
pub enum Place {
    /// Off the board.
    Off,
    /// Some locations, each with what it binds.
    Known(Matches<LocationId>),
    /// The location or set of locations that an expression gives; none is left out. It is worked out when `for` and the
    /// element are known, and for `to` also `from`.
    Worked(ExprId),
}

impl Place {
    /// The locations, if they are known without a position.
    pub fn known(&self) -> Option<&Matches<LocationId>> {
        match self {
            Self::Known(matches) => Some(matches),
            Self::Off | Self::Worked(_) => None,
        }
    }

    /// The locations that are known without a position, with what each binds.
    pub fn found(&self) -> &[(LocationId, Vec<(VarId, i32)>)] {
        self.known().map_or(&[], |matches| &matches.found)
    }
}

/// Whether the target of a move may hold something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// It must be empty.
    Never,
    /// It is empty or holds an element neither the mover's nor nobody's, which is removed.
    May,
    /// It holds such an element.
    Must,
}

/// Who is to move after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Whoever it is then: actions pass the turn.
    Stays,
    /// The next number, after the last the first.
    Following,
    /// The player of this number.
    Is(ExprId),
}

/// One of the words between which a move chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub word: String,
    /// What `CHOICE` gives: a number or a text.
    pub value: ExprId,
}

/// A rule by which a move is possible.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// One candidate for each combination of members of these sets, the first set's members going slowest. A set may use the
    /// variables before it, and is worked out before the element is known.
    pub each: Vec<(VarId, ExprId)>,
    /// Which elements; `None`: nothing is moved, and state, owner, from and to say nothing.
    pub element: Option<Matches<ElementId>>,
    /// In which state.
    pub state: Guard,
    /// With whom to move.
    pub player: Guard,
    /// Whose element, 0 for nobody's.
    pub owner: Guard,
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// Booleans that must hold before the condition is looked at: indices of patterns that are expressions.
    pub checks: Vec<ExprId>,
    /// Whether the target may hold something.
    pub capture: Capture,
    /// What else must hold: anything but the boolean true is a no.
    pub condition: Option<ExprId>,
    /// What must hold in the position made, before the turn passes.
    pub after: Option<ExprId>,
    /// Only moves of the highest priority that has any are legal.
    pub priority: i32,
    /// A number: of the moves of the highest priority only those with the greatest are legal. Moves whose rule has none count as 0 where
    /// another has one.
    pub prefer: Option<ExprId>,
    /// Words between which the move chooses; none: there is no choice.
    pub choices: Vec<Choice>,
    /// What a move by this rule earns; worked out before the element moves.
    pub awards: Vec<Award>,
    /// What happens after the element moved; its value is ignored.
    pub followup: Option<ExprId>,
    /// Who is to move then.
    pub next: Next,
    /// How people see the move: a text.
    pub label: Option<ExprId>,
}

impl Rule {
    /// Which elements it may move, with what each binds.
    pub fn elements(&self) -> &[(ElementId, Vec<(VarId, i32)>)] {
        self.element.as_ref().map_or(&[], |matches| &matches.found)
    }
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
    /// What happens then.
    pub followup: Option<ExprId>,
    /// Where it is written.
    pub span: Span,
}

/// A way in which the game ends.
#[derive(Clone, Debug)]
pub struct End {
    /// When; tested after each move.
    pub situation: ExprId,
    /// Number of the winner, 0 for a draw; -1 lets the game go on.
    pub winner: Winner,
    /// Where it is written.
    pub span: Span,
}

/// Who has won when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The player of this number, 0 for a draw; -1 lets the game go on.
    Is(ExprId),
    /// The player with the highest score; a draw if several have it.
    Highest,
}

impl Winner {
    /// The expression that gives the winner's number, if there is one.
    pub fn number(self) -> Option<ExprId> {
        match self {
            Self::Is(number) => Some(number),
            Self::Highest => None,
        }
    }
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
    /// Least and greatest number of pixels of the region; a greatest number of 0 is none.
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
