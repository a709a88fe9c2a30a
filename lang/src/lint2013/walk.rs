//! Traversal of expressions, for the lints.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr, Exprs, RuleSet};

/// Calls `each` for a node and all its descendants, but not for the bodies of called expressions.
pub(super) fn visit_all(exprs: &Exprs, root: ExprId, mut each: impl FnMut(ExprId, &Expr)) {
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        each(id, &exprs[id]);
        open.extend(exprs[id].operands());
    }
}

/// Returns the root expressions of all rules, scorings and ends of the game. Named expressions are not among them.
pub(super) fn roots(rules: &RuleSet) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for rule in &rules.rules {
        roots.extend(rule.condition.into_iter().chain(rule.followup));
        roots.extend(rule.awards.iter().flat_map(|award| [award.player, award.amount]));
    }
    for scoring in &rules.scorings {
        roots.push(scoring.situation);
        roots.extend(scoring.awards.iter().flat_map(|award| [award.player, award.amount]));
    }
    roots.extend(rules.ends.iter().flat_map(|end| std::iter::once(end.situation).chain(end.winner.number())));
    roots
}
