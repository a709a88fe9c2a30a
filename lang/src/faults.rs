//! Conversion of runtime faults of the engine to diagnostics, so that a mistake that stops a running game is shown at
//! its place in the file. The faults themselves are detected by the engine.

use boardwright_game::fault::{Fault, FaultContext, FaultKind};

use crate::Diagnostic;

/// Converts a runtime fault to a diagnostic.
pub fn fault_diagnostic(fault: &Fault) -> Diagnostic {
    let label = match &fault.context {
        FaultContext::UserExpression | FaultContext::Knowledge(_) | FaultContext::Player => String::new(),
        within => format!("while evaluating {within}"),
    };
    let help = match &fault.kind {
        FaultKind::Unbound(_) => Some(
            "a variable gets its value from a pattern, a loop, an argument or `$X = ...`; all variables are cleared before \
             the next move is evaluated",
        ),
        FaultKind::NoElse => Some("add a third argument to IF: its value if the condition is false"),
        FaultKind::NoIndex { .. } => Some("only names such as `b(1)` or `b(1,2)` have indices"),
        FaultKind::ChangeInCondition(_) => Some("move changes of the position to `followup`"),
        FaultKind::NoChanceMove => {
            Some("a rule of the other moves of chance, or a `next` that passes the turn to a player, is missing")
        }
        FaultKind::NotAtOrigin { .. } => Some("`LOCATION(...)` is the current location of an element"),
        _ => None,
    };
    Diagnostic::error("fault", fault.span, fault.kind.to_string()).label(label).maybe_help(help.map(str::to_owned))
}
