//! Failed tests that can be described by what a player sees on the board, instead of by their expressions.

use boardwright_game::ids::{ElementId, ExprId, LocationId, Player, RuleId};
use boardwright_rules::{BinaryOp, Expr, Query, Span, Thing, UnaryOp};

use crate::evaluate::{Evaluator, Value};

use super::trace::format_value;

/// A failed test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailedTest {
    /// The location has to be empty.
    Occupied(LocationId),
    /// The location must not be empty.
    Empty(LocationId),
    /// The element on the location cannot be captured.
    NotCapturable(LocationId),
    /// No ray without elements joins the locations.
    NotClear(LocationId, LocationId),
    /// The locations are not a pair of the relation.
    NotRelated(LocationId, LocationId),
    /// The location is not among the targets of the rule.
    NotATarget(LocationId),
    /// Moves of another rule have a higher priority.
    Precedence(RuleId),
    /// The element is not one of the player to move; its owner, or `None` for nobody.
    NotYours(ElementId, Option<Player>),
    /// A comparison.
    Comparison {
        /// Source span of the left operand.
        left: Span,
        /// Value of the left operand.
        value: String,
        /// The operator.
        op: BinaryOp,
        /// Value of the right operand.
        right: String,
    },
    /// The negated expression at this span holds.
    Negation(Span),
    /// Any other expression at this span.
    Other(Span),
}

/// Possessive of an owner: `player 2's`, or `nobody's`.
pub fn whose(owner: Option<Player>) -> String {
    owner.map_or_else(|| "nobody's".to_owned(), |owner| format!("player {owner}'s"))
}

/// Describes an expression that is false; the variables must be as before its evaluation.
pub(super) fn failed_test(evaluator: &mut Evaluator<'_>, id: ExprId) -> FailedTest {
    let rules = evaluator.rules;
    let other = FailedTest::Other(rules.exprs.span(id));
    let before = evaluator.variables.clone();
    let described = match &rules.exprs[id] {
        Expr::Query(Query::Empty, operands) => location(evaluator, operands, 0).map(FailedTest::Occupied),
        Expr::Query(Query::Full, operands) => location(evaluator, operands, 0).map(FailedTest::Empty),
        Expr::Query(query @ (Query::Clear | Query::Related), operands) => {
            let ends = location(evaluator, operands, 1).zip(location(evaluator, operands, 2));
            ends.map(|(from, to)| match query {
                Query::Clear => FailedTest::NotClear(from, to),
                _ => FailedTest::NotRelated(from, to),
            })
        }
        Expr::Unary(UnaryOp::Not, operand) => Some(FailedTest::Negation(rules.exprs.span(*operand))),
        Expr::Binary(BinaryOp::Equal, left, right) if is_own_test(evaluator, *left, *right) => {
            owned_element(evaluator, *left).or_else(|| comparison(evaluator, BinaryOp::Equal, *left, *right))
        }
        Expr::Binary(BinaryOp::Equal, left, right) if is_own_test(evaluator, *right, *left) => {
            owned_element(evaluator, *right).or_else(|| comparison(evaluator, BinaryOp::Equal, *left, *right))
        }
        Expr::Binary(op, left, right) if is_comparison(*op) => comparison(evaluator, *op, *left, *right),
        _ => None,
    };
    evaluator.variables = before;
    described.unwrap_or(other)
}

/// `true` for `OWNER(...) == PLAYER`.
fn is_own_test(evaluator: &Evaluator<'_>, left: ExprId, right: ExprId) -> bool {
    let exprs = &evaluator.rules.exprs;
    matches!((&exprs[left], &exprs[right]), (Expr::Query(Query::Owner, _), Expr::Query(Query::Player, _)))
}

/// The element of `OWNER(...)`, which is not the player's; a location whose element is asked for may be empty.
fn owned_element(evaluator: &mut Evaluator<'_>, owner: ExprId) -> Option<FailedTest> {
    let rules = evaluator.rules;
    let operand = *rules.exprs[owner].operands().first()?;
    match evaluator.eval(operand).ok()? {
        Value::Thing(Thing::Element(Some(element))) => {
            let number = evaluator.eval(owner).ok()?;
            let owner = if let Value::Int(number) = number { usize::try_from(number).ok() } else { None };
            Some(FailedTest::NotYours(element, owner.and_then(Player::new)))
        }
        _ => match &rules.exprs[operand] {
            Expr::Query(Query::Content, operands) => location(evaluator, operands, 0).map(FailedTest::Empty),
            _ => None,
        },
    }
}

fn comparison(evaluator: &mut Evaluator<'_>, op: BinaryOp, left: ExprId, right: ExprId) -> Option<FailedTest> {
    let mut value = |operand| evaluator.eval(operand).ok().map(|value| format_value(evaluator, &value));
    let (value, right) = value(left).zip(value(right))?;
    let left = evaluator.rules.exprs.span(left);
    Some(FailedTest::Comparison { left, value, op, right })
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Equal
            | BinaryOp::Unequal
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::In
    )
}

/// Location that is the value of an operand.
fn location(evaluator: &mut Evaluator<'_>, operands: &[ExprId], at: usize) -> Option<LocationId> {
    match evaluator.eval(*operands.get(at)?) {
        Ok(Value::Thing(Thing::Location(location))) => location,
        _ => None,
    }
}
