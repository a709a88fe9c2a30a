//! The code of the fast form: trees of small nodes in one list.
//!
//! What a node means is in [`run`](super::run); it is made by [`specialise`](super::specialise) and never
//! changed afterwards.

use smallvec::{SmallVec, smallvec};

use crate::fault::FaultKind;
use crate::ids::{ElementId, ExprId, FunctionId, GlobalId, LocationId, Player, VarId};
use crate::rules::{Action, Arith, BinaryOp, Deed, Query, UnaryOp};

use super::value::{Pool, Value};

/// A node of a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(pub(super) u32);

/// Some nodes, as a stretch of the list of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Operands {
    start: u32,
    end: u32,
}

/// A table of values by kind of piece, with that of an empty cell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TableId(pub(super) u32);

/// What an operand must be a boolean for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Need {
    And,
    Or,
    Not,
    If,
    ForAll,
    ForSome,
}

impl Need {
    pub(super) fn name(self) -> &'static str {
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

/// One step of work. `at` is the expression that a fault is reported at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Const(Value),
    /// Whether the kind on a cell, 0 for none, is a bit of the mask; for games of less than 64 kinds.
    CellIn {
        location: LocationId,
        mask: u64,
    },
    /// Whether the kind on a cell is a bit of the mask, and then what a node gives.
    CellThen {
        location: LocationId,
        mask: u64,
        then: NodeId,
    },
    /// Whether the kind on a cell is a bit of the mask, or else what a node gives.
    CellElse {
        location: LocationId,
        mask: u64,
        other: NodeId,
    },
    /// Whether the kinds on some cells, a stretch of the list of cells, are all bits of the mask.
    CellsIn {
        start: u32,
        end: u32,
        mask: u64,
    },
    /// Whether one of the kinds on some cells is a bit of the mask.
    AnyIn {
        start: u32,
        end: u32,
        mask: u64,
    },
    /// The value that the table has for the kind on a cell.
    Cell {
        location: LocationId,
        table: TableId,
    },
    /// The value that the table has for the kind of an element.
    Kind {
        element: ElementId,
        table: TableId,
    },
    /// Whether the kind of an element is a bit of the mask, which is as for cells.
    KindIn {
        element: ElementId,
        mask: u64,
    },
    /// Whether an element stands on a location.
    At {
        element: ElementId,
        location: LocationId,
    },
    /// All are true; left to right until one is not. Operands are booleans.
    All(Operands),
    /// One is true; left to right until one is. Operands are booleans.
    Any(Operands),
    /// The other boolean of a boolean.
    Not(NodeId),
    /// The boolean that a node must give.
    Check {
        node: NodeId,
        at: ExprId,
        need: Need,
    },
    /// Whether a value is anything but false.
    NotFalse(NodeId),
    /// All in order; the value of the last.
    Seq(Operands),
    If {
        condition: NodeId,
        yes: NodeId,
        no: NodeId,
    },
    /// Puts a value into a variable; true.
    Store {
        variable: VarId,
        value: NodeId,
    },
    Var {
        variable: VarId,
        at: ExprId,
    },
    /// A variable that is known to hold a number, or what a typed expression has put there.
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
    /// The operands of number and set operations have their own places for faults: those of the expression's parts.
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
    /// From the first operand to the second, the third over and over.
    Loop {
        all: bool,
        variable: VarId,
        operands: Operands,
        at: ExprId,
    },
    /// Arguments are stored already.
    Call {
        function: FunctionId,
        at: ExprId,
    },
    Query {
        query: Query,
        operands: Operands,
        at: ExprId,
    },
    Act {
        action: Action,
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
    /// A fault that is certain.
    Fail(u32),

    // What follows is made of typed expressions only. Elements and locations are things, perhaps none.
    /// The element that the move moves.
    Moved,
    /// The element that the move captured.
    Captured,
    /// The element on a location.
    ElementOn(LocationId),
    /// The element on the location that a node gives.
    ElementAt(NodeId),
    /// Where an element stands.
    PlaceOf(ElementId),
    /// Where the element stands that a node gives.
    PlaceOfAny(NodeId),
    /// The value that the table has for the kind of the element that a node gives, with that of none first.
    KindOfAny {
        element: NodeId,
        table: TableId,
    },
    /// The value that the table has for the location that a node gives, with that of none first.
    ByPlace {
        place: NodeId,
        table: TableId,
    },
    /// The operand for the location that a node gives (the first operand), with that for none first of the others.
    Switch(Operands),
    /// Whether two values are the same; they are no sets.
    Same(NodeId, NodeId),
    /// How many operands, booleans, are true.
    Count(Operands),
    /// The greatest or least of values whose guard holds. Operands are pairs of guards and values, and perhaps what nothing
    /// gives.
    Extreme {
        greatest: bool,
        operands: Operands,
        at: ExprId,
    },
    /// On how many of some cells the kind is in a mask.
    CountCells {
        count: u32,
    },
    /// How many of some elements have a kind in a mask.
    CountKinds {
        count: u32,
    },
    /// Where the first of some elements stands that has a kind in a mask; the list is one of those that are counted.
    PlaceOfFirst {
        count: u32,
    },
    Arith {
        op: Arith,
        left: NodeId,
        right: NodeId,
        at: ExprId,
    },
    /// One number is less than another.
    Less(NodeId, NodeId),
    Global(GlobalId),
    /// Whether the set that a variable holds has the member at a position of its list.
    GlobalHas {
        global: GlobalId,
        index: u16,
    },
    /// Whether a location is reached.
    Reached {
        reach: u32,
        location: LocationId,
    },
    /// Whether the first cell of a ray whose kind is in one mask has a kind in another.
    FirstIn {
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
    /// A change of the position.
    Do {
        deed: Deed,
        operands: Operands,
        at: ExprId,
    },
    /// Gives the set that a variable holds the members for which a guard holds. Operands are pairs of guards and numbers.
    Hold {
        global: GlobalId,
        operands: Operands,
        /// What it holds stays in it.
        more: bool,
    },
}

/// Cells that are looked at in turn until one stops the look.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ray {
    pub(super) cells: Box<[LocationId]>,
    /// Kinds that stop it.
    pub(super) stop: u64,
    /// Those of them for which the answer is yes.
    pub(super) yes: u64,
    /// The answer if nothing stops it.
    pub(super) end: bool,
}

impl Reach {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        std::sync::Arc::ptr_eq(&self.steps, &other.steps) && self.start == other.start && self.masks == other.masks
    }
}

/// All places that are reached over cells whose kind is in a mask.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// By location: where one step leads.
    pub(super) steps: std::sync::Arc<Vec<Vec<LocationId>>>,
    pub(super) start: Vec<LocationId>,
    /// By location.
    pub(super) masks: std::sync::Arc<Vec<u64>>,
}

/// A text with references, ready to be looked up.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) parts: Vec<crate::rules::Part>,
    /// What texts of the file it can be, by the numbers of its references in order.
    pub(super) texts: Vec<(Vec<i32>, crate::ids::TextId)>,
}

/// Nodes and what they refer to.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) nodes: Vec<Node>,
    operands: Vec<NodeId>,
    /// Cells that are asked for the same.
    pub(super) cells: Vec<LocationId>,
    pub(super) tables: Vec<Box<[Value]>>,
    pub(super) templates: Vec<Template>,
    pub(super) faults: Vec<(FaultKind, ExprId)>,
    pub(super) pool: Pool,
    /// Cells that are counted, and the masks.
    pub(super) counts: Vec<(Box<[LocationId]>, u64)>,
    pub(super) rays: Vec<Ray>,
    /// Code that is shared.
    pub(super) shared: Vec<NodeId>,
    /// Elements that are counted, or of which the first is looked for, and the masks.
    pub(super) counted: Vec<(Box<[ElementId]>, u64)>,
    pub(super) reaches: Vec<Reach>,
    /// By named expression, where some code calls it: its code and the depth of that.
    pub(super) functions: Vec<Option<(NodeId, usize)>>,
}

impl Node {
    /// The list that holds its parts, if one does.
    pub(super) fn list_mut(&mut self) -> Option<&mut Operands> {
        match self {
            Self::All(list)
            | Self::Any(list)
            | Self::Seq(list)
            | Self::Switch(list)
            | Self::Count(list)
            | Self::Do { operands: list, .. }
            | Self::Hold { operands: list, .. }
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
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId((self.nodes.len() - 1) as u32)
    }

    pub(super) fn list(&mut self, nodes: &[NodeId]) -> Operands {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(nodes);
        Operands { start, end: self.operands.len() as u32 }
    }

    #[inline]
    pub(super) fn operands(&self, operands: Operands) -> &[NodeId] {
        &self.operands[operands.start as usize..operands.end as usize]
    }

    /// The nodes that a node works out.
    pub(super) fn parts(&self, id: NodeId) -> SmallVec<[NodeId; 8]> {
        match self[id] {
            Node::All(list)
            | Node::Any(list)
            | Node::Seq(list)
            | Node::Switch(list)
            | Node::Count(list)
            | Node::Do { operands: list, .. }
            | Node::Hold { operands: list, .. }
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
            | Node::CellThen { then: inner, .. }
            | Node::CellElse { other: inner, .. }
            | Node::PlaceOfAny(inner)
            | Node::KindOfAny { element: inner, .. }
            | Node::ByPlace { place: inner, .. } => smallvec![inner],
            Node::If { condition, yes, no } => smallvec![condition, yes, no],
            Node::Binary { left, right, .. }
            | Node::Arith { left, right, .. }
            | Node::Same(left, right)
            | Node::Less(left, right) => smallvec![left, right],
            _ => SmallVec::new(),
        }
    }

    /// The same node with other parts, which come in the order of [`Code::parts`] and go into `into`.
    pub(super) fn with_parts(node: Node, parts: &[NodeId], into: &mut Self) -> NodeId {
        let one = || parts[0];
        let node = match node {
            Node::All(_) => Node::All(into.list(parts)),
            Node::Any(_) => Node::Any(into.list(parts)),
            Node::Seq(_) => Node::Seq(into.list(parts)),
            Node::Set { at, .. } => Node::Set { members: into.list(parts), at },
            Node::Loop { all, variable, at, .. } => Node::Loop { all, variable, operands: into.list(parts), at },
            Node::Query { query, at, .. } => Node::Query { query, operands: into.list(parts), at },
            Node::Act { action, at, .. } => Node::Act { action, operands: into.list(parts), at },
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
            Node::CellThen { location, mask, .. } => Node::CellThen { location, mask, then: one() },
            Node::CellElse { location, mask, .. } => Node::CellElse { location, mask, other: one() },
            Node::PlaceOfAny(_) => Node::PlaceOfAny(one()),
            Node::KindOfAny { table, .. } => Node::KindOfAny { element: one(), table },
            Node::ByPlace { table, .. } => Node::ByPlace { place: one(), table },
            Node::Switch(_) => Node::Switch(into.list(parts)),
            Node::Count(_) => Node::Count(into.list(parts)),
            Node::Do { deed, at, .. } => Node::Do { deed, operands: into.list(parts), at },
            Node::Extreme { greatest, at, .. } => Node::Extreme { greatest, operands: into.list(parts), at },
            Node::Hold { global, more, .. } => Node::Hold { global, operands: into.list(parts), more },
            whole => whole,
        };
        into.add(node)
    }

    /// Copies a node and all below it into another list, whose tables, texts and faults are the same.
    pub(super) fn copy(&self, id: NodeId, into: &mut Self) -> NodeId {
        let parts: SmallVec<[NodeId; 8]> = self.parts(id).into_iter().map(|part| self.copy(part, into)).collect();
        Self::with_parts(self[id], &parts, into)
    }

    /// How many nodes and operands there are.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.nodes.len(), self.operands.len())
    }

    /// Drops all nodes and operands since the mark.
    pub(super) fn drop_since(&mut self, (nodes, operands): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.operands.truncate(operands);
    }

    /// Whether two nodes give the same in every position.
    pub(super) fn is_same(&self, one: NodeId, other: NodeId) -> bool {
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
        let alike = match (self[one], self[other]) {
            (Node::KindOfAny { table: a, .. }, Node::KindOfAny { table: b, .. })
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
                    | Node::PlaceOfAny(_)
            ),
        };
        alike && mine.iter().zip(&theirs).all(|(&a, &b)| self.is_same(a, b))
    }

    /// How deeply a node's parts are nested.
    pub(super) fn depth(&self, id: NodeId) -> usize {
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
