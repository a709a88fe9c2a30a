//! Type lints: values of the wrong type that cause a fault at run time, conditions that are never true, and comparisons
//! with a constant result. Values of unknown type are not reported.

use boardwright_game::ids::ExprId;
use boardwright_rules::{BinaryOp, Expr, TextPart, UnaryOp, UntypedAction, UntypedQuery};

use super::LintContext;
use super::facts::ValueType;
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    for (id, expr) in rules.exprs.iter() {
        if !context.spans.reported.contains(&rules.exprs.span(id)) {
            check_operation(context, id, expr, findings);
        }
    }
    for rule in &rules.rules {
        check_condition(context, rule.condition, "condition", findings);
        for award in &rule.awards {
            check_type(context, award.player, ValueType::Int, "`awardPlayer`", findings);
            check_type(context, award.amount, ValueType::Int, "`withScore`", findings);
        }
    }
    for scoring in &rules.scorings {
        check_condition(context, Some(scoring.situation), "situation", findings);
        for award in &scoring.awards {
            check_type(context, award.player, ValueType::Int, "`player`", findings);
            check_type(context, award.amount, ValueType::Int, "`score`", findings);
        }
    }
    for end in &rules.ends {
        check_condition(context, Some(end.situation), "situation", findings);
        end.winner
            .number()
            .into_iter()
            .for_each(|winner| check_type(context, winner, ValueType::Int, "`winner`", findings));
    }
}

fn check_operation(context: &LintContext<'_>, id: ExprId, expr: &Expr, findings: &mut Findings) {
    let mut need = |part: ExprId, sort: ValueType, what: &str| check_type(context, part, sort, what, findings);
    match expr {
        Expr::Unary(UnaryOp::Not, operand) => need(*operand, ValueType::Bool, "`NOT`"),
        Expr::Unary(UnaryOp::Abs, operand) => need(*operand, ValueType::Int, "`ABS`"),
        Expr::Unary(UnaryOp::Neg, operand) => need(*operand, ValueType::Int, "`-`"),
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::Unequal), left, right) => {
            check_comparison(context, id, *op, *left, *right, findings);
        }
        Expr::Binary(op, left, right) => {
            let (sign, left_sort, right_sort) = operand_types(*op);
            if left_sort != ValueType::Any {
                need(*left, left_sort, sign);
            }
            need(*right, right_sort, sign);
        }
        Expr::If(condition, ..) => need(*condition, ValueType::Bool, "the condition of `IF`"),
        Expr::Loop { all, from, to, body, .. } => {
            let name = if *all { "`FORALL`" } else { "`FORSOME`" };
            need(*from, ValueType::Int, name);
            need(*to, ValueType::Int, name);
            need(*body, ValueType::Bool, name);
        }
        Expr::UntypedQuery(query, arguments) => {
            let (name, sorts) = query_argument_types(*query);
            arguments.iter().zip(sorts).for_each(|(argument, sort)| need(*argument, *sort, name));
        }
        Expr::UntypedAction(action, arguments) => {
            let (name, sorts) = action_argument_types(*action);
            arguments.iter().zip(sorts).for_each(|(argument, sort)| need(*argument, *sort, name));
        }
        Expr::Template(parts) => {
            for part in parts {
                if let TextPart::Var(var) = part {
                    let sort = context.facts.variable_type(*var);
                    if !matches!(sort, ValueType::Int | ValueType::Any) {
                        let name = &context.rules.variables[var.index()];
                        let message = format!("a text can only refer to numbers, but `${name}` holds {}", sort.name());
                        let place = context.rules.exprs.span(id);
                        findings.add(
                            Diagnostic::warning("type", place, message).label("this stops the game when it is reached"),
                        );
                    }
                }
            }
        }
        _ => {}
    }
}

/// Returns the spelling of an operator and the types of its left and right operand.
fn operand_types(op: BinaryOp) -> (&'static str, ValueType, ValueType) {
    let (sign, sort) = match op {
        BinaryOp::And => ("`AND`", ValueType::Bool),
        BinaryOp::Or => ("`OR`", ValueType::Bool),
        BinaryOp::Less => ("`<`", ValueType::Int),
        BinaryOp::LessEqual => ("`<=`", ValueType::Int),
        BinaryOp::Greater => ("`>`", ValueType::Int),
        BinaryOp::GreaterEqual => ("`>=`", ValueType::Int),
        BinaryOp::Add => ("`+`", ValueType::Int),
        BinaryOp::Subtract => ("`-`", ValueType::Int),
        BinaryOp::Multiply => ("`*`", ValueType::Int),
        BinaryOp::Divide => ("`/`", ValueType::Int),
        BinaryOp::Remainder => ("`%`", ValueType::Int),
        BinaryOp::In => return ("`IN`", ValueType::Any, ValueType::Set),
        BinaryOp::Subset => ("`SUBSET`", ValueType::Set),
        BinaryOp::SetMinus => ("`SETMINUS`", ValueType::Set),
        BinaryOp::Union | BinaryOp::Join => ("`UNION`", ValueType::Set),
        BinaryOp::Intersect => ("`INTERSECT`", ValueType::Set),
        BinaryOp::Equal | BinaryOp::Unequal | BinaryOp::SameMembers => return ("`==`", ValueType::Any, ValueType::Any),
    };
    (sign, sort, sort)
}

fn query_argument_types(query: UntypedQuery) -> (&'static str, &'static [ValueType]) {
    match query {
        UntypedQuery::LocationType => ("`LOCTYPE`", &[ValueType::Text]),
        UntypedQuery::ElementType => ("`ELTYPE`", &[ValueType::Text]),
        UntypedQuery::State => ("`STATE`", &[ValueType::Text]),
        UntypedQuery::Owner => ("`OWNER`", &[ValueType::Text]),
        UntypedQuery::Location => ("`LOCATION`", &[ValueType::Text]),
        UntypedQuery::Content => ("`CONTENT`", &[ValueType::Text]),
        UntypedQuery::Empty => ("`EMPTY`", &[ValueType::Text]),
        UntypedQuery::ZIndex => ("`ZINDEX`", &[ValueType::Text]),
        UntypedQuery::Index => ("`INDEX`", &[ValueType::Text]),
        UntypedQuery::IndexAt => ("`INDEXA`", &[ValueType::Int, ValueType::Text]),
        UntypedQuery::Unindex => ("`UNINDEX`", &[ValueType::Text]),
        UntypedQuery::Player => ("`PLAYER`", &[]),
        UntypedQuery::Score => ("`SCORE`", &[ValueType::Int]),
    }
}

fn action_argument_types(action: UntypedAction) -> (&'static str, &'static [ValueType]) {
    match action {
        UntypedAction::Move => ("`MOVE`", &[ValueType::Text, ValueType::Text, ValueType::Text]),
        UntypedAction::SetOwner => ("`SETOWNER`", &[ValueType::Text, ValueType::Int]),
        UntypedAction::SetState => ("`SETSTATE`", &[ValueType::Text, ValueType::Int]),
        UntypedAction::SetZIndex => ("`SETZINDEX`", &[ValueType::Text, ValueType::Int]),
        UntypedAction::NextPlayer => ("`NEXTPLAYER`", &[]),
    }
}

/// Reports a value whose type is known and differs from the required one.
fn check_type(context: &LintContext<'_>, value: ExprId, needed: ValueType, by: &str, findings: &mut Findings) {
    let found = context.facts.type_of(value);
    if found == ValueType::Any || found == needed {
        return;
    }
    let place = context.rules.exprs.span(value);
    let message = format!("{by} needs {}, but this is {}", needed.name(), found.name());
    let diagnostic = Diagnostic::warning("type", place, message).label("this stops the game when it is reached");
    let help = match (&context.rules.exprs[value], needed, found) {
        (Expr::Var(var), ..) => {
            let name = &context.rules.variables[var.index()];
            Some(format!("everything assigned to `${name}` in this file is {}", found.name()))
        }
        (Expr::Assign(..), ValueType::Int | ValueType::Text, _) => Some("`=` assigns; `==` compares".to_owned()),
        (Expr::Int(_), ValueType::Text, _) => Some("names stand in quotes".to_owned()),
        _ if by == "`+`" && found == ValueType::Text => {
            Some("texts are joined by writing variables into them: `\"s($X,1)\"`".to_owned())
        }
        _ => None,
    };
    findings.add(diagnostic.maybe_help(help));
}

/// Reports a condition that is known not to be Boolean and thus counts as false.
fn check_condition(context: &LintContext<'_>, value: Option<ExprId>, what: &str, findings: &mut Findings) {
    let Some(value) = value else { return };
    let found = context.facts.type_of(value);
    let is_reported = context.spans.reported.contains(&context.rules.exprs.span(value));
    if is_reported || matches!(found, ValueType::Bool | ValueType::Any) {
        return;
    }
    let message = format!("this {what} is {}, which never counts as true", found.name());
    findings.add(
        Diagnostic::warning("never-true", context.rules.exprs.span(value), message).label("expected true or false"),
    );
}

fn check_comparison(
    context: &LintContext<'_>,
    id: ExprId,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
    findings: &mut Findings,
) {
    let (a, b) = (context.facts.type_of(left), context.facts.type_of(right));
    if a == b || a == ValueType::Any || b == ValueType::Any {
        return;
    }
    let answer = op == BinaryOp::Unequal;
    let message = format!("{} never equals {}", a.name(), b.name());
    findings.add(
        Diagnostic::warning("mixed-types", context.rules.exprs.span(id), message)
            .label(format!("this is always {answer}")),
    );
}
