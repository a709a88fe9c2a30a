//! Conditions that do something where they should ask: conditions of rules that change the position, which must not
//! be as they are looked at whenever moves are listed, and `=` where `==` is meant.
//! What a condition calls is not followed here; the engine stops the game there.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Action, Expr};

use super::{Context, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    changing(context, findings);
    assigning(context, findings);
}

/// An assignment that is all of a condition can only be meant as a comparison: it is always true.
fn assigning(context: &Context<'_>, findings: &mut Findings) {
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
        if !context.places.told.contains(&span) {
            let name = shorten(&rules.variables[var.index()]);
            findings.add(
                Diagnostic::warning("assigning-condition", span, "this condition is always true")
                    .label(format!("it gives `${name}` a value"))
                    .help(format!("`=` gives a value, `==` compares: write `${name} == ...`")),
            );
        }
    }
}

fn changing(context: &Context<'_>, findings: &mut Findings) {
    let exprs = &context.rules.exprs;
    for rule in &context.rules.rules {
        let Some(condition) = rule.condition else { continue };
        walk::all(exprs, condition, |id, expr| {
            let Expr::Act(action, _) = expr else { return };
            let name = match action {
                Action::Move => "MOVE",
                Action::SetOwner => "SETOWNER",
                Action::SetState => "SETSTATE",
                Action::SetZIndex => "SETZINDEX",
                Action::NextPlayer => "NEXTPLAYER",
            };
            findings.add(
                Diagnostic::warning("changing-condition", exprs.span(id), format!("`{name}` in a condition"))
                    .label("this stops the game when it is reached")
                    .help("a condition is looked at without making the move; put changes into `followup`"),
            );
        });
    }
}
