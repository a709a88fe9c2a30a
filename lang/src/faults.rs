//! A mistake that stopped a running game, shown at its place in the file like any other mistake.
//! What it is has been found out by the engine.

use boardwright_engine::fault::{Fault, FaultKind, Within};

use crate::Diagnostic;

/// The diagnostic of a fault.
pub fn fault_diagnostic(fault: &Fault) -> Diagnostic {
    let label = match &fault.within {
        Within::Question => String::new(),
        within => format!("while working out {within}"),
    };
    let help = match &fault.kind {
        FaultKind::Unbound(_) => Some(
            "a variable gets its value from a pattern, a loop, an argument or `$X = ...`; all of them are empty again when \
             the next move is looked at",
        ),
        FaultKind::NoElse => Some("give IF a third argument: what it is when the condition is false"),
        FaultKind::NoIndex { .. } => Some("only names such as `b(1)` or `b(1,2)` have indices"),
        FaultKind::ChangeInCondition(_) => Some("changes belong into `followup`"),
        FaultKind::NotThere { .. } => Some("`LOCATION(...)` tells where an element stands now"),
        _ => None,
    };
    Diagnostic::error("fault", fault.span, fault.kind.to_string()).label(label).maybe_help(help.map(str::to_owned))
}
