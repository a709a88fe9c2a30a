//! Partial evaluation of typed expressions: variables, lines, calls, conditionals and arithmetic.

use boardwright_game::ids::{ElementId, ExprId, FamilyId, FunctionId, GlobalId, LocationId, VarId};
use boardwright_rules::{ArithmeticOp, BinaryOp, Expr, FamilyKind, GlobalKind, Thing, UnaryOp};

use super::reads::MoveReads;
use super::sets::AggregateLoop;
use super::{
    LARGE_CALL_STEPS, LoweringError, LoweringResult, MAX_INLINE_DEPTH, MAX_NESTING, SymValue, TypedSpecialiser,
};
use crate::optimise::intern::Interner;
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;

impl TypedSpecialiser<'_> {
    /// Evaluates an expression.
    pub(super) fn eval(&mut self, id: ExprId) -> LoweringResult {
        self.spend(1)?;
        if self.depth > MAX_NESTING {
            return Err(LoweringError::Unsupported);
        }
        self.depth += 1;
        let val = self.eval_expr(id);
        self.depth -= 1;
        val
    }

    /// Evaluates a boolean expression to a node. Where it requires a location that only the position determines, it is
    /// evaluated for every location.
    pub(super) fn test(&mut self, id: ExprId) -> LoweringResult<NodeId> {
        let made = match self.eval(id) {
            Ok(val) => self.emit_boolean(&val),
            Err(error) => Err(error),
        };
        match made {
            Err(LoweringError::UnknownPlace(place)) if !self.is_splittable(place) => {
                self.switch_on_place(place, &mut |at| at.test(id))
            }
            made => made,
        }
    }

    fn is_splittable(&self, place: NodeId) -> bool {
        self.splittable_places.iter().any(|&splittable| self.builder.code.is_same(splittable, place))
    }

    /// Builds a branch on the location of a node: `follow` is evaluated once for every location.
    fn switch_on_place(
        &mut self,
        place: NodeId,
        follow: &mut dyn FnMut(&mut Self) -> LoweringResult<NodeId>,
    ) -> LoweringResult<NodeId> {
        if self.assumed_places.len() > 1 {
            return Err(LoweringError::Unsupported);
        }
        let (depth, nested, splittable) =
            (self.depth, self.inline_depth.clone(), std::mem::take(&mut self.splittable_places));
        let cells = self.cells.clone();
        let mut operands = vec![place];
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        for location in std::iter::once(None).chain(places.map(Some)) {
            self.assumed_places.push((place, location));
            let arm = follow(self);
            self.assumed_places.pop();
            self.depth = depth;
            self.inline_depth.clone_from(&nested);
            self.cells.clone_from(&cells);
            operands.push(arm?);
        }
        self.splittable_places = splittable;
        let list = self.builder.code.add_operands(&operands);
        Ok(self.builder.code.add(Node::Switch(list)))
    }

    fn eval_expr(&mut self, id: ExprId) -> LoweringResult {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(SymValue::Int(*number)),
            Expr::Bool(yes) => Ok(SymValue::Bool(*yes)),
            Expr::Text(text) => Ok(SymValue::Text(*text)),
            Expr::Thing(thing) => Ok(SymValue::Thing(*thing)),
            Expr::Var(variable) => self.env[variable.index()].clone().ok_or(LoweringError::Unsupported),
            Expr::Global(global) => Ok(self.global(*global)),
            Expr::Unary(UnaryOp::Not, inner) => {
                let inner = self.test(*inner)?;
                let node = self.builder.not(inner);
                Ok(self.symbolic(node))
            }
            Expr::Binary(BinaryOp::And, left, right) => self.eval_and_or(*left, *right, true),
            Expr::Binary(BinaryOp::Or, left, right) => self.eval_and_or(*left, *right, false),
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                self.eval_binary(*op, &left, &right)
            }
            Expr::Arithmetic(op, left, right) => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                self.eval_arithmetic(*op, &left, &right, id)
            }
            Expr::If(condition, yes, Some(no)) => self.eval_if(*condition, *yes, *no),
            Expr::Lines(lines) => self.eval_lines(lines),
            Expr::Call(function, arguments) => self.eval_call(*function, arguments),
            Expr::Member(family, indices) => {
                let indices = indices.iter().map(|&index| self.eval(index)).collect::<LoweringResult<Vec<_>>>()?;
                self.eval_family_member(*family, &indices)
            }
            Expr::DistinctSet(members) => {
                let members = members.iter().map(|&member| self.eval(member)).collect::<LoweringResult<Vec<_>>>()?;
                self.distinct(members.into_iter().map(|member| (None, member)).collect())
            }
            Expr::Range(low, high) => {
                let (SymValue::Int(low), SymValue::Int(high)) = (self.eval(*low)?, self.eval(*high)?) else {
                    return Err(LoweringError::Unsupported);
                };
                self.spend(usize::try_from(i64::from(high) - i64::from(low)).unwrap_or(0))?;
                Ok(SymValue::Set((low..=high).map(|number| (None, SymValue::Int(number))).collect()))
            }
            Expr::Aggregate { function: over, var, set, body, none } => {
                let aggregate = AggregateLoop { id, over: *over, variable: *var, body: *body, none: *none };
                self.eval_loop(aggregate, *set)
            }
            Expr::Reach { relation, start, var, condition } => {
                self.eval_flood_fill(*relation, *start, *var, *condition)
            }
            Expr::Query(query, arguments) => self.eval_query(id, *query, arguments),
            _ => Err(LoweringError::Unsupported),
        }
    }

    /// The value of a global variable.
    pub(super) fn global(&mut self, id: GlobalId) -> SymValue {
        let member = |at: &mut Self, index: usize, val: SymValue| {
            (Some(at.builder.code.add(Node::GlobalHas { global: id, index: index as u16 })), val)
        };
        match self.rules.globals[id.index()].kind {
            GlobalKind::Location => self.place_value(Node::Global(id)),
            GlobalKind::Int { .. } | GlobalKind::Bool | GlobalKind::Element => {
                SymValue::Node(self.builder.code.add(Node::Global(id)))
            }
            GlobalKind::Elements => {
                let ids = 0..self.rules.elements.len();
                SymValue::Set(ids.map(|i| member(self, i, SymValue::element(ElementId::new(i)))).collect())
            }
            GlobalKind::Locations => {
                let ids = 0..self.rules.locations.len();
                SymValue::Set(ids.map(|i| member(self, i, SymValue::location(LocationId::new(i)))).collect())
            }
        }
    }

    /// Evaluates `AND` (`all`) or `OR`; the right operand is evaluated with the left one assumed.
    fn eval_and_or(&mut self, left: ExprId, right: ExprId, all: bool) -> LoweringResult {
        let left = self.test(left)?;
        if self.builder.constant_value(left) == Some(Value::Bool(!all)) {
            return Ok(SymValue::Bool(!all));
        }
        let before = self.cells.clone();
        self.assume(left, all);
        let right = self.test(right);
        self.cells = before;
        let nodes = [left, right?];
        let node = if all { self.builder.all(&nodes) } else { self.builder.any(&nodes) };
        Ok(self.symbolic(node))
    }

    fn eval_if(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> LoweringResult {
        let condition = self.test(condition)?;
        match self.builder.constant_value(condition) {
            Some(Value::Bool(true)) => return self.eval(yes),
            Some(_) => return self.eval(no),
            None => {}
        }
        let before = self.cells.clone();
        self.assume(condition, true);
        let yes = self.eval(yes)?;
        self.cells.clone_from(&before);
        self.assume(condition, false);
        let no = self.eval(no)?;
        self.cells = before;
        self.build_choice(vec![(condition, yes)], no)
    }

    /// Evaluates lines in order: a binding splits the rest into cases; a condition is assumed in the rest.
    pub(super) fn eval_lines(&mut self, lines: &[ExprId]) -> LoweringResult {
        let (&line, rest) = lines.split_first().expect("there are lines");
        if let Expr::Assign(variable, value) = self.rules.exprs[line] {
            let value = self.eval(value)?;
            if rest.is_empty() {
                self.bind(variable, value.clone());
                return self.sequence_faults(&value, SymValue::Bool(true));
            }
            return self.map_cases(&value, &mut |at, value| {
                at.bind(variable, value.clone());
                let then = at.eval_lines(rest)?;
                at.sequence_faults(value, then)
            });
        }
        if rest.is_empty() {
            return self.eval(line);
        }
        let line = self.test(line)?;
        if self.builder.constant_value(line) == Some(Value::Bool(false)) {
            return Ok(SymValue::Bool(false));
        }
        let before = self.cells.clone();
        self.assume(line, true);
        let rest = self.eval_lines(rest)?;
        self.cells = before;
        let rest = self.emit_boolean(&rest)?;
        let node = self.builder.all(&[line, rest]);
        Ok(self.symbolic(node))
    }

    fn eval_call(&mut self, function: FunctionId, arguments: &[ExprId]) -> LoweringResult {
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<LoweringResult<Vec<_>>>()?;
        let index = function.index();
        if self.inline_depth[index] >= MAX_INLINE_DEPTH {
            return Err(LoweringError::Unsupported);
        }
        let constants: Option<Vec<Value>> = values.iter().map(SymValue::constant).collect();
        if let Some(constants) = constants.as_ref().filter(|_| self.is_large[index]) {
            return self.share_call(function, constants, &values);
        }
        let spent = self.spent;
        let made = self.inline_call(function, &values)?;
        if let (Some(constants), SymValue::Node(_)) = (&constants, &made)
            && self.spent - spent > LARGE_CALL_STEPS
            && self.assumed_places.is_empty()
            && self.is_call_independent_of_move(function)
        {
            self.is_large[index] = true;
            return self.share_call(function, constants, &values);
        }
        values.iter().rev().try_fold(made, |made, value| self.sequence_faults(value, made))
    }

    /// `true` if a named expression is independent of the current move.
    fn is_call_independent_of_move(&self, function: FunctionId) -> bool {
        let body = &self.rules.functions[function.index()].body;
        let reads = MoveReads::of(self.rules, body);
        !(reads.from || reads.to || reads.moved || reads.captured || reads.chosen || self.has_effects[function.index()])
    }

    /// Builds a call as code that all moves share; cell knowledge is not used.
    fn share_call(&mut self, function: FunctionId, constants: &[Value], values: &[SymValue]) -> LoweringResult {
        let call = (function, constants.to_vec(), self.context.player, self.context.mover);
        if let Some((_, node)) = self.shared_calls.iter().find(|(known, _)| *known == call) {
            return Ok(SymValue::Node(self.builder.code.add(self.library[*node])));
        }
        let (cells, places) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.assumed_places));
        let splittable = std::mem::take(&mut self.splittable_places);
        let made = self.inline_call(function, values);
        (self.cells, self.assumed_places, self.splittable_places) = (cells, places, splittable);
        let SymValue::Node(node) = made? else { return Err(LoweringError::Unsupported) };
        let boolean = self.builder.is_boolean(node);
        let copy = Interner::default().intern(&self.builder.code, node, &mut self.library);
        self.library.shared.push(copy);
        let shared = Node::Shared { id: (self.library.shared.len() - 1) as u32, boolean };
        let library_node = self.library.add(shared);
        self.shared_calls.push((call, library_node));
        Ok(SymValue::Node(self.builder.code.add(shared)))
    }

    fn inline_call(&mut self, function: FunctionId, values: &[SymValue]) -> LoweringResult {
        let index = function.index();
        let called = &self.rules.functions[index];
        self.inline_depth[index] += 1;
        let before: Vec<Option<SymValue>> = called.params.iter().map(|param| self.env[param.index()].clone()).collect();
        let made = self.eval_body_with(&called.params, values, &called.body);
        for (param, value) in called.params.iter().zip(before) {
            self.env[param.index()] = value;
        }
        self.inline_depth[index] -= 1;
        made
    }

    /// Evaluates the body for every case of the arguments.
    fn eval_body_with(&mut self, params: &[VarId], values: &[SymValue], body: &[ExprId]) -> LoweringResult {
        let (Some((&param, params)), Some((value, values))) = (params.split_first(), values.split_first()) else {
            return self.eval_lines(body);
        };
        let value = self.merge_places(value)?;
        self.map_cases(&value, &mut |at, value| {
            at.bind(param, value.clone());
            let SymValue::Node(node) = *value else { return at.eval_body_with(params, values, body) };
            // If the location must be known, the call is evaluated once for every location.
            let (depth, nested, cells) = (at.depth, at.inline_depth.clone(), at.cells.clone());
            at.splittable_places.push(node);
            let made = at.eval_body_with(params, values, body);
            at.splittable_places.pop();
            match made {
                Err(LoweringError::UnknownPlace(place))
                    if at.builder.code.is_same(place, node) && !at.is_splittable(place) =>
                {
                    (at.depth, at.inline_depth) = (depth, nested);
                    at.cells = cells;
                    let switch = at.switch_on_place(node, &mut |at| {
                        let place = at.assumed_place(node);
                        at.bind(param, place);
                        let made = at.eval_body_with(params, values, body)?;
                        at.emit_node(&made)
                    })?;
                    Ok(at.symbolic(switch))
                }
                made => made,
            }
        })
    }

    pub(super) fn eval_arithmetic(
        &mut self,
        op: ArithmeticOp,
        left: &SymValue,
        right: &SymValue,
        at: ExprId,
    ) -> LoweringResult {
        self.map_cases(left, &mut |this, left| {
            this.map_cases(right, &mut |this, right| {
                if let (SymValue::Int(one), SymValue::Int(other)) = (left, right) {
                    return Ok(match op.apply(*one, *other) {
                        Ok(number) => SymValue::Int(number),
                        Err(kind) => SymValue::Node(this.builder.fail(kind, at)),
                    });
                }
                let (left, right) = (this.emit_node(left)?, this.emit_node(right)?);
                let result = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => op.apply(one, other).ok().map(Value::Int),
                    _ => None,
                };
                let node = this.builder.fold2(left, right, &result);
                let node = node.unwrap_or_else(|| this.builder.code.add(Node::Arith { op, left, right, at }));
                Ok(this.symbolic(node))
            })
        })
    }

    /// A member of a family, or the set of members if an index is a set.
    fn eval_family_member(&mut self, family: FamilyId, indices: &[SymValue]) -> LoweringResult {
        let rules = self.rules;
        if indices.iter().any(|index| matches!(index, SymValue::Set(_))) {
            let allowed: Option<Vec<Vec<i32>>> = indices
                .iter()
                .map(|index| match index {
                    SymValue::Int(number) => Some(vec![*number]),
                    SymValue::Set(members) => members
                        .iter()
                        .map(|member| if let (None, SymValue::Int(number)) = member { Some(*number) } else { None })
                        .collect(),
                    _ => None,
                })
                .collect();
            let allowed = allowed.ok_or(LoweringError::Unsupported)?;
            let members = &rules.families[family].members;
            self.spend(members.len() / 8)?;
            let fits = |found: &[i32]| {
                found.len() == allowed.len() && found.iter().zip(&allowed).all(|(index, set)| set.contains(index))
            };
            let mut found: Vec<u16> = members.iter().filter(|(at, _)| fits(at)).map(|(_, id)| *id).collect();
            found.sort_unstable();
            if rules.families[family].kind == FamilyKind::Global {
                return Err(LoweringError::Unsupported);
            }
            let things = found.into_iter().filter_map(|id| rules.families[family].thing(Some(id)));
            return Ok(SymValue::Set(things.map(|thing| (None, SymValue::Thing(thing))).collect()));
        }
        self.resolve_indices(family, indices, &[])
    }

    /// Resolves indices one after another: an index that only the position determines branches on all indices of the
    /// family.
    fn resolve_indices(&mut self, family: FamilyId, rest: &[SymValue], known: &[i32]) -> LoweringResult {
        let Some((index, rest)) = rest.split_first() else { return self.member(family, known) };
        self.map_cases(index, &mut |at, index| {
            let with = |number: i32| known.iter().copied().chain([number]).collect::<Vec<i32>>();
            match index {
                SymValue::Int(number) => at.resolve_indices(family, rest, &with(*number)),
                SymValue::Node(node) => {
                    let place = known.len();
                    let members = &at.rules.families[family].members;
                    let fits = |(found, _): &&(Vec<i32>, u16)| found.len() > place && found.starts_with(known);
                    let mut numbers: Vec<i32> = members.iter().filter(fits).map(|(found, _)| found[place]).collect();
                    numbers.dedup();
                    let (mut cases, node) = (Vec::new(), *node);
                    for number in numbers {
                        let guard = at.build_equal(&SymValue::Node(node), &SymValue::Int(number))?;
                        cases.push((guard, at.resolve_indices(family, rest, &with(number))?));
                    }
                    let none = at.rules.families[family].thing(None);
                    let last = none.map(SymValue::Thing).ok_or(LoweringError::Unsupported)?;
                    at.build_choice(cases, last)
                }
                _ => Err(LoweringError::Unsupported),
            }
        })
    }

    /// The thing, if the value is a constant one.
    pub(super) fn constant_thing(val: &SymValue) -> Option<Thing> {
        match val {
            SymValue::Thing(thing) => Some(*thing),
            _ => None,
        }
    }
}
