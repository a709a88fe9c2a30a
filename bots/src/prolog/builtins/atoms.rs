//! Names of atoms and digits of numbers.

use std::sync::Arc;

use super::super::error::Stop;
use super::super::machine::{Machine, Outcome};
use super::super::term::Cell;
use super::Builtin::Test;
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    (
        "atom_length",
        2,
        Test(|machine, at| {
            let [atom, length] = machine.arguments(at);
            let text = text(machine, atom)?;
            Ok(machine.unify(length, Cell::Int(text.chars().count() as i64)))
        }),
    ),
    ("atom_chars", 2, Test(|machine, at| parts(machine, at, Part::Chars))),
    ("atom_codes", 2, Test(|machine, at| parts(machine, at, Part::Codes))),
    ("number_codes", 2, Test(|machine, at| parts(machine, at, Part::Codes))),
    ("char_code", 2, Test(char_code)),
    ("atom_number", 2, Test(atom_number)),
    (
        "atom_concat",
        3,
        Test(|machine, at| {
            let [left, right, whole] = machine.arguments(at);
            let joined = text(machine, left)? + &text(machine, right)?;
            let atom = machine.atom(&joined);
            Ok(machine.unify(whole, Cell::Atom(atom)))
        }),
    ),
];

/// Text of an atom or a number.
fn text(machine: &mut Machine, cell: Cell) -> Result<String, Stop> {
    match machine.heap.deref(cell) {
        Cell::Atom(atom) => Ok(machine.symbols.name(atom).to_owned()),
        Cell::Int(value) => Ok(value.to_string()),
        Cell::Ref(_) => Err(machine.instantiation_error()),
        other => Err(machine.type_error("atomic", other)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Chars,
    Codes,
}

/// Converts between an atom or a number and the list of its letters.
fn parts(machine: &mut Machine, at: u32, part: Part) -> Outcome {
    let [whole, list] = machine.arguments(at);
    if !matches!(machine.heap.deref(whole), Cell::Ref(_)) {
        let text = text(machine, whole)?;
        let cells: Vec<Cell> = text
            .chars()
            .map(|letter| match part {
                Part::Chars => Cell::Atom(machine.atom(letter.encode_utf8(&mut [0; 4]))),
                Part::Codes => Cell::Int(i64::from(u32::from(letter))),
            })
            .collect();
        let made = machine.heap.list(&cells);
        return Ok(machine.unify(list, made));
    }
    let Ok(items) = machine.heap.list_items(list) else { return Err(machine.instantiation_error()) };
    let mut text = String::new();
    for item in items {
        match item {
            Cell::Atom(atom) => text.push_str(machine.symbols.name(atom)),
            Cell::Int(code) => match u32::try_from(code).ok().and_then(char::from_u32) {
                Some(letter) => text.push(letter),
                None => return Err(machine.representation_error("character_code")),
            },
            Cell::Ref(_) => return Err(machine.instantiation_error()),
            other => return Err(machine.type_error("character", other)),
        }
    }
    let made = match text.parse() {
        Ok(value) if part == Part::Codes => Cell::Int(value),
        _ => Cell::Atom(machine.atom(&text)),
    };
    Ok(machine.unify(whole, made))
}

fn char_code(machine: &mut Machine, at: u32) -> Outcome {
    let [letter, code] = machine.arguments(at);
    match machine.heap.deref(letter) {
        Cell::Atom(atom) => {
            let value = machine.symbols.name(atom).chars().next().map_or(0, u32::from);
            Ok(machine.unify(code, Cell::Int(i64::from(value))))
        }
        _ => {
            let value = machine.integer(code)?;
            let Some(char) = u32::try_from(value).ok().and_then(char::from_u32) else {
                return Err(machine.representation_error("character_code"));
            };
            let atom = machine.atom(char.encode_utf8(&mut [0; 4]));
            Ok(machine.unify(letter, Cell::Atom(atom)))
        }
    }
}

fn atom_number(machine: &mut Machine, at: u32) -> Outcome {
    let [atom, number] = machine.arguments(at);
    match machine.heap.deref(atom) {
        Cell::Atom(name) => match machine.symbols.name(name).parse() {
            Ok(value) => Ok(machine.unify(number, Cell::Int(value))),
            Err(_) => Ok(false),
        },
        Cell::Ref(_) => {
            let value = machine.integer(number)?;
            let made = machine.atom(&value.to_string());
            Ok(machine.unify(atom, Cell::Atom(made)))
        }
        other => Err(machine.type_error("atom", other)),
    }
}

impl Machine {
    /// Interns an atom.
    pub(in super::super) fn atom(&mut self, name: &str) -> super::super::symbols::Atom {
        match self.symbols.find_atom(name) {
            Some(atom) => atom,
            None => Arc::make_mut(&mut self.symbols).atom(name),
        }
    }
}
