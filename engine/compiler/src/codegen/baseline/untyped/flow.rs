//! Control flow of dynamically typed expressions: branches, loops and calls, with the variables that they assign.

use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_jit::{Arg, Binary, Inst, Var};
use boardwright_rules::{BinaryOp, Expr};

use super::super::expressions::has_control;
use super::super::generator::{Generated, Generator};
use super::super::values::{Env, Number, ThingKind, Value};
use super::{Mentioned, slot_of, values_of};
use crate::Unsupported;

/// Greatest number of instructions of two branches that are evaluated both.
const MAX_SPECULATED: usize = 12;
/// Greatest number of repetitions of a loop that are written one after another.
const MAX_UNROLLED: i64 = 64;
/// Greatest number of instructions of a loop whose repetitions are written one after another.
const MAX_UNROLLED_CODE: usize = 6_000;
/// Greatest number of recursive named expressions that are written within each other.
const MAX_NESTED: usize = 3;
/// By number of loops around it: repetitions of a loop above which the interpreter takes over, which counts steps.
const MAX_REPETITIONS: [i64; 3] = [20_000, 200, 20];

/// The code of a branch, with its value and the variables at its end.
pub(super) struct Branch {
    code: Vec<Inst>,
    env: Env,
    value: Value,
}

/// Type of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WordType {
    Number,
    Bool,
    Interned,
    NameOf(ThingKind),
}

impl WordType {
    /// The type of a value that is one word.
    pub(super) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Number(_) => Self::Number,
            Value::Bool(_) => Self::Bool,
            Value::Interned(_) => Self::Interned,
            Value::NameOf(kind, _) => Self::NameOf(*kind),
            _ => return None,
        })
    }

    /// The type that holds values of both types.
    pub(super) fn common(self, other: Self) -> Option<Self> {
        let is_text = |word| matches!(word, Self::Interned | Self::NameOf(_));
        match (self, other) {
            _ if self == other => Some(self),
            _ if is_text(self) && is_text(other) => Some(Self::Interned),
            _ => None,
        }
    }

    /// A value of the type; numbers have the bounds given.
    pub(super) fn value(self, arg: Arg, (least, most): (i64, i64)) -> Value {
        match self {
            Self::Number => Value::Number(Number { arg, least, most }),
            Self::Bool => Value::Bool(arg),
            Self::Interned => Value::Interned(arg),
            Self::NameOf(kind) => Value::NameOf(kind, arg),
        }
    }
}

/// Bounds of a number that can be any.
pub(super) const ANY_NUMBER: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

fn bounds(value: &Value) -> (i64, i64) {
    match value {
        Value::Number(number) => (number.least, number.most),
        _ => (0, 0),
    }
}

/// `true` if two values are the same words of the same type.
fn is_identical(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::OneOf(first), Value::OneOf(second)) => {
            let pairs = first.iter().zip(second.iter());
            first.len() == second.len()
                && pairs
                    .into_iter()
                    .all(|((one, flag), (other, other_flag))| flag == other_flag && is_identical(one, other))
        }
        (Value::Unknown, Value::Unknown) | (Value::Never, Value::Never) => true,
        (Value::Set(super::Set::Members(first)), Value::Set(super::Set::Members(second))) => {
            first.len() == second.len() && first.iter().zip(second).all(|(one, other)| is_identical(one, other))
        }
        (Value::Number(one), Value::Number(other)) => one.arg == other.arg,
        _ => WordType::of(one).is_some() && WordType::of(one) == WordType::of(other) && one.word() == other.word(),
    }
}

fn is_identical_slot(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => is_identical(one, other),
        _ => false,
    }
}

impl Generator<'_> {
    /// Collects the code of a branch.
    fn branch(&mut self, write: impl FnOnce(&mut Self) -> Generated<Value>) -> Generated<Branch> {
        let env = self.env.clone();
        self.board.w.open_list();
        let value = write(self);
        let code = self.board.w.close_list();
        let env = std::mem::replace(&mut self.env, env);
        Ok(Branch { code, env, value: value? })
    }

    /// Adds code to the end of a branch.
    fn extend<T>(&mut self, branch: &mut Branch, write: impl FnOnce(&mut Self) -> T) -> T {
        self.board.w.open_list();
        let result = write(self);
        branch.code.extend(self.board.w.close_list());
        result
    }

    /// Writes a conditional whose branches may assign variables; returns its value.
    fn join_branches(&mut self, condition: Arg, mut yes: Branch, mut no: Branch) -> Generated<Value> {
        // A branch that fails ends the call: what follows is the other one.
        if matches!(yes.value, Value::Never) || matches!(no.value, Value::Never) {
            let (failing, other, condition) = if matches!(yes.value, Value::Never) {
                (yes, no, condition)
            } else {
                (no, yes, self.negate(condition))
            };
            self.board.w.write_if(condition, failing.code, Vec::new());
            self.board.w.append(other.code);
            self.env = other.env;
            return Ok(other.value);
        }
        let is_cheap =
            yes.code.len() + no.code.len() <= MAX_SPECULATED && !has_control(&yes.code) && !has_control(&no.code);
        if is_cheap {
            self.board.w.append(std::mem::take(&mut yes.code));
            self.board.w.append(std::mem::take(&mut no.code));
        }
        let mover = self.mover_slot();
        if yes.env[mover].is_some() != no.env[mover].is_some() {
            let number = self.player_to_move();
            for branch in [&mut yes, &mut no] {
                branch.env[mover].get_or_insert(Value::Number(number));
            }
        }
        let slots = yes.env.len();
        let mut env = Env::with_capacity(slots);
        for slot in 0..slots {
            let (one, other) = (yes.env[slot].take(), no.env[slot].take());
            if is_identical_slot(one.as_ref(), other.as_ref()) {
                let (least, most) = match (&one, &other) {
                    (Some(Value::Number(one)), Some(Value::Number(other))) => {
                        (one.least.min(other.least), one.most.max(other.most))
                    }
                    _ => (0, 0),
                };
                env.push(match one {
                    Some(Value::Number(number)) => Some(Value::Number(Number { least, most, ..number })),
                    one => one,
                });
                continue;
            }
            let joined = self.join_values(condition, (&mut yes, one), (&mut no, other), is_cheap);
            env.push(joined);
        }
        let values = (Some(yes.value.clone()), Some(no.value.clone()));
        let value = if is_identical(&yes.value, &no.value) {
            yes.value.clone()
        } else {
            self.join_values(condition, (&mut yes, values.0), (&mut no, values.1), is_cheap).unwrap_or(Value::Unknown)
        };
        if !is_cheap {
            self.board.w.write_if(condition, yes.code, no.code);
        }
        self.env = env;
        Ok(value)
    }

    /// The value that is one of two at the end of two branches.
    fn join_values(
        &mut self,
        condition: Arg,
        (yes, one): (&mut Branch, Option<Value>),
        (no, other): (&mut Branch, Option<Value>),
        is_cheap: bool,
    ) -> Option<Value> {
        let (first, mut second) = (values_of(one.as_ref()), values_of(other.as_ref()));
        let mut joined = Vec::new();
        for (one, is_one) in first {
            let common =
                |other: &Value| WordType::of(&one).zip(WordType::of(other)).and_then(|(one, other)| one.common(other));
            let partner = second.iter().position(|(other, _)| is_identical(&one, other) || common(other).is_some());
            let (value, is_other) = match partner.map(|place| second.remove(place)) {
                None => (one, Arg::Word(0)),
                Some((other, is_other)) if is_identical(&one, &other) => (one, is_other),
                Some((other, is_other)) => {
                    let common = common(&other).expect("the types have one in common");
                    let bounds = (bounds(&one).0.min(bounds(&other).0), bounds(&one).1.max(bounds(&other).1));
                    let word = |g: &mut Self, branch: &mut Branch, value: &Value| {
                        if is_cheap { g.word_as(value, common) } else { g.extend(branch, |g| g.word_as(value, common)) }
                    };
                    let words = (word(self, yes, &one), word(self, no, &other));
                    let arg = self.join_words(condition, (yes, words.0), (no, words.1), is_cheap);
                    (common.value(arg, bounds), is_other)
                }
            };
            joined.push((value, self.join_flags(condition, (yes, is_one), (no, is_other), is_cheap)));
        }
        for (value, is_other) in second {
            joined.push((value, self.join_flags(condition, (yes, Arg::Word(0)), (no, is_other), is_cheap)));
        }
        // Two sets cannot be told apart.
        let sets = joined.iter().filter(|(value, _)| WordType::of(value).is_none()).count();
        if sets > 1 { Some(Value::Unknown) } else { slot_of(joined) }
    }

    fn join_flags(&mut self, condition: Arg, yes: (&mut Branch, Arg), no: (&mut Branch, Arg), is_cheap: bool) -> Arg {
        if yes.1 == no.1 { yes.1 } else { self.join_words(condition, yes, no, is_cheap) }
    }

    /// A word that is one of two.
    fn join_words(&mut self, condition: Arg, yes: (&mut Branch, Arg), no: (&mut Branch, Arg), is_cheap: bool) -> Arg {
        if is_cheap {
            return self.board.w.select(condition, yes.1, no.1);
        }
        let result = self.board.w.add_variable();
        for (branch, word) in [yes, no] {
            self.extend(branch, |g| g.board.w.set(result, word));
        }
        result.into()
    }

    /// The word of a value of a type that holds it.
    pub(super) fn word_as(&mut self, value: &Value, kind: WordType) -> Arg {
        let word = if kind == WordType::Interned { self.interned(value) } else { value.word() };
        word.unwrap_or(Arg::Word(0))
    }

    /// Writes a conditional of two closures.
    pub(super) fn either(
        &mut self,
        condition: Arg,
        yes: impl FnOnce(&mut Self) -> Generated<Value>,
        no: impl FnOnce(&mut Self) -> Generated<Value>,
    ) -> Generated<Value> {
        match condition {
            Arg::Word(0) => no(self),
            Arg::Word(_) => yes(self),
            Arg::Var(_) => {
                let yes = self.branch(yes)?;
                let no = self.branch(no)?;
                self.join_branches(condition, yes, no)
            }
        }
    }

    /// Runs a closure where a condition holds; variables that it assigns stay assigned.
    pub(in super::super) fn where_assigning(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        let done = |_: &mut Self| Ok(Value::boolean(true));
        self.either(condition, |g| then(g).map(|()| Value::boolean(true)), done)?;
        Ok(())
    }

    pub(super) fn untyped_junction(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Generated<Value> {
        let left = self.boolean(left)?;
        let right = |g: &mut Self| g.boolean(right).map(Value::Bool);
        if op == BinaryOp::And {
            self.either(left, right, |_| Ok(Value::boolean(false)))
        } else {
            self.either(left, |_| Ok(Value::boolean(true)), right)
        }
    }

    pub(super) fn untyped_if(&mut self, condition: ExprId, yes: ExprId, no: Option<ExprId>) -> Generated<Value> {
        let condition = self.boolean(condition)?;
        self.either(
            condition,
            |g| g.untyped_value(yes),
            |g| match no {
                Some(no) => g.untyped_value(no),
                None => Ok(g.always_fails()),
            },
        )
    }

    /// Runs `then` where a condition holds, with the variables that the condition assigns. An operand of `AND` is
    /// `strict`: it must be a boolean.
    pub(in super::super) fn where_untyped(
        &mut self,
        id: ExprId,
        strict: bool,
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Binary(BinaryOp::And, left, right) => {
                let right = *right;
                self.where_untyped(*left, true, &mut |g| g.where_untyped(right, true, then))
            }
            Expr::Call(function, arguments) if self.is_inlined(*function, arguments) => {
                self.assign_parameters(*function, arguments)?;
                self.where_lines(&rules.functions[function.index()].body, strict, then)
            }
            _ => {
                let holds = if strict { self.boolean(id)? } else { self.untyped_truth(id)? };
                self.when(holds, |g| then(g))
            }
        }
    }

    /// Runs `then` where the last line of a named expression is true and no other one false.
    fn where_lines(
        &mut self,
        lines: &[ExprId],
        strict: bool,
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        match lines {
            [] => self.when(Arg::Word(1), |g| then(g)),
            [last] => self.where_untyped(*last, strict, then),
            [first, rest @ ..] => match self.untyped_value(*first)? {
                Value::Bool(flag) => self.when(flag, |g| g.where_lines(rest, strict, then)),
                value => {
                    let ends = self.is_boolean(&value, false)?;
                    let goes_on = self.negate(ends);
                    self.when(goes_on, |g| g.where_lines(rest, strict, then))
                }
            },
        }
    }

    // Named expressions.

    /// `true` if a call is written in place.
    pub(super) fn is_inlined(&self, function: FunctionId, arguments: &[ExprId]) -> bool {
        let called = &self.rules.functions[function.index()];
        !called.has_local_variables
            && called.params.len() == arguments.len()
            && !called.body.is_empty()
            && !self.is_recursive_function(function)
    }

    /// Assigns each argument to its parameter before the next one is evaluated.
    pub(super) fn assign_parameters(&mut self, function: FunctionId, arguments: &[ExprId]) -> Generated<()> {
        let rules = self.rules;
        for (param, argument) in rules.functions[function.index()].params.iter().zip(arguments) {
            let value = self.untyped_value(*argument)?;
            self.assign_variable(*param, value);
        }
        Ok(())
    }

    /// Calls a named expression.
    pub(super) fn untyped_call(&mut self, function: FunctionId, arguments: &[ExprId]) -> Generated<Value> {
        let rules = self.rules;
        let called = &rules.functions[function.index()];
        if called.has_local_variables {
            return Err(Unsupported("a named expression with local variables in a file of 2013"));
        }
        if called.params.len() != arguments.len() {
            return Ok(self.always_fails());
        }
        self.assign_parameters(function, arguments)?;
        if called.body.is_empty() {
            return Ok(self.always_fails());
        }
        if !self.is_recursive_function(function) {
            return self.untyped_lines(&called.body);
        }
        // Only a call of a named expression that is being written is a call of the generated code.
        if self.being_written.contains(&function) || self.being_written.len() >= MAX_NESTED {
            return self.call_recursive(function);
        }
        self.being_written.push(function);
        let value = self.untyped_lines(&called.body);
        self.being_written.pop();
        value
    }

    /// Lines in order: false if any line but the last is false, else the value of the last one.
    pub(super) fn untyped_lines(&mut self, lines: &[ExprId]) -> Generated<Value> {
        match lines {
            [] => Ok(Value::boolean(true)),
            [last] => self.untyped_value(*last),
            [first, rest @ ..] => match self.untyped_value(*first)? {
                Value::Never => Ok(Value::Never),
                value => {
                    let ends = self.is_boolean(&value, false)?;
                    self.either(ends, |_| Ok(Value::boolean(false)), |g| g.untyped_lines(rest))
                }
            },
        }
    }

    // Loops.

    pub(super) fn quantified_loop(
        &mut self,
        all: bool,
        var: VarId,
        (from, to): (ExprId, ExprId),
        body: ExprId,
    ) -> Generated<Value> {
        let (from, to) = (self.untyped_number(from)?, self.untyped_number(to)?);
        if let (Some(first), Some(last)) = (from.known(), to.known())
            && (last - first).abs() < MAX_UNROLLED
        {
            // A first try says how long the code is.
            let written = self.board.w.instructions_written();
            let once = self.branch(|g| {
                g.assign_variable(var, Value::number(first));
                g.boolean(body).map(Value::Bool)
            });
            let repetitions = (last - first).unsigned_abs() as usize + 1;
            let length = (self.board.w.instructions_written() - written) * repetitions;
            if once.is_ok() && length <= MAX_UNROLLED_CODE {
                return self.unrolled(all, var, (first, last), body);
            }
        }
        self.counted_loop(all, var, (from, to), body)
    }

    /// A loop whose repetitions are written one after another.
    fn unrolled(&mut self, all: bool, var: VarId, (first, last): (i64, i64), body: ExprId) -> Generated<Value> {
        self.assign_variable(var, Value::number(first));
        let holds = self.boolean(body)?;
        if first == last {
            return Ok(Value::Bool(holds));
        }
        let next = first + (last - first).signum();
        let goes_on = if all { holds } else { self.negate(holds) };
        self.either(goes_on, |g| g.unrolled(all, var, (next, last), body), |_| Ok(Value::boolean(!all)))
    }

    /// A loop of the generated code. Variables that its body assigns are kept in variables of the generated code.
    fn counted_loop(&mut self, all: bool, var: VarId, (from, to): (Number, Number), body: ExprId) -> Generated<Value> {
        let limit = MAX_REPETITIONS[self.loops.min(MAX_REPETITIONS.len() - 1)];
        if to.most - from.least > limit || from.most - to.least > limit {
            let up = self.op(Binary::Sub, to.arg, from.arg);
            let down = self.op(Binary::Sub, from.arg, to.arg);
            for distance in [up, down] {
                let over = self.op(Binary::SignedLess, limit as u64, distance);
                self.fault_if(over);
            }
        }
        let rises = {
            let falls = self.op(Binary::SignedLess, to.arg, from.arg);
            self.negate(falls)
        };
        let step = self.board.w.select(rises, 1, u64::MAX);
        let mentioned = Mentioned::by(self.rules, body);
        if mentioned.passes_turn && self.env[self.mover_slot()].is_none() {
            let number = self.player_to_move();
            let slot = self.mover_slot();
            self.env[slot] = Some(Value::Number(number));
        }
        let counter = self.variable(from.arg);
        let number = Number { arg: counter.into(), least: from.least.min(to.least), most: from.most.max(to.most) };
        let mut carried: Vec<usize> =
            mentioned.assigned.iter().filter(|assigned| **assigned != var).map(|assigned| assigned.index()).collect();
        if mentioned.passes_turn {
            carried.push(self.mover_slot());
        }
        let slots = self.carried_slots(&carried, |g| {
            g.assign_variable(var, Value::Number(number));
            g.boolean(body).map(Value::Bool)
        })?;
        let result = self.variable(u64::from(!all));
        let mut never_ends = false;
        self.loops += 1;
        let written = self.branch(|g| {
            // The counter changes: its present value is copied.
            let present = g.variable(counter);
            g.assign_variable(var, Value::Number(Number { arg: present.into(), ..number }));
            let holds = g.boolean(body)?;
            never_ends = holds == Arg::Word(u64::from(all));
            g.store_slots(&slots)?;
            let ends = if all { g.negate(holds) } else { holds };
            g.board.w.if_then(ends, boardwright_jit::Writer::break_loop);
            let is_last = g.equal(counter, to.arg);
            g.board.w.if_then(is_last, |w| {
                w.set(result, u64::from(all));
                w.break_loop();
            });
            let next = g.op(Binary::Add, counter, step);
            g.board.w.set(counter, next);
            Ok(Value::boolean(true))
        });
        self.loops -= 1;
        let written = written?;
        self.board.w.write_loop(written.code);
        self.assign_variable(var, Value::Number(number));
        Ok(if never_ends { Value::boolean(all) } else { Value::Bool(result.into()) })
    }

    /// Puts variables that a loop assigns into variables of the generated code. Their types are those that they have after
    /// a first run of the loop.
    fn carried_slots(
        &mut self,
        carried: &[usize],
        run: impl FnOnce(&mut Self) -> Generated<Value>,
    ) -> Generated<Vec<Slot>> {
        let before = self.env.clone();
        // The first run starts from what is known, but with numbers of any size.
        for &variable in carried {
            if let Some(Value::Number(number)) = &mut self.env[variable] {
                number.least = ANY_NUMBER.0;
                number.most = ANY_NUMBER.1;
                if let Arg::Word(word) = number.arg {
                    let var = self.variable(word);
                    self.env[variable] =
                        Some(Value::Number(Number { arg: var.into(), least: ANY_NUMBER.0, most: ANY_NUMBER.1 }));
                }
            }
        }
        let first = self.branch(run)?;
        self.env = before;
        let mut slots = Vec::new();
        for &variable in carried {
            let before = single(self.env[variable].as_ref())?;
            let after = single(first.env[variable].as_ref())?;
            let kinds = (
                before.as_ref().and_then(|(value, _)| WordType::of(value)),
                after.as_ref().and_then(|(value, _)| WordType::of(value)),
            );
            let kind = match kinds {
                (Some(one), Some(other)) => one.common(other),
                (Some(kind), None) if after.is_none() => Some(kind),
                (None, Some(kind)) if before.is_none() => Some(kind),
                (None, None) if before.is_none() && after.is_none() => continue,
                _ => None,
            };
            let (one, flag) = before.map_or((None, Arg::Word(0)), |(value, flag)| (Some(value), flag));
            let kind = kind.ok_or(Unsupported("a variable whose type changes in a loop"))?;
            let word = match &one {
                Some(value) => self.word_as(value, kind),
                None => Arg::Word(0),
            };
            let (word, is_set) = (self.variable(word), self.variable(flag));
            let value = kind.value(word.into(), ANY_NUMBER);
            self.env[variable] = slot_of(vec![(value, if flag == Arg::Word(1) { flag } else { is_set.into() })]);
            slots.push(Slot { variable, kind, word, is_set });
        }
        Ok(slots)
    }

    /// Stores the present values of the variables of a loop.
    fn store_slots(&mut self, slots: &[Slot]) -> Generated<()> {
        let mut words = Vec::new();
        for slot in slots {
            let (value, flag) = single(self.env[slot.variable].as_ref())?
                .map_or((None, Arg::Word(0)), |(value, flag)| (Some(value), flag));
            let word = match &value {
                None => Arg::Word(0),
                Some(value) => {
                    let fits = WordType::of(value).is_some_and(|kind| kind.common(slot.kind) == Some(slot.kind));
                    if !fits {
                        return Err(Unsupported("a variable whose type changes in a loop"));
                    }
                    self.word_as(value, slot.kind)
                }
            };
            // All are read before one is written.
            words.push((self.variable(word), self.variable(flag)));
        }
        for (slot, (word, flag)) in slots.iter().zip(words) {
            self.board.w.set(slot.word, word);
            self.board.w.set(slot.is_set, flag);
        }
        Ok(())
    }
}

/// The only value that a slot of the environment may hold, with a word that is 1 if it does.
pub(super) fn single(slot: Option<&Value>) -> Generated<Option<(Value, Arg)>> {
    let mut values = values_of(slot);
    let only = values.pop();
    if values.is_empty() { Ok(only) } else { Err(Unsupported("a variable of several types in a loop or a recursion")) }
}

/// A variable of a loop in variables of the generated code.
struct Slot {
    /// Slot of the environment.
    variable: usize,
    kind: WordType,
    word: Var,
    is_set: Var,
}
