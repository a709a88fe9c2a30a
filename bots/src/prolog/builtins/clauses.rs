//! Changes of the knowledge base.

use std::sync::Arc;

use super::super::builtins::builtin;
use super::super::database::{Clause, InvalidClause};
use super::super::error::Stop;
use super::super::machine::{Machine, Outcome};
use super::super::symbols::{Functor, functors};
use super::super::term::Cell;
use super::Builtin::{Control, Test};
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    ("assert", 1, Test(|machine, at| add(machine, at, false))),
    ("assertz", 1, Test(|machine, at| add(machine, at, false))),
    ("asserta", 1, Test(|machine, at| add(machine, at, true))),
    (
        "retract",
        1,
        Control(|machine, at, _| {
            let [clause] = machine.arguments(at);
            let (head, body) = machine.clause_parts(clause);
            find(machine, head, body, true)
        }),
    ),
    (
        "clause",
        2,
        Control(|machine, at, _| {
            let [head, body] = machine.arguments(at);
            find(machine, head, body, false)
        }),
    ),
    ("retractall", 1, Test(retract_all)),
    ("dynamic", 1, Test(dynamic)),
    ("discontiguous", 1, Test(|_, _| Ok(true))),
];

fn add(machine: &mut Machine, at: u32, is_first: bool) -> Outcome {
    let [clause] = machine.arguments(at);
    machine.add_clause(clause, is_first)?;
    Ok(true)
}

/// Functor of a head.
fn head_functor(machine: &mut Machine, head: Cell) -> Result<Functor, Stop> {
    match machine.heap.deref(head) {
        Cell::Ref(_) => Err(machine.instantiation_error()),
        Cell::Atom(atom) => Ok(machine.functor(atom, 0)),
        Cell::Struct(at) => match machine.heap.cells[at as usize] {
            Cell::Functor(functor) => Ok(functor),
            other => Err(machine.type_error("callable", other)),
        },
        other => Err(machine.type_error("callable", other)),
    }
}

fn find(machine: &mut Machine, head: Cell, body: Cell, is_removed: bool) -> Outcome {
    let functor = head_functor(machine, head)?;
    if is_removed {
        machine.check_changeable(functor)?;
    } else if builtin(functor).is_some() {
        return Err(machine.permission_error_of("access", "private_procedure", functor));
    }
    let Some(predicate) = machine.database.predicate(functor) else { return Ok(false) };
    let clauses = Arc::clone(&predicate.clauses);
    Ok(machine.match_clauses(clauses, 0, (head, body), is_removed))
}

fn retract_all(machine: &mut Machine, at: u32) -> Outcome {
    let [head] = machine.arguments(at);
    let functor = head_functor(machine, head)?;
    machine.check_changeable(functor)?;
    let clauses = Arc::clone(&machine.database.declare(functor).clauses);
    for clause in clauses.iter() {
        let heap = machine.heap.len();
        let whole = machine.heap.load_term(&clause.term);
        let (own, _) = machine.clause_parts(whole);
        if machine.is_unifiable(head, own) {
            machine.database.remove(clause);
        }
        machine.heap.cells.truncate(heap as usize);
    }
    Ok(true)
}

/// Declares predicates, given as `name/arity` in a list or a conjunction.
fn dynamic(machine: &mut Machine, at: u32) -> Outcome {
    let [first] = machine.arguments(at);
    let mut work = vec![first];
    while let Some(cell) = work.pop() {
        let cell = machine.heap.deref(cell);
        if let Ok(items) = machine.heap.list_items(cell) {
            work.extend(items);
            continue;
        }
        let Cell::Struct(at) = cell else { return Err(machine.type_error("predicate_indicator", cell)) };
        let [left, right] = [1, 2].map(|part| machine.heap.cells.get(at as usize + part).copied());
        let (Some(left), Some(right)) = (left, right) else {
            return Err(machine.type_error("predicate_indicator", cell));
        };
        let of = machine.heap.cells[at as usize];
        if of == Cell::Functor(functors::COMMA) {
            work.extend([right, left]);
        } else if of == Cell::Functor(functors::INDICATOR)
            && let (Cell::Atom(name), Cell::Int(arity @ 0..=64)) = (machine.heap.deref(left), machine.heap.deref(right))
        {
            let functor = machine.functor(name, arity as u32);
            machine.check_changeable(functor)?;
            machine.database.declare(functor);
        } else {
            return Err(machine.type_error("predicate_indicator", cell));
        }
    }
    Ok(true)
}

impl Machine {
    /// Adds a clause that is on the heap.
    pub(in super::super) fn add_clause(&mut self, clause: Cell, is_first: bool) -> Result<(), Stop> {
        let (head, _) = self.clause_parts(clause);
        let functor = head_functor(self, head)?;
        self.check_changeable(functor)?;
        let term = self.copy_out(clause)?;
        let names = Arc::from([]);
        let compiled = Clause::compile(term, names, self.place, Arc::make_mut(&mut self.symbols));
        let compiled = compiled.map_err(|invalid| match invalid {
            InvalidClause::Head(_) | InvalidClause::Goal(_) => {
                let (_, body) = self.clause_parts(clause);
                self.type_error("callable", body)
            }
        })?;
        self.database.add(Arc::new(compiled), is_first);
        Ok(())
    }

    /// Refuses changes of predicates that do not belong to the program.
    pub(in super::super) fn check_changeable(&mut self, functor: Functor) -> Result<(), Stop> {
        let is_library = self.database.predicate(functor).is_some_and(|predicate| predicate.is_library);
        if builtin(functor).is_some() || is_library {
            return Err(self.permission_error_of("modify", "static_procedure", functor));
        }
        Ok(())
    }
}
