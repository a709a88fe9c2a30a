//! Evaluation of arithmetic expressions over integers of 64 bits. Division of integers gives an integer, truncated
//! towards zero.

use super::error::Stop;
use super::heap::Heap;
use super::machine::Machine;
use super::symbols::{Functor, Symbols};
use super::term::Cell;

/// Reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    /// A variable in the expression.
    Unbound,
    /// No function of this name.
    NoFunction(Functor),
    /// A term that is no number.
    NoNumber(Cell),
    /// Division by zero.
    ZeroDivisor,
    /// The result is beyond 64 bits.
    Overflow,
    /// A negative exponent or shift.
    Negative(i64),
}

/// Steps of the evaluation.
enum Task {
    Evaluate(Cell),
    Apply(Functor, u32),
}

/// Value of an expression on the heap.
pub(super) fn evaluate(heap: &Heap, symbols: &Symbols, cell: Cell) -> Result<i64, Undefined> {
    match heap.deref(cell) {
        Cell::Int(value) => return Ok(value),
        Cell::Ref(_) => return Err(Undefined::Unbound),
        _ => {}
    }
    let mut tasks = vec![Task::Evaluate(cell)];
    let mut values: Vec<i64> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Evaluate(cell) => match heap.deref(cell) {
                Cell::Int(value) => values.push(value),
                Cell::Struct(at) => {
                    let Cell::Functor(functor) = heap.cells[at as usize] else { return Err(Undefined::NoNumber(cell)) };
                    let arity = symbols.arity(functor);
                    if arity > 2 {
                        return Err(Undefined::NoFunction(functor));
                    }
                    // `[X]` has the value of its element.
                    if functor == super::symbols::functors::LIST
                        && heap.deref(heap.cells[at as usize + 2]) == Cell::Atom(super::symbols::atoms::NIL)
                    {
                        tasks.push(Task::Evaluate(heap.cells[at as usize + 1]));
                        continue;
                    }
                    tasks.push(Task::Apply(functor, arity));
                    tasks
                        .extend((1..=arity).rev().map(|argument| Task::Evaluate(heap.cells[(at + argument) as usize])));
                }
                Cell::Ref(_) => return Err(Undefined::Unbound),
                Cell::Atom(atom) => match symbols.name(atom) {
                    "max_tagged_integer" | "max_integer" => values.push(i64::MAX),
                    "min_integer" => values.push(i64::MIN),
                    _ => return Err(Undefined::NoNumber(Cell::Atom(atom))),
                },
                other => return Err(Undefined::NoNumber(other)),
            },
            Task::Apply(functor, arity) => {
                let name = symbols.name(symbols.functor_name(functor));
                let right = values.pop().unwrap_or_default();
                let value =
                    if arity == 1 { unary(name, right) } else { binary(name, values.pop().unwrap_or_default(), right) };
                values.push(value.ok_or(Undefined::NoFunction(functor))??);
            }
        }
    }
    Ok(values.pop().unwrap_or_default())
}

type Value = Result<i64, Undefined>;

/// Value of a function of one argument; `None` for an unknown name.
fn unary(name: &str, x: i64) -> Option<Value> {
    let checked = |value: Option<i64>| Some(value.ok_or(Undefined::Overflow));
    match name {
        "-" => checked(x.checked_neg()),
        "+" | "integer" => Some(Ok(x)),
        "abs" => checked(x.checked_abs()),
        "sign" => Some(Ok(x.signum())),
        "\\" => Some(Ok(!x)),
        "succ" => checked(x.checked_add(1)),
        _ => None,
    }
}

/// Value of a function of two arguments; `None` for an unknown name.
fn binary(name: &str, x: i64, y: i64) -> Option<Value> {
    let checked = |value: Option<i64>| Some(value.ok_or(Undefined::Overflow));
    let divided = |value: fn(i64, i64) -> Option<i64>| {
        Some(if y == 0 { Err(Undefined::ZeroDivisor) } else { value(x, y).ok_or(Undefined::Overflow) })
    };
    match name {
        "+" => checked(x.checked_add(y)),
        "-" => checked(x.checked_sub(y)),
        "*" => checked(x.checked_mul(y)),
        "/" | "//" => divided(i64::checked_div),
        "rem" => divided(i64::checked_rem),
        "mod" => divided(|x, y| {
            x.checked_rem(y).map(|rest| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
        }),
        "div" => divided(|x, y| {
            let (quotient, rest) = (x.checked_div(y)?, x.checked_rem(y)?);
            Some(if rest != 0 && (rest < 0) != (y < 0) { quotient - 1 } else { quotient })
        }),
        "min" => Some(Ok(x.min(y))),
        "max" => Some(Ok(x.max(y))),
        "gcd" => checked(gcd(x, y)),
        "/\\" => Some(Ok(x & y)),
        "\\/" => Some(Ok(x | y)),
        "xor" => Some(Ok(x ^ y)),
        ">>" => Some(u32::try_from(y).map(|y| x >> y.min(63)).map_err(|_| Undefined::Negative(y))),
        "<<" => Some(match u32::try_from(y) {
            Err(_) => Err(Undefined::Negative(y)),
            Ok(y) if x == 0 => Ok(i64::from(y) * x),
            Ok(y) => Some(x).filter(|_| y < 63).and_then(|x| x.checked_mul(1 << y)).ok_or(Undefined::Overflow),
        }),
        "^" | "**" => Some(match u32::try_from(y) {
            Ok(y) => x.checked_pow(y).ok_or(Undefined::Overflow),
            Err(_) if x == 1 => Ok(1),
            Err(_) if x == -1 => Ok(if y % 2 == 0 { 1 } else { -1 }),
            Err(_) if x == 0 && y < 0 => Err(Undefined::ZeroDivisor),
            Err(_) if y < 0 => Err(Undefined::Negative(x)),
            Err(_) => Err(Undefined::Overflow),
        }),
        _ => None,
    }
}

fn gcd(mut x: i64, mut y: i64) -> Option<i64> {
    while y != 0 {
        (x, y) = (y, x.checked_rem(y)?);
    }
    x.checked_abs()
}

impl Machine {
    /// Value of an expression.
    pub(super) fn value(&mut self, cell: Cell) -> Result<i64, Stop> {
        evaluate(&self.heap, &self.symbols, cell).map_err(|undefined| match undefined {
            Undefined::Unbound => self.instantiation_error(),
            Undefined::NoFunction(functor) => {
                let name = Cell::Atom(self.symbols.functor_name(functor));
                let arity = Cell::Int(i64::from(self.symbols.arity(functor)));
                let indicator = self.heap.compound(super::symbols::functors::INDICATOR, &[name, arity]);
                self.type_error("evaluable", indicator)
            }
            Undefined::NoNumber(cell) => {
                let indicator = match self.heap.deref(cell) {
                    cell @ Cell::Atom(_) => {
                        self.heap.compound(super::symbols::functors::INDICATOR, &[cell, Cell::Int(0)])
                    }
                    other => other,
                };
                self.type_error("evaluable", indicator)
            }
            Undefined::ZeroDivisor => self.evaluation_error("zero_divisor"),
            Undefined::Overflow => self.evaluation_error("int_overflow"),
            Undefined::Negative(value) => self.type_error("float", Cell::Int(value)),
        })
    }
}
