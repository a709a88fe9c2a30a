//! Aggregates and quantifiers.

use std::rc::Rc;

use boardwright_game::ids::{DirectionId, ExprId, VarId};
use boardwright_jit::{Arg, Binary, Unary};
use boardwright_rules::{Aggregate, Expr};

use super::generator::{Generated, Generator};
use super::sets::MAX_SET;
use super::values::{ListKind, Number, Set, ThingKind, Value};
use crate::Unsupported;

impl Generator<'_> {
    /// Evaluates an aggregate.
    pub(super) fn aggregate(
        &mut self,
        function: Aggregate,
        var: VarId,
        set: ExprId,
        body: ExprId,
        none: Option<ExprId>,
    ) -> Generated<Value> {
        if let Some(found) = self.window_aggregate(function, var, set, body)? {
            return Ok(found);
        }
        let mut set = self.set(set)?;
        if self.has_effects(body) {
            set = self.materialise(set)?;
        }
        if matches!(function, Aggregate::First | Aggregate::Each) && !set.has_order() {
            return Err(Unsupported("the order of a set that a recursive named expression makes"));
        }
        match function {
            Aggregate::Where => {
                if let Set::Members(members) = &set
                    && members.iter().all(Value::is_constant)
                    && let Some(kept) = self.constant_filter(members, var, body)?
                {
                    return Ok(Value::Set(Set::Members(kept)));
                }
                Ok(Value::Set(Set::Where { base: Box::new(set), var, body, env: Rc::new(self.env.clone()) }))
            }
            Aggregate::Some | Aggregate::All => self.quantifier(function, var, &set, body),
            Aggregate::Count => {
                if matches!(self.rules.exprs[body], Expr::Bool(true)) {
                    return Ok(Value::Number(self.size(&set)?));
                }
                let kept = Set::Where { base: Box::new(set), var, body, env: Rc::new(self.env.clone()) };
                if let Some((_, words)) = self.bits_if_simple(&kept)? {
                    let most = self.extent(&kept).map_or(MAX_SET, |(most, _)| most as i64);
                    return Ok(Value::Number(Number { arg: self.count_bits(&words), least: 0, most }));
                }
                let Set::Where { base, .. } = kept else { unreachable!("made above") };
                let most = self.extent(&base).map_or(MAX_SET, |(most, _)| most as i64);
                let count = self.variable(0);
                self.iterate(&base, None, &mut |g, member| {
                    let holds = g.with_variable(var, member, |g| g.truth(body))?;
                    let more = g.op(Binary::Add, count, holds);
                    g.board.w.set(count, more);
                    Ok(())
                })?;
                Ok(Value::Number(Number { arg: count.into(), least: 0, most }))
            }
            Aggregate::Sum => {
                let sum = self.variable(0);
                let members = self.extent(&set).map_or(MAX_SET, |(most, _)| most as i64);
                let mut bounds: Option<(i64, i64)> = None;
                self.iterate(&set, None, &mut |g, member| {
                    let number = g.with_variable(var, member, |g| g.number(body))?;
                    let old = bounds.unwrap_or((number.least, number.most));
                    bounds = Some((old.0.min(number.least), old.1.max(number.most)));
                    let more = g.op(Binary::Add, sum, number.arg);
                    g.board.w.set(sum, more);
                    // A sum that leaves 32 bits on the way is a fault, even if it comes back.
                    let fits = number.least.saturating_mul(members) >= i64::from(i32::MIN)
                        && number.most.saturating_mul(members) <= i64::from(i32::MAX);
                    if !fits {
                        let same = g.board.w.unary(Unary::SignExtend32, more);
                        let over = g.op(Binary::NotEqual, same, more);
                        g.fault_if(over);
                    }
                    Ok(())
                })?;
                let (least, most) = bounds.unwrap_or((0, 0));
                let fit = |number: i64| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
                Ok(Value::Number(Number {
                    arg: sum.into(),
                    least: fit(least.min(0).saturating_mul(members)),
                    most: fit(most.max(0).saturating_mul(members)),
                }))
            }
            Aggregate::Max | Aggregate::Min => self.extreme(function, var, &set, body, none),
            Aggregate::First => self.first(var, &set, body),
            Aggregate::Each => {
                self.iterate(&set, None, &mut |g, member| g.with_variable(var, member, |g| g.value(body).map(|_| ())))?;
                Ok(Value::boolean(true))
            }
        }
    }

    /// The members of a set as bits, if that takes no loop.
    fn bits_if_simple(&mut self, set: &Set) -> Generated<Option<(ThingKind, Vec<Arg>)>> {
        let Set::Where { base, var, body, env } = set else { return Ok(None) };
        let words = match &**base {
            Set::Bits(ThingKind::Location, words) | Set::Unordered(ThingKind::Location, words) => words.clone(),
            base @ (Set::Ray(..) | Set::Members(_) | Set::Table { .. })
                if self.extent(base).is_some_and(|(_, kind)| kind == ListKind::Thing(ThingKind::Location)) =>
            {
                if let Set::Members(members) = base {
                    match self.constant_bits(members) {
                        Some((_, words)) if members.len() > 2 => words,
                        _ => return Ok(None),
                    }
                } else if matches!(base, Set::Table { .. }) {
                    return Ok(None);
                } else {
                    match self.as_bits(base)? {
                        Some((_, words)) => words,
                        None => return Ok(None),
                    }
                }
            }
            _ => return Ok(None),
        };
        let (var, body, env) = (*var, *body, env.clone());
        let found = self.in_env(&env, |g| g.bits_where(var, body, &words))?;
        Ok(found.map(|words| (ThingKind::Location, words)))
    }

    /// The members of a constant set that fulfil a condition which is known for each of them.
    fn constant_filter(&mut self, members: &[Value], var: VarId, body: ExprId) -> Generated<Option<Vec<Value>>> {
        let mut kept = Vec::new();
        for member in members {
            let (code, holds) = self.nested(|g| g.with_variable(var, member.clone(), |g| g.truth(body)))?;
            match holds {
                Arg::Word(0) if code.is_empty() => {}
                Arg::Word(_) if code.is_empty() => kept.push(member.clone()),
                _ => return Ok(None),
            }
        }
        Ok(Some(kept))
    }

    fn quantifier(&mut self, function: Aggregate, var: VarId, set: &Set, body: ExprId) -> Generated<Value> {
        let is_some = function == Aggregate::Some;
        let kept = Set::Where { base: Box::new(set.clone()), var, body, env: Rc::new(self.env.clone()) };
        if let Some((_, words)) = self.bits_if_simple(&kept)? {
            if is_some {
                return Ok(Value::Bool(self.any_bit(&words)));
            }
            let Set::Where { base, .. } = &kept else { unreachable!("made above") };
            if let Some((_, all)) = self.as_bits(base)? {
                let rest = self.combine(Binary::AndNot, &all, &words);
                let any = self.any_bit(&rest);
                return Ok(Value::Bool(self.negate(any)));
            }
        }
        // The variable is 1 once the answer is known.
        let known = self.variable(0);
        self.iterate(set, Some(known), &mut |g, member| {
            let holds = g.with_variable(var, member, |g| g.truth(body))?;
            let decides = if is_some { holds } else { g.negate(holds) };
            g.board.w.set(known, decides);
            Ok(())
        })?;
        Ok(Value::Bool(if is_some { known.into() } else { self.negate(known.into()) }))
    }

    fn extreme(
        &mut self,
        function: Aggregate,
        var: VarId,
        set: &Set,
        body: ExprId,
        none: Option<ExprId>,
    ) -> Generated<Value> {
        let (best, some) = (self.variable(0), self.variable(0));
        let mut bounds: Option<(i64, i64)> = None;
        self.iterate(set, None, &mut |g, member| {
            let number = g.with_variable(var, member, |g| g.number(body))?;
            let old = bounds.unwrap_or((number.least, number.most));
            bounds = Some((old.0.min(number.least), old.1.max(number.most)));
            let better = if function == Aggregate::Max {
                g.op(Binary::SignedLess, best, number.arg)
            } else {
                g.op(Binary::SignedLess, number.arg, best)
            };
            let first = g.equal(some, 0);
            let takes = g.or(better, first);
            let next = g.board.w.select(takes, number.arg, best);
            g.board.w.set(best, next);
            g.board.w.set(some, 1);
            Ok(())
        })?;
        let empty = self.negate(some.into());
        match none {
            None => self.fault_if(empty),
            Some(none) => {
                let (code, number) = self.nested(|g| {
                    let number = g.number(none)?;
                    g.board.w.set(best, number.arg);
                    Ok(number)
                })?;
                self.board.w.write_if(empty, code, Vec::new());
                let old = bounds.unwrap_or((number.least, number.most));
                bounds = Some((old.0.min(number.least), old.1.max(number.most)));
            }
        }
        let (least, most) = bounds.unwrap_or((0, 0));
        Ok(Value::Number(Number { arg: best.into(), least, most }))
    }

    fn first(&mut self, var: VarId, set: &Set, body: ExprId) -> Generated<Value> {
        if let Some(found) = self.first_in_bits(var, set, body)? {
            return Ok(found);
        }
        let (found, stop) = (self.variable(0), self.variable(0));
        let mut of: Option<Value> = None;
        self.iterate(set, Some(stop), &mut |g, member| {
            let word = member.word().ok_or(Unsupported("FIRST of sets"))?;
            of = Some(match (&of, &member) {
                (Some(Value::Number(a)), Value::Number(b)) => {
                    Value::Number(Number { arg: a.arg, least: a.least.min(b.least), most: a.most.max(b.most) })
                }
                (_, Value::Text(texts, _)) if texts.len() == 1 => return Err(Unsupported("FIRST of texts")),
                _ => member.clone(),
            });
            let holds = g.with_variable(var, member, |g| g.truth(body))?;
            g.when(holds, |g| {
                g.board.w.set(found, word);
                g.board.w.set(stop, 1);
                Ok(())
            })
        })?;
        Ok(match of {
            Some(Value::Thing(kind, _)) => Value::Thing(kind, found.into()),
            Some(Value::Number(number)) => {
                let none = self.negate(stop.into());
                self.fault_if(none);
                Value::Number(Number { arg: found.into(), ..number })
            }
            _ => return Err(Unsupported("FIRST of a set whose members are not known")),
        })
    }

    /// The first member that fulfils a condition, if bits tell which one it is.
    fn first_in_bits(&mut self, var: VarId, set: &Set, body: ExprId) -> Generated<Option<Value>> {
        let env = Rc::new(self.env.clone());
        let is_true = matches!(self.rules.exprs[body], Expr::Bool(true));
        let (words, is_ascending) = match set {
            Set::Bits(kind, words) if is_true => {
                let (index, some) = self.lowest(&words.clone());
                let counted = self.op(Binary::Add, index, 1);
                return Ok(Some(Value::Thing(*kind, self.board.w.select(some, counted, 0))));
            }
            Set::Bits(ThingKind::Location, words) => (words.clone(), true),
            Set::Ray(Arg::Word(direction), from) => {
                let Some(index) = direction.checked_sub(1) else { return Ok(None) };
                let direction = DirectionId::new(index as usize);
                let rays = self.rays(direction);
                let Some(ascending) = super::geometry::direction_of(&rays) else { return Ok(None) };
                (self.ray_bits(direction, *from), ascending)
            }
            Set::Members(members) if members.len() > 2 && set.is_in_file_order() => match self.constant_bits(members) {
                Some((ThingKind::Location, words)) => (words, true),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let found = self.in_env(&env, |g| g.bits_where(var, body, &words))?;
        let Some(found) = found else { return Ok(None) };
        let (index, some) = if is_ascending { self.lowest(&found) } else { self.highest(&found) };
        let counted = self.op(Binary::Add, index, 1);
        Ok(Some(Value::Thing(ThingKind::Location, self.board.w.select(some, counted, 0))))
    }
}
