//! Working out the code of the fast form in a position.
//! It makes the same values, changes and faults as the plain evaluator does from the rule set.

use smallvec::SmallVec;

use crate::change;
use crate::fault::{Fault, FaultKind};
use crate::ids::{ElementId, ExprId, LocationId, TextId, VarId};
use crate::layout::Layout;
use crate::plain::{MAX_DEPTH, MAX_SET, MAX_STEPS};
use crate::rules::{Action, BinaryOp, Expr, Part, Query, RuleSet, Texts, Thing, UnaryOp};
use crate::state::State;

use super::code::{Code, Node, NodeId, Operands};
use super::tables::Fast;
use super::typed_run::Reached;
use super::value::{Overlay, Value};

/// What stopped a run.
#[derive(Clone, Debug)]
pub(super) enum Stopped {
    /// A fault and the expression in which it happened.
    At(FaultKind, ExprId),
    /// A fault of another part of the file, which was worked out meanwhile.
    Fault(Fault),
}

/// What stopped a run; seldom, so it may lie elsewhere.
pub(super) type Stop = Box<Stopped>;

/// A state to look at, and perhaps to change.
pub(super) trait Position {
    fn look(&self) -> &State;
    /// The state to change, where that is allowed.
    fn change(&mut self) -> Option<&mut State>;
}

impl Position for &State {
    #[inline]
    fn look(&self) -> &State {
        self
    }
    fn change(&mut self) -> Option<&mut State> {
        None
    }
}

impl Position for &mut State {
    #[inline]
    fn look(&self) -> &State {
        self
    }
    #[inline]
    fn change(&mut self) -> Option<&mut State> {
        Some(self)
    }
}

/// Code being worked out.
pub(super) struct Run<'a, P> {
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    pub(super) position: P,
    /// By variable; empty where no code reads any.
    pub(super) variables: SmallVec<[Value; 16]>,
    over: Overlay,
    steps: u64,
    depth: usize,
    /// The element that the move moves, and the one that it captured.
    pub(super) element: Option<ElementId>,
    pub(super) captured: Option<ElementId>,
    /// Answers of shared conditions so far, while nothing changes.
    answers: SmallVec<[(u32, bool); 4]>,
    /// Cells counted so far, while nothing changes.
    pub(super) counted: SmallVec<[(u32, i32); 4]>,
    /// Whether there are legal moves, if that was asked since the position last changed.
    pub(super) can_move: Option<bool>,
    /// What was found to be reached since the position last changed.
    pub(super) reached: Reached,
    /// The fast form itself, while the ends of a game are tested, which may ask for legal moves.
    pub(super) game: Option<&'a Fast>,
}

pub(super) fn stop<T>(kind: FaultKind, at: ExprId) -> Result<T, Stop> {
    Err(Box::new(Stopped::At(kind, at)))
}

impl<'a, P: Position> Run<'a, P> {
    #[inline]
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout, code: &'a Code, variables: usize, position: P) -> Self {
        let variables = SmallVec::from_elem(Value::Unset, variables);
        Self {
            rules,
            layout,
            code,
            position,
            variables,
            over: Overlay::default(),
            steps: 0,
            depth: 0,
            element: None,
            captured: None,
            answers: SmallVec::new(),
            counted: SmallVec::new(),
            can_move: None,
            reached: Reached::default(),
            game: None,
        }
    }

    /// Forgets all variables.
    pub(super) fn forget(&mut self) {
        self.variables.fill(Value::Unset);
    }

    pub(super) fn bind(&mut self, variable: VarId, number: i32) {
        self.variables[variable.index()] = Value::Int(number);
    }

    /// The boolean that a node gives; the node is one that gives booleans.
    #[inline]
    pub(super) fn test(&mut self, id: NodeId) -> Result<bool, Stop> {
        match self.glance(id) {
            Some(yes) => Ok(yes),
            None => self.test_rest(id),
        }
    }

    /// The boolean of a node that only looks at one cell or element, which most do.
    #[inline(always)]
    fn glance(&self, id: NodeId) -> Option<bool> {
        match self.code[id] {
            Node::CellIn { location, mask } => {
                Some(mask >> self.position.look().kind_at(self.layout, location) & 1 == 1)
            }
            Node::At { element, location } => {
                Some(self.position.look().location(self.layout, element) == Some(location))
            }
            Node::KindIn { element, mask } => {
                Some(mask >> (self.position.look().kind(self.layout, element).0 + 1) & 1 == 1)
            }
            // One that fails, or is sure, needs no second look.
            Node::CellThen { location, mask, .. } => {
                let fits = mask >> self.position.look().kind_at(self.layout, location) & 1 == 1;
                if fits { None } else { Some(false) }
            }
            Node::CellElse { location, mask, .. } => {
                let fits = mask >> self.position.look().kind_at(self.layout, location) & 1 == 1;
                if fits { Some(true) } else { None }
            }
            Node::FirstIn { ray } => Some(self.first_in(ray)),
            Node::CellsIn { start, end, mask } => Some(self.cells_in(start, end, mask)),
            Node::AnyIn { start, end, mask } => Some(!self.cells_in(start, end, !mask)),
            _ => None,
        }
    }

    fn cells_in(&self, start: u32, end: u32, mask: u64) -> bool {
        let state = self.position.look();
        let cells = &self.code.cells[start as usize..end as usize];
        if let Some(kinds) = state.kinds_here(self.layout) {
            return cells.iter().all(|cell| mask >> kinds[cell.index()] & 1 == 1);
        }
        cells.iter().all(|&cell| mask >> state.kind_at(self.layout, cell) & 1 == 1)
    }

    /// The answer of a condition that many moves share: kept, for nothing changes while moves are listed.
    pub(super) fn shared(&mut self, condition: u32, node: NodeId) -> Result<bool, Stop> {
        if let Some(&(_, known)) = self.answers.iter().find(|(known, _)| *known == condition) {
            return Ok(known);
        }
        let holds = self.test(node)?;
        self.answers.push((condition, holds));
        Ok(holds)
    }

    fn first_in(&self, ray: u32) -> bool {
        let (ray, state) = (&self.code.rays[ray as usize], self.position.look());
        if let Some(kinds) = state.kinds_here(self.layout) {
            let stops = |cell: &&LocationId| ray.stop >> kinds[cell.index()] & 1 == 1;
            let stop = ray.cells.iter().find(stops);
            return stop.map_or(ray.end, |cell| ray.yes >> kinds[cell.index()] & 1 == 1);
        }
        for &cell in &*ray.cells {
            let kind = 1_u64 << state.kind_at(self.layout, cell);
            if ray.stop & kind != 0 {
                return ray.yes & kind != 0;
            }
        }
        ray.end
    }

    /// Whether all operands give `wanted`.
    fn each(&mut self, list: Operands, wanted: bool) -> Result<bool, Stop> {
        let code = self.code;
        for &node in code.operands(list) {
            let yes = match self.glance(node) {
                Some(yes) => yes,
                None => self.test_rest(node)?,
            };
            if yes != wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn test_rest(&mut self, id: NodeId) -> Result<bool, Stop> {
        match self.code[id] {
            Node::All(list) => self.each(list, true),
            Node::Any(list) => Ok(!self.each(list, false)?),
            // The look at the cell has been taken.
            Node::CellThen { then: rest, .. } | Node::CellElse { other: rest, .. } => self.test(rest),
            Node::Not(inner) => Ok(!self.test(inner)?),
            Node::If { condition, yes, no } => {
                let chosen = if self.test(condition)? { yes } else { no };
                self.test(chosen)
            }
            Node::Seq(list) => {
                let code = self.code;
                let (&last, first) = code.operands(list).split_last().expect("a sequence has a last node");
                for &node in first {
                    self.value(node)?;
                }
                self.test(last)
            }
            Node::NotFalse(inner) => Ok(self.value(inner)? != Value::Bool(false)),
            Node::Shared { id, .. } => self.test(self.code.shared[id as usize]),
            Node::Switch(list) => {
                let code = self.code;
                let operands = code.operands(list);
                let index = self.place_of(operands[0])?.map_or(0, |location| location.index() + 1);
                self.test(operands[index + 1])
            }
            Node::Same(left, right) => Ok(self.value(left)? == self.value(right)?),
            Node::Less(left, right) => Ok(self.int(left)? < self.int(right)?),
            _ => match self.value(id)? {
                Value::Bool(yes) => Ok(yes),
                other => unreachable!("a node used as a boolean gave {}", other.type_name()),
            },
        }
    }

    /// The value that a node gives.
    pub(super) fn value(&mut self, id: NodeId) -> Result<Value, Stop> {
        let layout = self.layout;
        let mut id = id;
        while let Node::If { condition, yes, no } = self.code[id] {
            id = if self.test(condition)? { yes } else { no };
        }
        Ok(match self.code[id] {
            Node::Const(value) => value,
            Node::Cell { location, table } => {
                self.code.tables[table.0 as usize][self.position.look().kind_at(layout, location)]
            }
            Node::Kind { element, table } => {
                let kind = self.position.look().kind(layout, element);
                self.code.tables[table.0 as usize][usize::from(kind.0) + 1]
            }
            Node::Content(location) => self.element_text(self.position.look().content(layout, location)),
            Node::Place(element) => {
                let place = self.position.look().location(layout, element);
                place.map_or(Value::empty_text(), |location| self.location_text(location))
            }
            Node::Mover => Value::Int(self.position.look().mover().number() as i32),
            Node::Score(player) => Value::Int(self.position.look().score(layout, player)),
            Node::Store { variable, value } => {
                let value = self.value(value)?;
                self.variables[variable.index()] = value;
                Value::Bool(true)
            }
            Node::Number(variable) | Node::Flag(variable) => self.variables[variable.index()],
            Node::Var { variable, at } => match self.variables[variable.index()] {
                Value::Unset => return stop(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at),
                value => value,
            },
            Node::Seq(list) => {
                let code = self.code;
                let (&last, first) = code.operands(list).split_last().expect("a sequence has a last node");
                for &node in first {
                    self.value(node)?;
                }
                self.value(last)?
            }
            Node::Check { node, at, need } => match self.value(node)? {
                Value::Bool(yes) => Value::Bool(yes),
                other => return mismatch(need.name(), "a boolean", other, at),
            },
            Node::CellIn { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::At { .. }
            | Node::KindIn { .. }
            | Node::FirstIn { .. }
            | Node::CellThen { .. }
            | Node::CellElse { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::Not(_)
            | Node::NotFalse(_) => Value::Bool(self.test(id)?),
            Node::KindOfAny { element, table } => {
                let kind = match self.element_of(element)? {
                    Some(element) => usize::from(self.position.look().kind(layout, element).0) + 1,
                    None => 0,
                };
                self.code.tables[table.0 as usize][kind]
            }
            Node::ByPlace { place, table } => {
                let index = self.place_of(place)?.map_or(0, |location| location.index() + 1);
                self.code.tables[table.0 as usize][index]
            }
            Node::Switch(list) => {
                let code = self.code;
                let operands = code.operands(list);
                let index = self.place_of(operands[0])?.map_or(0, |location| location.index() + 1);
                self.value(operands[index + 1])?
            }
            Node::Global(global) => self.global(global),
            Node::PlaceOfFirst { count } => {
                let (state, (elements, mask)) = (self.position.look(), &self.code.counted[count as usize]);
                let asked = |&&e: &&ElementId| mask >> (state.kind(layout, e).0 + 1) & 1 == 1;
                let place = elements.iter().find(asked).and_then(|&element| state.location(layout, element));
                Value::Thing(Thing::Location(place))
            }
            Node::Do { deed, operands, at } => {
                self.deed(deed, operands, at)?;
                Value::Bool(true)
            }
            Node::Arith { op, left, right, at } => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                match op.of(left, right) {
                    Ok(number) => Value::Int(number),
                    Err(kind) => return stop(kind, at),
                }
            }
            _ => self.rare(id)?,
        })
    }

    /// What specialised code seldom holds.
    fn rare(&mut self, id: NodeId) -> Result<Value, Stop> {
        match self.code[id] {
            Node::Template { template, at } => self.template(template, at),
            Node::Binary { op, left, right, at } => self.binary(op, left, right, at),
            Node::Unary { op, inner, at } => {
                let value = self.number(inner, op.symbol(), operand(self.rules, at, 0))?;
                Ok(Value::Int(if op == UnaryOp::Abs { value.wrapping_abs() } else { value.wrapping_neg() }))
            }
            Node::Set { members, at } => {
                let code = self.code;
                let members = code.operands(members).iter().map(|&m| self.value(m)).collect::<Result<_, _>>()?;
                self.new_set(members, at)
            }
            Node::Loop { all, variable, operands, at } => self.repeat(all, variable, operands, at),
            Node::Call { function, at } => {
                let (node, depth) = self.code.functions[function.index()].expect("called expressions have code");
                self.depth += depth;
                self.step(at)?;
                if self.depth > MAX_DEPTH {
                    return stop(FaultKind::TooDeep(MAX_DEPTH), at);
                }
                let value = self.value(node);
                self.depth -= depth;
                value
            }
            Node::Query { query, operands, at } => self.query(query, operands, at),
            Node::Act { action, operands, at } => self.act(action, operands, at).map(Value::Bool),
            Node::MoveContent { from, to, at } => self.move_content(from, to, at).map(Value::Bool),
            Node::SetMover(player) => {
                if let Some(state) = self.position.change() {
                    state.set_mover(player);
                }
                Ok(Value::Bool(true))
            }
            Node::Fail(fault) => {
                let (kind, at) = self.code.faults[fault as usize].clone();
                stop(kind, at)
            }
            _ => self.typed(id),
        }
    }

    fn step(&mut self, at: ExprId) -> Result<(), Stop> {
        self.steps += 1;
        // A step here stands for several of the plain evaluator.
        if self.steps > MAX_STEPS / 8 { stop(FaultKind::TooLong(MAX_STEPS), at) } else { Ok(()) }
    }

    fn element_text(&self, element: Option<ElementId>) -> Value {
        Value::Text(element.map_or(Texts::EMPTY, |element| self.rules.elements[element.index()].text))
    }

    fn location_text(&self, location: LocationId) -> Value {
        Value::Text(self.rules.locations[location.index()].text)
    }

    /// A number that is needed; `at` is the expression that gives it.
    pub(super) fn number(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<i32, Stop> {
        match self.value(id)? {
            Value::Int(number) => Ok(number),
            other => mismatch(operation, "a number", other, at),
        }
    }

    fn text(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<TextId, Stop> {
        match self.value(id)? {
            Value::Text(text) => Ok(text),
            other => mismatch(operation, "a text", other, at),
        }
    }

    fn set(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<u32, Stop> {
        match self.value(id)? {
            Value::Set(set) => Ok(set),
            other => mismatch(operation, "a set", other, at),
        }
    }

    /// The numbers of a text's references, and the text of the file that they make.
    fn look_up(&self, template: u32, at: ExprId) -> Result<Option<TextId>, Stop> {
        let template = &self.code.templates[template as usize];
        let mut numbers: SmallVec<[i32; 4]> = SmallVec::new();
        for part in &template.parts {
            let Part::Var(variable) = part else { continue };
            match self.variables[variable.index()] {
                Value::Int(number) => numbers.push(number),
                Value::Unset => return stop(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at),
                other => return mismatch("a reference in a text", "a number", other, at),
            }
        }
        let found = template.texts.binary_search_by(|(known, _)| known.as_slice().cmp(&numbers));
        Ok(found.ok().map(|index| template.texts[index].1))
    }

    fn template(&mut self, template: u32, at: ExprId) -> Result<Value, Stop> {
        if let Some(text) = self.look_up(template, at)? {
            return Ok(Value::Text(text));
        }
        let number = |variable: &VarId| match self.variables[variable.index()] {
            Value::Int(number) => number.to_string(),
            _ => unreachable!("looking the text up found numbers"),
        };
        let parts = &self.code.templates[template as usize].parts;
        let text: String = parts
            .iter()
            .map(|part| match part {
                Part::Literal(literal) => literal.clone(),
                Part::Var(variable) => number(variable),
            })
            .collect();
        Ok(Value::Text(self.code.pool.intern_over(self.rules, &mut self.over, text)))
    }

    fn binary(&mut self, op: BinaryOp, left: NodeId, right: NodeId, at: ExprId) -> Result<Value, Stop> {
        let (symbol, code) = (op.symbol(), self.code);
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                Ok(Value::Bool(code.pool.same(&self.over, left, right) == (op == BinaryOp::Equal)))
            }
            BinaryOp::In => {
                let member = self.value(left)?;
                let set = self.set(right, symbol, operand(self.rules, at, 1))?;
                Ok(Value::Bool(self.contains(set, member)))
            }
            BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                let left = self.set(left, symbol, operand(self.rules, at, 0))?;
                let right = self.set(right, symbol, operand(self.rules, at, 1))?;
                self.combine(op, left, right, at)
            }
            _ => {
                let first = self.number(left, symbol, operand(self.rules, at, 0))?;
                let second = self.number(right, symbol, operand(self.rules, at, 1))?;
                if let Some(answer) = op.compares(first, second) {
                    return Ok(Value::Bool(answer));
                }
                let result = op.number(first, second).expect("all other operations are on numbers");
                result.map(Value::Int).or_else(|kind| stop(kind, at))
            }
        }
    }

    fn contains(&self, set: u32, member: Value) -> bool {
        self.code.pool.set(&self.over, set).iter().any(|&m| self.code.pool.same(&self.over, m, member))
    }

    fn combine(&mut self, op: BinaryOp, left: u32, right: u32, at: ExprId) -> Result<Value, Stop> {
        let pool = &self.code.pool;
        let members = pool.set(&self.over, left).to_vec();
        let shared: Vec<bool> = members.iter().map(|&member| self.contains(right, member)).collect();
        let chosen = |wanted: bool| {
            let pairs = members.iter().zip(&shared);
            pairs.filter(move |&(_, &shared)| shared == wanted).map(|(&member, _)| member)
        };
        let result: Vec<Value> = match op {
            BinaryOp::Subset => return Ok(Value::Bool(shared.iter().all(|&shared| shared))),
            BinaryOp::SetMinus => chosen(false).collect(),
            BinaryOp::Intersect => chosen(true).collect(),
            _ => pool.set(&self.over, right).iter().copied().chain(chosen(false)).collect(),
        };
        self.new_set(result, at)
    }

    fn new_set(&mut self, members: Vec<Value>, at: ExprId) -> Result<Value, Stop> {
        let pool = &self.code.pool;
        if members.iter().map(|&member| pool.size(&self.over, member)).sum::<usize>() > MAX_SET {
            return stop(FaultKind::SetTooLarge(MAX_SET), at);
        }
        Ok(pool.set_over(&mut self.over, members))
    }

    fn repeat(&mut self, all: bool, variable: VarId, operands: Operands, at: ExprId) -> Result<Value, Stop> {
        let &[from, to, body] = self.code.operands(operands) else { unreachable!("a loop has three operands") };
        let name = if all { "FORALL" } else { "FORSOME" };
        let from = self.number(from, name, operand(self.rules, at, 0))?;
        let to = self.number(to, name, operand(self.rules, at, 1))?;
        let mut count = from;
        loop {
            self.step(at)?;
            self.variables[variable.index()] = Value::Int(count);
            if self.test(body)? != all {
                return Ok(Value::Bool(!all));
            }
            if count == to {
                return Ok(Value::Bool(all));
            }
            count += if from <= to { 1 } else { -1 };
        }
    }

    fn query(&mut self, query: Query, operands: Operands, at: ExprId) -> Result<Value, Stop> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let (name, operands) = (query.name(), code.operands(operands));
        let place = match query {
            Query::Score | Query::IndexAt => self.number(operands[0], name, operand(rules, at, 0))?,
            _ => 1,
        };
        if query == Query::Score {
            return match change::player(layout, name, place) {
                Ok(player) => Ok(Value::Int(self.position.look().score(layout, player))),
                Err(kind) => stop(kind, at),
            };
        }
        // A text that is only looked up need not be made.
        let last = operands.len() - 1;
        if let Node::Template { template, at: written } = code[operands[last]]
            && !matches!(query, Query::Index | Query::IndexAt | Query::Unindex | Query::ZIndex)
        {
            let found = self.look_up(template, written)?;
            return Ok(self.about(query, found));
        }
        let text = self.text(operands[last], name, operand(rules, at, last))?;
        match query {
            Query::Index | Query::IndexAt => match code.pool.index(rules, &self.over, text, place) {
                Some(index) => Ok(Value::Int(index)),
                None => stop(FaultKind::NoIndex { operation: name, name: self.spell(text) }, at),
            },
            Query::Unindex => Ok(Value::Text(code.pool.base(rules, &mut self.over, text))),
            Query::ZIndex => match self.element(text) {
                Some(element) => Ok(Value::Int(self.position.look().zindex(layout, element))),
                None => stop(FaultKind::NoElement { operation: name, name: self.spell(text) }, at),
            },
            _ => Ok(self.about(query, Some(text))),
        }
    }

    /// What is asked about one location or element; `None` names nothing.
    fn about(&self, query: Query, text: Option<TextId>) -> Value {
        let (rules, layout, state) = (self.rules, self.layout, self.position.look());
        let location = text.and_then(|text| self.location(text));
        let element = text.and_then(|text| self.element(text));
        let kind = element.map(|element| layout.kinds[state.kind(layout, element)]);
        let content = location.and_then(|location| state.content(layout, location));
        match query {
            Query::LocationType => Value::Text(location.map_or(Texts::EMPTY, |location| {
                rules.location_types[rules.locations[location.index()].kind.index()].text
            })),
            Query::ElementType => {
                Value::Text(kind.map_or(Texts::EMPTY, |kind| rules.element_types[kind.element_type.index()].text))
            }
            Query::State => Value::Int(kind.map_or(-1, |kind| i32::from(kind.state))),
            Query::Owner => Value::Int(kind.map_or(-1, |kind| kind.owner.map_or(0, |owner| owner.number() as i32))),
            Query::Location => {
                let place = element.and_then(|element| state.location(layout, element));
                place.map_or(Value::empty_text(), |location| self.location_text(location))
            }
            Query::Content => self.element_text(content),
            _ => Value::Bool(content.is_none()),
        }
    }

    fn location(&self, text: TextId) -> Option<LocationId> {
        (text.index() < self.rules.texts.len()).then(|| self.rules.texts.location(text)).flatten()
    }

    fn element(&self, text: TextId) -> Option<ElementId> {
        (text.index() < self.rules.texts.len()).then(|| self.rules.texts.element(text)).flatten()
    }

    fn spell(&self, text: TextId) -> String {
        self.code.pool.text(self.rules, &self.over, text).to_owned()
    }

    fn act(&mut self, action: Action, operands: Operands, at: ExprId) -> Result<bool, Stop> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let (name, operands) = (action.name(), code.operands(operands));
        let mut texts = [Texts::EMPTY; 3];
        let mut number = 0;
        for (index, &node) in operands.iter().enumerate() {
            let written = operand(rules, at, index);
            if index == 1 && action != Action::Move {
                number = self.number(node, name, written)?;
            } else {
                texts[index] = self.text(node, name, written)?;
            }
        }
        if self.position.change().is_none() {
            return stop(FaultKind::ChangeInCondition(name), at);
        }
        let no_element = |run: &Self| FaultKind::NoElement { operation: name, name: run.spell(texts[0]) };
        let element = match (action, self.element(texts[0])) {
            (Action::NextPlayer, _) => ElementId(0),
            (_, Some(element)) => element,
            (_, None) => return stop(no_element(self), at),
        };
        let mut places = [LocationId(0); 2];
        if action == Action::Move {
            for index in 0..2 {
                let Some(location) = self.location(texts[index + 1]) else {
                    let name = self.spell(texts[index + 1]);
                    return stop(FaultKind::NoLocation { operation: "MOVE", name }, at);
                };
                places[index] = location;
                if index == 0 && self.position.look().location(layout, element) != Some(location) {
                    break; // the change itself says so
                }
            }
        }
        let state = self.position.change().expect("asked above");
        let done = match action {
            Action::Move => change::move_element(rules, layout, state, element, places[0], places[1]),
            Action::SetState => change::set_state(rules, layout, state, element, number).map(|()| true),
            Action::SetOwner => change::set_owner(layout, state, element, number).map(|()| true),
            Action::SetZIndex => {
                state.set_zindex(layout, element, number);
                Ok(true)
            }
            Action::NextPlayer => {
                change::next_player(layout, state);
                Ok(true)
            }
        };
        done.or_else(|kind| stop(kind, at))
    }

    fn move_content(&mut self, from: LocationId, to: LocationId, at: ExprId) -> Result<bool, Stop> {
        let layout = self.layout;
        let Some(state) = self.position.change() else {
            return stop(FaultKind::ChangeInCondition("MOVE"), at);
        };
        let Some(element) = state.content(layout, from) else {
            return stop(FaultKind::NoElement { operation: "MOVE", name: String::new() }, at);
        };
        let free = state.is_empty(layout, to);
        if free {
            state.move_element(layout, element, to);
        }
        Ok(free)
    }
}

fn mismatch<T>(operation: &'static str, needed: &'static str, found: Value, at: ExprId) -> Result<T, Stop> {
    stop(FaultKind::Type { operation, needed, found: found.type_name() }, at)
}

/// The expression that is an operand of another.
pub(super) fn operand(rules: &RuleSet, of: ExprId, index: usize) -> ExprId {
    match &rules.exprs[of] {
        Expr::Unary(_, inner) => *inner,
        Expr::Binary(_, left, right) => [*left, *right][index],
        Expr::Loop { from, to, body, .. } => [*from, *to, *body][index],
        Expr::Query(_, operands) | Expr::Act(_, operands) => operands[index],
        _ => of,
    }
}
