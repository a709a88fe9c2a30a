//! Ways through expressions. What is looked for is the checks' own matter.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Expr, Exprs, RuleSet};

/// Calls `each` with a node and all that is in it, but not with what it calls.
pub(super) fn all(exprs: &Exprs, root: ExprId, mut each: impl FnMut(ExprId, &Expr)) {
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        each(id, &exprs[id]);
        open.extend(exprs[id].parts());
    }
}

/// Every expression that a game may work out by itself: those of rules, scorings and ends, but not named ones.
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
