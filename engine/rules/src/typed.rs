//! Queries, effects, aggregates and arithmetic of statically typed expressions, whose operand types are known when the
//! file is read. The interpreter and the compiler evaluate them; nothing here does.

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{FamilyId, GlobalId};

/// Arithmetic operators with checked overflow: results that do not fit into 32 bits are faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, rounded towards zero; division by zero is a fault.
    Divide,
    /// Remainder with the sign of the dividend; division by zero is a fault.
    Remainder,
}

/// Aggregates and quantifiers over the members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// Universal quantifier: the body is true for all members; short-circuits.
    All,
    /// Existential quantifier: the body is true for some member; short-circuits.
    Some,
    /// Number of members for which the body is true.
    Count,
    /// Sum of the body.
    Sum,
    /// Greatest value of the body.
    Max,
    /// Least value of the body.
    Min,
    /// First member for which the body is true, else the null value of its kind; a fault for numbers.
    First,
    /// Filter: the members for which the body is true.
    Where,
    /// Evaluates the body for each member; returns true.
    Each,
}

/// Queries of the position. "Null" is the null value of the right kind: `NOTHING`, `NOWHERE`, no direction, no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Location: the element there; null for null or for an empty location.
    Content,
    /// Element: its location; null for null and off the board.
    Location,
    /// Element: its owner, 0 for neutral elements; -1 for null.
    Owner,
    /// Element: its state; -1 for null.
    State,
    /// Element: its type.
    ElementType,
    /// Location: its type.
    LocationType,
    /// Location: `true` if it is empty; false for null.
    Empty,
    /// Location: `true` if it is occupied; false for null.
    Full,
    /// Element, location or direction, and a place from 1: its index there; a fault without one.
    Index,
    /// Set: number of members.
    Size,
    /// Element type: all elements of it, in file order.
    ElementsOfType,
    /// Player's number, 0 for neutral elements: all elements that the player currently owns, in file order.
    ElementsOf,
    /// Location type: all locations of it, in file order.
    LocationsOfType,
    /// Direction: the opposite direction, which leads back from every location to which the direction leads, see
    /// [`opposite_direction`](super::things::opposite_direction); null.
    Back,
    /// Direction, location: the next location; null.
    Next,
    /// Direction, location: the ray of all locations beyond it, near to far, up to the edge or until the first location
    /// would be repeated.
    Ray,
    /// Direction or set of directions, a, b: the locations strictly between a and b on the first ray from a that
    /// contains b; the whole (first) ray if b is null; empty if no ray contains b.
    Between,
    /// Direction or set of directions, a, b: `true` if b lies on a ray from a with only empty locations between.
    Clear,
    /// Relation, direction or set of directions, a, b: `true` if they are a pair.
    Related,
    /// Relation, direction or set of directions, a: the second locations of all pairs from a.
    Neighbours,
    /// Relation: its lines, a set of sets of locations.
    Lines,
    /// Relation, location: the lines of the relation through the location.
    LinesThrough,
    /// Number of the player to move.
    Player,
    /// Number of the player who makes or made the move; 0 before the first.
    Mover,
    /// The element moved.
    Moved,
    /// Origin of the move.
    From,
    /// Target of the move.
    To,
    /// Element captured on the target.
    Captured,
    /// Value of the chosen word.
    Choice,
    /// Player for whom a heuristic is evaluated.
    Me,
    /// Number of the move about to be made, from 1.
    Turn,
    /// Player's number: the score; a fault for other numbers.
    Score,
    /// `true` if there is no legal move; in ends of the game only.
    NoMoves,
    /// `true` if the player who moves next has no legal move in the position to which the move leads, the turn passed; in
    /// `after` only. While the replies are listed, it is false in their own `after` conditions.
    NoReply,
    /// In ends of the game: number of times that this position has occurred, now included. In `after`: number of times
    /// that the position to which the move leads, the turn passed, has occurred before.
    Repeats,
    /// Set, value, number: the member so many places after the value in the cyclic order of the set, or before it for a
    /// negative number; null if the value is not a member, and a fault for numbers.
    Rotate,
    /// Number: its absolute value; a fault for the least number.
    Abs,
    /// Two numbers: the maximum.
    Greater,
    /// Two numbers: the minimum.
    Lesser,
    /// Two texts: position of the second in the first, from 1; 0 if it does not occur.
    Find,
    /// Numbers, texts and things: their concatenated texts.
    Join,
}

/// Effects: changes of the position. Each of them applied to no element is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Element: removed to the first free location of its type's reserve, or off the board; a fault if the reserve is
    /// full.
    Remove,
    /// Element, location: a fault if the location is null or occupied by another element.
    Move,
    /// Element, state.
    SetState,
    /// Element, player's number, 0 for no owner.
    SetOwner,
    /// Player's number, points.
    SetScore,
    /// Value for a global variable.
    Set(GlobalId),
    /// Indices, then the value; a fault if the family has no such variable.
    SetMember(FamilyId),
    /// Two sets of locations, the second in another order: what stands on each location of the first set goes to the location
    /// at the same place of the second, all at once; a fault if they are not the same locations.
    Permute,
}

impl ArithmeticOp {
    /// Result of the operation, or a fault if it does not fit into 32 bits.
    pub fn apply(self, left: i32, right: i32) -> Result<i32, FaultKind> {
        let result = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide | Self::Remainder if right == 0 => return Err(FaultKind::DivisionByZero),
            Self::Divide => left.checked_div(right),
            Self::Remainder => left.checked_rem(right),
        };
        result.ok_or(FaultKind::Overflow(self.symbol()))
    }

    /// Symbol in the language.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

impl Aggregate {
    /// Name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "FORALL",
            Self::Some => "FORSOME",
            Self::Count => "COUNT",
            Self::Sum => "SUM",
            Self::Max => "MAX",
            Self::Min => "MIN",
            Self::First => "FIRST",
            Self::Where => "WHERE",
            Self::Each => "EACH",
        }
    }
}

impl Query {
    /// Name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Content => "CONTENT",
            Self::Location => "LOCATION",
            Self::Owner => "OWNER",
            Self::State => "STATE",
            Self::ElementType => "ELTYPE",
            Self::LocationType => "LOCTYPE",
            Self::Empty => "EMPTY",
            Self::Full => "FULL",
            Self::Index => "INDEX",
            Self::Size => "SIZE",
            Self::ElementsOfType | Self::ElementsOf => "ELEMENTS",
            Self::LocationsOfType => "LOCATIONS",
            Self::Back => "BACK",
            Self::Next => "NEXT",
            Self::Ray => "RAY",
            Self::Between => "BETWEEN",
            Self::Clear => "CLEAR",
            Self::Related => "RELATED",
            Self::Neighbours => "NEIGHBOURS",
            Self::Lines | Self::LinesThrough => "LINES",
            Self::Player => "PLAYER",
            Self::Mover => "MOVER",
            Self::Moved => "MOVED",
            Self::From => "FROM",
            Self::To => "TO",
            Self::Captured => "CAPTURED",
            Self::Choice => "CHOICE",
            Self::Me => "ME",
            Self::Turn => "TURN",
            Self::Score => "SCORE",
            Self::NoMoves => "NOMOVES",
            Self::NoReply => "NOREPLY",
            Self::Repeats => "REPEATS",
            Self::Rotate => "ROTATE",
            Self::Abs => "ABS",
            Self::Greater => "MAX",
            Self::Lesser => "MIN",
            Self::Find => "FIND",
            Self::Join => "JOIN",
        }
    }
}

impl Effect {
    /// Name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Remove => "REMOVE",
            Self::Move => "MOVE",
            Self::SetState => "SETSTATE",
            Self::SetOwner => "SETOWNER",
            Self::SetScore => "SCORE",
            Self::Permute => "PERMUTE",
            Self::Set(_) | Self::SetMember(_) => "=",
        }
    }
}
