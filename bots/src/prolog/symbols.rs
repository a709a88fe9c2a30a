//! Interned atoms and functors. Atoms and functors that the engine itself uses have constants; no terms are stored here.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// An interned atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub(super) u32);

/// An interned name with a number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functor(pub(super) u32);

/// Declares constants for atoms, in the order in which [`Symbols::default`] interns them.
macro_rules! known_atoms {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum AtomIndex { $($name),* }
        /// Atoms that the engine uses.
        #[allow(missing_docs)]
        pub mod atoms {
            use super::{Atom, AtomIndex};
            $(pub const $name: Atom = Atom(AtomIndex::$name as u32);)*
        }
        const KNOWN_ATOMS: &[&str] = &[$($text),*];
    };
}

/// Declares constants for functors, in the order in which [`Symbols::default`] interns them.
macro_rules! known_functors {
    ($($name:ident = $text:literal / $arity:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum FunctorIndex { $($name),* }
        /// Functors that the engine uses.
        #[allow(missing_docs)]
        pub mod functors {
            use super::{Functor, FunctorIndex};
            $(pub const $name: Functor = Functor(FunctorIndex::$name as u32);)*
        }
        const KNOWN_FUNCTORS: &[(&str, u32)] = &[$(($text, $arity)),*];
    };
}

known_atoms! {
    NIL = "[]",
    BRACES = "{}",
    TRUE = "true",
    FALSE = "false",
    FAIL = "fail",
    CUT = "!",
    MINUS = "-",
    PLUS = "+",
    COMMA = ",",
    BAR = "|",
    LESS = "<",
    EQUAL = "=",
    GREATER = ">",
    ERROR = "error",
    EMPTY = "",
}

known_functors! {
    LIST = "[|]" / 2,
    COMMA = "," / 2,
    SEMICOLON = ";" / 2,
    ARROW = "->" / 2,
    CLAUSE = ":-" / 2,
    DIRECTIVE = ":-" / 1,
    NOT_PROVABLE = "\\+" / 1,
    CALL = "call" / 1,
    BRACES = "{}" / 1,
    MINUS = "-" / 1,
    PLUS = "+" / 1,
    ERROR = "error" / 2,
    INDICATOR = "/" / 2,
    TYPE_ERROR = "type_error" / 2,
    DOMAIN_ERROR = "domain_error" / 2,
    EXISTENCE_ERROR = "existence_error" / 2,
    PERMISSION_ERROR = "permission_error" / 3,
    EVALUATION_ERROR = "evaluation_error" / 1,
    REPRESENTATION_ERROR = "representation_error" / 1,
    CARET = "^" / 2,
    ADD = "+" / 2,
    AND = "and" / 2,
    OR = "or" / 2,
    NOT = "not" / 1,
    IF = "if" / 3,
    PAIR = "-" / 2,
}

/// Table of all atoms and functors.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Arc<str>>,
    atoms: FxHashMap<Arc<str>, Atom>,
    functors: Vec<(Atom, u32)>,
    functor_ids: FxHashMap<(Atom, u32), Functor>,
    /// Bytes of all names.
    byte_count: usize,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Self {
            names: Vec::new(),
            atoms: FxHashMap::default(),
            functors: Vec::new(),
            functor_ids: FxHashMap::default(),
            byte_count: 0,
        };
        for name in KNOWN_ATOMS {
            symbols.atom(name);
        }
        for &(name, arity) in KNOWN_FUNCTORS {
            let name = symbols.atom(name);
            symbols.functor(name, arity);
        }
        symbols
    }
}

impl Symbols {
    /// Interns an atom.
    pub fn atom(&mut self, name: &str) -> Atom {
        if let Some(&atom) = self.atoms.get(name) {
            return atom;
        }
        let atom = Atom(self.names.len() as u32);
        let name: Arc<str> = name.into();
        self.byte_count += name.len() + 48;
        self.names.push(Arc::clone(&name));
        self.atoms.insert(name, atom);
        atom
    }

    /// The atom of a name that has been interned.
    pub fn find_atom(&self, name: &str) -> Option<Atom> {
        self.atoms.get(name).copied()
    }

    /// Interns a functor.
    pub fn functor(&mut self, name: Atom, arity: u32) -> Functor {
        let next = Functor(self.functors.len() as u32);
        let functors = &mut self.functors;
        *self.functor_ids.entry((name, arity)).or_insert_with(|| {
            functors.push((name, arity));
            next
        })
    }

    /// The functor of a name and a number of arguments, if it has been interned.
    pub fn find_functor(&self, name: Atom, arity: u32) -> Option<Functor> {
        self.functor_ids.get(&(name, arity)).copied()
    }

    /// Name of an atom.
    pub fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// Name of a functor.
    pub fn functor_name(&self, functor: Functor) -> Atom {
        self.functors[functor.0 as usize].0
    }

    /// Number of arguments of a functor.
    pub fn arity(&self, functor: Functor) -> u32 {
        self.functors[functor.0 as usize].1
    }

    /// Predicate indicator of a functor, such as `append/3`.
    pub fn indicator(&self, functor: Functor) -> String {
        format!("{}/{}", self.name(self.functor_name(functor)), self.arity(functor))
    }

    /// Bytes that the names take.
    pub(super) fn byte_count(&self) -> usize {
        self.byte_count
    }

    /// All functors.
    pub(super) fn all_functors(&self) -> impl Iterator<Item = Functor> + use<> {
        (0..self.functors.len() as u32).map(Functor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_the_interned_symbols() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.atom("[]"), atoms::NIL);
        assert_eq!(symbols.name(atoms::GREATER), ">");
        let list = symbols.atom("[|]");
        assert_eq!(symbols.functor(list, 2), functors::LIST);
        assert_eq!(symbols.indicator(functors::IF), "if/3");
        assert_eq!(symbols.find_atom("new"), None);
    }
}
