//! Lint for players who never pass the turn because none of their rules calls `NEXTPLAYER`.
//! The analysis is conservative: a call counts even if it is never executed.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr, Guard, Rule, RuleSet, Span, UntypedAction};

use super::{LintContext, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let players = rules.players.len();
    let after_any_move = rules.scorings.iter().flat_map(|scoring| {
        let awards = scoring.awards.iter().flat_map(|award| [award.player, award.amount]);
        std::iter::once(scoring.situation).chain(awards)
    });
    let after_any_move = after_any_move
        .chain(rules.ends.iter().flat_map(|end| std::iter::once(end.situation).chain(end.winner.number())));
    if players < 2 || passes_turn(rules, after_any_move.collect()) {
        return;
    }
    let passing: Vec<bool> = rules.rules.iter().map(|rule| passes_turn(rules, rule_exprs(rule))).collect();
    for number in 1..=players {
        let mut own = (0..rules.rules.len()).filter(|&at| can_use(&rules.rules[at], number)).peekable();
        let Some(&first) = own.peek() else { continue };
        if own.any(|at| passing[at]) {
            continue;
        }
        let next = number % players + 1;
        let rule = &rules.rules[first];
        findings.add(
            Diagnostic::warning(
                "turn-kept",
                effect_span(rules, rule),
                format!("player {number} keeps the turn for ever"),
            )
            .label(format!("no rule of player {number} calls `NEXTPLAYER`"))
            .help(format!("`followup=NEXTPLAYER` lets player {next} move next")),
        );
        // The other players never move, so nothing can be concluded about them.
        return;
    }
}

fn can_use(rule: &Rule, number: usize) -> bool {
    match rule.player {
        Guard::Any | Guard::Bind(_) | Guard::In(_) => true,
        Guard::Is(only) => usize::try_from(only).is_ok_and(|only| only == number),
        Guard::Never => false,
    }
}

fn rule_exprs(rule: &Rule) -> Vec<ExprId> {
    let awards = rule.awards.iter().flat_map(|award| [award.player, award.amount]);
    rule.followup.into_iter().chain(awards).collect()
}

/// Span of the followup, or of the first line of a rule without one.
fn effect_span(rules: &RuleSet, rule: &Rule) -> Span {
    let start = rule.span.start as usize;
    rule.followup.map_or(Span::new(start, start + "name=".len() + rule.name.len()), |id| rules.exprs.span(id))
}

/// `true` if any of these expressions or their callees passes the turn.
fn passes_turn(rules: &RuleSet, mut open: Vec<ExprId>) -> bool {
    let mut called = vec![false; rules.functions.len()];
    let mut found = false;
    while let Some(root) = open.pop() {
        walk::visit_all(&rules.exprs, root, |_, expr| match expr {
            // A failing call may have been meant to pass the turn.
            Expr::UntypedAction(UntypedAction::NextPlayer, _) | Expr::Fail(..) => found = true,
            Expr::Call(function, _) if !std::mem::replace(&mut called[function.index()], true) => {
                open.extend(&rules.functions[function.index()].body);
            }
            _ => {}
        });
    }
    found
}
