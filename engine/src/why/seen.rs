//! What an expression came to, taken apart as far as it explains that.
//! Nothing is worked out here that the plain evaluator does not work out.
//!
//! Of parts joined by `AND` only the first that is false is told, of those joined by `OR` the first that is true; a loop
//! tells the member that decided it. Constants are left out: their text is their value.

use crate::ids::{ExprId, FunctionId, VarId};
use crate::plain::{Evaluator, Value};
use crate::rules::{Ask, BinaryOp, Expr, Over, RuleSet, Span};

/// A part of an expression and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where it is written.
    pub span: Span,
    /// Its words, where the file leaves them out and the language means them.
    pub unwritten: Option<String>,
    /// What it came to.
    pub value: String,
    /// Variables that got a value for it, a loop's or a call's.
    pub given: Vec<(String, String)>,
    /// Its parts that explain it.
    pub parts: Vec<Seen>,
}

/// How deep an explanation goes.
const DEPTH: usize = 24;
/// How many parts it has.
const PARTS: usize = 80;
/// How many members of a set are told.
const MEMBERS: usize = 12;

/// What an expression came to; the evaluator stands where it is about to be worked out.
pub(super) fn seen(at: &mut Evaluator<'_>, id: ExprId) -> Seen {
    Looker { at, left: PARTS, unwritten: None }.look(id, 0)
}

/// The same for an expression that the language puts where the file says nothing; `span` is where it would be.
pub(super) fn seen_unwritten(at: &mut Evaluator<'_>, id: ExprId, span: Span) -> Seen {
    Looker { at, left: PARTS, unwritten: Some(span) }.look(id, 0)
}

/// The words that a file would have for an expression of those that the language puts there by itself.
pub(super) fn words(rules: &RuleSet, id: ExprId) -> Option<String> {
    match &rules.exprs[id] {
        Expr::Int(number) => Some(number.to_string()),
        Expr::Ask(Ask::Player, arguments) if arguments.is_empty() => Some("PLAYER".to_owned()),
        Expr::Set(parts) | Expr::Distinct(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|&part| words(rules, part)).collect();
            Some(format!("{{{}}}", parts?.join(", ")))
        }
        _ => None,
    }
}

/// How many parts of a condition hold before the first that does not.
pub(super) fn progress(at: &mut Evaluator<'_>, id: ExprId) -> usize {
    let rules = at.rules;
    match &rules.exprs[id] {
        Expr::Binary(BinaryOp::And, left, right) => {
            let before = at.variables.clone();
            if at.eval(*left).is_ok_and(|value| value == Value::Bool(true)) {
                return 1 + progress(at, *right);
            }
            at.variables = before;
            progress(at, *left)
        }
        Expr::Lines(lines) => first_false(at, lines).map_or(lines.len(), |(place, line)| place + progress(at, line)),
        _ => 0,
    }
}

/// The first line that is false, or else the last one, with its place; the variables are as they were before it. `None`
/// if there are no lines.
fn first_false(at: &mut Evaluator<'_>, lines: &[ExprId]) -> Option<(usize, ExprId)> {
    let (last, others) = lines.split_last()?;
    for (place, &line) in others.iter().enumerate() {
        let before = at.variables.clone();
        if !at.eval(line).is_ok_and(|value| value != Value::Bool(false)) {
            at.variables = before;
            return Some((place, line));
        }
    }
    Some((others.len(), *last))
}

/// A value as it is told: of large sets only the first members.
pub(super) fn told(at: &Evaluator<'_>, value: &Value) -> String {
    match value {
        Value::Set(members) if members.len() > MEMBERS => {
            let first: Vec<String> = members[..MEMBERS].iter().map(|member| member.text(at.rules)).collect();
            format!("{{{}, ... {} in all}}", first.join(", "), members.len())
        }
        value => value.text(at.rules),
    }
}

struct Looker<'l, 'a> {
    at: &'l mut Evaluator<'a>,
    /// How many parts may still be told.
    left: usize,
    /// The place of what the file leaves out.
    unwritten: Option<Span>,
}

impl Looker<'_, '_> {
    /// What an expression came to. Afterwards the variables are as it left them.
    fn look(&mut self, id: ExprId, depth: usize) -> Seen {
        let span = self.at.rules.exprs.span(id);
        let before = self.at.variables.clone();
        let value = match self.at.eval(id) {
            Ok(value) => value,
            Err(fault) => {
                let value = format!("fails: {}", fault.kind);
                return Seen { span: fault.span, unwritten: None, value, given: Vec::new(), parts: Vec::new() };
            }
        };
        let unwritten = if self.is_written(span) { None } else { words(self.at.rules, id) };
        let value_told = told(self.at, &value);
        let mut seen = Seen { span, unwritten, value: value_told, given: Vec::new(), parts: Vec::new() };
        if depth >= DEPTH || self.left == 0 {
            return seen;
        }
        self.left -= 1;
        let after = std::mem::replace(&mut self.at.variables, before);
        if let Some(decisive) = self.decisive(id, &value, depth) {
            seen = decisive;
        } else {
            self.explain(id, &value, &mut seen, depth + 1);
        }
        self.at.variables = after;
        seen
    }

    /// The part whose value is the value of the whole, where one is.
    fn decisive(&mut self, id: ExprId, value: &Value, depth: usize) -> Option<Seen> {
        let rules = self.at.rules;
        match &rules.exprs[id] {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let decides = Value::Bool(*op == BinaryOp::Or);
                if *value != decides {
                    return None;
                }
                let before = self.at.variables.clone();
                let by_left = self.at.eval(*left).is_ok_and(|left| left == decides);
                if by_left {
                    self.at.variables = before;
                }
                Some(self.look(if by_left { *left } else { *right }, depth))
            }
            Expr::Lines(lines) => {
                let (_, line) = first_false(self.at, lines)?;
                Some(self.look(line, depth))
            }
            _ => None,
        }
    }

    /// Puts the parts that explain a value into what is seen.
    fn explain(&mut self, id: ExprId, value: &Value, seen: &mut Seen, depth: usize) {
        let rules = self.at.rules;
        match &rules.exprs[id] {
            Expr::Call(function, arguments) => self.call(*function, arguments, value, seen, depth),
            Expr::If(condition, yes, no) => {
                self.add(*condition, seen, depth);
                let holds = self.at.eval(*condition).is_ok_and(|holds| holds == Value::Bool(true));
                if let Some(branch) = if holds { Some(*yes) } else { *no } {
                    self.add(branch, seen, depth);
                }
            }
            Expr::Over { over, var, set, body, .. } => {
                let members = self.at.eval(*set).ok();
                let Some(Value::Set(members)) = members else { return self.add(*set, seen, depth) };
                let wanted = matches!(over, Over::Some | Over::First);
                let decided = match (over, value) {
                    (Over::All, Value::Bool(yes)) => !yes,
                    (Over::Some, Value::Bool(yes)) => *yes,
                    (Over::First, _) => members.contains(value),
                    _ => false,
                };
                if !decided || !self.member(*var, members.iter().cloned(), wanted, *body, seen, depth) {
                    self.add(*set, seen, depth);
                }
            }
            Expr::Loop { all, var, from, to, body } => {
                let ends = [*from, *to].map(|end| self.at.eval(end));
                if let ([Ok(Value::Int(from)), Ok(Value::Int(to))], Value::Bool(yes)) = (&ends, value)
                    && yes != all
                {
                    let step = if from <= to { 1 } else { -1 };
                    let numbers = std::iter::successors(Some(*from), |&at| (at != *to).then(|| at + step));
                    self.member(*var, numbers.map(Value::Int), !all, *body, seen, depth);
                }
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => self.chain(*op, id, seen, depth),
            Expr::Var(_) | Expr::Global(_) => {}
            Expr::Template(parts) => self.references(parts, seen),
            expr => {
                for part in expr.parts() {
                    self.add(part, seen, depth);
                }
            }
        }
    }

    /// Adds all parts of a chain of one operator.
    fn chain(&mut self, op: BinaryOp, id: ExprId, seen: &mut Seen, depth: usize) {
        let mut at = id;
        while let Expr::Binary(found, left, right) = &self.at.rules.exprs[at]
            && *found == op
        {
            self.add(*left, seen, depth);
            at = *right;
        }
        self.add(at, seen, depth);
    }

    /// Adds what a part came to, unless it is constant.
    fn add(&mut self, id: ExprId, seen: &mut Seen, depth: usize) {
        if self.left > 0 && !self.is_constant(id) {
            let part = self.look(id, depth);
            seen.parts.push(part);
        }
    }

    /// A call: its arguments, and what decided in its lines if it is a boolean.
    fn call(&mut self, function: FunctionId, arguments: &[ExprId], value: &Value, seen: &mut Seen, depth: usize) {
        let function = &self.at.rules.functions[function.index()];
        let mut values = Vec::new();
        for (&param, &argument) in function.params.iter().zip(arguments) {
            let Ok(value) = self.at.eval(argument) else { return };
            if !function.own {
                self.at.variables[param.index()] = Some(value.clone());
            }
            values.push((param, value));
        }
        for (param, value) in values {
            seen.given.push((self.name(param), told(self.at, &value)));
            self.at.variables[param.index()] = Some(value);
        }
        if matches!(value, Value::Bool(_))
            && let Some((_, line)) = first_false(self.at, &function.body)
        {
            self.add(line, seen, depth);
        }
    }

    /// The first member for which the body is as wanted; whether there is one.
    fn member(
        &mut self,
        var: VarId,
        members: impl Iterator<Item = Value>,
        wanted: bool,
        body: ExprId,
        seen: &mut Seen,
        depth: usize,
    ) -> bool {
        for member in members {
            let text = told(self.at, &member);
            self.at.variables[var.index()] = Some(member);
            let before = self.at.variables.clone();
            if self.at.eval(body).is_ok_and(|value| value == Value::Bool(wanted)) {
                self.at.variables = before;
                seen.given.push((self.name(var), text));
                self.add(body, seen, depth);
                return true;
            }
        }
        false
    }

    fn references(&mut self, parts: &[crate::rules::Part], seen: &mut Seen) {
        for part in parts {
            if let crate::rules::Part::Var(variable) = part
                && let Some(value) = &self.at.variables[variable.index()]
            {
                let value = told(self.at, value);
                seen.given.push((self.name(*variable), value));
            }
        }
    }

    fn name(&self, variable: VarId) -> String {
        self.at.rules.variables[variable.index()].clone()
    }

    fn is_written(&self, span: Span) -> bool {
        self.unwritten != Some(span)
    }

    fn is_constant(&self, id: ExprId) -> bool {
        match &self.at.rules.exprs[id] {
            Expr::Int(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Thing(_) => true,
            Expr::Set(parts) | Expr::Distinct(parts) | Expr::Member(_, parts) => {
                parts.iter().all(|&part| self.is_constant(part))
            }
            Expr::Unary(_, part) => self.is_constant(*part),
            Expr::Number(_, left, right) | Expr::Range(left, right) => {
                self.is_constant(*left) && self.is_constant(*right)
            }
            _ => false,
        }
    }
}
