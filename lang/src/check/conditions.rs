//! Conditions of rules that change the position. They are looked at whenever moves are listed, so they must not.
//! What a condition calls is not followed here; the engine stops the game there.

use boardwright_engine::rules::{Action, Expr};

use super::{Context, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
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
