//! Answers as mProlog reports them: variables within lists are not followed, and clause variables with the name of a free
//! variable of the query pass their values to it. Resolution itself is the same in both dialects.

use rustc_hash::FxHashMap;

use super::error::Stop;
use super::machine::Machine;
use super::symbols::functors;
use super::term::{Cell, FlatTerm};

/// A reported value with the names of the variables in it.
type Reported = Result<(FlatTerm, Vec<String>), Stop>;

/// Value that is reported for a variable of the query; `None` if it has none.
pub(super) fn reported_value(machine: &Machine, name: &str, variable: Cell) -> Option<Reported> {
    let (value, bound_at) = followed(machine, variable);
    if !matches!(value, Cell::Ref(_)) {
        return Some(with_old_bindings(machine, value, bound_at));
    }
    // The last value of a variable of the same name counts.
    for (env, names) in machine.names.iter().rev() {
        for (number, own) in names.iter().enumerate() {
            if own != name {
                continue;
            }
            let (value, bound_at) = followed(machine, Cell::Ref(env + number as u32));
            if !matches!(value, Cell::Ref(_)) {
                return Some(with_old_bindings(machine, value, bound_at));
            }
        }
    }
    None
}

/// Follows the bindings of a variable. Returns its value, and the position of the last binding in the trail.
fn followed(machine: &Machine, mut cell: Cell) -> (Cell, usize) {
    let mut bound_at = 0;
    while let Cell::Ref(at) = cell {
        let next = machine.heap.cells[at as usize];
        if next == cell {
            break;
        }
        bound_at = machine.heap.trail.iter().rposition(|&bound| bound == at).unwrap_or(0);
        cell = next;
    }
    (cell, bound_at)
}

/// Copies a term; variables within lists that were bound later than the term stay variables.
fn with_old_bindings(machine: &Machine, value: Cell, bound_at: usize) -> Reported {
    let is_list = matches!(value, Cell::Struct(at) if machine.heap.cells[at as usize] == Cell::Functor(functors::LIST));
    if !is_list {
        return machine.copy_out(value).map(|term| (term, Vec::new()));
    }
    let times: FxHashMap<u32, usize> = machine.heap.trail.iter().enumerate().map(|(time, &at)| (at, time)).collect();
    let mut out = FlatTerm::constant(value);
    let mut variables: Vec<u32> = Vec::new();
    let mut convert = |mut cell: Cell, cells: &mut Vec<Cell>| loop {
        match cell {
            Cell::Ref(at) => {
                let next = machine.heap.cells[at as usize];
                let is_new = times.get(&at).is_some_and(|&time| time > bound_at);
                if next == cell || is_new {
                    let known = variables.iter().position(|&own| own == at).unwrap_or_else(|| {
                        variables.push(at);
                        variables.len() - 1
                    });
                    return Cell::Var(known as u32);
                }
                cell = next;
            }
            Cell::Struct(from) => {
                let to = cells.len() as u32;
                let Cell::Functor(functor) = machine.heap.cells[from as usize] else { return cell };
                let arity = machine.symbols.arity(functor);
                cells.extend_from_slice(&machine.heap.cells[from as usize..=(from + arity) as usize]);
                return Cell::Struct(to);
            }
            other => return other,
        }
    };
    out.root = convert(value, &mut out.cells);
    let mut at = 0;
    while at < out.cells.len() && out.cells.len() < machine.limits.cells {
        out.cells[at] = convert(out.cells[at], &mut out.cells);
        at += 1;
    }
    out.variable_count = variables.len() as u32;
    let name =
        |(number, &address): (usize, &u32)| variable_name(machine, address).unwrap_or_else(|| format!("_{number}"));
    let names = variables.iter().enumerate().map(name).collect();
    Ok((out, names))
}

/// Name of the clause variable at an address.
fn variable_name(machine: &Machine, address: u32) -> Option<String> {
    machine.names.iter().rev().find_map(|(env, names)| {
        let number = address.checked_sub(*env)?;
        names.get(number as usize).cloned()
    })
}
