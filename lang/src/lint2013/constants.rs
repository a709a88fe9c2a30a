//! Lints for constant values: division by zero, integer overflow, players and states that do not exist, loops that look
//! empty but count down, and constant situations.

use boardwright_game::ids::ExprId;
use boardwright_rules::{BinaryOp, Expr, UntypedAction, UntypedQuery};

use super::LintContext;
use super::facts::Constant;
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

const FAULT_LABEL: &str = "this stops the game when it is reached";

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let most_states = context.rules.element_types.iter().map(|kind| kind.states).max().unwrap_or(1);
    for (id, expr) in context.rules.exprs.iter() {
        match expr {
            Expr::Binary(op, left, right) => check_calculation(context, id, *op, *left, *right, findings),
            Expr::Loop { from, to, .. } => check_direction(context, *from, *to, findings),
            Expr::If(condition, _, None) if context.facts.constant(*condition) == Some(Constant::Bool(false)) => {
                let message = "the condition of `IF` is always false, and there is no third argument";
                findings.add(Diagnostic::warning("no-else", context.rules.exprs.span(id), message).label(FAULT_LABEL));
            }
            Expr::UntypedQuery(query, arguments) => check_query(context, *query, arguments, findings),
            Expr::UntypedAction(action, arguments) => check_action(context, *action, arguments, most_states, findings),
            _ => {}
        }
    }
    for scoring in &context.rules.scorings {
        check_situation(
            context,
            scoring.situation,
            ["no points are ever given", "the points are given after every move"],
            findings,
        );
    }
    for end in &context.rules.ends {
        check_situation(
            context,
            end.situation,
            ["the game never ends by it", "the game ends after the first move"],
            findings,
        );
    }
    for award in context.rules.rules.iter().flat_map(|rule| &rule.awards) {
        check_player(context, award.player, "`awardPlayer`", 1, findings);
    }
    for award in context.rules.scorings.iter().flat_map(|scoring| &scoring.awards) {
        check_player(context, award.player, "`player`", 1, findings);
    }
    for end in &context.rules.ends {
        end.winner.number().into_iter().for_each(|winner| check_player(context, winner, "`winner`", -1, findings));
    }
}

fn check_calculation(
    context: &LintContext<'_>,
    id: ExprId,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
    findings: &mut Findings,
) {
    let span = context.rules.exprs.span(id);
    let right = context.facts.int(right);
    if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && right == Some(0) {
        findings.add(Diagnostic::warning("division-by-zero", span, "division by zero").label(FAULT_LABEL));
        return;
    }
    let (Some(left), Some(right), Some(value)) = (context.facts.int(left), right, context.facts.int(id)) else {
        return;
    };
    let exact = match op {
        BinaryOp::Add => i64::from(left) + i64::from(right),
        BinaryOp::Subtract => i64::from(left) - i64::from(right),
        BinaryOp::Multiply => i64::from(left) * i64::from(right),
        BinaryOp::Divide => i64::from(left) / i64::from(right),
        _ => return,
    };
    if exact != i64::from(value) {
        let message = format!("{exact} exceeds 32 bits, so the result wraps to {value}");
        findings.add(Diagnostic::warning("overflow", span, message).label("numbers go from -2147483648 to 2147483647"));
    }
}

fn check_direction(context: &LintContext<'_>, from: ExprId, to: ExprId, findings: &mut Findings) {
    let (Some(first), Some(last)) = (context.facts.int(from), context.facts.int(to)) else { return };
    // A loop from 1 to 0 looks like a loop without rounds, whereas one from 12 to 1 is clearly meant to count down.
    if first.checked_sub(last) == Some(1) {
        let span = context.rules.exprs.span(from).to(context.rules.exprs.span(to));
        findings.add(
            Diagnostic::warning("downward-loop", span, format!("this loop counts down, from {first} to {last}"))
                .label("the first number is the greater one")
                .help("a loop is never empty: it counts up or down, and includes both ends"),
        );
    }
}

fn check_query(context: &LintContext<'_>, query: UntypedQuery, arguments: &[ExprId], findings: &mut Findings) {
    match (query, arguments) {
        (UntypedQuery::Score, [number]) => check_player(context, *number, "`SCORE`", 1, findings),
        (UntypedQuery::Index, [name]) => check_index(context, *name, 1, "`INDEX`", findings),
        (UntypedQuery::IndexAt, [number, name]) => {
            if let Some(number) = context.facts.int(*number) {
                check_index(context, *name, number, "`INDEXA`", findings);
            }
        }
        _ => {}
    }
}

/// Reports a constant name that has no index at this position, counted from 1.
fn check_index(context: &LintContext<'_>, name: ExprId, number: i32, by: &str, findings: &mut Findings) {
    let count = match (context.facts.text(name), &context.rules.exprs[name]) {
        (Some(text), _) => context.rules.texts.name(text).indices.as_ref().map_or(0, Vec::len),
        // A template may yield any number of indices.
        _ if number >= 1 => return,
        _ => usize::MAX,
    };
    let span = context.rules.exprs.span(name);
    let has = usize::try_from(number).is_ok_and(|number| (1..=count).contains(&number));
    if !has {
        let text = context.facts.text(name).map(|text| shorten(context.rules.texts.text(text)));
        let message = match text {
            Some(text) if count == 0 => format!("{by}: \"{text}\" has no index"),
            Some(text) => format!("{by}: \"{text}\" has no index number {number}"),
            None => format!("{by}: indices are counted from 1, not {number}"),
        };
        findings.add(Diagnostic::warning("no-index", span, message).label(FAULT_LABEL));
    }
}

fn check_action(
    context: &LintContext<'_>,
    action: UntypedAction,
    arguments: &[ExprId],
    most_states: u16,
    findings: &mut Findings,
) {
    match (action, arguments) {
        (UntypedAction::SetOwner, [_, number]) => check_player(context, *number, "`SETOWNER`", 0, findings),
        (UntypedAction::SetState, [name, number]) => {
            let Some(number_given) = context.facts.int(*number) else { return };
            let rules = context.rules;
            let element = context.facts.text(*name).and_then(|text| rules.texts.element(text));
            let most = match element {
                Some(element) => rules.element_types[rules.elements[element.index()].kind.index()].states,
                None => most_states,
            };
            if !(1..=i32::from(most)).contains(&number_given) {
                let whose = match element {
                    Some(element) => format!("element \"{}\" has", shorten(&rules.elements[element.index()].name)),
                    None => "elements have".to_owned(),
                };
                let message = format!("`SETSTATE`: {whose} the states 1 to {most}, not {number_given}");
                findings
                    .add(Diagnostic::warning("no-such-state", rules.exprs.span(*number), message).label(FAULT_LABEL));
            }
        }
        _ => {}
    }
}

/// Reports a constant that is not the number of a player. Numbers from `least` on are also allowed.
fn check_player(context: &LintContext<'_>, value: ExprId, by: &str, least: i32, findings: &mut Findings) {
    let Some(number) = context.facts.int(value) else { return };
    let players = context.rules.players.len();
    if (least..=players as i32).contains(&number) {
        return;
    }
    let also = match least {
        1 => "",
        0 => ", and 0 means no owner",
        _ => ", 0 means a draw, and -1 continues the game",
    };
    let message = format!("{by}: {number} is no player; the players are 1 to {players}{also}");
    findings.add(Diagnostic::warning("no-such-player", context.rules.exprs.span(value), message).label(FAULT_LABEL));
}

fn check_situation(context: &LintContext<'_>, value: ExprId, effects: [&str; 2], findings: &mut Findings) {
    if let Some(Constant::Bool(truth)) = context.facts.constant(value) {
        let message = format!("this situation is always {truth}: {}", effects[usize::from(truth)]);
        let label = "this does not depend on the position";
        findings.add(Diagnostic::warning("constant-situation", context.rules.exprs.span(value), message).label(label));
    }
}
