//! Geometry: next locations, neighbours, rays and lines, from tables that are known while code is generated.

use boardwright_game::ids::{DirectionId, LocationId, RelationId};
use boardwright_jit::{Arg, Binary, Unary, Writer};

use super::generator::{Generated, Generator};
use super::sets::SetResult;
use super::values::{ListKind, Set, ThingKind, Value};
use crate::Unsupported;

/// Steps from every location: by location, the locations one step away.
pub(super) type Steps = Vec<Vec<LocationId>>;

/// A relation or a set of directions whose members are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KnownSteps {
    Relation(RelationId),
    /// Directions; no direction is left out.
    Directions(Vec<DirectionId>),
}

impl Generator<'_> {
    /// The next location in a direction, both plus 1.
    pub(super) fn next_location(&mut self, direction: Arg, from: Arg) -> Arg {
        let counted = |next: &Option<LocationId>| next.map_or(0, |next| next.0 + 1);
        let row = |direction: &boardwright_rules::Direction| -> Vec<u16> {
            [0].into_iter().chain(direction.next.iter().map(counted)).collect()
        };
        let directions = &self.rules.directions;
        if let Arg::Word(direction) = direction {
            return match direction.checked_sub(1).and_then(|index| directions.get(index as usize)) {
                Some(direction) => {
                    let row = row(direction);
                    self.lookup(&row, from)
                }
                None => Arg::Word(0),
            };
        }
        let width = self.rules.locations.len() + 1;
        let rows: Vec<u16> = std::iter::repeat_n(0, width).chain(directions.iter().flat_map(row)).collect();
        let at = self.op(Binary::Mul, direction, width as u64);
        let at = self.op(Binary::Add, at, from);
        self.lookup(&rows, at)
    }

    /// `true` if some ray comes back to a location that it has passed.
    pub(super) fn has_cyclic_rays(&self) -> bool {
        self.rules.directions.iter().any(|direction| {
            (0..self.rules.locations.len()).map(LocationId::new).any(|from| {
                let last = direction.ray(from).last().unwrap_or(from);
                direction.next[last.index()].is_some()
            })
        })
    }

    /// Ray of a direction from a location.
    pub(super) fn ray_of(&self, direction: DirectionId, from: LocationId) -> Vec<LocationId> {
        self.rules.directions[direction.index()].ray(from).collect()
    }

    /// The steps of a known relation or of known directions, without repetitions.
    pub(super) fn steps(&self, known: &KnownSteps) -> Steps {
        let locations = (0..self.rules.locations.len()).map(LocationId::new);
        let near = locations.map(|from| {
            let mut near: Vec<LocationId> = Vec::new();
            let all: Vec<LocationId> = match known {
                KnownSteps::Relation(relation) => self.rules.relations[relation.index()].pairs[from.index()].clone(),
                KnownSteps::Directions(directions) => directions
                    .iter()
                    .filter_map(|direction| self.rules.directions[direction.index()].next[from.index()])
                    .collect(),
            };
            for location in all {
                if !near.contains(&location) {
                    near.push(location);
                }
            }
            near
        });
        near.collect()
    }

    /// Steps in the opposite sense.
    pub(super) fn reversed(steps: &Steps) -> Steps {
        let mut reversed = vec![Vec::new(); steps.len()];
        for (from, near) in steps.iter().enumerate() {
            for to in near {
                reversed[to.index()].push(LocationId::new(from));
            }
        }
        reversed
    }

    /// Rows of bits by location plus 1; row 0, for no location, is empty.
    pub(super) fn rows_of(&self, steps: &Steps) -> Vec<Vec<u64>> {
        let words = self.words_of(ThingKind::Location);
        let mut rows = vec![vec![0; words]];
        rows.extend(steps.iter().map(|near| bits_of(words, near.iter().copied())));
        rows
    }

    /// The relation or directions that a value stands for, if they are known.
    pub(super) fn known_steps(&self, value: &Value) -> Option<KnownSteps> {
        match value {
            Value::Thing(ThingKind::Relation, Arg::Word(word)) => {
                Some(KnownSteps::Relation(RelationId::new(*word as usize - 1)))
            }
            Value::Thing(ThingKind::Direction, Arg::Word(word)) => Some(KnownSteps::Directions(
                word.checked_sub(1).map(|at| DirectionId::new(at as usize)).into_iter().collect(),
            )),
            Value::Set(Set::Members(members)) => {
                let direction = |member: &Value| match member {
                    Value::Thing(ThingKind::Direction, Arg::Word(word)) => Some(*word),
                    _ => None,
                };
                let words: Option<Vec<u64>> = members.iter().map(direction).collect();
                let known = words?.into_iter().filter_map(|word| word.checked_sub(1));
                Some(KnownSteps::Directions(known.map(|at| DirectionId::new(at as usize)).collect()))
            }
            _ => None,
        }
    }

    /// Evaluates a query about steps for each set of steps that a value can stand for. The results are combined by the
    /// conditions on which the value depends; a direction that is known only at run time is tested one by one.
    pub(super) fn by_steps(
        &mut self,
        value: &Value,
        words: usize,
        each: &mut dyn FnMut(&mut Self, &KnownSteps) -> Generated<Vec<Arg>>,
    ) -> Generated<Vec<Arg>> {
        if let Some(known) = self.known_steps(value) {
            return each(self, &known);
        }
        match value {
            Value::Set(Set::If(condition, yes, no)) => {
                let result: Vec<_> = (0..words).map(|_| self.variable(0)).collect();
                let condition = *condition;
                let (yes, no) = (Value::Set((**yes).clone()), Value::Set((**no).clone()));
                let (then, ()) = self.nested(|g| {
                    let found = g.by_steps(&yes, words, each)?;
                    result.iter().zip(found).for_each(|(var, word)| g.board.w.set(*var, word));
                    Ok(())
                })?;
                let (otherwise, ()) = self.nested(|g| {
                    let found = g.by_steps(&no, words, each)?;
                    result.iter().zip(found).for_each(|(var, word)| g.board.w.set(*var, word));
                    Ok(())
                })?;
                self.board.w.write_if(condition, then, otherwise);
                Ok(result.into_iter().map(Arg::Var).collect())
            }
            Value::Set(Set::Join(first, second)) => {
                let first = self.by_steps(&Value::Set((**first).clone()), words, each)?;
                let second = self.by_steps(&Value::Set((**second).clone()), words, each)?;
                Ok(self.combine(Binary::Or, &first, &second))
            }
            Value::Set(Set::Members(members)) => {
                let mut found = vec![Arg::Word(0); words];
                for member in members.clone() {
                    let part = self.by_steps(&member, words, each)?;
                    found = self.combine(Binary::Or, &found, &part);
                }
                Ok(found)
            }
            Value::Thing(kind @ (ThingKind::Direction | ThingKind::Relation), word) => {
                let (kind, word) = (*kind, *word);
                let result: Vec<_> = (0..words).map(|_| self.variable(0)).collect();
                for index in 0..self.members_of(kind) {
                    let known = match kind {
                        ThingKind::Relation => KnownSteps::Relation(RelationId::new(index)),
                        _ => KnownSteps::Directions(vec![DirectionId::new(index)]),
                    };
                    let here = self.equal(word, index as u64 + 1);
                    self.when(here, |g| {
                        let found = each(g, &known)?;
                        result.iter().zip(found).for_each(|(var, word)| g.board.w.set(*var, word));
                        Ok(())
                    })?;
                }
                Ok(result.into_iter().map(Arg::Var).collect())
            }
            Value::Set(set) => {
                let result: Vec<_> = (0..words).map(|_| self.variable(0)).collect();
                self.iterate(set, None, &mut |g, member| {
                    let found = g.by_steps(&member, words, each)?;
                    for (&var, word) in result.iter().zip(found) {
                        let more = g.or(var, word);
                        g.board.w.set(var, more);
                    }
                    Ok(())
                })?;
                Ok(result.into_iter().map(Arg::Var).collect())
            }
            _ => Err(Unsupported("steps of another kind than relations and directions")),
        }
    }

    /// The neighbours of a location, plus 1, as bits.
    pub(super) fn neighbour_bits(&mut self, value: &Value, from: Arg) -> Generated<Vec<Arg>> {
        let words = self.words_of(ThingKind::Location);
        if let Value::Thing(ThingKind::Direction, direction @ Arg::Var(_)) = value {
            let next = self.next_location(*direction, from);
            return Ok(self.single_bit(words, next));
        }
        self.by_steps(value, words, &mut |g, known| {
            let steps = g.steps(known);
            let rows = g.rows_of(&steps);
            Ok(g.lookup_set(&rows, from))
        })
    }

    /// The neighbours of a location as a set in order.
    pub(super) fn neighbours(&mut self, value: &Value, from: Arg) -> SetResult {
        match value {
            Value::Set(Set::If(condition, yes, no)) => {
                let (condition, yes, no) = (*condition, (**yes).clone(), (**no).clone());
                let yes = self.neighbours(&Value::Set(yes), from)?;
                let no = self.neighbours(&Value::Set(no), from)?;
                return Ok(Set::If(condition, Box::new(yes), Box::new(no)));
            }
            Value::Thing(ThingKind::Direction, direction @ Arg::Var(_)) => {
                let next = self.next_location(*direction, from);
                return Ok(self.one_or_none(ThingKind::Location, next));
            }
            _ => {}
        }
        let Some(known) = self.known_steps(value) else { return self.collected_neighbours(value, from) };
        let steps = self.steps(&known);
        if steps.iter().all(|near| near.is_sorted()) {
            let rows = self.rows_of(&steps);
            return Ok(Set::Bits(ThingKind::Location, self.lookup_set(&rows, from)));
        }
        Ok(self.table_set(&steps, from))
    }

    /// The neighbours in a set of directions that is known only at run time, in the order of the directions.
    fn collected_neighbours(&mut self, directions: &Value, from: Arg) -> SetResult {
        let Value::Set(directions) = directions else {
            let bits = self.neighbour_bits(directions, from)?;
            return Ok(Set::Bits(ThingKind::Location, bits));
        };
        let words = self.words_of(ThingKind::Location);
        let seen: Vec<_> = (0..words).map(|_| self.variable(0)).collect();
        let list = self.begin_list(ListKind::Thing(ThingKind::Location), self.rules.directions.len())?;
        self.iterate(directions, None, &mut |g, direction| {
            let direction = direction.word().ok_or(Unsupported("a direction that is not a thing"))?;
            let next = g.next_location(direction, from);
            let bit = g.single_bit(words, next);
            let known: Vec<Arg> = seen.iter().map(|var| Arg::Var(*var)).collect();
            let old = g.combine(Binary::AndNot, &bit, &known);
            let is_new = g.any_bit(&old);
            for (&var, bit) in seen.iter().zip(bit) {
                let more = g.or(var, bit);
                g.board.w.set(var, more);
            }
            g.when(is_new, |g| g.push(&list, &Value::Thing(ThingKind::Location, next)))
        })?;
        Ok(list)
    }

    /// A set of locations from a table by location, in the order of the table.
    pub(super) fn table_set(&mut self, lists: &[Vec<LocationId>], from: Arg) -> Set {
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        if let Arg::Word(from) = from {
            let list = from.checked_sub(1).map_or(&[][..], |index| &lists[index as usize][..]);
            return Set::Members(list.iter().map(|at| Value::thing(ThingKind::Location, Some(at.index()))).collect());
        }
        // A row: the number of members, then the members plus 1.
        let width = most + 1;
        let mut words = vec![0_u16; width];
        for list in lists {
            words.push(list.len() as u16);
            words.extend(list.iter().map(|at| at.0 + 1));
            words.extend(std::iter::repeat_n(0, most - list.len()));
        }
        let memory = self.table(words.into_iter().flat_map(u16::to_le_bytes).collect());
        let row = self.op(Binary::Mul, from, 2 * width as u64);
        let count = self.board.w.load(memory, boardwright_jit::Width::Two, row, 0);
        let start = self.op(Binary::Add, row, 2);
        let kind = ListKind::Thing(ThingKind::Location);
        Set::Table { kind, memory, start, count, most }
    }

    /// A set with one thing, or an empty one for the null value.
    pub(super) fn one_or_none(&mut self, kind: ThingKind, word: Arg) -> Set {
        let some = self.op(Binary::NotEqual, word, 0);
        let one = Set::Members(vec![Value::Thing(kind, word)]);
        match some {
            Arg::Word(0) => Set::EMPTY,
            Arg::Word(_) => one,
            Arg::Var(_) => Set::If(some, Box::new(one), Box::new(Set::EMPTY)),
        }
    }

    /// Locations on the ray of a known direction as bits.
    pub(super) fn ray_bits(&mut self, direction: DirectionId, from: Arg) -> Vec<Arg> {
        let rays = self.rays(direction);
        let rows = self.rows_of(&rays);
        self.lookup_set(&rows, from)
    }

    /// By location: the ray of a direction.
    pub(super) fn rays(&self, direction: DirectionId) -> Steps {
        (0..self.rules.locations.len()).map(|from| self.ray_of(direction, LocationId::new(from))).collect()
    }

    /// The locations from `from` on rays up to the first occupied one, that one included, as bits. `rays` are by
    /// location.
    pub(super) fn slide_bits(&mut self, rays: &Steps, from: Arg) -> Generated<Vec<Arg>> {
        let words = self.words_of(ThingKind::Location);
        let rows = self.rows_of(rays);
        let ray = self.lookup_set(&rows, from);
        let occupied: Vec<Arg> = (0..words).map(|word| self.board.occupied(word)).collect();
        let blockers = self.combine(Binary::And, &ray, &occupied);
        let Some(is_ascending) = direction_of(rays) else {
            return self.walk_bits(rays, from);
        };
        let near = self.up_to_first(&blockers, is_ascending);
        Ok(self.combine(Binary::And, &ray, &near))
    }

    /// The same for rays that are not in the order of the file.
    fn walk_bits(&mut self, rays: &Steps, from: Arg) -> Generated<Vec<Arg>> {
        let words = self.words_of(ThingKind::Location);
        let next: Vec<u16> =
            [0].into_iter().chain(rays.iter().map(|ray| ray.first().map_or(0, |next| next.0 + 1))).collect();
        let longest = rays.iter().map(Vec::len).max().unwrap_or(0);
        let result: Vec<_> = (0..words).map(|_| self.variable(0)).collect();
        let at = self.variable(from);
        let left = self.variable(longest as u64);
        let body = self.nested_loop(|g| {
            let step = g.lookup(&next, at.into());
            let none = g.equal(step, 0);
            let spent = g.equal(left, 0);
            let ends = g.or(none, spent);
            g.board.w.if_then(ends, Writer::break_loop);
            g.board.w.set(at, step);
            let less = g.op(Binary::Sub, left, 1);
            g.board.w.set(left, less);
            let bits = g.single_bit(words, at.into());
            for (&var, bit) in result.iter().zip(bits) {
                let more = g.or(var, bit);
                g.board.w.set(var, more);
            }
            let content = g.content_of(at.into());
            g.board.w.if_then(content, Writer::break_loop);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        Ok(result.into_iter().map(Arg::Var).collect())
    }

    /// Number of the lowest bit, and a word that is 0 if there is none.
    pub(super) fn lowest(&mut self, words: &[Arg]) -> (Arg, Arg) {
        self.board.first_member(words)
    }

    /// Number of the highest bit, and a word that is 0 if there is none.
    pub(super) fn highest(&mut self, words: &[Arg]) -> (Arg, Arg) {
        let (mut chosen, mut base) = (Arg::Word(0), Arg::Word(0));
        for (index, &word) in words.iter().enumerate() {
            chosen = self.board.w.select(word, word, chosen);
            base = self.board.w.select(word, 64 * index as u64, base);
        }
        let above = self.board.w.unary(Unary::LeadingZeros, chosen);
        let bit = self.op(Binary::Sub, 63, above);
        (self.op(Binary::Add, base, bit), chosen)
    }

    /// Locations from which a slide along known steps reaches, or is stopped at, a location; with `backwards` the
    /// locations from which the location is reached.
    pub(super) fn clear_bits(&mut self, value: &Value, from: Arg, backwards: bool) -> Generated<Vec<Arg>> {
        let words = self.words_of(ThingKind::Location);
        self.by_steps(value, words, &mut |g, known| {
            let KnownSteps::Directions(directions) = known else {
                return Err(Unsupported("CLEAR along a relation"));
            };
            let mut found = vec![Arg::Word(0); words];
            for &direction in directions {
                let rays = g.rays(direction);
                let rays = if backwards {
                    g.rays_towards(&rays).ok_or(Unsupported("rays that meet, or that come back"))?
                } else {
                    rays
                };
                let part = g.slide_bits(&rays, from)?;
                found = g.combine(Binary::Or, &found, &part);
            }
            Ok(found)
        })
    }

    /// By location: the locations whose ray leads to it, near to far. `None` where rays meet or come back.
    fn rays_towards(&self, rays: &Steps) -> Option<Steps> {
        let mut before: Vec<Option<usize>> = vec![None; rays.len()];
        for (from, ray) in rays.iter().enumerate() {
            if let Some(next) = ray.first()
                && before[next.index()].replace(from).is_some()
            {
                return None;
            }
        }
        let towards = (0..rays.len()).map(|to| {
            let mut list = Vec::new();
            let mut at = to;
            while let Some(previous) = before[at] {
                if previous == to || list.len() > rays.len() {
                    return None;
                }
                list.push(LocationId::new(previous));
                at = previous;
            }
            Some(list)
        });
        towards.collect()
    }
}

/// `true` if all rays lead to locations with increasing numbers, `false` if to decreasing ones; `None` if neither.
pub(super) fn direction_of(rays: &Steps) -> Option<bool> {
    let with_origin = |wanted: fn(&LocationId, &LocationId) -> bool| {
        rays.iter().enumerate().all(|(from, ray)| {
            let from = LocationId::new(from);
            [from].iter().chain(ray).zip(ray).all(|(one, next)| wanted(one, next))
        })
    };
    if with_origin(|one, next| one < next) {
        Some(true)
    } else if with_origin(|one, next| one > next) {
        Some(false)
    } else {
        None
    }
}

/// Locations as bits.
pub(super) fn bits_of(words: usize, members: impl IntoIterator<Item = LocationId>) -> Vec<u64> {
    let mut bits = vec![0; words];
    for member in members {
        bits[member.index() / 64] |= 1 << (member.index() % 64);
    }
    bits
}
