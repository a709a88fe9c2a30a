//! Expression trees in one list, with every name resolved to an id and a source span for every node.
//! The reference interpreter (`boardwright-interpreter`) defines their meaning; nothing here evaluates them.

use boardwright_game::fault::{FaultKind, Span};
use boardwright_game::ids::{ExprId, FamilyId, FunctionId, GlobalId, TextId, VarId};

use super::things::Thing;
use super::typed::{Aggregate, ArithmeticOp, Effect, Query};

/// The expressions of a rule set with their source spans.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    nodes: Vec<Expr>,
    spans: Vec<Span>,
}

impl Exprs {
    /// Adds an expression whose operands were added before.
    pub fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        self.nodes.push(expr);
        self.spans.push(span);
        ExprId::new(self.nodes.len() - 1)
    }

    /// Source span of an expression.
    pub fn span(&self, id: ExprId) -> Span {
        self.spans[id.index()]
    }

    /// Maximum nesting depth.
    pub fn max_depth(&self) -> usize {
        let mut depths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            // Operands precede their parents.
            depths[index] = 1 + node.operands().into_iter().map(|part| depths[part.index()]).max().unwrap_or(0);
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Iterates over all expressions in the order of their ids.
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

/// A node of an expression tree.
///
/// There are two kinds of expressions, which are never mixed in one rule set. Dynamically typed expressions (2013
/// edition) have values that are 32-bit integers, booleans, texts (names among them) and sets (lists that keep order
/// and duplicates); an operation on a value of the wrong type is a fault. Statically typed expressions (2026 edition)
/// are checked when the file is read: things are values of their own, sets have no duplicates, and integer overflow is
/// a fault. The nodes from `Thing` on belong to statically typed expressions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A text without references.
    Text(TextId),
    /// A text with the numbers of variables inserted.
    Template(Vec<TextPart>),
    /// Value of a variable; a fault if it is unset.
    Var(VarId),
    /// A set literal.
    Set(Vec<ExprId>),
    /// Unary operation.
    Unary(UnaryOp, ExprId),
    /// Binary operation, the left operand first; `And` and `Or` short-circuit.
    Binary(BinaryOp, ExprId, ExprId),
    /// Assigns a value to a variable; returns true.
    Assign(VarId, ExprId),
    /// Conditional: the second operand if the first is true, else the third; a fault if that is missing.
    If(ExprId, ExprId, Option<ExprId>),
    /// Tests whether `body` is true for all numbers (`all`) or for some number from `from` to `to`, up or down,
    /// inclusive.
    Loop {
        /// `true` for the universal quantifier, `false` for the existential one.
        all: bool,
        /// Loop variable.
        var: VarId,
        /// First number.
        from: ExprId,
        /// Last number.
        to: ExprId,
        /// A boolean.
        body: ExprId,
    },
    /// Call of a named expression. Each argument is assigned to its parameter before the next is evaluated, unless the
    /// function has local variables.
    Call(FunctionId, Vec<ExprId>),
    /// Query of the position; arguments are evaluated left to right.
    UntypedQuery(UntypedQuery, Vec<ExprId>),
    /// Change of the position; arguments are evaluated left to right.
    UntypedAction(UntypedAction, Vec<ExprId>),
    /// A thing, or the null value of its kind.
    Thing(Thing),
    /// Member of a family with these indices, or the null value of its kind. If an index is a set of numbers: the set
    /// of all members with one of these numbers there, in file order. Members that are variables stand for their
    /// values.
    Member(FamilyId, Vec<ExprId>),
    /// A set literal without duplicates; each value stays where it occurs first.
    DistinctSet(Vec<ExprId>),
    /// Lines in order: false if any line but the last is false, else the value of the last line.
    Lines(Vec<ExprId>),
    /// Arithmetic that faults on overflow.
    Arithmetic(ArithmeticOp, ExprId, ExprId),
    /// All numbers from the first to the second; empty if the first is greater.
    Range(ExprId, ExprId),
    /// Aggregate or quantifier over the members of a set in order, each assigned to the variable. The set is evaluated
    /// first.
    Aggregate {
        /// Aggregate function.
        function: Aggregate,
        /// Variable for the member.
        var: VarId,
        /// The set.
        set: ExprId,
        /// Expression evaluated for each member.
        body: ExprId,
        /// Value of the maximum or minimum of an empty set.
        none: Option<ExprId>,
    },
    /// Reachability (flood fill): the locations of the set `start` for which `condition` holds, and all locations
    /// reachable from them over pairs of the relation through locations for which it holds; in file order.
    Reach {
        /// A relation, a direction or a set of directions.
        relation: ExprId,
        /// Start locations.
        start: ExprId,
        /// Variable for the location.
        var: VarId,
        /// A boolean.
        condition: ExprId,
    },
    /// Graph search: the locations of the set `start`, and all locations reachable from them, where `next` is the location
    /// or the set of locations to which the location of the variable leads; in file order. `NOWHERE` is skipped.
    Closure {
        /// Start locations.
        start: ExprId,
        /// Variable for the location.
        var: VarId,
        /// A location or a set of locations.
        next: ExprId,
    },
    /// Statically typed query; arguments are evaluated left to right.
    Query(Query, Vec<ExprId>),
    /// Value of a global variable.
    Global(GlobalId),
    /// Change of the position; arguments are evaluated left to right. Returns true.
    Effect(Effect, Vec<ExprId>),
    /// An expression that is known to fail whenever it is evaluated, after the listed operands have been evaluated.
    Fail(FaultKind, Vec<ExprId>),
}

impl Expr {
    /// The operands of the expression.
    pub fn operands(&self) -> Vec<ExprId> {
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
            | Self::DistinctSet(parts)
            | Self::Lines(parts)
            | Self::Query(_, parts)
            | Self::Effect(_, parts)
            | Self::Call(_, parts)
            | Self::UntypedQuery(_, parts)
            | Self::UntypedAction(_, parts)
            | Self::Fail(_, parts) => parts.clone(),
            Self::Unary(_, inner) | Self::Assign(_, inner) => vec![*inner],
            Self::Binary(_, left, right) | Self::Arithmetic(_, left, right) | Self::Range(left, right) => {
                vec![*left, *right]
            }
            Self::Aggregate { set, body, none, .. } => [*set, *body].into_iter().chain(*none).collect(),
            Self::Reach { relation, start, condition, .. } => vec![*relation, *start, *condition],
            Self::Closure { start, next, .. } => vec![*start, *next],
            Self::If(condition, yes, no) => [*condition, *yes].into_iter().chain(*no).collect(),
            Self::Loop { from, to, body, .. } => vec![*from, *to, *body],
        }
    }
}

/// A part of a text with references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// Literal text.
    Literal(String),
    /// Decimal number of a variable; a fault if the variable holds no number.
    Var(VarId),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Boolean negation.
    Not,
    /// Absolute value.
    Abs,
    /// Negation.
    Neg,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Equality of type and value.
    Equal,
    /// Inequality.
    Unequal,
    /// Numeric comparison.
    Less,
    /// Numeric comparison.
    LessEqual,
    /// Numeric comparison.
    Greater,
    /// Numeric comparison.
    GreaterEqual,
    /// Addition; wraps at 32 bits.
    Add,
    /// Subtraction; wraps at 32 bits.
    Subtract,
    /// Multiplication; wraps at 32 bits.
    Multiply,
    /// Division, rounded towards zero; division by zero is a fault.
    Divide,
    /// Remainder with the sign of the dividend; division by zero is a fault.
    Remainder,
    /// Set membership.
    In,
    /// Subset test.
    Subset,
    /// Set difference: the first set without the members of the second.
    SetMinus,
    /// Union: the second set followed by the members that only the first has.
    Union,
    /// Intersection: the members of the first set that the second has too.
    Intersect,
    /// Union in the other order: the first set followed by the members that only the second has.
    Join,
    /// Set equality: both sets have the same members, in any order.
    SameMembers,
}

/// Queries of the position, with things given by name. The value for an unknown name follows the semicolon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UntypedQuery {
    /// Type of a location; `""`.
    LocationType,
    /// Type of an element; `""`.
    ElementType,
    /// State of an element; -1.
    State,
    /// Owner of an element, 0 for neutral elements; -1.
    Owner,
    /// Location of an element; `""`.
    Location,
    /// Element on a location, `""` if empty; `""`.
    Content,
    /// `true` if a location is empty; true.
    Empty,
    /// Height of an element; a fault.
    ZIndex,
    /// First index of a name; a fault.
    Index,
    /// Index of a name (second argument) at a place counted from 1 (first argument); a fault.
    IndexAt,
    /// A name without its indices; the name itself.
    Unindex,
    /// Number of the player to move.
    Player,
    /// Score of a player; a fault unless the player is from 1 to the number of players.
    Score,
}

/// Changes of the position. Each returns true, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UntypedAction {
    /// Element, from, to: false if `to` is occupied; a fault if one of them is unknown or the element is not at `from`.
    Move,
    /// Element, owner from 0 to the number of players.
    SetOwner,
    /// Element, state from 1 to the number of states of its type.
    SetState,
    /// Element, any number.
    SetZIndex,
    /// Passes the turn to the next player.
    NextPlayer,
}

impl UnaryOp {
    /// Symbol in the language.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Not => "NOT",
            Self::Abs => "ABS",
            Self::Neg => "-",
        }
    }
}

impl BinaryOp {
    /// Symbol in the language.
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

    /// Result for two numbers; `None` if this is not an arithmetic operator. Sums and products wrap at 32 bits.
    pub fn apply_numeric(self, left: i32, right: i32) -> Option<Result<i32, FaultKind>> {
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

    /// Result for two numbers; `None` if this is not an ordering comparison.
    pub fn compare_numbers(self, left: i32, right: i32) -> Option<bool> {
        Some(match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
            _ => return None,
        })
    }
}

impl UntypedQuery {
    /// Name in the language.
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

    /// Number of arguments.
    pub fn argument_count(self) -> usize {
        match self {
            Self::Player => 0,
            Self::IndexAt => 2,
            _ => 1,
        }
    }
}

impl UntypedAction {
    /// Name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "MOVE",
            Self::SetOwner => "SETOWNER",
            Self::SetState => "SETSTATE",
            Self::SetZIndex => "SETZINDEX",
            Self::NextPlayer => "NEXTPLAYER",
        }
    }

    /// Number of arguments.
    pub fn argument_count(self) -> usize {
        match self {
            Self::NextPlayer => 0,
            Self::Move => 3,
            Self::SetOwner | Self::SetState | Self::SetZIndex => 2,
        }
    }
}
