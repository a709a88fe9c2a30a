//! Values that are certainly of the wrong type: what stops the game when it is reached, conditions that can never be
//! true, and comparisons whose answer is always the same. Where a type is not certain, nothing is told.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Action, BinaryOp, Expr, Part, Query, UnaryOp};

use super::Context;
use super::facts::Sort;
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    for (id, expr) in rules.exprs.iter() {
        if !context.places.told.contains(&rules.exprs.span(id)) {
            operation(context, id, expr, findings);
        }
    }
    for rule in &rules.rules {
        truth(context, rule.condition, "condition", findings);
        for award in &rule.awards {
            demand(context, award.player, Sort::Int, "`awardPlayer`", findings);
            demand(context, award.amount, Sort::Int, "`withScore`", findings);
        }
    }
    for scoring in &rules.scorings {
        truth(context, Some(scoring.situation), "situation", findings);
        for award in &scoring.awards {
            demand(context, award.player, Sort::Int, "`player`", findings);
            demand(context, award.amount, Sort::Int, "`score`", findings);
        }
    }
    for end in &rules.ends {
        truth(context, Some(end.situation), "situation", findings);
        end.winner.number().into_iter().for_each(|winner| demand(context, winner, Sort::Int, "`winner`", findings));
    }
}

fn operation(context: &Context<'_>, id: ExprId, expr: &Expr, findings: &mut Findings) {
    let mut need = |part: ExprId, sort: Sort, what: &str| demand(context, part, sort, what, findings);
    match expr {
        Expr::Unary(UnaryOp::Not, operand) => need(*operand, Sort::Bool, "`NOT`"),
        Expr::Unary(UnaryOp::Abs, operand) => need(*operand, Sort::Int, "`ABS`"),
        Expr::Unary(UnaryOp::Neg, operand) => need(*operand, Sort::Int, "`-`"),
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::Unequal), left, right) => {
            comparison(context, id, *op, *left, *right, findings);
        }
        Expr::Binary(op, left, right) => {
            let (sign, left_sort, right_sort) = demands(*op);
            if left_sort != Sort::Any {
                need(*left, left_sort, sign);
            }
            need(*right, right_sort, sign);
        }
        Expr::If(condition, ..) => need(*condition, Sort::Bool, "the condition of `IF`"),
        Expr::Loop { all, from, to, body, .. } => {
            let name = if *all { "`FORALL`" } else { "`FORSOME`" };
            need(*from, Sort::Int, name);
            need(*to, Sort::Int, name);
            need(*body, Sort::Bool, name);
        }
        Expr::Query(query, arguments) => {
            let (name, sorts) = query_demands(*query);
            arguments.iter().zip(sorts).for_each(|(argument, sort)| need(*argument, *sort, name));
        }
        Expr::Act(action, arguments) => {
            let (name, sorts) = action_demands(*action);
            arguments.iter().zip(sorts).for_each(|(argument, sort)| need(*argument, *sort, name));
        }
        Expr::Template(parts) => {
            for part in parts {
                if let Part::Var(var) = part {
                    let sort = context.facts.variable(*var);
                    if !matches!(sort, Sort::Int | Sort::Any) {
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

/// How an operator is written, and what it needs on its left and right.
fn demands(op: BinaryOp) -> (&'static str, Sort, Sort) {
    let (sign, sort) = match op {
        BinaryOp::And => ("`AND`", Sort::Bool),
        BinaryOp::Or => ("`OR`", Sort::Bool),
        BinaryOp::Less => ("`<`", Sort::Int),
        BinaryOp::LessEqual => ("`<=`", Sort::Int),
        BinaryOp::Greater => ("`>`", Sort::Int),
        BinaryOp::GreaterEqual => ("`>=`", Sort::Int),
        BinaryOp::Add => ("`+`", Sort::Int),
        BinaryOp::Subtract => ("`-`", Sort::Int),
        BinaryOp::Multiply => ("`*`", Sort::Int),
        BinaryOp::Divide => ("`/`", Sort::Int),
        BinaryOp::Remainder => ("`%`", Sort::Int),
        BinaryOp::In => return ("`IN`", Sort::Any, Sort::Set),
        BinaryOp::Subset => ("`SUBSET`", Sort::Set),
        BinaryOp::SetMinus => ("`SETMINUS`", Sort::Set),
        BinaryOp::Union | BinaryOp::Join => ("`UNION`", Sort::Set),
        BinaryOp::Intersect => ("`INTERSECT`", Sort::Set),
        BinaryOp::Equal | BinaryOp::Unequal | BinaryOp::SameMembers => return ("`==`", Sort::Any, Sort::Any),
    };
    (sign, sort, sort)
}

fn query_demands(query: Query) -> (&'static str, &'static [Sort]) {
    match query {
        Query::LocationType => ("`LOCTYPE`", &[Sort::Text]),
        Query::ElementType => ("`ELTYPE`", &[Sort::Text]),
        Query::State => ("`STATE`", &[Sort::Text]),
        Query::Owner => ("`OWNER`", &[Sort::Text]),
        Query::Location => ("`LOCATION`", &[Sort::Text]),
        Query::Content => ("`CONTENT`", &[Sort::Text]),
        Query::Empty => ("`EMPTY`", &[Sort::Text]),
        Query::ZIndex => ("`ZINDEX`", &[Sort::Text]),
        Query::Index => ("`INDEX`", &[Sort::Text]),
        Query::IndexAt => ("`INDEXA`", &[Sort::Int, Sort::Text]),
        Query::Unindex => ("`UNINDEX`", &[Sort::Text]),
        Query::Player => ("`PLAYER`", &[]),
        Query::Score => ("`SCORE`", &[Sort::Int]),
    }
}

fn action_demands(action: Action) -> (&'static str, &'static [Sort]) {
    match action {
        Action::Move => ("`MOVE`", &[Sort::Text, Sort::Text, Sort::Text]),
        Action::SetOwner => ("`SETOWNER`", &[Sort::Text, Sort::Int]),
        Action::SetState => ("`SETSTATE`", &[Sort::Text, Sort::Int]),
        Action::SetZIndex => ("`SETZINDEX`", &[Sort::Text, Sort::Int]),
        Action::NextPlayer => ("`NEXTPLAYER`", &[]),
    }
}

/// Tells if a value is certainly not what is needed.
fn demand(context: &Context<'_>, value: ExprId, needed: Sort, by: &str, findings: &mut Findings) {
    let found = context.facts.sort(value);
    if found == Sort::Any || found == needed {
        return;
    }
    let place = context.rules.exprs.span(value);
    let message = format!("{by} needs {}, but this is {}", needed.name(), found.name());
    let diagnostic = Diagnostic::warning("type", place, message).label("this stops the game when it is reached");
    let help = match (&context.rules.exprs[value], needed, found) {
        (Expr::Var(var), ..) => {
            let name = &context.rules.variables[var.index()];
            Some(format!("whatever gives `${name}` a value in this file gives it {}", found.name()))
        }
        (Expr::Assign(..), Sort::Int | Sort::Text, _) => Some("`=` gives a variable a value; `==` compares".to_owned()),
        (Expr::Int(_), Sort::Text, _) => Some("names stand in quotes".to_owned()),
        _ if by == "`+`" && found == Sort::Text => {
            Some("texts are joined by writing variables into them: `\"s($X,1)\"`".to_owned())
        }
        _ => None,
    };
    findings.add(diagnostic.maybe_help(help));
}

/// Tells if a condition is certainly not true or false: then it counts as false.
fn truth(context: &Context<'_>, value: Option<ExprId>, what: &str, findings: &mut Findings) {
    let Some(value) = value else { return };
    let found = context.facts.sort(value);
    let told = context.places.told.contains(&context.rules.exprs.span(value));
    if told || matches!(found, Sort::Bool | Sort::Any) {
        return;
    }
    let message = format!("this {what} is {}, which never counts as true", found.name());
    findings.add(
        Diagnostic::warning("never-true", context.rules.exprs.span(value), message).label("expected true or false"),
    );
}

fn comparison(context: &Context<'_>, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId, findings: &mut Findings) {
    let (a, b) = (context.facts.sort(left), context.facts.sort(right));
    if a == b || a == Sort::Any || b == Sort::Any {
        return;
    }
    let answer = op == BinaryOp::Unequal;
    let message = format!("{} never equals {}", a.name(), b.name());
    findings.add(
        Diagnostic::warning("mixed-types", context.rules.exprs.span(id), message)
            .label(format!("this is always {answer}")),
    );
}
