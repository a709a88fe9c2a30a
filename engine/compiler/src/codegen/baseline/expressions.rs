//! Expressions: operators, conditionals, named expressions and texts.

use std::rc::Rc;

use boardwright_game::ids::ExprId;
use boardwright_jit::{Arg, Binary, Unary};
use boardwright_rules::{ArithmeticOp, BinaryOp, Expr, TextPart, Thing, UnaryOp};

use super::generator::{Generated, Generator};
use super::values::{ListKind, Number, Set, ThingKind, Value};
use crate::Unsupported;

/// Greatest number of instructions that are evaluated without need rather than skipped by a branch.
const MAX_SPECULATED: usize = 6;

impl Generator<'_> {
    /// Evaluates an expression.
    pub(super) fn value(&mut self, id: ExprId) -> Generated<Value> {
        if self.is_untyped {
            return self.untyped_value(id);
        }
        self.check_size()?;
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(Value::number(i64::from(*number))),
            Expr::Bool(yes) => Ok(Value::boolean(*yes)),
            Expr::Text(text) => Ok(Value::Text([rules.texts.text(*text).to_owned()].into(), Arg::Word(0))),
            Expr::Template(parts) => self.template(parts),
            Expr::Var(variable) => match &self.env[variable.index()] {
                Some(Value::Lane(_)) => Err(Unsupported("a value that differs from location to location")),
                Some(value) => Ok(value.clone()),
                None => Err(Unsupported("a variable that has a value on some ways only")),
            },
            Expr::Unary(op, inner) => self.unary(*op, *inner),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => self.junction(*op, *left, *right),
            Expr::Binary(op, left, right) => self.binary(*op, *left, *right),
            Expr::Assign(variable, value) => {
                let mut value = self.value(*value)?;
                if let Value::Set(set) = value {
                    value = Value::Set(self.materialise(set)?);
                }
                self.env[variable.index()] = Some(value);
                self.assigned.push(*variable);
                Ok(Value::boolean(true))
            }
            Expr::If(condition, yes, Some(no)) => self.conditional(*condition, *yes, *no),
            Expr::If(..) => Err(Unsupported("IF without a value for the other case")),
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Thing(thing) => Ok(thing_value(*thing)),
            Expr::Member(family, indices) => self.member(*family, indices),
            Expr::DistinctSet(members) => {
                let mut distinct: Vec<Value> = Vec::new();
                for &member in members {
                    let value = self.value(member)?;
                    if !distinct.iter().any(|known| known.same_constant(&value) == Some(true)) {
                        distinct.push(value);
                    }
                }
                Ok(Value::Set(Set::Members(distinct)))
            }
            Expr::Lines(lines) => self.lines(lines),
            Expr::Arithmetic(op, left, right) => {
                let (left, right) = (self.number(*left)?, self.number(*right)?);
                self.arithmetic(*op, left, right).map(Value::Number)
            }
            Expr::Range(first, last) => {
                const MAX_RANGE: i64 = 10_000;
                let (first, last) = (self.number(*first)?, self.number(*last)?);
                if last.most - first.least >= MAX_RANGE {
                    let distance = self.op(Binary::Sub, last.arg, first.arg);
                    let over = self.op(Binary::SignedLess, MAX_RANGE as u64 - 1, distance);
                    self.fault_if(over);
                }
                Ok(Value::Set(Set::Range(first, last)))
            }
            Expr::Aggregate { function, var, set, body, none } => self.aggregate(*function, *var, *set, *body, *none),
            Expr::Reach { relation, start, var, condition } => self.reach(*relation, *start, *var, *condition),
            Expr::Closure { start, var, next } => self.closure(*start, *var, *next),
            Expr::Query(query, arguments) => self.query(id, *query, arguments),
            Expr::Global(global) => self.global(*global),
            Expr::Effect(effect, arguments) => self.effect(*effect, arguments),
            Expr::Fail(_, arguments) => {
                for &argument in arguments {
                    self.value(argument)?;
                }
                self.fault_if(Arg::Word(1));
                Ok(Value::Never)
            }
            Expr::Set(_) | Expr::Loop { .. } | Expr::UntypedQuery(..) | Expr::UntypedAction(..) => {
                Err(Unsupported("a dynamically typed expression"))
            }
        }
    }

    /// Evaluates a condition: 1 or 0.
    pub(super) fn truth(&mut self, id: ExprId) -> Generated<Arg> {
        if self.is_untyped {
            return self.untyped_truth(id);
        }
        match self.value(id)? {
            Value::Bool(flag) => Ok(flag),
            Value::Lane(_) => Err(Unsupported("a condition that differs from location to location")),
            // Any value other than the boolean counts as false.
            _ => Ok(Arg::Word(0)),
        }
    }

    /// Evaluates a number.
    pub(super) fn number(&mut self, id: ExprId) -> Generated<Number> {
        if self.is_untyped {
            return self.untyped_number(id);
        }
        match self.value(id)? {
            Value::Number(number) => Ok(number),
            Value::Never => Ok(Number::constant(0)),
            _ => Err(Unsupported("a number that is not one")),
        }
    }

    /// Evaluates a thing.
    pub(super) fn thing(&mut self, id: ExprId, kind: ThingKind) -> Generated<Arg> {
        match self.value(id)? {
            Value::Thing(found, word) if found == kind => Ok(word),
            Value::Never => Ok(Arg::Word(0)),
            _ => Err(Unsupported("a thing of another kind")),
        }
    }

    /// Runs `then` where a condition holds, with the variables that the condition assigns.
    pub(super) fn where_true(&mut self, id: ExprId, then: &mut dyn FnMut(&mut Self) -> Generated<()>) -> Generated<()> {
        let rules = self.rules;
        if self.is_untyped {
            return self.where_untyped(id, false, then);
        }
        match &rules.exprs[id] {
            Expr::Lines(lines) => self.where_all(lines, then),
            Expr::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (*left, *right);
                self.where_true(left, &mut |g| g.where_true(right, then))
            }
            _ => {
                let holds = match self.value(id)? {
                    Value::Bool(flag) => flag,
                    _ => Arg::Word(0),
                };
                match holds {
                    Arg::Word(0) => Ok(()),
                    Arg::Word(_) => then(self),
                    Arg::Var(_) => self.when(holds, |g| then(g)),
                }
            }
        }
    }

    /// Runs `then` where all lines hold, with the variables that they assign.
    pub(super) fn where_all(
        &mut self,
        lines: &[ExprId],
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        match lines {
            [] => then(self),
            [first, rest @ ..] => self.where_true(*first, &mut |g| g.where_all(rest, then)),
        }
    }

    /// Lines in order: false if any line but the last is false, else the value of the last one.
    pub(super) fn lines(&mut self, lines: &[ExprId]) -> Generated<Value> {
        let Some((&last, first)) = lines.split_last() else { return Ok(Value::boolean(true)) };
        for (index, &line) in first.iter().enumerate() {
            match self.value(line)? {
                Value::Bool(Arg::Word(0)) => return Ok(Value::boolean(false)),
                Value::Bool(flag @ Arg::Var(_)) => {
                    // The rest counts only where this line holds.
                    let result = self.variable(0);
                    let (code, ()) = self.nested(|g| match g.lines(&lines[index + 1..])? {
                        Value::Bool(rest) => {
                            g.board.w.set(result, rest);
                            Ok(())
                        }
                        _ => Err(Unsupported("lines that give a value only if others hold")),
                    })?;
                    self.board.w.write_if(flag, code, Vec::new());
                    return Ok(Value::Bool(result.into()));
                }
                _ => {}
            }
        }
        self.value(last)
    }

    fn unary(&mut self, op: UnaryOp, inner: ExprId) -> Generated<Value> {
        if op == UnaryOp::Not {
            let flag = self.truth(inner)?;
            return Ok(Value::Bool(self.negate(flag)));
        }
        let number = self.number(inner)?;
        Ok(self.signed(op, number))
    }

    /// Negates a number, or makes it positive.
    pub(super) fn signed(&mut self, op: UnaryOp, number: Number) -> Value {
        let negative = self.op(Binary::Sub, 0, number.arg);
        let arg = match op {
            UnaryOp::Abs => {
                let below = self.op(Binary::SignedLess, number.arg, 0);
                self.board.w.select(below, negative, number.arg)
            }
            _ => negative,
        };
        // The least number stays what it is.
        let wraps = number.least <= i64::from(i32::MIN);
        let arg = if wraps { self.board.w.unary(Unary::SignExtend32, arg) } else { arg };
        let (least, most) = if wraps {
            (i64::from(i32::MIN), i64::from(i32::MAX))
        } else if op == UnaryOp::Abs {
            (0, number.least.abs().max(number.most.abs()))
        } else {
            (-number.most, -number.least)
        };
        Value::Number(Number { arg, least, most })
    }

    fn junction(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Generated<Value> {
        let left = self.truth(left)?;
        let is_and = op == BinaryOp::And;
        match left {
            Arg::Word(word) if (word == 0) == is_and => return Ok(Value::Bool(left)),
            Arg::Word(_) => return Ok(Value::Bool(self.truth(right)?)),
            Arg::Var(_) => {}
        }
        let faults = self.faults;
        let written = self.board.w.instructions_written();
        let (code, right) = self.nested(|g| g.truth(right))?;
        let is_short = self.board.w.instructions_written() - written <= MAX_SPECULATED;
        if code.is_empty() || (is_short && self.faults == faults && !has_control(&code)) {
            self.board.w.append(code);
            return Ok(Value::Bool(self.op(if is_and { Binary::And } else { Binary::Or }, left, right)));
        }
        let result = self.variable(left);
        let mut code = code;
        self.board.w.open_list();
        self.board.w.set(result, right);
        code.extend(self.board.w.close_list());
        if is_and {
            self.board.w.write_if(left, code, Vec::new());
        } else {
            self.board.w.write_if(left, Vec::new(), code);
        }
        Ok(Value::Bool(result.into()))
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Generated<Value> {
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let same = self.same(&left, &right)?;
                Ok(Value::Bool(if op == BinaryOp::Equal { same } else { self.negate(same) }))
            }
            BinaryOp::In => {
                let member = self.value(left)?;
                let set = self.set(right)?;
                Ok(Value::Bool(self.contains(&set, &member)?))
            }
            BinaryOp::Subset
            | BinaryOp::SetMinus
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Join
            | BinaryOp::SameMembers => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                self.set_operation(op, left, right)
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(Value::Bool(self.compare(op, left, right)))
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
                Err(Unsupported("arithmetic that wraps"))
            }
            BinaryOp::And | BinaryOp::Or => unreachable!("evaluated by `junction`"),
        }
    }

    /// 1 if the comparison of two numbers holds.
    pub(super) fn compare(&mut self, op: BinaryOp, left: Number, right: Number) -> Arg {
        let (one, other) = match op {
            BinaryOp::Less | BinaryOp::GreaterEqual => (left, right),
            _ => (right, left),
        };
        let less = if one.most < other.least {
            Arg::Word(1)
        } else if one.least >= other.most {
            Arg::Word(0)
        } else {
            self.op(Binary::SignedLess, one.arg, other.arg)
        };
        let is_inverted = matches!(op, BinaryOp::LessEqual | BinaryOp::GreaterEqual);
        if is_inverted { self.negate(less) } else { less }
    }

    /// 1 if two values are equal.
    pub(super) fn same(&mut self, left: &Value, right: &Value) -> Generated<Arg> {
        Ok(match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                if left.most < right.least || right.most < left.least {
                    Arg::Word(0)
                } else {
                    self.equal(left.arg, right.arg)
                }
            }
            (Value::Bool(left), Value::Bool(right)) => self.equal(*left, *right),
            (Value::Thing(kind, left), Value::Thing(other, right)) => {
                if kind == other {
                    self.equal(*left, *right)
                } else {
                    Arg::Word(0)
                }
            }
            (Value::Text(texts, left), Value::Text(others, right)) => {
                let mut found = Arg::Word(0);
                for (index, text) in texts.iter().enumerate() {
                    let Some(other) = others.iter().position(|other| other == text) else { continue };
                    let here = self.equal(*left, index as u64);
                    let there = self.equal(*right, other as u64);
                    let both = self.and(here, there);
                    found = self.or(found, both);
                }
                found
            }
            (Value::Set(left), Value::Set(right)) => {
                // Equal sets have the same members in the same order; that is known of sets in file order only.
                if !(left.is_in_file_order() && right.is_in_file_order()) {
                    return Err(Unsupported("equality of sets in another order than that of the file"));
                }
                let one = self.is_subset(left, right)?;
                let other = self.is_subset(right, left)?;
                self.and(one, other)
            }
            _ => Arg::Word(0),
        })
    }

    fn conditional(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> Generated<Value> {
        let condition = self.truth(condition)?;
        match condition {
            Arg::Word(0) => return self.value(no),
            Arg::Word(_) => return self.value(yes),
            Arg::Var(_) => {}
        }
        let faults = self.faults;
        let written = self.board.w.instructions_written();
        let (mut yes_code, yes) = self.nested(|g| g.value(yes))?;
        let (mut no_code, no) = self.nested(|g| g.value(no))?;
        let is_short = self.board.w.instructions_written() - written <= MAX_SPECULATED;
        let is_simple = is_short && self.faults == faults && !has_control(&yes_code) && !has_control(&no_code);
        let (yes, no) = match (yes, no) {
            (Value::Never, no @ Value::Set(_)) => (Value::Set(Set::EMPTY), no),
            (yes @ Value::Set(_), Value::Never) => (yes, Value::Set(Set::EMPTY)),
            both => both,
        };
        let are_sets = matches!((&yes, &no), (Value::Set(_), Value::Set(_)));
        let is_plain = self.faults == faults && !has_control(&yes_code) && !has_control(&no_code);
        if (yes_code.is_empty() && no_code.is_empty()) || is_simple || (are_sets && is_plain) {
            self.board.w.append(yes_code);
            self.board.w.append(no_code);
            return self.select(condition, yes, no);
        }
        // The value is put into a variable at the end of each branch.
        let joined = match (&yes, &no) {
            (Value::Set(yes), Value::Set(no)) => {
                let (set, more) = self.joined_sets(yes, no)?;
                for (code, more) in [&mut yes_code, &mut no_code].into_iter().zip(more) {
                    code.extend(more);
                }
                Value::Set(set)
            }
            _ => {
                let (yes, no) = unite_texts(yes, no);
                let (Some(yes_word), Some(no_word)) = (yes.word(), no.word()) else {
                    return Err(Unsupported("IF between values of different types"));
                };
                let result = self.board.w.add_variable();
                for (code, word) in [(&mut yes_code, yes_word), (&mut no_code, no_word)] {
                    self.board.w.open_list();
                    self.board.w.set(result, word);
                    code.extend(self.board.w.close_list());
                }
                joined_value(&yes, &no, result.into())?
            }
        };
        self.board.w.write_if(condition, yes_code, no_code);
        Ok(joined)
    }

    /// A set that is one of two, and the code that puts each of them there.
    fn joined_sets(&mut self, yes: &Set, no: &Set) -> Generated<(Set, [Vec<boardwright_jit::Inst>; 2])> {
        let both = Set::If(Arg::Word(1), Box::new(yes.clone()), Box::new(no.clone()));
        let Some((most, kind)) = self.extent(&both) else { return Ok((Set::EMPTY, [Vec::new(), Vec::new()])) };
        if let (ListKind::Thing(kind @ (ThingKind::Element | ThingKind::Location)), true) =
            (kind, both.is_in_file_order() || !both.has_order() || self.is_recursive)
        {
            let width = self.words_of(kind);
            let result: Vec<_> = (0..width).map(|_| self.variable(0)).collect();
            let mut code = Vec::new();
            for set in [yes, no] {
                let (list, ()) = self.nested(|g| {
                    if !matches!(set, Set::Members(members) if members.is_empty()) {
                        let (_, words) = g.as_bits(set)?.ok_or(Unsupported("IF between sets of different things"))?;
                        result.iter().zip(words).for_each(|(var, word)| g.board.w.set(*var, word));
                    }
                    Ok(())
                })?;
                code.push(list);
            }
            let words = result.into_iter().map(Arg::Var).collect();
            let set = if both.is_in_file_order() { Set::Bits(kind, words) } else { Set::Unordered(kind, words) };
            let [yes, no] = <[_; 2]>::try_from(code).expect("two branches");
            return Ok((set, [yes, no]));
        }
        let list = self.begin_list(kind, most)?;
        let mut code = Vec::new();
        for set in [yes, no] {
            let (branch, ()) = self.nested(|g| g.iterate(set, None, &mut |g, member| g.push(&list, &member)))?;
            code.push(branch);
        }
        let [yes, no] = <[_; 2]>::try_from(code).expect("two branches");
        Ok((list, [yes, no]))
    }

    /// One of two values that are both evaluated.
    fn select(&mut self, condition: Arg, yes: Value, no: Value) -> Generated<Value> {
        if let (Value::Set(yes), Value::Set(no)) = (&yes, &no) {
            return Ok(Value::Set(Set::If(condition, Box::new(yes.clone()), Box::new(no.clone()))));
        }
        let (yes, no) = unite_texts(yes, no);
        let (Some(yes_word), Some(no_word)) = (yes.word(), no.word()) else {
            return Err(Unsupported("IF between values of different types"));
        };
        let word = self.board.w.select(condition, yes_word, no_word);
        joined_value(&yes, &no, word)
    }

    /// Arithmetic with a fault where the result leaves 32 bits.
    pub(super) fn arithmetic(&mut self, op: ArithmeticOp, left: Number, right: Number) -> Generated<Number> {
        let (l, r) = ([left.least, left.most], [right.least, right.most]);
        let corners = |apply: fn(i64, i64) -> i64| {
            let all = l.iter().flat_map(|one| r.iter().map(move |other| apply(*one, *other)));
            all.fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(value), most.max(value)))
        };
        let (arg, (least, most)) = match op {
            ArithmeticOp::Add => (self.op(Binary::Add, left.arg, right.arg), corners(|a, b| a + b)),
            ArithmeticOp::Subtract => (self.op(Binary::Sub, left.arg, right.arg), corners(|a, b| a - b)),
            ArithmeticOp::Multiply => (self.op(Binary::Mul, left.arg, right.arg), corners(|a, b| a * b)),
            ArithmeticOp::Divide | ArithmeticOp::Remainder => return self.division(op, left, right),
        };
        let fits = least >= i64::from(i32::MIN) && most <= i64::from(i32::MAX);
        if !fits {
            let same = self.board.w.unary(Unary::SignExtend32, arg);
            let over = self.op(Binary::NotEqual, same, arg);
            self.fault_if(over);
        }
        let bound = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        Ok(Number { arg, least: bound(least), most: bound(most) })
    }

    /// Division towards zero, and its remainder.
    fn division(&mut self, op: ArithmeticOp, left: Number, right: Number) -> Generated<Number> {
        let is_quotient = op == ArithmeticOp::Divide;
        if let (Some(one), Some(other)) = (left.known(), right.known())
            && let Ok(result) = op.apply(one as i32, other as i32)
        {
            return Ok(Number::constant(i64::from(result)));
        }
        let Some(divisor) = right.known().filter(|divisor| *divisor > 0) else {
            return self.long_division(is_quotient, left, right);
        };
        let divisor = divisor as u64;
        // The magnitude is below 2^31, so a product with the rounded reciprocal is exact (Granlund and Montgomery 1994).
        let below = self.op(Binary::SignedLess, left.arg, 0);
        let negative = self.op(Binary::Sub, 0, left.arg);
        let magnitude = if left.least >= 0 { left.arg } else { self.board.w.select(below, negative, left.arg) };
        let quotient = if divisor.is_power_of_two() {
            self.op(Binary::ShiftRight, magnitude, u64::from(divisor.trailing_zeros()))
        } else {
            let reciprocal = u64::MAX / divisor + 1;
            self.op(Binary::MulHigh, magnitude, reciprocal)
        };
        let unsigned = if is_quotient {
            quotient
        } else {
            let product = self.op(Binary::Mul, quotient, divisor);
            self.op(Binary::Sub, magnitude, product)
        };
        let arg = if left.least >= 0 {
            unsigned
        } else {
            let minus = self.op(Binary::Sub, 0, unsigned);
            self.board.w.select(below, minus, unsigned)
        };
        let divisor = divisor as i64;
        Ok(if is_quotient {
            Number { arg, least: left.least / divisor, most: left.most / divisor }
        } else {
            let least = if left.least < 0 { left.least.max(1 - divisor) } else { 0 };
            Number { arg, least, most: left.most.min(divisor - 1).max(0) }
        })
    }

    /// Division by a number that is known only at run time: long division, one bit at a time.
    fn long_division(&mut self, is_quotient: bool, left: Number, right: Number) -> Generated<Number> {
        let zero = self.equal(right.arg, 0);
        self.fault_if(zero);
        let magnitude = |g: &mut Self, number: Number| {
            let below = g.op(Binary::SignedLess, number.arg, 0);
            let negative = g.op(Binary::Sub, 0, number.arg);
            (below, g.board.w.select(below, negative, number.arg))
        };
        let (left_below, dividend) = magnitude(self, left);
        let (right_below, divisor) = magnitude(self, right);
        let (quotient, rest, bit) = (self.variable(0), self.variable(0), self.variable(32));
        let body = self.nested_loop(|g| {
            let end = g.equal(bit, 0);
            g.board.w.if_then(end, boardwright_jit::Writer::break_loop);
            let at = g.op(Binary::Sub, bit, 1);
            g.board.w.set(bit, at);
            let next = g.op(Binary::ShiftRight, dividend, at);
            let next = g.and(next, 1);
            let shifted = g.op(Binary::ShiftLeft, rest, 1);
            let shifted = g.or(shifted, next);
            let less = g.op(Binary::UnsignedLess, shifted, divisor);
            let reduced = g.op(Binary::Sub, shifted, divisor);
            let new_rest = g.board.w.select(less, shifted, reduced);
            g.board.w.set(rest, new_rest);
            let digit = g.negate(less);
            let longer = g.op(Binary::ShiftLeft, quotient, 1);
            let longer = g.or(longer, digit);
            g.board.w.set(quotient, longer);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        let (value, is_negative) =
            if is_quotient { (quotient, self.op(Binary::Xor, left_below, right_below)) } else { (rest, left_below) };
        let minus = self.op(Binary::Sub, 0, value);
        let arg = self.board.w.select(is_negative, minus, value);
        // The least number divided by -1.
        let same = self.board.w.unary(Unary::SignExtend32, arg);
        let over = self.op(Binary::NotEqual, same, arg);
        self.fault_if(over);
        Ok(Number { arg, least: i64::from(i32::MIN), most: i64::from(i32::MAX) })
    }

    /// A text with numbers that are known.
    fn template(&mut self, parts: &[TextPart]) -> Generated<Value> {
        let mut text = String::new();
        for part in parts {
            match part {
                TextPart::Literal(literal) => text.push_str(literal),
                TextPart::Var(variable) => match &self.env[variable.index()] {
                    Some(Value::Number(number)) if number.known().is_some() => {
                        text.push_str(&number.known().unwrap_or(0).to_string());
                    }
                    _ => return Err(Unsupported("texts with numbers that are not known")),
                },
            }
        }
        Ok(Value::Text([text].into(), Arg::Word(0)))
    }
}

/// The value of a thing of the rule set.
pub(super) fn thing_value(thing: Thing) -> Value {
    match thing {
        Thing::Element(id) => Value::thing(ThingKind::Element, id.map(boardwright_game::ids::ElementId::index)),
        Thing::Location(id) => Value::thing(ThingKind::Location, id.map(boardwright_game::ids::LocationId::index)),
        Thing::ElementType(id) => {
            Value::thing(ThingKind::ElementType, id.map(boardwright_game::ids::ElementTypeId::index))
        }
        Thing::LocationType(id) => {
            Value::thing(ThingKind::LocationType, id.map(boardwright_game::ids::LocationTypeId::index))
        }
        Thing::Direction(id) => Value::thing(ThingKind::Direction, id.map(boardwright_game::ids::DirectionId::index)),
        Thing::Relation(id) => Value::thing(ThingKind::Relation, Some(id.index())),
    }
}

/// Gives two texts the same list of possible texts, and no value the type of the other one.
fn unite_texts(yes: Value, no: Value) -> (Value, Value) {
    let unknown = |value: &Value| match value {
        Value::Number(_) => Some(Value::number(0)),
        Value::Bool(_) => Some(Value::boolean(false)),
        Value::Thing(kind, _) => Some(Value::Thing(*kind, Arg::Word(0))),
        Value::Text(texts, _) => Some(Value::Text(texts.clone(), Arg::Word(0))),
        _ => None,
    };
    match (&yes, &no) {
        (Value::Never, other) => (unknown(other).unwrap_or(Value::Never), no),
        (other, Value::Never) => {
            let no = unknown(other).unwrap_or(Value::Never);
            (yes, no)
        }
        (Value::Text(one, Arg::Word(first)), Value::Text(other, Arg::Word(second))) => {
            let texts: Rc<[String]> = [one[*first as usize].clone(), other[*second as usize].clone()].into();
            (Value::Text(texts.clone(), Arg::Word(0)), Value::Text(texts, Arg::Word(1)))
        }
        _ => (yes, no),
    }
}

/// A value that is one of two.
fn joined_value(yes: &Value, no: &Value, word: Arg) -> Generated<Value> {
    Ok(match (yes, no) {
        (Value::Number(yes), Value::Number(no)) => {
            Value::Number(Number { arg: word, least: yes.least.min(no.least), most: yes.most.max(no.most) })
        }
        (Value::Never, Value::Never) => Value::Never,
        // A branch that ends with a fault gives no value.
        (Value::Never, other) | (other, Value::Never) => joined_value(other, other, word)?,
        (Value::Bool(_), Value::Bool(_)) => Value::Bool(word),
        (Value::Thing(kind, _), Value::Thing(other, _)) if kind == other => Value::Thing(*kind, word),
        (Value::Text(texts, _), Value::Text(others, _)) if texts == others => Value::Text(texts.clone(), word),
        _ => return Err(Unsupported("IF between values of different types")),
    })
}

/// `true` if code has branches, loops, calls or writes.
pub(super) fn has_control(code: &[boardwright_jit::Inst]) -> bool {
    use boardwright_jit::Inst;
    code.iter().any(|inst| {
        !matches!(
            inst,
            Inst::Set { .. } | Inst::Unary { .. } | Inst::Binary { .. } | Inst::Select { .. } | Inst::Load { .. }
        )
    })
}
