//! Output to a text that the caller reads.

use super::super::machine::{Machine, Outcome};
use super::super::term::Cell;
use super::super::writer::{WriteOptions, write_term};
use super::Builtin::Test;
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    (
        "nl",
        0,
        Test(|machine, _| {
            machine.output.push('\n');
            Ok(true)
        }),
    ),
    ("write", 1, Test(|machine, at| write(machine, at, false, ""))),
    ("print", 1, Test(|machine, at| write(machine, at, true, ""))),
    ("writeq", 1, Test(|machine, at| write(machine, at, true, ""))),
    ("writeln", 1, Test(|machine, at| write(machine, at, false, "\n"))),
    // The stream belongs to the host and has no meaning here.
    ("write", 2, Test(|machine, at| write(machine, at + 1, false, ""))),
    (
        "tab",
        1,
        Test(|machine, at| {
            let [count] = machine.arguments(at);
            let count = machine.value(count)?.clamp(0, 1000);
            machine.output.push_str(&" ".repeat(count as usize));
            Ok(true)
        }),
    ),
];

fn write(machine: &mut Machine, at: u32, is_quoted: bool, end: &str) -> Outcome {
    let cell = machine.heap.cells[at as usize];
    let text = machine.written(cell, is_quoted)?;
    machine.output.push_str(&text);
    machine.output.push_str(end);
    Ok(true)
}

impl Machine {
    /// Text of a term on the heap.
    pub(in super::super) fn written(&self, cell: Cell, is_quoted: bool) -> Result<String, super::super::error::Stop> {
        let (term, variables) = self.copy_with_variables(cell)?;
        let variable = |number: u32| format!("_G{}", variables[number as usize]);
        Ok(write_term(&term, &self.symbols, WriteOptions { is_quoted, variable: &variable }))
    }
}
