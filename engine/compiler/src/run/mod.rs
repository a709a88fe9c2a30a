//! Evaluator of compiled code in a position. It yields the same values, effects and faults as the interpreter, the
//! reference implementation.

pub(crate) mod list;
pub(crate) mod measures;
pub(crate) mod typed;

use smallvec::SmallVec;

use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::ids::{ElementId, ExprId, LocationId, TextId, VarId};
use boardwright_interpreter::change;
use boardwright_interpreter::evaluate::{MAX_DEPTH, MAX_SET, MAX_STEPS};
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::{BinaryOp, Expr, RuleSet, TextPart, Texts, Thing, UnaryOp, UntypedAction, UntypedQuery};

use crate::run::typed::FloodFillCache;
use crate::tables::CompiledRules;
use crate::tables::code::{Code, Node, NodeId, Operands};
use crate::tables::value::{Overlay, Value};

/// Reasons for which an evaluation stops.
#[derive(Clone, Debug)]
pub(crate) enum RuntimeError {
    /// A fault and the expression in which it occurred.
    At(FaultKind, ExprId),
    /// A fault in another part of the file, which was evaluated on the way.
    Fault(Fault),
}

/// Error of an evaluation; boxed, because it is rare and large.
pub(crate) type BoxedRuntimeError = Box<RuntimeError>;

/// Access to a state: read-only or mutable.
pub(crate) trait StateAccess {
    fn state(&self) -> &State;
    /// The state for changes; `None` if it is read-only.
    fn state_mut(&mut self) -> Option<&mut State>;
}

impl StateAccess for &State {
    #[inline]
    fn state(&self) -> &State {
        self
    }
    fn state_mut(&mut self) -> Option<&mut State> {
        None
    }
}

impl StateAccess for &mut State {
    #[inline]
    fn state(&self) -> &State {
        self
    }
    #[inline]
    fn state_mut(&mut self) -> Option<&mut State> {
        Some(self)
    }
}

/// An evaluation in progress.
pub(crate) struct CodeEvaluator<'a, P> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) layout: &'a Layout,
    pub(crate) code: &'a Code,
    pub(crate) position: P,
    /// By variable; empty if no code reads variables.
    pub(crate) variables: SmallVec<[Value; 24]>,
    overlay: Overlay,
    steps: u64,
    depth: usize,
    /// The element that the move moves, and the captured element.
    pub(crate) element: Option<ElementId>,
    pub(crate) captured: Option<ElementId>,
    /// Cached results of shared conditions; valid while nothing changes.
    condition_cache: SmallVec<[(u32, bool); 4]>,
    /// Cached cell counts; valid while nothing changes.
    pub(crate) count_cache: SmallVec<[(u32, i32); 4]>,
    /// Cached answer to whether there are legal moves; reset when the position changes.
    pub(crate) can_move_cache: Option<bool>,
    /// Cached flood fills; reset when the position changes.
    pub(crate) flood_fills: FloodFillCache,
    /// The compiled form, while the ends of a game are tested, which may query legal moves.
    pub(crate) game: Option<&'a CompiledRules>,
}

pub(crate) fn fail<T>(kind: FaultKind, at: ExprId) -> Result<T, BoxedRuntimeError> {
    Err(Box::new(RuntimeError::At(kind, at)))
}

impl<'a, P: StateAccess> CodeEvaluator<'a, P> {
    #[inline]
    pub(crate) fn new(rules: &'a RuleSet, layout: &'a Layout, code: &'a Code, variables: usize, position: P) -> Self {
        let variables = SmallVec::from_elem(Value::Unset, variables);
        Self {
            rules,
            layout,
            code,
            position,
            variables,
            overlay: Overlay::default(),
            steps: 0,
            depth: 0,
            element: None,
            captured: None,
            condition_cache: SmallVec::new(),
            count_cache: SmallVec::new(),
            can_move_cache: None,
            flood_fills: FloodFillCache::default(),
            game: None,
        }
    }

    /// Resets all variables.
    pub(crate) fn reset_variables(&mut self) {
        self.variables.fill(Value::Unset);
    }

    pub(crate) fn bind(&mut self, variable: VarId, number: i32) {
        self.variables[variable.index()] = Value::Int(number);
    }

    /// Evaluates a node that yields a boolean.
    #[inline]
    pub(crate) fn test(&mut self, id: NodeId) -> Result<bool, BoxedRuntimeError> {
        match self.quick_test(id) {
            Some(yes) => Ok(yes),
            None => self.full_test(id),
        }
    }

    /// Fast path: the boolean of a node that tests cells or one element only, as most nodes do.
    #[inline(always)]
    fn quick_test(&self, id: NodeId) -> Option<bool> {
        match self.code[id] {
            Node::CellIn { location, mask } => {
                Some(mask >> self.position.state().kind_at(self.layout, location) & 1 == 1)
            }
            Node::At { element, location } => {
                Some(self.position.state().location(self.layout, element) == Some(location))
            }
            Node::KindIn { element, mask } => {
                Some(mask >> (self.position.state().kind(self.layout, element).0 + 1) & 1 == 1)
            }
            // A cell test that decides the result needs no further evaluation.
            Node::CellAnd { location, mask, .. } => {
                let fits = mask >> self.position.state().kind_at(self.layout, location) & 1 == 1;
                if fits { None } else { Some(false) }
            }
            Node::CellOr { location, mask, .. } => {
                let fits = mask >> self.position.state().kind_at(self.layout, location) & 1 == 1;
                if fits { Some(true) } else { None }
            }
            Node::FirstOnRay { ray } => Some(self.first_on_ray(ray)),
            Node::CellsIn { start, end, mask } => Some(self.cells_in(start, end, mask)),
            Node::AnyIn { start, end, mask } => Some(!self.cells_in(start, end, !mask)),
            _ => None,
        }
    }

    fn cells_in(&self, start: u32, end: u32, mask: u64) -> bool {
        let state = self.position.state();
        let cells = &self.code.cells[start as usize..end as usize];
        if let Some(kinds) = state.location_kinds(self.layout) {
            return cells.iter().all(|cell| mask >> kinds[cell.index()] & 1 == 1);
        }
        cells.iter().all(|&cell| mask >> state.kind_at(self.layout, cell) & 1 == 1)
    }

    /// The result of a shared condition, cached because nothing changes during move generation.
    pub(crate) fn shared_condition(&mut self, condition: u32, node: NodeId) -> Result<bool, BoxedRuntimeError> {
        if let Some(&(_, known)) = self.condition_cache.iter().find(|(known, _)| *known == condition) {
            return Ok(known);
        }
        let holds = self.test(node)?;
        self.condition_cache.push((condition, holds));
        Ok(holds)
    }

    fn first_on_ray(&self, ray: u32) -> bool {
        let (ray, state) = (&self.code.rays[ray as usize], self.position.state());
        if let Some(kinds) = state.location_kinds(self.layout) {
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

    /// `true` if all operands yield `wanted`.
    fn all_yield(&mut self, list: Operands, wanted: bool) -> Result<bool, BoxedRuntimeError> {
        let code = self.code;
        for &node in code.operands(list) {
            let yes = match self.quick_test(node) {
                Some(yes) => yes,
                None => self.full_test(node)?,
            };
            if yes != wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn full_test(&mut self, id: NodeId) -> Result<bool, BoxedRuntimeError> {
        match self.code[id] {
            Node::All(list) => self.all_yield(list, true),
            Node::Any(list) => Ok(!self.all_yield(list, false)?),
            // `quick_test` has done the cell test.
            Node::CellAnd { then: rest, .. } | Node::CellOr { other: rest, .. } => self.test(rest),
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
                let index = self.location_value(operands[0])?.map_or(0, |location| location.index() + 1);
                self.test(operands[index + 1])
            }
            Node::Same(left, right) => Ok(self.value(left)? == self.value(right)?),
            Node::Less(left, right) => Ok(self.int_value(left)? < self.int_value(right)?),
            _ => match self.value(id)? {
                Value::Bool(yes) => Ok(yes),
                other => unreachable!("a node used as a boolean gave {}", other.type_name()),
            },
        }
    }

    /// Evaluates a node.
    pub(crate) fn value(&mut self, id: NodeId) -> Result<Value, BoxedRuntimeError> {
        let layout = self.layout;
        let mut id = id;
        while let Node::If { condition, yes, no } = self.code[id] {
            id = if self.test(condition)? { yes } else { no };
        }
        Ok(match self.code[id] {
            Node::Const(value) => value,
            Node::Cell { location, table } => {
                self.code.tables[table.0 as usize][self.position.state().kind_at(layout, location)]
            }
            Node::Kind { element, table } => {
                let kind = self.position.state().kind(layout, element);
                self.code.tables[table.0 as usize][usize::from(kind.0) + 1]
            }
            Node::Content(location) => self.element_text(self.position.state().content(layout, location)),
            Node::Place(element) => {
                let place = self.position.state().location(layout, element);
                place.map_or(Value::empty_text(), |location| self.location_text(location))
            }
            Node::Mover => Value::Int(self.position.state().mover().number() as i32),
            Node::Score(player) => Value::Int(self.position.state().score(layout, player)),
            Node::Store { variable, value } => {
                let value = self.value(value)?;
                self.variables[variable.index()] = value;
                Value::Bool(true)
            }
            Node::Number(variable) | Node::Flag(variable) => self.variables[variable.index()],
            Node::Var { variable, at } => match self.variables[variable.index()] {
                Value::Unset => return fail(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at),
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
            | Node::FirstOnRay { .. }
            | Node::CellAnd { .. }
            | Node::CellOr { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::Not(_)
            | Node::NotFalse(_) => Value::Bool(self.test(id)?),
            Node::KindOfComputed { element, table } => {
                let kind = match self.element_value(element)? {
                    Some(element) => usize::from(self.position.state().kind(layout, element).0) + 1,
                    None => 0,
                };
                self.code.tables[table.0 as usize][kind]
            }
            Node::ByPlace { place, table } => {
                let index = self.location_value(place)?.map_or(0, |location| location.index() + 1);
                self.code.tables[table.0 as usize][index]
            }
            Node::Switch(list) => {
                let code = self.code;
                let operands = code.operands(list);
                let index = self.location_value(operands[0])?.map_or(0, |location| location.index() + 1);
                self.value(operands[index + 1])?
            }
            Node::Global(global) => self.global_value(global),
            Node::PlaceOfFirst { count } => {
                let (state, (elements, mask)) = (self.position.state(), &self.code.counted_elements[count as usize]);
                let matches_mask = |&&e: &&ElementId| mask >> (state.kind(layout, e).0 + 1) & 1 == 1;
                let place = elements.iter().find(matches_mask).and_then(|&element| state.location(layout, element));
                Value::Thing(Thing::Location(place))
            }
            Node::Effect { effect, operands, at } => {
                self.apply_effect(effect, operands, at)?;
                Value::Bool(true)
            }
            Node::Arith { op, left, right, at } => {
                let (left, right) = (self.int_value(left)?, self.int_value(right)?);
                match op.apply(left, right) {
                    Ok(number) => Value::Int(number),
                    Err(kind) => return fail(kind, at),
                }
            }
            _ => self.rare_value(id)?,
        })
    }

    /// Evaluates the nodes that are rare in specialised code.
    fn rare_value(&mut self, id: NodeId) -> Result<Value, BoxedRuntimeError> {
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
            Node::Loop { all, variable, operands, at } => self.run_loop(all, variable, operands, at),
            Node::Call { function, at } => {
                let (node, depth) = self.code.functions[function.index()].expect("called expressions have code");
                self.depth += depth;
                self.step(at)?;
                if self.depth > MAX_DEPTH {
                    return fail(FaultKind::TooDeep(MAX_DEPTH), at);
                }
                let value = self.value(node);
                self.depth -= depth;
                value
            }
            Node::Query { query, operands, at } => self.query(query, operands, at),
            Node::Act { action, operands, at } => self.act(action, operands, at).map(Value::Bool),
            Node::MoveContent { from, to, at } => self.move_content(from, to, at).map(Value::Bool),
            Node::SetMover(player) => {
                if let Some(state) = self.position.state_mut() {
                    state.set_mover(player);
                }
                Ok(Value::Bool(true))
            }
            Node::Fail(fault) => {
                let (kind, at) = self.code.faults[fault as usize].clone();
                fail(kind, at)
            }
            _ => self.typed_value(id),
        }
    }

    fn step(&mut self, at: ExprId) -> Result<(), BoxedRuntimeError> {
        self.steps += 1;
        // A step here corresponds to several steps of the interpreter.
        if self.steps > MAX_STEPS / 8 { fail(FaultKind::TooLong(MAX_STEPS), at) } else { Ok(()) }
    }

    fn element_text(&self, element: Option<ElementId>) -> Value {
        Value::Text(element.map_or(Texts::EMPTY, |element| self.rules.elements[element.index()].text))
    }

    fn location_text(&self, location: LocationId) -> Value {
        Value::Text(self.rules.locations[location.index()].text)
    }

    /// Evaluates a number operand; `at` is the expression of the operand.
    pub(crate) fn number(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<i32, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Int(number) => Ok(number),
            other => mismatch(operation, "a number", other, at),
        }
    }

    fn text(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<TextId, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Text(text) => Ok(text),
            other => mismatch(operation, "a text", other, at),
        }
    }

    fn set(&mut self, id: NodeId, operation: &'static str, at: ExprId) -> Result<u32, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Set(set) => Ok(set),
            other => mismatch(operation, "a set", other, at),
        }
    }

    /// The text of the file that the references of a template yield, if there is one.
    fn look_up_template(&self, template: u32, at: ExprId) -> Result<Option<TextId>, BoxedRuntimeError> {
        let template = &self.code.templates[template as usize];
        let mut numbers: SmallVec<[i32; 4]> = SmallVec::new();
        for part in &template.parts {
            let TextPart::Var(variable) = part else { continue };
            match self.variables[variable.index()] {
                Value::Int(number) => numbers.push(number),
                Value::Unset => return fail(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at),
                other => return mismatch("a reference in a text", "a number", other, at),
            }
        }
        let found = template.texts.binary_search_by(|(known, _)| known.as_slice().cmp(&numbers));
        Ok(found.ok().map(|index| template.texts[index].1))
    }

    fn template(&mut self, template: u32, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        if let Some(text) = self.look_up_template(template, at)? {
            return Ok(Value::Text(text));
        }
        let number = |variable: &VarId| match self.variables[variable.index()] {
            Value::Int(number) => number.to_string(),
            _ => unreachable!("the lookup checked for numbers"),
        };
        let parts = &self.code.templates[template as usize].parts;
        let text: String = parts
            .iter()
            .map(|part| match part {
                TextPart::Literal(literal) => literal.clone(),
                TextPart::Var(variable) => number(variable),
            })
            .collect();
        Ok(Value::Text(self.code.pool.intern_at_runtime(self.rules, &mut self.overlay, text)))
    }

    fn binary(&mut self, op: BinaryOp, left: NodeId, right: NodeId, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        let (symbol, code) = (op.symbol(), self.code);
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                Ok(Value::Bool(code.pool.are_equal(&self.overlay, left, right) == (op == BinaryOp::Equal)))
            }
            BinaryOp::In => {
                let member = self.value(left)?;
                let set = self.set(right, symbol, operand(self.rules, at, 1))?;
                Ok(Value::Bool(self.set_contains(set, member)))
            }
            BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                let left = self.set(left, symbol, operand(self.rules, at, 0))?;
                let right = self.set(right, symbol, operand(self.rules, at, 1))?;
                self.combine(op, left, right, at)
            }
            _ => {
                let first = self.number(left, symbol, operand(self.rules, at, 0))?;
                let second = self.number(right, symbol, operand(self.rules, at, 1))?;
                if let Some(answer) = op.compare_numbers(first, second) {
                    return Ok(Value::Bool(answer));
                }
                let result = op.apply_numeric(first, second).expect("all other operations are on numbers");
                result.map(Value::Int).or_else(|kind| fail(kind, at))
            }
        }
    }

    fn set_contains(&self, set: u32, member: Value) -> bool {
        self.code.pool.set(&self.overlay, set).iter().any(|&m| self.code.pool.are_equal(&self.overlay, m, member))
    }

    fn combine(&mut self, op: BinaryOp, left: u32, right: u32, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        let pool = &self.code.pool;
        let members = pool.set(&self.overlay, left).to_vec();
        let shared: Vec<bool> = members.iter().map(|&member| self.set_contains(right, member)).collect();
        let chosen = |wanted: bool| {
            let pairs = members.iter().zip(&shared);
            pairs.filter(move |&(_, &shared)| shared == wanted).map(|(&member, _)| member)
        };
        let result: Vec<Value> = match op {
            BinaryOp::Subset => return Ok(Value::Bool(shared.iter().all(|&shared| shared))),
            BinaryOp::SetMinus => chosen(false).collect(),
            BinaryOp::Intersect => chosen(true).collect(),
            _ => pool.set(&self.overlay, right).iter().copied().chain(chosen(false)).collect(),
        };
        self.new_set(result, at)
    }

    fn new_set(&mut self, members: Vec<Value>, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        let pool = &self.code.pool;
        if members.iter().map(|&member| pool.size(&self.overlay, member)).sum::<usize>() > MAX_SET {
            return fail(FaultKind::SetTooLarge(MAX_SET), at);
        }
        Ok(pool.add_runtime_set(&mut self.overlay, members))
    }

    fn run_loop(
        &mut self,
        all: bool,
        variable: VarId,
        operands: Operands,
        at: ExprId,
    ) -> Result<Value, BoxedRuntimeError> {
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

    fn query(&mut self, query: UntypedQuery, operands: Operands, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let (name, operands) = (query.name(), code.operands(operands));
        let place = match query {
            UntypedQuery::Score | UntypedQuery::IndexAt => self.number(operands[0], name, operand(rules, at, 0))?,
            _ => 1,
        };
        if query == UntypedQuery::Score {
            return match change::player(layout, name, place) {
                Ok(player) => Ok(Value::Int(self.position.state().score(layout, player))),
                Err(kind) => fail(kind, at),
            };
        }
        // A template that only serves as a name is looked up without building the text.
        let last = operands.len() - 1;
        if let Node::Template { template, at: written } = code[operands[last]]
            && !matches!(
                query,
                UntypedQuery::Index | UntypedQuery::IndexAt | UntypedQuery::Unindex | UntypedQuery::ZIndex
            )
        {
            let found = self.look_up_template(template, written)?;
            return Ok(self.answer_query(query, found));
        }
        let text = self.text(operands[last], name, operand(rules, at, last))?;
        match query {
            UntypedQuery::Index | UntypedQuery::IndexAt => match code.pool.index(rules, &self.overlay, text, place) {
                Some(index) => Ok(Value::Int(index)),
                None => fail(FaultKind::NoIndex { operation: name, name: self.text_string(text) }, at),
            },
            UntypedQuery::Unindex => Ok(Value::Text(code.pool.base(rules, &mut self.overlay, text))),
            UntypedQuery::ZIndex => match self.element(text) {
                Some(element) => Ok(Value::Int(self.position.state().zindex(layout, element))),
                None => fail(FaultKind::NoElement { operation: name, name: self.text_string(text) }, at),
            },
            _ => Ok(self.answer_query(query, Some(text))),
        }
    }

    /// The answer to a query about one location or element; `None` names nothing.
    fn answer_query(&self, query: UntypedQuery, text: Option<TextId>) -> Value {
        let (rules, layout, state) = (self.rules, self.layout, self.position.state());
        let location = text.and_then(|text| self.location(text));
        let element = text.and_then(|text| self.element(text));
        let kind = element.map(|element| layout.kinds[state.kind(layout, element)]);
        let content = location.and_then(|location| state.content(layout, location));
        match query {
            UntypedQuery::LocationType => Value::Text(location.map_or(Texts::EMPTY, |location| {
                rules.location_types[rules.locations[location.index()].kind.index()].text
            })),
            UntypedQuery::ElementType => {
                Value::Text(kind.map_or(Texts::EMPTY, |kind| rules.element_types[kind.element_type.index()].text))
            }
            UntypedQuery::State => Value::Int(kind.map_or(-1, |kind| i32::from(kind.state))),
            UntypedQuery::Owner => {
                Value::Int(kind.map_or(-1, |kind| kind.owner.map_or(0, |owner| owner.number() as i32)))
            }
            UntypedQuery::Location => {
                let place = element.and_then(|element| state.location(layout, element));
                place.map_or(Value::empty_text(), |location| self.location_text(location))
            }
            UntypedQuery::Content => self.element_text(content),
            _ => Value::Bool(content.is_none()),
        }
    }

    fn location(&self, text: TextId) -> Option<LocationId> {
        (text.index() < self.rules.texts.len()).then(|| self.rules.texts.location(text)).flatten()
    }

    fn element(&self, text: TextId) -> Option<ElementId> {
        (text.index() < self.rules.texts.len()).then(|| self.rules.texts.element(text)).flatten()
    }

    fn text_string(&self, text: TextId) -> String {
        self.code.pool.text(self.rules, &self.overlay, text).to_owned()
    }

    fn act(&mut self, action: UntypedAction, operands: Operands, at: ExprId) -> Result<bool, BoxedRuntimeError> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let (name, operands) = (action.name(), code.operands(operands));
        let mut texts = [Texts::EMPTY; 3];
        let mut number = 0;
        for (index, &node) in operands.iter().enumerate() {
            let written = operand(rules, at, index);
            if index == 1 && action != UntypedAction::Move {
                number = self.number(node, name, written)?;
            } else {
                texts[index] = self.text(node, name, written)?;
            }
        }
        if self.position.state_mut().is_none() {
            return fail(FaultKind::ChangeInCondition(name), at);
        }
        let no_element = |run: &Self| FaultKind::NoElement { operation: name, name: run.text_string(texts[0]) };
        let element = match (action, self.element(texts[0])) {
            (UntypedAction::NextPlayer, _) => ElementId(0),
            (_, Some(element)) => element,
            (_, None) => return fail(no_element(self), at),
        };
        let mut places = [LocationId(0); 2];
        if action == UntypedAction::Move {
            for index in 0..2 {
                let Some(location) = self.location(texts[index + 1]) else {
                    let name = self.text_string(texts[index + 1]);
                    return fail(FaultKind::NoLocation { operation: "MOVE", name }, at);
                };
                places[index] = location;
                if index == 0 && self.position.state().location(layout, element) != Some(location) {
                    break; // the change itself reports the fault
                }
            }
        }
        let state = self.position.state_mut().expect("checked above");
        let done = match action {
            UntypedAction::Move => change::move_element(rules, layout, state, element, places[0], places[1]),
            UntypedAction::SetState => change::set_state(rules, layout, state, element, number).map(|()| true),
            UntypedAction::SetOwner => change::set_owner(layout, state, element, number).map(|()| true),
            UntypedAction::SetZIndex => {
                state.set_zindex(layout, element, number);
                Ok(true)
            }
            UntypedAction::NextPlayer => {
                change::next_player(layout, state);
                Ok(true)
            }
        };
        done.or_else(|kind| fail(kind, at))
    }

    fn move_content(&mut self, from: LocationId, to: LocationId, at: ExprId) -> Result<bool, BoxedRuntimeError> {
        let layout = self.layout;
        let Some(state) = self.position.state_mut() else {
            return fail(FaultKind::ChangeInCondition("MOVE"), at);
        };
        let Some(element) = state.content(layout, from) else {
            return fail(FaultKind::NoElement { operation: "MOVE", name: String::new() }, at);
        };
        let free = state.is_empty(layout, to);
        if free {
            state.move_element(layout, element, to);
        }
        Ok(free)
    }
}

fn mismatch<T>(
    operation: &'static str,
    needed: &'static str,
    found: Value,
    at: ExprId,
) -> Result<T, BoxedRuntimeError> {
    fail(FaultKind::Type { operation, needed, found: found.type_name() }, at)
}

/// The operand expression of another expression.
pub(crate) fn operand(rules: &RuleSet, of: ExprId, index: usize) -> ExprId {
    match &rules.exprs[of] {
        Expr::Unary(_, inner) => *inner,
        Expr::Binary(_, left, right) => [*left, *right][index],
        Expr::Loop { from, to, body, .. } => [*from, *to, *body][index],
        Expr::UntypedQuery(_, operands) | Expr::UntypedAction(_, operands) => operands[index],
        _ => of,
    }
}
