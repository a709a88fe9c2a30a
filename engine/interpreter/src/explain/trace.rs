//! Evaluation traces: the value of an expression, with the values of those parts that explain it.
//! All values are computed by the interpreter.
//!
//! A conjunction reports its first false part only, a disjunction its first true part; a loop reports the
//! member that decided it. Constants are omitted, because their text is their value.

use crate::evaluate::{Evaluator, Value};
use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query, RuleSet, Span};

use super::failed_test::{FailedTest, failed_test};

/// Value of an expression with the traces of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationTrace {
    /// Source span.
    pub span: Span,
    /// Text of an expression that the file omits and the language adds by default.
    pub default_text: Option<String>,
    /// Value.
    pub value: String,
    /// Variables assigned for the expression by a loop or call, with their values.
    pub assigned: Vec<(String, String)>,
    /// Parts that explain the value.
    pub parts: Vec<EvaluationTrace>,
    /// Description of the test, if the value is false.
    pub failed: Option<FailedTest>,
}

impl EvaluationTrace {
    /// The innermost failed test: one operand of a conjunction, but the whole of a disjunction.
    pub fn failed_test(&self) -> Option<&FailedTest> {
        let failed = self.failed.as_ref()?;
        let mut false_parts = self.parts.iter().filter_map(Self::failed_test);
        match (false_parts.next(), false_parts.next()) {
            (Some(only), None) => Some(only),
            _ => Some(failed),
        }
    }
}

/// Maximum depth of a trace.
const MAX_DEPTH: usize = 24;
/// Maximum number of parts in a trace.
const MAX_PARTS: usize = 80;
/// Maximum number of set members that are listed.
const MAX_MEMBERS: usize = 12;

/// Traces an expression; the variables must be as before its evaluation.
pub(super) fn trace_expression(evaluator: &mut Evaluator<'_>, id: ExprId) -> EvaluationTrace {
    Tracer { evaluator, parts_left: MAX_PARTS, default_span: None }.trace(id, 0)
}

/// Traces an expression that the language adds by default; `span` is the place where the file would contain it.
pub(super) fn trace_default(evaluator: &mut Evaluator<'_>, id: ExprId, span: Span) -> EvaluationTrace {
    Tracer { evaluator, parts_left: MAX_PARTS, default_span: Some(span) }.trace(id, 0)
}

/// Source text of an expression that the language adds by default.
pub(super) fn default_text(rules: &RuleSet, id: ExprId) -> Option<String> {
    match &rules.exprs[id] {
        Expr::Int(number) => Some(number.to_string()),
        Expr::Query(Query::Player, arguments) if arguments.is_empty() => Some("PLAYER".to_owned()),
        Expr::Set(parts) | Expr::DistinctSet(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|&part| default_text(rules, part)).collect();
            Some(format!("{{{}}}", parts?.join(", ")))
        }
        _ => None,
    }
}

/// Number of parts of a condition that hold before the first that does not.
pub(super) fn condition_progress(evaluator: &mut Evaluator<'_>, id: ExprId) -> usize {
    let rules = evaluator.rules;
    match &rules.exprs[id] {
        Expr::Binary(BinaryOp::And, left, right) => {
            let before = evaluator.variables.clone();
            if evaluator.eval(*left).is_ok_and(|value| value == Value::Bool(true)) {
                return 1 + condition_progress(evaluator, *right);
            }
            evaluator.variables = before;
            condition_progress(evaluator, *left)
        }
        Expr::Lines(lines) => first_false(evaluator, lines)
            .map_or(lines.len(), |(index, line)| index + condition_progress(evaluator, line)),
        _ => 0,
    }
}

/// The first false line, or else the last line, with its index. The variables are restored to those before the line.
/// `None` if there are no lines.
fn first_false(evaluator: &mut Evaluator<'_>, lines: &[ExprId]) -> Option<(usize, ExprId)> {
    let (last, others) = lines.split_last()?;
    for (index, &line) in others.iter().enumerate() {
        let before = evaluator.variables.clone();
        if !evaluator.eval(line).is_ok_and(|value| value != Value::Bool(false)) {
            evaluator.variables = before;
            return Some((index, line));
        }
    }
    Some((others.len(), *last))
}

/// Formats a value; large sets are truncated.
pub(super) fn format_value(evaluator: &Evaluator<'_>, value: &Value) -> String {
    match value {
        Value::Set(members) if members.len() > MAX_MEMBERS => {
            let first: Vec<String> = members[..MAX_MEMBERS].iter().map(|member| member.text(evaluator.rules)).collect();
            format!("{{{}, ... {} in all}}", first.join(", "), members.len())
        }
        value => value.text(evaluator.rules),
    }
}

struct Tracer<'l, 'a> {
    evaluator: &'l mut Evaluator<'a>,
    /// Number of parts that may still be reported.
    parts_left: usize,
    /// Span of a default expression that the file omits.
    default_span: Option<Span>,
}

impl Tracer<'_, '_> {
    /// Traces an expression. Afterwards the variables are as its evaluation left them.
    fn trace(&mut self, id: ExprId, depth: usize) -> EvaluationTrace {
        let span = self.evaluator.rules.exprs.span(id);
        let before = self.evaluator.variables.clone();
        let value = match self.evaluator.eval(id) {
            Ok(value) => value,
            Err(fault) => {
                let value = format!("fails: {}", fault.kind);
                return EvaluationTrace {
                    span: fault.span,
                    default_text: None,
                    value,
                    assigned: Vec::new(),
                    parts: Vec::new(),
                    failed: None,
                };
            }
        };
        let default_text = if self.is_written(span) { None } else { default_text(self.evaluator.rules, id) };
        let value_text = format_value(self.evaluator, &value);
        let mut trace = EvaluationTrace {
            span,
            default_text,
            value: value_text,
            assigned: Vec::new(),
            parts: Vec::new(),
            failed: None,
        };
        if depth >= MAX_DEPTH || self.parts_left == 0 {
            return trace;
        }
        self.parts_left -= 1;
        let after = std::mem::replace(&mut self.evaluator.variables, before);
        trace.failed = (value == Value::Bool(false)).then(|| failed_test(self.evaluator, id));
        if let Some(decisive) = self.decisive_operand(id, &value, depth) {
            trace = decisive;
        } else {
            self.explain(id, &value, &mut trace, depth + 1);
        }
        self.evaluator.variables = after;
        trace
    }

    /// Traces the operand that decides the value of the whole, if there is one.
    fn decisive_operand(&mut self, id: ExprId, value: &Value, depth: usize) -> Option<EvaluationTrace> {
        let rules = self.evaluator.rules;
        match &rules.exprs[id] {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let decisive_value = Value::Bool(*op == BinaryOp::Or);
                if *value != decisive_value {
                    return None;
                }
                let before = self.evaluator.variables.clone();
                let by_left = self.evaluator.eval(*left).is_ok_and(|left| left == decisive_value);
                if by_left {
                    self.evaluator.variables = before;
                }
                Some(self.trace(if by_left { *left } else { *right }, depth))
            }
            Expr::Lines(lines) => {
                let (_, line) = first_false(self.evaluator, lines)?;
                Some(self.trace(line, depth))
            }
            _ => None,
        }
    }

    /// Adds the parts that explain a value to the trace.
    fn explain(&mut self, id: ExprId, value: &Value, trace: &mut EvaluationTrace, depth: usize) {
        let rules = self.evaluator.rules;
        match &rules.exprs[id] {
            Expr::Call(function, arguments) => self.call(*function, arguments, value, trace, depth),
            Expr::If(condition, yes, no) => {
                self.add(*condition, trace, depth);
                let holds = self.evaluator.eval(*condition).is_ok_and(|holds| holds == Value::Bool(true));
                if let Some(branch) = if holds { Some(*yes) } else { *no } {
                    self.add(branch, trace, depth);
                }
            }
            Expr::Aggregate { function, var, set, body, .. } => {
                let members = self.evaluator.eval(*set).ok();
                let Some(Value::Set(members)) = members else { return self.add(*set, trace, depth) };
                let wanted = matches!(function, Aggregate::Some | Aggregate::First);
                let is_decided = match (function, value) {
                    (Aggregate::All, Value::Bool(yes)) => !yes,
                    (Aggregate::Some, Value::Bool(yes)) => *yes,
                    (Aggregate::First, _) => members.contains(value),
                    _ => false,
                };
                if !is_decided || !self.member(*var, members.iter().cloned(), wanted, *body, trace, depth) {
                    self.add(*set, trace, depth);
                }
            }
            Expr::Loop { all, var, from, to, body } => {
                let bounds = [*from, *to].map(|end| self.evaluator.eval(end));
                if let ([Ok(Value::Int(from)), Ok(Value::Int(to))], Value::Bool(yes)) = (&bounds, value)
                    && yes != all
                {
                    let step = if from <= to { 1 } else { -1 };
                    let numbers = std::iter::successors(Some(*from), |&number| (number != *to).then(|| number + step));
                    self.member(*var, numbers.map(Value::Int), !all, *body, trace, depth);
                }
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => self.chain(*op, id, trace, depth),
            Expr::Var(_) | Expr::Global(_) => {}
            Expr::Template(parts) => self.references(parts, trace),
            expr => {
                for part in expr.operands() {
                    self.add(part, trace, depth);
                }
            }
        }
    }

    /// Adds all parts of a chain of one operator.
    fn chain(&mut self, op: BinaryOp, id: ExprId, trace: &mut EvaluationTrace, depth: usize) {
        let mut rest = id;
        while let Expr::Binary(other, left, right) = &self.evaluator.rules.exprs[rest]
            && *other == op
        {
            self.add(*left, trace, depth);
            rest = *right;
        }
        self.add(rest, trace, depth);
    }

    /// Adds the trace of a part, unless it is constant.
    fn add(&mut self, id: ExprId, trace: &mut EvaluationTrace, depth: usize) {
        if self.parts_left > 0 && !self.is_constant(id) {
            let part = self.trace(id, depth);
            trace.parts.push(part);
        }
    }

    /// Explains a call: its arguments, and the line that decides a boolean result.
    fn call(
        &mut self,
        function: FunctionId,
        arguments: &[ExprId],
        value: &Value,
        trace: &mut EvaluationTrace,
        depth: usize,
    ) {
        let function = &self.evaluator.rules.functions[function.index()];
        let mut values = Vec::new();
        for (&param, &argument) in function.params.iter().zip(arguments) {
            let Ok(value) = self.evaluator.eval(argument) else { return };
            if !function.has_local_variables {
                self.evaluator.variables[param.index()] = Some(value.clone());
            }
            values.push((param, value));
        }
        for (param, value) in values {
            trace.assigned.push((self.name(param), format_value(self.evaluator, &value)));
            self.evaluator.variables[param.index()] = Some(value);
        }
        if matches!(value, Value::Bool(_))
            && let Some((_, line)) = first_false(self.evaluator, &function.body)
        {
            self.add(line, trace, depth);
        }
    }

    /// Adds the first member for which the body has the wanted value; returns `false` if there is none.
    fn member(
        &mut self,
        var: VarId,
        members: impl Iterator<Item = Value>,
        wanted: bool,
        body: ExprId,
        trace: &mut EvaluationTrace,
        depth: usize,
    ) -> bool {
        for member in members {
            let text = format_value(self.evaluator, &member);
            self.evaluator.variables[var.index()] = Some(member);
            let before = self.evaluator.variables.clone();
            if self.evaluator.eval(body).is_ok_and(|value| value == Value::Bool(wanted)) {
                self.evaluator.variables = before;
                trace.assigned.push((self.name(var), text));
                self.add(body, trace, depth);
                return true;
            }
        }
        false
    }

    fn references(&mut self, parts: &[boardwright_rules::TextPart], trace: &mut EvaluationTrace) {
        for part in parts {
            if let boardwright_rules::TextPart::Var(variable) = part
                && let Some(value) = &self.evaluator.variables[variable.index()]
            {
                let value = format_value(self.evaluator, value);
                trace.assigned.push((self.name(*variable), value));
            }
        }
    }

    fn name(&self, variable: VarId) -> String {
        self.evaluator.rules.variables[variable.index()].clone()
    }

    fn is_written(&self, span: Span) -> bool {
        self.default_span != Some(span)
    }

    fn is_constant(&self, id: ExprId) -> bool {
        match &self.evaluator.rules.exprs[id] {
            Expr::Int(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Thing(_) => true,
            Expr::Set(parts) | Expr::DistinctSet(parts) | Expr::Member(_, parts) => {
                parts.iter().all(|&part| self.is_constant(part))
            }
            Expr::Unary(_, part) => self.is_constant(*part),
            Expr::Arithmetic(_, left, right) | Expr::Range(left, right) => {
                self.is_constant(*left) && self.is_constant(*right)
            }
            _ => false,
        }
    }
}
