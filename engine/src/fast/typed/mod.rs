//! Typed expressions turned into code in which everything is worked out that does not depend on the position.
//!
//! An expression is followed once, with what is known of the move and of the cells, to a [`Val`]: a constant, a node of
//! code, or one of the forms between that later steps can still look into, such as "the first of these places whose
//! guard holds". What is beyond that gives up, and the plain form does the work.
//!
//! Here are the values and what is known; [`eval`] follows expressions, [`asks`] and [`board`] questions, [`sets`] and
//! [`equal`] sets and loops, [`alone`] what their members tell by themselves, [`deeds`] actions, [`failing`] what may fail
//! though nobody needs it; [`rules`] makes the tables of rules.

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

use crate::ids::{DirectionId, ElementId, ExprId, FamilyId, FunctionId, GlobalId, LocationId, Player, TextId, VarId};
use crate::rules::{RuleSet, Thing};

pub(super) use rules::compile;

use alone::Alone;

use super::code::{Code, Node, NodeId};
use super::simplify::Maker;
use super::value::Value;

/// Why an expression was not followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GiveUp {
    /// It is more work than it is worth, or of a form that is not known here.
    TooMuch,
    /// The location that a node gives must be known.
    Place(NodeId),
}

type Made<T = Val> = Result<T, GiveUp>;

/// What an expression gives, as far as it is known without the position.
#[derive(Clone, Debug)]
pub(super) enum Val {
    Int(i32),
    Bool(bool),
    Text(TextId),
    Thing(Thing),
    /// What a node gives: no set.
    Node(NodeId),
    /// The element on a location, or none.
    Content(LocationId),
    /// The element that the move moves.
    Moved,
    /// The value whose guard is the first to hold, else the last.
    Choose(Rc<[(NodeId, Val)]>, Rc<Val>),
    /// The members whose guard, if they have one, holds.
    Set(Rc<[Member]>),
}

/// A member of a set and what must hold for it to be one.
pub(super) type Member = (Option<NodeId>, Val);

impl Val {
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

    /// The constant that it is.
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
            Value::Unset | Value::Set(_) => unreachable!("typed code holds neither"),
        }
    }
}

/// What is known of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum At {
    /// Nothing, or it does not matter.
    #[default]
    Unknown,
    /// It is off the board.
    Off,
    /// It is this one.
    On(LocationId),
}

impl At {
    /// The location, if it is one that is known.
    fn location(self) -> Option<LocationId> {
        match self {
            Self::On(location) => Some(location),
            Self::Unknown | Self::Off => None,
        }
    }

    /// The value that names it.
    fn val(self) -> Made {
        match self {
            Self::Unknown => Err(GiveUp::TooMuch),
            known => Ok(Val::Thing(Thing::Location(known.location()))),
        }
    }
}

/// What is known of the element that moves.
#[derive(Clone, Copy, Debug)]
struct Mover {
    /// Where it stands now.
    at: At,
    /// Mask of the kinds that it can have.
    kinds: u64,
    /// It is this one.
    id: Option<ElementId>,
}

/// What is known of the move in hand.
#[derive(Clone, Debug, Default)]
struct Scene {
    /// Whom a heuristic speaks of.
    me: Option<Player>,
    /// Who is to move.
    player: Option<Player>,
    /// Who makes or made the move, 0 for nobody.
    mover: Option<i32>,
    /// `None`: nothing moves.
    moved: Option<Mover>,
    /// Off the board also where nothing moves.
    from: At,
    to: At,
    /// What `CHOICE` stands for.
    choice: Option<ExprId>,
    /// Whether something may have been captured.
    captures: bool,
}

/// Follows typed expressions.
#[derive(Debug)]
pub(super) struct Typed<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) maker: Maker<'a>,
    env: Vec<Option<Val>>,
    /// The variables that may be bound there: files with many rules have far more than one rule reads.
    bound: Vec<VarId>,
    scene: Scene,
    /// Cells with the mask of what can stand there.
    cells: Vec<(LocationId, u64)>,
    /// Places that nodes are taken to give.
    places: Vec<(NodeId, Option<LocationId>)>,
    /// Nodes for whose places a call further out is followed, place by place, if that is needed.
    held: Vec<NodeId>,
    /// Whether actions may stand here, so that what is bound must be kept as it was.
    acting: bool,
    budget: usize,
    pub(super) spent: usize,
    depth: usize,
    nested: Vec<u8>,
    /// By named expression: whether it acts.
    acts: Vec<bool>,
    /// Calls with constant arguments whose code is large, and the numbers of that code in the library.
    shared: Vec<(SharedCall, NodeId)>,
    /// By named expression: whether its code is large and the same for all moves.
    large: Vec<bool>,
    /// The code that many moves share.
    pub(super) library: Code,
    /// How many variables runs need room for.
    pub(super) slots: usize,
    /// Steps of relations and sets of directions, shared by all floods.
    steps: Vec<(Vec<Thing>, Steps)>,
    /// What has been worked out of members of sets alone.
    alone: Alone,
    /// Where floods may go.
    floods: FxHashMap<Flood, Arc<Vec<u64>>>,
    /// Rays that have been worked out.
    rays: FxHashMap<(DirectionId, LocationId), Rc<[LocationId]>>,
}

/// A named expression, its arguments, who is to move and who makes the move.
type SharedCall = (FunctionId, Vec<Value>, Option<Player>, Option<i32>);

/// The expression that tells where a flood may go, who is to move and who makes the move.
type Flood = (ExprId, Option<Player>, Option<i32>);

/// By location: where one step leads.
type Steps = Arc<Vec<Vec<LocationId>>>;

/// Most steps of following expressions for one piece of code.
const MOST_FOR_ONE: usize = 300_000;
/// A call that took more steps than this is shared by all moves, if it is the same for all.
const LARGE: usize = 4_000;
/// Deepest nesting that is followed.
const MOST_DEPTH: usize = 300;
/// How often a named expression is put in place within itself.
const MOST_NESTED: u8 = 12;

impl<'a> Typed<'a> {
    pub(super) fn new(rules: &'a RuleSet, maker: Maker<'a>) -> Self {
        let acts = (0..rules.functions.len()).map(|index| reads::acts(rules, FunctionId::new(index))).collect();
        Self {
            rules,
            maker,
            env: vec![None; rules.variables.len()],
            bound: Vec::new(),
            scene: Scene::default(),
            cells: Vec::new(),
            places: Vec::new(),
            held: Vec::new(),
            acting: false,
            budget: 0,
            spent: 0,
            depth: 0,
            nested: vec![0; rules.functions.len()],
            acts,
            shared: Vec::new(),
            large: vec![false; rules.functions.len()],
            library: Code::default(),
            slots: rules.variables.len(),
            steps: Vec::new(),
            alone: Alone::default(),
            floods: FxHashMap::default(),
            rays: FxHashMap::default(),
        }
    }

    /// Starts a piece of code.
    fn begin(&mut self, scene: Scene) {
        for variable in self.bound.drain(..) {
            self.env[variable.index()] = None;
        }
        self.scene = scene;
        self.cells.clear();
        self.places.clear();
        self.held.clear();
        self.acting = false;
        self.budget = MOST_FOR_ONE;
        self.depth = 0;
        self.nested.fill(0);
    }

    /// Starts the code of a heuristic for a player. What is kept for several pieces of code is not kept by whom a heuristic speaks of, so
    /// that it is forgotten.
    fn begin_measure(&mut self, me: Player) {
        self.shared.clear();
        self.floods.clear();
        self.alone = Alone::default();
        self.begin(Scene { me: Some(me), ..Scene::default() });
    }

    fn spend(&mut self, steps: usize) -> Made<()> {
        self.spent += steps;
        if self.budget < steps {
            return Err(GiveUp::TooMuch);
        }
        self.budget -= steps;
        Ok(())
    }

    fn bind(&mut self, variable: VarId, value: Val) {
        if self.env[variable.index()].replace(value).is_none() {
            self.bound.push(variable);
        }
    }

    fn bind_all(&mut self, bound: &[(VarId, Val)]) {
        for (variable, value) in bound {
            self.bind(*variable, value.clone());
        }
    }

    /// The constant that a node is, or the node.
    fn val(&self, node: NodeId) -> Val {
        match self.maker.code[node] {
            Node::Const(value) => Val::of(value),
            _ => Val::Node(node),
        }
    }

    /// A node that gives a location, as a value; places that are taken to be known are.
    fn place_val(&mut self, node: Node) -> Val {
        let node = self.maker.code.add(node);
        self.taken(node)
    }

    /// The place that a node is taken to give, or the node.
    fn taken(&self, node: NodeId) -> Val {
        match self.places.iter().find(|(known, _)| self.maker.code.is_same(*known, node)) {
            Some((_, place)) => Val::Thing(Thing::Location(*place)),
            None => Val::Node(node),
        }
    }

    /// One of several locations of which some only the position tells becomes one node.
    fn one_place(&mut self, val: &Val) -> Made {
        fn leaves<'v>(val: &'v Val, found: &mut Vec<&'v Val>) {
            match val {
                Val::Choose(cases, last) => {
                    cases.iter().for_each(|(_, case)| leaves(case, found));
                    leaves(last, found);
                }
                leaf => found.push(leaf),
            }
        }
        if !matches!(val, Val::Choose(..)) {
            return Ok(val.clone());
        }
        let mut found = Vec::new();
        leaves(val, &mut found);
        let told = found.iter().any(|leaf| matches!(leaf, Val::Node(_)));
        let places = found.iter().any(|leaf| matches!(leaf, Val::Thing(Thing::Location(_))));
        if !told || !places {
            return Ok(val.clone());
        }
        let node = self.node(val)?;
        Ok(self.taken(node))
    }

    /// The node of a value that is no set.
    fn node(&mut self, val: &Val) -> Made<NodeId> {
        if let Some(value) = val.constant() {
            return Ok(self.maker.constant(value));
        }
        Ok(match val {
            Val::Node(node) => *node,
            Val::Content(location) => self.maker.code.add(Node::ElementOn(*location)),
            Val::Moved => self.maker.code.add(Node::Moved),
            Val::Choose(cases, last) => {
                let (cases, mut node) = (cases.clone(), self.node(&last.clone())?);
                for (guard, value) in cases.iter().rev() {
                    let yes = self.node(value)?;
                    node = self.maker.choose(*guard, yes, node);
                }
                node
            }
            _ => return Err(GiveUp::TooMuch),
        })
    }

    /// The node of a boolean.
    fn truth(&mut self, val: &Val) -> Made<NodeId> {
        self.node(val)
    }

    /// The first value whose guard holds, else the last; as a node where all are booleans.
    fn choose(&mut self, cases: Vec<(NodeId, Val)>, last: Val) -> Made {
        if cases.is_empty() {
            return Ok(last);
        }
        let boolean = |at: &Self, val: &Val| match val {
            Val::Bool(_) => true,
            Val::Node(node) => at.maker.is_boolean(*node),
            _ => false,
        };
        let whole = Val::Choose(cases.into(), Rc::new(last));
        let Val::Choose(cases, last) = &whole else { unreachable!("just made") };
        if boolean(self, last) && cases.iter().all(|(_, val)| boolean(self, val)) {
            let node = self.node(&whole)?;
            return Ok(self.val(node));
        }
        Ok(whole)
    }

    /// Does something with a value, once for each of the values that it can be.
    fn each(&mut self, val: &Val, f: &mut dyn FnMut(&mut Self, &Val) -> Made) -> Made {
        let Val::Choose(cases, last) = val else { return f(self, val) };
        self.spend(cases.len())?;
        let kept = self.cells.clone();
        let mut made = Vec::with_capacity(cases.len());
        for (guard, value) in cases.iter() {
            let before = self.cells.clone();
            self.assume(*guard, true);
            let result = self.each(value, f)?;
            made.push((*guard, result));
            self.cells = before;
            self.assume(*guard, false);
        }
        let last = self.each(last, f)?;
        self.cells = kept;
        self.choose(made, last)
    }

    /// What can stand on a cell, as far as is known.
    fn possible(&self, location: LocationId) -> Option<u64> {
        self.cells.iter().find(|(cell, _)| *cell == location).map(|(_, mask)| *mask)
    }

    /// Every kind that a cell can hold, and none.
    fn all_kinds(&self) -> u64 {
        if self.maker.masks() { u64::MAX >> (63 - self.maker.layout.kinds.len()) } else { u64::MAX }
    }

    fn set_cell(&mut self, location: LocationId, mask: u64) {
        self.cells.retain(|(cell, _)| *cell != location);
        if self.maker.masks() && mask != self.all_kinds() {
            self.cells.push((location, mask));
        }
    }

    /// Takes a boolean node to hold, or not to.
    fn assume(&mut self, node: NodeId, holds: bool) {
        match self.maker.code[node] {
            Node::CellIn { location, mask } => {
                let mask = if holds { mask } else { !mask };
                let before = self.possible(location).unwrap_or_else(|| self.all_kinds());
                self.set_cell(location, before & mask & self.all_kinds());
            }
            Node::Not(inner) => self.assume(inner, !holds),
            Node::All(_) if holds => self.maker.code.parts(node).into_iter().for_each(|part| self.assume(part, true)),
            Node::Any(_) if !holds => self.maker.code.parts(node).into_iter().for_each(|part| self.assume(part, false)),
            _ => {}
        }
    }

    /// Whether the kind on a cell is in a mask.
    fn cell_in(&mut self, location: LocationId, mask: u64) -> NodeId {
        let possible = self.possible(location).unwrap_or_else(|| self.all_kinds());
        if possible & mask == 0 {
            return self.maker.truth(false);
        }
        if possible & !mask == 0 {
            return self.maker.truth(true);
        }
        self.maker.cell_in(location, mask)
    }

    /// Whether nothing stands on a cell.
    fn empty(&mut self, location: LocationId) -> NodeId {
        if self.maker.masks() { self.cell_in(location, 1) } else { self.maker.empty(location) }
    }

    /// A member of a family by known indices, as a value; that of a variable is what it holds.
    fn member(&mut self, family: FamilyId, indices: &[i32]) -> Made {
        let found = self.rules.families[family].member(indices);
        match (self.rules.families[family].thing(found), found) {
            (Some(thing), _) => Ok(Val::Thing(thing)),
            (None, Some(global)) => Ok(self.global(GlobalId(global))),
            (None, None) => Err(GiveUp::TooMuch),
        }
    }
}
