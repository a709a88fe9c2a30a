//! Side-effect analysis of expressions: the variables, player to move and cells that an evaluation may change. The
//! analysis is flow-insensitive, so it may overestimate.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr, RuleSet, UntypedAction};

use crate::analyse::groups::Variables;

/// An upper bound of the changes that an evaluation makes.
#[derive(Clone, Debug)]
pub(crate) struct SideEffects {
    pub(crate) variables: Variables,
    pub(crate) mover: bool,
    pub(crate) cells: bool,
}

impl SideEffects {
    /// The changes that expressions, including the bodies of called named expressions, may make.
    pub(crate) fn of(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        let (mut mover, mut cells) = (false, false);
        let variables = Variables::collect(rules, exprs, |expr, set| match expr {
            Expr::Assign(variable, _) | Expr::Loop { var: variable, .. } => set[variable.index()] = true,
            Expr::Call(function, _) => {
                for param in &rules.functions[function.index()].params {
                    set[param.index()] = true;
                }
            }
            Expr::UntypedAction(UntypedAction::NextPlayer, _) => mover = true,
            Expr::UntypedAction(..) => cells = true,
            _ => {}
        });
        Self { variables, mover, cells }
    }
}
