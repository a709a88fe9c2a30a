//! A walker over expression trees.

use crate::change;
use crate::fault::{Fault, FaultKind, Within};
use crate::ids::{ElementId, ExprId, FunctionId, LocationId, VarId};
use crate::layout::Layout;
use crate::rules::{Action, BinaryOp, Expr, Name, Part, Query, RuleSet, UnaryOp};
use crate::state::State;

use super::value::Value;

/// How deeply expressions may be nested while they are worked out, calls included.
pub(crate) const MAX_DEPTH: usize = 1500;
/// How many steps the conditions of one rule in one position, or one move, may take.
pub(crate) const MAX_STEPS: u64 = 20_000_000;
/// How many values a set may hold, those within its sets counted.
pub(crate) const MAX_SET: usize = 10_000;

/// What came of a list of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The values, up to the first fault.
    pub values: Vec<Value>,
    /// Variables that have a value afterwards.
    pub variables: Vec<(VarId, Value)>,
    /// What stopped it.
    pub fault: Option<Fault>,
}

/// Works expressions out in a position, with one table of variables.
pub(crate) struct Evaluator<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) layout: &'a Layout,
    pub(crate) state: &'a mut State,
    /// By variable.
    pub(crate) variables: Vec<Option<Value>>,
    /// Named in faults.
    pub(crate) within: Within,
    /// Whether the position may be changed.
    pub(crate) changes: bool,
    depth: usize,
    steps: u64,
}

type Outcome = Result<Value, Fault>;

impl<'a> Evaluator<'a> {
    pub(crate) fn new(rules: &'a RuleSet, layout: &'a Layout, state: &'a mut State, within: Within) -> Self {
        let variables = vec![None; rules.variables.len()];
        Self { rules, layout, state, variables, within, changes: true, depth: 0, steps: 0 }
    }

    /// Forgets all variables.
    pub(crate) fn forget(&mut self) {
        self.variables.fill(None);
    }

    pub(crate) fn bind(&mut self, bindings: &[(VarId, i32)]) {
        for &(variable, number) in bindings {
            self.variables[variable.index()] = Some(Value::Int(number));
        }
    }

    /// The value of an expression.
    pub(crate) fn eval(&mut self, id: ExprId) -> Outcome {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return self.fail(id, FaultKind::TooLong(MAX_STEPS));
        }
        if self.depth >= MAX_DEPTH {
            return self.fail(id, FaultKind::TooDeep(MAX_DEPTH));
        }
        self.depth += 1;
        let value = self.node(id);
        self.depth -= 1;
        value
    }

    /// Whether a condition of the engine holds: anything but true is a no.
    pub(crate) fn holds(&mut self, id: ExprId) -> Result<bool, Fault> {
        Ok(self.eval(id)? == Value::Bool(true))
    }

    /// A number that the engine needs.
    pub(crate) fn number(&mut self, id: ExprId, operation: &'static str) -> Result<i32, Fault> {
        match self.eval(id)? {
            Value::Int(number) => Ok(number),
            other => self.mismatch(id, operation, "a number", &other),
        }
    }

    pub(crate) fn fail<T>(&self, at: ExprId, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { kind, span: self.rules.exprs.span(at), within: self.within.clone() })
    }

    fn mismatch<T>(
        &self,
        at: ExprId,
        operation: &'static str,
        needed: &'static str,
        found: &Value,
    ) -> Result<T, Fault> {
        self.fail(at, FaultKind::Type { operation, needed, found: found.type_name() })
    }

    fn boolean(&mut self, id: ExprId, operation: &'static str) -> Result<bool, Fault> {
        match self.eval(id)? {
            Value::Bool(yes) => Ok(yes),
            other => self.mismatch(id, operation, "a boolean", &other),
        }
    }

    fn text(&mut self, id: ExprId, operation: &'static str) -> Result<String, Fault> {
        match self.eval(id)? {
            Value::Text(text) => Ok(text),
            other => self.mismatch(id, operation, "a text", &other),
        }
    }

    fn set(&mut self, id: ExprId, operation: &'static str) -> Result<Vec<Value>, Fault> {
        match self.eval(id)? {
            Value::Set(members) => Ok(members),
            other => self.mismatch(id, operation, "a set", &other),
        }
    }

    fn node(&mut self, id: ExprId) -> Outcome {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(Value::Int(*number)),
            Expr::Bool(yes) => Ok(Value::Bool(*yes)),
            Expr::Text(text) => Ok(Value::Text(rules.texts.text(*text).to_owned())),
            Expr::Template(parts) => self.template(id, parts),
            Expr::Var(variable) => match &self.variables[variable.index()] {
                Some(value) => Ok(value.clone()),
                None => self.fail(id, FaultKind::Unbound(rules.variables[variable.index()].clone())),
            },
            Expr::Set(members) => {
                let members = members.iter().map(|&m| self.eval(m)).collect::<Result<_, _>>()?;
                self.sized(id, Value::Set(members))
            }
            Expr::Unary(op, inner) => self.unary(*op, *inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.chain(id),
            Expr::Binary(op, left, right) => self.binary(id, *op, *left, *right),
            Expr::Assign(variable, value) => {
                let value = self.eval(*value)?;
                self.variables[variable.index()] = Some(value);
                Ok(Value::Bool(true))
            }
            Expr::If(condition, yes, no) => match (self.boolean(*condition, "IF")?, no) {
                (true, _) => self.eval(*yes),
                (false, Some(no)) => self.eval(*no),
                (false, None) => self.fail(id, FaultKind::NoElse),
            },
            Expr::Loop { all, var, from, to, body } => self.repeat(*all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.call(id, *function, arguments),
            Expr::Query(query, arguments) => self.query(id, *query, arguments),
            Expr::Act(action, arguments) => self.act(id, *action, arguments),
            Expr::Fail(kind, arguments) => {
                for &argument in arguments {
                    self.eval(argument)?;
                }
                self.fail(id, kind.clone())
            }
        }
    }

    fn template(&mut self, id: ExprId, parts: &[Part]) -> Outcome {
        use std::fmt::Write as _;
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Var(variable) => match &self.variables[variable.index()] {
                    Some(Value::Int(number)) => write!(text, "{number}").expect("writing to a text never fails"),
                    Some(other) => return self.mismatch(id, "a reference in a text", "a number", other),
                    None => {
                        let name = self.rules.variables[variable.index()].clone();
                        return self.fail(id, FaultKind::Unbound(name));
                    }
                },
            }
        }
        Ok(Value::Text(text))
    }

    fn unary(&mut self, op: UnaryOp, inner: ExprId) -> Outcome {
        Ok(match op {
            UnaryOp::Not => Value::Bool(!self.boolean(inner, op.symbol())?),
            UnaryOp::Abs => Value::Int(self.number(inner, op.symbol())?.wrapping_abs()),
            UnaryOp::Neg => Value::Int(self.number(inner, op.symbol())?.wrapping_neg()),
        })
    }

    /// `AND` and `OR`: the left side decides or the right one is the answer; long chains lean to the right.
    fn chain(&mut self, id: ExprId) -> Outcome {
        let mut at = id;
        loop {
            let Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = self.rules.exprs[at] else {
                unreachable!("only chains come here");
            };
            let yes = self.boolean(left, op.symbol())?;
            if yes == (op == BinaryOp::Or) {
                return Ok(Value::Bool(yes));
            }
            if !matches!(self.rules.exprs[right], Expr::Binary(BinaryOp::And | BinaryOp::Or, ..)) {
                return self.boolean(right, op.symbol()).map(Value::Bool);
            }
            at = right;
        }
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Outcome {
        let symbol = op.symbol();
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let same = self.eval(left)? == self.eval(right)?;
                Ok(Value::Bool(same == (op == BinaryOp::Equal)))
            }
            BinaryOp::In => {
                let member = self.eval(left)?;
                Ok(Value::Bool(self.set(right, symbol)?.contains(&member)))
            }
            BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                let (left, right) = (self.set(left, symbol)?, self.set(right, symbol)?);
                self.sized(id, combine(op, left, right))
            }
            _ => {
                let (first, second) = (self.number(left, symbol)?, self.number(right, symbol)?);
                if let Some(answer) = op.compares(first, second) {
                    return Ok(Value::Bool(answer));
                }
                let result = op.number(first, second).expect("all other operations are on numbers");
                result.map(Value::Int).or_else(|kind| self.fail(id, kind))
            }
        }
    }

    fn sized(&self, id: ExprId, set: Value) -> Outcome {
        if size(&set) > MAX_SET { self.fail(id, FaultKind::SetTooLarge(MAX_SET)) } else { Ok(set) }
    }

    fn repeat(&mut self, all: bool, variable: VarId, (from, to): (ExprId, ExprId), body: ExprId) -> Outcome {
        let name = if all { "FORALL" } else { "FORSOME" };
        let (from, to) = (self.number(from, name)?, self.number(to, name)?);
        let mut count = from;
        loop {
            self.variables[variable.index()] = Some(Value::Int(count));
            if self.boolean(body, name)? != all {
                return Ok(Value::Bool(!all));
            }
            if count == to {
                return Ok(Value::Bool(all));
            }
            count += if from <= to { 1 } else { -1 };
        }
    }

    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> Outcome {
        let function = &self.rules.functions[function.index()];
        if function.params.len() != arguments.len() {
            let (needed, given) = (function.params.len(), arguments.len());
            return self.fail(id, FaultKind::Arguments { name: function.name.clone(), needed, given });
        }
        for (&param, &argument) in function.params.iter().zip(arguments) {
            let value = self.eval(argument)?;
            self.variables[param.index()] = Some(value);
        }
        let Some((&last, lines)) = function.body.split_last() else {
            return self.fail(id, FaultKind::NoBody(function.name.clone()));
        };
        for &line in lines {
            if self.eval(line)? == Value::Bool(false) {
                return Ok(Value::Bool(false));
            }
        }
        self.eval(last)
    }

    fn query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> Outcome {
        let name = query.name();
        match query {
            Query::Player => Ok(Value::Int(self.state.mover().number() as i32)),
            Query::Score => {
                let number = self.number(arguments[0], name)?;
                match change::player(self.layout, name, number) {
                    Ok(player) => Ok(Value::Int(self.state.score(self.layout, player))),
                    Err(kind) => self.fail(id, kind),
                }
            }
            Query::IndexAt => {
                let place = self.number(arguments[0], name)?;
                let text = self.text(arguments[1], name)?;
                self.index(id, name, text, place)
            }
            Query::Index => {
                let text = self.text(arguments[0], name)?;
                self.index(id, name, text, 1)
            }
            Query::Unindex => Ok(Value::Text(Name::of(&self.text(arguments[0], name)?).base)),
            _ => {
                let text = self.text(arguments[0], name)?;
                self.about(id, query, &text)
            }
        }
    }

    fn index(&self, id: ExprId, operation: &'static str, text: String, place: i32) -> Outcome {
        let indices = Name::of(&text).indices;
        let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        match indices.zip(place).and_then(|(indices, place)| indices.get(place).copied()) {
            Some(index) => Ok(Value::Int(index)),
            None => self.fail(id, FaultKind::NoIndex { operation, name: text }),
        }
    }

    /// What is asked about one location or element by name.
    fn about(&self, id: ExprId, query: Query, name: &str) -> Outcome {
        let (rules, layout) = (self.rules, self.layout);
        let location = rules.location_named(name);
        let element = rules.element_named(name);
        let kind = element.map(|element| layout.kinds[self.state.kind(layout, element)]);
        let content = location.and_then(|location| self.state.content(layout, location));
        Ok(match query {
            Query::LocationType => Value::Text(location.map_or_else(String::new, |location| {
                rules.location_types[rules.locations[location.index()].kind.index()].name.clone()
            })),
            Query::ElementType => Value::Text(
                kind.map_or_else(String::new, |kind| rules.element_types[kind.element_type.index()].name.clone()),
            ),
            Query::State => Value::Int(kind.map_or(-1, |kind| i32::from(kind.state))),
            Query::Owner => Value::Int(kind.map_or(-1, |kind| kind.owner.map_or(0, |owner| owner.number() as i32))),
            Query::Location => Value::Text(element.map_or_else(String::new, |element| {
                rules.locations[self.state.location(layout, element).index()].name.clone()
            })),
            Query::Content => {
                Value::Text(content.map_or_else(String::new, |element| rules.elements[element.index()].name.clone()))
            }
            Query::Empty => Value::Bool(content.is_none()),
            Query::ZIndex => match element {
                Some(element) => Value::Int(self.state.zindex(layout, element)),
                None => return self.fail(id, FaultKind::NoElement { operation: "ZINDEX", name: name.to_owned() }),
            },
            Query::Index | Query::IndexAt | Query::Unindex | Query::Player | Query::Score => {
                unreachable!("these are not about one location or element")
            }
        })
    }

    fn act(&mut self, id: ExprId, action: Action, arguments: &[ExprId]) -> Outcome {
        let operation = action.name();
        let done = match action {
            Action::NextPlayer => {
                self.may_change(id, operation)?;
                change::next_player(self.layout, self.state);
                Ok(true)
            }
            Action::Move => {
                let names = arguments.iter().map(|&a| self.text(a, operation)).collect::<Result<Vec<_>, _>>()?;
                self.may_change(id, operation)?;
                let element = self.element(id, operation, &names[0])?;
                let from = self.place(id, operation, &names[1])?;
                self.stands_on(id, element, from)?;
                let to = self.place(id, operation, &names[2])?;
                change::move_element(self.rules, self.layout, self.state, element, from, to)
            }
            Action::SetState | Action::SetOwner | Action::SetZIndex => {
                let name = self.text(arguments[0], operation)?;
                let number = self.number(arguments[1], operation)?;
                self.may_change(id, operation)?;
                let element = self.element(id, operation, &name)?;
                match action {
                    Action::SetState => change::set_state(self.rules, self.layout, self.state, element, number),
                    Action::SetOwner => change::set_owner(self.layout, self.state, element, number),
                    _ => {
                        self.state.set_zindex(self.layout, element, number);
                        Ok(())
                    }
                }
                .map(|()| true)
            }
        };
        done.map(Value::Bool).or_else(|kind| self.fail(id, kind))
    }

    fn may_change(&self, id: ExprId, operation: &'static str) -> Result<(), Fault> {
        if self.changes { Ok(()) } else { self.fail(id, FaultKind::ChangeInCondition(operation)) }
    }

    fn element(&self, id: ExprId, operation: &'static str, name: &str) -> Result<ElementId, Fault> {
        let none = || FaultKind::NoElement { operation, name: name.to_owned() };
        self.rules.element_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn place(&self, id: ExprId, operation: &'static str, name: &str) -> Result<LocationId, Fault> {
        let none = || FaultKind::NoLocation { operation, name: name.to_owned() };
        self.rules.location_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn stands_on(&self, id: ExprId, element: ElementId, from: LocationId) -> Result<(), Fault> {
        if self.state.location(self.layout, element) == from {
            return Ok(());
        }
        let element = self.rules.elements[element.index()].name.clone();
        self.fail(id, FaultKind::NotThere { element, from: self.rules.locations[from.index()].name.clone() })
    }
}

/// How many values there are, those within sets counted.
fn size(value: &Value) -> usize {
    match value {
        Value::Set(members) => members.iter().map(size).sum(),
        _ => 1,
    }
}

/// The operations on two sets; members of the first keep their order and doubles.
fn combine(op: BinaryOp, mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
    match op {
        BinaryOp::Subset => return Value::Bool(left.iter().all(|member| right.contains(member))),
        BinaryOp::SetMinus => left.retain(|member| !right.contains(member)),
        BinaryOp::Intersect => left.retain(|member| right.contains(member)),
        _ => {
            left.retain(|member| !right.contains(member));
            right.append(&mut left);
            return Value::Set(right);
        }
    }
    Value::Set(left)
}
