//! Unification, comparison, type tests, arithmetic, and inspection of terms.

use std::cmp::Ordering;

use super::super::machine::{Machine, Outcome};
use super::super::symbols::{atoms, functors};
use super::super::term::Cell;
use super::Builtin::{Control, Test};
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    (
        "=",
        2,
        Test(|machine, at| {
            let [left, right] = machine.arguments(at);
            Ok(machine.unify(left, right))
        }),
    ),
    (
        "unify_with_occurs_check",
        2,
        Test(|machine, at| {
            let [left, right] = machine.arguments(at);
            Ok(machine.unify(left, right))
        }),
    ),
    (
        "\\=",
        2,
        Test(|machine, at| {
            let [left, right] = machine.arguments(at);
            Ok(!machine.is_unifiable(left, right))
        }),
    ),
    ("==", 2, Test(|machine, at| Ok(order(machine, at) == Ordering::Equal))),
    ("\\==", 2, Test(|machine, at| Ok(order(machine, at) != Ordering::Equal))),
    ("@<", 2, Test(|machine, at| Ok(order(machine, at) == Ordering::Less))),
    ("@>", 2, Test(|machine, at| Ok(order(machine, at) == Ordering::Greater))),
    ("@=<", 2, Test(|machine, at| Ok(order(machine, at) != Ordering::Greater))),
    ("@>=", 2, Test(|machine, at| Ok(order(machine, at) != Ordering::Less))),
    (
        "compare",
        3,
        Test(|machine, at| {
            let [result, left, right] = machine.arguments(at);
            let order = match machine.heap.compare(left, right, &machine.symbols) {
                Ordering::Less => atoms::LESS,
                Ordering::Equal => atoms::EQUAL,
                Ordering::Greater => atoms::GREATER,
            };
            Ok(machine.unify(result, Cell::Atom(order)))
        }),
    ),
    ("var", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Ref(_))))),
    ("nonvar", 1, Test(|machine, at| Ok(!matches!(argument(machine, at), Cell::Ref(_))))),
    ("atom", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Atom(_))))),
    ("integer", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Int(_))))),
    ("number", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Int(_))))),
    ("atomic", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Int(_) | Cell::Atom(_))))),
    ("compound", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Struct(_))))),
    ("callable", 1, Test(|machine, at| Ok(matches!(argument(machine, at), Cell::Struct(_) | Cell::Atom(_))))),
    ("is_list", 1, Test(|machine, at| Ok(machine.heap.list_items(argument(machine, at)).is_ok()))),
    ("ground", 1, Test(|machine, at| Ok(machine.copy_out(argument(machine, at))?.is_ground()))),
    (
        "is",
        2,
        Test(|machine, at| {
            let [result, expression] = machine.arguments(at);
            let value = machine.value(expression)?;
            Ok(machine.unify(result, Cell::Int(value)))
        }),
    ),
    ("=:=", 2, Test(|machine, at| Ok(numeric_order(machine, at)? == Ordering::Equal))),
    ("=\\=", 2, Test(|machine, at| Ok(numeric_order(machine, at)? != Ordering::Equal))),
    ("<", 2, Test(|machine, at| Ok(numeric_order(machine, at)? == Ordering::Less))),
    (">", 2, Test(|machine, at| Ok(numeric_order(machine, at)? == Ordering::Greater))),
    ("=<", 2, Test(|machine, at| Ok(numeric_order(machine, at)? != Ordering::Greater))),
    (">=", 2, Test(|machine, at| Ok(numeric_order(machine, at)? != Ordering::Less))),
    ("succ", 2, Test(succ)),
    ("plus", 3, Test(plus)),
    ("functor", 3, Test(functor)),
    ("arg", 3, Control(arg)),
    ("=..", 2, Test(univ)),
    (
        "copy_term",
        2,
        Test(|machine, at| {
            let [term, copy] = machine.arguments(at);
            let term = machine.copy_out(term)?;
            let fresh = machine.heap.load_term(&term);
            Ok(machine.unify(copy, fresh))
        }),
    ),
    (
        "term_variables",
        2,
        Test(|machine, at| {
            let [term, list] = machine.arguments(at);
            let (_, variables) = machine.copy_with_variables(term)?;
            let variables: Vec<Cell> = variables.into_iter().map(Cell::Ref).collect();
            let found = machine.heap.list(&variables);
            Ok(machine.unify(list, found))
        }),
    ),
];

fn argument(machine: &Machine, at: u32) -> Cell {
    machine.heap.deref(machine.heap.cells[at as usize])
}

fn order(machine: &mut Machine, at: u32) -> Ordering {
    let [left, right] = machine.arguments(at);
    machine.heap.compare(left, right, &machine.symbols)
}

fn numeric_order(machine: &mut Machine, at: u32) -> Result<Ordering, super::super::error::Stop> {
    let [left, right] = machine.arguments(at);
    Ok(machine.value(left)?.cmp(&machine.value(right)?))
}

fn succ(machine: &mut Machine, at: u32) -> Outcome {
    let [smaller, larger] = machine.arguments(at);
    match (machine.heap.deref(smaller), machine.heap.deref(larger)) {
        (Cell::Int(value), other) if value >= 0 => {
            if !matches!(other, Cell::Ref(_) | Cell::Int(_)) {
                return Err(machine.type_error("integer", other));
            }
            let Some(next) = value.checked_add(1) else { return Err(machine.evaluation_error("int_overflow")) };
            Ok(machine.unify(larger, Cell::Int(next)))
        }
        (Cell::Ref(_), Cell::Int(value)) if value > 0 => Ok(machine.unify(smaller, Cell::Int(value - 1))),
        (Cell::Ref(_), Cell::Int(0)) => Ok(false),
        (negative @ Cell::Int(_), _) | (Cell::Ref(_), negative @ Cell::Int(_)) => {
            Err(machine.type_error("not_less_than_zero", negative))
        }
        (Cell::Ref(_), Cell::Ref(_)) => Err(machine.instantiation_error()),
        (Cell::Ref(_), other) | (other, _) => Err(machine.type_error("integer", other)),
    }
}

fn plus(machine: &mut Machine, at: u32) -> Outcome {
    let [x, y, z] = machine.arguments(at);
    let sum = |machine: &mut Machine, x, y, is_sum: bool| -> Result<Cell, super::super::error::Stop> {
        let (x, y) = (machine.integer(x)?, machine.integer(y)?);
        let value = if is_sum { x.checked_add(y) } else { x.checked_sub(y) };
        value.map(Cell::Int).ok_or_else(|| machine.evaluation_error("int_overflow"))
    };
    let is_free = |machine: &Machine, cell| matches!(machine.heap.deref(cell), Cell::Ref(_));
    if is_free(machine, z) {
        let value = sum(machine, x, y, true)?;
        return Ok(machine.unify(z, value));
    }
    if is_free(machine, y) {
        let value = sum(machine, z, x, false)?;
        return Ok(machine.unify(y, value));
    }
    let value = sum(machine, z, y, false)?;
    Ok(machine.unify(x, value))
}

/// Largest arity of a term that `functor/3` creates.
const MAX_ARITY: i64 = 1000;

fn functor(machine: &mut Machine, at: u32) -> Outcome {
    let [term, name, arity] = machine.arguments(at);
    match machine.heap.deref(term) {
        Cell::Ref(_) => {
            let name = machine.heap.deref(name);
            if let Cell::Ref(_) = name {
                return Err(machine.instantiation_error());
            }
            let count = machine.integer(arity)?;
            let made = match name {
                name if count == 0 && !matches!(name, Cell::Struct(_)) => name,
                Cell::Atom(name) if (1..=MAX_ARITY).contains(&count) => {
                    let functor = machine.functor(name, count as u32);
                    let first = machine.heap.variables(count as u32);
                    let arguments: Vec<Cell> = (first..first + count as u32).map(Cell::Ref).collect();
                    machine.heap.compound(functor, &arguments)
                }
                name @ Cell::Struct(_) => return Err(machine.type_error("atomic", name)),
                name if count > 0 && count <= MAX_ARITY => return Err(machine.type_error("callable", name)),
                _ if count < 0 => return Err(machine.domain_error("not_less_than_zero", Cell::Int(count))),
                _ => return Err(machine.representation_error("max_arity")),
            };
            Ok(machine.unify(term, made))
        }
        Cell::Struct(at) => {
            let Cell::Functor(functor) = machine.heap.cells[at as usize] else { return Ok(false) };
            let own = Cell::Atom(machine.symbols.functor_name(functor));
            let count = Cell::Int(i64::from(machine.symbols.arity(functor)));
            Ok(machine.unify(name, own) && machine.unify(arity, count))
        }
        other => Ok(machine.unify(name, other) && machine.unify(arity, Cell::Int(0))),
    }
}

fn arg(machine: &mut Machine, at: u32, _: u32) -> Outcome {
    let [number, term, value] = machine.arguments(at);
    let term = machine.heap.deref(term);
    let Cell::Struct(address) = term else {
        return Err(match term {
            Cell::Ref(_) => machine.instantiation_error(),
            other => machine.type_error("compound", other),
        });
    };
    if let Cell::Ref(_) = machine.heap.deref(number) {
        let functor = machine.known_functor("$arg", 3);
        let goal = machine.heap.compound(functor, &[number, term, value]);
        return machine.opaque_call(goal);
    }
    let number = machine.integer(number)?;
    let Cell::Functor(functor) = machine.heap.cells[address as usize] else { return Ok(false) };
    if number < 1 || number > i64::from(machine.symbols.arity(functor)) {
        return Ok(false);
    }
    let own = machine.heap.cells[address as usize + number as usize];
    Ok(machine.unify(value, own))
}

fn univ(machine: &mut Machine, at: u32) -> Outcome {
    let [term, list] = machine.arguments(at);
    match machine.heap.deref(term) {
        Cell::Ref(_) => {
            let items = match machine.heap.list_items(list) {
                Ok(items) => items,
                Err(Cell::Ref(_)) => return Err(machine.instantiation_error()),
                Err(_) => {
                    let list = machine.heap.deref(list);
                    return Err(machine.type_error("list", list));
                }
            };
            let made = match items[..] {
                [] => return Err(machine.domain_error("non_empty_list", Cell::Atom(atoms::NIL))),
                [Cell::Ref(_), ..] => return Err(machine.instantiation_error()),
                [only @ (Cell::Int(_) | Cell::Atom(_))] => only,
                [Cell::Atom(name), ref arguments @ ..] => {
                    let functor = machine.functor(name, arguments.len() as u32);
                    machine.heap.compound(functor, arguments)
                }
                [other @ Cell::Struct(_)] => return Err(machine.type_error("atomic", other)),
                [other, ..] => return Err(machine.type_error("atom", other)),
            };
            Ok(machine.unify(term, made))
        }
        Cell::Struct(at) => {
            let Cell::Functor(functor) = machine.heap.cells[at as usize] else { return Ok(false) };
            let end = (at + machine.symbols.arity(functor)) as usize;
            let name = Cell::Atom(machine.symbols.functor_name(functor));
            let mut items = vec![name];
            items.extend_from_slice(&machine.heap.cells[at as usize + 1..=end]);
            let made = machine.heap.list(&items);
            Ok(machine.unify(list, made))
        }
        other => {
            let made = machine.heap.compound(functors::LIST, &[other, Cell::Atom(atoms::NIL)]);
            Ok(machine.unify(list, made))
        }
    }
}
