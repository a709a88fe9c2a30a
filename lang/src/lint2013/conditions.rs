//! Lints for conditions with side effects: actions in conditions of rules, which are evaluated whenever moves are
//! generated, and `=` instead of `==`. Calls are not followed; for them the engine reports a fault at run time.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr, UntypedAction};

use super::{LintContext, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    check_actions(context, findings);
    check_assignments(context, findings);
}

/// Reports conditions that consist of an assignment. These are always true, so a comparison was meant.
fn check_assignments(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut conditions: Vec<ExprId> = rules.rules.iter().filter_map(|rule| rule.condition).collect();
    conditions.extend(rules.scorings.iter().map(|scoring| scoring.situation));
    conditions.extend(rules.ends.iter().map(|end| end.situation));
    conditions.extend(rules.exprs.iter().filter_map(|(_, expr)| match expr {
        Expr::If(condition, ..) => Some(*condition),
        _ => None,
    }));
    for condition in conditions {
        let span = rules.exprs.span(condition);
        let Expr::Assign(var, _) = &rules.exprs[condition] else { continue };
        if !context.spans.reported.contains(&span) {
            let name = shorten(&rules.variables[var.index()]);
            findings.add(
                Diagnostic::warning("assigning-condition", span, "this condition is always true")
                    .label(format!("it assigns a value to `${name}`"))
                    .help(format!("`=` assigns, `==` compares: write `${name} == ...`")),
            );
        }
    }
}

fn check_actions(context: &LintContext<'_>, findings: &mut Findings) {
    let exprs = &context.rules.exprs;
    for rule in &context.rules.rules {
        let Some(condition) = rule.condition else { continue };
        walk::visit_all(exprs, condition, |id, expr| {
            let Expr::UntypedAction(action, _) = expr else { return };
            let name = match action {
                UntypedAction::Move => "MOVE",
                UntypedAction::SetOwner => "SETOWNER",
                UntypedAction::SetState => "SETSTATE",
                UntypedAction::SetZIndex => "SETZINDEX",
                UntypedAction::NextPlayer => "NEXTPLAYER",
            };
            findings.add(
                Diagnostic::warning("changing-condition", exprs.span(id), format!("`{name}` in a condition"))
                    .label("this stops the game when it is reached")
                    .help("conditions are evaluated without making the move; put changes into `followup`"),
            );
        });
    }
}
