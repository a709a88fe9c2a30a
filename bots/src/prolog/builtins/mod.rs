//! Built-in predicates, by subject. Predicates that can be written in Prolog are in the library, `library.pl`.

mod atoms;
mod clauses;
mod control;
mod lists;
mod mprolog;
mod output;
mod terms;

use std::sync::LazyLock;

use super::machine::{Machine, Outcome};
use super::symbols::{Functor, Symbols};

/// A built-in predicate.
#[derive(Clone, Copy)]
pub(super) enum Builtin {
    /// A predicate with at most one solution: receives the address of its arguments.
    Test(fn(&mut Machine, u32) -> Outcome),
    /// A predicate that changes the continuation or adds choice points: receives also the number of choice points that a
    /// cut leaves.
    Control(fn(&mut Machine, u32, u32) -> Outcome),
}

/// Entry of a table of built-in predicates.
type Entry = (&'static str, u32, Builtin);

fn tables() -> [&'static [Entry]; 7] {
    [atoms::TABLE, clauses::TABLE, control::TABLE, lists::TABLE, mprolog::TABLE, output::TABLE, terms::TABLE]
}

/// Symbols of all built-in predicates, and the predicates by functor.
struct BuiltinTable {
    symbols: Symbols,
    by_functor: Vec<Option<Builtin>>,
}

static BUILTINS: LazyLock<BuiltinTable> = LazyLock::new(|| {
    let mut symbols = Symbols::default();
    let mut by_functor = Vec::new();
    for &(name, arity, builtin) in tables().into_iter().flatten() {
        let name = symbols.atom(name);
        let functor = symbols.functor(name, arity);
        let at = functor.0 as usize;
        if at >= by_functor.len() {
            by_functor.resize(at + 1, None);
        }
        by_functor[at] = Some(builtin);
    }
    BuiltinTable { symbols, by_functor }
});

/// The built-in predicate of a functor.
#[inline]
pub(super) fn builtin(functor: Functor) -> Option<Builtin> {
    BUILTINS.by_functor.get(functor.0 as usize).copied().flatten()
}

/// Symbols of all built-in predicates.
pub(super) fn builtin_symbols() -> Symbols {
    BUILTINS.symbols.clone()
}

/// Names and numbers of arguments of the built-in predicates, without those of the library.
pub fn builtin_names() -> impl Iterator<Item = (&'static str, u32)> {
    tables().into_iter().flatten().map(|&(name, arity, _)| (name, arity))
}
