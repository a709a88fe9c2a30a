//! Read and effect analysis of typed expressions, by a scan of their subexpressions.

use boardwright_game::ids::{ExprId, FunctionId};
use boardwright_rules::{Expr, Query, RuleSet};

use crate::analyse::groups::Variables;

/// The parts of the move that expressions read.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent parts of the move
pub(super) struct MoveReads {
    pub(super) from: bool,
    pub(super) to: bool,
    pub(super) moved: bool,
    pub(super) captured: bool,
    pub(super) chosen: bool,
    /// `true` if the number of repetitions is read.
    pub(super) repetitions: bool,
    pub(super) variables: Variables,
}

impl MoveReads {
    pub(super) fn of(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        let (mut from, mut to, mut moved, mut captured, mut chosen) = (false, false, false, false, false);
        let mut repetitions = false;
        let variables = Variables::collect(rules, exprs, |expr, set| match expr {
            Expr::Var(variable) => set[variable.index()] = true,
            Expr::Query(Query::From, _) => from = true,
            Expr::Query(Query::To, _) => to = true,
            Expr::Query(Query::Moved, _) => moved = true,
            Expr::Query(Query::Captured, _) => captured = true,
            Expr::Query(Query::Choice, _) => chosen = true,
            Expr::Query(Query::Repeats, _) => repetitions = true,
            _ => {}
        });
        Self { from, to, moved, captured, chosen, repetitions, variables }
    }
}

/// `true` if a named expression has effects on the position.
pub(super) fn has_effects(rules: &RuleSet, function: FunctionId) -> bool {
    any_has_effects(rules, &rules.functions[function.index()].body)
}

/// `true` if some expression has effects on the position.
pub(super) fn any_has_effects(rules: &RuleSet, exprs: &[ExprId]) -> bool {
    let mut found = false;
    Variables::collect(rules, exprs, |expr, _| found |= matches!(expr, Expr::Effect(..)));
    found
}
