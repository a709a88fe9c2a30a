//! Queries of the position, families and variables.

use boardwright_game::ids::{ElementTypeId, ExprId, LocationTypeId};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_jit::{Arg, Binary, Unary, Width};
use boardwright_rules::Query;

use super::generator::{Generated, Generator};
use super::values::{Number, Set, ThingKind, Value};
use crate::Unsupported;

impl Generator<'_> {
    /// The element on a location, both plus 1.
    pub(super) fn content_of(&mut self, location: Arg) -> Arg {
        if location == Arg::Word(0) {
            return location;
        }
        let (index, some) = self.index_of(location);
        let content = self.board.content(index);
        if some == Arg::Word(1) { content } else { self.board.w.select(some, content, 0) }
    }

    /// The location of an element, both plus 1.
    pub(super) fn location_of(&mut self, element: Arg) -> Arg {
        if element == Arg::Word(0) {
            return element;
        }
        let (index, some) = self.index_of(element);
        let location = self.board.location(index);
        if some == Arg::Word(1) { location } else { self.board.w.select(some, location, 0) }
    }

    /// The kind of an element plus 1; 0 for no element.
    pub(super) fn kind_of(&mut self, element: Arg) -> Arg {
        if element == Arg::Word(0) {
            return element;
        }
        if self.layout.element_kind.is_none() {
            let kinds: Vec<u16> =
                [0].into_iter().chain(self.layout.initial_kind.iter().map(|kind| kind.0 + 1)).collect();
            return self.lookup(&kinds, element);
        }
        let (index, some) = self.index_of(element);
        let kind = self.board.kind(index);
        let counted = self.op(Binary::Add, kind, 1);
        if some == Arg::Word(1) { counted } else { self.board.w.select(some, counted, 0) }
    }

    /// The kind of the element on a location plus 1; 0 for an empty location and for none.
    pub(super) fn kind_at(&mut self, location: Arg) -> Arg {
        if location == Arg::Word(0) {
            return location;
        }
        match self.layout.kind_at_location {
            Some(offset) => {
                let (index, some) = self.index_of(location);
                let kind = self.board.load_number(offset, index);
                if some == Arg::Word(1) { kind } else { self.board.w.select(some, kind, 0) }
            }
            None => {
                let element = self.content_of(location);
                self.kind_of(element)
            }
        }
    }

    /// Turns a number counted from 1 into one counted from 0, which is 0 too where there is none; and whether there is one.
    fn index_of(&mut self, counted: Arg) -> (Arg, Arg) {
        if let Arg::Word(word) = counted {
            return (Arg::Word(word.saturating_sub(1)), Arg::Word(u64::from(word != 0)));
        }
        let before = self.op(Binary::Sub, counted, 1);
        (self.board.w.select(counted, before, 0), counted)
    }

    /// A number by kind plus 1; the first is that of no element.
    fn number_by_kind(&mut self, kind: Arg, none: i64, number: impl Fn(PieceKind) -> i64) -> Number {
        let numbers: Vec<i64> =
            [none].into_iter().chain(self.layout.kinds.iter().map(|(_, kind)| number(kind))).collect();
        let least = numbers.iter().copied().min().unwrap_or(none);
        let most = numbers.iter().copied().max().unwrap_or(none);
        if (-1..0).contains(&least) {
            // Shifted by one, the table has small words.
            let shifted: Vec<u16> = numbers.iter().map(|number| (number + 1) as u16).collect();
            let word = self.lookup(&shifted, kind);
            return Number { arg: self.op(Binary::Sub, word, 1), least, most };
        }
        Number { arg: self.lookup_number(&numbers, kind), least, most }
    }

    pub(super) fn owner_by_kind(&mut self, kind: Arg) -> Number {
        self.number_by_kind(kind, -1, |kind| kind.owner.map_or(0, |owner| owner.number() as i64))
    }

    pub(super) fn state_by_kind(&mut self, kind: Arg) -> Number {
        self.number_by_kind(kind, -1, |kind| i64::from(kind.state))
    }

    /// The kind, plus 1, of the element that an expression gives.
    fn kind_of_expression(&mut self, element: ExprId) -> Generated<Arg> {
        // The kind is stored for the location too.
        if let boardwright_rules::Expr::Query(Query::Content, arguments) = &self.rules.exprs[element] {
            let location = self.thing(arguments[0], ThingKind::Location)?;
            return Ok(self.kind_at(location));
        }
        let element = self.thing(element, ThingKind::Element)?;
        Ok(self.kind_of(element))
    }

    /// Evaluates a query.
    pub(super) fn query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> Generated<Value> {
        match (query, arguments) {
            (Query::Owner, [element]) => {
                let kind = self.kind_of_expression(*element)?;
                Ok(Value::Number(self.owner_by_kind(kind)))
            }
            (Query::State, [element]) => {
                let kind = self.kind_of_expression(*element)?;
                Ok(Value::Number(self.state_by_kind(kind)))
            }
            (Query::ElementType, [element]) => {
                let kind = self.kind_of_expression(*element)?;
                let types: Vec<u16> =
                    [0].into_iter().chain(self.layout.kinds.iter().map(|(_, kind)| kind.element_type.0 + 1)).collect();
                Ok(Value::Thing(ThingKind::ElementType, self.lookup(&types, kind)))
            }
            (Query::Between, [..]) if let Some(found) = self.between_first(arguments)? => Ok(found),
            (_, []) => self.query_game(id, query),
            (_, [argument]) => {
                let value = self.value(*argument)?;
                self.query_one(query, &value)
            }
            _ => {
                let values = arguments.iter().map(|argument| self.value(*argument)).collect::<Generated<Vec<_>>>()?;
                self.query_several(query, &values)
            }
        }
    }

    /// Queries without arguments.
    fn query_game(&mut self, _id: ExprId, query: Query) -> Generated<Value> {
        let players = self.layout.player_count as i64;
        let number = |arg, least| Value::Number(Number { arg, least, most: players });
        let context = &self.context;
        Ok(match query {
            Query::Player => number(context.player, 1),
            Query::Mover => number(context.mover, 0),
            Query::Me => number(context.me, 0),
            Query::Moved | Query::From if context.origins_are_lanes => {
                return Err(Unsupported("an origin that is not known yet"));
            }
            Query::Moved => Value::Thing(ThingKind::Element, context.moved),
            Query::From => Value::Thing(ThingKind::Location, context.from),
            Query::To => match &context.to {
                Value::Lane(_) => return Err(Unsupported("a target that is not known yet")),
                known => known.clone(),
            },
            Query::Captured => Value::Thing(ThingKind::Element, context.captured),
            Query::Choice => match context.choice {
                Some(choice) => self.value(choice)?,
                None => return Err(Unsupported("CHOICE outside of the rule that chooses")),
            },
            Query::Turn => {
                let Some(offset) = self.layout.turn_number else { return Err(Unsupported("the turn number")) };
                let low = self.board.w.load(self.board.state, Width::Four, 0, offset);
                let arg = self.board.w.unary(Unary::SignExtend32, low);
                Value::Number(Number { arg, least: i64::from(i32::MIN), most: i64::from(i32::MAX) })
            }
            Query::NoMoves => {
                if context.lists.is_empty() {
                    return Err(Unsupported("NOMOVES outside of ends of the game"));
                }
                Value::Bool(self.has_no_moves()?)
            }
            Query::Repeats => match (context.repeats, context.after) {
                (None, Some(rule)) => Value::Number(self.repeats_after(rule)?),
                (Some(arg), _) => Value::Number(Number { arg, least: 0, most: i64::from(i32::MAX) }),
                (None, None) => return Err(Unsupported("REPEATS outside of ends of the game")),
            },
            Query::NoReply => match context.after {
                Some(rule) => Value::Bool(self.has_no_reply(rule)?),
                None => return Err(Unsupported("NOREPLY outside of conditions on the position after a move")),
            },
            Query::Join => Value::Text([String::new()].into(), Arg::Word(0)),
            _ => return Err(Unsupported("a query without arguments")),
        })
    }

    /// Queries about one value.
    fn query_one(&mut self, query: Query, value: &Value) -> Generated<Value> {
        Ok(match (query, value) {
            (Query::Content, Value::Thing(ThingKind::Location, at)) => {
                Value::Thing(ThingKind::Element, self.content_of(*at))
            }
            (Query::Location, Value::Thing(ThingKind::Element, element)) => {
                Value::Thing(ThingKind::Location, self.location_of(*element))
            }
            (Query::LocationType, Value::Thing(ThingKind::Location, at)) => {
                let types: Vec<u16> =
                    [0].into_iter().chain(self.rules.locations.iter().map(|location| location.kind.0 + 1)).collect();
                Value::Thing(ThingKind::LocationType, self.lookup(&types, *at))
            }
            (Query::Empty | Query::Full, Value::Thing(ThingKind::Location, at)) => {
                let some = self.op(Binary::NotEqual, *at, 0);
                let content = self.content_of(*at);
                let full = self.op(Binary::NotEqual, content, 0);
                if query == Query::Full {
                    Value::Bool(full)
                } else {
                    let empty = self.negate(full);
                    Value::Bool(self.and(empty, some))
                }
            }
            (Query::ElementsOfType, Value::Thing(ThingKind::ElementType, Arg::Word(word))) => {
                let of_type = |kind: ElementTypeId| kind.index() as u64 + 1 == *word;
                let members = self.rules.elements.iter().map(|element| of_type(element.kind)).collect::<Vec<_>>();
                Value::Set(constant_set(ThingKind::Element, &members))
            }
            (Query::LocationsOfType, Value::Thing(ThingKind::LocationType, Arg::Word(word))) => {
                let of_type = |kind: LocationTypeId| kind.index() as u64 + 1 == *word;
                let members = self.rules.locations.iter().map(|location| of_type(location.kind)).collect::<Vec<_>>();
                Value::Set(constant_set(ThingKind::Location, &members))
            }
            (Query::ElementsOfType, Value::Thing(ThingKind::ElementType, word)) => {
                let rows = self.type_rows(ThingKind::Element);
                Value::Set(Set::Bits(ThingKind::Element, self.lookup_set(&rows, *word)))
            }
            (Query::LocationsOfType, Value::Thing(ThingKind::LocationType, word)) => {
                let rows = self.type_rows(ThingKind::Location);
                Value::Set(Set::Bits(ThingKind::Location, self.lookup_set(&rows, *word)))
            }
            (Query::Lines, Value::Thing(ThingKind::Relation, Arg::Word(word))) => {
                Value::Set(Set::Lines(boardwright_game::ids::RelationId::new(*word as usize - 1), None))
            }
            (Query::Size, Value::Set(set)) => Value::Number(self.size(set)?),
            (Query::ElementsOf, Value::Number(owner)) => Value::Set(self.elements_of(*owner)?),
            (Query::Score, Value::Number(player)) => Value::Number(self.score(*player)?),
            (Query::Abs, Value::Number(number)) => {
                if number.least <= i64::from(i32::MIN) {
                    let least = self.equal(number.arg, i64::from(i32::MIN) as u64);
                    self.fault_if(least);
                }
                let below = self.op(Binary::SignedLess, number.arg, 0);
                let negative = self.op(Binary::Sub, 0, number.arg);
                let arg = self.board.w.select(below, negative, number.arg);
                let most = number.least.abs().max(number.most.abs()).min(i64::from(i32::MAX));
                Value::Number(Number { arg, least: 0, most })
            }
            (Query::Back, Value::Thing(ThingKind::Direction, direction)) => {
                let directions = &self.rules.directions;
                let opposite = |index: usize| {
                    let id = boardwright_game::ids::DirectionId::new(index);
                    boardwright_rules::opposite_direction(directions, id).map_or(0, |id| id.0 + 1)
                };
                let table: Vec<u16> = [0].into_iter().chain((0..directions.len()).map(opposite)).collect();
                Value::Thing(ThingKind::Direction, self.lookup(&table, *direction))
            }
            (Query::Index, _) => return self.query_several(query, &[value.clone(), Value::number(1)]),
            (Query::Join, value) => self.join(std::slice::from_ref(value))?,
            _ => return Err(Unsupported("a query about a value that is known only at run time")),
        })
    }

    /// Queries about several values.
    fn query_several(&mut self, query: Query, values: &[Value]) -> Generated<Value> {
        Ok(match (query, values) {
            (Query::Greater | Query::Lesser, [Value::Number(one), Value::Number(other)]) => {
                let less = self.op(Binary::SignedLess, one.arg, other.arg);
                if query == Query::Greater {
                    let arg = self.board.w.select(less, other.arg, one.arg);
                    Value::Number(Number { arg, least: one.least.max(other.least), most: one.most.max(other.most) })
                } else {
                    let arg = self.board.w.select(less, one.arg, other.arg);
                    Value::Number(Number { arg, least: one.least.min(other.least), most: one.most.min(other.most) })
                }
            }
            (Query::Find, [Value::Text(texts, at), Value::Text(parts, which)]) => self.find(texts, *at, parts, *which),
            (Query::Index, [Value::Thing(kind, word), Value::Number(place)]) => {
                let Some(place) = place.known() else { return Err(Unsupported("INDEX at a place that varies")) };
                Value::Number(self.index(*kind, *word, place)?)
            }
            (Query::Next, [Value::Thing(ThingKind::Direction, direction), Value::Thing(ThingKind::Location, at)]) => {
                Value::Thing(ThingKind::Location, self.next_location(*direction, *at))
            }
            (Query::Ray, [Value::Thing(ThingKind::Direction, direction), Value::Thing(ThingKind::Location, at)]) => {
                Value::Set(Set::Ray(*direction, *at))
            }
            (
                Query::LinesThrough,
                [Value::Thing(ThingKind::Relation, Arg::Word(relation)), Value::Thing(ThingKind::Location, at)],
            ) => {
                let relation = boardwright_game::ids::RelationId::new(*relation as usize - 1);
                Value::Set(Set::Lines(relation, Some(*at)))
            }
            (Query::Neighbours, [steps, Value::Thing(ThingKind::Location, at)]) => {
                Value::Set(self.neighbours(steps, *at)?)
            }
            (
                Query::Related,
                [steps, Value::Thing(ThingKind::Location, one), Value::Thing(ThingKind::Location, other)],
            ) => {
                let near = self.neighbour_bits(steps, *one)?;
                let near = Set::Bits(ThingKind::Location, near);
                let other = Value::Thing(ThingKind::Location, *other);
                Value::Bool(self.contains(&near, &other)?)
            }
            (
                Query::Clear,
                [steps, Value::Thing(ThingKind::Location, one), Value::Thing(ThingKind::Location, other)],
            ) => {
                let reached = self.clear_bits(steps, *one, false)?;
                let reached = Set::Bits(ThingKind::Location, reached);
                let other = Value::Thing(ThingKind::Location, *other);
                Value::Bool(self.contains(&reached, &other)?)
            }
            (
                Query::Between,
                [steps, Value::Thing(ThingKind::Location, one), Value::Thing(ThingKind::Location, other)],
            ) => Value::Set(self.between(steps, *one, *other)?),
            (Query::Rotate, [Value::Set(Set::Members(cycle)), member, Value::Number(places)]) => {
                self.rotated(cycle, member, *places)?
            }
            (Query::Join, values) => self.join(values)?,
            _ => return Err(Unsupported("a query about values that are known only at run time")),
        })
    }

    /// The member of a constant cycle so many places after another one.
    fn rotated(&mut self, cycle: &[Value], member: &Value, places: Number) -> Generated<Value> {
        let (Some(places), true) = (places.known(), cycle.iter().all(Value::is_constant)) else {
            return Err(Unsupported("ROTATE by numbers or in sets that are known only at run time"));
        };
        let Some(first) = cycle.first() else { return Err(Unsupported("ROTATE in an empty set")) };
        let mut found = match first {
            Value::Thing(kind, _) => Value::Thing(*kind, Arg::Word(0)),
            Value::Number(_) => Value::number(0),
            _ => return Err(Unsupported("ROTATE of other things than numbers and things")),
        };
        let mut known = Arg::Word(0);
        for (index, from) in cycle.iter().enumerate() {
            let to = (index as i64 + places).rem_euclid(cycle.len() as i64) as usize;
            let here = self.same(from, member)?;
            known = self.or(known, here);
            found = match (&cycle[to], found) {
                (Value::Thing(kind, to), Value::Thing(_, found)) => {
                    Value::Thing(*kind, self.board.w.select(here, *to, found))
                }
                (Value::Number(to), Value::Number(found)) => Value::Number(Number {
                    arg: self.board.w.select(here, to.arg, found.arg),
                    least: to.least.min(found.least),
                    most: to.most.max(found.most),
                }),
                _ => return Err(Unsupported("ROTATE of other things than numbers and things")),
            };
        }
        if let Value::Number(_) = found {
            let none = self.negate(known);
            self.fault_if(none);
        }
        Ok(found)
    }

    /// Rows of bits by type plus 1.
    pub(super) fn type_rows(&self, kind: ThingKind) -> Vec<Vec<u64>> {
        let types: Vec<usize> = match kind {
            ThingKind::Element => self.rules.elements.iter().map(|element| element.kind.index()).collect(),
            _ => self.rules.locations.iter().map(|location| location.kind.index()).collect(),
        };
        let count = match kind {
            ThingKind::Element => self.rules.element_types.len(),
            _ => self.rules.location_types.len(),
        };
        let mut rows = vec![vec![0; self.words_of(kind)]; count + 1];
        for (member, of) in types.into_iter().enumerate() {
            rows[of + 1][member / 64] |= 1 << (member % 64);
        }
        rows
    }

    /// The locations strictly between two, on the first ray from one that has the other; the whole ray if there is no
    /// other.
    fn between(&mut self, steps: &Value, one: Arg, other: Arg) -> Generated<Set> {
        let known = self.known_steps(steps);
        let directions = match known {
            Some(super::geometry::KnownSteps::Directions(directions)) => directions,
            Some(super::geometry::KnownSteps::Relation(_)) => return Err(Unsupported("BETWEEN along a relation")),
            None => return self.between_at_run_time(steps, one, other),
        };
        if let Some(found) = self.between_derived(&directions, one, other) {
            return Ok(found);
        }
        // In the order of the ray; the ray is cut at the other location.
        if let [direction] = directions[..] {
            let ray = self.ray_bits(direction, one);
            let has_other = {
                let set = Set::Bits(ThingKind::Location, ray.clone());
                self.contains(&set, &Value::Thing(ThingKind::Location, other))?
            };
            let beyond = self.ray_bits(direction, other);
            let bit = self.single_bit(ray.len(), other);
            let cut = self.combine(Binary::Or, &beyond, &bit);
            let inner = self.combine(Binary::AndNot, &ray, &cut);
            let null = self.equal(other, 0);
            let counts = self.or(has_other, null);
            let words: Vec<Arg> = inner.into_iter().map(|word| self.board.w.select(counts, word, 0)).collect();
            // Bits are in the order of the file; an intersection with the ray keeps the order of the ray.
            let is_ascending = super::geometry::direction_of(&self.rays(direction)) == Some(true);
            let bits = Set::Bits(ThingKind::Location, words);
            if is_ascending {
                return Ok(bits);
            }
            let ray = Set::Ray(Arg::Word(direction.index() as u64 + 1), one);
            return Ok(Set::Intersect(Box::new(ray), Box::new(bits)));
        }
        // The whole first ray if there is no other location, else the first ray with the other.
        let mut found = Set::EMPTY;
        for (number, &direction) in directions.iter().enumerate().rev() {
            let ray = self.ray_bits(direction, one);
            let ray = Set::Bits(ThingKind::Location, ray);
            let has_other = self.contains(&ray, &Value::Thing(ThingKind::Location, other))?;
            let null = self.equal(other, 0);
            let takes = if number == 0 { self.or(has_other, null) } else { has_other };
            let single = Value::thing(ThingKind::Direction, Some(direction.index()));
            let part = self.between(&single, one, other)?;
            found = Set::If(takes, Box::new(part), Box::new(found));
        }
        match &found {
            Set::If(Arg::Word(0), _, no) => Ok((**no).clone()),
            _ => Ok(found),
        }
    }

    /// The same for a direction that is known only at run time.
    fn between_at_run_time(&mut self, steps: &Value, one: Arg, other: Arg) -> Generated<Set> {
        let Value::Thing(ThingKind::Direction, direction) = steps else {
            return Err(Unsupported("BETWEEN in directions that are known only at run time"));
        };
        let ray = Set::Ray(*direction, one);
        let beyond = Set::Ray(*direction, other);
        let (Some((_, on_ray)), Some((_, behind))) = (self.as_bits(&ray)?, self.as_bits(&beyond)?) else {
            return Err(Unsupported("BETWEEN on rays that come back"));
        };
        let has_other = {
            let set = Set::Bits(ThingKind::Location, on_ray.clone());
            self.contains(&set, &Value::Thing(ThingKind::Location, other))?
        };
        let bit = self.single_bit(on_ray.len(), other);
        let cut = self.combine(Binary::Or, &behind, &bit);
        let inner = self.combine(Binary::AndNot, &on_ray, &cut);
        let null = self.equal(other, 0);
        let counts = self.or(has_other, null);
        let words: Vec<Arg> = inner.into_iter().map(|word| self.board.w.select(counts, word, 0)).collect();
        Ok(Set::Intersect(Box::new(ray), Box::new(Set::Bits(ThingKind::Location, words))))
    }

    /// The elements of an owner, in file order.
    fn elements_of(&mut self, owner: Number) -> Generated<Set> {
        let count = self.rules.elements.len();
        if !self.layout.owners_change {
            let owners: Vec<i64> = self
                .rules
                .elements
                .iter()
                .map(|element| element.owner.map_or(0, |owner| owner.number() as i64))
                .collect();
            if let Some(owner) = owner.known() {
                let members: Vec<bool> = owners.iter().map(|known| *known == owner).collect();
                return Ok(constant_set(ThingKind::Element, &members));
            }
            let mut words = vec![Arg::Word(0); self.words_of(ThingKind::Element)];
            for known in 0..=self.layout.player_count as i64 {
                let members: Vec<bool> = owners.iter().map(|of| *of == known).collect();
                let Set::Bits(_, row) = constant_set(ThingKind::Element, &members) else { continue };
                let here = self.equal(owner.arg, known as u64);
                for (word, row) in words.iter_mut().zip(row) {
                    *word = self.board.w.select(here, row, *word);
                }
            }
            return Ok(Set::Bits(ThingKind::Element, words));
        }
        let result: Vec<_> = (0..self.words_of(ThingKind::Element)).map(|_| self.variable(0)).collect();
        let all = constant_set(ThingKind::Element, &vec![true; count]);
        self.iterate(&all, None, &mut |g, element| {
            let word = element.word().unwrap_or(Arg::Word(0));
            let kind = g.kind_of(word);
            let of = g.owner_by_kind(kind);
            let mine = g.equal(of.arg, owner.arg);
            let counted = g.op(Binary::Mul, word, mine);
            let bits = g.single_bit(result.len(), counted);
            for (&var, bit) in result.iter().zip(bits) {
                let more = g.or(var, bit);
                g.board.w.set(var, more);
            }
            Ok(())
        })?;
        Ok(Set::Bits(ThingKind::Element, result.into_iter().map(Arg::Var).collect()))
    }

    /// Score of a player.
    pub(super) fn score(&mut self, player: Number) -> Generated<Number> {
        let players = self.layout.player_count as i64;
        if player.least < 1 || player.most > players {
            let from_one = self.op(Binary::Sub, player.arg, 1);
            let inside = self.op(Binary::UnsignedLess, from_one, players as u64);
            let outside = self.negate(inside);
            self.fault_if(outside);
        }
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let Some(offset) = self.layout.scores else {
            let numbers: Vec<i64> =
                [0].into_iter().chain(self.layout.initial_scores.iter().map(|score| i64::from(*score))).collect();
            return Ok(Number { arg: self.lookup_number(&numbers, player.arg), least, most });
        };
        let index = self.op(Binary::Sub, player.arg, 1);
        let at = self.op(Binary::ShiftLeft, index, 2);
        let low = self.board.w.load(self.board.state, Width::Four, at, offset);
        Ok(Number { arg: self.board.w.unary(Unary::SignExtend32, low), least, most })
    }

    /// Index of a thing at a place counted from 1.
    fn index(&mut self, kind: ThingKind, word: Arg, place: i64) -> Generated<Number> {
        let rules = self.rules;
        let lists: Vec<&[i32]> = match kind {
            ThingKind::Element => rules.elements.iter().map(|thing| &thing.indices[..]).collect(),
            ThingKind::Location => rules.locations.iter().map(|thing| &thing.indices[..]).collect(),
            ThingKind::ElementType => rules.element_types.iter().map(|thing| &thing.indices[..]).collect(),
            ThingKind::LocationType => rules.location_types.iter().map(|thing| &thing.indices[..]).collect(),
            ThingKind::Direction => rules.directions.iter().map(|thing| &thing.indices[..]).collect(),
            ThingKind::Relation => Vec::new(),
        };
        let at = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        let index = |list: &&[i32]| at.and_then(|at| list.get(at)).map(|index| i64::from(*index));
        let indices: Vec<Option<i64>> = [None].into_iter().chain(lists.iter().map(index)).collect();
        if let Arg::Word(word) = word {
            return match indices.get(word as usize).copied().flatten() {
                Some(index) => Ok(Number::constant(index)),
                None => {
                    self.fault_if(Arg::Word(1));
                    Ok(Number::constant(0))
                }
            };
        }
        if indices[1..].iter().all(Option::is_some) {
            let null = self.equal(word, 0);
            self.fault_if(null);
        } else {
            let flags: Vec<u16> = indices.iter().map(|index| u16::from(index.is_none())).collect();
            let missing = self.lookup(&flags, word);
            self.fault_if(missing);
        }
        let known: Vec<i64> = indices.iter().copied().flatten().collect();
        let (least, most) = (known.iter().copied().min().unwrap_or(0), known.iter().copied().max().unwrap_or(0));
        // Shifted to start at 0, the words of the table are small.
        let shifted: Vec<i64> = indices.iter().map(|index| index.map_or(0, |index| index - least)).collect();
        let word = self.lookup_number(&shifted, word);
        Ok(Number { arg: self.op(Binary::Add, word, least as u64), least, most })
    }

    /// Position of a text in another, from 1.
    fn find(&mut self, texts: &[String], at: Arg, parts: &[String], which: Arg) -> Value {
        let position = |text: &str, part: &str| {
            let at = text.find(part).filter(|_| !part.is_empty());
            at.map_or(0, |at| text[..at].chars().count() as i64 + 1)
        };
        let most = texts.iter().map(|text| text.chars().count() as i64).max().unwrap_or(0);
        let numbers: Vec<i64> =
            texts.iter().flat_map(|text| parts.iter().map(move |part| position(text, part))).collect();
        let row = self.op(Binary::Mul, at, parts.len() as u64);
        let index = self.op(Binary::Add, row, which);
        Value::Number(Number { arg: self.lookup_number(&numbers, index), least: 0, most })
    }

    /// Concatenated texts, if they are known or one of few.
    fn join(&mut self, values: &[Value]) -> Generated<Value> {
        const MAX_TEXTS: usize = 4096;
        let (mut texts, mut index) = (vec![String::new()], Arg::Word(0));
        for value in values {
            let (parts, which): (Vec<String>, Arg) = match value {
                Value::Text(parts, which) => (parts.to_vec(), *which),
                Value::Number(number) => match number.known() {
                    Some(number) => (vec![number.to_string()], Arg::Word(0)),
                    None if number.most - number.least < 256 => {
                        let parts = (number.least..=number.most).map(|number| number.to_string()).collect();
                        (parts, self.op(Binary::Sub, number.arg, number.least as u64))
                    }
                    None => return Err(Unsupported("JOIN with numbers of a wide range")),
                },
                Value::Bool(flag) => (vec!["FALSE".to_owned(), "TRUE".to_owned()], *flag),
                _ => return Err(Unsupported("JOIN with things that are known only at run time")),
            };
            if texts.len() * parts.len() > MAX_TEXTS {
                return Err(Unsupported("JOIN with many possible texts"));
            }
            texts = texts.iter().flat_map(|text| parts.iter().map(move |part| format!("{text}{part}"))).collect();
            index = self.op(Binary::Mul, index, parts.len() as u64);
            index = self.op(Binary::Add, index, which);
        }
        Ok(Value::Text(texts.into(), index))
    }
}

/// A constant set as bits.
pub(super) fn constant_set(kind: ThingKind, members: &[bool]) -> Set {
    let mut words = vec![0_u64; members.len().div_ceil(64).max(1)];
    for (index, is_member) in members.iter().enumerate() {
        words[index / 64] |= u64::from(*is_member) << (index % 64);
    }
    Set::Bits(kind, words.into_iter().map(Arg::Word).collect())
}
