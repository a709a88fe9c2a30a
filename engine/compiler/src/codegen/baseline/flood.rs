//! `REACH`: flood fill over bits, or with a list of pending locations.

use boardwright_game::ids::{ExprId, VarId};
use boardwright_jit::{Arg, Binary, Var, Writer};

use super::generator::{Generated, Generator};
use super::values::{Set, ThingKind, Value};
use crate::Unsupported;

/// Greatest number of different distances of steps for which all locations are expanded at once.
const MAX_DISTANCES: usize = 12;

impl Generator<'_> {
    /// The locations reached from a set over locations that fulfil a condition.
    pub(super) fn reach(&mut self, relation: ExprId, start: ExprId, var: VarId, condition: ExprId) -> Generated<Value> {
        let steps = self.value(relation)?;
        let start = self.set(start)?;
        let start = match &start {
            Set::Members(members) if members.is_empty() => return Ok(Value::Set(Set::EMPTY)),
            _ => self.bits_without_null(&start)?,
        };
        let Some((ThingKind::Location, start)) = start else {
            return Err(Unsupported("REACH from other things than locations"));
        };
        let all = self.every_lane();
        let open = self.bits_where(var, condition, &all)?;
        let known = self.known_steps(&steps);
        if let (Some(open), Some(known)) = (&open, &known)
            && self.distances(known) <= MAX_DISTANCES
        {
            let first = self.combine(Binary::And, &start, open);
            let reached: Vec<Var> = first.iter().map(|&word| self.variable(word)).collect();
            let edge: Vec<Var> = first.iter().map(|&word| self.variable(word)).collect();
            let body = self.nested_loop(|g| {
                let frontier: Vec<Arg> = edge.iter().map(|var| Arg::Var(*var)).collect();
                let near = g.expanded(known, &frontier, false);
                let near = g.combine(Binary::And, &near, open);
                let old: Vec<Arg> = reached.iter().map(|var| Arg::Var(*var)).collect();
                let new = g.combine(Binary::AndNot, &near, &old);
                let any = g.any_bit(&new);
                let none = g.negate(any);
                g.board.w.if_then(none, Writer::break_loop);
                for (index, &word) in new.iter().enumerate() {
                    let more = g.or(reached[index], word);
                    g.board.w.set(reached[index], more);
                    g.board.w.set(edge[index], word);
                }
                Ok(())
            })?;
            self.board.w.write_loop(body);
            return Ok(Value::Set(Set::Bits(ThingKind::Location, reached.into_iter().map(Arg::Var).collect())));
        }
        self.reach_one_by_one(&steps, &start, open.as_deref(), var, condition)
    }

    /// The locations reached from a set, where an expression gives the locations to which a location leads.
    pub(super) fn closure(&mut self, start: ExprId, var: VarId, next: ExprId) -> Generated<Value> {
        let start = match &self.set(start)? {
            Set::Members(members) if members.is_empty() => return Ok(Value::Set(Set::EMPTY)),
            start => self.bits_without_null(start)?,
        };
        let Some((ThingKind::Location, start)) = start else {
            return Err(Unsupported("REACH from other things than locations"));
        };
        let words = start.len();
        let pending: Vec<Var> = start.iter().map(|&word| self.variable(word)).collect();
        let reached: Vec<Var> = (0..words).map(|_| self.variable(0)).collect();
        let body = self.nested_loop(|g| {
            let left: Vec<Arg> = pending.iter().map(|var| Arg::Var(*var)).collect();
            let (index, some) = g.lowest(&left);
            let none = g.equal(some, 0);
            g.board.w.if_then(none, Writer::break_loop);
            let here = g.op(Binary::Add, index, 1);
            let bit = g.single_bit(words, here);
            for (number, bit) in bit.into_iter().enumerate() {
                let more = g.or(reached[number], bit);
                g.board.w.set(reached[number], more);
            }
            let place = Value::Thing(ThingKind::Location, here);
            let skipped: Vec<Arg> = (0..words).map(|word| g.or(pending[word], reached[word])).collect();
            if let Some(near) =
                g.with_variable(var, place.clone(), |g| g.neighbours_where(next, var, here, &skipped))?
            {
                for (number, near) in near.into_iter().enumerate() {
                    let both = g.or(pending[number], near);
                    let new = g.op(Binary::AndNot, both, reached[number]);
                    g.board.w.set(pending[number], new);
                }
                return Ok(());
            }
            let near = match g.with_variable(var, place, |g| g.value(next))? {
                Value::Thing(ThingKind::Location, to) => g.single_bit(words, to),
                Value::Set(Set::Members(members)) if members.is_empty() => vec![Arg::Word(0); words],
                Value::Set(set) => match g.bits_without_null(&set)? {
                    Some((ThingKind::Location, near)) => near,
                    _ => return Err(Unsupported("REACH over other things than locations")),
                },
                _ => return Err(Unsupported("REACH over other things than locations")),
            };
            for (number, near) in near.into_iter().enumerate() {
                let both = g.or(pending[number], near);
                let new = g.op(Binary::AndNot, both, reached[number]);
                g.board.w.set(pending[number], new);
            }
            Ok(())
        })?;
        self.board.w.write_loop(body);
        Ok(Value::Set(Set::Bits(ThingKind::Location, reached.into_iter().map(Arg::Var).collect())))
    }

    /// The same with one location at a time.
    fn reach_one_by_one(
        &mut self,
        steps: &Value,
        start: &[Arg],
        open: Option<&[Arg]>,
        var: VarId,
        condition: ExprId,
    ) -> Generated<Value> {
        let words = start.len();
        let pending: Vec<Var> = start.iter().map(|&word| self.variable(word)).collect();
        let visited: Vec<Var> = (0..words).map(|_| self.variable(0)).collect();
        let reached: Vec<Var> = (0..words).map(|_| self.variable(0)).collect();
        let body = self.nested_loop(|g| {
            let left: Vec<Arg> = pending.iter().map(|var| Arg::Var(*var)).collect();
            let (index, some) = g.lowest(&left);
            let none = g.equal(some, 0);
            g.board.w.if_then(none, Writer::break_loop);
            let here = g.op(Binary::Add, index, 1);
            let bit = g.single_bit(words, here);
            for (number, &bit) in bit.iter().enumerate() {
                let seen = g.or(visited[number], bit);
                g.board.w.set(visited[number], seen);
                let rest = g.op(Binary::AndNot, pending[number], bit);
                g.board.w.set(pending[number], rest);
            }
            let place = Value::Thing(ThingKind::Location, here);
            let holds = match open {
                Some(open) => g.bit_of(open, index),
                None => g.with_variable(var, place, |g| g.truth(condition))?,
            };
            g.when(holds, |g| {
                let near = g.neighbour_bits(steps, here)?;
                for (number, near) in near.into_iter().enumerate() {
                    let more = g.or(reached[number], bit[number]);
                    g.board.w.set(reached[number], more);
                    let new = g.op(Binary::AndNot, near, visited[number]);
                    let more = g.or(pending[number], new);
                    g.board.w.set(pending[number], more);
                }
                Ok(())
            })
        })?;
        self.board.w.write_loop(body);
        Ok(Value::Set(Set::Bits(ThingKind::Location, reached.into_iter().map(Arg::Var).collect())))
    }
}
