//! What typed expressions ask and do: operations that know the types of their operands when the file is read.
//! How they are worked out is in [`plain`](crate::plain) and [`fast`](crate::fast).

use crate::fault::FaultKind;
use crate::ids::{FamilyId, GlobalId};

/// Operations on two numbers that fault where the result has no 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, towards zero; a fault by zero.
    Divide,
    /// Remainder, with the sign of the dividend; a fault by zero.
    Remainder,
}

/// What is asked of the members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// The body is true for all; looks no further than it must.
    All,
    /// The body is true for one; looks no further than it must.
    Some,
    /// For how many the body is true.
    Count,
    /// The sum of the body.
    Sum,
    /// The greatest value of the body.
    Max,
    /// The least value of the body.
    Min,
    /// The first for which the body is true, else none of its kind; a fault for numbers.
    First,
    /// Those for which the body is true.
    Where,
    /// Does the body for each; true.
    Each,
}

/// Questions. "None" is the thing of the right kind that is none: `NOTHING`, `NOWHERE`, no direction, no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Location: the element there; none for none or for an empty one.
    Content,
    /// Element: where it stands; none for none and off the board.
    Location,
    /// Element: its owner, 0 for nobody; -1 for none.
    Owner,
    /// Element: its state; -1 for none.
    State,
    /// Element: its type.
    ElementType,
    /// Location: its type.
    LocationType,
    /// Location: whether nothing stands there; false for none.
    Empty,
    /// Location: whether something stands there; false for none.
    Full,
    /// Element, location or direction and a place from 1: its index there; a fault without one.
    Index,
    /// Set: how many members it has.
    Size,
    /// Element type: all elements of it, in file order.
    ElementsOfType,
    /// Player's number, 0 for nobody: all elements that are that player's now, in file order.
    ElementsOf,
    /// Location type: all locations of it, in file order.
    LocationsOfType,
    /// Direction, location: the next location; none.
    Next,
    /// Direction, location: all locations beyond it, near to far, to the end or until the first one would come again.
    Ray,
    /// Direction or set of them, a, b: what lies strictly between a and b on the first ray from a that has b; the
    /// whole of the (first) ray if b is none; empty if b lies on no ray.
    Between,
    /// Direction or set of them, a, b: b lies on a ray from a, and all between is empty.
    Clear,
    /// Relation, direction or set of directions, a, b: whether they are a pair.
    Related,
    /// Relation, direction or set of directions, a: the second locations of all pairs from a.
    Neighbours,
    /// Relation: its lines, a set of sets of locations.
    Lines,
    /// Relation, location: its lines through the location.
    LinesThrough,
    /// Number of the player to move.
    Player,
    /// Number of the player who makes or made the move; 0 before the first.
    Mover,
    /// The element moved.
    Moved,
    /// Where it came from.
    From,
    /// Where it went.
    To,
    /// The element that stood on the target.
    Captured,
    /// The chosen word's value.
    Choice,
    /// The player who asks, in a heuristic.
    Me,
    /// Number of the move about to be made, from 1.
    Turn,
    /// Player's number: the score; a fault for others.
    Score,
    /// Whether no legal move is there; ends of the game only.
    NoMoves,
    /// How often this position has stood, now included; ends of the game only.
    Repeats,
    /// Number: without its sign; a fault for the least one.
    Abs,
    /// Two numbers: the greater.
    Greater,
    /// Two numbers: the lesser.
    Lesser,
    /// Two texts: where the second begins in the first, from 1; 0 if it does not.
    Find,
    /// Numbers, texts and things: their texts, one after another.
    Join,
}

/// Changes of the position. Any of them done to no element is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Element: to the first free place of its type's reserve, or off the board; a fault if there is none free.
    Remove,
    /// Element, location: a fault if the location is none, or is not empty (unless the element stands there).
    Move,
    /// Element, state.
    SetState,
    /// Element, player's number, 0 for nobody.
    SetOwner,
    /// Player's number, points.
    SetScore,
    /// Value.
    Set(GlobalId),
    /// Indices and then the value; a fault if the family has no such variable.
    SetMember(FamilyId),
}

impl Arith {
    /// The result, if it has 32 bits.
    pub(crate) fn of(self, left: i32, right: i32) -> Result<i32, FaultKind> {
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

    /// How it is written.
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

impl Over {
    /// How it is written.
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

impl Ask {
    /// How it is written.
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
            Self::Repeats => "REPEATS",
            Self::Abs => "ABS",
            Self::Greater => "MAX",
            Self::Lesser => "MIN",
            Self::Find => "FIND",
            Self::Join => "JOIN",
        }
    }
}

impl Deed {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Remove => "REMOVE",
            Self::Move => "MOVE",
            Self::SetState => "SETSTATE",
            Self::SetOwner => "SETOWNER",
            Self::SetScore => "SCORE",
            Self::Set(_) | Self::SetMember(_) => "=",
        }
    }
}
