//! Players who, once it is their turn, keep it for ever because nothing they can do calls `NEXTPLAYER`.
//! Whether a call that is there is ever reached is not asked.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Action, Expr, Guard, Rule, RuleSet, Span};

use super::{Context, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let players = rules.players.len();
    let after_any_move = rules.scorings.iter().flat_map(|scoring| {
        let awards = scoring.awards.iter().flat_map(|award| [award.player, award.amount]);
        std::iter::once(scoring.situation).chain(awards)
    });
    let after_any_move = after_any_move
        .chain(rules.ends.iter().flat_map(|end| std::iter::once(end.situation).chain(end.winner.number())));
    if players < 2 || passes(rules, after_any_move.collect()) {
        return;
    }
    let passing: Vec<bool> = rules.rules.iter().map(|rule| passes(rules, of_rule(rule))).collect();
    for number in 1..=players {
        let mut own = (0..rules.rules.len()).filter(|&at| may_use(&rules.rules[at], number)).peekable();
        let Some(&first) = own.peek() else { continue };
        if own.any(|at| passing[at]) {
            continue;
        }
        let next = number % players + 1;
        let rule = &rules.rules[first];
        findings.add(
            Diagnostic::warning("turn-kept", place(rules, rule), format!("player {number} keeps the turn for ever"))
                .label(format!("no rule of player {number} calls `NEXTPLAYER`"))
                .help(format!("`followup=NEXTPLAYER` lets player {next} move next")),
        );
        // Nobody else is ever to move, so nothing more can be said of them.
        return;
    }
}

fn may_use(rule: &Rule, number: usize) -> bool {
    match rule.player {
        Guard::Any | Guard::Bind(_) | Guard::In(_) => true,
        Guard::Is(only) => usize::try_from(only).is_ok_and(|only| only == number),
        Guard::Never => false,
    }
}

fn of_rule(rule: &Rule) -> Vec<ExprId> {
    let awards = rule.awards.iter().flat_map(|award| [award.player, award.amount]);
    rule.followup.into_iter().chain(awards).collect()
}

/// Where what the rule does is written, or its first line.
fn place(rules: &RuleSet, rule: &Rule) -> Span {
    let start = rule.span.start as usize;
    rule.followup.map_or(Span::new(start, start + "name=".len() + rule.name.len()), |id| rules.exprs.span(id))
}

/// Whether any of this, or what it calls, passes the turn.
fn passes(rules: &RuleSet, mut open: Vec<ExprId>) -> bool {
    let mut called = vec![false; rules.functions.len()];
    let mut found = false;
    while let Some(root) = open.pop() {
        walk::all(&rules.exprs, root, |_, expr| match expr {
            // What fails was meant to be something, perhaps this.
            Expr::Act(Action::NextPlayer, _) | Expr::Fail(..) => found = true,
            Expr::Call(function, _) if !std::mem::replace(&mut called[function.index()], true) => {
                open.extend(&rules.functions[function.index()].body);
            }
            _ => {}
        });
    }
    found
}
