//! Values of all lanes at once: which lanes have a property, a number or a place.

use std::rc::Rc;

use boardwright_game::ids::{DirectionId, ExprId, LocationId};
use boardwright_interpreter::kinds::{PieceKind, PieceKindId};
use boardwright_jit::{Arg, Binary, Width};
use boardwright_rules::{BinaryOp, Expr, Query};

use super::bitwise::{LaneValue, Lanes, Map, Property};
use super::generator::Generator;
use super::geometry::KnownSteps;
use super::values::{Set, ThingKind, Value};

impl Generator<'_> {
    /// The lanes whose location under a map is in a set.
    pub(super) fn pull_back(&mut self, map: &Map, set: &[Arg]) -> Vec<Arg> {
        let words = self.location_words();
        let is_identity = map.iter().enumerate().all(|(lane, to)| *to == Some(LocationId::new(lane)));
        if is_identity {
            return set.to_vec();
        }
        // Lanes with the same distance to their location are shifted together.
        let mut by_distance: Vec<(i64, Vec<u64>)> = Vec::new();
        for (lane, to) in map.iter().enumerate() {
            let Some(to) = to else { continue };
            let distance = to.index() as i64 - lane as i64;
            let entry = match by_distance.iter_mut().find(|(known, _)| *known == distance) {
                Some(entry) => entry,
                None => {
                    by_distance.push((distance, vec![0; words]));
                    by_distance.last_mut().expect("just added")
                }
            };
            entry.1[lane / 64] |= 1 << (lane % 64);
        }
        let mut found = vec![Arg::Word(0); words];
        for (distance, lanes) in by_distance {
            let shifted = self.shifted(set, distance);
            for (word, (&mask, shifted)) in lanes.iter().zip(shifted).enumerate() {
                let part = self.and(shifted, mask);
                found[word] = self.or(found[word], part);
            }
        }
        found
    }

    /// The set moved towards lower numbers by a distance: bit `i` of the result is bit `i + distance` of the set.
    pub(super) fn shifted(&mut self, set: &[Arg], distance: i64) -> Vec<Arg> {
        let words = set.len() as i64;
        let (skip, by) = (distance.div_euclid(64), distance.rem_euclid(64) as u64);
        let get = |index: i64| if (0..words).contains(&index) { set[index as usize] } else { Arg::Word(0) };
        (0..words)
            .map(|index| {
                let low = self.op(Binary::ShiftRight, get(index + skip), by);
                if by == 0 {
                    return low;
                }
                let high = self.op(Binary::ShiftLeft, get(index + skip + 1), 64 - by);
                self.or(low, high)
            })
            .collect()
    }

    /// The locations on which a piece has one of some kinds, as bits.
    pub(super) fn pieces(&mut self, wanted: impl Fn(PieceKind) -> bool) -> Vec<Arg> {
        let kinds: Vec<PieceKindId> =
            self.layout.kinds.iter().filter(|(_, kind)| wanted(*kind)).map(|(id, _)| id).collect();
        let everything = kinds.len() == self.layout.kinds.len();
        (0..self.location_words())
            .map(|word| {
                if everything {
                    return self.board.occupied(word);
                }
                let mut found = Arg::Word(0);
                for &kind in &kinds {
                    let offset = self.board.boards.at(kind) + 8 * word;
                    let part = self.board.w.load(self.board.state, Width::Eight, 0, offset);
                    found = self.or(found, part);
                }
                found
            })
            .collect()
    }

    /// The occupied locations.
    pub(super) fn occupied(&mut self) -> Vec<Arg> {
        (0..self.location_words()).map(|word| self.board.occupied(word)).collect()
    }

    /// The empty locations.
    pub(super) fn empty(&mut self) -> Vec<Arg> {
        let occupied = self.occupied();
        self.complement(&occupied)
    }

    /// The locations whose content has a property.
    pub(super) fn with_property(&mut self, property: Property, value: &Value) -> Lanes<Vec<Arg>> {
        let number_of = |kind: PieceKind| match property {
            Property::Owner => kind.owner.map_or(0, |owner| owner.number() as i64),
            _ => i64::from(kind.state),
        };
        match (property, value) {
            (Property::Owner | Property::State, Value::Number(number)) => match number.known() {
                Some(-1) => Ok(Some(self.empty())),
                Some(number) => Ok(Some(self.pieces(|kind| number_of(kind) == number))),
                None => {
                    let mut numbers: Vec<i64> = self.layout.kinds.iter().map(|(_, kind)| number_of(kind)).collect();
                    numbers.sort_unstable();
                    numbers.dedup();
                    numbers.retain(|known| (number.least..=number.most).contains(known));
                    let mut found = vec![Arg::Word(0); self.location_words()];
                    if number.least <= -1 {
                        numbers.push(-1);
                    }
                    for known in numbers {
                        let here = self.equal(number.arg, known as u64);
                        let bits =
                            if known == -1 { self.empty() } else { self.pieces(|kind| number_of(kind) == known) };
                        for (found, word) in found.iter_mut().zip(bits) {
                            *found = self.board.w.select(here, word, *found);
                        }
                    }
                    Ok(Some(found))
                }
            },
            (Property::Type, Value::Thing(ThingKind::ElementType, Arg::Word(word))) => {
                Ok(Some(match word.checked_sub(1) {
                    None => self.empty(),
                    Some(index) => self.pieces(|kind| kind.element_type.index() as u64 == index),
                }))
            }
            (Property::Element, Value::Thing(ThingKind::Element, word)) => {
                if *word == Arg::Word(0) {
                    return Ok(Some(self.empty()));
                }
                let location = self.location_of(*word);
                let bit = self.single_bit(self.location_words(), location);
                // No element is on no location: then the empty ones fulfil the condition.
                if let Arg::Word(_) = word {
                    return Ok(Some(bit));
                }
                let empty = self.empty();
                let bits = bit.into_iter().zip(empty).map(|(bit, empty)| self.board.w.select(*word, bit, empty));
                Ok(Some(bits.collect()))
            }
            _ => Ok(None),
        }
    }

    /// The lanes that a map leads nowhere.
    pub(super) fn lanes_without(&self, map: &Map) -> Vec<Arg> {
        let mut words = vec![0_u64; self.location_words()];
        for (lane, to) in map.iter().enumerate() {
            words[lane / 64] |= u64::from(to.is_none()) << (lane % 64);
        }
        words.into_iter().map(Arg::Word).collect()
    }

    /// A property of no content: what a lane has whose location is nowhere or empty.
    fn null_matches(property: Property, value: &Value) -> Option<Arg> {
        Some(match (property, value) {
            (Property::Owner | Property::State, Value::Number(number)) => match number.known() {
                Some(number) => Arg::Word(u64::from(number == -1)),
                None if number.least > -1 => Arg::Word(0),
                None => return None,
            },
            (Property::Type | Property::Element, Value::Thing(_, Arg::Word(word))) => Arg::Word(u64::from(*word == 0)),
            _ => return None,
        })
    }

    pub(super) fn equal_lanes(&mut self, left: &Value, right: &Value) -> Lanes<Vec<Arg>> {
        let (lane, other) = match (left, right) {
            (Value::Lane(lane), other) | (other, Value::Lane(lane)) => (lane.clone(), other),
            _ => return Ok(None),
        };
        match (&*lane, other) {
            (LaneValue::Content(map, property), other) if !matches!(other, Value::Lane(_)) => {
                let without = self.lanes_without(map);
                let has_nowhere = without.iter().any(|word| *word != Arg::Word(0));
                let null = if has_nowhere {
                    match Self::null_matches(*property, other) {
                        Some(null) => null,
                        None => return Ok(None),
                    }
                } else {
                    Arg::Word(0)
                };
                let Some(bits) = self.with_property(*property, other)? else { return Ok(None) };
                let mut bits = self.pull_back(map, &bits);
                if null == Arg::Word(1) {
                    bits = self.combine(Binary::Or, &bits, &without);
                }
                Ok(Some(bits))
            }
            (LaneValue::Place(map), Value::Thing(ThingKind::Location, word)) => {
                let (map, word) = (map.clone(), *word);
                if word == Arg::Word(0) {
                    return Ok(Some(self.lanes_without(&map)));
                }
                let bit = self.single_bit(self.location_words(), word);
                let mut bits = self.pull_back(&map, &bit);
                let without = self.lanes_without(&map);
                if let (Arg::Var(_), true) = (word, without.iter().any(|word| *word != Arg::Word(0))) {
                    let null = self.equal(word, 0);
                    let nowhere: Vec<Arg> = without.iter().map(|&lanes| self.board.w.select(null, lanes, 0)).collect();
                    bits = self.combine(Binary::Or, &bits, &nowhere);
                }
                Ok(Some(bits))
            }
            (LaneValue::Place(one), Value::Lane(two)) => match &**two {
                LaneValue::Place(two) => {
                    let same = one.iter().zip(two.iter()).map(|(one, two)| one == two);
                    Ok(Some(self.constant_lanes(same)))
                }
                _ => Ok(None),
            },
            (LaneValue::Content(one, property), Value::Lane(two)) => match &**two {
                LaneValue::Content(two, other) if property == other => self.same_property(*property, one, two),
                _ => Ok(None),
            },
            (LaneValue::Numbers(numbers), Value::Number(number)) => {
                let numbers = numbers.clone();
                let number = *number;
                self.by_number(&numbers, |g, known| g.equal(number.arg, known as u64))
            }
            (LaneValue::Numbers(one), Value::Lane(two)) => match &**two {
                LaneValue::Numbers(two) => Ok(self.compare_numbers(one, two, |one, two| one == two)),
                _ => Ok(None),
            },
            (LaneValue::Things(things), Value::Thing(_, word)) => {
                let things = things.clone();
                let word = *word;
                if let Arg::Word(word) = word {
                    return Ok(Some(self.constant_lanes(things.iter().map(|thing| u64::from(*thing) == word))));
                }
                let numbers: Vec<Option<i64>> = things.iter().map(|thing| Some(i64::from(*thing))).collect();
                self.by_number(&numbers, |g, known| g.equal(word, known as u64))
            }
            (LaneValue::Bits(bits), Value::Bool(flag)) => {
                let other = self.complement(bits);
                let chosen = bits.clone().into_iter().zip(other).map(|(yes, no)| self.board.w.select(*flag, yes, no));
                Ok(Some(chosen.collect()))
            }
            _ => Ok(None),
        }
    }

    /// The lanes whose two locations have contents with the same property. `None` for elements and for many values.
    fn same_property(&mut self, property: Property, one: &Map, two: &Map) -> Lanes<Vec<Arg>> {
        const MAX_VALUES: usize = 8;
        let value_of = |kind: PieceKind| match property {
            Property::Owner => Some(kind.owner.map_or(0, |owner| owner.number() as i64)),
            Property::State => Some(i64::from(kind.state)),
            Property::Type => Some(kind.element_type.index() as i64),
            Property::Element => None,
        };
        let values: Option<Vec<i64>> = self.layout.kinds.iter().map(|(_, kind)| value_of(kind)).collect();
        let Some(mut values) = values else { return Ok(None) };
        values.sort_unstable();
        values.dedup();
        if values.len() > MAX_VALUES {
            return Ok(None);
        }
        let empty = self.empty();
        let [mut found, other] = [one, two].map(|map| {
            let without = self.lanes_without(map);
            let bits = self.pull_back(map, &empty);
            self.combine(Binary::Or, &bits, &without)
        });
        found = self.combine(Binary::And, &found, &other);
        for value in values {
            let bits = self.pieces(|kind| value_of(kind) == Some(value));
            let here = self.pull_back(one, &bits);
            let there = self.pull_back(two, &bits);
            let both = self.combine(Binary::And, &here, &there);
            found = self.combine(Binary::Or, &found, &both);
        }
        Ok(Some(found))
    }

    /// Constant bits of a comparison of two numbers by lane. `None` if a lane that counts lacks a number.
    fn compare_numbers(
        &self,
        one: &[Option<i64>],
        two: &[Option<i64>],
        test: impl Fn(i64, i64) -> bool,
    ) -> Option<Vec<Arg>> {
        let lacks = one
            .iter()
            .zip(two)
            .enumerate()
            .any(|(lane, pair)| self.is_in_domain(lane) && !matches!(pair, (Some(_), Some(_))));
        let holds = |pair: (&Option<i64>, &Option<i64>)| matches!(pair, (Some(one), Some(two)) if test(*one, *two));
        (!lacks).then(|| self.constant_lanes(one.iter().zip(two).map(holds)))
    }

    /// The lanes from whose first location one of some steps leads to the second (`RELATED`), or a clear ray (`CLEAR`).
    pub(super) fn steps_between(
        &mut self,
        query: Query,
        steps: &[(Option<Vec<Arg>>, Value)],
        from: &Map,
        to: &Map,
    ) -> Lanes<Vec<Arg>> {
        let mut found = vec![Arg::Word(0); self.location_words()];
        for (lanes, steps) in steps {
            if matches!(steps, Value::Set(Set::Members(members)) if members.is_empty()) {
                continue;
            }
            let Some(known) = self.known_steps(steps) else { return Ok(None) };
            let mut bits = if query == Query::Clear {
                let KnownSteps::Directions(directions) = known else { return Ok(None) };
                self.clear_between(&directions, from, to)
            } else {
                let steps = self.steps(&known);
                let leads = |(from, to): (&Option<LocationId>, &Option<LocationId>)| matches!((from, to), (Some(from), Some(to)) if steps[from.index()].contains(to));
                self.constant_lanes(from.iter().zip(to.iter()).map(leads))
            };
            if let Some(lanes) = lanes {
                bits = self.combine(Binary::And, &bits, lanes);
            }
            found = self.combine(Binary::Or, &found, &bits);
        }
        Ok(Some(found))
    }

    /// The lanes between whose two locations a ray of one of the directions passes empty locations only.
    fn clear_between(&mut self, directions: &[DirectionId], from: &Map, to: &Map) -> Vec<Arg> {
        let mut found = vec![Arg::Word(0); self.location_words()];
        let empty = self.empty();
        for &direction in directions {
            // By lane: the locations in between, if the ray leads to the second location.
            let between: Vec<Option<Vec<LocationId>>> = (0..from.len())
                .map(|lane| {
                    let (from, to) = (from[lane]?, to[lane]?);
                    let ray = self.ray_of(direction, from);
                    let length = ray.iter().position(|at| *at == to).filter(|_| self.is_in_domain(lane))?;
                    Some(ray[..length].to_vec())
                })
                .collect();
            let longest = between.iter().flatten().map(Vec::len).max().unwrap_or(0);
            let mut bits = self.constant_lanes(between.iter().map(Option::is_some));
            for number in 0..longest {
                let at = |list: &Option<Vec<LocationId>>| list.as_ref().and_then(|list| list.get(number).copied());
                let map: Map = Rc::new(between.iter().map(at).collect());
                let open = self.pull_back(&map, &empty);
                let without = self.lanes_without(&map);
                let open = self.combine(Binary::Or, &open, &without);
                bits = self.combine(Binary::And, &bits, &open);
            }
            found = self.combine(Binary::Or, &found, &bits);
        }
        found
    }

    /// Constant bits by lane.
    pub(super) fn constant_lanes(&self, flags: impl Iterator<Item = bool>) -> Vec<Arg> {
        let mut words = vec![0_u64; self.location_words()];
        for (lane, flag) in flags.enumerate() {
            words[lane / 64] |= u64::from(flag) << (lane % 64);
        }
        words.into_iter().map(Arg::Word).collect()
    }

    /// The lanes whose number fulfils a test that does not depend on the lane otherwise. `None` if a lane has no number.
    pub(super) fn by_number(
        &mut self,
        numbers: &[Option<i64>],
        mut test: impl FnMut(&mut Self, i64) -> Arg,
    ) -> Lanes<Vec<Arg>> {
        const MAX_DIFFERENT: usize = 40;
        let mut different: Vec<i64> = Vec::new();
        for (lane, number) in numbers.iter().enumerate() {
            let number = match number {
                Some(number) => number,
                None if !self.is_in_domain(lane) => continue,
                None => return Ok(None),
            };
            if !different.contains(number) {
                different.push(*number);
            }
        }
        if different.len() > MAX_DIFFERENT {
            return Ok(None);
        }
        let mut found = vec![Arg::Word(0); self.location_words()];
        for known in different {
            let flag = test(self, known);
            let lanes = self.constant_lanes(numbers.iter().map(|number| *number == Some(known)));
            for (found, lanes) in found.iter_mut().zip(lanes) {
                let part = self.board.w.select(flag, lanes, 0);
                *found = self.board.w.binary(Binary::Or, *found, part);
            }
        }
        Ok(Some(found))
    }

    pub(super) fn compare_lanes(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Lanes<Vec<Arg>> {
        let numbers = |value: &Value| match value {
            Value::Lane(lane) => match &**lane {
                LaneValue::Numbers(numbers) => Some(numbers.clone()),
                _ => None,
            },
            _ => None,
        };
        let compare = move |g: &mut Self, one: Arg, other: Arg| match op {
            BinaryOp::Less => g.op(Binary::SignedLess, one, other),
            BinaryOp::Greater => g.op(Binary::SignedLess, other, one),
            BinaryOp::LessEqual => {
                let more = g.op(Binary::SignedLess, other, one);
                g.negate(more)
            }
            _ => {
                let less = g.op(Binary::SignedLess, one, other);
                g.negate(less)
            }
        };
        if let (Some(one), Some(two)) = (numbers(left), numbers(right)) {
            return Ok(self.compare_numbers(&one, &two, |one, two| match op {
                BinaryOp::Less => one < two,
                BinaryOp::Greater => one > two,
                BinaryOp::LessEqual => one <= two,
                _ => one >= two,
            }));
        }
        match (numbers(left), left, numbers(right), right) {
            (Some(numbers), _, None, Value::Number(number)) => {
                let number = *number;
                self.by_number(&numbers, |g, known| compare(g, Arg::Word(known as u64), number.arg))
            }
            (None, Value::Number(number), Some(numbers), _) => {
                let number = *number;
                self.by_number(&numbers, |g, known| compare(g, number.arg, Arg::Word(known as u64)))
            }
            _ => Ok(None),
        }
    }

    /// The lanes whose value is in a set that does not depend on the lane.
    pub(super) fn in_set_lanes(&mut self, member: &Value, set: &Set) -> Lanes<Vec<Arg>> {
        if let (Value::Lane(lane), Set::Bits(ThingKind::Location, words) | Set::Unordered(ThingKind::Location, words)) =
            (member, set)
            && let LaneValue::Place(map) = &**lane
        {
            return Ok(Some(self.pull_back(map, words)));
        }
        match set {
            Set::Members(members) => {
                let mut found = vec![Arg::Word(0); self.location_words()];
                for known in members {
                    let Some(bits) = self.equal_lanes(member, known)? else { return Ok(None) };
                    found = self.combine(Binary::Or, &found, &bits);
                }
                Ok(Some(found))
            }
            Set::Range(first, last) => {
                let Value::Lane(lane) = member else { return Ok(None) };
                let LaneValue::Numbers(numbers) = &**lane else { return Ok(None) };
                let (numbers, first, last) = (numbers.clone(), *first, *last);
                self.by_number(&numbers, |g, known| {
                    let below = g.op(Binary::SignedLess, known as u64, first.arg);
                    let above = g.op(Binary::SignedLess, last.arg, known as u64);
                    let outside = g.or(below, above);
                    g.negate(outside)
                })
            }
            Set::Lines(..) => Ok(None),
            _ => {
                let Value::Lane(lane) = member else { return Ok(None) };
                let LaneValue::Place(map) = &**lane else { return Ok(None) };
                let map = map.clone();
                match self.bits_without_null(set)? {
                    Some((ThingKind::Location, words)) if map.iter().all(Option::is_some) => {
                        Ok(Some(self.pull_back(&map, &words)))
                    }
                    _ => Ok(None),
                }
            }
        }
    }

    /// The lanes whose value is in a set that depends on the lane too.
    pub(super) fn in_lane_set(&mut self, member: &Value, set: ExprId) -> Lanes<Vec<Arg>> {
        if let Expr::DistinctSet(members) = &self.rules.exprs[set] {
            let mut found = vec![Arg::Word(0); self.location_words()];
            for &known in members {
                let Some(known) = self.lane_value(known)? else { return Ok(None) };
                let bits = if matches!(member, Value::Lane(_)) || matches!(known, Value::Lane(_)) {
                    let Some(bits) = self.equal_lanes(member, &known)? else { return Ok(None) };
                    bits
                } else {
                    let flag = self.same(member, &known)?;
                    self.every_lane().into_iter().map(|word| self.board.w.select(flag, word, 0)).collect()
                };
                found = self.combine(Binary::Or, &found, &bits);
            }
            return Ok(Some(found));
        }
        let Some(Value::Lane(lane)) = self.lane_value(set)? else { return Ok(None) };
        let LaneValue::Cases(cases) = &*lane else { return Ok(None) };
        let mut found = vec![Arg::Word(0); self.location_words()];
        for (lanes, set) in cases.clone() {
            let Some(bits) = self.in_set_lanes(member, &set)? else { return Ok(None) };
            let bits = self.combine(Binary::And, &bits, &lanes);
            found = self.combine(Binary::Or, &found, &bits);
        }
        Ok(Some(found))
    }
}
