//! Following typed expressions: variables, lines, calls, choices and numbers.

use crate::ids::{ElementId, ExprId, FamilyId, FunctionId, GlobalId, LocationId, VarId};
use crate::rules::{Arith, BinaryOp, Expr, FamilyKind, GlobalKind, Thing, UnaryOp};

use super::super::code::{Node, NodeId};
use super::super::intern::Interner;
use super::super::value::Value;
use super::reads::Reads;
use super::{GiveUp, LARGE, MOST_DEPTH, MOST_NESTED, Made, Typed, Val};

impl Typed<'_> {
    /// What an expression gives.
    pub(super) fn eval(&mut self, id: ExprId) -> Made {
        self.spend(1)?;
        if self.depth > MOST_DEPTH {
            return Err(GiveUp::TooMuch);
        }
        self.depth += 1;
        let val = self.expr(id);
        self.depth -= 1;
        val
    }

    /// The node of a boolean expression. Where a place must be known that only the position tells, the expression is
    /// followed for every place that there is.
    pub(super) fn test(&mut self, id: ExprId) -> Made<NodeId> {
        let made = match self.eval(id) {
            Ok(val) => self.truth(&val),
            Err(error) => Err(error),
        };
        match made {
            Err(GiveUp::Place(place)) if !self.is_held(place) => self.for_every_place(place, &mut |at| at.test(id)),
            made => made,
        }
    }

    fn is_held(&self, place: NodeId) -> bool {
        self.held.iter().any(|&held| self.maker.code.is_same(held, place))
    }

    /// What is followed once for every place that a node can give.
    fn for_every_place(&mut self, place: NodeId, follow: &mut dyn FnMut(&mut Self) -> Made<NodeId>) -> Made<NodeId> {
        if self.places.len() > 1 {
            return Err(GiveUp::TooMuch);
        }
        let (depth, nested, held) = (self.depth, self.nested.clone(), std::mem::take(&mut self.held));
        let cells = self.cells.clone();
        let mut operands = vec![place];
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        for location in std::iter::once(None).chain(places.map(Some)) {
            self.places.push((place, location));
            let arm = follow(self);
            self.places.pop();
            self.depth = depth;
            self.nested.clone_from(&nested);
            self.cells.clone_from(&cells);
            operands.push(arm?);
        }
        self.held = held;
        let list = self.maker.code.list(&operands);
        Ok(self.maker.code.add(Node::Switch(list)))
    }

    fn expr(&mut self, id: ExprId) -> Made {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(Val::Int(*number)),
            Expr::Bool(yes) => Ok(Val::Bool(*yes)),
            Expr::Text(text) => Ok(Val::Text(*text)),
            Expr::Thing(thing) => Ok(Val::Thing(*thing)),
            Expr::Var(variable) => self.env[variable.index()].clone().ok_or(GiveUp::TooMuch),
            Expr::Global(global) => Ok(self.global(*global)),
            Expr::Unary(UnaryOp::Not, inner) => {
                let inner = self.test(*inner)?;
                let node = self.maker.not(inner);
                Ok(self.val(node))
            }
            Expr::Binary(BinaryOp::And, left, right) => self.both(*left, *right, true),
            Expr::Binary(BinaryOp::Or, left, right) => self.both(*left, *right, false),
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                self.binary(*op, &left, &right)
            }
            Expr::Number(op, left, right) => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                self.number(*op, &left, &right, id)
            }
            Expr::If(condition, yes, Some(no)) => self.decide(*condition, *yes, *no),
            Expr::Lines(lines) => self.lines(lines),
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Member(family, indices) => {
                let indices = indices.iter().map(|&index| self.eval(index)).collect::<Made<Vec<_>>>()?;
                self.family_member(*family, &indices)
            }
            Expr::Distinct(members) => {
                let members = members.iter().map(|&member| self.eval(member)).collect::<Made<Vec<_>>>()?;
                self.distinct(members.into_iter().map(|member| (None, member)).collect())
            }
            Expr::Range(low, high) => {
                let (Val::Int(low), Val::Int(high)) = (self.eval(*low)?, self.eval(*high)?) else {
                    return Err(GiveUp::TooMuch);
                };
                self.spend(usize::try_from(i64::from(high) - i64::from(low)).unwrap_or(0))?;
                Ok(Val::Set((low..=high).map(|number| (None, Val::Int(number))).collect()))
            }
            Expr::Over { over, var, set, body, none } => self.over((*over, id), *var, *set, *body, *none),
            Expr::Reach { relation, start, var, condition } => self.reach(*relation, *start, *var, *condition),
            Expr::Ask(ask, arguments) => self.ask(id, *ask, arguments),
            _ => Err(GiveUp::TooMuch),
        }
    }

    /// What a variable holds.
    pub(super) fn global(&mut self, id: GlobalId) -> Val {
        let member = |at: &mut Self, index: usize, val: Val| {
            (Some(at.maker.code.add(Node::GlobalHas { global: id, index: index as u16 })), val)
        };
        match self.rules.globals[id.index()].kind {
            GlobalKind::Location => self.place_val(Node::Global(id)),
            GlobalKind::Int { .. } | GlobalKind::Bool | GlobalKind::Element => {
                Val::Node(self.maker.code.add(Node::Global(id)))
            }
            GlobalKind::Elements => {
                let ids = 0..self.rules.elements.len();
                Val::Set(ids.map(|i| member(self, i, Val::element(ElementId::new(i)))).collect())
            }
            GlobalKind::Locations => {
                let ids = 0..self.rules.locations.len();
                Val::Set(ids.map(|i| member(self, i, Val::location(LocationId::new(i)))).collect())
            }
        }
    }

    /// `AND` (`all`) and `OR`: the right side is followed with what the left one then tells.
    fn both(&mut self, left: ExprId, right: ExprId, all: bool) -> Made {
        let left = self.test(left)?;
        if self.maker.known(left) == Some(Value::Bool(!all)) {
            return Ok(Val::Bool(!all));
        }
        let before = self.cells.clone();
        self.assume(left, all);
        let right = self.test(right);
        self.cells = before;
        let nodes = [left, right?];
        let node = if all { self.maker.all(&nodes) } else { self.maker.any(&nodes) };
        Ok(self.val(node))
    }

    fn decide(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> Made {
        let condition = self.test(condition)?;
        match self.maker.known(condition) {
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
        self.choose(vec![(condition, yes)], no)
    }

    /// Lines in order: what is bound splits what follows into cases; what must hold is known to what follows.
    pub(super) fn lines(&mut self, lines: &[ExprId]) -> Made {
        let (&line, rest) = lines.split_first().expect("there are lines");
        if let Expr::Assign(variable, value) = self.rules.exprs[line] {
            let value = self.eval(value)?;
            if rest.is_empty() {
                self.bind(variable, value.clone());
                return self.behind(&value, Val::Bool(true));
            }
            return self.each(&value, &mut |at, value| {
                at.bind(variable, value.clone());
                let then = at.lines(rest)?;
                at.behind(value, then)
            });
        }
        if rest.is_empty() {
            return self.eval(line);
        }
        let line = self.test(line)?;
        if self.maker.known(line) == Some(Value::Bool(false)) {
            return Ok(Val::Bool(false));
        }
        let before = self.cells.clone();
        self.assume(line, true);
        let rest = self.lines(rest)?;
        self.cells = before;
        let rest = self.truth(&rest)?;
        let node = self.maker.all(&[line, rest]);
        Ok(self.val(node))
    }

    fn call(&mut self, function: FunctionId, arguments: &[ExprId]) -> Made {
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Made<Vec<_>>>()?;
        let index = function.index();
        if self.nested[index] >= MOST_NESTED {
            return Err(GiveUp::TooMuch);
        }
        let constants: Option<Vec<Value>> = values.iter().map(Val::constant).collect();
        if let Some(constants) = constants.as_ref().filter(|_| self.large[index]) {
            return self.share(function, constants, &values);
        }
        let spent = self.spent;
        let made = self.put_in_place(function, &values)?;
        if let (Some(constants), Val::Node(_)) = (&constants, &made)
            && self.spent - spent > LARGE
            && self.places.is_empty()
            && self.is_for_all_moves(function)
        {
            self.large[index] = true;
            return self.share(function, constants, &values);
        }
        values.iter().rev().try_fold(made, |made, value| self.behind(value, made))
    }

    /// Whether a named expression says nothing of the move in hand.
    fn is_for_all_moves(&self, function: FunctionId) -> bool {
        let body = &self.rules.functions[function.index()].body;
        let reads = Reads::of(self.rules, body);
        !(reads.from || reads.to || reads.moved || reads.captured || reads.chosen || self.acts[function.index()])
    }

    /// A call as code that all moves share; nothing that is known of cells is used.
    fn share(&mut self, function: FunctionId, constants: &[Value], values: &[Val]) -> Made {
        let call = (function, constants.to_vec(), self.scene.player, self.scene.mover);
        if let Some((_, node)) = self.shared.iter().find(|(known, _)| *known == call) {
            return Ok(Val::Node(self.maker.code.add(self.library[*node])));
        }
        let (cells, places) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.places));
        let held = std::mem::take(&mut self.held);
        let made = self.put_in_place(function, values);
        (self.cells, self.places, self.held) = (cells, places, held);
        let Val::Node(node) = made? else { return Err(GiveUp::TooMuch) };
        let boolean = self.maker.is_boolean(node);
        let copy = Interner::default().take(&self.maker.code, node, &mut self.library);
        self.library.shared.push(copy);
        let shared = Node::Shared { id: (self.library.shared.len() - 1) as u32, boolean };
        let kept = self.library.add(shared);
        self.shared.push((call, kept));
        Ok(Val::Node(self.maker.code.add(shared)))
    }

    fn put_in_place(&mut self, function: FunctionId, values: &[Val]) -> Made {
        let index = function.index();
        let called = &self.rules.functions[index];
        self.nested[index] += 1;
        let before: Vec<Option<Val>> = called.params.iter().map(|param| self.env[param.index()].clone()).collect();
        let made = self.with_arguments(&called.params, values, &called.body);
        for (param, value) in called.params.iter().zip(before) {
            self.env[param.index()] = value;
        }
        self.nested[index] -= 1;
        made
    }

    /// The body for every case of its arguments.
    fn with_arguments(&mut self, params: &[VarId], values: &[Val], body: &[ExprId]) -> Made {
        let (Some((&param, params)), Some((value, values))) = (params.split_first(), values.split_first()) else {
            return self.lines(body);
        };
        let value = self.one_place(value)?;
        self.each(&value, &mut |at, value| {
            at.bind(param, value.clone());
            let Val::Node(node) = *value else { return at.with_arguments(params, values, body) };
            // If the place must be known, the call is followed once for every place.
            let (depth, nested, cells) = (at.depth, at.nested.clone(), at.cells.clone());
            at.held.push(node);
            let made = at.with_arguments(params, values, body);
            at.held.pop();
            match made {
                Err(GiveUp::Place(place)) if at.maker.code.is_same(place, node) && !at.is_held(place) => {
                    (at.depth, at.nested) = (depth, nested);
                    at.cells = cells;
                    let switch = at.for_every_place(node, &mut |at| {
                        let place = at.taken(node);
                        at.bind(param, place);
                        let made = at.with_arguments(params, values, body)?;
                        at.node(&made)
                    })?;
                    Ok(at.val(switch))
                }
                made => made,
            }
        })
    }

    pub(super) fn number(&mut self, op: Arith, left: &Val, right: &Val, at: ExprId) -> Made {
        self.each(left, &mut |work, left| {
            work.each(right, &mut |work, right| {
                if let (Val::Int(one), Val::Int(other)) = (left, right) {
                    return Ok(match op.of(*one, *other) {
                        Ok(number) => Val::Int(number),
                        Err(kind) => Val::Node(work.maker.fail(kind, at)),
                    });
                }
                let (left, right) = (work.node(left)?, work.node(right)?);
                let result = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => op.of(one, other).ok().map(Value::Int),
                    _ => None,
                };
                let node = work.maker.map2(left, right, &result);
                let node = node.unwrap_or_else(|| work.maker.code.add(Node::Arith { op, left, right, at }));
                Ok(work.val(node))
            })
        })
    }

    /// A member of a family, or several where an index is a set.
    fn family_member(&mut self, family: FamilyId, indices: &[Val]) -> Made {
        let rules = self.rules;
        if indices.iter().any(|index| matches!(index, Val::Set(_))) {
            let allowed: Option<Vec<Vec<i32>>> = indices
                .iter()
                .map(|index| match index {
                    Val::Int(number) => Some(vec![*number]),
                    Val::Set(members) => members
                        .iter()
                        .map(|member| if let (None, Val::Int(number)) = member { Some(*number) } else { None })
                        .collect(),
                    _ => None,
                })
                .collect();
            let allowed = allowed.ok_or(GiveUp::TooMuch)?;
            let members = &rules.families[family].members;
            self.spend(members.len() / 8)?;
            let fits = |found: &[i32]| {
                found.len() == allowed.len() && found.iter().zip(&allowed).all(|(index, set)| set.contains(index))
            };
            let mut found: Vec<u16> = members.iter().filter(|(at, _)| fits(at)).map(|(_, id)| *id).collect();
            found.sort_unstable();
            if rules.families[family].kind == FamilyKind::Global {
                return Err(GiveUp::TooMuch);
            }
            let things = found.into_iter().filter_map(|id| rules.families[family].thing(Some(id)));
            return Ok(Val::Set(things.map(|thing| (None, Val::Thing(thing))).collect()));
        }
        self.with_indices(family, indices, &[])
    }

    /// Works indices out one after another: one that only the position tells is each of those that the family has.
    fn with_indices(&mut self, family: FamilyId, rest: &[Val], known: &[i32]) -> Made {
        let Some((index, rest)) = rest.split_first() else { return self.member(family, known) };
        self.each(index, &mut |at, index| {
            let with = |number: i32| known.iter().copied().chain([number]).collect::<Vec<i32>>();
            match index {
                Val::Int(number) => at.with_indices(family, rest, &with(*number)),
                Val::Node(node) => {
                    let place = known.len();
                    let members = &at.rules.families[family].members;
                    let fits = |(found, _): &&(Vec<i32>, u16)| found.len() > place && found.starts_with(known);
                    let mut numbers: Vec<i32> = members.iter().filter(fits).map(|(found, _)| found[place]).collect();
                    numbers.dedup();
                    let (mut cases, node) = (Vec::new(), *node);
                    for number in numbers {
                        let guard = at.equals(&Val::Node(node), &Val::Int(number))?;
                        cases.push((guard, at.with_indices(family, rest, &with(number))?));
                    }
                    let none = at.rules.families[family].thing(None);
                    let last = none.map(Val::Thing).ok_or(GiveUp::TooMuch)?;
                    at.choose(cases, last)
                }
                _ => Err(GiveUp::TooMuch),
            }
        })
    }

    /// The thing that a value is, if it is one that is known.
    pub(super) fn thing(val: &Val) -> Option<Thing> {
        match val {
            Val::Thing(thing) => Some(*thing),
            _ => None,
        }
    }
}
