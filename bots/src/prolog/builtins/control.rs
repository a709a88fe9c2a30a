//! Control constructs: conjunction, disjunction, conditions, negation, cut, calls, exceptions and `findall/3`.

use super::super::error::Stop;
use super::super::machine::{Alternative, Machine, Outcome};
use super::super::term::Cell;
use super::Builtin::{Control, Test};
use super::Entry;

pub(super) const TABLE: &[Entry] = &[
    ("true", 0, Test(|_, _| Ok(true))),
    ("otherwise", 0, Test(|_, _| Ok(true))),
    ("fail", 0, Test(|_, _| Ok(false))),
    ("false", 0, Test(|_, _| Ok(false))),
    ("!", 0, Control(cut)),
    (",", 2, Control(conjunction)),
    ("and", 2, Control(conjunction)),
    (";", 2, Control(disjunction)),
    ("or", 2, Control(disjunction)),
    (
        "->",
        2,
        Control(|machine, at, cut| {
            let [condition, then] = machine.arguments(at);
            machine.if_then_else(condition, then, None, cut)
        }),
    ),
    (
        "if",
        3,
        Control(|machine, at, cut| {
            let [condition, then, otherwise] = machine.arguments(at);
            machine.if_then_else(condition, then, Some(otherwise), cut)
        }),
    ),
    ("\\+", 1, Control(negation)),
    ("not", 1, Control(negation)),
    (
        "call",
        1,
        Control(|machine, at, _| {
            let [goal] = machine.arguments(at);
            machine.opaque_call(goal)
        }),
    ),
    ("call", 2, Control(|machine, at, _| call_with(machine, at, 1))),
    ("call", 3, Control(|machine, at, _| call_with(machine, at, 2))),
    ("call", 4, Control(|machine, at, _| call_with(machine, at, 3))),
    ("call", 5, Control(|machine, at, _| call_with(machine, at, 4))),
    (
        "findall",
        3,
        Control(|machine, at, _| {
            let [template, goal, list] = machine.arguments(at);
            machine.find_all(template, goal, list)
        }),
    ),
    (
        "catch",
        3,
        Control(|machine, at, cut| {
            let [goal, catcher, recovery] = machine.arguments(at);
            machine.catch(goal, catcher, recovery, cut)
        }),
    ),
    (
        "throw",
        1,
        Test(|machine, at| {
            let [ball] = machine.arguments(at);
            if let Cell::Ref(_) = machine.heap.deref(ball) {
                return Err(machine.instantiation_error());
            }
            Err(Stop::Ball(Box::new(machine.copy_out(ball)?)))
        }),
    ),
    ("halt", 0, Test(|machine, _| Err(machine.permission_error("run", "command", "halt")))),
    ("between", 3, Control(between)),
    (
        "repeat",
        0,
        Control(|machine, _, _| {
            machine.push_repeat();
            Ok(true)
        }),
    ),
];

#[allow(clippy::unnecessary_wraps)] // the type of all control constructs
fn cut(machine: &mut Machine, _: u32, cut: u32) -> Outcome {
    machine.cut(cut);
    Ok(true)
}

fn conjunction(machine: &mut Machine, at: u32, cut: u32) -> Outcome {
    let [left, right] = machine.arguments(at);
    machine.conjunction(left, right, cut)
}

fn disjunction(machine: &mut Machine, at: u32, cut: u32) -> Outcome {
    let [left, right] = machine.arguments(at);
    machine.disjunction(left, right, cut)
}

fn negation(machine: &mut Machine, at: u32, _: u32) -> Outcome {
    let [goal] = machine.arguments(at);
    machine.negation(goal)
}

/// Calls the first argument with `count` further arguments behind its own.
fn call_with(machine: &mut Machine, at: u32, count: u32) -> Outcome {
    let goal = machine.heap.cells[at as usize];
    let (name, mut arguments) = match machine.heap.deref(goal) {
        Cell::Ref(_) => return Err(machine.instantiation_error()),
        Cell::Atom(atom) => (atom, Vec::new()),
        Cell::Struct(at) => match machine.heap.cells[at as usize] {
            Cell::Functor(functor) => {
                let end = (at + 1 + machine.symbols.arity(functor)) as usize;
                (machine.symbols.functor_name(functor), machine.heap.cells[at as usize + 1..end].to_vec())
            }
            _ => return Ok(false),
        },
        other => return Err(machine.type_error("callable", other)),
    };
    arguments.extend((1..=count).map(|number| machine.heap.cells[(at + number) as usize]));
    let functor = machine.functor(name, arguments.len() as u32);
    let called = machine.heap.compound(functor, &arguments);
    machine.opaque_call(called)
}

fn between(machine: &mut Machine, at: u32, _: u32) -> Outcome {
    let [low, high, value] = machine.arguments(at);
    let low = machine.integer(low)?;
    let high = match machine.heap.deref(high) {
        Cell::Atom(atom) if matches!(machine.symbols.name(atom), "inf" | "infinite") => i64::MAX,
        _ => machine.integer(high)?,
    };
    match machine.heap.deref(value) {
        Cell::Int(value) => Ok(low <= value && value <= high),
        Cell::Ref(_) => Ok(machine.between(low, high, value)),
        other => Err(machine.type_error("integer", other)),
    }
}

impl Machine {
    fn push_repeat(&mut self) {
        let next = self.continuation();
        self.push_choice(Alternative::Repeat, next);
    }
}
