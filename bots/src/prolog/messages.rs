//! Sentences for thrown terms.

use super::symbols::{Symbols, functors};
use super::term::{Cell, FlatTerm};
use super::writer::term_text;

/// Description of a thrown term in one line.
pub(super) fn describe(ball: &FlatTerm, symbols: &Symbols) -> String {
    let text = |cell: Cell| term_text(&ball.part(cell, symbols), symbols);
    let Some([formal, _]) = ball.binary(ball.root, functors::ERROR) else {
        return format!("`{}` was thrown and not caught", text(ball.root));
    };
    let arguments = ball.arguments(formal, symbols);
    match (ball.functor(formal), arguments) {
        (Some(functors::TYPE_ERROR), &[expected, culprit]) => match text(expected).as_str() {
            "evaluable" => format!("`{}` has no arithmetic value", text(culprit)),
            "callable" => format!("`{}` cannot be called", text(culprit)),
            expected => format!("`{}` is not of the type {expected}", text(culprit)),
        },
        (Some(functors::DOMAIN_ERROR), &[expected, culprit]) => {
            format!("`{}` is not in the domain {}", text(culprit), text(expected))
        }
        (Some(functors::EXISTENCE_ERROR), &[_, culprit]) => {
            format!("the predicate `{}` does not exist; define it, or declare it with `dynamic`", text(culprit))
        }
        (Some(functors::PERMISSION_ERROR), &[action, _, culprit]) => {
            format!("`{}` does not allow the action {}", text(culprit), text(action))
        }
        (Some(functors::EVALUATION_ERROR), &[kind]) => match text(kind).as_str() {
            "zero_divisor" => "division by zero".to_owned(),
            _ => "the result is beyond 64 bits".to_owned(),
        },
        (Some(functors::REPRESENTATION_ERROR), &[kind]) => format!("a limit of the system was reached: {}", text(kind)),
        _ if text(formal) == "instantiation_error" => {
            "a variable without a value stands where a value is needed".to_owned()
        }
        _ => format!("the error `{}`", text(formal)),
    }
}
