//! Intermediate representation (IR) of compiled expressions: a graph of small nodes in one list.
//!
//! [`run`](crate::run) defines the semantics of the nodes; [`specialise`](crate::lower::specialise) and
//! [`typed`](crate::lower::typed) create them. After the final passes of the compiler the nodes are immutable.

use smallvec::{SmallVec, smallvec};

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, ExprId, FunctionId, GlobalId, LocationId, Player, VarId};
use boardwright_rules::{ArithmeticOp, BinaryOp, Effect, UnaryOp, UntypedAction, UntypedQuery};

use crate::tables::value::{Pool, Value};

/// A node of a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

/// A list of nodes, as a range of the shared operand list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Operands {
    start: u32,
    end: u32,
}

/// Index of a table of values by kind of element; entry 0 is for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TableId(pub(crate) u32);

/// The operator whose operand must be a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BooleanContext {
    And,
    Or,
    Not,
    If,
    ForAll,
    ForSome,
}

impl BooleanContext {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
            Self::Not => "NOT",
            Self::If => "IF",
            Self::ForAll => "FORALL",
            Self::ForSome => "FORSOME",
        }
    }
}

/// One operation. `at` is the expression to which a fault is attributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Const(Value),
    /// `true` if the kind on a cell, 0 for none, is in the mask (bit per kind); for games of fewer than 64 kinds.
    CellIn {
        location: LocationId,
        mask: u64,
    },
    /// `true` if the kind on a cell is in the mask and `then` holds (short-circuit AND).
    CellAnd {
        location: LocationId,
        mask: u64,
        then: NodeId,
    },
    /// `true` if the kind on a cell is in the mask or `other` holds (short-circuit OR).
    CellOr {
        location: LocationId,
        mask: u64,
        other: NodeId,
    },
    /// `true` if the kinds on all cells of a range of the cell list are in the mask.
    CellsIn {
        start: u32,
        end: u32,
        mask: u64,
    },
    /// `true` if the kind on at least one cell of a range of the cell list is in the mask.
    AnyIn {
        start: u32,
        end: u32,
        mask: u64,
    },
    /// The table entry for the kind on a cell.
    Cell {
        location: LocationId,
        table: TableId,
    },
    /// The table entry for the kind of an element.
    Kind {
        element: ElementId,
        table: TableId,
    },
    /// `true` if the kind of an element is in the mask, numbered as for cells.
    KindIn {
        element: ElementId,
        mask: u64,
    },
    /// `true` if an element stands on a location.
    At {
        element: ElementId,
        location: LocationId,
    },
    /// Conjunction of booleans, with short-circuit evaluation from left to right.
    All(Operands),
    /// Disjunction of booleans, with short-circuit evaluation from left to right.
    Any(Operands),
    /// Negation of a boolean.
    Not(NodeId),
    /// The value of a node, or a type fault if it is no boolean.
    Check {
        node: NodeId,
        at: ExprId,
        need: BooleanContext,
    },
    /// `true` if a value is anything but false.
    NotFalse(NodeId),
    /// Evaluates all operands in order; the value of the last.
    Seq(Operands),
    If {
        condition: NodeId,
        yes: NodeId,
        no: NodeId,
    },
    /// Assigns a value to a variable; yields true.
    Store {
        variable: VarId,
        value: NodeId,
    },
    Var {
        variable: VarId,
        at: ExprId,
    },
    /// A variable that is known to hold a number, or the value of a typed expression.
    Number(VarId),
    /// A variable that is known to hold a boolean.
    Flag(VarId),
    Template {
        template: u32,
        at: ExprId,
    },
    Content(LocationId),
    Place(ElementId),
    Mover,
    Score(Player),
    /// A binary operation. Faults of the operands are attributed to the operand expressions, not to `at`.
    Binary {
        op: BinaryOp,
        left: NodeId,
        right: NodeId,
        at: ExprId,
    },
    Unary {
        op: UnaryOp,
        inner: NodeId,
        at: ExprId,
    },
    Set {
        members: Operands,
        at: ExprId,
    },
    /// A loop: start, end and body are the three operands.
    Loop {
        all: bool,
        variable: VarId,
        operands: Operands,
        at: ExprId,
    },
    /// A call of a named expression; its arguments are stored beforehand.
    Call {
        function: FunctionId,
        at: ExprId,
    },
    Query {
        query: UntypedQuery,
        operands: Operands,
        at: ExprId,
    },
    Act {
        action: UntypedAction,
        operands: Operands,
        at: ExprId,
    },
    /// `MOVE(CONTENT(from), from, to)`.
    MoveContent {
        from: LocationId,
        to: LocationId,
        at: ExprId,
    },
    SetMover(Player),
    /// A certain fault, by its index in the fault list.
    Fail(u32),

    // The nodes below come from typed expressions only. Their elements and locations are things, which may be none.
    /// The element that the move moves.
    Moved,
    /// The element that the move captured.
    Captured,
    /// The element on a location.
    ElementOn(LocationId),
    /// The element on the location that a node gives.
    ElementAt(NodeId),
    /// The location of an element.
    PlaceOf(ElementId),
    /// The location of the element that a node yields.
    PlaceOfComputed(NodeId),
    /// The table entry for the kind of the element that a node yields; entry 0 is for no element.
    KindOfComputed {
        element: NodeId,
        table: TableId,
    },
    /// The table entry for the location that a node yields; entry 0 is for no location.
    ByPlace {
        place: NodeId,
        table: TableId,
    },
    /// Multi-way branch on the location that the first operand yields. The further operands are the arm for no location
    /// and then one arm per location.
    Switch(Operands),
    /// `true` if two values, which are not sets, are equal.
    Same(NodeId, NodeId),
    /// Number of boolean operands that are true.
    Count(Operands),
    /// The maximum or minimum of the values whose guard holds. Operands are pairs of guard and value, followed by an
    /// optional default for when no guard holds.
    Extreme {
        greatest: bool,
        operands: Operands,
        at: ExprId,
    },
    /// Number of cells of a list whose kind is in a mask.
    CountCells {
        count: u32,
    },
    /// Number of elements of a list whose kind is in a mask.
    CountKinds {
        count: u32,
    },
    /// Location of the first element of a list whose kind is in a mask; the list is one of the counted lists.
    PlaceOfFirst {
        count: u32,
    },
    Arith {
        op: ArithmeticOp,
        left: NodeId,
        right: NodeId,
        at: ExprId,
    },
    /// `true` if the first number is less than the second.
    Less(NodeId, NodeId),
    Global(GlobalId),
    /// `true` if the set in a global variable has the member with this index.
    GlobalHas {
        global: GlobalId,
        index: u16,
    },
    /// `true` if a flood fill reaches a location.
    Reached {
        reach: u32,
        location: LocationId,
    },
    /// Ray casting: `true` if the first cell of a ray whose kind is in the stop mask has a kind in the yes mask.
    FirstOnRay {
        ray: u32,
    },
    /// A piece of code that many moves share.
    Shared {
        id: u32,
        boolean: bool,
    },
    Turn,
    NoMoves,
    Repeats,
    /// An effect on the position.
    Effect {
        effect: Effect,
        operands: Operands,
        at: ExprId,
    },
    /// Assigns to a global set variable the members whose guard holds. Operands are pairs of guard and member index.
    AssignSet {
        global: GlobalId,
        operands: Operands,
        /// `true` if the present members stay in the set.
        keeps_members: bool,
    },
}

/// Cells along a ray, tested in order until one stops the ray.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ray {
    pub(crate) cells: Box<[LocationId]>,
    /// Mask of the kinds that stop the ray.
    pub(crate) stop: u64,
    /// Mask of the stopping kinds for which the answer is true.
    pub(crate) yes: u64,
    /// The answer if no cell stops the ray.
    pub(crate) end: bool,
}

impl FloodFill {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        std::sync::Arc::ptr_eq(&self.steps, &other.steps) && self.start == other.start && self.masks == other.masks
    }
}

/// A flood fill (connected region) over the cells whose kind is in their mask.
#[derive(Clone, Debug)]
pub(crate) struct FloodFill {
    /// By location: the locations one step away.
    pub(crate) steps: std::sync::Arc<Vec<Vec<LocationId>>>,
    pub(crate) start: Vec<LocationId>,
    /// By location: mask of the kinds over which the fill spreads.
    pub(crate) masks: std::sync::Arc<Vec<u64>>,
}

/// A text with references to variables, with its possible results precomputed.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) parts: Vec<boardwright_rules::TextPart>,
    /// The texts of the file that it can become, keyed by the numbers of its references in order; sorted.
    pub(crate) texts: Vec<(Vec<i32>, boardwright_game::ids::TextId)>,
}

/// Arena of nodes and of the tables to which they refer.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) nodes: Vec<Node>,
    operands: Vec<NodeId>,
    /// Cells of [`Node::CellsIn`] and [`Node::AnyIn`].
    pub(crate) cells: Vec<LocationId>,
    pub(crate) tables: Vec<Box<[Value]>>,
    pub(crate) templates: Vec<Template>,
    pub(crate) faults: Vec<(FaultKind, ExprId)>,
    pub(crate) pool: Pool,
    /// Lists of counted cells, with the masks.
    pub(crate) counted_cells: Vec<(Box<[LocationId]>, u64)>,
    pub(crate) rays: Vec<Ray>,
    /// Roots of the shared code.
    pub(crate) shared: Vec<NodeId>,
    /// Lists of elements that are counted or searched for the first match, with the masks.
    pub(crate) counted_elements: Vec<(Box<[ElementId]>, u64)>,
    pub(crate) flood_fills: Vec<FloodFill>,
    /// By named expression that some code calls: its root and the depth of its code.
    pub(crate) functions: Vec<Option<(NodeId, usize)>>,
}

impl Node {
    /// The operand list of the node, if the node has one.
    pub(crate) fn operands_mut(&mut self) -> Option<&mut Operands> {
        match self {
            Self::All(list)
            | Self::Any(list)
            | Self::Seq(list)
            | Self::Switch(list)
            | Self::Count(list)
            | Self::Effect { operands: list, .. }
            | Self::AssignSet { operands: list, .. }
            | Self::Extreme { operands: list, .. }
            | Self::Set { members: list, .. }
            | Self::Loop { operands: list, .. }
            | Self::Query { operands: list, .. }
            | Self::Act { operands: list, .. } => Some(list),
            _ => None,
        }
    }
}

impl Code {
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId((self.nodes.len() - 1) as u32)
    }

    pub(crate) fn add_operands(&mut self, nodes: &[NodeId]) -> Operands {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(nodes);
        Operands { start, end: self.operands.len() as u32 }
    }

    #[inline]
    pub(crate) fn operands(&self, operands: Operands) -> &[NodeId] {
        &self.operands[operands.start as usize..operands.end as usize]
    }

    /// The child nodes.
    pub(crate) fn parts(&self, id: NodeId) -> SmallVec<[NodeId; 8]> {
        match self[id] {
            Node::All(list)
            | Node::Any(list)
            | Node::Seq(list)
            | Node::Switch(list)
            | Node::Count(list)
            | Node::Effect { operands: list, .. }
            | Node::AssignSet { operands: list, .. }
            | Node::Extreme { operands: list, .. }
            | Node::Set { members: list, .. } => self.operands(list).into(),
            Node::Loop { operands, .. } | Node::Query { operands, .. } | Node::Act { operands, .. } => {
                self.operands(operands).into()
            }
            Node::Not(inner)
            | Node::NotFalse(inner)
            | Node::Check { node: inner, .. }
            | Node::Store { value: inner, .. }
            | Node::Unary { inner, .. }
            | Node::ElementAt(inner)
            | Node::CellAnd { then: inner, .. }
            | Node::CellOr { other: inner, .. }
            | Node::PlaceOfComputed(inner)
            | Node::KindOfComputed { element: inner, .. }
            | Node::ByPlace { place: inner, .. } => smallvec![inner],
            Node::If { condition, yes, no } => smallvec![condition, yes, no],
            Node::Binary { left, right, .. }
            | Node::Arith { left, right, .. }
            | Node::Same(left, right)
            | Node::Less(left, right) => smallvec![left, right],
            _ => SmallVec::new(),
        }
    }

    /// Adds to `into` a copy of a node with other children, in the order of [`Code::parts`].
    pub(crate) fn with_parts(node: Node, parts: &[NodeId], into: &mut Self) -> NodeId {
        let one = || parts[0];
        let node = match node {
            Node::All(_) => Node::All(into.add_operands(parts)),
            Node::Any(_) => Node::Any(into.add_operands(parts)),
            Node::Seq(_) => Node::Seq(into.add_operands(parts)),
            Node::Set { at, .. } => Node::Set { members: into.add_operands(parts), at },
            Node::Loop { all, variable, at, .. } => {
                Node::Loop { all, variable, operands: into.add_operands(parts), at }
            }
            Node::Query { query, at, .. } => Node::Query { query, operands: into.add_operands(parts), at },
            Node::Act { action, at, .. } => Node::Act { action, operands: into.add_operands(parts), at },
            Node::Not(_) => Node::Not(one()),
            Node::NotFalse(_) => Node::NotFalse(one()),
            Node::Check { at, need, .. } => Node::Check { node: one(), at, need },
            Node::Store { variable, .. } => Node::Store { variable, value: one() },
            Node::Unary { op, at, .. } => Node::Unary { op, inner: one(), at },
            Node::If { .. } => Node::If { condition: parts[0], yes: parts[1], no: parts[2] },
            Node::Binary { op, at, .. } => Node::Binary { op, left: parts[0], right: parts[1], at },
            Node::Arith { op, at, .. } => Node::Arith { op, left: parts[0], right: parts[1], at },
            Node::Same(..) => Node::Same(parts[0], parts[1]),
            Node::Less(..) => Node::Less(parts[0], parts[1]),
            Node::ElementAt(_) => Node::ElementAt(one()),
            Node::CellAnd { location, mask, .. } => Node::CellAnd { location, mask, then: one() },
            Node::CellOr { location, mask, .. } => Node::CellOr { location, mask, other: one() },
            Node::PlaceOfComputed(_) => Node::PlaceOfComputed(one()),
            Node::KindOfComputed { table, .. } => Node::KindOfComputed { element: one(), table },
            Node::ByPlace { table, .. } => Node::ByPlace { place: one(), table },
            Node::Switch(_) => Node::Switch(into.add_operands(parts)),
            Node::Count(_) => Node::Count(into.add_operands(parts)),
            Node::Effect { effect, at, .. } => Node::Effect { effect, operands: into.add_operands(parts), at },
            Node::Extreme { greatest, at, .. } => Node::Extreme { greatest, operands: into.add_operands(parts), at },
            Node::AssignSet { global, keeps_members: more, .. } => {
                Node::AssignSet { global, operands: into.add_operands(parts), keeps_members: more }
            }
            whole => whole,
        };
        into.add(node)
    }

    /// Deep-copies a node into another arena, which shares tables, texts and faults.
    pub(crate) fn copy(&self, id: NodeId, into: &mut Self) -> NodeId {
        let parts: SmallVec<[NodeId; 8]> = self.parts(id).into_iter().map(|part| self.copy(part, into)).collect();
        Self::with_parts(self[id], &parts, into)
    }

    /// The present number of nodes and operands, for [`Code::truncate_to`].
    pub(crate) fn checkpoint(&self) -> (usize, usize) {
        (self.nodes.len(), self.operands.len())
    }

    /// Drops all nodes and operands that were added since the mark.
    pub(crate) fn truncate_to(&mut self, (nodes, operands): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.operands.truncate(operands);
    }

    /// `true` if two nodes are structurally equal, so that they yield the same value in every position. `false` does
    /// not prove a difference.
    pub(crate) fn is_same(&self, one: NodeId, other: NodeId) -> bool {
        if one == other || self[one] == self[other] {
            return true;
        }
        if std::mem::discriminant(&self[one]) != std::mem::discriminant(&self[other]) {
            return false;
        }
        let (mine, theirs) = (self.parts(one), self.parts(other));
        if mine.is_empty() || mine.len() != theirs.len() {
            return false;
        }
        let same_operation = match (self[one], self[other]) {
            (Node::KindOfComputed { table: a, .. }, Node::KindOfComputed { table: b, .. })
            | (Node::ByPlace { table: a, .. }, Node::ByPlace { table: b, .. }) => a == b,
            (Node::Arith { op: a, .. }, Node::Arith { op: b, .. }) => a == b,
            (node, _) => matches!(
                node,
                Node::All(_)
                    | Node::Any(_)
                    | Node::Not(_)
                    | Node::If { .. }
                    | Node::Same(..)
                    | Node::Less(..)
                    | Node::Count(_)
                    | Node::Switch(_)
                    | Node::ElementAt(_)
                    | Node::PlaceOfComputed(_)
            ),
        };
        same_operation && mine.iter().zip(&theirs).all(|(&a, &b)| self.is_same(a, b))
    }

    /// Depth of the expression tree below a node.
    pub(crate) fn depth(&self, id: NodeId) -> usize {
        1 + self.parts(id).into_iter().map(|part| self.depth(part)).max().unwrap_or(0)
    }
}

impl std::ops::Index<NodeId> for Code {
    type Output = Node;
    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}
