//! Partial evaluation of untyped expressions: everything that does not depend on the position is computed at compile
//! time.
//!
//! Each expression is evaluated once over an abstract state: what is known of its variables, the player to move and the
//! cells. Loops over known bounds are unrolled, named expressions are inlined and names are resolved. Assignments are
//! also emitted as stores, because a later part may find the variable unknown; [`prune`](crate::optimise::prune)
//! removes dead stores.

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_interpreter::evaluate::MAX_SET;
use boardwright_rules::{BinaryOp, Expr, RuleSet, UnaryOp, UntypedAction};

use crate::analyse::effects::SideEffects;
use crate::analyse::knowledge::{AbstractState, AbstractValue};
use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{BooleanContext, Node, NodeId};
use crate::tables::value::{Overlay, Value};

/// Reasons for which specialisation of an expression stops.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SpecialiseError {
    /// The budget is exhausted: the caller compiles a more general form.
    BudgetExceeded,
    /// A variable is read whose value is unknown, and stores are off.
    NeedsStores,
}

pub(crate) type SpecialiseResult = Result<NodeId, SpecialiseError>;

/// Maximum number of rounds of a loop that is unrolled.
const MAX_UNROLLED_ROUNDS: i64 = 1024;
/// Maximum inlining depth of a recursive named expression; deeper calls are emitted as calls.
const MAX_INLINE_DEPTH: u8 = 20;
/// Maximum nesting depth of expressions.
const MAX_NESTING: usize = 700;

/// The partial evaluator.
#[derive(Debug)]
pub(crate) struct Specialiser<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) builder: NodeBuilder<'a>,
    pub(crate) state: AbstractState,
    /// `true` if loops are unrolled and calls are inlined.
    pub(crate) expands: bool,
    /// `true` if assignments emit stores. Most code reads only known variables and compiles faster without stores.
    pub(crate) emits_stores: bool,
    /// `true` if the code may change the position.
    pub(crate) can_change: bool,
    /// Steps left for the current piece of code.
    pub(crate) budget: usize,
    /// Steps spent in total.
    pub(crate) spent: usize,
    depth: usize,
    /// Reusable buffer for spelling names.
    pub(crate) spelling: String,
    /// By named expression: current inlining depth.
    inline_depth: Vec<u8>,
    /// Named expressions that emitted code calls.
    pub(crate) called_functions: Vec<FunctionId>,
}

impl<'a> Specialiser<'a> {
    pub(crate) fn new(rules: &'a RuleSet, builder: NodeBuilder<'a>) -> Self {
        let state = AbstractState::unknown(rules);
        let (can_change, inline_depth, called_functions) = (false, vec![0; rules.functions.len()], Vec::new());
        Self {
            rules,
            builder,
            state,
            expands: true,
            emits_stores: true,
            can_change,
            budget: 0,
            spent: 0,
            depth: 0,
            spelling: String::new(),
            inline_depth,
            called_functions,
        }
    }

    /// Specialises an expression in the abstract state `state`, and updates that state.
    pub(crate) fn specialise(&mut self, id: ExprId) -> SpecialiseResult {
        // Tables by kind have one entry per kind, so games of many kinds cost more.
        let cost = 1 + self.builder.layout.kinds.len() / 64;
        self.spent += cost;
        if self.budget < cost || self.depth > MAX_NESTING {
            return Err(SpecialiseError::BudgetExceeded);
        }
        self.budget -= cost;
        self.depth += 1;
        let node = self.specialise_expr(id);
        self.depth -= 1;
        node
    }

    /// `true` if a node only stores to variables and then yields false.
    pub(crate) fn is_pure_false(&self, id: NodeId) -> bool {
        let (first, value) = self.builder.split(id);
        let sets = |node: NodeId| match self.builder.code[node] {
            Node::Store { value, .. } => self.builder.is_pure(value),
            _ => false,
        };
        self.builder.constant_value(value) == Some(Value::Bool(false)) && first.into_iter().all(sets)
    }

    /// Starts a piece of code, with nesting depth 0.
    pub(crate) fn begin(&mut self, known: AbstractState, budget: usize, changes: bool) {
        self.state = known;
        self.budget = budget;
        self.can_change = changes;
        self.depth = 0;
        self.inline_depth.fill(0);
    }

    /// Stores a number that a pattern binds.
    pub(crate) fn bind(&mut self, variable: VarId, number: i32) -> Option<NodeId> {
        let value = self.builder.constant(Value::Int(number));
        self.assign(variable, value)
    }

    /// Records an assignment in the abstract state. Returns the residual code: a store, or the value if it is not pure.
    fn assign(&mut self, variable: VarId, value: NodeId) -> Option<NodeId> {
        self.state.variables[variable.index()] = match self.builder.constant_value(value) {
            Some(known) => AbstractValue::Constant(known),
            None if self.builder.is_number(value) => AbstractValue::Number,
            None => AbstractValue::Unknown,
        };
        if self.emits_stores {
            return Some(self.builder.code.add(Node::Store { variable, value }));
        }
        (!self.builder.is_pure(value)).then_some(value)
    }

    /// Fails unless stores are on: calls and loops at run time read variables from storage.
    pub(crate) fn require_stores(&self) -> Result<(), SpecialiseError> {
        if self.emits_stores { Ok(()) } else { Err(SpecialiseError::NeedsStores) }
    }

    fn boolean(&mut self, id: ExprId, need: BooleanContext) -> SpecialiseResult {
        let node = self.specialise(id)?;
        Ok(self.builder.boolean(node, need, id))
    }

    fn specialise_expr(&mut self, id: ExprId) -> SpecialiseResult {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(self.builder.constant(Value::Int(*number))),
            Expr::Bool(yes) => Ok(self.builder.truth(*yes)),
            Expr::Text(text) => Ok(self.builder.constant(Value::Text(*text))),
            Expr::Template(parts) => self.specialise_template(id, parts),
            Expr::Var(variable) => Ok(match self.state.variables[variable.index()] {
                AbstractValue::Constant(value) => self.builder.constant(value),
                AbstractValue::Unset => self.unbound_fault(*variable, id),
                AbstractValue::LateNumber => self.builder.code.add(Node::Number(*variable)),
                _ if !self.emits_stores => return Err(SpecialiseError::NeedsStores),
                AbstractValue::Number => self.builder.code.add(Node::Number(*variable)),
                AbstractValue::Unknown => self.builder.code.add(Node::Var { variable: *variable, at: id }),
            }),
            Expr::Set(members) => self.set(id, members),
            Expr::Unary(UnaryOp::Not, inner) => {
                let inner = self.boolean(*inner, BooleanContext::Not)?;
                let (first, value) = self.builder.split(inner);
                let value = self.builder.not(value);
                Ok(self.builder.seq(first, value))
            }
            Expr::Unary(op, inner) => self.unary(id, *op, *inner),
            Expr::Binary(BinaryOp::And, left, right) => self.specialise_and_or(BooleanContext::And, *left, *right),
            Expr::Binary(BinaryOp::Or, left, right) => self.specialise_and_or(BooleanContext::Or, *left, *right),
            Expr::Binary(op, left, right) => self.binary(id, *op, *left, *right),
            Expr::Assign(variable, value) => {
                let value = self.specialise(*value)?;
                let (mut first, value) = self.builder.split(value);
                if matches!(self.builder.code[value], Node::Fail(_)) {
                    return Ok(self.builder.seq(first, value));
                }
                first.extend(self.assign(*variable, value));
                let yes = self.builder.truth(true);
                Ok(self.builder.seq(first, yes))
            }
            Expr::If(condition, yes, no) => self.specialise_if(id, *condition, *yes, *no),
            Expr::Loop { all, var, from, to, body } => self.specialise_loop(id, *all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.specialise_call(id, *function, arguments),
            Expr::UntypedQuery(query, arguments) => self.specialise_query(id, *query, arguments),
            Expr::UntypedAction(action, arguments) => self.specialise_action(id, *action, arguments),
            Expr::Thing(_)
            | Expr::Member(..)
            | Expr::DistinctSet(_)
            | Expr::Lines(_)
            | Expr::Arithmetic(..)
            | Expr::Range(..)
            | Expr::Aggregate { .. }
            | Expr::Reach { .. }
            | Expr::Closure { .. }
            | Expr::Query(..)
            | Expr::Global(_)
            | Expr::Effect(..) => unreachable!("typed expressions have their own specialiser"),
            Expr::Fail(kind, arguments) => {
                let first = arguments.iter().map(|&a| self.specialise(a)).collect::<Result<Vec<_>, _>>()?;
                let fail = self.builder.fail(kind.clone(), id);
                Ok(self.builder.seq(first, fail))
            }
        }
    }

    pub(crate) fn unbound_fault(&mut self, variable: VarId, at: ExprId) -> NodeId {
        self.builder.fail(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at)
    }

    fn set(&mut self, id: ExprId, members: &[ExprId]) -> SpecialiseResult {
        let nodes = members.iter().map(|&m| self.specialise(m)).collect::<Result<Vec<_>, _>>()?;
        let values: Option<Vec<Value>> = nodes.iter().map(|&node| self.builder.constant_value(node)).collect();
        let size = |value: &Value| self.builder.code.pool.size(&Overlay::default(), *value);
        if let Some(values) = values.filter(|values| values.iter().map(size).sum::<usize>() <= MAX_SET) {
            let set = self.builder.code.pool.add_set(values);
            return Ok(self.builder.constant(set));
        }
        let members = self.builder.code.add_operands(&nodes);
        Ok(self.builder.code.add(Node::Set { members, at: id }))
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, inner: ExprId) -> SpecialiseResult {
        let node = self.specialise(inner)?;
        let (first, value) = self.builder.split(node);
        let result = |value| match (op, value) {
            (UnaryOp::Abs, Value::Int(number)) => Some(Value::Int(number.wrapping_abs())),
            (UnaryOp::Neg, Value::Int(number)) => Some(Value::Int(number.wrapping_neg())),
            _ => None,
        };
        let node = match self.builder.fold(value, &result) {
            Some(node) => node,
            None => self
                .type_fault(value, op.symbol(), "a number", inner)
                .unwrap_or_else(|| self.builder.code.add(Node::Unary { op, inner: value, at: id })),
        };
        Ok(self.builder.seq(first, node))
    }

    /// Returns the certain fault of a known value of the wrong type; a value that certainly fails is returned
    /// unchanged.
    pub(crate) fn type_fault(
        &mut self,
        value: NodeId,
        operation: &'static str,
        needed: &'static str,
        at: ExprId,
    ) -> Option<NodeId> {
        match self.builder.code[value] {
            Node::Fail(_) => Some(value),
            Node::Const(known) if known.type_name() != needed => {
                Some(self.builder.fail(FaultKind::Type { operation, needed, found: known.type_name() }, at))
            }
            _ => None,
        }
    }

    /// Specialises `AND` and `OR`.
    fn specialise_and_or(&mut self, need: BooleanContext, left: ExprId, right: ExprId) -> SpecialiseResult {
        let node = self.boolean(left, need)?;
        let (first, value) = self.builder.split(node);
        let decides = need == BooleanContext::Or;
        if matches!(self.builder.code[value], Node::Fail(_))
            || self.builder.constant_value(value) == Some(Value::Bool(decides))
        {
            return Ok(node);
        }
        if self.builder.constant_value(value).is_some() {
            let right = self.boolean(right, need)?;
            return Ok(self.builder.seq(first, right));
        }
        let before = self.state.clone();
        let right = self.boolean(right, need)?;
        self.state.merge(&before);
        let both = if decides { self.builder.any(&[value, right]) } else { self.builder.all(&[value, right]) };
        Ok(self.builder.seq(first, both))
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> SpecialiseResult {
        let (left_node, right_node) = (self.specialise(left)?, self.specialise(right)?);
        let (mut first, left_value) = self.builder.split(left_node);
        let (then, right_value) = self.builder.split(right_node);
        if matches!(self.builder.code[left_value], Node::Fail(_)) {
            return Ok(left_node);
        }
        let node = if then.is_empty() || self.builder.constant_value(left_value).is_some() {
            let early = self.operand_fault(op, left_value, left);
            if early.is_none() {
                first.extend(then);
            }
            match early {
                Some(fault) => fault,
                None => self.operation(id, op, left_value, right_value, right),
            }
        } else {
            self.builder.code.add(Node::Binary { op, left: left_value, right: right_node, at: id })
        };
        Ok(self.builder.seq(first, node))
    }

    /// Returns the fault of a known left operand of the wrong type, which occurs before the right operand is evaluated.
    fn operand_fault(&mut self, op: BinaryOp, value: NodeId, at: ExprId) -> Option<NodeId> {
        match op {
            BinaryOp::Equal | BinaryOp::Unequal | BinaryOp::In => None,
            // Both sets are evaluated in turn; a known set is checked when it is used.
            BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                self.type_fault(value, op.symbol(), "a set", at)
            }
            _ => self.type_fault(value, op.symbol(), "a number", at),
        }
    }

    /// An operation with two values; `right_id` is the expression of the right one.
    fn operation(&mut self, id: ExprId, op: BinaryOp, left: NodeId, right: NodeId, right_id: ExprId) -> NodeId {
        if matches!(self.builder.code[right], Node::Fail(_)) {
            return self.builder.code.add(Node::Binary { op, left, right, at: id });
        }
        match op {
            BinaryOp::Equal => self.builder.equal(self.rules, left, right, id),
            BinaryOp::Unequal => {
                let node = self.builder.equal(self.rules, left, right, id);
                if matches!(self.builder.code[node], Node::Binary { .. }) {
                    self.builder.code.add(Node::Binary { op, left, right, at: id })
                } else {
                    self.builder.not(node)
                }
            }
            BinaryOp::In | BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                self.set_operation(id, op, left, right, right_id)
            }
            _ => {
                let known_left = self.builder.constant_value(left).is_some();
                if known_left && let Some(fault) = self.type_fault(right, op.symbol(), "a number", right_id) {
                    return fault;
                }
                if let (Some(Value::Int(_)), Some(Value::Int(0))) =
                    (self.builder.constant_value(left), self.builder.constant_value(right))
                    && matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
                {
                    return self.builder.fail(FaultKind::DivisionByZero, id);
                }
                let result = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => match op.compare_numbers(one, other) {
                        Some(answer) => Some(Value::Bool(answer)),
                        None => op.apply_numeric(one, other)?.ok().map(Value::Int),
                    },
                    _ => None,
                };
                let mapped = self.builder.fold2(left, right, &result);
                mapped.unwrap_or_else(|| self.builder.code.add(Node::Binary { op, left, right, at: id }))
            }
        }
    }

    fn set_operation(&mut self, id: ExprId, op: BinaryOp, left: NodeId, right: NodeId, right_id: ExprId) -> NodeId {
        let over = Overlay::default();
        if self.builder.constant_value(left).is_some()
            && let Some(fault) = self.type_fault(right, op.symbol(), "a set", right_id)
        {
            return fault;
        }
        let (Some(one), Some(Value::Set(set))) =
            (self.builder.constant_value(left), self.builder.constant_value(right))
        else {
            return self.builder.code.add(Node::Binary { op, left, right, at: id });
        };
        if op != BinaryOp::In {
            return self.builder.code.add(Node::Binary { op, left, right, at: id });
        }
        let pool = &self.builder.code.pool;
        let found = pool.set(&over, set).iter().any(|&member| pool.are_equal(&over, member, one));
        self.builder.truth(found)
    }

    fn specialise_if(&mut self, id: ExprId, condition: ExprId, yes: ExprId, no: Option<ExprId>) -> SpecialiseResult {
        let node = self.boolean(condition, BooleanContext::If)?;
        let (first, value) = self.builder.split(node);
        let branch = |at: &mut Self, branch: Option<ExprId>| match branch {
            Some(expr) => at.specialise(expr),
            None => Ok(at.builder.fail(FaultKind::NoElse, id)),
        };
        let chosen = match self.builder.constant_value(value) {
            _ if matches!(self.builder.code[value], Node::Fail(_)) => value,
            Some(known) => branch(self, if known == Value::Bool(true) { Some(yes) } else { no })?,
            None => {
                let before = self.state.clone();
                let yes = self.specialise(yes)?;
                let after = std::mem::replace(&mut self.state, before);
                let no = branch(self, no)?;
                self.state.merge(&after);
                self.builder.conditional(value, yes, no)
            }
        };
        Ok(self.builder.seq(first, chosen))
    }

    fn specialise_loop(
        &mut self,
        id: ExprId,
        all: bool,
        variable: VarId,
        (from, to): (ExprId, ExprId),
        body: ExprId,
    ) -> SpecialiseResult {
        let rules = self.rules;
        let (name, need) = if all { ("FORALL", BooleanContext::ForAll) } else { ("FORSOME", BooleanContext::ForSome) };
        let (from_node, emit_node) = (self.specialise(from)?, self.specialise(to)?);
        let (mut first, from_value) = self.builder.split(from_node);
        if let Some(fault) = self.type_fault(from_value, name, "a number", from) {
            return Ok(self.builder.seq(first, fault));
        }
        let (then, to_value) = self.builder.split(emit_node);
        if self.builder.constant_value(from_value).is_some() {
            if let Some(fault) = self.type_fault(to_value, name, "a number", to) {
                first.extend(then);
                return Ok(self.builder.seq(first, fault));
            }
            if let (Some(Value::Int(low)), Some(Value::Int(high))) =
                (self.builder.constant_value(from_value), self.builder.constant_value(to_value))
                && self.expands
                && (i64::from(high) - i64::from(low)).abs() < MAX_UNROLLED_ROUNDS
            {
                first.extend(then);
                let rounds = self.unroll(all, variable, (low, high), body, need)?;
                return Ok(self.builder.seq(first, rounds));
            }
        }
        self.require_stores()?;
        let mut effects = SideEffects::of(rules, &[body]);
        effects.variables.insert(variable);
        self.state.invalidate(&effects);
        self.state.variables[variable.index()] = AbstractValue::Number;
        let body = self.boolean(body, need)?;
        self.state.invalidate(&effects);
        let operands = self.builder.code.add_operands(&[from_node, emit_node, body]);
        Ok(self.builder.code.add(Node::Loop { all, variable, operands, at: id }))
    }

    fn unroll(
        &mut self,
        all: bool,
        variable: VarId,
        (low, high): (i32, i32),
        body: ExprId,
        need: BooleanContext,
    ) -> SpecialiseResult {
        // Rounds known to continue come first and are only executed; the results of the others are tested in order.
        let (mut done, mut tests) = (Vec::new(), Vec::new());
        let mut exits: Option<AbstractState> = None;
        let mut count = low;
        loop {
            let store = self.bind(variable, count);
            let body = self.boolean(body, need)?;
            let (first, value) = self.builder.split(body);
            let known = self.builder.constant_value(value);
            if tests.is_empty() && known.is_some() {
                done.extend(store);
                done.extend(first);
            } else {
                tests.push(self.builder.seq(store.into_iter().chain(first).collect(), value));
            }
            match known {
                _ if matches!(self.builder.code[value], Node::Fail(_)) => break,
                Some(Value::Bool(yes)) if yes != all => {
                    if tests.is_empty() {
                        let decided = self.builder.truth(!all);
                        return Ok(self.builder.seq(done, decided));
                    }
                    break;
                }
                Some(_) => {}
                None => match &mut exits {
                    Some(exits) => exits.merge(&self.state),
                    None => exits = Some(self.state.clone()),
                },
            }
            if count == high {
                break;
            }
            count += if low <= high { 1 } else { -1 };
        }
        if let Some(exits) = exits {
            self.state.merge(&exits);
        }
        let value = if all { self.builder.all(&tests) } else { self.builder.any(&tests) };
        Ok(self.builder.seq(done, value))
    }

    fn specialise_call(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> SpecialiseResult {
        let called = &self.rules.functions[function.index()];
        if called.params.len() != arguments.len() {
            let (name, needed) = (called.name.clone(), called.params.len());
            return Ok(self.builder.fail(FaultKind::Arguments { name, needed, given: arguments.len() }, id));
        }
        let mut first = Vec::new();
        for (&param, &argument) in called.params.iter().zip(arguments) {
            let node = self.specialise(argument)?;
            let (before, value) = self.builder.split(node);
            first.extend(before);
            if matches!(self.builder.code[value], Node::Fail(_)) {
                return Ok(self.builder.seq(first, value));
            }
            first.extend(self.assign(param, value));
        }
        let body = if called.body.is_empty() {
            self.builder.fail(FaultKind::NoBody(called.name.clone()), id)
        } else if self.expands && self.inline_depth[function.index()] < MAX_INLINE_DEPTH {
            self.inline_depth[function.index()] += 1;
            let body = self.specialise_body(&called.body)?;
            self.inline_depth[function.index()] -= 1;
            body
        } else {
            self.require_stores()?;
            self.called_functions.push(function);
            self.state.invalidate(&SideEffects::of(self.rules, &called.body));
            self.builder.code.add(Node::Call { function, at: id })
        };
        Ok(self.builder.seq(first, body))
    }

    /// Specialises the lines of a named expression: the first false line ends it, else the last line is its value.
    pub(crate) fn specialise_body(&mut self, lines: &[ExprId]) -> SpecialiseResult {
        let (&line, rest) = lines.split_first().expect("a body has lines");
        let node = self.specialise(line)?;
        if rest.is_empty() {
            return Ok(node);
        }
        let (mut first, value) = self.builder.split(node);
        match self.builder.constant_value(value) {
            _ if matches!(self.builder.code[value], Node::Fail(_)) => Ok(node),
            Some(Value::Bool(false)) => Ok(node),
            Some(_) => {
                let rest = self.specialise_body(rest)?;
                Ok(self.builder.seq(first, rest))
            }
            None => {
                let before = self.state.clone();
                let rest = self.specialise_body(rest)?;
                self.state.merge(&before);
                let goes_on =
                    if self.builder.is_boolean(value) { value } else { self.builder.code.add(Node::NotFalse(value)) };
                let no = self.builder.truth(false);
                let both = self.builder.conditional(goes_on, rest, no);
                first.push(both);
                let last = first.pop().expect("just pushed");
                Ok(self.builder.seq(first, last))
            }
        }
    }

    fn specialise_action(&mut self, id: ExprId, action: UntypedAction, arguments: &[ExprId]) -> SpecialiseResult {
        let nodes = arguments.iter().map(|&a| self.specialise(a)).collect::<Result<Vec<_>, _>>()?;
        if !self.can_change {
            // Evaluate the operands first, because they can fail.
            let list = self.builder.code.add_operands(&nodes);
            return Ok(self.builder.code.add(Node::Act { action, operands: list, at: id }));
        }
        if action == UntypedAction::NextPlayer {
            if let Some(mover) = self.state.mover {
                let next = mover.next(self.builder.layout.player_count);
                self.state.mover = Some(next);
                let set = self.builder.code.add(Node::SetMover(next));
                let yes = self.builder.truth(true);
                return Ok(self.builder.seq(vec![set], yes));
            }
            let list = self.builder.code.add_operands(&[]);
            let next = self.builder.code.add(Node::Act { action, operands: list, at: id });
            let yes = self.builder.truth(true);
            return Ok(self.builder.seq(vec![next], yes));
        }
        if action == UntypedAction::Move
            && let Node::Content(content) = self.builder.code[nodes[0]]
            && let (Some(from), Some(to)) = (self.constant_location(nodes[1]), self.constant_location(nodes[2]))
            && from == content
        {
            self.state.cells.retain(|(cell, _)| *cell != from && *cell != to);
            return Ok(self.builder.code.add(Node::MoveContent { from, to, at: id }));
        }
        match action {
            UntypedAction::Move => self.state.cells.clear(),
            UntypedAction::SetState | UntypedAction::SetOwner => self.forget_kinds(&nodes),
            UntypedAction::SetZIndex | UntypedAction::NextPlayer => {}
        }
        let list = self.builder.code.add_operands(&nodes);
        Ok(self.builder.code.add(Node::Act { action, operands: list, at: id }))
    }

    /// Updates the cell masks after a piece on a cell changed its state or owner; empty cells stay empty.
    fn forget_kinds(&mut self, operands: &[NodeId]) {
        let changed = match self.builder.code[operands[0]] {
            Node::Content(location) => Some(location),
            _ => None,
        };
        for (cell, mask) in &mut self.state.cells {
            if *mask != 1 && changed.is_none_or(|changed| changed == *cell) {
                *mask = !1;
            }
        }
    }

    /// Re-creates the variable assignments of a condition that was true, as code.
    pub(crate) fn replay_condition(&mut self, id: ExprId, code: &mut Vec<NodeId>) -> Result<(), SpecialiseError> {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.replay_condition(*left, code)?;
                self.replay_condition(*right, code)
            }
            Expr::Loop { all: true, var, from, to, body } if self.expands => {
                let (low, high) = (self.specialise(*from)?, self.specialise(*to)?);
                let (Some(Value::Int(low)), Some(Value::Int(high))) =
                    (self.builder.constant_value(low), self.builder.constant_value(high))
                else {
                    code.push(self.specialise(id)?);
                    return Ok(());
                };
                let rounds: Vec<i32> = if low <= high { (low..=high).collect() } else { (high..=low).rev().collect() };
                for count in rounds {
                    code.extend(self.bind(*var, count));
                    self.replay_condition(*body, code)?;
                }
                Ok(())
            }
            Expr::Call(function, arguments) if self.expands => {
                let called = &rules.functions[function.index()];
                for (&param, &argument) in called.params.iter().zip(arguments) {
                    let node = self.specialise(argument)?;
                    let (first, value) = self.builder.split(node);
                    code.extend(first);
                    code.extend(self.assign(param, value));
                }
                let Some((&last, lines)) = called.body.split_last() else { return Ok(()) };
                for &line in lines {
                    let boolean =
                        matches!(rules.exprs[line], Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) | Expr::Loop { .. });
                    if boolean {
                        self.replay_condition(line, code)?;
                    } else {
                        let node = self.specialise(line)?;
                        code.push(node);
                    }
                }
                self.replay_condition(last, code)
            }
            _ => {
                let node = self.specialise(id)?;
                code.push(node);
                Ok(())
            }
        }
    }
}
