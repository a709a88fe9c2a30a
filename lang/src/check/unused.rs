//! What is defined and never used: types without a thing of their kind, and named expressions that nothing calls.

use std::collections::HashMap;

use boardwright_engine::fault::FaultKind;
use boardwright_engine::ids::FunctionId;
use boardwright_engine::rules::Expr;

use super::{Context, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    types(context, findings);
    functions(context, findings);
}

fn types(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut placed = vec![false; rules.element_types.len()];
    for element in &rules.elements {
        placed[element.kind.index()] = true;
    }
    for (at, row) in rules.element_types.iter().enumerate().filter(|(at, _)| !placed[*at]) {
        let message = format!("no element is of type \"{}\"", shorten(&row.name));
        findings
            .add(Diagnostic::warning("unplaced-type", context.places.element_types[at], message).label("never placed"));
    }
    let mut used = vec![false; rules.location_types.len()];
    for location in &rules.locations {
        used[location.kind.index()] = true;
    }
    for (at, row) in rules.location_types.iter().enumerate().filter(|(at, _)| !used[*at]) {
        let message = format!("no location is of type \"{}\"", shorten(&row.name));
        findings
            .add(Diagnostic::warning("unplaced-type", context.places.location_types[at], message).label("never used"));
    }
}

fn functions(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut used = vec![false; rules.functions.len()];
    let names = rules.functions.iter().enumerate().map(|(at, function)| (function.name.as_str(), FunctionId::new(at)));
    let names: HashMap<&str, FunctionId> = names.collect();
    let mut open = walk::roots(rules);
    while let Some(root) = open.pop() {
        walk::all(&rules.exprs, root, |_, expr| {
            let called = match expr {
                Expr::Call(function, _) => Some(*function),
                // A call with the wrong number of arguments is meant to be a call.
                Expr::Fail(FaultKind::Arguments { name, .. }, _) => names.get(name.as_str()).copied(),
                _ => None,
            };
            if let Some(FunctionId(function)) = called
                && !std::mem::replace(&mut used[usize::from(function)], true)
            {
                open.extend(&rules.functions[usize::from(function)].body);
            }
        });
    }
    let told = |at: usize| context.places.told.contains(&context.places.functions[at]);
    for (at, function) in rules.functions.iter().enumerate().filter(|(at, _)| !used[*at] && !told(*at)) {
        let message = format!("the expression \"{}\" is never used", shorten(&function.name));
        let label = "no rule, scoring or end of game calls it";
        findings.add(Diagnostic::warning("unused-expression", context.places.functions[at], message).label(label));
    }
}
