//! Reading keys whose values are known when the file is read: numbers, points, words.
//! How expressions are worked out is with the expressions.

use boardwright_engine::rules::{Arith, Span};

use super::entries::{Entry, Part, exprs, text};
use super::expr::Lower;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, Node, Pair};

/// A key that an entry must have.
pub(super) fn needed<'e>(lower: &mut Lower<'_>, entry: &'e Entry, key: &'static str, part: Part) -> Option<&'e Pair> {
    let pair = entry.get(key);
    if pair.is_none() {
        let what = if entry.name.is_empty() { "an entry".to_owned() } else { format!("\"{}\"", shorten(&entry.name)) };
        lower.tell(
            Diagnostic::error("missing-key", entry.at, format!("{what} of [{}] has no `{key}`", part.name()))
                .label(format!("expected `{key} = ...` after this line")),
        );
    }
    pair
}

/// The one expression of a value.
pub(super) fn one<'p>(lower: &mut Lower<'_>, pair: &'p Pair) -> Option<&'p Expr> {
    match exprs(pair) {
        [one] => Some(one),
        [] => {
            lower.tell(
                Diagnostic::error("no-value", pair.at, format!("`{}` has no value", pair.key.text))
                    .label("expected a value"),
            );
            None
        }
        [_, second, ..] => {
            lower.tell(
                Diagnostic::error("one-value", second.span, format!("`{}` has one value, not several", pair.key.text))
                    .label("expected the end of the value"),
            );
            None
        }
    }
}

/// A number that is known.
pub(super) fn int(lower: &mut Lower<'_>, pair: &Pair) -> Option<i32> {
    let expr = one(lower, pair)?;
    lower.constant(expr, &[Type::INT]).int()
}

/// Numbers that are known: a number or a set of them.
pub(super) fn ints(lower: &mut Lower<'_>, expr: &Expr) -> Option<Vec<i32>> {
    match lower.constant(expr, &[Type::INT, Type::INTS]) {
        Value::Wrong => None,
        value => Some(value.members().iter().filter_map(Value::int).collect()),
    }
}

/// Says so of the range of a variable that is a difference, or that ends before it begins, with numbers as they stand.
pub(super) fn odd_range(variable: &str, range: &Expr) -> Option<Diagnostic> {
    let wrong = |message: String, label: &str, meant: String| {
        let diagnostic = Diagnostic::error("bad-range", range.span, message).label(label);
        Some(diagnostic.help(format!("did you mean `{variable}: {meant}`?")))
    };
    match &range.node {
        Node::Arith(Arith::Subtract, from, to) => {
            let (from, to) = (literal(from)?, literal(to)?);
            let message = format!("this is one number, {}", from.checked_sub(to)?);
            wrong(message, "expected a range", format!("{}..{}", from.min(to), from.max(to)))
        }
        Node::Range(from, to) => {
            let (from, to) = (literal(from)?, literal(to)?);
            let message = format!("no number is in this range: {from} is more than {to}");
            (from > to).then(|| wrong(message, "expected the lesser number first", format!("{to}..{from}")))?
        }
        _ => None,
    }
}

/// A number as it stands.
fn literal(expr: &Expr) -> Option<i32> {
    match &expr.node {
        Node::Int(number) => Some(*number),
        Node::Negate(inner) => literal(inner)?.checked_neg(),
        _ => None,
    }
}

/// As many numbers as asked for.
pub(super) fn numbers<const N: usize>(lower: &mut Lower<'_>, pair: &Pair) -> Option<[i32; N]> {
    let list = exprs(pair);
    let Ok(list) = <&[Expr; N]>::try_from(list) else {
        let message = format!("`{}` needs {N} numbers, but {} given", pair.key.text, are(list.len()));
        lower.tell(Diagnostic::error("one-value", pair.at, message).label(format!("expected {N} numbers")));
        return None;
    };
    let mut found = [0; N];
    for (number, expr) in found.iter_mut().zip(list) {
        *number = lower.constant(expr, &[Type::INT]).int()?;
    }
    Some(found)
}

fn are(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// A condition on the variables of a family.
pub(super) fn holds(lower: &mut Lower<'_>, pair: Option<&Pair>) -> bool {
    let Some(pair) = pair else { return true };
    exprs(pair).iter().all(|line| lower.constant(line, &[Type::BOOL]) == Value::Bool(true))
}

/// `yes` or `no`.
pub(super) fn yes(lower: &mut Lower<'_>, pair: &Pair) -> bool {
    let said = text(pair);
    match said.as_str() {
        "yes" => true,
        "no" => false,
        other => {
            let message = format!("`{}` must be yes or no, not \"{}\"", pair.key.text, shorten(other));
            lower.tell(Diagnostic::error("bad-word", pair.at, message).label("expected yes or no"));
            false
        }
    }
}

/// One of some words, by its position.
pub(super) fn word(lower: &mut Lower<'_>, pair: &Pair, words: &[&str]) -> Option<usize> {
    let said = text(pair);
    let found = words.iter().position(|word| *word == said);
    if found.is_none() {
        let list = format!("expected {}", words.join(" or "));
        let hint = crate::suggest::did_you_mean(&said, words.iter().copied());
        let message = format!("`{}` cannot be \"{}\"{hint}", pair.key.text, shorten(&said));
        lower.tell(Diagnostic::error("bad-word", pair.at, message).label(list));
    }
    found
}

/// A place in the first file, where nothing better is known.
pub(super) const NO_PLACE: Span = Span { source: 0, start: 0, end: 0 };
