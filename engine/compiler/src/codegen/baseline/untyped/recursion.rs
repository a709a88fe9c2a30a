//! Dynamically typed named expressions that call themselves: functions of the generated code.
//!
//! The variables that such a function reads or assigns are passed in scratch memory. Variables whose value is known and
//! that the function does not assign are constants of it. What the function leaves, its result and the types of its
//! variables, is found by writing it until what its own calls leave is what was assumed: at first they are taken not to
//! return.

use boardwright_game::ids::{FunctionId as NamedExpression, VarId};
use boardwright_jit::{Arg, Binary, FunctionId, Width};

use super::super::calls::{MAX_CALLS, MAX_NESTING};
use super::super::generator::{Generated, Generator};
use super::super::scratch;
use super::super::values::{Env, Value};
use super::flow::{ANY_NUMBER, WordType, single};
use super::{Mentioned, slot_of};
use crate::Unsupported;

/// Named expression and what is known of its variables, for which a function was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct UntypedSignature {
    function: NamedExpression,
    variables: Vec<VariableShape>,
    /// The number of the player who moves, and of the player to move.
    players: (Arg, Arg),
    may_change: bool,
}

/// Knowledge of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum VariableShape {
    Unset,
    Constant(WordType, u64),
    /// A value of a type, and whether it is certainly there.
    Word(WordType, bool),
}

/// A function of the generated code.
#[derive(Clone, Debug)]
pub(in super::super) struct UntypedFunction {
    id: FunctionId,
    /// Result and variables that it leaves; `None` if it does not return, or is taken not to.
    leaves: Option<Left>,
}

/// Result and variables that a function leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    result: WordType,
    variables: Vec<VariableShape>,
}

/// Greatest number of attempts to find out what a function leaves.
const MAX_ATTEMPTS: usize = 6;

impl Generator<'_> {
    /// Offsets of a variable in scratch memory: its value, and 1 if it has one.
    fn place_of(variable: VarId) -> (usize, usize) {
        let at = scratch::VARIABLES + 16 * variable.index();
        (at, at + 8)
    }

    /// Calls a function, which is written on the first call.
    pub(super) fn call_recursive(&mut self, function: NamedExpression) -> Generated<Value> {
        if self.rules.variables.len() > scratch::MAX_VARIABLES {
            return Err(Unsupported("a recursive named expression in a file of many variables"));
        }
        let mut mentioned = Mentioned::default();
        self.rules.functions[function.index()].body.iter().for_each(|line| mentioned.add(self.rules, *line));
        let mut variables: Vec<VarId> = mentioned.variables().collect();
        variables.sort_unstable();
        variables.dedup();
        if mentioned.passes_turn {
            return Err(Unsupported("a recursive named expression that passes the turn"));
        }
        let player = self.player_to_move();
        let players = (self.context.mover, player.arg);
        if !matches!(players, (Arg::Word(_), Arg::Word(_))) {
            return Err(Unsupported("a recursive named expression after the turn has passed to an unknown player"));
        }
        let known = variables.iter().map(|variable| {
            let is_constant = !mentioned.assigned.contains(variable);
            self.known(self.env[variable.index()].as_ref(), is_constant)
        });
        let known = known.collect::<Generated<Vec<_>>>()?;
        let signature = UntypedSignature { function, variables: known, players, may_change: self.may_change };
        let called = match self.untyped_functions.get(&signature) {
            Some(called) => called.clone(),
            None => self.write_recursive(&signature, &variables)?,
        };
        for (variable, known) in variables.iter().zip(&signature.variables) {
            self.pass(*variable, *known)?;
        }
        let depth = self.board.w.load(self.scratch, Width::Eight, 0, scratch::DEPTH);
        let deeper = self.op(Binary::Add, depth, 1);
        let most = (MAX_NESTING / self.nesting(function).max(1)).min(MAX_CALLS) as u64;
        let too_deep = self.op(Binary::UnsignedLess, most, deeper);
        self.fault_if(too_deep);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::DEPTH, deeper);
        let result = self.board.w.call(called.id, &[]);
        self.fault_after_call();
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::DEPTH, depth);
        let Some(left) = called.leaves else { return Ok(self.always_fails()) };
        for (variable, known) in variables.iter().zip(&left.variables) {
            if mentioned.assigned.contains(variable) {
                self.env[variable.index()] = self.received(*variable, *known);
            }
        }
        Ok(left.result.value(result, ANY_NUMBER))
    }

    /// Describes the value of a variable.
    fn known(&self, value: Option<&Value>, is_constant: bool) -> Generated<VariableShape> {
        let Some((value, flag)) = single(value)? else { return Ok(VariableShape::Unset) };
        let kind =
            WordType::of(&value).ok_or(Unsupported("a set or an unknown type in a recursive named expression"))?;
        Ok(match (value.word(), flag) {
            (Some(Arg::Word(word)), Arg::Word(1)) if is_constant => VariableShape::Constant(kind, word),
            (_, flag) => VariableShape::Word(kind, flag == Arg::Word(1)),
        })
    }

    /// Puts a variable into scratch memory for a function.
    fn pass(&mut self, variable: VarId, known: VariableShape) -> Generated<()> {
        let VariableShape::Word(_, is_set) = known else { return Ok(()) };
        let present = single(self.env[variable.index()].as_ref())?;
        let (at, flag_at) = Self::place_of(variable);
        let (word, flag) = present.map_or((None, Arg::Word(0)), |(value, flag)| (value.word(), flag));
        self.board.w.store(self.scratch, Width::Eight, 0, at, word.unwrap_or(Arg::Word(0)));
        if !is_set {
            self.board.w.store(self.scratch, Width::Eight, 0, flag_at, flag);
        }
        Ok(())
    }

    /// The value of a variable from scratch memory.
    fn received(&mut self, variable: VarId, known: VariableShape) -> Option<Value> {
        let (at, flag_at) = Self::place_of(variable);
        match known {
            VariableShape::Unset => None,
            VariableShape::Constant(kind, word) => Some(kind.value(Arg::Word(word), (word as i64, word as i64))),
            VariableShape::Word(kind, is_set) => {
                let word = self.board.w.load(self.scratch, Width::Eight, 0, at);
                let value = kind.value(word, ANY_NUMBER);
                let flag =
                    if is_set { Arg::Word(1) } else { self.board.w.load(self.scratch, Width::Eight, 0, flag_at) };
                slot_of(vec![(value, flag)])
            }
        }
    }

    fn write_recursive(&mut self, signature: &UntypedSignature, variables: &[VarId]) -> Generated<UntypedFunction> {
        // Functions that a dropped attempt has written rest on what it assumed, and are dropped too.
        let before = self.untyped_functions.clone();
        let id = self.board.w.declare_function(0);
        let mut leaves = None;
        for _ in 0..MAX_ATTEMPTS {
            let function = UntypedFunction { id, leaves: leaves.clone() };
            self.untyped_functions.insert(signature.clone(), function.clone());
            self.board.w.begin_declared(id);
            let written = self.write_recursive_body(signature, variables, leaves.as_ref());
            if written.as_ref().is_ok_and(|found| *found == leaves) {
                self.board.w.end_declared(id);
                return Ok(function);
            }
            self.board.w.discard_declared();
            self.untyped_functions.clone_from(&before);
            leaves = written?;
        }
        Err(Unsupported("a recursive named expression whose types depend on the way"))
    }

    /// Writes the body; returns what it leaves, widened by what was assumed; `None` if it does not return.
    fn write_recursive_body(
        &mut self,
        signature: &UntypedSignature,
        variables: &[VarId],
        assumed: Option<&Left>,
    ) -> Generated<Option<Left>> {
        let rules = self.rules;
        let outer: Env = std::mem::replace(&mut self.env, Self::no_variables(rules));
        let loops = std::mem::replace(&mut self.loops, 0);
        let being_written = std::mem::replace(&mut self.being_written, vec![signature.function]);
        let context = self.context.clone();
        self.context.player = signature.players.1;
        let mut write = || -> Generated<Option<Left>> {
            for (variable, known) in variables.iter().zip(&signature.variables) {
                self.env[variable.index()] = self.received(*variable, *known);
            }
            let body = &rules.functions[signature.function.index()].body;
            let value = self.untyped_lines(body)?;
            if matches!(value, Value::Never) {
                return Ok(None);
            }
            let result = WordType::of(&value);
            let mut result = result.ok_or(Unsupported("a recursive named expression that gives a set"))?;
            let mut left = Vec::new();
            for variable in variables {
                let is_constant = matches!(signature.variables[left.len()], VariableShape::Constant(..));
                left.push(self.known(self.env[variable.index()].as_ref(), is_constant)?);
            }
            if let Some(assumed) = assumed {
                let mixed = Unsupported("a recursive named expression whose types depend on the way");
                result = result.common(assumed.result).ok_or(mixed)?;
                for (known, assumed) in left.iter_mut().zip(&assumed.variables) {
                    *known = wider(*known, *assumed).ok_or(Unsupported("a variable whose type depends on the way"))?;
                }
            }
            for (variable, known) in variables.iter().zip(&left) {
                self.leave(*variable, *known)?;
            }
            let word = self.word_as(&value, result);
            self.board.w.return_word(word);
            Ok(Some(Left { result, variables: left }))
        };
        let left = write();
        self.env = outer;
        self.loops = loops;
        self.being_written = being_written;
        self.context = context;
        left
    }

    /// Puts a variable into scratch memory for the caller.
    fn leave(&mut self, variable: VarId, known: VariableShape) -> Generated<()> {
        let VariableShape::Word(kind, is_set) = known else { return Ok(()) };
        let present = single(self.env[variable.index()].as_ref())?;
        let (at, flag_at) = Self::place_of(variable);
        let (value, flag) = present.map_or((None, Arg::Word(0)), |(value, flag)| (Some(value), flag));
        let word = value.map_or(Arg::Word(0), |value| self.word_as(&value, kind));
        self.board.w.store(self.scratch, Width::Eight, 0, at, word);
        if !is_set {
            self.board.w.store(self.scratch, Width::Eight, 0, flag_at, flag);
        }
        Ok(())
    }
}

/// Describes a variable that has one of two shapes.
fn wider(one: VariableShape, other: VariableShape) -> Option<VariableShape> {
    Some(match (one, other) {
        _ if one == other => one,
        (VariableShape::Unset, VariableShape::Word(kind, _)) | (VariableShape::Word(kind, _), VariableShape::Unset) => {
            VariableShape::Word(kind, false)
        }
        (VariableShape::Word(kind, is_set), VariableShape::Word(other, other_set)) => {
            VariableShape::Word(kind.common(other)?, is_set && other_set)
        }
        _ => return None,
    })
}
