//! Parts of rays: up to the first location that fulfils a condition, and between two locations of which one is a known
//! function of the other.

use boardwright_game::ids::{DirectionId, ExprId, LocationId, VarId};
use boardwright_jit::{Arg, Binary, Unary};
use boardwright_rules::{Aggregate, Expr, Query};

use super::generator::{Generated, Generator};
use super::geometry::{KnownSteps, direction_of};
use super::values::{Set, ThingKind, Value};

/// A location, plus 1, that a table gives for another one while a part of the code is written.
pub(super) struct DerivedPlace {
    pub(super) place: Arg,
    pub(super) from: Arg,
    /// By location `from`: the place.
    pub(super) table: Vec<Option<LocationId>>,
}

impl Generator<'_> {
    /// `BETWEEN` a location and the first one on the same ray that fulfils a condition; `None` for anything else.
    pub(super) fn between_first(&mut self, arguments: &[ExprId]) -> Generated<Option<Value>> {
        let [directions, from, first] = *arguments else { return Ok(None) };
        let Expr::Aggregate { function: Aggregate::First, var, set, body, none: None } = self.rules.exprs[first] else {
            return Ok(None);
        };
        let Expr::Query(Query::Ray, ray) = &self.rules.exprs[set] else { return Ok(None) };
        let is_same = |one: ExprId, other: ExprId| one == other || self.rules.exprs[one] == self.rules.exprs[other];
        // Expressions without parts, such as variables and FROM, mean the same if they are equal.
        let is_plain = |id: ExprId| self.rules.exprs[id].operands().is_empty();
        if !(is_same(directions, ray[0]) && is_same(from, ray[1]) && is_plain(directions) && is_plain(from)) {
            return Ok(None);
        }
        let (env, faults) = (self.env.clone(), self.faults);
        let written = self.nested(|g| {
            let direction = g.value(directions)?;
            let Some(KnownSteps::Directions(known)) = g.known_steps(&direction) else { return Ok(None) };
            let ([direction], Value::Thing(ThingKind::Location, from)) = (&known[..], g.value(from)?) else {
                return Ok(None);
            };
            g.ray_up_to(*direction, from, var, body)
        });
        self.env = env;
        match written {
            Ok((code, Some(set))) => {
                self.board.w.append(code);
                Ok(Some(Value::Set(set)))
            }
            _ => {
                self.faults = faults;
                Ok(None)
            }
        }
    }

    /// The ray of a direction up to the first location, without it, that fulfils a condition.
    fn ray_up_to(&mut self, direction: DirectionId, from: Arg, var: VarId, body: ExprId) -> Generated<Option<Set>> {
        let rays = self.rays(direction);
        let Some(is_ascending) = direction_of(&rays) else { return Ok(None) };
        let ray = self.ray_bits(direction, from);
        let Some(stops) = self.bits_where(var, body, &ray)? else { return Ok(None) };
        let near = self.up_to_first(&stops, is_ascending);
        let near = self.combine(Binary::And, &ray, &near);
        let bits = Set::Bits(ThingKind::Location, self.combine(Binary::AndNot, &near, &stops));
        if is_ascending {
            return Ok(Some(bits));
        }
        let ray = Set::Ray(Arg::Word(direction.index() as u64 + 1), from);
        Ok(Some(Set::Intersect(Box::new(ray), Box::new(bits))))
    }

    /// The bits up to the lowest one of a set, that one included, or from the highest one on; all bits for the empty set.
    pub(super) fn up_to_first(&mut self, set: &[Arg], is_ascending: bool) -> Vec<Arg> {
        let mut found = vec![Arg::Word(0); set.len()];
        let mut passed = Arg::Word(0);
        for number in 0..set.len() {
            let index = if is_ascending { number } else { set.len() - 1 - number };
            let word = set[index];
            let near = if is_ascending {
                let below = self.op(Binary::Sub, word, 1);
                self.op(Binary::Xor, word, below)
            } else {
                let above = self.board.w.unary(Unary::LeadingZeros, word);
                let bit = self.op(Binary::Sub, 63, above);
                let near = self.op(Binary::ShiftLeft, u64::MAX, bit);
                self.board.w.select(word, near, u64::MAX)
            };
            found[index] = self.board.w.select(passed, 0, near);
            passed = self.or(passed, word);
        }
        found
    }

    /// The locations strictly between two of which the second is a known function of the first; `None` for others.
    pub(super) fn between_derived(&mut self, directions: &[DirectionId], one: Arg, other: Arg) -> Option<Set> {
        let derived = self.derived.iter().rfind(|derived| derived.place == other && derived.from == one)?;
        // On the first ray that has the other location, near to far.
        let between = |(from, to): (usize, &Option<LocationId>)| {
            let to = (*to)?;
            directions.iter().find_map(|direction| {
                let ray = self.ray_of(*direction, LocationId::new(from));
                let length = ray.iter().position(|at| *at == to)?;
                Some(ray[..length].to_vec())
            })
        };
        let lists: Vec<Vec<LocationId>> =
            derived.table.iter().enumerate().map(between).map(Option::unwrap_or_default).collect();
        if lists.iter().any(|list| !list.is_sorted()) {
            return None;
        }
        let rows = self.rows_of(&lists);
        Some(Set::Bits(ThingKind::Location, self.lookup_set(&rows, one)))
    }

    /// Evaluates the neighbours of a location that fulfil a condition, one slot of a table after another. The location is bound
    /// to the variable `from_var` and given plus 1. `None` if the steps are not known, or too many.
    pub(super) fn neighbours_where(
        &mut self,
        next: ExprId,
        from_var: VarId,
        from: Arg,
        skipped: &[Arg],
    ) -> Generated<Option<Vec<Arg>>> {
        const MAX_SLOTS: usize = 8;
        let Expr::Aggregate { function: Aggregate::Where, var, set, body, .. } = self.rules.exprs[next] else {
            return Ok(None);
        };
        let Expr::Query(Query::Neighbours, arguments) = &self.rules.exprs[set] else { return Ok(None) };
        if !matches!(self.rules.exprs[arguments[1]], Expr::Var(of) if of == from_var) {
            return Ok(None);
        }
        let (code, steps) = self.nested(|g| g.value(arguments[0]))?;
        let Some(known) = self.known_steps(&steps).filter(|_| code.is_empty()) else { return Ok(None) };
        let steps = self.steps(&known);
        let slots = steps.iter().map(Vec::len).max().unwrap_or(0);
        if slots > MAX_SLOTS {
            return Ok(None);
        }
        let found: Vec<_> = skipped.iter().map(|_| self.variable(0)).collect();
        for slot in 0..slots {
            let table: Vec<Option<LocationId>> = steps.iter().map(|near| near.get(slot).copied()).collect();
            let row: Vec<u16> = [0].into_iter().chain(table.iter().map(|at| at.map_or(0, |at| at.0 + 1))).collect();
            let place = self.lookup(&row, from);
            let bit = self.single_bit(skipped.len(), place);
            let new = self.combine(Binary::AndNot, &bit, skipped);
            let is_new = self.any_bit(&new);
            self.derived.push(DerivedPlace { place, from, table });
            let written = self.when(is_new, |g| {
                let holds = g.with_variable(var, Value::Thing(ThingKind::Location, place), |g| g.truth(body))?;
                for (&var, bit) in found.iter().zip(bit) {
                    let counted = g.board.w.select(holds, bit, 0);
                    let more = g.or(var, counted);
                    g.board.w.set(var, more);
                }
                Ok(())
            });
            self.derived.pop();
            written?;
        }
        Ok(Some(found.into_iter().map(Arg::Var).collect()))
    }
}
