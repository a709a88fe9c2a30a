//! Expressions as trees in one list, with every name an id and every node's place in the file.
//! What they mean is in [`plain`](crate::plain); nothing here evaluates.

use crate::fault::FaultKind;
use crate::ids::{ExprId, FamilyId, FunctionId, GlobalId, TextId, VarId};

use super::things::Thing;
use super::typed::{Arith, Ask, Deed, Over};

/// A stretch of source text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Which text: 0 is the game file, others are expressions given later.
    pub source: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to `end` of the game file.
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source: 0, start: clip(start), end: clip(end) }
    }

    /// From where this starts to where `other` ends.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }
}

/// The expressions of a rule set, each with its place.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    nodes: Vec<Expr>,
    spans: Vec<Span>,
}

impl Exprs {
    /// Adds an expression whose parts are there already.
    pub fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        self.nodes.push(expr);
        self.spans.push(span);
        ExprId::new(self.nodes.len() - 1)
    }

    /// Where it is written.
    pub fn span(&self, id: ExprId) -> Span {
        self.spans[id.index()]
    }

    /// How deeply the deepest is nested.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            // Parts are there before what they are parts of.
            depths[index] = 1 + node.parts().into_iter().map(|part| depths[part.index()]).max().unwrap_or(0);
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// All of them, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.nodes.iter().enumerate().map(|(index, node)| (ExprId::new(index), node))
    }
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id.index()]
    }
}

/// One node of an expression.
///
/// There are two manners of expressions, which are never mixed in one rule set. Some have types that are known only
/// while they are worked out: their values are whole numbers of 32 bits, booleans, texts (names among them) and sets
/// (lists in which order counts and doubles are kept), and an operation on a value of the wrong type is a fault. The
/// others were typed when the file was read: things are values of their own, sets have no doubles and numbers never
/// wrap. The nodes from `Thing` on belong to the second manner only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A text without references.
    Text(TextId),
    /// A text with the numbers of variables put in.
    Template(Vec<Part>),
    /// A variable's value; a fault if it has none.
    Var(VarId),
    /// A set.
    Set(Vec<ExprId>),
    /// An operation on one value.
    Unary(UnaryOp, ExprId),
    /// An operation on two values, the left one first; `And` and `Or` look at the right one only if it decides.
    Binary(BinaryOp, ExprId, ExprId),
    /// Puts a value into a variable; true.
    Assign(VarId, ExprId),
    /// The second if the first is true, else the third; a fault if that is missing.
    If(ExprId, ExprId, Option<ExprId>),
    /// Whether `body` is true for every number (`all`) or for one of them, from `from` to `to`, up or down, both included.
    Loop {
        /// Every, or some.
        all: bool,
        /// Gets the number.
        var: VarId,
        /// First number.
        from: ExprId,
        /// Last number.
        to: ExprId,
        /// A boolean.
        body: ExprId,
    },
    /// A named expression's value with these arguments, each put into its variable before the next is worked out.
    Call(FunctionId, Vec<ExprId>),
    /// A question about the position; arguments are worked out left to right.
    Query(Query, Vec<ExprId>),
    /// A change of the position; arguments are worked out left to right.
    Act(Action, Vec<ExprId>),
    /// A thing, or none of its kind.
    Thing(Thing),
    /// The member of a family with these indices, or none of its kind. If an index is a set of numbers, all of the members with
    /// one of these numbers there, as a set in file order. Members that are variables stand for their values.
    Member(FamilyId, Vec<ExprId>),
    /// A set without doubles, each value where it first stands.
    Distinct(Vec<ExprId>),
    /// Lines in order; if one but the last is false, false; else the value of the last.
    Lines(Vec<ExprId>),
    /// Arithmetic that faults on overflow.
    Number(Arith, ExprId, ExprId),
    /// All numbers from the first to the second; empty if the first is greater.
    Range(ExprId, ExprId),
    /// What comes of the members of a set in its order, each put into the variable. The set is worked out first.
    Over {
        /// What is asked of them.
        over: Over,
        /// Gets the member.
        var: VarId,
        /// The set.
        set: ExprId,
        /// What is worked out for each.
        body: ExprId,
        /// What the greatest or least of nothing is.
        none: Option<ExprId>,
    },
    /// The locations of the set `start` for which `condition` holds, and all that are reached from them by pairs of the
    /// relation over locations for which it holds; in file order.
    Reach {
        /// A relation, a direction or a set of directions.
        relation: ExprId,
        /// Where it begins.
        start: ExprId,
        /// Gets the location.
        var: VarId,
        /// A boolean.
        condition: ExprId,
    },
    /// A question with typed answers; arguments are worked out left to right.
    Ask(Ask, Vec<ExprId>),
    /// The value of a variable that outlives the move.
    Global(GlobalId),
    /// A change of the position; arguments are worked out left to right. True.
    Do(Deed, Vec<ExprId>),
    /// What is known to fail whenever it is reached, after the listed expressions have been worked out.
    Fail(FaultKind, Vec<ExprId>),
}

impl Expr {
    /// The expressions that it is made of.
    pub fn parts(&self) -> Vec<ExprId> {
        match self {
            Self::Int(_)
            | Self::Bool(_)
            | Self::Text(_)
            | Self::Template(_)
            | Self::Var(_)
            | Self::Thing(_)
            | Self::Global(_) => Vec::new(),
            Self::Set(parts)
            | Self::Member(_, parts)
            | Self::Distinct(parts)
            | Self::Lines(parts)
            | Self::Ask(_, parts)
            | Self::Do(_, parts)
            | Self::Call(_, parts)
            | Self::Query(_, parts)
            | Self::Act(_, parts)
            | Self::Fail(_, parts) => parts.clone(),
            Self::Unary(_, inner) | Self::Assign(_, inner) => vec![*inner],
            Self::Binary(_, left, right) | Self::Number(_, left, right) | Self::Range(left, right) => {
                vec![*left, *right]
            }
            Self::Over { set, body, none, .. } => [*set, *body].into_iter().chain(*none).collect(),
            Self::Reach { relation, start, condition, .. } => vec![*relation, *start, *condition],
            Self::If(condition, yes, no) => [*condition, *yes].into_iter().chain(*no).collect(),
            Self::Loop { from, to, body, .. } => vec![*from, *to, *body],
        }
    }
}

/// A stretch of a text with references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// As it stands.
    Literal(String),
    /// The decimal number of a variable; a fault if it holds no number.
    Var(VarId),
}

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Boolean not.
    Not,
    /// Absolute value.
    Abs,
    /// Sign change.
    Neg,
}

/// Operations on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Both true.
    And,
    /// One true.
    Or,
    /// Same type and value.
    Equal,
    /// The opposite.
    Unequal,
    /// Numbers.
    Less,
    /// Numbers.
    LessEqual,
    /// Numbers.
    Greater,
    /// Numbers.
    GreaterEqual,
    /// Wraps at 32 bits.
    Add,
    /// Wraps at 32 bits.
    Subtract,
    /// Wraps at 32 bits.
    Multiply,
    /// Towards zero; a fault by zero.
    Divide,
    /// With the dividend's sign; a fault by zero.
    Remainder,
    /// A value is a member of a set.
    In,
    /// All members of one set are members of another.
    Subset,
    /// The first set without the members of the second.
    SetMinus,
    /// The second set and then what only the first has.
    Union,
    /// The members of the first set that the second has too.
    Intersect,
    /// The first set and then what only the second has. (`Union` puts them the other way round.)
    Join,
    /// Two sets have the same members, in whatever order.
    SameMembers,
}

/// Questions about the position. Names are texts; each says what a name that nothing bears gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Type of a location; `""`.
    LocationType,
    /// Type of an element; `""`.
    ElementType,
    /// State of an element; -1.
    State,
    /// Owner of an element, 0 for nobody; -1.
    Owner,
    /// Where an element stands; `""`.
    Location,
    /// What stands on a location, `""` for nothing; `""`.
    Content,
    /// Whether nothing stands on a location; true.
    Empty,
    /// Height of an element; a fault.
    ZIndex,
    /// First index of a name; a fault.
    Index,
    /// The index whose place, from 1, is the first argument, of the name that is the second; a fault.
    IndexAt,
    /// A name without its indices; the name itself.
    Unindex,
    /// Number of the player to move.
    Player,
    /// Score of a player; a fault unless from 1 to the number of players.
    Score,
}

/// Changes of the position. Each gives true, unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Element, from, to: false if `to` is occupied; a fault if one does not exist or the element is not at `from`.
    Move,
    /// Element, owner from 0 to the number of players.
    SetOwner,
    /// Element, state from 1 to the states of its type.
    SetState,
    /// Element, any number.
    SetZIndex,
    /// The next player is to move.
    NextPlayer,
}

impl UnaryOp {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Not => "NOT",
            Self::Abs => "ABS",
            Self::Neg => "-",
        }
    }
}

impl BinaryOp {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
            Self::Equal | Self::SameMembers => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::In => "IN",
            Self::Subset => "SUBSET",
            Self::SetMinus => "SETMINUS",
            Self::Union | Self::Join => "UNION",
            Self::Intersect => "INTERSECT",
        }
    }

    /// The result for two numbers; `None` where the operation is not one on numbers that gives a number.
    /// Sums and products wrap at 32 bits.
    pub(crate) fn number(self, left: i32, right: i32) -> Option<Result<i32, FaultKind>> {
        Some(Ok(match self {
            Self::Add => left.wrapping_add(right),
            Self::Subtract => left.wrapping_sub(right),
            Self::Multiply => left.wrapping_mul(right),
            Self::Divide | Self::Remainder if right == 0 => return Some(Err(FaultKind::DivisionByZero)),
            Self::Divide => left.wrapping_div(right),
            Self::Remainder => left.wrapping_rem(right),
            _ => return None,
        }))
    }

    /// The answer for two numbers; `None` where the operation does not compare numbers by size.
    pub(crate) fn compares(self, left: i32, right: i32) -> Option<bool> {
        Some(match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
            _ => return None,
        })
    }
}

impl Query {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::LocationType => "LOCTYPE",
            Self::ElementType => "ELTYPE",
            Self::State => "STATE",
            Self::Owner => "OWNER",
            Self::Location => "LOCATION",
            Self::Content => "CONTENT",
            Self::Empty => "EMPTY",
            Self::ZIndex => "ZINDEX",
            Self::Index => "INDEX",
            Self::IndexAt => "INDEXA",
            Self::Unindex => "UNINDEX",
            Self::Player => "PLAYER",
            Self::Score => "SCORE",
        }
    }

    /// How many arguments it takes.
    pub fn arguments(self) -> usize {
        match self {
            Self::Player => 0,
            Self::IndexAt => 2,
            _ => 1,
        }
    }
}

impl Action {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "MOVE",
            Self::SetOwner => "SETOWNER",
            Self::SetState => "SETSTATE",
            Self::SetZIndex => "SETZINDEX",
            Self::NextPlayer => "NEXTPLAYER",
        }
    }

    /// How many arguments it takes.
    pub fn arguments(self) -> usize {
        match self {
            Self::NextPlayer => 0,
            Self::Move => 3,
            Self::SetOwner | Self::SetState | Self::SetZIndex => 2,
        }
    }
}
