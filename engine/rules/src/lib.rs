//! The rule set: the intermediate representation of a game file, with every name resolved to an id.
//!
//! # What it is for
//!
//! A [`RuleSet`] is plain data, complete and immutable once built: types, pieces and locations, rules, scorings and
//! ends of the game, with expressions as trees in one list. `boardwright-lang` builds it from text; interpreter and
//! compiler evaluate it; drawings, tables and cameras read its geometry.
//!
//! # What it is not for
//!
//! It contains no game state and evaluates nothing: states are defined in `boardwright-interpreter`.
//!
//! # Example
//!
//! ```
//! use boardwright_rules::RuleSet;
//!
//! let rules = RuleSet { title: "Nothing".into(), players: vec!["White".into()], ..RuleSet::default() };
//! assert!(rules.rules.is_empty() && rules.element_named("man(1)").is_none());
//! ```

mod chance;
mod drawing;
mod expr;
mod texts;
mod things;
mod typed;
mod visibility;

pub use boardwright_game::fault::Span;
pub use chance::Chance;
pub use drawing::{Colour, Figure, Ground, Mark, Paint, ShownAs};
pub use expr::{BinaryOp, Expr, Exprs, TextPart, UnaryOp, UntypedAction, UntypedQuery};
pub use texts::{IndexedName, Texts};
pub use things::{
    Direction, Families, Family, FamilyKind, Global, GlobalKind, GlobalValue, Heuristic, Relation, Reset, Thing,
    opposite_direction,
};
pub use typed::{Aggregate, ArithmeticOp, Effect, Query};
pub use visibility::Audience;

use boardwright_game::fault::FaultContext;
use boardwright_game::ids::{
    ElementId, ElementTypeId, ExprId, GlobalId, LocationId, LocationTypeId, Player, TextId, VarId,
};
use boardwright_game::payoff::Payoff;

/// Rules, pieces and board of a game.
///
/// Lists are in the order of the file, and ids are indices into them.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// Name of the game: the file's name without its extension.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// SHA-256 of the file, in hexadecimal; game records refer to it.
    pub hash: String,
    /// Descriptive texts of the file.
    pub description: GameDescription,
    /// Options and their chosen values.
    pub options: Vec<ChosenOption>,
    /// Names of the players; player 1 comes first.
    pub players: Vec<String>,
    /// Colour of each player's pieces.
    pub player_colours: Vec<Option<Colour>>,
    /// Player who begins.
    pub first_player: Player,
    /// `true` if the game begins with a chance move, in the turn of [`RuleSet::first_player`].
    pub chance_begins: bool,
    /// Initial score by player.
    pub start_scores: Vec<i32>,
    /// Parts of a point in which the scores of the file count.
    pub score_parts: ScoreParts,
    /// Utility for which the players play.
    pub payoff: Payoff,
    /// `true` if the legal moves of a player may depend on something that this player does not see.
    pub moves_tell_secrets: bool,
    /// Element types.
    pub element_types: Vec<ElementType>,
    /// Location types.
    pub location_types: Vec<LocationType>,
    /// Locations.
    pub locations: Vec<Location>,
    /// Elements.
    pub elements: Vec<Element>,
    /// Families: names with indices.
    pub families: Families,
    /// Directions.
    pub directions: Vec<Direction>,
    /// Relations.
    pub relations: Vec<Relation>,
    /// Global variables, which outlive a move.
    pub globals: Vec<Global>,
    /// All expressions of the file.
    pub exprs: Exprs,
    /// Named expressions.
    pub functions: Vec<Function>,
    /// Names of expression variables, without `$`.
    pub variables: Vec<String>,
    /// All texts of the file, with the things that they name.
    pub texts: Texts,
    /// Move rules.
    pub rules: Vec<Rule>,
    /// Scorings, evaluated after each move; after those of the file, the conditions `while` of variables.
    pub scorings: Vec<Scoring>,
    /// Conditions that end the game.
    pub ends: Vec<End>,
    /// `true` if the ends of the game are also tested before the first move.
    pub tests_ends_at_start: bool,
    /// Policy for a move that several rules allow.
    pub rival_policy: RivalPolicy,
    /// Heuristics: evaluation functions for players.
    pub heuristics: Vec<Heuristic>,
    /// Picture file behind the board.
    pub background: Option<String>,
    /// Background drawing under all locations.
    pub ground: Ground,
    /// Condition on a position in which moves are written with a `+`.
    pub check: Option<ExprId>,
    /// Expressions whose values are shown on places: numbers or texts.
    pub place_texts: Vec<ExprId>,
    /// Colour ranges by which a camera recognises pieces.
    pub colour_classes: Vec<ColourClass>,
}

/// Descriptive texts of a game file, for people; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameDescription {
    /// Short description of the game and its variant.
    pub about: String,
    /// Author of the file.
    pub author: String,
    /// Origin of the game.
    pub source: String,
    /// Version of the file.
    pub version: String,
    /// Rules in words.
    pub rules: String,
}

/// An option with its chosen value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenOption {
    /// Name.
    pub name: String,
    /// Chosen value, as written on the command line.
    pub value: String,
    /// Default value.
    pub default: String,
    /// Allowed values, as the file lists them.
    pub values: String,
}

/// Selects the rule by which a move is made that several rules allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RivalPolicy {
    /// The first rule in file order.
    #[default]
    First,
    /// The first rule, unless some rules have an award for the mover: then the one with the greatest single award.
    BestAward,
}

/// A type of elements.
#[derive(Clone, Debug)]
pub struct ElementType {
    /// Name.
    pub name: String,
    /// Name as a text id.
    pub text: TextId,
    /// Indices, if the type belongs to a family.
    pub indices: Vec<i32>,
    /// Number of states of its elements; states are numbered from 1.
    pub states: u16,
    /// Names of the states, in order; empty if the file names none.
    pub state_names: Vec<String>,
    /// Picture of each state; fewer or none if the file names fewer.
    pub pictures: Vec<Picture>,
    /// Letter of each state in the notation of moves; empty if the file has none.
    pub letters: Vec<String>,
    /// Drawing of each state; the last one also serves for all later states.
    pub drawings: Vec<Vec<Mark>>,
    /// `true` if the drawings are turned by owner: a full turn divided by the number of players for each player after the
    /// first.
    pub is_turned: bool,
    /// Location type to which its removed elements go; `None` means off the board.
    pub reserve: Option<LocationTypeId>,
    /// Players who see the faces of its elements; the others see that an element is there, and its owner.
    pub audience: Audience,
    /// States in which all players see the face.
    pub open_states: Vec<u16>,
}

/// A type of locations.
#[derive(Clone, Debug)]
pub struct LocationType {
    /// Name.
    pub name: String,
    /// Name as a text id.
    pub text: TextId,
    /// Area of a location of this type.
    pub shape: Option<Shape>,
    /// Indices, if the type belongs to a family.
    pub indices: Vec<i32>,
    /// Picture.
    pub picture: Option<Picture>,
    /// Drawing.
    pub drawing: Vec<Mark>,
    /// Players who see the faces of the elements on its locations.
    pub audience: Audience,
    /// `true` if the other players do not even see that an element is there.
    pub hides_backs: bool,
}

/// A picture file and the point of it that is placed on the location's point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// File name.
    pub file: String,
    /// Hot spot, x and y in pixels.
    pub hot_spot: (i32, i32),
}

/// Area of a location around its point, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Circle around the point.
    Circle {
        /// Radius in pixels.
        radius: i32,
    },
    /// Rectangle centred on the point.
    Rectangle {
        /// Width in pixels.
        width: i32,
        /// Height in pixels.
        height: i32,
    },
}

/// A location: a place that holds at most one element.
#[derive(Clone, Debug)]
pub struct Location {
    /// Name.
    pub name: String,
    /// Name as a text id.
    pub text: TextId,
    /// Type.
    pub kind: LocationTypeId,
    /// Indices, if the location belongs to a family.
    pub indices: Vec<i32>,
    /// `true` if the location is distinguishable from others of its type.
    pub is_relevant: bool,
    /// Player to whom the location belongs.
    pub owner: Option<Player>,
    /// Parts of the name by which people write the location, such as file and rank; empty if the file has none.
    pub notation: Vec<String>,
    /// Drawing, if it differs from that of the type.
    pub drawing: Option<Vec<Mark>>,
    /// Centre on the board picture, x and y in pixels.
    pub point: (i32, i32),
    /// Centre in the camera picture, x and y in pixels.
    pub camera: Option<(i32, i32)>,
    /// Servo angles in degrees (base, wrist, elbow, shoulder, hand), first above the location and then at it.
    pub robot: Option<[f64; 10]>,
}

/// An element (piece).
#[derive(Clone, Debug)]
pub struct Element {
    /// Name.
    pub name: String,
    /// Name as a text id.
    pub text: TextId,
    /// Type.
    pub kind: ElementTypeId,
    /// Indices, if the element belongs to a family.
    pub indices: Vec<i32>,
    /// `true` if some expression can distinguish the element from others of its type, owner and state.
    pub is_distinguishable: bool,
    /// Initial owner; `None` for neutral elements.
    pub owner: Option<Player>,
    /// Initial location; `None` means off the board.
    pub location: Option<LocationId>,
    /// Initial state, from 1.
    pub state: u16,
    /// Initial height in a pile.
    pub zindex: i32,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Parameters: variables that receive the arguments.
    pub params: Vec<VarId>,
    /// Lines of the body; empty for a name without a body, which fails when it is called.
    pub body: Vec<ExprId>,
    /// `true` if the variables are local: all arguments are evaluated before the first parameter is set, and the
    /// caller's variables are restored on return. Calls of such functions may be nested 256 deep.
    pub has_local_variables: bool,
    /// Source span.
    pub span: Span,
}

/// The things that a pattern matches, and the numbers that it binds to variables for each.
#[derive(Clone, Debug)]
pub struct PatternMatches<Id> {
    /// Matched things in the order of their ids, each with its bindings in evaluation order.
    pub entries: Vec<(Id, Vec<(VarId, i32)>)>,
}

impl<Id: Ord> PatternMatches<Id> {
    /// Bindings for a thing; `None` if the pattern does not match it.
    pub fn bindings(&self, id: &Id) -> Option<&[(VarId, i32)]> {
        let index = self.entries.binary_search_by(|(known, _)| known.cmp(id)).ok()?;
        Some(&self.entries[index].1)
    }
}

impl<Id> Default for PatternMatches<Id> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

/// Condition of a rule on a number: an element's state or owner, or the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Any number.
    Any,
    /// Exactly this number.
    Is(i32),
    /// This number, or a member of this set of numbers. Evaluated before the rule's condition, when `for`, the element,
    /// from and to are known.
    In(ExprId),
    /// Any number, which is bound to the variable.
    Bind(VarId),
    /// No number: the rule never matches.
    Never,
}

/// Origin or target of a move rule.
#[derive(Clone, Debug)]
pub enum RulePlace {
    /// Off the board.
    Off,
    /// A fixed list of locations, each with its bindings.
    Listed(PatternMatches<LocationId>),
    /// The location or set of locations that an expression returns; `NOWHERE` is skipped. Evaluated when `for` and the
    /// element are known, and for the target also the origin.
    Computed(ExprId),
}

impl RulePlace {
    /// The fixed list of locations, if the place does not depend on the state.
    pub fn listed(&self) -> Option<&PatternMatches<LocationId>> {
        match self {
            Self::Listed(matches) => Some(matches),
            Self::Off | Self::Computed(_) => None,
        }
    }

    /// The fixed locations with their bindings; empty if the place depends on the state.
    pub fn entries(&self) -> &[(LocationId, Vec<(VarId, i32)>)] {
        self.listed().map_or(&[], |matches| &matches.entries)
    }
}

/// Capture rule: required content of the target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The target must be empty.
    Never,
    /// The target is empty or holds an opponent's element, neither the mover's nor neutral, which is captured.
    May,
    /// The target must hold an opponent's element.
    Must,
}

/// The player to move after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The current player stays; actions may pass the turn.
    Stays,
    /// The player with the next number; after the last the first.
    Following,
    /// The player with this number.
    Is(ExprId),
}

/// One of the words between which a move chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub word: String,
    /// Value of `CHOICE`: a number or a text.
    pub value: ExprId,
}

/// A move rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Name.
    pub name: String,
    /// Source span.
    pub span: Span,
    /// `for` clause: one candidate for each combination of members of these sets, the members of the first set varying
    /// slowest. A set may use the variables before it and is evaluated before the element is known.
    pub for_each: Vec<(VarId, ExprId)>,
    /// Elements that may move; `None` if nothing moves, and then state, owner, from and to are unused.
    pub element: Option<PatternMatches<ElementId>>,
    /// Condition on the element's state.
    pub state: Guard,
    /// Condition on the player to move.
    pub player: Guard,
    /// Chance makes the moves of the rule, not a player.
    pub chance: Option<Chance>,
    /// Condition on the element's owner, 0 for neutral elements.
    pub owner: Guard,
    /// Origin.
    pub from: RulePlace,
    /// Target.
    pub to: RulePlace,
    /// Booleans that must hold before the condition is evaluated: indices of patterns that are expressions.
    pub checks: Vec<ExprId>,
    /// Required content of the target.
    pub capture: Capture,
    /// Condition; any value other than the boolean true means no.
    pub condition: Option<ExprId>,
    /// Condition on the position after the move, before the turn passes.
    pub after: Option<ExprId>,
    /// Priority: only moves of the highest priority that has any moves are legal.
    pub priority: i32,
    /// Preference, a number: among the moves of the highest priority only those with the greatest preference are legal.
    /// Moves whose rule has no preference count as 0 if another rule has one.
    pub prefer: Option<ExprId>,
    /// Words between which the move chooses; empty if there is no choice.
    pub choices: Vec<Choice>,
    /// Awards of a move by this rule, evaluated before the element moves.
    pub awards: Vec<Award>,
    /// Actions after the element moved; the value is ignored.
    pub followup: Option<ExprId>,
    /// Next player to move.
    pub next: Next,
    /// Label of the move for people: a text.
    pub label: Option<ExprId>,
    /// Texts for people whose move this rule refuses.
    pub refusals: Refusals,
    /// Players who see the moves; the others see that a move is made.
    pub audience: Audience,
}

/// Texts for people whose move a rule refuses.
#[derive(Clone, Debug, Default)]
pub struct Refusals {
    /// Text for places, conditions and priorities.
    pub general: Option<String>,
    /// Text for the position after the move.
    pub after: Option<String>,
}

impl Rule {
    /// Elements that the rule may move, with the bindings of each.
    pub fn elements(&self) -> &[(ElementId, Vec<(VarId, i32)>)] {
        self.element.as_ref().map_or(&[], |matches| &matches.entries)
    }
}

/// Points for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// Number of the player.
    pub player: ExprId,
    /// Points to add.
    pub amount: ExprId,
}

/// Points given after each move if a situation holds.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// Situation.
    pub situation: ExprId,
    /// Points.
    pub awards: Vec<Award>,
    /// Actions.
    pub followup: Option<ExprId>,
    /// The variable that the entry resets, if it stands for the key `while` of a variable.
    pub resets: Option<GlobalId>,
    /// Source span.
    pub span: Span,
}

/// A condition that ends the game.
#[derive(Clone, Debug)]
pub struct End {
    /// Situation; tested after each move.
    pub situation: ExprId,
    /// Winner.
    pub winner: Winner,
    /// Source span.
    pub span: Span,
}

/// Winner of a game that ends.
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

/// Colour range by which a camera recognises an element type in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourClass {
    /// Name of the element type.
    pub name: String,
    /// State of the element.
    pub state: i32,
    /// Least and greatest hue in degrees; the range wraps through 0 if the least is greater.
    pub hue: (f64, f64),
    /// Least and greatest saturation, 0 to 1.
    pub saturation: (f64, f64),
    /// Least and greatest value, 0 to 1.
    pub value: (f64, f64),
    /// Least and greatest size of the region in pixels; a greatest size of 0 means no limit.
    pub size: (i32, i32),
}

/// Number of parts of a point in which a file counts scores: with 2 parts, a score of 15 is 7.5 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreParts(pub u32);

impl Default for ScoreParts {
    /// Whole points.
    fn default() -> Self {
        Self(1)
    }
}

impl ScoreParts {
    /// Points of a score.
    pub fn points(self, score: i32) -> f64 {
        f64::from(score) / f64::from(self.0)
    }
}

impl RuleSet {
    /// Context of faults in the scoring of this index.
    pub fn scoring_context(&self, index: usize) -> FaultContext {
        match self.scorings[index].resets {
            Some(variable) => FaultContext::Variable(self.globals[variable.index()].name.clone()),
            None => FaultContext::Scoring(index + 1),
        }
    }

    /// `true` if a scoring can change more than scores, so that a move leads to another position than its rule alone.
    pub fn scorings_change_position(&self) -> bool {
        let mut open: Vec<ExprId> = self.scorings.iter().filter_map(|scoring| scoring.followup).collect();
        let mut called = vec![false; self.functions.len()];
        while let Some(id) = open.pop() {
            match &self.exprs[id] {
                Expr::Effect(effect, _) if *effect != Effect::SetScore => return true,
                Expr::Call(function, _) if !std::mem::replace(&mut called[function.index()], true) => {
                    open.extend(&self.functions[function.index()].body);
                }
                _ => {}
            }
            open.extend(self.exprs[id].operands());
        }
        false
    }

    /// Finds a location by its name.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        self.texts.find(name).and_then(|text| self.texts.location(text))
    }

    /// Finds an element by its name.
    pub fn element_named(&self, name: &str) -> Option<ElementId> {
        self.texts.find(name).and_then(|text| self.texts.element(text))
    }

    /// Returns the variable with this name (without `$`) and adds it if it is new.
    pub fn variable(&mut self, name: &str) -> VarId {
        let known = self.variables.iter().position(|v| v == name);
        VarId::new(known.unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        }))
    }
}
