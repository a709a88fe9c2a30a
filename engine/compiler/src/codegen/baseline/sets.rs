//! Sets: materialised ones, sets as bits, membership and set operations.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, VarId};
use boardwright_jit::{Arg, Binary, Var, Width};
use boardwright_rules::BinaryOp;

use super::generator::{Generated, Generator};
use super::iteration::MAX_UNROLLED;
use super::scratch;
use super::values::{ListKind, Number, Set, ThingKind, Value};
use crate::Unsupported;

pub(super) type SetResult = Generated<Set>;

/// Code that runs for each member of a set.
pub(super) type Body<'b, 'a> = dyn FnMut(&mut Generator<'a>, Value) -> Generated<()> + 'b;

/// Maximum number of values in a set, as in the interpreter.
pub(super) const MAX_SET: i64 = 10_000;

impl Generator<'_> {
    /// Evaluates an expression that gives a set.
    pub(super) fn set(&mut self, id: ExprId) -> SetResult {
        match self.value(id)? {
            Value::Set(set) => Ok(set),
            Value::Never => Ok(Set::EMPTY),
            _ => Err(Unsupported("a set whose members are not known")),
        }
    }

    // Materialised sets.

    /// Begins an empty list in scratch memory for at most this number of members.
    pub(super) fn begin_list(&mut self, kind: ListKind, most: usize) -> SetResult {
        if self.is_recursive {
            return Err(Unsupported("a set in order within a recursive named expression"));
        }
        let slot = self.slot(8 * most.max(1))?;
        let count = self.variable(0);
        Ok(Set::List(kind, slot, count))
    }

    /// Appends a member to a list.
    pub(super) fn push(&mut self, list: &Set, member: &Value) -> Generated<()> {
        let (Set::List(_, slot, count), Some(word)) = (list, member.word()) else {
            return Err(Unsupported("sets of texts or of sets as values of variables"));
        };
        let offset = self.op(Binary::ShiftLeft, *count, 3);
        self.board.w.store(self.scratch, Width::Eight, offset, *slot, word);
        let more = self.op(Binary::Add, *count, 1);
        self.board.w.set(*count, more);
        Ok(())
    }

    /// Greatest number of members, and their type.
    pub(super) fn extent(&self, set: &Set) -> Option<(usize, ListKind)> {
        Some(match set {
            Set::Members(members) => {
                let kind = match members.first()? {
                    Value::Number(_) => {
                        let bounds = members.iter().filter_map(|member| match member {
                            Value::Number(number) => Some((number.least, number.most)),
                            _ => None,
                        });
                        let (least, most) = bounds.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
                        ListKind::Number { least, most }
                    }
                    Value::Thing(kind, _) => ListKind::Thing(*kind),
                    _ => return None,
                };
                (members.len(), kind)
            }
            Set::Bits(kind, _) | Set::Unordered(kind, _) => (self.members_of(*kind), ListKind::Thing(*kind)),
            Set::Range(first, last) => {
                let count = (last.most - first.least + 1).clamp(1, MAX_SET) as usize;
                (count, ListKind::Number { least: first.least, most: last.most })
            }
            Set::Ray(..) => (self.rules.locations.len(), ListKind::Thing(ThingKind::Location)),
            Set::List(kind, ..) => match kind {
                ListKind::Thing(thing) => (self.members_of(*thing), *kind),
                ListKind::Number { .. } => (MAX_SET as usize, *kind),
            },
            Set::Table { kind, most, .. } => (*most, *kind),
            Set::Where { base, .. } | Set::Minus(base, _) | Set::Intersect(base, _) => self.extent(base)?,
            Set::Join(first, second) => match (self.extent(first), self.extent(second)) {
                (Some((a, kind)), Some((b, other))) => (a + b, kind.union(other)?),
                (one, other) => one.or(other)?,
            },
            Set::If(_, yes, no) => match (self.extent(yes), self.extent(no)) {
                (Some((a, kind)), Some((b, other))) => (a.max(b), kind.union(other)?),
                (one, other) => one.or(other)?,
            },
            Set::Lines(..) => return None,
        })
    }

    /// Evaluates a set, so that it stays the same whatever changes later.
    pub(super) fn materialise(&mut self, set: Set) -> SetResult {
        match &set {
            Set::Bits(..)
            | Set::Unordered(..)
            | Set::List(..)
            | Set::Table { .. }
            | Set::Range(..)
            | Set::Ray(..)
            | Set::Lines(..)
            | Set::Members(_) => return Ok(set),
            Set::If(_, yes, no)
                if matches!((&**yes, &**no), (Set::Members(_) | Set::Ray(..), Set::Members(_) | Set::Ray(..))) =>
            {
                return Ok(set);
            }
            _ => {}
        }
        if set.is_in_file_order()
            && let Some((kind, words)) = self.as_bits(&set)?
        {
            return Ok(Set::Bits(kind, words));
        }
        let Some((most, kind)) = self.extent(&set) else { return Ok(Set::EMPTY) };
        if (!set.has_order() || self.is_recursive)
            && let Some((kind, words)) = self.as_bits(&set)?
        {
            return Ok(Set::Unordered(kind, words));
        }
        let list = self.begin_list(kind, most)?;
        self.iterate(&set, None, &mut |g, member| g.push(&list, &member))?;
        Ok(list)
    }

    /// A set of elements or locations as bits, if its members are such; their order is lost.
    pub(super) fn as_bits(&mut self, set: &Set) -> Generated<Option<(ThingKind, Vec<Arg>)>> {
        Ok(match set {
            Set::Bits(kind, words) | Set::Unordered(kind, words) => Some((*kind, words.clone())),
            Set::Members(members) => {
                let Some(Value::Thing(kind @ (ThingKind::Element | ThingKind::Location), _)) = members.first() else {
                    return Ok(None);
                };
                let kind = *kind;
                let width = self.words_of(kind);
                let mut words = vec![Arg::Word(0); width];
                for member in members {
                    let Value::Thing(_, word) = member else { return Ok(None) };
                    let word = *word;
                    if !self.drops_null {
                        if word == Arg::Word(0) {
                            return Ok(None);
                        }
                        // The null value would be lost.
                        let null = self.equal(word, 0);
                        self.fault_if(null);
                    }
                    let bit = self.single_bit(width, word);
                    words = self.combine(Binary::Or, &words, &bit);
                }
                Some((kind, words))
            }
            Set::Ray(direction, from) => {
                if let Arg::Word(direction) = direction {
                    let Some(index) = direction.checked_sub(1) else {
                        let none = vec![Arg::Word(0); self.words_of(ThingKind::Location)];
                        return Ok(Some((ThingKind::Location, none)));
                    };
                    let direction = boardwright_game::ids::DirectionId::new(index as usize);
                    return Ok(Some((ThingKind::Location, self.ray_bits(direction, *from))));
                }
                let all: Vec<_> =
                    (0..self.rules.directions.len()).map(boardwright_game::ids::DirectionId::new).collect();
                let mut rows = vec![vec![0; self.words_of(ThingKind::Location)]; self.rules.locations.len() + 1];
                for direction in all {
                    let rays = self.rays(direction);
                    rows.extend(self.rows_of(&rays));
                }
                let at = self.op(Binary::Mul, *direction, self.rules.locations.len() as u64 + 1);
                let at = self.op(Binary::Add, at, *from);
                Some((ThingKind::Location, self.lookup_set(&rows, at)))
            }
            Set::Where { base, var, body, env } => {
                if let Set::Bits(ThingKind::Location, words) | Set::Unordered(ThingKind::Location, words) = &**base {
                    let (var, body, env, words) = (*var, *body, env.clone(), words.clone());
                    let found = self.in_env(&env, |g| g.bits_where(var, body, &words))?;
                    if let Some(found) = found {
                        return Ok(Some((ThingKind::Location, found)));
                    }
                }
                self.collect_bits(set)?
            }
            Set::Join(first, second) => match (self.as_bits(first)?, self.as_bits(second)?) {
                (Some((kind, first)), Some((_, second))) => Some((kind, self.combine(Binary::Or, &first, &second))),
                (Some(one), None) if self.is_known_empty(second) => Some(one),
                (None, Some(other)) if self.is_known_empty(first) => Some(other),
                _ => None,
            },
            Set::Minus(first, second) => match (self.as_bits(first)?, self.as_bits(second)?) {
                (Some((kind, first)), Some((_, second))) => Some((kind, self.combine(Binary::AndNot, &first, &second))),
                (Some(one), None) if self.is_known_empty(second) => Some(one),
                _ => self.collect_bits(set)?,
            },
            Set::Intersect(first, second) => match (self.as_bits(first)?, self.as_bits(second)?) {
                (Some((kind, first)), Some((_, second))) => Some((kind, self.combine(Binary::And, &first, &second))),
                (Some((kind, first)), None) if self.is_known_empty(second) => {
                    Some((kind, vec![Arg::Word(0); first.len()]))
                }
                _ => self.collect_bits(set)?,
            },
            Set::If(condition, yes, no) => {
                let Some((_, ListKind::Thing(kind @ (ThingKind::Element | ThingKind::Location)))) = self.extent(set)
                else {
                    return Ok(None);
                };
                let width = self.words_of(kind);
                let result: Vec<Var> = (0..width).map(|_| self.variable(0)).collect();
                let mut is_known = true;
                let mut branch = |g: &mut Self, set: &Set| {
                    let (list, ()) = g.nested(|g| {
                        match g.as_bits(set)? {
                            Some((_, words)) => {
                                result.iter().zip(words).for_each(|(var, word)| g.board.w.set(*var, word));
                            }
                            None => is_known &= g.is_known_empty(set),
                        }
                        Ok(())
                    })?;
                    Ok(list)
                };
                let (then, otherwise) = (branch(self, yes)?, branch(self, no)?);
                if !is_known {
                    return Ok(None);
                }
                self.board.w.write_if(*condition, then, otherwise);
                Some((kind, result.into_iter().map(Arg::Var).collect()))
            }
            Set::List(..) | Set::Table { .. } => self.collect_bits(set)?,
            Set::Range(..) | Set::Lines(..) => None,
        })
    }

    #[allow(clippy::unused_self)] // reads as a question about the set
    fn is_known_empty(&self, set: &Set) -> bool {
        matches!(set, Set::Members(members) if members.is_empty())
    }

    /// A set as bits, without the null value.
    pub(super) fn bits_without_null(&mut self, set: &Set) -> Generated<Option<(ThingKind, Vec<Arg>)>> {
        let outer = std::mem::replace(&mut self.drops_null, true);
        let bits = self.as_bits(set);
        self.drops_null = outer;
        bits
    }

    /// Collects the members one by one.
    fn collect_bits(&mut self, set: &Set) -> Generated<Option<(ThingKind, Vec<Arg>)>> {
        let Some((_, ListKind::Thing(kind @ (ThingKind::Element | ThingKind::Location)))) = self.extent(set) else {
            return Ok(None);
        };
        let width = self.words_of(kind);
        let result: Vec<Var> = (0..width).map(|_| self.variable(0)).collect();
        self.iterate(set, None, &mut |g, member| {
            let word = member.word().ok_or(Unsupported("a set of sets"))?;
            if !g.drops_null && set.may_have_null() {
                let null = g.equal(word, 0);
                g.fault_if(null);
            }
            let bits = g.single_bit(width, word);
            for (&var, bit) in result.iter().zip(bits) {
                let more = g.or(var, bit);
                g.board.w.set(var, more);
            }
            Ok(())
        })?;
        Ok(Some((kind, result.into_iter().map(Arg::Var).collect())))
    }

    // Questions about sets.

    /// 1 if the set has the member.
    pub(super) fn contains(&mut self, set: &Set, member: &Value) -> Generated<Arg> {
        match set {
            Set::Members(members) => {
                if members.len() > MAX_UNROLLED
                    && let (Some((_, words)), Value::Thing(..)) = (self.constant_bits(members), member)
                {
                    return Ok(self.has_bit(&words, member));
                }
                let mut found = Arg::Word(0);
                for known in members {
                    let same = self.same(known, member)?;
                    found = self.or(found, same);
                }
                Ok(found)
            }
            Set::Bits(_, words) | Set::Unordered(_, words) => Ok(self.has_bit(words, member)),
            Set::Range(first, last) => {
                let Value::Number(number) = member else { return Ok(Arg::Word(0)) };
                let below = self.op(Binary::SignedLess, number.arg, first.arg);
                let above = self.op(Binary::SignedLess, last.arg, number.arg);
                let outside = self.or(below, above);
                Ok(self.negate(outside))
            }
            Set::Where { base, var, body, env } => {
                let within = self.contains(base, member)?;
                let found = self.variable(0);
                let (var, body, env, member) = (*var, *body, env.clone(), member.clone());
                self.when(within, |g| {
                    let holds = g.in_env(&env, |g| g.with_variable(var, member, |g| g.truth(body)))?;
                    g.board.w.set(found, holds);
                    Ok(())
                })?;
                Ok(found.into())
            }
            Set::Join(first, second) => {
                let (one, other) = (self.contains(first, member)?, self.contains(second, member)?);
                Ok(self.or(one, other))
            }
            Set::Minus(first, second) => {
                let (one, other) = (self.contains(first, member)?, self.contains(second, member)?);
                let other = self.negate(other);
                Ok(self.and(one, other))
            }
            Set::Intersect(first, second) => {
                let (one, other) = (self.contains(first, member)?, self.contains(second, member)?);
                Ok(self.and(one, other))
            }
            Set::If(condition, yes, no) => {
                let (yes, no) = (self.contains(yes, member)?, self.contains(no, member)?);
                Ok(self.board.w.select(*condition, yes, no))
            }
            Set::Ray(..) => {
                let bits = self.as_bits(set)?;
                match bits {
                    Some((_, words)) => Ok(self.has_bit(&words, member)),
                    None => Err(Unsupported("membership in a ray")),
                }
            }
            Set::List(..) | Set::Table { .. } => {
                let found = self.variable(0);
                let member = member.clone();
                self.iterate(set, Some(found), &mut |g, known| {
                    let same = g.same(&known, &member)?;
                    g.board.w.set(found, same);
                    Ok(())
                })?;
                Ok(found.into())
            }
            Set::Lines(..) => Err(Unsupported("membership in a set of sets")),
        }
    }

    /// Constant elements or locations as bits.
    pub(super) fn constant_bits(&self, members: &[Value]) -> Option<(ThingKind, Vec<Arg>)> {
        let Value::Thing(kind @ (ThingKind::Element | ThingKind::Location), _) = members.first()? else { return None };
        let mut words = vec![0; self.words_of(*kind)];
        for member in members {
            let Value::Thing(_, Arg::Word(word)) = member else { return None };
            let index = word.checked_sub(1)? as usize;
            words[index / 64] |= 1_u64 << (index % 64);
        }
        Some((*kind, words.into_iter().map(Arg::Word).collect()))
    }

    /// 1 if a thing is in a set of bits; the null value is not.
    fn has_bit(&mut self, words: &[Arg], member: &Value) -> Arg {
        let Some(word) = member.word() else { return Arg::Word(0) };
        let some = self.op(Binary::NotEqual, word, 0);
        let index = self.op(Binary::Sub, word, 1);
        let bit = self.bit_of(words, index);
        self.and(bit, some)
    }

    /// Number of members.
    pub(super) fn size(&mut self, set: &Set) -> Generated<Number> {
        let most = match self.extent(set) {
            Some((most, _)) => most as i64,
            None => MAX_SET,
        };
        let arg = match set {
            Set::Members(members) if members.iter().all(Value::is_constant) => Arg::Word(members.len() as u64),
            Set::Range(first, last) => {
                let count = self.op(Binary::Sub, last.arg, first.arg);
                let count = self.op(Binary::Add, count, 1);
                let empty = self.op(Binary::SignedLess, count, 0);
                self.board.w.select(empty, 0, count)
            }
            Set::List(_, _, count) => (*count).into(),
            Set::Table { count, .. } => *count,
            Set::Lines(relation, None) => Arg::Word(self.rules.relations[relation.index()].lines.len() as u64),
            _ => match self.as_bits(set)? {
                Some((_, words)) => self.count_bits(&words),
                None => {
                    let count = self.variable(0);
                    self.iterate(set, None, &mut |g, _| {
                        let more = g.op(Binary::Add, count, 1);
                        g.board.w.set(count, more);
                        Ok(())
                    })?;
                    count.into()
                }
            },
        };
        Ok(Number { arg, least: 0, most })
    }

    /// 1 if the set has no members.
    pub(super) fn is_empty(&mut self, set: &Set) -> Generated<Arg> {
        match set {
            Set::Members(members) => Ok(Arg::Word(u64::from(members.is_empty()))),
            Set::Bits(_, words) | Set::Unordered(_, words) => {
                let any = self.any_bit(words);
                Ok(self.negate(any))
            }
            _ => {
                if let Some((_, words)) = self.as_bits(set)? {
                    let any = self.any_bit(&words);
                    return Ok(self.negate(any));
                }
                let found = self.variable(0);
                self.iterate(set, Some(found), &mut |g, _| {
                    g.board.w.set(found, 1);
                    Ok(())
                })?;
                Ok(self.negate(found.into()))
            }
        }
    }

    /// 1 if all members of the first set are members of the second.
    pub(super) fn is_subset(&mut self, first: &Set, second: &Set) -> Generated<Arg> {
        if self.is_known_empty(second) {
            return self.is_empty(first);
        }
        if let (Some((_, one)), Some((_, other))) = (self.as_bits(first)?, self.as_bits(second)?) {
            let rest = self.combine(Binary::AndNot, &one, &other);
            let any = self.any_bit(&rest);
            return Ok(self.negate(any));
        }
        let missing = self.variable(0);
        self.iterate(first, Some(missing), &mut |g, member| {
            let known = g.contains(second, &member)?;
            let other = g.negate(known);
            g.board.w.set(missing, other);
            Ok(())
        })?;
        Ok(self.negate(missing.into()))
    }

    /// A set operation.
    pub(super) fn set_operation(&mut self, op: BinaryOp, first: Set, second: Set) -> Generated<Value> {
        let both = |first: Set, second: Set| (Box::new(first), Box::new(second));
        Ok(match op {
            BinaryOp::Subset => Value::Bool(self.is_subset(&first, &second)?),
            BinaryOp::SameMembers => {
                let one = self.is_subset(&first, &second)?;
                let other = if self.is_known_empty(&second) { Arg::Word(1) } else { self.is_subset(&second, &first)? };
                Value::Bool(self.and(one, other))
            }
            BinaryOp::SetMinus | BinaryOp::Intersect | BinaryOp::Join | BinaryOp::Union => {
                if let (Set::Members(one), Set::Members(other)) = (&first, &second)
                    && one.iter().chain(other).all(Value::is_constant)
                {
                    return Ok(Value::Set(Set::Members(constant_operation(op, one, other))));
                }
                if let (Set::Bits(kind, one), Set::Bits(_, other)) = (&first, &second) {
                    let op = match op {
                        BinaryOp::SetMinus => Some(Binary::AndNot),
                        BinaryOp::Intersect => Some(Binary::And),
                        _ => None,
                    };
                    if let Some(op) = op {
                        return Ok(Value::Set(Set::Bits(*kind, self.combine(op, one, other))));
                    }
                }
                if op == BinaryOp::Union {
                    // The second set, followed by what only the first has.
                    let (one, other) = both(second, first);
                    return Ok(Value::Set(Set::Join(one, other)));
                }
                let (one, other) = both(first, second);
                Value::Set(match op {
                    BinaryOp::SetMinus => Set::Minus(one, other),
                    BinaryOp::Intersect => Set::Intersect(one, other),
                    _ => Set::Join(one, other),
                })
            }
            _ => return Err(Unsupported("an operator that is not one of sets")),
        })
    }

    // Variables.

    /// Runs with other values of all variables.
    pub(super) fn in_env<T>(
        &mut self,
        env: &Rc<super::values::Env>,
        run: impl FnOnce(&mut Self) -> Generated<T>,
    ) -> Generated<T> {
        let outer = std::mem::replace(&mut self.env, (**env).clone());
        let result = run(self);
        self.env = outer;
        result
    }

    /// Runs with a value for a variable.
    pub(super) fn with_variable<T>(
        &mut self,
        var: VarId,
        value: Value,
        run: impl FnOnce(&mut Self) -> Generated<T>,
    ) -> Generated<T> {
        let outer = self.env[var.index()].replace(value);
        let result = run(self);
        self.env[var.index()] = outer;
        result
    }

    /// Loads a set that a function has returned.
    pub(super) fn load_result(&mut self, kind: ThingKind) -> Set {
        let words = self.words_of(kind);
        let load = |index| self.board.w.load(self.scratch, Width::Eight, 0, scratch::RESULT + 8 * index);
        Set::Unordered(kind, (0..words).map(load).collect())
    }
}

impl ListKind {
    pub(super) fn value(self, word: Arg) -> Value {
        match self {
            Self::Number { least, most } => Value::Number(Number { arg: word, least, most }),
            Self::Thing(kind) => Value::Thing(kind, word),
        }
    }

    fn union(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Number { least: a, most: b }, Self::Number { least: c, most: d }) => {
                Some(Self::Number { least: a.min(c), most: b.max(d) })
            }
            (Self::Thing(one), Self::Thing(two)) => (one == two).then_some(self),
            _ => None,
        }
    }
}

/// A set operation on constants.
fn constant_operation(op: BinaryOp, first: &[Value], second: &[Value]) -> Vec<Value> {
    let has = |set: &[Value], value: &Value| set.iter().any(|known| known.same_constant(value) == Some(true));
    let only = |one: &[Value], other: &[Value], wanted: bool| -> Vec<Value> {
        one.iter().filter(|value| has(other, value) == wanted).cloned().collect()
    };
    match op {
        BinaryOp::SetMinus => only(first, second, false),
        BinaryOp::Intersect => only(first, second, true),
        BinaryOp::Union => second.iter().cloned().chain(only(first, second, false)).collect(),
        _ => first.iter().cloned().chain(only(second, first, false)).collect(),
    }
}
