//! Root expressions of a rule set with their contexts, and traversal of everything reachable from them.
//! The rules on valid contexts are in `contexts`.

use std::collections::HashSet;

use boardwright_game::ids::{ExprId, FunctionId};
use boardwright_rules::{Expr, Guard, Next, RulePlace, RuleSet, Winner};

/// Context of an expression: the key or section that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ExprContext {
    For,
    From,
    To,
    /// State, owner, player, and indices of patterns.
    Guard,
    Condition,
    After,
    Prefer,
    Weight,
    Award,
    Followup,
    Next,
    Label,
    Choice,
    Scoring,
    ScoringFollowup,
    /// The condition `while` of a variable.
    Lifetime,
    End,
    Heuristic,
    Drawing,
    Query,
}

impl ExprContext {
    /// Name of the context in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::For => "`for`",
            Self::From => "`from`",
            Self::To => "`to`",
            Self::Guard => "`state`, `owner`, `player` and patterns",
            Self::Condition => "`condition`",
            Self::After => "`after`",
            Self::Prefer => "`prefer`",
            Self::Weight => "`weight`",
            Self::Award => "`award`",
            Self::Followup => "`followup`",
            Self::Next => "`next`",
            Self::Label => "`label`",
            Self::Choice => "`choice`",
            Self::Scoring => "[SCORINGS]",
            Self::Lifetime => "`while`",
            Self::ScoringFollowup => "`followup` of [SCORINGS]",
            Self::End => "[END OF GAME]",
            Self::Heuristic => "[HEURISTICS]",
            Self::Drawing => "`draw` and `check`",
            Self::Query => "a query",
        }
    }
}

/// Root expressions of one rule.
pub(super) fn rule_roots(rules: &RuleSet, rule: usize) -> Vec<(ExprContext, ExprId)> {
    let rule = &rules.rules[rule];
    let mut roots: Vec<(ExprContext, ExprId)> = rule.for_each.iter().map(|(_, set)| (ExprContext::For, *set)).collect();
    for (at, place) in [(ExprContext::From, &rule.from), (ExprContext::To, &rule.to)] {
        if let RulePlace::Computed(id) = place {
            roots.push((at, *id));
        }
    }
    for guard in [rule.state, rule.player, rule.owner] {
        if let Guard::In(id) = guard {
            roots.push((ExprContext::Guard, id));
        }
    }
    roots.extend(rule.checks.iter().map(|id| (ExprContext::Guard, *id)));
    roots.extend(rule.condition.map(|id| (ExprContext::Condition, id)));
    roots.extend(rule.after.map(|id| (ExprContext::After, id)));
    roots.extend(rule.prefer.map(|id| (ExprContext::Prefer, id)));
    roots.extend(rule.chance.and_then(|chance| chance.weight).map(|id| (ExprContext::Weight, id)));
    roots.extend(rule.choices.iter().map(|choice| (ExprContext::Choice, choice.value)));
    roots.extend(
        rule.awards.iter().flat_map(|award| [(ExprContext::Award, award.player), (ExprContext::Award, award.amount)]),
    );
    roots.extend(rule.followup.map(|id| (ExprContext::Followup, id)));
    if let Next::Is(id) = rule.next {
        roots.push((ExprContext::Next, id));
    }
    roots.extend(rule.label.map(|id| (ExprContext::Label, id)));
    roots
}

/// Root expressions of scorings, ends and heuristics.
pub(super) fn other_roots(rules: &RuleSet) -> Vec<(ExprContext, ExprId)> {
    let mut roots = Vec::new();
    for scoring in &rules.scorings {
        let of_situation = if scoring.resets.is_some() { ExprContext::Lifetime } else { ExprContext::Scoring };
        roots.push((of_situation, scoring.situation));
        roots.extend(
            scoring
                .awards
                .iter()
                .flat_map(|award| [(ExprContext::Scoring, award.player), (ExprContext::Scoring, award.amount)]),
        );
        roots.extend(scoring.followup.map(|id| (ExprContext::ScoringFollowup, id)));
    }
    for end in &rules.ends {
        roots.push((ExprContext::End, end.situation));
        if let Winner::Is(id) = end.winner {
            roots.push((ExprContext::End, id));
        }
    }
    roots.extend(rules.heuristics.iter().map(|heuristic| (ExprContext::Heuristic, heuristic.value)));
    roots.extend(rules.check.map(|id| (ExprContext::Drawing, id)));
    roots.extend(rules.place_texts.iter().map(|id| (ExprContext::Drawing, *id)));
    roots
}

/// All root expressions of the rule set.
pub(super) fn all_roots(rules: &RuleSet) -> Vec<(ExprContext, ExprId)> {
    let mut roots: Vec<(ExprContext, ExprId)> =
        (0..rules.rules.len()).flat_map(|rule| rule_roots(rules, rule)).collect();
    roots.extend(other_roots(rules));
    roots
}

/// Calls `each` once for every expression reachable from the roots, including the bodies of called functions.
pub(super) fn for_each_reachable(
    rules: &RuleSet,
    roots: impl IntoIterator<Item = ExprId>,
    mut each: impl FnMut(ExprId, &Expr),
) {
    let mut seen: HashSet<ExprId> = HashSet::new();
    let mut called: HashSet<FunctionId> = HashSet::new();
    let mut open: Vec<ExprId> = roots.into_iter().collect();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = &rules.exprs[id];
        each(id, expr);
        open.extend(expr.operands());
        if let Expr::Call(function, _) = expr
            && called.insert(*function)
        {
            open.extend(&rules.functions[function.index()].body);
        }
    }
}
