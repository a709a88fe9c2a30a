//! What expressions are made of, by kind.
//! What each does is not told here to the machine, only to people.

mod actions;
mod functions;
mod loops;
mod marks;
mod operators;
mod positions;
mod variables;
mod words;

use super::{Builtin, Chapter, Example, Kind};

/// All of them, chapter by chapter. Within a chapter they stand in alphabetical order, but operators by how they bind.
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
    Builtin { name, signature, kind: Kind::Function, doc, example: Example::Gives(example, gives) }
}
