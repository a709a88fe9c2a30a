//! Variables and named expressions that dynamically typed expressions mention, themselves or through named expressions.

use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Expr, RuleSet, TextPart, UntypedAction};

/// Variables and named expressions that an expression mentions, itself or through named expressions.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Mentioned {
    pub(in super::super) read: Vec<VarId>,
    pub(in super::super) assigned: Vec<VarId>,
    pub(super) functions: Vec<FunctionId>,
    pub(super) passes_turn: bool,
}

impl Mentioned {
    /// Collects the variables and named expressions of an expression.
    pub(in super::super) fn by(rules: &RuleSet, id: ExprId) -> Self {
        let mut mentioned = Self::default();
        mentioned.add(rules, id);
        mentioned
    }

    /// Variables that are read or assigned.
    pub(in super::super) fn variables(&self) -> impl Iterator<Item = VarId> {
        self.read.iter().chain(&self.assigned).copied()
    }

    /// Adds what an expression mentions.
    pub(super) fn add(&mut self, rules: &RuleSet, id: ExprId) {
        let add = |variables: &mut Vec<VarId>, variable: VarId| {
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        };
        let expr = &rules.exprs[id];
        match expr {
            Expr::Var(variable) => add(&mut self.read, *variable),
            Expr::Template(parts) => {
                for part in parts {
                    if let TextPart::Var(variable) = part {
                        add(&mut self.read, *variable);
                    }
                }
            }
            Expr::Assign(variable, _) | Expr::Loop { var: variable, .. } => add(&mut self.assigned, *variable),
            Expr::Call(function, _) if !self.functions.contains(function) => {
                self.functions.push(*function);
                let function = &rules.functions[function.index()];
                function.params.iter().for_each(|param| add(&mut self.assigned, *param));
                function.body.iter().for_each(|line| self.add(rules, *line));
            }
            Expr::UntypedAction(UntypedAction::NextPlayer, _) => self.passes_turn = true,
            _ => {}
        }
        expr.operands().into_iter().for_each(|part| self.add(rules, part));
    }
}
