//! Helpers of built-in predicates: access to arguments, and the error terms of ISO 13211-1.

use std::sync::Arc;

use super::error::Stop;
use super::machine::Machine;
use super::symbols::{Atom, Functor, atoms, functors};
use super::term::Cell;

impl Machine {
    /// Arguments of a call.
    #[inline]
    pub(super) fn arguments<const N: usize>(&self, at: u32) -> [Cell; N] {
        std::array::from_fn(|number| self.heap.cells[at as usize + number])
    }

    /// Interns a functor.
    pub(super) fn functor(&mut self, name: Atom, arity: u32) -> Functor {
        match self.symbols.find_functor(name, arity) {
            Some(functor) => functor,
            None => Arc::make_mut(&mut self.symbols).functor(name, arity),
        }
    }

    /// A functor by its name.
    pub(super) fn known_functor(&mut self, name: &str, arity: u32) -> Functor {
        let name = self.atom(name);
        self.functor(name, arity)
    }

    /// The integer that an argument must be.
    pub(super) fn integer(&mut self, cell: Cell) -> Result<i64, Stop> {
        match self.heap.deref(cell) {
            Cell::Int(value) => Ok(value),
            Cell::Ref(_) => Err(self.instantiation_error()),
            other => Err(self.type_error("integer", other)),
        }
    }

    /// `true` if two terms can be unified; binds nothing.
    pub(super) fn is_unifiable(&mut self, left: Cell, right: Cell) -> bool {
        let (trail, boundary) = (self.heap.trail.len(), self.heap.boundary);
        self.heap.boundary = u32::MAX;
        let holds = self.unify(left, right);
        self.heap.undo(trail);
        self.heap.boundary = boundary;
        holds
    }

    /// An error `error(Formal, _)` as a thrown term.
    fn iso_error(&mut self, formal: Cell) -> Stop {
        let context = self.heap.variable();
        let error = self.heap.compound(functors::ERROR, &[formal, context]);
        match self.copy_out(error) {
            Ok(ball) => Stop::Ball(Box::new(ball)),
            Err(stop) => stop,
        }
    }

    pub(super) fn instantiation_error(&mut self) -> Stop {
        let formal = Cell::Atom(self.atom("instantiation_error"));
        self.iso_error(formal)
    }

    pub(super) fn type_error(&mut self, expected: &str, culprit: Cell) -> Stop {
        let expected = Cell::Atom(self.atom(expected));
        // A cell of a clause that is no term stands for itself by its kind only.
        let culprit = if let Cell::Var(_) | Cell::Functor(_) = culprit { Cell::Atom(atoms::EMPTY) } else { culprit };
        let formal = self.heap.compound(functors::TYPE_ERROR, &[expected, culprit]);
        self.iso_error(formal)
    }

    pub(super) fn domain_error(&mut self, expected: &str, culprit: Cell) -> Stop {
        let expected = Cell::Atom(self.atom(expected));
        let formal = self.heap.compound(functors::DOMAIN_ERROR, &[expected, culprit]);
        self.iso_error(formal)
    }

    pub(super) fn evaluation_error(&mut self, kind: &str) -> Stop {
        let kind = Cell::Atom(self.atom(kind));
        let formal = self.heap.compound(functors::EVALUATION_ERROR, &[kind]);
        self.iso_error(formal)
    }

    pub(super) fn representation_error(&mut self, kind: &str) -> Stop {
        let kind = Cell::Atom(self.atom(kind));
        let formal = self.heap.compound(functors::REPRESENTATION_ERROR, &[kind]);
        self.iso_error(formal)
    }

    pub(super) fn permission_error(&mut self, action: &str, kind: &str, culprit: &str) -> Stop {
        let [action, kind, culprit] = [action, kind, culprit].map(|name| Cell::Atom(self.atom(name)));
        let formal = self.heap.compound(functors::PERMISSION_ERROR, &[action, kind, culprit]);
        self.iso_error(formal)
    }

    pub(super) fn permission_error_of(&mut self, action: &str, kind: &str, functor: Functor) -> Stop {
        let [action, kind] = [action, kind].map(|name| Cell::Atom(self.atom(name)));
        let culprit = self.indicator_term(functor);
        let formal = self.heap.compound(functors::PERMISSION_ERROR, &[action, kind, culprit]);
        self.iso_error(formal)
    }

    pub(super) fn unknown_predicate(&mut self, functor: Functor) -> Stop {
        let kind = Cell::Atom(self.atom("procedure"));
        let culprit = self.indicator_term(functor);
        let formal = self.heap.compound(functors::EXISTENCE_ERROR, &[kind, culprit]);
        self.iso_error(formal)
    }

    fn indicator_term(&mut self, functor: Functor) -> Cell {
        let name = Cell::Atom(self.symbols.functor_name(functor));
        let arity = Cell::Int(i64::from(self.symbols.arity(functor)));
        self.heap.compound(functors::INDICATOR, &[name, arity])
    }
}
