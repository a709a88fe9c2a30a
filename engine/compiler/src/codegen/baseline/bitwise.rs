//! Conditions on a location, evaluated for all locations at once as bits.
//!
//! A *lane* is the location that a variable stands for, and a bit of the result. A value that depends on the lane is a
//! [`LaneValue`]; parts of a condition that do not depend on it are evaluated once. A condition that does not fit, or
//! that may fault, is left to a loop over the locations.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, LocationId, VarId};
use boardwright_jit::{Arg, Binary};
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query, UnaryOp};

use super::generator::{Generated, Generator};
use super::geometry::KnownSteps;
use super::values::{Set, ThingKind, Value};

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
pub(super) type Lanes<T> = Generated<Option<T>>;

impl Generator<'_> {
    /// The locations, among some, that fulfil a condition; `None` if a loop has to find them.
    pub(super) fn bits_where(&mut self, var: VarId, body: ExprId, among: &[Arg]) -> Lanes<Vec<Arg>> {
        let lane = Value::Lane(Rc::new(LaneValue::Place(self.every_place())));
        let domain = self.domain_of(among);
        let outer = std::mem::replace(&mut self.domain, domain);
        let bits = self.with_variable(var, lane, |g| g.try_bits(body));
        self.domain = outer;
        Ok(bits?.map(|bits| self.combine(Binary::And, &bits, among)))
    }

    /// The map that leads from every location to itself.
    pub(super) fn every_place(&self) -> Map {
        Rc::new((0..self.rules.locations.len()).map(|at| Some(LocationId::new(at))).collect())
    }

    /// The lanes that count: those of a constant set, else all.
    pub(super) fn domain_of(&self, among: &[Arg]) -> Option<Vec<u64>> {
        among.iter().map(|word| if let Arg::Word(word) = word { Some(*word) } else { None }).collect()
    }

    pub(super) fn is_in_domain(&self, lane: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[lane / 64] >> (lane % 64) & 1 == 1)
    }

    /// Evaluates a condition for all lanes, or writes nothing.
    pub(super) fn try_bits(&mut self, body: ExprId) -> Lanes<Vec<Arg>> {
        let faults = self.faults;
        let env = self.env.clone();
        let (code, bits) = self.nested(|g| g.bits(body)).unwrap_or_default();
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

    pub(super) fn location_words(&self) -> usize {
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

    pub(super) fn complement(&mut self, words: &[Arg]) -> Vec<Arg> {
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
            Expr::Query(Query::From | Query::Moved, _) => self.context.origins_are_lanes,
            Expr::Call(function, arguments) => {
                if arguments.iter().any(|argument| self.depends(*argument, bound, depth + 1)) {
                    return true;
                }
                if self.is_recursive_function(*function) {
                    return self.context.origins_are_lanes || matches!(self.context.to, Value::Lane(_));
                }
                let called = &self.rules.functions[function.index()];
                let known = bound.len();
                bound.extend(&called.params);
                let depends = called.body.iter().any(|line| self.depends(*line, bound, depth + 1));
                bound.truncate(known);
                depends
            }
            Expr::Aggregate { var, set, body, none, .. } => {
                if self.depends(*set, bound, depth + 1) || none.is_some_and(|none| self.depends(none, bound, depth + 1))
                {
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
    pub(super) fn lane_value(&mut self, id: ExprId) -> Lanes<Value> {
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
            Expr::Query(Query::From, _) => lane(LaneValue::Place(self.every_place())),
            Expr::Query(Query::Moved, _) => lane(LaneValue::Content(self.every_place(), Property::Element)),
            Expr::Query(Query::Location, arguments) if matches!(arguments[..], [of] if matches!(self.rules.exprs[of], Expr::Query(Query::Moved, _))) => {
                lane(LaneValue::Place(self.every_place()))
            }
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
                if !self.depends_on_lane(*condition)
                    && let Arg::Word(holds) = self.truth(*condition)?
                {
                    return self.lane_value(if holds == 0 { *no } else { *yes });
                }
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
                if let (Some(one), Some(other)) = (place(one), place(other)) {
                    return self.steps_between(query, &steps, &one, &other);
                }
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
        let hides_origin = std::mem::take(&mut self.context.origins_are_lanes);
        let all = self.every_lane();
        let bits = if hides_target && self.mentions(body, &[Query::To])
            || hides_origin && self.mentions(body, &[Query::From, Query::Moved])
        {
            Ok(None)
        } else {
            if !hides_target {
                self.context.to = to.clone();
            }
            self.bits_where(var, body, &all)
        };
        self.env = outer;
        self.context.to = to;
        self.context.origins_are_lanes = hides_origin;
        let Some(bits) = bits? else { return Ok(None) };
        let wanted = if is_some { bits } else { self.complement(&bits) };
        let near = self.expanded(&known, &wanted, true);
        let near = self.pull_back(&map, &near);
        Ok(Some(if is_some { near } else { self.complement(&near) }))
    }

    /// `true` if an expression asks for parts of the move, itself or through named expressions.
    fn mentions(&self, id: ExprId, parts: &[Query]) -> bool {
        parts.iter().any(|part| self.asks_for(id, *part))
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
