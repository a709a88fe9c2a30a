//! Lint for unused definitions: types without a location or element, and named expressions without a call.

use std::collections::HashMap;

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::FunctionId;
use boardwright_rules::Expr;

use super::{LintContext, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    check_types(context, findings);
    check_functions(context, findings);
}

fn check_types(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut placed = vec![false; rules.element_types.len()];
    for element in &rules.elements {
        placed[element.kind.index()] = true;
    }
    for (at, row) in rules.element_types.iter().enumerate().filter(|(at, _)| !placed[*at]) {
        let message = format!("no element is of type \"{}\"", shorten(&row.name));
        findings
            .add(Diagnostic::warning("unplaced-type", context.spans.element_types[at], message).label("never placed"));
    }
    let mut used = vec![false; rules.location_types.len()];
    for location in &rules.locations {
        used[location.kind.index()] = true;
    }
    for (at, row) in rules.location_types.iter().enumerate().filter(|(at, _)| !used[*at]) {
        let message = format!("no location is of type \"{}\"", shorten(&row.name));
        findings
            .add(Diagnostic::warning("unplaced-type", context.spans.location_types[at], message).label("never used"));
    }
}

fn check_functions(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut used = vec![false; rules.functions.len()];
    let names = rules.functions.iter().enumerate().map(|(at, function)| (function.name.as_str(), FunctionId::new(at)));
    let names: HashMap<&str, FunctionId> = names.collect();
    let mut open = walk::roots(rules);
    while let Some(root) = open.pop() {
        walk::visit_all(&rules.exprs, root, |_, expr| {
            let called = match expr {
                Expr::Call(function, _) => Some(*function),
                // A call with the wrong number of arguments counts as a call.
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
    let is_reported = |at: usize| context.spans.reported.contains(&context.spans.functions[at]);
    for (at, function) in rules.functions.iter().enumerate().filter(|(at, _)| !used[*at] && !is_reported(*at)) {
        let message = format!("the expression \"{}\" is never used", shorten(&function.name));
        let label = "no rule, scoring or end of game calls it";
        findings.add(Diagnostic::warning("unused-expression", context.spans.functions[at], message).label(label));
    }
}
