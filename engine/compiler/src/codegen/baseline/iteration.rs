//! Loops over the members of sets, in their order.

use boardwright_game::ids::{DirectionId, LocationId};
use boardwright_jit::{Arg, Binary, Var, Width, Writer};

use super::generator::{Generated, Generator};
use super::sets::Body;
use super::values::{ListKind, Number, Set, ThingKind, Value};
use crate::Unsupported;

/// Maximum number of members for which the body of a loop is written once for each.
pub(super) const MAX_UNROLLED: usize = 8;

impl<'a> Generator<'a> {
    /// Writes code that runs for each member in order, until the variable `stop` is not 0.
    pub(super) fn iterate(&mut self, set: &Set, stop: Option<Var>, body: &mut Body<'_, 'a>) -> Generated<()> {
        self.check_size()?;
        match set {
            Set::Members(members) => self.iterate_members(members, stop, body),
            Set::Bits(kind, words) | Set::Unordered(kind, words) => {
                let kind = *kind;
                self.for_each_bit(words, stop, |g, index| {
                    let counted = g.op(Binary::Add, index, 1);
                    body(g, Value::Thing(kind, counted))
                })
            }
            Set::Range(first, last) => {
                if let (Some(first), Some(last)) = (first.known(), last.known())
                    && last - first < MAX_UNROLLED as i64
                {
                    let members: Vec<Value> = (first..=last).map(Value::number).collect();
                    return self.iterate_members(&members, stop, body);
                }
                let (first, last) = (*first, *last);
                let at = self.variable(first.arg);
                let list = self.nested_loop(|g| {
                    let end = g.op(Binary::SignedLess, last.arg, at);
                    g.board.w.if_then(end, Writer::break_loop);
                    let here = Arg::Var(g.variable(at));
                    let next = g.op(Binary::Add, here, 1);
                    g.board.w.set(at, next);
                    body(g, Value::Number(Number { arg: here, least: first.least, most: last.most }))?;
                    g.break_if_stopped(stop);
                    Ok(())
                })?;
                self.board.w.write_loop(list);
                Ok(())
            }
            Set::Ray(direction, from) => self.iterate_ray(*direction, *from, stop, body),
            Set::List(kind, slot, count) => {
                let (kind, slot, count) = (*kind, *slot, *count);
                let at = self.variable(0);
                let list = self.nested_loop(|g| {
                    let end = g.equal(at, count);
                    g.board.w.if_then(end, Writer::break_loop);
                    let offset = g.op(Binary::ShiftLeft, at, 3);
                    let word = g.board.w.load(g.scratch, Width::Eight, offset, slot);
                    let next = g.op(Binary::Add, at, 1);
                    g.board.w.set(at, next);
                    body(g, kind.value(word))?;
                    g.break_if_stopped(stop);
                    Ok(())
                })?;
                self.board.w.write_loop(list);
                Ok(())
            }
            Set::Table { kind, memory, start, count, .. } => {
                let (kind, memory, start, count) = (*kind, *memory, *start, *count);
                let at = self.variable(0);
                let list = self.nested_loop(|g| {
                    let end = g.equal(at, count);
                    g.board.w.if_then(end, Writer::break_loop);
                    let offset = g.op(Binary::ShiftLeft, at, 1);
                    let offset = g.op(Binary::Add, offset, start);
                    let word = g.board.w.load(memory, Width::Two, offset, 0);
                    let next = g.op(Binary::Add, at, 1);
                    g.board.w.set(at, next);
                    body(g, kind.value(word))?;
                    g.break_if_stopped(stop);
                    Ok(())
                })?;
                self.board.w.write_loop(list);
                Ok(())
            }
            Set::Where { base, var, body: condition, env } => {
                let (var, condition, env) = (*var, *condition, env.clone());
                self.iterate(base, stop, &mut |g, member| {
                    let holds = g.in_env(&env, |g| g.with_variable(var, member.clone(), |g| g.truth(condition)))?;
                    g.when(holds, |g| body(g, member))
                })
            }
            Set::Join(first, second) => {
                self.iterate(first, stop, body)?;
                let first = (**first).clone();
                self.unless_stopped(stop, |g| {
                    g.iterate(second, stop, &mut |g, member| {
                        let known = g.contains(&first, &member)?;
                        let new = g.negate(known);
                        g.when(new, |g| body(g, member))
                    })
                })
            }
            Set::Minus(base, other) => self.iterate(base, stop, &mut |g, member| {
                let known = g.contains(other, &member)?;
                let new = g.negate(known);
                g.when(new, |g| body(g, member))
            }),
            Set::Intersect(base, other) => self.iterate(base, stop, &mut |g, member| {
                let known = g.contains(other, &member)?;
                g.when(known, |g| body(g, member))
            }),
            Set::If(condition, yes, no) => {
                let (then, ()) = self.nested(|g| g.iterate(yes, stop, body))?;
                let (otherwise, ()) = self.nested(|g| g.iterate(no, stop, body))?;
                self.board.w.write_if(*condition, then, otherwise);
                Ok(())
            }
            Set::Lines(relation, through) => {
                let relation = &self.rules.relations[relation.index()];
                let lists = match through {
                    None => vec![(0..relation.lines.len() as u32).collect()],
                    Some(_) => relation.lines_through.clone(),
                };
                let lines = relation.lines.clone();
                self.iterate_lines(&lines, &lists, *through, stop, body)
            }
        }
    }

    fn unless_stopped(&mut self, stop: Option<Var>, then: impl FnOnce(&mut Self) -> Generated<()>) -> Generated<()> {
        match stop {
            None => then(self),
            Some(stop) => {
                let goes_on = self.equal(stop, 0);
                self.when(goes_on, then)
            }
        }
    }

    fn iterate_members(&mut self, members: &[Value], stop: Option<Var>, body: &mut Body<'_, 'a>) -> Generated<()> {
        // Many constants are members of a table.
        let words: Option<Vec<u64>> = members
            .iter()
            .map(|member| match member {
                Value::Thing(_, Arg::Word(word)) => Some(*word),
                _ => None,
            })
            .collect();
        if let (Some(words), [Value::Thing(kind, _), ..]) = (words, members)
            && members.len() > MAX_UNROLLED
        {
            let words: Vec<u16> = words.into_iter().map(|word| word as u16).collect();
            let memory = self.table(words.iter().flat_map(|word| word.to_le_bytes()).collect());
            let (kind, count) = (ListKind::Thing(*kind), Arg::Word(words.len() as u64));
            let set = Set::Table { kind, memory, start: Arg::Word(0), count, most: words.len() };
            return self.iterate(&set, stop, body);
        }
        let assigned = self.assigned.len();
        let env = self.env.clone();
        for (index, member) in members.iter().enumerate() {
            let mut is_new = Arg::Word(1);
            for earlier in &members[..index] {
                if member.same_constant(earlier) == Some(false) {
                    continue;
                }
                let same = self.same(earlier, member)?;
                let other = self.negate(same);
                is_new = self.and(is_new, other);
            }
            let member = member.clone();
            self.unless_stopped(stop.filter(|_| index > 0), |g| g.when(is_new, |g| body(g, member)))?;
        }
        if self.assigned[assigned..].iter().any(|variable| env[variable.index()].is_some()) {
            return Err(Unsupported("a variable that changes from one member of a set to the next"));
        }
        Ok(())
    }

    fn iterate_ray(&mut self, direction: Arg, from: Arg, stop: Option<Var>, body: &mut Body<'_, 'a>) -> Generated<()> {
        if self.has_cyclic_rays() {
            let Arg::Word(direction) = direction else { return Err(Unsupported("rays that come back to their start")) };
            let Some(index) = direction.checked_sub(1) else { return Ok(()) };
            let rays = self.rays(DirectionId::new(index as usize));
            let set = self.table_set(&rays, from);
            return self.iterate(&set, stop, body);
        }
        let at = self.variable(from);
        let list = self.nested_loop(|g| {
            let next = g.next_location(direction, at.into());
            let end = g.equal(next, 0);
            g.board.w.if_then(end, Writer::break_loop);
            g.board.w.set(at, next);
            body(g, Value::Thing(ThingKind::Location, next))?;
            g.break_if_stopped(stop);
            Ok(())
        })?;
        self.board.w.write_loop(list);
        Ok(())
    }

    /// Goes through lines of a relation, each as a set of locations in order.
    fn iterate_lines(
        &mut self,
        lines: &[Vec<LocationId>],
        lists: &[Vec<u32>],
        through: Option<Arg>,
        stop: Option<Var>,
        body: &mut Body<'_, 'a>,
    ) -> Generated<()> {
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let same_length = lines.iter().all(|line| line.len() == longest);
        let mut contents: Vec<u16> = Vec::new();
        for line in lines {
            contents.push(line.len() as u16);
            contents.extend(line.iter().map(|at| at.0 + 1));
            contents.extend(std::iter::repeat_n(0, longest - line.len()));
        }
        let memory = self.table(contents.iter().flat_map(|word| word.to_le_bytes()).collect());
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        if most == 0 {
            return Ok(());
        }
        let mut numbers: Vec<u16> = if through.is_some() { vec![0; most + 1] } else { Vec::new() };
        for list in lists {
            numbers.push(list.len() as u16);
            numbers.extend(list.iter().map(|number| *number as u16));
            numbers.extend(std::iter::repeat_n(0, most - list.len()));
        }
        let table = self.table(numbers.iter().flat_map(|word| word.to_le_bytes()).collect());
        let row = self.op(Binary::Mul, through.unwrap_or(Arg::Word(0)), 2 * (most as u64 + 1));
        let count = self.board.w.load(table, Width::Two, row, 0);
        let at = self.variable(0);
        let list = self.nested_loop(|g| {
            let end = g.equal(at, count);
            g.board.w.if_then(end, Writer::break_loop);
            let offset = g.op(Binary::ShiftLeft, at, 1);
            let offset = g.op(Binary::Add, offset, row);
            let number = g.board.w.load(table, Width::Two, offset, 2);
            let next = g.op(Binary::Add, at, 1);
            g.board.w.set(at, next);
            let start = g.op(Binary::Mul, number, 2 * (longest as u64 + 1));
            let count =
                if same_length { Arg::Word(longest as u64) } else { g.board.w.load(memory, Width::Two, start, 0) };
            let start = g.op(Binary::Add, start, 2);
            let kind = ListKind::Thing(ThingKind::Location);
            body(g, Value::Set(Set::Table { kind, memory, start, count, most: longest }))?;
            g.break_if_stopped(stop);
            Ok(())
        })?;
        self.board.w.write_loop(list);
        Ok(())
    }
}
