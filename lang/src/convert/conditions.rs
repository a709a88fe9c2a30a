//! Conversion of lines without effects: conditions, and the bodies of named expressions.
//! Lines with effects are converted in `branches`.

use boardwright_rules::{BinaryOp, UnaryOp};

use super::effects::children;
use super::state::{ConvertResult, Env, Outcome, Statement, SymbolicValue, Ty, convert_error};
use super::symbolic::SymbolicEvaluator;
use super::term::{LocalId, Term};
use crate::edition2013::ast::{Function, Infix, Node as Node2013, NodeKind};

impl<'t> SymbolicEvaluator<'t> {
    /// Converts lines without effects. All are conditions, except that the last one may be a value, which is the
    /// result.
    pub(super) fn evaluate_lines(&mut self, nodes: &'t [Node2013], env: Env) -> ConvertResult<(Outcome, Option<Term>)> {
        let mut env = env;
        let mut total = Term::bool(true);
        let mut failed: Vec<(Term, Env)> = Vec::new();
        let mut last = None;
        let mut list: Vec<(&Node2013, bool)> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let from = list.len();
            visit_conjuncts(node, &mut |part| list.push((part, false)));
            if at + 1 == nodes.len()
                && let Some(end) = list[from..].last_mut()
            {
                end.1 = true;
            }
        }
        for (node, is_last) in list {
            if self.effects.of_node(node).has_any() {
                return Err(Box::new(
                    convert_error(node.span, "this changes the position where edition 2026 allows no change").help(
                        "in edition 2026 conditions and values cannot change the position; move changes to `followup`",
                    ),
                ));
            }
            let outcome = self.evaluate(node, env)?;
            match &outcome.value {
                SymbolicValue::Typed(term, ty) if self.resolve_type(*ty) == Ty::Bool => {
                    let term = term.clone();
                    if term.truth() != Some(true) {
                        let epoch = self.scope.epoch;
                        self.scope.blocks[0].statements.push((epoch, Statement::Condition(term.clone())));
                        failed.push((term.clone(), outcome.if_false.clone()));
                        self.scope.facts.push((epoch, term.clone()));
                    }
                    total = total.and(term);
                    env = outcome.if_true;
                }
                value if is_last => {
                    if total.truth() != Some(true) {
                        return Err(Box::new(
                            convert_error(
                                node.span,
                                "this is a value or false, but every expression of edition 2026 has one type",
                            )
                            .label("reached only if the lines before it hold"),
                        ));
                    }
                    let value = value.clone();
                    if let SymbolicValue::Typed(term, _) = &value {
                        last = Some(term.clone());
                    }
                    if matches!(value, SymbolicValue::Text(_)) {
                        let settled = self.infer_text(&value, node.span)?;
                        if let SymbolicValue::Typed(term, _) = &settled {
                            last = Some(term.clone());
                        }
                        return Ok((Outcome::of(settled, outcome.if_true), last));
                    }
                    return Ok((Outcome::of(value, outcome.if_true), last));
                }
                _ => env = outcome.env(),
            }
        }
        let mut no = failed.last().map_or_else(|| env.clone(), |(_, env)| env.clone());
        for (term, other) in failed.iter().rev().skip(1) {
            no = Env::merge(term, &no, other);
        }
        Ok((Outcome { value: SymbolicValue::bool(total), if_true: env, if_false: no }, last))
    }

    /// Records the possible values of parameters for which all calls have constant arguments.
    pub(super) fn set_parameter_domains(&mut self, function: &Function, params: &[(String, LocalId)]) {
        let mut rows: Vec<Vec<Option<i32>>> = Vec::new();
        let tree = self.tree;
        let keys = tree.rules.iter().flat_map(|rule| {
            let awards = rule.awards.iter().flat_map(|award| [&award.player, &award.amount]);
            rule.condition.iter().chain(&rule.followup).chain(awards)
        });
        let scorings = tree.scorings.iter().flat_map(|scoring| {
            std::iter::once(&scoring.situation)
                .chain(scoring.awards.iter().flat_map(|award| [&award.player, &award.amount]))
        });
        let ends = tree.ends.iter().flat_map(|end| [&end.situation, &end.winner]);
        let bodies = tree.functions.iter().flat_map(|function| &function.body);
        let mut written = Vec::new();
        for node in keys.chain(scorings).chain(ends).chain(bodies) {
            collect_calls(node, &function.name.value, &mut rows, &mut written);
        }
        let columns: Vec<(usize, LocalId)> = params
            .iter()
            .take(function.params.len())
            .enumerate()
            .filter(|(at, (name, _))| {
                rows.iter().all(|row| row.get(*at).is_some_and(Option::is_some)) && !written.contains(name)
            })
            .map(|(at, (_, id))| (at, *id))
            .collect();
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        let rows = rows.iter().map(|row| columns.iter().filter_map(|(at, _)| row[*at]).collect()).collect();
        let ids: Vec<LocalId> = columns.iter().map(|(_, id)| *id).collect();
        self.set_domain(&ids, rows);
    }
}

/// Calls `see` for the conjuncts of an expression, in order.
fn visit_conjuncts<'n>(node: &'n Node2013, see: &mut dyn FnMut(&'n Node2013)) {
    match &node.kind {
        NodeKind::Binary(left, Infix::Op(BinaryOp::And), right) => {
            visit_conjuncts(left, see);
            visit_conjuncts(right, see);
        }
        _ => see(node),
    }
}

/// Collects the constant arguments of the calls of a named expression, and the assigned variables.
fn collect_calls(node: &Node2013, name: &str, rows: &mut Vec<Vec<Option<i32>>>, written: &mut Vec<String>) {
    match &node.kind {
        NodeKind::Call(called, arguments) if called.value == name => {
            let numbers = arguments.iter().flatten().map(|argument| match &argument.kind {
                NodeKind::Int(number) => Some(*number),
                NodeKind::Prefix(UnaryOp::Neg, inner) => match inner.kind {
                    NodeKind::Int(number) => Some(number.wrapping_neg()),
                    _ => None,
                },
                _ => None,
            });
            rows.push(numbers.collect());
        }
        NodeKind::Binary(left, Infix::Assign, _) => {
            if let NodeKind::Var(name) = &left.kind {
                written.push(name.clone());
            }
        }
        _ => {}
    }
    for part in children(node) {
        collect_calls(part, name, rows, written);
    }
}
