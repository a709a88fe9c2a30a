//! The expression evaluator: a recursive walker over expression trees.
//! Queries, sets and effects are implemented in the sibling files.

use crate::layout::Layout;
use crate::state::State;
use boardwright_game::deadline;
use boardwright_game::fault::{Fault, FaultContext, FaultKind};
use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{ArithmeticOp, BinaryOp, Expr, Function, RuleSet, TextPart, UnaryOp};

use super::context::EvalContext;
use super::sets::set_operation;
use super::trace::MoveTrace;
use super::value::Value;

/// Maximum nesting depth of an evaluation, calls included.
pub const MAX_DEPTH: usize = 1500;
/// Maximum nesting depth of calls of named expressions with local variables.
pub(super) const MAX_CALLS: usize = 256;
/// Maximum number of evaluation steps for the conditions of one rule in one position, or for one move.
pub const MAX_STEPS: u64 = 20_000_000;
/// Number of evaluation steps between two polls of the deadline; they take some ten microseconds.
const STEPS_PER_POLL: u64 = 256;
/// Maximum number of values in a set, nested sets included.
pub const MAX_SET: usize = 10_000;

/// Result of evaluating a list of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Values, up to the first fault.
    pub values: Vec<Value>,
    /// Variables that are set afterwards.
    pub variables: Vec<(VarId, Value)>,
    /// The fault that stopped the evaluation.
    pub fault: Option<Fault>,
}

/// Evaluates expressions in a position, with one table of variables.
pub struct Evaluator<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The layout of states.
    pub layout: &'a Layout,
    /// The position, which effects of expressions change.
    pub state: &'a mut State,
    /// Values by variable id.
    pub variables: Vec<Option<Value>>,
    /// Part of the file that faults report.
    pub context: FaultContext,
    /// `true` if expressions may change the position.
    pub allows_changes: bool,
    /// The move that is being tested or made.
    pub eval_context: EvalContext,
    /// Recorded steps, if recording is on.
    pub trace: Option<MoveTrace>,
    depth: usize,
    calls: usize,
    steps: u64,
}

pub(super) type EvalResult = Result<Value, Fault>;

impl<'a> Evaluator<'a> {
    /// Creates an evaluator without variables; `context` is the part of the file that faults report.
    pub fn new(rules: &'a RuleSet, layout: &'a Layout, state: &'a mut State, context: FaultContext) -> Self {
        let variables = vec![None; rules.variables.len()];
        let eval_context = EvalContext::default();
        Self {
            rules,
            layout,
            state,
            variables,
            context,
            allows_changes: true,
            eval_context,
            trace: None,
            depth: 0,
            calls: 0,
            steps: 0,
        }
    }

    /// Unsets all variables.
    pub fn unset_variables(&mut self) {
        self.variables.fill(None);
    }

    /// Sets variables to numbers.
    pub fn bind(&mut self, bindings: &[(VarId, i32)]) {
        for &(variable, number) in bindings {
            self.variables[variable.index()] = Some(Value::Int(number));
        }
    }

    /// Evaluates an expression.
    pub fn eval(&mut self, id: ExprId) -> EvalResult {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return self.fail(id, FaultKind::TooLong(MAX_STEPS));
        }
        if self.steps.is_multiple_of(STEPS_PER_POLL) && deadline::poll() {
            return self.fail(id, FaultKind::Interrupted);
        }
        if self.depth >= MAX_DEPTH {
            return self.fail(id, FaultKind::TooDeep(MAX_DEPTH));
        }
        self.depth += 1;
        let value = self.eval_node(id);
        self.depth -= 1;
        value
    }

    /// Evaluates a condition: `true` only if the value is the boolean true.
    pub fn holds(&mut self, id: ExprId) -> Result<bool, Fault> {
        Ok(self.eval(id)? == Value::Bool(true))
    }

    /// Evaluates an expression that must return a number.
    pub fn eval_number(&mut self, id: ExprId, operation: &'static str) -> Result<i32, Fault> {
        match self.eval(id)? {
            Value::Int(number) => Ok(number),
            other => self.type_mismatch(id, operation, "a number", &other),
        }
    }

    /// Returns a fault at an expression.
    pub fn fail<T>(&self, at: ExprId, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { kind, span: self.rules.exprs.span(at), context: self.context.clone() })
    }

    pub(super) fn type_mismatch<T>(
        &self,
        at: ExprId,
        operation: &'static str,
        needed: &'static str,
        found: &Value,
    ) -> Result<T, Fault> {
        self.fail(at, FaultKind::Type { operation, needed, found: found.type_name() })
    }

    pub(super) fn eval_boolean(&mut self, id: ExprId, operation: &'static str) -> Result<bool, Fault> {
        match self.eval(id)? {
            Value::Bool(yes) => Ok(yes),
            other => self.type_mismatch(id, operation, "a boolean", &other),
        }
    }

    pub(super) fn eval_text(&mut self, id: ExprId, operation: &'static str) -> Result<String, Fault> {
        match self.eval(id)? {
            Value::Text(text) => Ok(text),
            other => self.type_mismatch(id, operation, "a text", &other),
        }
    }

    pub(super) fn eval_set(&mut self, id: ExprId, operation: &'static str) -> Result<Vec<Value>, Fault> {
        match self.eval(id)? {
            Value::Set(members) => Ok(members),
            other => self.type_mismatch(id, operation, "a set", &other),
        }
    }

    fn eval_node(&mut self, id: ExprId) -> EvalResult {
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
            Expr::Set(members) => self.set_literal(id, members),
            Expr::Unary(op, inner) => self.unary(*op, *inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.short_circuit(id),
            Expr::Binary(op, left, right) => self.binary(id, *op, *left, *right),
            Expr::Assign(variable, value) => self.assign(*variable, *value),
            Expr::If(condition, yes, no) => self.conditional(id, *condition, *yes, *no),
            Expr::Loop { all, var, from, to, body } => self.quantified_loop(*all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.call(id, *function, arguments),
            Expr::UntypedQuery(query, arguments) => self.untyped_query(id, *query, arguments),
            Expr::UntypedAction(action, arguments) => self.untyped_action(id, *action, arguments),
            Expr::Thing(thing) => Ok(Value::Thing(*thing)),
            Expr::Member(family, indices) => self.member(id, *family, indices),
            Expr::DistinctSet(members) => self.distinct(id, members),
            Expr::Lines(lines) => self.lines(lines),
            Expr::Arithmetic(op, left, right) => self.arithmetic(id, *op, *left, *right),
            Expr::Range(from, to) => self.range(id, *from, *to),
            Expr::Aggregate { function, var, set, body, none } => {
                self.aggregate(id, *function, *var, *set, *body, *none)
            }
            Expr::Reach { relation, start, var, condition } => self.reach(id, *var, *relation, *start, *condition),
            Expr::Closure { start, var, next } => self.closure(id, *start, *var, *next),
            Expr::Query(query, arguments) => self.query(id, *query, arguments),
            Expr::Global(global) => Ok(self.state.global_value(rules, self.layout, *global).into()),
            Expr::Effect(effect, arguments) => self.perform_effect(id, *effect, arguments),
            Expr::Fail(kind, arguments) => self.known_failure(id, kind, arguments),
        }
    }

    // The following functions are not inlined into `eval_node`, so that each level of nesting needs little stack.

    #[inline(never)]
    fn set_literal(&mut self, id: ExprId, members: &[ExprId]) -> EvalResult {
        let members = members.iter().map(|&m| self.eval(m)).collect::<Result<_, _>>()?;
        self.check_set_size(id, Value::Set(members))
    }

    #[inline(never)]
    fn assign(&mut self, variable: VarId, value: ExprId) -> EvalResult {
        let value = self.eval(value)?;
        self.variables[variable.index()] = Some(value);
        Ok(Value::Bool(true))
    }

    #[inline(never)]
    fn conditional(&mut self, id: ExprId, condition: ExprId, yes: ExprId, no: Option<ExprId>) -> EvalResult {
        match (self.eval_boolean(condition, "IF")?, no) {
            (true, _) => self.eval(yes),
            (false, Some(no)) => self.eval(no),
            (false, None) => self.fail(id, FaultKind::NoElse),
        }
    }

    #[inline(never)]
    fn known_failure(&mut self, id: ExprId, kind: &FaultKind, arguments: &[ExprId]) -> EvalResult {
        for &argument in arguments {
            self.eval(argument)?;
        }
        self.fail(id, kind.clone())
    }

    #[inline(never)]
    fn template(&mut self, id: ExprId, parts: &[TextPart]) -> EvalResult {
        use std::fmt::Write as _;
        let mut text = String::new();
        for part in parts {
            match part {
                TextPart::Literal(literal) => text.push_str(literal),
                TextPart::Var(variable) => match &self.variables[variable.index()] {
                    Some(Value::Int(number)) => write!(text, "{number}").expect("writing to a text never fails"),
                    Some(other) => return self.type_mismatch(id, "a reference in a text", "a number", other),
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
    fn unary(&mut self, op: UnaryOp, inner: ExprId) -> EvalResult {
        Ok(match op {
            UnaryOp::Not => Value::Bool(!self.eval_boolean(inner, op.symbol())?),
            UnaryOp::Abs => Value::Int(self.eval_number(inner, op.symbol())?.wrapping_abs()),
            UnaryOp::Neg => Value::Int(self.eval_number(inner, op.symbol())?.wrapping_neg()),
        })
    }

    /// `AND` and `OR`, short-circuiting; long chains nest to the right and are evaluated in a loop.
    #[inline(never)]
    fn short_circuit(&mut self, id: ExprId) -> EvalResult {
        let mut at = id;
        loop {
            let Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = self.rules.exprs[at] else {
                unreachable!("only chains come here");
            };
            let yes = self.eval_boolean(left, op.symbol())?;
            if yes == (op == BinaryOp::Or) {
                return Ok(Value::Bool(yes));
            }
            if !matches!(self.rules.exprs[right], Expr::Binary(BinaryOp::And | BinaryOp::Or, ..)) {
                return self.eval_boolean(right, op.symbol()).map(Value::Bool);
            }
            at = right;
        }
    }

    #[inline(never)]
    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> EvalResult {
        let symbol = op.symbol();
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let same = self.eval(left)? == self.eval(right)?;
                Ok(Value::Bool(same == (op == BinaryOp::Equal)))
            }
            BinaryOp::In => {
                let member = self.eval(left)?;
                Ok(Value::Bool(self.eval_set(right, symbol)?.contains(&member)))
            }
            BinaryOp::Subset
            | BinaryOp::SetMinus
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Join
            | BinaryOp::SameMembers => {
                let (left, right) = (self.eval_set(left, symbol)?, self.eval_set(right, symbol)?);
                self.check_set_size(id, set_operation(op, left, right))
            }
            _ => {
                let (first, second) = (self.eval_number(left, symbol)?, self.eval_number(right, symbol)?);
                if let Some(answer) = op.compare_numbers(first, second) {
                    return Ok(Value::Bool(answer));
                }
                let result = op.apply_numeric(first, second).expect("all other operations are on numbers");
                result.map(Value::Int).or_else(|kind| self.fail(id, kind))
            }
        }
    }

    /// Checked arithmetic.
    #[inline(never)]
    fn arithmetic(&mut self, id: ExprId, op: ArithmeticOp, left: ExprId, right: ExprId) -> EvalResult {
        let (first, second) = (self.eval_number(left, op.symbol())?, self.eval_number(right, op.symbol())?);
        op.apply(first, second).map(Value::Int).or_else(|kind| self.fail(id, kind))
    }

    #[inline(never)]
    fn quantified_loop(
        &mut self,
        all: bool,
        variable: VarId,
        (from, to): (ExprId, ExprId),
        body: ExprId,
    ) -> EvalResult {
        let name = if all { "FORALL" } else { "FORSOME" };
        let (from, to) = (self.eval_number(from, name)?, self.eval_number(to, name)?);
        let mut count = from;
        loop {
            self.variables[variable.index()] = Some(Value::Int(count));
            if self.eval_boolean(body, name)? != all {
                return Ok(Value::Bool(!all));
            }
            if count == to {
                return Ok(Value::Bool(all));
            }
            count += if from <= to { 1 } else { -1 };
        }
    }

    #[inline(never)]
    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> EvalResult {
        let rules = self.rules;
        let function = &rules.functions[function.index()];
        if function.params.len() != arguments.len() {
            let (needed, given) = (function.params.len(), arguments.len());
            return self.fail(id, FaultKind::Arguments { name: function.name.clone(), needed, given });
        }
        if function.has_local_variables {
            return self.call_with_locals(id, function, arguments);
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

    /// Calls a named expression with local variables; the caller's variables are restored afterwards.
    fn call_with_locals(&mut self, id: ExprId, function: &Function, arguments: &[ExprId]) -> EvalResult {
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

    /// Evaluates lines in order: false if any line but the last is false, else the value of the last line.
    #[inline(never)]
    fn lines(&mut self, lines: &[ExprId]) -> EvalResult {
        let Some((&last, lines)) = lines.split_last() else { return Ok(Value::Bool(true)) };
        for &line in lines {
            if self.eval(line)? == Value::Bool(false) {
                return Ok(Value::Bool(false));
            }
        }
        self.eval(last)
    }
}
