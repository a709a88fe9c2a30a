//! Lists: sorting and length. Other predicates of lists are in the library.

use std::cmp::Ordering;

use super::super::error::Stop;
use super::super::machine::{Machine, Outcome};
use super::super::symbols::functors;
use super::super::term::Cell;
use super::Builtin::{Control, Test};
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    ("length", 2, Control(length)),
    ("msort", 2, Test(|machine, at| sort(machine, at, |cell, _| Ok(cell), false))),
    ("sort", 2, Test(|machine, at| sort(machine, at, |cell, _| Ok(cell), true))),
    ("keysort", 2, Test(|machine, at| sort(machine, at, key, false))),
    ("sort", 4, Test(sort_by)),
];

fn length(machine: &mut Machine, at: u32, _: u32) -> Outcome {
    let [list, count] = machine.arguments(at);
    let wanted = machine.heap.deref(count);
    if !matches!(wanted, Cell::Ref(_) | Cell::Int(_)) {
        return Err(machine.type_error("integer", wanted));
    }
    match machine.heap.list_items(list) {
        Ok(items) => Ok(machine.unify(count, Cell::Int(items.len() as i64))),
        Err(Cell::Ref(_)) => {
            let name = match wanted {
                Cell::Int(value) if value < 0 => return Err(machine.domain_error("not_less_than_zero", wanted)),
                Cell::Int(_) => "$count",
                _ => "$length",
            };
            let functor = machine.known_functor(name, 2);
            let goal = machine.heap.compound(functor, &[list, count]);
            machine.opaque_call(goal)
        }
        Err(_) => {
            let list = machine.heap.deref(list);
            Err(machine.type_error("list", list))
        }
    }
}

/// Elements of a list that must be complete.
fn items(machine: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    machine.heap.list_items(list).map_err(|tail| match tail {
        Cell::Ref(_) => machine.instantiation_error(),
        _ => {
            let list = machine.heap.deref(list);
            machine.type_error("list", list)
        }
    })
}

/// Key of a pair `Key-Value`.
fn key(cell: Cell, machine: &mut Machine) -> Result<Cell, Stop> {
    match cell {
        Cell::Struct(at) if machine.heap.cells[at as usize] == Cell::Functor(functors::PAIR) => {
            Ok(machine.heap.cells[at as usize + 1])
        }
        Cell::Ref(_) => Err(machine.instantiation_error()),
        other => Err(machine.type_error("pair", other)),
    }
}

type KeyOf = fn(Cell, &mut Machine) -> Result<Cell, Stop>;

fn sort(machine: &mut Machine, at: u32, key: KeyOf, is_unique: bool) -> Outcome {
    let [list, sorted] = machine.arguments(at);
    let found = items(machine, list)?;
    let keys = found.iter().map(|&cell| Ok((key(cell, machine)?, cell))).collect::<Result<Vec<_>, Stop>>()?;
    Ok(finish_sort(machine, keys, sorted, |order| order, is_unique))
}

fn finish_sort(
    machine: &mut Machine,
    mut keys: Vec<(Cell, Cell)>,
    sorted: Cell,
    direction: fn(Ordering) -> Ordering,
    is_unique: bool,
) -> bool {
    let (heap, symbols) = (&mut machine.heap, &machine.symbols);
    keys.sort_by(|(a, _), (b, _)| direction(heap.compare(*a, *b, symbols)));
    if is_unique {
        keys.dedup_by(|(a, _), (b, _)| heap.compare(*a, *b, symbols) == Ordering::Equal);
    }
    let cells: Vec<Cell> = keys.into_iter().map(|(_, cell)| cell).collect();
    let made = machine.heap.list(&cells);
    machine.unify(sorted, made)
}

/// `sort/4`: by an argument of the elements, upwards or downwards, with or without duplicates.
fn sort_by(machine: &mut Machine, at: u32) -> Outcome {
    let [number, direction, list, sorted] = machine.arguments(at);
    let number = machine.integer(number)?;
    let direction = machine.heap.deref(direction);
    let name = if let Cell::Atom(atom) = direction { machine.symbols.name(atom).to_owned() } else { String::new() };
    let (is_downward, is_unique) = match name.as_str() {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ if matches!(direction, Cell::Ref(_)) => return Err(machine.instantiation_error()),
        _ => return Err(machine.domain_error("order", direction)),
    };
    let found = items(machine, list)?;
    let mut keys = Vec::with_capacity(found.len());
    for cell in found {
        let key = match cell {
            _ if number == 0 => cell,
            Cell::Struct(at) => {
                let Cell::Functor(functor) = machine.heap.cells[at as usize] else { return Ok(false) };
                if number < 0 || number > i64::from(machine.symbols.arity(functor)) {
                    return Err(machine.type_error("compound", cell));
                }
                machine.heap.cells[at as usize + number as usize]
            }
            other => return Err(machine.type_error("compound", other)),
        };
        keys.push((key, cell));
    }
    let direction: fn(Ordering) -> Ordering = if is_downward { Ordering::reverse } else { |order| order };
    Ok(finish_sort(machine, keys, sorted, direction, is_unique))
}
