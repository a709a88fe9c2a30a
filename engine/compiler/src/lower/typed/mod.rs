//! Compiler of typed rule sets: partial evaluation of typed expressions.
//!
//! Each expression is evaluated once, over what is known of the move and of the cells, to a symbolic value
//! [`SymValue`]: a constant, a node of code, or an intermediate form that later steps can still inspect, such as "the
//! first of these places whose guard holds". Unsupported expressions fall back to the interpreter.
//!
//! This module defines the values and the abstract state; [`eval`] evaluates expressions, [`asks`] and [`board`]
//! queries, [`sets`] and [`equal`] sets and loops, [`deeds`] actions. [`alone`] memoises conditions that depend on a
//! set member only, [`failing`] preserves faults of unused values, and [`rules`] builds the tables of rules.

mod alone;
mod asks;
mod board;
mod deeds;
mod equal;
mod eval;
mod failing;
mod reads;
mod rules;
mod sets;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use boardwright_game::ids::{
    DirectionId, ElementId, ExprId, FamilyId, FunctionId, GlobalId, LocationId, Player, TextId, VarId,
};
use boardwright_rules::{RuleSet, Thing};

pub(crate) use rules::compile;

use alone::MemberMemo;

use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{Code, Node, NodeId};
use crate::tables::value::Value;

/// Reasons for which evaluation of an expression stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoweringError {
    /// The budget is exhausted, or the form of the expression is unsupported.
    Unsupported,
    /// The expression requires the location that a node yields to be known at compile time.
    UnknownPlace(NodeId),
}

type LoweringResult<T = SymValue> = Result<T, LoweringError>;

/// Symbolic value of an expression, as known without the position.
#[derive(Clone, Debug)]
pub(crate) enum SymValue {
    Int(i32),
    Bool(bool),
    Text(TextId),
    Thing(Thing),
    /// The value of a node; never a set.
    Node(NodeId),
    /// The element on a location, or none.
    Content(LocationId),
    /// The element that the move moves.
    Moved,
    /// The value of the first case whose guard holds, else the last value.
    Choose(Rc<[(NodeId, SymValue)]>, Rc<SymValue>),
    /// The members whose guard, if they have one, holds.
    Set(Rc<[Member]>),
}

/// A member of a set, with an optional guard under which it is one.
pub(crate) type Member = (Option<NodeId>, SymValue);

impl SymValue {
    fn nothing() -> Self {
        Self::Thing(Thing::Element(None))
    }

    fn nowhere() -> Self {
        Self::Thing(Thing::Location(None))
    }

    fn element(id: ElementId) -> Self {
        Self::Thing(Thing::Element(Some(id)))
    }

    fn location(id: LocationId) -> Self {
        Self::Thing(Thing::Location(Some(id)))
    }

    /// A set of locations.
    fn locations(ids: impl IntoIterator<Item = LocationId>) -> Self {
        Self::Set(ids.into_iter().map(|id| (None, Self::location(id))).collect())
    }

    /// The constant, if the value is one.
    fn constant(&self) -> Option<Value> {
        Some(match self {
            Self::Int(number) => Value::Int(*number),
            Self::Bool(yes) => Value::Bool(*yes),
            Self::Text(text) => Value::Text(*text),
            Self::Thing(thing) => Value::Thing(*thing),
            _ => return None,
        })
    }

    fn of(value: Value) -> Self {
        match value {
            Value::Int(number) => Self::Int(number),
            Value::Bool(yes) => Self::Bool(yes),
            Value::Text(text) => Self::Text(text),
            Value::Thing(thing) => Self::Thing(thing),
            Value::Unset | Value::Set(_) => unreachable!("typed code has neither unset values nor constant sets"),
        }
    }
}

/// Abstract location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum PlaceInfo {
    /// Unknown or irrelevant.
    #[default]
    Unknown,
    /// Off the board.
    OffBoard,
    /// This location.
    On(LocationId),
}

impl PlaceInfo {
    /// The location, if it is known and on the board.
    fn location(self) -> Option<LocationId> {
        match self {
            Self::On(location) => Some(location),
            Self::Unknown | Self::OffBoard => None,
        }
    }

    /// The symbolic value, if the location is known.
    fn symbolic(self) -> LoweringResult {
        match self {
            Self::Unknown => Err(LoweringError::Unsupported),
            known => Ok(SymValue::Thing(Thing::Location(known.location()))),
        }
    }
}

/// Abstract state of the element that moves.
#[derive(Clone, Copy, Debug)]
struct MovingElement {
    /// The present location.
    at: PlaceInfo,
    /// Mask of the kinds that it can have.
    kinds: u64,
    /// The element, if it is a single known one.
    id: Option<ElementId>,
}

/// The static information about the current move.
#[derive(Clone, Debug, Default)]
struct MoveContext {
    /// The player for whom a heuristic is evaluated.
    me: Option<Player>,
    /// The player to move.
    player: Option<Player>,
    /// Number of the player who makes or made the move; 0 for none.
    mover: Option<i32>,
    /// `None` if no element moves.
    moved: Option<MovingElement>,
    /// The origin; also off the board if no element moves.
    from: PlaceInfo,
    to: PlaceInfo,
    /// The expression for `CHOICE`.
    choice: Option<ExprId>,
    /// `true` if an element may have been captured.
    has_capture: bool,
}

/// The partial evaluator of typed expressions.
#[derive(Debug)]
pub(crate) struct TypedSpecialiser<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) builder: NodeBuilder<'a>,
    env: Vec<Option<SymValue>>,
    /// The variables that may be bound in `env`: files with many rules have far more variables than one rule reads.
    bound_variables: Vec<VarId>,
    context: MoveContext,
    /// Mask of the kinds that can stand on a cell.
    cells: Vec<(LocationId, u64)>,
    /// Locations assumed for nodes within [`TypedSpecialiser::switch_on_place`].
    assumed_places: Vec<(NodeId, Option<LocationId>)>,
    /// Nodes for whose location an enclosing call branches, if that is needed.
    splittable_places: Vec<NodeId>,
    /// `true` if actions may occur here, so that bound values must be stored before they change.
    is_acting: bool,
    budget: usize,
    pub(crate) spent: usize,
    depth: usize,
    inline_depth: Vec<u8>,
    /// By named expression: `true` if it has effects.
    has_effects: Vec<bool>,
    /// Calls with constant arguments whose code is large, with their node in the library.
    shared_calls: Vec<(SharedCall, NodeId)>,
    /// By named expression: `true` if its code is large and the same for all moves.
    is_large: Vec<bool>,
    /// Code that many moves share.
    pub(crate) library: Code,
    /// Number of variable slots of an evaluation.
    pub(crate) slots: usize,
    /// Steps by relation or set of directions, shared by all flood fills.
    adjacency: Vec<(Vec<Thing>, Adjacency)>,
    /// Memo of conditions that depend on a set member only.
    member_memo: MemberMemo,
    /// Memo of the kinds over which flood fills spread.
    flood_masks: FxHashMap<FloodKey, Arc<Vec<u64>>>,
    /// Memo of rays.
    rays: FxHashMap<(DirectionId, LocationId), Rc<[LocationId]>>,
}

/// A named expression, its arguments, the player to move and the player who makes the move.
type SharedCall = (FunctionId, Vec<Value>, Option<Player>, Option<i32>);

/// The spread condition of a flood fill, the player to move and the player who makes the move.
type FloodKey = (ExprId, Option<Player>, Option<i32>);

/// By location: the locations one step away.
type Adjacency = Arc<Vec<Vec<LocationId>>>;

/// Maximum number of evaluation steps for one piece of code.
const MAX_STEPS_PER_CODE: usize = 300_000;
/// A call that takes more steps than this is shared by all moves, if it is the same for all.
const LARGE_CALL_STEPS: usize = 4_000;
/// Maximum nesting depth of expressions.
const MAX_NESTING: usize = 300;
/// Maximum inlining depth of a recursive named expression.
const MAX_INLINE_DEPTH: u8 = 12;

impl<'a> TypedSpecialiser<'a> {
    pub(crate) fn new(rules: &'a RuleSet, builder: NodeBuilder<'a>) -> Self {
        let has_effects =
            (0..rules.functions.len()).map(|index| reads::has_effects(rules, FunctionId::new(index))).collect();
        Self {
            rules,
            builder,
            env: vec![None; rules.variables.len()],
            bound_variables: Vec::new(),
            context: MoveContext::default(),
            cells: Vec::new(),
            assumed_places: Vec::new(),
            splittable_places: Vec::new(),
            is_acting: false,
            budget: 0,
            spent: 0,
            depth: 0,
            inline_depth: vec![0; rules.functions.len()],
            has_effects,
            shared_calls: Vec::new(),
            is_large: vec![false; rules.functions.len()],
            library: Code::default(),
            slots: rules.variables.len(),
            adjacency: Vec::new(),
            member_memo: MemberMemo::default(),
            flood_masks: FxHashMap::default(),
            rays: FxHashMap::default(),
        }
    }

    /// Starts a piece of code.
    fn begin(&mut self, scene: MoveContext) {
        for variable in self.bound_variables.drain(..) {
            self.env[variable.index()] = None;
        }
        self.context = scene;
        self.cells.clear();
        self.assumed_places.clear();
        self.splittable_places.clear();
        self.is_acting = false;
        self.budget = MAX_STEPS_PER_CODE;
        self.depth = 0;
        self.inline_depth.fill(0);
    }

    /// Starts the code of a heuristic for a player. Clears the memos, because their keys do not contain the player for
    /// whom a heuristic is evaluated.
    fn begin_heuristic(&mut self, me: Player) {
        self.shared_calls.clear();
        self.flood_masks.clear();
        self.member_memo = MemberMemo::default();
        self.begin(MoveContext { me: Some(me), ..MoveContext::default() });
    }

    fn spend(&mut self, steps: usize) -> LoweringResult<()> {
        self.spent += steps;
        if self.budget < steps {
            return Err(LoweringError::Unsupported);
        }
        self.budget -= steps;
        Ok(())
    }

    fn bind(&mut self, variable: VarId, value: SymValue) {
        if self.env[variable.index()].replace(value).is_none() {
            self.bound_variables.push(variable);
        }
    }

    fn bind_all(&mut self, bound: &[(VarId, SymValue)]) {
        for (variable, value) in bound {
            self.bind(*variable, value.clone());
        }
    }

    /// Converts a node to a symbolic value.
    fn symbolic(&self, node: NodeId) -> SymValue {
        match self.builder.code[node] {
            Node::Const(value) => SymValue::of(value),
            _ => SymValue::Node(node),
        }
    }

    /// Converts a node that yields a location to a symbolic value; assumed locations are substituted.
    fn place_value(&mut self, node: Node) -> SymValue {
        let node = self.builder.code.add(node);
        self.assumed_place(node)
    }

    /// The location assumed for a node, or the node.
    fn assumed_place(&self, node: NodeId) -> SymValue {
        match self.assumed_places.iter().find(|(known, _)| self.builder.code.is_same(*known, node)) {
            Some((_, place)) => SymValue::Thing(Thing::Location(*place)),
            None => SymValue::Node(node),
        }
    }

    /// Merges a choice of locations, some of which only the position determines, into one node.
    fn merge_places(&mut self, val: &SymValue) -> LoweringResult {
        fn leaves<'v>(val: &'v SymValue, found: &mut Vec<&'v SymValue>) {
            match val {
                SymValue::Choose(cases, last) => {
                    cases.iter().for_each(|(_, case)| leaves(case, found));
                    leaves(last, found);
                }
                leaf => found.push(leaf),
            }
        }
        if !matches!(val, SymValue::Choose(..)) {
            return Ok(val.clone());
        }
        let mut found = Vec::new();
        leaves(val, &mut found);
        let has_nodes = found.iter().any(|leaf| matches!(leaf, SymValue::Node(_)));
        let places = found.iter().any(|leaf| matches!(leaf, SymValue::Thing(Thing::Location(_))));
        if !has_nodes || !places {
            return Ok(val.clone());
        }
        let node = self.emit_node(val)?;
        Ok(self.assumed_place(node))
    }

    /// Converts a value that is not a set to a node.
    fn emit_node(&mut self, val: &SymValue) -> LoweringResult<NodeId> {
        if let Some(value) = val.constant() {
            return Ok(self.builder.constant(value));
        }
        Ok(match val {
            SymValue::Node(node) => *node,
            SymValue::Content(location) => self.builder.code.add(Node::ElementOn(*location)),
            SymValue::Moved => self.builder.code.add(Node::Moved),
            SymValue::Choose(cases, last) => {
                let (cases, mut node) = (cases.clone(), self.emit_node(&last.clone())?);
                for (guard, value) in cases.iter().rev() {
                    let yes = self.emit_node(value)?;
                    node = self.builder.conditional(*guard, yes, node);
                }
                node
            }
            _ => return Err(LoweringError::Unsupported),
        })
    }

    /// Converts a boolean to a node.
    fn emit_boolean(&mut self, val: &SymValue) -> LoweringResult<NodeId> {
        self.emit_node(val)
    }

    /// Builds the choice of the first value whose guard holds, else `last`; as a node if all are booleans.
    fn build_choice(&mut self, cases: Vec<(NodeId, SymValue)>, last: SymValue) -> LoweringResult {
        if cases.is_empty() {
            return Ok(last);
        }
        let boolean = |at: &Self, val: &SymValue| match val {
            SymValue::Bool(_) => true,
            SymValue::Node(node) => at.builder.is_boolean(*node),
            _ => false,
        };
        let whole = SymValue::Choose(cases.into(), Rc::new(last));
        let SymValue::Choose(cases, last) = &whole else { unreachable!("just made") };
        if boolean(self, last) && cases.iter().all(|(_, val)| boolean(self, val)) {
            let node = self.emit_node(&whole)?;
            return Ok(self.symbolic(node));
        }
        Ok(whole)
    }

    /// Applies a function to every case of a value, with the case's guard assumed.
    fn map_cases(
        &mut self,
        val: &SymValue,
        f: &mut dyn FnMut(&mut Self, &SymValue) -> LoweringResult,
    ) -> LoweringResult {
        let SymValue::Choose(cases, last) = val else { return f(self, val) };
        self.spend(cases.len())?;
        let initial_cells = self.cells.clone();
        let mut made = Vec::with_capacity(cases.len());
        for (guard, value) in cases.iter() {
            let before = self.cells.clone();
            self.assume(*guard, true);
            let result = self.map_cases(value, f)?;
            made.push((*guard, result));
            self.cells = before;
            self.assume(*guard, false);
        }
        let last = self.map_cases(last, f)?;
        self.cells = initial_cells;
        self.build_choice(made, last)
    }

    /// Mask of the kinds that can stand on a cell, if restricted.
    fn possible_kinds(&self, location: LocationId) -> Option<u64> {
        self.cells.iter().find(|(cell, _)| *cell == location).map(|(_, mask)| *mask)
    }

    /// Mask of all kinds that a cell can hold, including none.
    fn all_kinds(&self) -> u64 {
        if self.builder.has_masks() { u64::MAX >> (63 - self.builder.layout.kinds.len()) } else { u64::MAX }
    }

    fn set_cell(&mut self, location: LocationId, mask: u64) {
        self.cells.retain(|(cell, _)| *cell != location);
        if self.builder.has_masks() && mask != self.all_kinds() {
            self.cells.push((location, mask));
        }
    }

    /// Refines the abstract state with the result of a boolean node.
    fn assume(&mut self, node: NodeId, holds: bool) {
        match self.builder.code[node] {
            Node::CellIn { location, mask } => {
                let mask = if holds { mask } else { !mask };
                let before = self.possible_kinds(location).unwrap_or_else(|| self.all_kinds());
                self.set_cell(location, before & mask & self.all_kinds());
            }
            Node::Not(inner) => self.assume(inner, !holds),
            Node::All(_) if holds => self.builder.code.parts(node).into_iter().for_each(|part| self.assume(part, true)),
            Node::Any(_) if !holds => {
                self.builder.code.parts(node).into_iter().for_each(|part| self.assume(part, false));
            }
            _ => {}
        }
    }

    /// Builds the test of a cell against a mask, folded by what is known of the cell.
    fn cell_in(&mut self, location: LocationId, mask: u64) -> NodeId {
        let possible = self.possible_kinds(location).unwrap_or_else(|| self.all_kinds());
        if possible & mask == 0 {
            return self.builder.truth(false);
        }
        if possible & !mask == 0 {
            return self.builder.truth(true);
        }
        self.builder.cell_in(location, mask)
    }

    /// Builds the test for an empty cell.
    fn empty(&mut self, location: LocationId) -> NodeId {
        if self.builder.has_masks() { self.cell_in(location, 1) } else { self.builder.empty(location) }
    }

    /// The member of a family at constant indices; for a variable, its value.
    fn member(&mut self, family: FamilyId, indices: &[i32]) -> LoweringResult {
        let found = self.rules.families[family].member(indices);
        match (self.rules.families[family].thing(found), found) {
            (Some(thing), _) => Ok(SymValue::Thing(thing)),
            (None, Some(global)) => Ok(self.global(GlobalId(global))),
            (None, None) => Err(LoweringError::Unsupported),
        }
    }
}
