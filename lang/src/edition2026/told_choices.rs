//! Finds where a rule stores its choice in variables that not all players see. Whether the players see the choice is up to
//! the caller.

use std::collections::HashSet;

use boardwright_game::ids::{ExprId, FunctionId, GlobalId, VarId};
use boardwright_rules::{Audience, BinaryOp, Effect, Expr, Query, Rule, RuleSet, Span};

use super::roots;

/// Assignments of a rule's followup to hidden variables that depend on its choice: their spans and variables.
pub(super) fn stored_choices(rules: &RuleSet, rule: &Rule) -> Vec<(Span, String)> {
    let mut search = Search { rules, chosen: chosen_variables(rules, rule), called: HashSet::new(), found: Vec::new() };
    if let Some(followup) = rule.followup {
        search.visit(followup, false);
    }
    search.found
}

/// The variables of `for` whose value is the choice.
fn chosen_variables(rules: &RuleSet, rule: &Rule) -> HashSet<VarId> {
    let mut found = HashSet::new();
    roots::for_each_reachable(rules, rule.condition, |_, expr| {
        if let Expr::Binary(BinaryOp::Equal, value, choice) = expr
            && let Expr::Var(var) = rules.exprs[*value]
            && matches!(rules.exprs[*choice], Expr::Query(Query::Choice, _))
        {
            found.insert(var);
        }
    });
    found
}

struct Search<'r> {
    rules: &'r RuleSet,
    /// Local variables whose values depend on the choice.
    chosen: HashSet<VarId>,
    /// Named expressions that are being visited or have been.
    called: HashSet<(FunctionId, bool)>,
    found: Vec<(Span, String)>,
}

impl Search<'_> {
    fn reads_choice(&self, id: ExprId) -> bool {
        let mut reads = false;
        roots::for_each_reachable(self.rules, [id], |_, expr| match expr {
            Expr::Query(Query::Choice, _) => reads = true,
            Expr::Var(var) => reads |= self.chosen.contains(var),
            _ => {}
        });
        reads
    }

    fn is_hidden(&self, id: GlobalId) -> bool {
        self.rules.globals[id.index()].audience != Audience::All
    }

    /// Visits an action; `depends` is `true` where the choice decides if it is executed.
    fn visit(&mut self, at: ExprId, depends: bool) {
        let rules = self.rules;
        match &rules.exprs[at] {
            Expr::Effect(effect, values) => {
                let (is_hidden, name) = match effect {
                    Effect::Set(id) => (self.is_hidden(*id), &rules.globals[id.index()].name),
                    Effect::SetMember(family) => {
                        let family = &rules.families[*family];
                        (family.members.iter().any(|(_, id)| self.is_hidden(GlobalId(*id))), &family.name)
                    }
                    _ => return,
                };
                if is_hidden && (depends || values.last().is_some_and(|value| self.reads_choice(*value))) {
                    self.found.push((rules.exprs.span(at), name.clone()));
                }
            }
            Expr::Assign(var, value) => {
                if depends || self.reads_choice(*value) {
                    self.chosen.insert(*var);
                }
            }
            Expr::If(condition, yes, no) => {
                let depends = depends || self.reads_choice(*condition);
                for branch in [Some(*yes), *no].into_iter().flatten() {
                    self.visit(branch, depends);
                }
            }
            Expr::Call(function, arguments) => {
                let function_data = &rules.functions[function.index()];
                for (param, argument) in function_data.params.iter().zip(arguments) {
                    if self.reads_choice(*argument) {
                        self.chosen.insert(*param);
                    }
                }
                if self.called.insert((*function, depends)) {
                    function_data.body.iter().for_each(|line| self.visit(*line, depends));
                }
            }
            other => other.operands().into_iter().for_each(|operand| self.visit(operand, depends)),
        }
    }
}
