//! Lines that change nothing: conditions, and the bodies of named expressions.
//! Lines that change something are with the paths.

use boardwright_engine::rules::{BinaryOp, UnaryOp};

use super::effects::parts;
use super::follow::Follower;
use super::state::{Done, Env, Item, Res, Ty, Val, stop};
use super::term::{LocalId, Term};
use crate::edition2013::ast::{Function, Infix, Kind, Node as Node2013};

impl<'t> Follower<'t> {
    /// Lines that change nothing, each a condition but the last, which may be a value. Their value is the last one's.
    pub(super) fn lines(&mut self, nodes: &'t [Node2013], env: Env) -> Res<(Done, Option<Term>)> {
        let mut env = env;
        let mut total = Term::bool(true);
        let mut failed: Vec<(Term, Env)> = Vec::new();
        let mut last = None;
        let mut list: Vec<(&Node2013, bool)> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let from = list.len();
            flatten(node, &mut |part| list.push((part, false)));
            if at + 1 == nodes.len()
                && let Some(end) = list[from..].last_mut()
            {
                end.1 = true;
            }
        }
        for (node, is_last) in list {
            if self.effects.node(node).anything() {
                return Err(Box::new(
                    stop(node.span, "this changes the position where 2026 allows no change")
                        .help("in 2026 conditions and values change nothing; changes stand in `followup`"),
                ));
            }
            let done = self.follow(node, env)?;
            match &done.value {
                Val::Is(term, ty) if self.known(*ty) == Ty::Bool => {
                    let term = term.clone();
                    if term.truth() != Some(true) {
                        let epoch = self.scope.epoch;
                        self.scope.blocks[0].items.push((epoch, Item::Line(term.clone())));
                        failed.push((term.clone(), done.no.clone()));
                        self.scope.facts.push((epoch, term.clone()));
                    }
                    total = total.and(term);
                    env = done.yes;
                }
                value if is_last => {
                    if total.truth() != Some(true) {
                        return Err(Box::new(
                            stop(node.span, "this is a value or false, but every expression of 2026 has one type")
                                .label("reached only if the lines before it hold"),
                        ));
                    }
                    let value = value.clone();
                    if let Val::Is(term, _) = &value {
                        last = Some(term.clone());
                    }
                    if matches!(value, Val::Name(_)) {
                        let settled = self.settle(&value, node.span)?;
                        if let Val::Is(term, _) = &settled {
                            last = Some(term.clone());
                        }
                        return Ok((Done::of(settled, done.yes), last));
                    }
                    return Ok((Done::of(value, done.yes), last));
                }
                _ => env = done.env(),
            }
        }
        let mut no = failed.last().map_or_else(|| env.clone(), |(_, env)| env.clone());
        for (term, other) in failed.iter().rev().skip(1) {
            no = Env::merge(term, &no, other);
        }
        Ok((Done { value: Val::bool(total), yes: env, no }, last))
    }

    /// What is known of parameters because all calls give numbers.
    pub(super) fn limit_by_calls(&mut self, function: &Function, params: &[(String, LocalId)]) {
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
            calls_of(node, &function.name.value, &mut rows, &mut written);
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
        self.limit(&ids, rows);
    }
}

/// The conjuncts of an expression, in order.
fn flatten<'n>(node: &'n Node2013, see: &mut dyn FnMut(&'n Node2013)) {
    match &node.kind {
        Kind::Binary(left, Infix::Op(BinaryOp::And), right) => {
            flatten(left, see);
            flatten(right, see);
        }
        _ => see(node),
    }
}

/// The numbers with which something is called, and the variables that are given values.
fn calls_of(node: &Node2013, name: &str, rows: &mut Vec<Vec<Option<i32>>>, written: &mut Vec<String>) {
    match &node.kind {
        Kind::Call(called, arguments) if called.value == name => {
            let numbers = arguments.iter().flatten().map(|argument| match &argument.kind {
                Kind::Int(number) => Some(*number),
                Kind::Prefix(UnaryOp::Neg, inner) => match inner.kind {
                    Kind::Int(number) => Some(number.wrapping_neg()),
                    _ => None,
                },
                _ => None,
            });
            rows.push(numbers.collect());
        }
        Kind::Binary(left, Infix::Assign, _) => {
            if let Kind::Var(name) = &left.kind {
                written.push(name.clone());
            }
        }
        _ => {}
    }
    for part in parts(node) {
        calls_of(part, name, rows, written);
    }
}
