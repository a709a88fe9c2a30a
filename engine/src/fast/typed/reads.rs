//! What expressions read, found without following them: the move, variables, and whether they act.

use crate::ids::{ExprId, FunctionId};
use crate::rules::{Ask, Expr, RuleSet};

use super::super::groups::Variables;

/// What some expressions read of the move.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub(super) struct Reads {
    pub(super) from: bool,
    pub(super) to: bool,
    pub(super) moved: bool,
    pub(super) captured: bool,
    pub(super) chosen: bool,
    pub(super) variables: Variables,
}

impl Reads {
    pub(super) fn of(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        let (mut from, mut to, mut moved, mut captured, mut chosen) = (false, false, false, false, false);
        let variables = Variables::found_in(rules, exprs, |expr, set| match expr {
            Expr::Var(variable) => set[variable.index()] = true,
            Expr::Ask(Ask::From, _) => from = true,
            Expr::Ask(Ask::To, _) => to = true,
            Expr::Ask(Ask::Moved, _) => moved = true,
            Expr::Ask(Ask::Captured, _) => captured = true,
            Expr::Ask(Ask::Choice, _) => chosen = true,
            _ => {}
        });
        Self { from, to, moved, captured, chosen, variables }
    }
}

/// Whether a named expression changes the position.
pub(super) fn acts(rules: &RuleSet, function: FunctionId) -> bool {
    does_something(rules, &rules.functions[function.index()].body)
}

/// Whether some expressions change the position.
pub(super) fn does_something(rules: &RuleSet, exprs: &[ExprId]) -> bool {
    let mut found = false;
    Variables::found_in(rules, exprs, |expr, _| found |= matches!(expr, Expr::Do(..)));
    found
}
