//! What working out an expression may change: variables, the player to move, cells.
//! It is found without following the expression, and so may be more than what really happens.

use crate::ids::ExprId;
use crate::rules::{Action, Expr, RuleSet};

use super::groups::Variables;

/// What may change.
#[derive(Clone, Debug)]
pub(super) struct Effects {
    pub(super) variables: Variables,
    pub(super) mover: bool,
    pub(super) cells: bool,
}

impl Effects {
    /// What these expressions, and all that they call, may change.
    pub(super) fn of(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        let (mut mover, mut cells) = (false, false);
        let variables = Variables::found_in(rules, exprs, |expr, set| match expr {
            Expr::Assign(variable, _) | Expr::Loop { var: variable, .. } => set[variable.index()] = true,
            Expr::Call(function, _) => {
                for param in &rules.functions[function.index()].params {
                    set[param.index()] = true;
                }
            }
            Expr::Act(Action::NextPlayer, _) => mover = true,
            Expr::Act(..) => cells = true,
            _ => {}
        });
        Self { variables, mover, cells }
    }
}
