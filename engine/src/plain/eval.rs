//! A walker over expression trees.
//! What single questions, sets and changes come to is in its other parts, each a file of its own.

use crate::fault::{Fault, FaultKind, Within};
use crate::ids::{ExprId, FunctionId, VarId};
use crate::layout::Layout;
use crate::rules::{Arith, BinaryOp, Expr, Function, Part, RuleSet, UnaryOp};
use crate::state::State;

use super::scene::Scene;
use super::sets::combine;
use super::trail::Trail;
use super::value::Value;

/// How deeply expressions may be nested while they are worked out, calls included.
pub(crate) const MAX_DEPTH: usize = 1500;
/// How many calls of named expressions with variables of their own may be within each other.
pub(super) const MAX_CALLS: usize = 256;
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
    /// The move that is looked at or made.
    pub(crate) scene: Scene,
    /// What was done, if that is recorded.
    pub(crate) trail: Option<Trail>,
    depth: usize,
    calls: usize,
    steps: u64,
}

pub(super) type Outcome = Result<Value, Fault>;

impl<'a> Evaluator<'a> {
    pub(crate) fn new(rules: &'a RuleSet, layout: &'a Layout, state: &'a mut State, within: Within) -> Self {
        let variables = vec![None; rules.variables.len()];
        let scene = Scene::default();
        Self {
            rules,
            layout,
            state,
            variables,
            within,
            changes: true,
            scene,
            trail: None,
            depth: 0,
            calls: 0,
            steps: 0,
        }
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

    pub(super) fn mismatch<T>(
        &self,
        at: ExprId,
        operation: &'static str,
        needed: &'static str,
        found: &Value,
    ) -> Result<T, Fault> {
        self.fail(at, FaultKind::Type { operation, needed, found: found.type_name() })
    }

    pub(super) fn boolean(&mut self, id: ExprId, operation: &'static str) -> Result<bool, Fault> {
        match self.eval(id)? {
            Value::Bool(yes) => Ok(yes),
            other => self.mismatch(id, operation, "a boolean", &other),
        }
    }

    pub(super) fn text(&mut self, id: ExprId, operation: &'static str) -> Result<String, Fault> {
        match self.eval(id)? {
            Value::Text(text) => Ok(text),
            other => self.mismatch(id, operation, "a text", &other),
        }
    }

    pub(super) fn set(&mut self, id: ExprId, operation: &'static str) -> Result<Vec<Value>, Fault> {
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
            Expr::Set(members) => self.set_of(id, members),
            Expr::Unary(op, inner) => self.unary(*op, *inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.chain(id),
            Expr::Binary(op, left, right) => self.binary(id, *op, *left, *right),
            Expr::Assign(variable, value) => self.assign(*variable, *value),
            Expr::If(condition, yes, no) => self.choose(id, *condition, *yes, *no),
            Expr::Loop { all, var, from, to, body } => self.repeat(*all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.call(id, *function, arguments),
            Expr::Query(query, arguments) => self.query(id, *query, arguments),
            Expr::Act(action, arguments) => self.act(id, *action, arguments),
            Expr::Thing(thing) => Ok(Value::Thing(*thing)),
            Expr::Member(family, indices) => self.member(id, *family, indices),
            Expr::Distinct(members) => self.distinct(id, members),
            Expr::Lines(lines) => self.lines(lines),
            Expr::Number(op, left, right) => self.arithmetic(id, *op, *left, *right),
            Expr::Range(from, to) => self.range(id, *from, *to),
            Expr::Over { over, var, set, body, none } => self.over(id, *over, *var, (*set, *body, *none)),
            Expr::Reach { relation, start, var, condition } => self.reach(id, *var, (*relation, *start, *condition)),
            Expr::Ask(ask, arguments) => self.ask(id, *ask, arguments),
            Expr::Global(global) => Ok(self.state.held(rules, self.layout, *global).into()),
            Expr::Do(deed, arguments) => self.perform(id, *deed, arguments),
            Expr::Fail(kind, arguments) => self.failing(id, kind, arguments),
        }
    }

    // What follows is kept out of `node`, so that each level of nesting needs little stack.

    #[inline(never)]
    fn set_of(&mut self, id: ExprId, members: &[ExprId]) -> Outcome {
        let members = members.iter().map(|&m| self.eval(m)).collect::<Result<_, _>>()?;
        self.sized(id, Value::Set(members))
    }

    #[inline(never)]
    fn assign(&mut self, variable: VarId, value: ExprId) -> Outcome {
        let value = self.eval(value)?;
        self.variables[variable.index()] = Some(value);
        Ok(Value::Bool(true))
    }

    #[inline(never)]
    fn choose(&mut self, id: ExprId, condition: ExprId, yes: ExprId, no: Option<ExprId>) -> Outcome {
        match (self.boolean(condition, "IF")?, no) {
            (true, _) => self.eval(yes),
            (false, Some(no)) => self.eval(no),
            (false, None) => self.fail(id, FaultKind::NoElse),
        }
    }

    #[inline(never)]
    fn failing(&mut self, id: ExprId, kind: &FaultKind, arguments: &[ExprId]) -> Outcome {
        for &argument in arguments {
            self.eval(argument)?;
        }
        self.fail(id, kind.clone())
    }

    #[inline(never)]
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

    #[inline(never)]
    fn unary(&mut self, op: UnaryOp, inner: ExprId) -> Outcome {
        Ok(match op {
            UnaryOp::Not => Value::Bool(!self.boolean(inner, op.symbol())?),
            UnaryOp::Abs => Value::Int(self.number(inner, op.symbol())?.wrapping_abs()),
            UnaryOp::Neg => Value::Int(self.number(inner, op.symbol())?.wrapping_neg()),
        })
    }

    /// `AND` and `OR`: the left side decides or the right one is the answer; long chains lean to the right.
    #[inline(never)]
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

    #[inline(never)]
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
            BinaryOp::Subset
            | BinaryOp::SetMinus
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Join
            | BinaryOp::SameMembers => {
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

    /// Arithmetic without wrapping.
    #[inline(never)]
    fn arithmetic(&mut self, id: ExprId, op: Arith, left: ExprId, right: ExprId) -> Outcome {
        let (first, second) = (self.number(left, op.symbol())?, self.number(right, op.symbol())?);
        op.of(first, second).map(Value::Int).or_else(|kind| self.fail(id, kind))
    }

    #[inline(never)]
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

    #[inline(never)]
    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> Outcome {
        let rules = self.rules;
        let function = &rules.functions[function.index()];
        if function.params.len() != arguments.len() {
            let (needed, given) = (function.params.len(), arguments.len());
            return self.fail(id, FaultKind::Arguments { name: function.name.clone(), needed, given });
        }
        if function.own {
            return self.call_own(id, function, arguments);
        }
        for (&param, &argument) in function.params.iter().zip(arguments) {
            let value = self.eval(argument)?;
            self.variables[param.index()] = Some(value);
        }
        if function.body.is_empty() {
            return self.fail(id, FaultKind::NoBody(function.name.clone()));
        }
        self.lines(&function.body)
    }

    /// A call of an expression whose variables are its own: those of the caller come back afterwards.
    fn call_own(&mut self, id: ExprId, function: &Function, arguments: &[ExprId]) -> Outcome {
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        if self.calls >= MAX_CALLS {
            return self.fail(id, FaultKind::TooDeep(MAX_CALLS));
        }
        let caller = self.variables.clone();
        for (&param, value) in function.params.iter().zip(values) {
            self.variables[param.index()] = Some(value);
        }
        self.calls += 1;
        let value = self.lines(&function.body);
        self.calls -= 1;
        self.variables = caller;
        value
    }

    /// Lines in order: if one but the last is false, false; else what the last one gives.
    #[inline(never)]
    fn lines(&mut self, lines: &[ExprId]) -> Outcome {
        let Some((&last, lines)) = lines.split_last() else { return Ok(Value::Bool(true)) };
        for &line in lines {
            if self.eval(line)? == Value::Bool(false) {
                return Ok(Value::Bool(false));
            }
        }
        self.eval(last)
    }
}
