//! Conditions on a location, evaluated for all locations at once as bits.
//!
//! A *lane* is the location that a variable stands for, and a bit of the result. A value that depends on the lane is a
//! [`LaneValue`]; parts of a condition that do not depend on it are evaluated once. A condition that does not fit, or
//! that may fault, is left to a loop over the locations.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, LocationId, VarId};
use boardwright_interpreter::kinds::{PieceKind, PieceKindId};
use boardwright_jit::{Arg, Binary, Width};
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query, UnaryOp};

use super::generator::{Generated, Generator};
use super::geometry::KnownSteps;
use super::values::{Set, ThingKind, Value};
use crate::Unsupported;

/// By location: another location or none.
pub(super) type Map = Rc<Vec<Option<LocationId>>>;

/// A property of the element on a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// The element itself.
    Element,
    /// Its owner: 0 for neutral elements, -1 for an empty location.
    Owner,
    /// Its state; -1 for an empty location.
    State,
    /// Its type.
    Type,
}

/// A value that depends on the lane.
#[derive(Clone, Debug)]
pub(super) enum LaneValue {
    /// The location to which a map leads from the lane.
    Place(Map),
    /// A property of what stands on that location.
    Content(Map, Property),
    /// A number by lane; `None` where the lane has none.
    Numbers(Rc<Vec<Option<i64>>>),
    /// A thing by lane, plus 1.
    Things(Rc<Vec<u16>>),
    /// A boolean as bits.
    Bits(Vec<Arg>),
    /// A set that depends on the lane: conditions as bits and the set for the lanes of each.
    Cases(Vec<(Vec<Arg>, Set)>),
}

/// Result of evaluating for all lanes: `None` if the expression does not fit.
type Lanes<T> = Generated<Option<T>>;

impl<'a> Generator<'a> {
    /// The locations, among some, that fulfil a condition; `None` if a loop has to find them.
    pub(super) fn bits_where(&mut self, var: VarId, body: ExprId, among: &[Arg]) -> Lanes<Vec<Arg>> {
        let identity: Map = Rc::new((0..self.rules.locations.len()).map(|at| Some(LocationId::new(at))).collect());
        let lane = Value::Lane(Rc::new(LaneValue::Place(identity)));
        let domain = self.domain_of(among);
        let outer = std::mem::replace(&mut self.domain, domain);
        let bits = self.with_variable(var, lane, |g| g.try_bits(body));
        self.domain = outer;
        Ok(bits?.map(|bits| self.combine(Binary::And, &bits, among)))
    }

    /// The lanes that count: those of a constant set, else all.
    pub(super) fn domain_of(&self, among: &[Arg]) -> Option<Vec<u64>> {
        among.iter().map(|word| if let Arg::Word(word) = word { Some(*word) } else { None }).collect()
    }

    fn is_in_domain(&self, lane: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[lane / 64] >> (lane % 64) & 1 == 1)
    }

    /// Evaluates a condition for all lanes, or writes nothing.
    pub(super) fn try_bits(&mut self, body: ExprId) -> Lanes<Vec<Arg>> {
        let faults = self.faults;
        let env = self.env.clone();
        let (code, bits) = match self.nested(|g| g.bits(body)) {
            Ok(found) => found,
            Err(Unsupported(_)) => (Vec::new(), None),
        };
        // Assignments of the condition stay known to the rest of it only.
        self.env = env;
        if bits.is_none() || self.faults > faults {
            self.faults = faults;
            return Ok(None);
        }
        self.board.w.append(code);
        Ok(bits)
    }

    /// The same for an assignment, whose variable keeps its value.
    pub(super) fn try_bits_keeping(&mut self, body: ExprId) -> Lanes<Vec<Arg>> {
        self.bits(body)
    }

    fn location_words(&self) -> usize {
        self.words_of(ThingKind::Location)
    }

    /// All locations.
    pub(super) fn every_lane(&self) -> Vec<Arg> {
        let count = self.rules.locations.len();
        (0..self.location_words())
            .map(|word| {
                let here = count.saturating_sub(64 * word).min(64);
                Arg::Word(if here == 64 { u64::MAX } else { (1 << here) - 1 })
            })
            .collect()
    }

    fn complement(&mut self, words: &[Arg]) -> Vec<Arg> {
        let all = self.every_lane();
        self.combine(Binary::AndNot, &all, words)
    }

    /// The lanes for which a condition holds; the rest of the bits are 0.
    fn bits(&mut self, id: ExprId) -> Lanes<Vec<Arg>> {
        self.check_size()?;
        if !self.depends_on_lane(id) {
            let flag = self.truth(id)?;
            let all = self.every_lane();
            return Ok(Some(all.into_iter().map(|word| self.board.w.select(flag, word, 0)).collect()));
        }
        match &self.rules.exprs[id] {
            Expr::Unary(UnaryOp::Not, inner) => {
                let Some(bits) = self.bits(*inner)? else { return Ok(None) };
                Ok(Some(self.complement(&bits)))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let Some(left) = self.bits(*left)? else { return Ok(None) };
                let Some(right) = self.bits(*right)? else { return Ok(None) };
                let op = if *op == BinaryOp::And { Binary::And } else { Binary::Or };
                Ok(Some(self.combine(op, &left, &right)))
            }
            Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::Unequal), left, right) => {
                let (Some(left), Some(right)) = (self.lane_value(*left)?, self.lane_value(*right)?) else {
                    return Ok(None);
                };
                let Some(bits) = self.equal_lanes(&left, &right)? else { return Ok(None) };
                Ok(Some(if *op == BinaryOp::Equal { bits } else { self.complement(&bits) }))
            }
            Expr::Binary(
                op @ (BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual),
                left,
                right,
            ) => {
                let (Some(left), Some(right)) = (self.lane_value(*left)?, self.lane_value(*right)?) else {
                    return Ok(None);
                };
                self.compare_lanes(*op, &left, &right)
            }
            Expr::Binary(BinaryOp::In, member, set) => {
                let Some(member) = self.lane_value(*member)? else { return Ok(None) };
                if self.depends_on_lane(*set) {
                    return self.in_lane_set(&member, *set);
                }
                let set = self.set(*set)?;
                self.in_set_lanes(&member, &set)
            }
            Expr::If(condition, yes, Some(no)) => {
                let Some(condition) = self.bits(*condition)? else { return Ok(None) };
                let (Some(yes), Some(no)) = (self.bits(*yes)?, self.bits(*no)?) else { return Ok(None) };
                let yes = self.combine(Binary::And, &condition, &yes);
                let no = self.combine(Binary::AndNot, &no, &condition);
                Ok(Some(self.combine(Binary::Or, &yes, &no)))
            }
            Expr::Lines(lines) => self.bits_of_lines(lines),
            Expr::Assign(var, value) => {
                let Some(value) = self.lane_value(*value)? else { return Ok(None) };
                self.env[var.index()] = Some(value);
                Ok(Some(self.every_lane()))
            }
            Expr::Call(function, arguments) => {
                let rules = self.rules;
                let called = &rules.functions[function.index()];
                if self.is_recursive_function(*function) || called.params.len() != arguments.len() {
                    return Ok(None);
                }
                let mut values = Vec::new();
                for &argument in arguments {
                    let Some(value) = self.lane_value(argument)? else { return Ok(None) };
                    values.push(value);
                }
                let outer = self.env.clone();
                for (param, value) in called.params.iter().zip(values) {
                    self.env[param.index()] = Some(value);
                }
                let bits = self.bits_of_lines(&called.body);
                self.env = outer;
                bits
            }
            Expr::Query(query, arguments) => self.query_bits(*query, arguments),
            Expr::Aggregate { function: function @ (Aggregate::Some | Aggregate::All), var, set, body, .. } => {
                self.quantifier_bits(*function, *var, *set, *body)
            }
            Expr::Var(_) => match self.lane_value(id)? {
                Some(Value::Lane(value)) => match &*value {
                    LaneValue::Bits(bits) => Ok(Some(bits.clone())),
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn bits_of_lines(&mut self, lines: &[ExprId]) -> Lanes<Vec<Arg>> {
        let mut all = self.every_lane();
        for &line in lines {
            let Some(bits) = self.bits(line)? else { return Ok(None) };
            all = self.combine(Binary::And, &all, &bits);
        }
        Ok(Some(all))
    }

    /// `true` if an expression depends on the lane.
    pub(super) fn depends_on_lane(&self, id: ExprId) -> bool {
        let mut bound = Vec::new();
        self.depends(id, &mut bound, 0)
    }

    fn depends(&self, id: ExprId, bound: &mut Vec<VarId>, depth: usize) -> bool {
        const MAX_DEPTH: usize = 200;
        if depth > MAX_DEPTH {
            return true;
        }
        let is_lane = |var: &VarId| matches!(self.env[var.index()], Some(Value::Lane(_)));
        match &self.rules.exprs[id] {
            Expr::Var(var) => !bound.contains(var) && is_lane(var),
            Expr::Query(Query::To, _) => matches!(self.context.to, Value::Lane(_)),
            Expr::Call(function, arguments) => {
                if arguments.iter().any(|argument| self.depends(*argument, bound, depth + 1)) {
                    return true;
                }
                if self.is_recursive_function(*function) {
                    return matches!(self.context.to, Value::Lane(_));
                }
                let called = &self.rules.functions[function.index()];
                let known = bound.len();
                bound.extend(&called.params);
                let depends = called.body.iter().any(|line| self.depends(*line, bound, depth + 1));
                bound.truncate(known);
                depends
            }
            Expr::Aggregate { var, set, body, none, .. } => {
                if self.depends(*set, bound, depth + 1) || none.is_some_and(|none| self.depends(none, bound, depth + 1)) {
                    return true;
                }
                bound.push(*var);
                let depends = self.depends(*body, bound, depth + 1);
                bound.pop();
                depends
            }
            Expr::Lines(lines) => {
                let known = bound.len();
                let mut any = false;
                for line in lines {
                    any |= self.depends(*line, bound, depth + 1);
                    if let (Expr::Assign(var, _), false) = (&self.rules.exprs[*line], any) {
                        bound.push(*var);
                    }
                }
                bound.truncate(known);
                any
            }
            other => other.operands().into_iter().any(|part| self.depends(part, bound, depth + 1)),
        }
    }

    /// A value that may depend on the lane.
    fn lane_value(&mut self, id: ExprId) -> Lanes<Value> {
        if !self.depends_on_lane(id) {
            return self.value(id).map(Some);
        }
        let place = |value: &Value| match value {
            Value::Lane(lane) => match &**lane {
                LaneValue::Place(map) => Some(map.clone()),
                _ => None,
            },
            _ => None,
        };
        let lane = |value| Ok(Some(Value::Lane(Rc::new(value))));
        match &self.rules.exprs[id] {
            Expr::Var(var) => Ok(self.env[var.index()].clone()),
            Expr::Query(Query::To, _) => Ok(Some(self.context.to.clone())),
            Expr::Query(query, arguments) => {
                let mut values = Vec::new();
                for &argument in arguments {
                    let Some(value) = self.lane_value(argument)? else { return Ok(None) };
                    values.push(value);
                }
                match (query, &values[..]) {
                    (Query::Content, [at]) => match place(at) {
                        Some(map) => lane(LaneValue::Content(map, Property::Element)),
                        None => Ok(None),
                    },
                    (Query::Owner | Query::State | Query::ElementType, [Value::Lane(of)]) => match &**of {
                        LaneValue::Content(map, Property::Element) => lane(LaneValue::Content(
                            map.clone(),
                            match query {
                                Query::Owner => Property::Owner,
                                Query::State => Property::State,
                                _ => Property::Type,
                            },
                        )),
                        _ => Ok(None),
                    },
                    (Query::LocationType, [at]) => match place(at) {
                        Some(map) => {
                            let kind = |at: &Option<LocationId>| {
                                at.map_or(0, |at| self.rules.locations[at.index()].kind.0 + 1)
                            };
                            let things = map.iter().map(kind).collect();
                            lane(LaneValue::Things(Rc::new(things)))
                        }
                        None => Ok(None),
                    },
                    (Query::Index, [at, Value::Number(which)]) => match (place(at), which.known()) {
                        (Some(map), Some(which)) => {
                            let index = |at: &Option<LocationId>| {
                                let indices = &self.rules.locations[at.as_ref()?.index()].indices;
                                indices.get(usize::try_from(which).ok()?.checked_sub(1)?).map(|index| i64::from(*index))
                            };
                            let numbers = map.iter().map(index).collect();
                            lane(LaneValue::Numbers(Rc::new(numbers)))
                        }
                        _ => Ok(None),
                    },
                    (Query::Next, [Value::Thing(ThingKind::Direction, Arg::Word(direction)), at]) => match place(at) {
                        Some(map) => {
                            let next = |at: &Option<LocationId>| {
                                let direction = &self.rules.directions[direction.checked_sub(1)? as usize];
                                direction.next[at.as_ref()?.index()]
                            };
                            let map = map.iter().map(next).collect();
                            lane(LaneValue::Place(Rc::new(map)))
                        }
                        None => Ok(None),
                    },
                    (Query::Abs, [Value::Lane(of)]) => match &**of {
                        LaneValue::Numbers(numbers) => {
                            let numbers = numbers.iter().map(|number| number.map(i64::abs)).collect();
                            lane(LaneValue::Numbers(Rc::new(numbers)))
                        }
                        _ => Ok(None),
                    },
                    _ => Ok(None),
                }
            }
            Expr::Arithmetic(op, left, right) => {
                let (Some(left), Some(right)) = (self.lane_value(*left)?, self.lane_value(*right)?) else {
                    return Ok(None);
                };
                let count = self.rules.locations.len();
                let numbers = |value: &Value| -> Option<Vec<Option<i64>>> {
                    match value {
                        Value::Number(number) => Some(vec![Some(number.known()?); count]),
                        Value::Lane(lane) => match &**lane {
                            LaneValue::Numbers(numbers) => Some(numbers.to_vec()),
                            _ => None,
                        },
                        _ => None,
                    }
                };
                let (Some(left), Some(right)) = (numbers(&left), numbers(&right)) else { return Ok(None) };
                let apply = |(one, other): (Option<i64>, Option<i64>)| {
                    op.apply(i32::try_from(one?).ok()?, i32::try_from(other?).ok()?).ok().map(i64::from)
                };
                let result: Vec<Option<i64>> = left.into_iter().zip(right).map(apply).collect();
                lane(LaneValue::Numbers(Rc::new(result)))
            }
            Expr::If(condition, yes, Some(no)) => {
                let Some(condition) = self.bits(*condition)? else { return Ok(None) };
                let (Some(yes), Some(no)) = (self.lane_value(*yes)?, self.lane_value(*no)?) else { return Ok(None) };
                self.lane_choice(&condition, yes, no)
            }
            Expr::Call(function, arguments) => {
                let rules = self.rules;
                let called = &rules.functions[function.index()];
                if self.is_recursive_function(*function) || called.params.len() != arguments.len() {
                    return Ok(None);
                }
                let Some((last, first)) = called.body.split_last() else { return Ok(None) };
                let mut values = Vec::new();
                for &argument in arguments {
                    let Some(value) = self.lane_value(argument)? else { return Ok(None) };
                    values.push(value);
                }
                let outer = self.env.clone();
                for (param, value) in called.params.iter().zip(values) {
                    self.env[param.index()] = Some(value);
                }
                let mut fits = true;
                for line in first {
                    // Lines before the last one may only assign.
                    fits &= matches!(rules.exprs[*line], Expr::Assign(..)) && self.bits(*line)?.is_some();
                }
                let value = if fits { self.lane_value(*last)? } else { None };
                self.env = outer;
                Ok(value)
            }
            _ => match self.bits(id)? {
                Some(bits) => lane(LaneValue::Bits(bits)),
                None => Ok(None),
            },
        }
    }

    /// Combines two values by a condition as bits.
    fn lane_choice(&mut self, condition: &[Arg], yes: Value, no: Value) -> Lanes<Value> {
        let all = self.every_lane();
        let others = self.combine(Binary::AndNot, &all, condition);
        let cases = |value: &Value, lanes: &[Arg]| -> Option<Vec<(Vec<Arg>, Set)>> {
            match value {
                Value::Set(set) => Some(vec![(lanes.to_vec(), set.clone())]),
                Value::Thing(ThingKind::Direction, _) => {
                    Some(vec![(lanes.to_vec(), Set::Members(vec![value.clone()]))])
                }
                _ => None,
            }
        };
        let mut both = Vec::new();
        for (value, lanes) in [(&yes, condition), (&no, &others[..])] {
            if let Some(found) = cases(value, lanes) {
                both.extend(found);
            } else if let Value::Lane(lane) = value
                && let LaneValue::Cases(list) = &**lane
            {
                for (inner, set) in list {
                    let lanes = self.combine(Binary::And, inner, lanes);
                    both.push((lanes, set.clone()));
                }
            } else {
                return Ok(None);
            }
        }
        Ok(Some(Value::Lane(Rc::new(LaneValue::Cases(both)))))
    }

    /// The lanes whose location under a map is in a set.
    fn pull_back(&mut self, map: &Map, set: &[Arg]) -> Vec<Arg> {
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
    fn with_property(&mut self, property: Property, value: &Value) -> Lanes<Vec<Arg>> {
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
            (Property::Type, Value::Thing(ThingKind::ElementType, Arg::Word(word))) => Ok(Some(match word.checked_sub(1) {
                None => self.empty(),
                Some(index) => self.pieces(|kind| kind.element_type.index() as u64 == index),
            })),
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
    fn lanes_without(&self, map: &Map) -> Vec<Arg> {
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
            (Property::Type | Property::Element, Value::Thing(_, Arg::Word(word))) => {
                Arg::Word(u64::from(*word == 0))
            }
            _ => return None,
        })
    }

    fn equal_lanes(&mut self, left: &Value, right: &Value) -> Lanes<Vec<Arg>> {
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
                    let nowhere: Vec<Arg> =
                        without.iter().map(|&lanes| self.board.w.select(null, lanes, 0)).collect();
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
            (LaneValue::Numbers(numbers), Value::Number(number)) => {
                let numbers = numbers.clone();
                let number = *number;
                self.by_number(&numbers, |g, known| g.equal(number.arg, known as u64))
            }
            (LaneValue::Numbers(one), Value::Lane(two)) => match &**two {
                LaneValue::Numbers(two) if one.iter().chain(two.iter()).all(Option::is_some) => {
                    let same = one.iter().zip(two.iter()).map(|(one, two)| one == two);
                    Ok(Some(self.constant_lanes(same)))
                }
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

    /// Constant bits by lane.
    fn constant_lanes(&self, flags: impl Iterator<Item = bool>) -> Vec<Arg> {
        let mut words = vec![0_u64; self.location_words()];
        for (lane, flag) in flags.enumerate() {
            words[lane / 64] |= u64::from(flag) << (lane % 64);
        }
        words.into_iter().map(Arg::Word).collect()
    }

    /// The lanes whose number fulfils a test that does not depend on the lane otherwise. `None` if a lane has no number.
    fn by_number(
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

    fn compare_lanes(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Lanes<Vec<Arg>> {
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
    fn in_set_lanes(&mut self, member: &Value, set: &Set) -> Lanes<Vec<Arg>> {
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
    fn in_lane_set(&mut self, member: &Value, set: ExprId) -> Lanes<Vec<Arg>> {
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

    /// Bits of a boolean query.
    fn query_bits(&mut self, query: Query, arguments: &[ExprId]) -> Lanes<Vec<Arg>> {
        let mut values = Vec::new();
        for &argument in arguments {
            let Some(value) = self.lane_value(argument)? else { return Ok(None) };
            values.push(value);
        }
        let place = |value: &Value| match value {
            Value::Lane(lane) => match &**lane {
                LaneValue::Place(map) => Some(map.clone()),
                _ => None,
            },
            _ => None,
        };
        match (query, &values[..]) {
            (Query::Empty | Query::Full, [at]) => {
                let Some(map) = place(at) else { return Ok(None) };
                let set = if query == Query::Empty { self.empty() } else { self.occupied() };
                Ok(Some(self.pull_back(&map, &set)))
            }
            (Query::Related | Query::Clear, [steps, one, other]) => {
                let steps = match steps {
                    Value::Lane(lane) => match &**lane {
                        LaneValue::Cases(cases) => {
                            cases.iter().map(|(lanes, set)| (Some(lanes.clone()), Value::Set(set.clone()))).collect()
                        }
                        _ => return Ok(None),
                    },
                    other => vec![(None, other.clone())],
                };
                let (map, fixed, backwards) = match (place(one), place(other), one, other) {
                    (None, Some(map), Value::Thing(ThingKind::Location, fixed), _) => (map, *fixed, false),
                    (Some(map), None, _, Value::Thing(ThingKind::Location, fixed)) => (map, *fixed, true),
                    _ => return Ok(None),
                };
                let mut found = vec![Arg::Word(0); self.location_words()];
                for (lanes, steps) in steps {
                    if matches!(&steps, Value::Set(Set::Members(members)) if members.is_empty()) {
                        continue;
                    }
                    let bits = if query == Query::Clear {
                        self.clear_bits(&steps, fixed, backwards)?
                    } else if backwards {
                        let words = self.location_words();
                        self.by_steps(&steps, words, &mut |g, known| {
                            let steps = Self::reversed(&g.steps(known));
                            let rows = g.rows_of(&steps);
                            Ok(g.lookup_set(&rows, fixed))
                        })?
                    } else {
                        self.neighbour_bits(&steps, fixed)?
                    };
                    let mut bits = self.pull_back(&map, &bits);
                    if let Some(lanes) = lanes {
                        bits = self.combine(Binary::And, &bits, &lanes);
                    }
                    found = self.combine(Binary::Or, &found, &bits);
                }
                Ok(Some(found))
            }
            _ => Ok(None),
        }
    }

    fn quantifier_bits(&mut self, function: Aggregate, var: VarId, set: ExprId, body: ExprId) -> Lanes<Vec<Arg>> {
        const MAX_MEMBERS: usize = 16;
        let is_some = function == Aggregate::Some;
        if !self.depends_on_lane(set) {
            // The body once for each member.
            let set = self.set(set)?;
            let Set::Members(members) = set else { return Ok(None) };
            if members.len() > MAX_MEMBERS {
                return Ok(None);
            }
            let mut found = if is_some { vec![Arg::Word(0); self.location_words()] } else { self.every_lane() };
            for member in members {
                let Some(bits) = self.with_variable(var, member, |g| g.bits(body))? else { return Ok(None) };
                let op = if is_some { Binary::Or } else { Binary::And };
                found = self.combine(op, &found, &bits);
            }
            return Ok(Some(found));
        }
        // Neighbours of the lane, with a condition on the neighbour alone.
        let Expr::Query(Query::Neighbours, arguments) = &self.rules.exprs[set] else { return Ok(None) };
        let [steps, from] = arguments[..] else { return Ok(None) };
        if self.depends_on_lane(steps) {
            return Ok(None);
        }
        let steps = self.value(steps)?;
        let Some(known) = self.known_steps(&steps) else { return Ok(None) };
        let Some(Value::Lane(from)) = self.lane_value(from)? else { return Ok(None) };
        let LaneValue::Place(map) = &*from else { return Ok(None) };
        let map = map.clone();
        // The lane itself is not known within the body.
        let lanes: Vec<usize> =
            (0..self.env.len()).filter(|index| matches!(self.env[*index], Some(Value::Lane(_)))).collect();
        let outer = self.env.clone();
        for index in lanes {
            self.env[index] = None;
        }
        let to = std::mem::replace(&mut self.context.to, Value::Thing(ThingKind::Location, Arg::Word(0)));
        let hides_target = matches!(to, Value::Lane(_));
        let all = self.every_lane();
        let bits = if hides_target && self.mentions_target(body) {
            Ok(None)
        } else {
            if !hides_target {
                self.context.to = to.clone();
            }
            self.bits_where(var, body, &all)
        };
        self.env = outer;
        self.context.to = to;
        let Some(bits) = bits? else { return Ok(None) };
        let wanted = if is_some { bits } else { self.complement(&bits) };
        let near = self.expanded(&known, &wanted, true);
        let near = self.pull_back(&map, &near);
        Ok(Some(if is_some { near } else { self.complement(&near) }))
    }

    fn mentions_target(&self, id: ExprId) -> bool {
        let outer = matches!(self.context.to, Value::Lane(_));
        debug_assert!(!outer, "the target is hidden by the caller");
        self.mentions(id, &mut Vec::new())
    }

    fn mentions(&self, id: ExprId, seen: &mut Vec<boardwright_game::ids::FunctionId>) -> bool {
        match &self.rules.exprs[id] {
            Expr::Query(Query::To, _) => true,
            Expr::Call(function, arguments) => {
                if arguments.iter().any(|argument| self.mentions(*argument, seen)) {
                    return true;
                }
                if seen.contains(function) {
                    return false;
                }
                seen.push(*function);
                self.rules.functions[function.index()].body.iter().any(|line| self.mentions(*line, seen))
            }
            other => other.operands().into_iter().any(|part| self.mentions(part, seen)),
        }
    }

    /// The locations one step from a set; with `backwards` those from which a step leads into the set.
    pub(super) fn expanded(&mut self, known: &KnownSteps, set: &[Arg], backwards: bool) -> Vec<Arg> {
        let steps = self.steps(known);
        let steps = if backwards { steps } else { Self::reversed(&steps) };
        // By distance: the locations with a step of this distance into the set.
        let words = self.location_words();
        let mut by_distance: Vec<(i64, Vec<u64>)> = Vec::new();
        for (at, near) in steps.iter().enumerate() {
            for to in near {
                let distance = to.index() as i64 - at as i64;
                let index = match by_distance.iter().position(|(known, _)| *known == distance) {
                    Some(index) => index,
                    None => {
                        by_distance.push((distance, vec![0; words]));
                        by_distance.len() - 1
                    }
                };
                by_distance[index].1[at / 64] |= 1 << (at % 64);
            }
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

    /// Number of different distances of steps: what a step of all locations at once costs.
    pub(super) fn distances(&self, known: &KnownSteps) -> usize {
        let steps = self.steps(known);
        let mut distances: Vec<i64> = steps
            .iter()
            .enumerate()
            .flat_map(|(at, near)| near.iter().map(move |to| to.index() as i64 - at as i64))
            .collect();
        distances.sort_unstable();
        distances.dedup();
        distances.len()
    }
}
