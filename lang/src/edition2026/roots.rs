//! The expressions that a rule set works out by itself, each with the place where it stands, and what is reached from
//! them. What may stand where is decided elsewhere.

use std::collections::HashSet;

use boardwright_engine::ids::{ExprId, FunctionId};
use boardwright_engine::rules::{Expr, Guard, Next, Place, RuleSet, Winner};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum At {
    For,
    From,
    To,
    /// State, owner, player, and indices of patterns.
    Guard,
    Condition,
    After,
    Prefer,
    Award,
    Followup,
    Next,
    Label,
    Choice,
    Scoring,
    ScoringFollowup,
    End,
    Heuristic,
    Question,
}

impl At {
    /// How it is called in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::For => "`for`",
            Self::From => "`from`",
            Self::To => "`to`",
            Self::Guard => "`state`, `owner`, `player` and patterns",
            Self::Condition => "`condition`",
            Self::After => "`after`",
            Self::Prefer => "`prefer`",
            Self::Award => "`award`",
            Self::Followup => "`followup`",
            Self::Next => "`next`",
            Self::Label => "`label`",
            Self::Choice => "`choice`",
            Self::Scoring => "[SCORINGS]",
            Self::ScoringFollowup => "`followup` of [SCORINGS]",
            Self::End => "[END OF GAME]",
            Self::Heuristic => "[HEURISTICS]",
            Self::Question => "a question",
        }
    }
}

/// The expressions of one rule.
pub(super) fn of_rule(rules: &RuleSet, rule: usize) -> Vec<(At, ExprId)> {
    let rule = &rules.rules[rule];
    let mut roots: Vec<(At, ExprId)> = rule.each.iter().map(|(_, set)| (At::For, *set)).collect();
    for (at, place) in [(At::From, &rule.from), (At::To, &rule.to)] {
        if let Place::Worked(id) = place {
            roots.push((at, *id));
        }
    }
    for guard in [rule.state, rule.player, rule.owner] {
        if let Guard::In(id) = guard {
            roots.push((At::Guard, id));
        }
    }
    roots.extend(rule.checks.iter().map(|id| (At::Guard, *id)));
    roots.extend(rule.condition.map(|id| (At::Condition, id)));
    roots.extend(rule.after.map(|id| (At::After, id)));
    roots.extend(rule.prefer.map(|id| (At::Prefer, id)));
    roots.extend(rule.choices.iter().map(|choice| (At::Choice, choice.value)));
    roots.extend(rule.awards.iter().flat_map(|award| [(At::Award, award.player), (At::Award, award.amount)]));
    roots.extend(rule.followup.map(|id| (At::Followup, id)));
    if let Next::Is(id) = rule.next {
        roots.push((At::Next, id));
    }
    roots.extend(rule.label.map(|id| (At::Label, id)));
    roots
}

/// The expressions of scorings, ends and heuristics.
pub(super) fn of_others(rules: &RuleSet) -> Vec<(At, ExprId)> {
    let mut roots = Vec::new();
    for scoring in &rules.scorings {
        roots.push((At::Scoring, scoring.situation));
        roots
            .extend(scoring.awards.iter().flat_map(|award| [(At::Scoring, award.player), (At::Scoring, award.amount)]));
        roots.extend(scoring.followup.map(|id| (At::ScoringFollowup, id)));
    }
    for end in &rules.ends {
        roots.push((At::End, end.situation));
        if let Winner::Is(id) = end.winner {
            roots.push((At::End, id));
        }
    }
    roots.extend(rules.heuristics.iter().map(|heuristic| (At::Heuristic, heuristic.value)));
    roots
}

/// All of them.
pub(super) fn all(rules: &RuleSet) -> Vec<(At, ExprId)> {
    let mut roots: Vec<(At, ExprId)> = (0..rules.rules.len()).flat_map(|rule| of_rule(rules, rule)).collect();
    roots.extend(of_others(rules));
    roots
}

/// Calls `each` with everything that is reached from some expressions, what they call included, once.
pub(super) fn reached(rules: &RuleSet, roots: impl IntoIterator<Item = ExprId>, mut each: impl FnMut(ExprId, &Expr)) {
    let mut seen: HashSet<ExprId> = HashSet::new();
    let mut called: HashSet<FunctionId> = HashSet::new();
    let mut open: Vec<ExprId> = roots.into_iter().collect();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = &rules.exprs[id];
        each(id, expr);
        open.extend(expr.parts());
        if let Expr::Call(function, _) = expr
            && called.insert(*function)
        {
            open.extend(&rules.functions[function.index()].body);
        }
    }
}
