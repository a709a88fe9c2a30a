//! Clauses by predicate. A clause is compiled to blocks of cells that the [`machine`](super::machine) unifies and copies;
//! it is never changed, so that databases share clauses.

use std::sync::Arc;

use boardwright_game::fault::Span;

use super::symbols::{Atom, Functor, Symbols, atoms, functors};
use super::term::{Cell, FlatTerm};

/// First argument of a clause or a goal, for the selection of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A variable, or no argument.
    Any,
    /// An integer.
    Int(i64),
    /// An atom.
    Atom(Atom),
    /// A compound term.
    Functor(Functor),
    /// A list of two integers, as cards are written.
    Card(i64, i64),
}

impl Key {
    /// `true` if a clause with this key can match a goal with the other one.
    #[inline]
    pub fn matches(self, goal: Self) -> bool {
        match (self, goal) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Card(..), Self::Functor(functor)) | (Self::Functor(functor), Self::Card(..)) => {
                functor == functors::LIST
            }
            (own, goal) => own == goal,
        }
    }
}

/// A goal of a body.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// `!`.
    Cut,
    /// A call: the block begins with the arguments.
    Call(Functor, Arc<[Cell]>),
    /// A term that is no goal, which is an error when it is called.
    Invalid(Cell),
}

/// A compiled clause.
#[derive(Debug)]
pub struct Clause {
    /// The clause as a term, for `clause/2` and listings.
    pub term: FlatTerm,
    /// Names of its variables, if it was read from a text.
    pub names: Arc<[String]>,
    /// Source range, if it was read from a text.
    pub place: Option<Span>,
    pub(super) functor: Functor,
    pub(super) head: Arc<[Cell]>,
    pub(super) body: Vec<Goal>,
    pub(super) key: Key,
}

impl Clause {
    /// Compiles a clause; the head must be an atom or a compound term.
    ///
    /// # Errors
    /// The part that is neither a head nor a goal.
    pub(super) fn compile(
        term: FlatTerm,
        names: Arc<[String]>,
        place: Option<Span>,
        symbols: &mut Symbols,
    ) -> Result<Self, InvalidClause> {
        let (head, body) = split(&term);
        let functor = match head {
            Cell::Atom(atom) => symbols.functor(atom, 0),
            Cell::Struct(_) => term.functor(head).ok_or(InvalidClause::Head(head))?,
            _ => return Err(InvalidClause::Head(head)),
        };
        let arguments = term.argument_block(head, symbols);
        let key = if symbols.arity(functor) == 0 { Key::Any } else { block_key(&arguments) };
        let body = body.map_or_else(|| Ok(Vec::new()), |body| compile_body(&term, body, symbols))?;
        Ok(Self { names, place, functor, head: arguments, body, key, term })
    }
}

/// Reason why a term is no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvalidClause {
    Head(Cell),
    Goal(Cell),
}

/// Head and body of a clause.
pub(super) fn split(term: &FlatTerm) -> (Cell, Option<Cell>) {
    match term.binary(term.root, functors::CLAUSE) {
        Some([head, body]) => (head, Some(body)),
        None => (term.root, None),
    }
}

fn block_key(block: &[Cell]) -> Key {
    match block[0] {
        Cell::Int(value) => Key::Int(value),
        Cell::Atom(atom) => Key::Atom(atom),
        Cell::Struct(at) => {
            let at = at as usize;
            let Cell::Functor(functor) = block[at] else { return Key::Any };
            if functor == functors::LIST
                && let (Cell::Int(first), Cell::Struct(rest)) = (block[at + 1], block[at + 2])
                && let rest = rest as usize
                && block[rest] == Cell::Functor(functors::LIST)
                && let (Cell::Int(second), Cell::Atom(atoms::NIL)) = (block[rest + 1], block[rest + 2])
            {
                return Key::Card(first, second);
            }
            // A list that can become a card by its variables has the key of all lists.
            Key::Functor(functor)
        }
        _ => Key::Any,
    }
}

/// The goals of a body in their order. Conjunctions are taken apart; other control constructs are called as terms.
fn compile_body(term: &FlatTerm, body: Cell, symbols: &mut Symbols) -> Result<Vec<Goal>, InvalidClause> {
    let mut goals = Vec::new();
    let mut work = vec![body];
    while let Some(cell) = work.pop() {
        if let Some([left, right]) = term.binary(cell, functors::COMMA) {
            work.push(right);
            work.push(left);
            continue;
        }
        goals.push(match cell {
            Cell::Atom(atoms::CUT) => Goal::Cut,
            Cell::Atom(atoms::TRUE) => continue,
            Cell::Atom(atom) => Goal::Call(symbols.functor(atom, 0), Arc::from([])),
            Cell::Var(_) => Goal::Call(functors::CALL, Arc::from([cell])),
            Cell::Struct(_) => {
                let functor = term.functor(cell).ok_or(InvalidClause::Goal(cell))?;
                Goal::Call(functor, term.argument_block(cell, symbols))
            }
            Cell::Int(_) => return Err(InvalidClause::Goal(cell)),
            other => Goal::Invalid(other),
        });
    }
    Ok(goals)
}

/// Clauses of a predicate.
#[derive(Clone, Debug, Default)]
pub(super) struct Predicate {
    pub(super) clauses: Arc<Vec<Arc<Clause>>>,
    /// `true` for a predicate of the library, which a program may define anew.
    pub(super) is_library: bool,
}

/// Clauses of all predicates. A copy shares all clauses with its original.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// Predicates by functor.
    predicates: Vec<Option<Predicate>>,
    /// Cells of all clauses that were added, less those removed.
    cell_count: usize,
}

impl Database {
    #[inline]
    pub(super) fn predicate(&self, functor: Functor) -> Option<&Predicate> {
        self.predicates.get(functor.0 as usize)?.as_ref()
    }

    /// The predicate, which is created without clauses if it does not exist.
    pub(super) fn declare(&mut self, functor: Functor) -> &mut Predicate {
        let at = functor.0 as usize;
        if at >= self.predicates.len() {
            self.predicates.resize(at + 1, None);
        }
        self.predicates[at].get_or_insert_default()
    }

    /// Adds a clause at the end, or at the beginning.
    pub(super) fn add(&mut self, clause: Arc<Clause>, is_first: bool) {
        self.cell_count += clause.term.cells.len() + 8;
        let clauses = Arc::make_mut(&mut self.declare(clause.functor).clauses);
        if is_first {
            clauses.insert(0, clause);
        } else {
            clauses.push(clause);
        }
    }

    /// Removes a clause; `false` if it is not there any more.
    pub(super) fn remove(&mut self, clause: &Arc<Clause>) -> bool {
        let predicate = self.declare(clause.functor);
        let Some(at) = predicate.clauses.iter().position(|own| Arc::ptr_eq(own, clause)) else { return false };
        Arc::make_mut(&mut predicate.clauses).remove(at);
        self.cell_count = self.cell_count.saturating_sub(clause.term.cells.len() + 8);
        true
    }

    /// Cells of all clauses.
    pub(super) fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// Marks all predicates as those of the library.
    pub(super) fn mark_library(&mut self) {
        self.predicates.iter_mut().flatten().for_each(|predicate| predicate.is_library = true);
    }

    /// Functors of the predicates that a program has defined.
    pub(super) fn own_functors(&self) -> impl Iterator<Item = Functor> {
        let predicates = self.predicates.iter().enumerate();
        let own = predicates.filter(|(_, predicate)| predicate.as_ref().is_some_and(|predicate| !predicate.is_library));
        own.map(|(at, _)| Functor(at as u32))
    }
}
