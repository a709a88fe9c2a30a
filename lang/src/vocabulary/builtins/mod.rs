//! Built-ins of expressions, grouped by kind.
//! These tables hold documentation only; semantics are implemented by the lowering to the rule set.

mod actions;
mod functions;
mod loops;
mod marks;
mod operators;
mod positions;
mod variables;
mod words;

use super::{Builtin, BuiltinKind, Chapter, Example};

/// All chapters. Built-ins are in alphabetical order within a chapter; operators are ordered by precedence.
pub const CHAPTERS: &[Chapter] = &[
    positions::CHAPTER,
    functions::CHAPTER,
    loops::CHAPTER,
    actions::CHAPTER,
    variables::CHAPTER,
    words::CHAPTER,
    operators::CHAPTER,
    marks::CHAPTER,
];

const fn function(
    name: &'static str,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Function, doc, example: Example::Evaluates(example, gives) }
}
