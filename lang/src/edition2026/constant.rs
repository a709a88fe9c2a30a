//! Evaluation of keys whose values are compile-time constants: numbers, points, words.
//! Expressions are folded by the lowering of expressions.

use boardwright_rules::{ArithmeticOp, Span};

use super::entries::{Entry, SectionKind, value_exprs, value_text};
use super::expr::LoweringContext;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

/// Returns the pair of a mandatory key; reports an error if it is missing.
pub(super) fn required_key<'e>(
    lower: &mut LoweringContext<'_>,
    entry: &'e Entry,
    key: &'static str,
    part: SectionKind,
) -> Option<&'e KeyValue> {
    let pair = entry.get(key);
    if pair.is_none() {
        let subject =
            if entry.name.is_empty() { "an entry".to_owned() } else { format!("\"{}\"", shorten(&entry.name)) };
        lower.report(
            Diagnostic::error("missing-key", entry.span, format!("{subject} of [{}] has no `{key}`", part.name()))
                .label(format!("expected `{key} = ...` after this line")),
        );
    }
    pair
}

/// Returns the single expression of a value; reports an error unless there is exactly one.
pub(super) fn single_expr<'p>(lower: &mut LoweringContext<'_>, pair: &'p KeyValue) -> Option<&'p Expr> {
    match value_exprs(pair) {
        [one] => Some(one),
        [] => {
            lower.report(
                Diagnostic::error("no-value", pair.value_span, format!("`{}` has no value", pair.key.text))
                    .label("expected a value"),
            );
            None
        }
        [_, second, ..] => {
            lower.report(
                Diagnostic::error("one-value", second.span, format!("`{}` has one value, not several", pair.key.text))
                    .label("expected the end of the value"),
            );
            None
        }
    }
}

/// Constant integer.
pub(super) fn int(lower: &mut LoweringContext<'_>, pair: &KeyValue) -> Option<i32> {
    let expr = single_expr(lower, pair)?;
    lower.constant(expr, &[Type::INT]).int()
}

/// Constant integer, or members of a constant set of integers.
pub(super) fn ints(lower: &mut LoweringContext<'_>, expr: &Expr) -> Option<Vec<i32>> {
    match lower.constant(expr, &[Type::INT, Type::INTS]) {
        Value::Error => None,
        value => Some(value.members().iter().filter_map(Value::int).collect()),
    }
}

/// Error for the range of a variable that is a difference of literals, or whose literal bounds are in the wrong order.
pub(super) fn range_error(variable: &str, range: &Expr) -> Option<Diagnostic> {
    let wrong = |message: String, label: &str, meant: String| {
        let diagnostic = Diagnostic::error("bad-range", range.span, message).label(label);
        Some(diagnostic.help(format!("did you mean `{variable}: {meant}`?")).replacement(meant))
    };
    match &range.kind {
        ExprKind::Arith(ArithmeticOp::Subtract, from, to) => {
            let (from, to) = (literal(from)?, literal(to)?);
            let message = format!("this is one number, {}", from.checked_sub(to)?);
            wrong(message, "expected a range", format!("{}..{}", from.min(to), from.max(to)))
        }
        ExprKind::Range(from, to) => {
            let (from, to) = (literal(from)?, literal(to)?);
            let message = format!("this range is empty: {from} is greater than {to}");
            (from > to).then(|| wrong(message, "expected the lesser number first", format!("{to}..{from}")))?
        }
        _ => None,
    }
}

/// Value of an integer literal with an optional sign.
fn literal(expr: &Expr) -> Option<i32> {
    match &expr.kind {
        ExprKind::Int(number) => Some(*number),
        ExprKind::Negate(inner) => literal(inner)?.checked_neg(),
        _ => None,
    }
}

/// Exactly `N` constant integers.
pub(super) fn numbers<const N: usize>(lower: &mut LoweringContext<'_>, pair: &KeyValue) -> Option<[i32; N]> {
    let list = value_exprs(pair);
    let Ok(list) = <&[Expr; N]>::try_from(list) else {
        let message = format!("`{}` needs {N} numbers, but {} given", pair.key.text, count_with_verb(list.len()));
        lower.report(Diagnostic::error("one-value", pair.value_span, message).label(format!("expected {N} numbers")));
        return None;
    };
    let mut found = [0; N];
    for (number, expr) in found.iter_mut().zip(list) {
        *number = lower.constant(expr, &[Type::INT]).int()?;
    }
    Some(found)
}

fn count_with_verb(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// `true` if the constant conditions on the variables of a family hold.
pub(super) fn condition_holds(lower: &mut LoweringContext<'_>, pair: Option<&KeyValue>) -> bool {
    let Some(pair) = pair else { return true };
    value_exprs(pair).iter().all(|line| lower.constant(line, &[Type::BOOL]) == Value::Bool(true))
}

/// Value of a boolean key: `yes` or `no`.
pub(super) fn parse_yes_no(lower: &mut LoweringContext<'_>, pair: &KeyValue) -> bool {
    let said = value_text(pair);
    match said.as_str() {
        "yes" => true,
        "no" => false,
        other => {
            let message = format!("`{}` must be yes or no, not \"{}\"", pair.key.text, shorten(other));
            lower.report(Diagnostic::error("bad-word", pair.value_span, message).label("expected yes or no"));
            false
        }
    }
}

/// Index of the value in a list of allowed words; reports an error for other words.
pub(super) fn parse_word(lower: &mut LoweringContext<'_>, pair: &KeyValue, words: &[&str]) -> Option<usize> {
    let said = value_text(pair);
    let found = words.iter().position(|word| *word == said);
    if found.is_none() {
        let list = format!("expected {}", words.join(" or "));
        let hint = crate::suggest::did_you_mean(&said, words.iter().copied());
        let message = format!("`{}` cannot be \"{}\"{hint}", pair.key.text, shorten(&said));
        lower.report(Diagnostic::error("bad-word", pair.value_span, message).label(list));
    }
    found
}

/// Start of the first file, for diagnostics without a better position.
pub(super) const NO_SPAN: Span = Span { source: 0, start: 0, end: 0 };
