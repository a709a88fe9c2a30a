//! Built-in predicates of mProlog, the Prolog of the published system: `eq/2` and `random/2,3`.

use boardwright_game::playout::random_below;

use super::super::machine::{Machine, Outcome};
use super::super::symbols::{atoms, functors};
use super::super::term::Cell;
use super::Builtin::Test;
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    ("eq", 2, Test(eq)),
    (
        "random",
        2,
        Test(|machine, at| {
            let [high, value] = machine.arguments(at);
            random(machine, Cell::Int(0), high, value)
        }),
    ),
    (
        "random",
        3,
        Test(|machine, at| {
            let [low, high, value] = machine.arguments(at);
            random(machine, low, high, value)
        }),
    ),
];

/// Unifies both sides after expressions have been replaced by their values.
fn eq(machine: &mut Machine, at: u32) -> Outcome {
    let [left, right] = machine.arguments(at);
    let (left, right) = (machine.reduced(left)?, machine.reduced(right)?);
    Ok(machine.unify(left, right))
}

/// Draws an integer from `low` to `high - 1`.
fn random(machine: &mut Machine, low: Cell, high: Cell, value: Cell) -> Outcome {
    let (low, high) = (machine.value(low)?, machine.value(high)?);
    let count = high.checked_sub(low).and_then(|count| usize::try_from(count).ok()).filter(|&count| count > 0);
    let Some(count) = count else {
        return Err(machine.domain_error("range_with_elements", Cell::Int(high)));
    };
    let drawn = low + random_below(count, &mut machine.random) as i64;
    Ok(machine.unify(value, Cell::Int(drawn)))
}

impl Machine {
    /// The value of an arithmetic expression, or the term itself if it is none. In the compatible dialect, `L+E` is the
    /// list `L` with `E` behind it.
    pub(in super::super) fn reduced(&mut self, cell: Cell) -> Result<Cell, super::super::error::Stop> {
        let cell = self.heap.deref(cell);
        let Cell::Struct(at) = cell else { return Ok(cell) };
        if self.dialect.is_compatible && self.heap.cells[at as usize] == Cell::Functor(functors::ADD) {
            let [list, item] = [1, 2].map(|part| self.heap.cells[at as usize + part]);
            // A sum cannot be run backwards.
            let is_free = matches!(self.heap.deref(item), Cell::Ref(_));
            if let Some(mut items) = self.appended_items(list).filter(|_| !is_free) {
                items.push(item);
                return Ok(self.heap.list(&items));
            }
        }
        match super::super::arithmetic::evaluate(&self.heap, &self.symbols, cell) {
            Ok(_) if self.heap.cells[at as usize] == Cell::Functor(functors::LIST) => Ok(cell),
            Ok(value) => Ok(Cell::Int(value)),
            Err(super::super::arithmetic::Undefined::ZeroDivisor) => Err(self.evaluation_error("zero_divisor")),
            Err(super::super::arithmetic::Undefined::Overflow) => Err(self.evaluation_error("int_overflow")),
            Err(_) => Ok(cell),
        }
    }

    /// Elements of a list that is written as a sum of a list and elements.
    fn appended_items(&self, cell: Cell) -> Option<Vec<Cell>> {
        let mut added = Vec::new();
        let mut cell = self.heap.deref(cell);
        while let Cell::Struct(at) = cell
            && self.heap.cells[at as usize] == Cell::Functor(functors::ADD)
        {
            added.push(self.heap.cells[at as usize + 2]);
            cell = self.heap.deref(self.heap.cells[at as usize + 1]);
        }
        let is_list = cell == Cell::Atom(atoms::NIL) || matches!(cell, Cell::Struct(_));
        let mut items = self.heap.list_items(cell).ok().filter(|_| is_list)?;
        items.extend(added.into_iter().rev());
        Some(items)
    }
}
