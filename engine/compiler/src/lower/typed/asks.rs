//! Partial evaluation of queries about elements and locations. Queries about board geometry are in
//! [`board`](super::board).

use boardwright_game::ids::{ElementId, ElementTypeId, ExprId, LocationId, Player};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_rules::{ArithmeticOp, BinaryOp, GlobalKind, Query, Thing, opposite_direction};

use super::{LoweringError, LoweringResult, PlaceInfo, SymValue, TypedSpecialiser};
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;

impl TypedSpecialiser<'_> {
    pub(super) fn eval_query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> LoweringResult {
        match query {
            Query::Player => self
                .context
                .player
                .map(|player| SymValue::Int(player.number() as i32))
                .ok_or(LoweringError::Unsupported),
            Query::Mover => self.context.mover.map(SymValue::Int).ok_or(LoweringError::Unsupported),
            Query::Moved => Ok(if self.context.moved.is_some() { SymValue::Moved } else { SymValue::nothing() }),
            Query::From => self.context.from.symbolic(),
            Query::To => self.context.to.symbolic(),
            Query::Captured => {
                let captured = self.context.has_capture.then(|| self.builder.code.add(Node::Captured));
                Ok(captured.map_or_else(SymValue::nothing, SymValue::Node))
            }
            Query::Choice => match self.context.choice {
                Some(choice) => self.eval(choice),
                None => Err(LoweringError::Unsupported),
            },
            Query::Turn => Ok(SymValue::Node(self.builder.code.add(Node::Turn))),
            Query::NoMoves => Ok(SymValue::Node(self.builder.code.add(Node::NoMoves))),
            Query::Repeats => Ok(SymValue::Node(self.builder.code.add(Node::Repeats))),
            Query::Me => self.context.me.map(|me| SymValue::Int(me.number() as i32)).ok_or(LoweringError::Unsupported),
            Query::Join => Err(LoweringError::Unsupported),
            _ => {
                let values =
                    arguments.iter().map(|&argument| self.eval(argument)).collect::<LoweringResult<Vec<_>>>()?;
                self.eval_query_cases(id, query, &values)
            }
        }
    }

    /// Evaluates a query for every case of its arguments.
    fn eval_query_cases(&mut self, id: ExprId, query: Query, values: &[SymValue]) -> LoweringResult {
        match values {
            [one] => {
                self.map_cases(&one.clone(), &mut |at, one| at.eval_query_case(id, query, std::slice::from_ref(one)))
            }
            [one, two] => self.map_cases(&one.clone(), &mut |at, one| {
                at.map_cases(two, &mut |at, two| at.eval_query_case(id, query, &[one.clone(), two.clone()]))
            }),
            [one, two, three] => self.map_cases(&one.clone(), &mut |at, one| {
                at.map_cases(two, &mut |at, two| {
                    at.map_cases(three, &mut |at, three| {
                        at.eval_query_case(id, query, &[one.clone(), two.clone(), three.clone()])
                    })
                })
            }),
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn eval_query_case(&mut self, id: ExprId, query: Query, values: &[SymValue]) -> LoweringResult {
        match query {
            Query::Content => self.content(&values[0]),
            Query::Location => self.location_of(&values[0]),
            Query::Owner => self.by_kind(&values[0], Value::Int(-1), &|kind| {
                Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32))
            }),
            Query::State => self.by_kind(&values[0], Value::Int(-1), &|kind| Value::Int(i32::from(kind.state))),
            Query::ElementType => self.by_kind(&values[0], Value::Thing(Thing::ElementType(None)), &|kind| {
                Value::Thing(Thing::ElementType(Some(kind.element_type)))
            }),
            Query::LocationType => {
                let kinds = |at: &Self, l: LocationId| Some(at.rules.locations[l.index()].kind);
                self.by_place(&values[0], Value::Thing(Thing::LocationType(None)), &|at, location| {
                    Value::Thing(Thing::LocationType(kinds(at, location)))
                })
            }
            Query::Empty | Query::Full => self.emptiness(&values[0], query == Query::Empty),
            Query::Index => self.index(id, &values[0], &values[1]),
            Query::Size => {
                let members = self.members(&values[0])?;
                let (sure, guards): (Vec<_>, Vec<_>) = members.iter().partition(|(guard, _)| guard.is_none());
                let guards: Vec<NodeId> = guards.into_iter().filter_map(|(guard, _)| *guard).collect();
                self.build_count(sure.len(), &guards, id)
            }
            Query::ElementsOfType => {
                let SymValue::Thing(Thing::ElementType(Some(kind))) = values[0] else {
                    return Err(LoweringError::Unsupported);
                };
                let all = self.rules.elements.iter().enumerate().filter(|(_, element)| element.kind == kind);
                Ok(SymValue::Set(all.map(|(index, _)| (None, SymValue::element(ElementId::new(index)))).collect()))
            }
            Query::ElementsOf => self.elements_of(&values[0]),
            Query::LocationsOfType => {
                let SymValue::Thing(Thing::LocationType(Some(kind))) = values[0] else {
                    return Err(LoweringError::Unsupported);
                };
                let all = self.rules.locations.iter().enumerate().filter(|(_, location)| location.kind == kind);
                Ok(SymValue::locations(all.map(|(index, _)| LocationId::new(index))))
            }
            Query::Back => match values[0] {
                SymValue::Thing(Thing::Direction(direction)) => {
                    let back = direction.and_then(|id| opposite_direction(&self.rules.directions, id));
                    Ok(SymValue::Thing(Thing::Direction(back)))
                }
                _ => Err(LoweringError::Unsupported),
            },
            Query::Next
            | Query::Ray
            | Query::Between
            | Query::Clear
            | Query::Related
            | Query::Neighbours
            | Query::Lines
            | Query::LinesThrough => self.eval_geometry(query, values),
            Query::Score => match values[0] {
                SymValue::Int(number) => {
                    match boardwright_interpreter::change::player(self.builder.layout, "SCORE", number) {
                        Ok(player) => Ok(SymValue::Node(self.builder.code.add(Node::Score(player)))),
                        Err(kind) => Ok(SymValue::Node(self.builder.fail(kind, id))),
                    }
                }
                _ => Err(LoweringError::Unsupported),
            },
            Query::Abs => self.absolute(id, &values[0]),
            Query::Greater | Query::Lesser => self.greater_or_lesser(query == Query::Greater, &values[0], &values[1]),
            Query::Find => match (&values[0], &values[1]) {
                (SymValue::Text(one), SymValue::Text(other)) => {
                    let text = |id: &boardwright_game::ids::TextId| self.rules.texts.text(*id);
                    let found = text(one).find(text(other)).filter(|_| !text(other).is_empty());
                    let at = found.map(|at| text(one)[..at].chars().count() + 1);
                    Ok(SymValue::Int(at.unwrap_or(0) as i32))
                }
                _ => Err(LoweringError::Unsupported),
            },
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn content(&mut self, place: &SymValue) -> LoweringResult {
        match place {
            SymValue::Thing(Thing::Location(None)) => Ok(SymValue::nothing()),
            SymValue::Thing(Thing::Location(Some(location))) => match self.possible_kinds(*location) {
                Some(1) => Ok(SymValue::nothing()),
                _ => Ok(SymValue::Content(*location)),
            },
            SymValue::Node(node) => Ok(SymValue::Node(self.builder.code.add(Node::ElementAt(*node)))),
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn location_of(&mut self, element: &SymValue) -> LoweringResult {
        match element {
            SymValue::Thing(Thing::Element(None)) => Ok(SymValue::nowhere()),
            SymValue::Thing(Thing::Element(Some(element))) => Ok(self.place_value(Node::PlaceOf(*element))),
            SymValue::Content(location) => {
                let empty = self.empty(*location);
                match self.builder.constant_value(empty) {
                    Some(Value::Bool(true)) => Ok(SymValue::nowhere()),
                    Some(_) => Ok(SymValue::location(*location)),
                    None => self.build_choice(vec![(empty, SymValue::nowhere())], SymValue::location(*location)),
                }
            }
            SymValue::Moved => self.context.moved.ok_or(LoweringError::Unsupported)?.at.symbolic(),
            SymValue::Node(node) => Ok(self.place_value(Node::PlaceOfComputed(*node))),
            _ => Err(LoweringError::Unsupported),
        }
    }

    /// A value that depends only on the kind of an element.
    pub(super) fn by_kind(
        &mut self,
        element: &SymValue,
        none: Value,
        of: &dyn Fn(PieceKind) -> Value,
    ) -> LoweringResult {
        let values = self.builder.values_by_kind(none, of);
        let node = match element {
            SymValue::Thing(Thing::Element(None)) => return Ok(SymValue::of(none)),
            SymValue::Thing(Thing::Element(Some(element))) => self.builder.kind(*element, values),
            SymValue::Content(location) => {
                let possible = self.possible_kinds(*location);
                self.by_cell_kind(*location, values, possible)
            }
            SymValue::Moved => {
                let moved = self.context.moved.ok_or(LoweringError::Unsupported)?;
                let kinds = self.builder.has_masks().then_some(moved.kinds);
                match moved.at {
                    PlaceInfo::On(location) => {
                        let possible = self.possible_kinds(location).or(kinds);
                        self.by_cell_kind(location, values, possible)
                    }
                    _ => {
                        let node = self.builder.code.add(Node::Moved);
                        self.builder.kind_of(node, values, kinds)
                    }
                }
            }
            SymValue::Node(node) => self.builder.kind_of(*node, values, None),
            _ => return Err(LoweringError::Unsupported),
        };
        Ok(self.symbolic(node))
    }

    /// A value that depends on the kind on a cell; booleans become a mask test.
    fn by_cell_kind(&mut self, location: LocationId, values: Vec<Value>, possible: Option<u64>) -> NodeId {
        if self.builder.has_masks() && values.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, value)| **value == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.cell_in(location, mask);
        }
        self.builder.cell(location, values, possible)
    }

    /// A value that depends only on a location.
    pub(super) fn by_place(
        &mut self,
        place: &SymValue,
        none: Value,
        of: &dyn Fn(&Self, LocationId) -> Value,
    ) -> LoweringResult {
        match place {
            SymValue::Thing(Thing::Location(None)) => Ok(SymValue::of(none)),
            SymValue::Thing(Thing::Location(Some(location))) => Ok(SymValue::of(of(self, *location))),
            SymValue::Node(node) => {
                let places = (0..self.rules.locations.len()).map(LocationId::new);
                let values: Vec<Value> = std::iter::once(none).chain(places.map(|place| of(self, place))).collect();
                self.spend(values.len() / 8)?;
                let node = self.builder.by_place(*node, values);
                Ok(self.symbolic(node))
            }
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn emptiness(&mut self, place: &SymValue, empty: bool) -> LoweringResult {
        match place {
            SymValue::Thing(Thing::Location(None)) => Ok(SymValue::Bool(false)),
            SymValue::Thing(Thing::Location(Some(location))) => {
                let mut node = self.empty(*location);
                if !empty {
                    node = self.builder.not(node);
                }
                Ok(self.symbolic(node))
            }
            SymValue::Node(node) => {
                let there = self.builder.code.add(Node::ElementAt(*node));
                let nothing = self.builder.constant(Value::Thing(Thing::Element(None)));
                let none = self.builder.code.add(Node::Same(there, nothing));
                if !empty {
                    let full = self.builder.not(none);
                    return Ok(SymValue::Node(full));
                }
                let known = self.by_place(place, Value::Bool(false), &|_, _| Value::Bool(true))?;
                let known = self.emit_boolean(&known)?;
                Ok(SymValue::Node(self.builder.all(&[known, none])))
            }
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn index(&mut self, id: ExprId, thing: &SymValue, place: &SymValue) -> LoweringResult {
        let SymValue::Int(place) = place else { return Err(LoweringError::Unsupported) };
        let rules = self.rules;
        let nth = |indices: &[i32]| {
            let at = usize::try_from(*place).ok()?.checked_sub(1)?;
            indices.get(at).map(|&index| Value::Int(index))
        };
        let found = match thing {
            SymValue::Thing(Thing::Location(Some(l))) => nth(&rules.locations[l.index()].indices),
            SymValue::Thing(Thing::Element(Some(e))) => nth(&rules.elements[e.index()].indices),
            SymValue::Thing(Thing::Direction(Some(d))) => nth(&rules.directions[d.index()].indices),
            SymValue::Content(_) | SymValue::Moved => {
                // The kind must determine the index: it is that of a unique element, or of all elements of a type.
                let common = |element_type: ElementTypeId| {
                    let mut of_type = rules.elements.iter().filter(|e| e.kind == element_type && !e.is_distinguishable);
                    let first = nth(&of_type.next()?.indices)?;
                    of_type.all(|e| nth(&e.indices).as_ref() == Some(&first)).then_some(first)
                };
                let by_type: Vec<Option<Value>> =
                    (0..rules.element_types.len()).map(|at| common(ElementTypeId::new(at))).collect();
                let of_type = |element_type: ElementTypeId| by_type[element_type.index()];
                let is_determined = |e: &boardwright_rules::Element| {
                    e.is_distinguishable || e.indices.is_empty() || of_type(e.kind).is_some()
                };
                let all = rules.elements.iter().all(is_determined);
                let indexed = |kind: PieceKind| match kind.distinguishable {
                    Some(element) => nth(&rules.elements[element.index()].indices),
                    None => of_type(kind.element_type),
                };
                let possible = match thing {
                    SymValue::Content(location) => self.possible_kinds(*location),
                    _ => self.context.moved.map(|moved| moved.kinds),
                };
                let kinds = self.builder.layout.kinds.iter().enumerate();
                let possible = possible.filter(|_| self.builder.has_masks());
                let sure = possible.is_some_and(|mask| mask & 1 == 0)
                    && kinds
                        .filter(|(index, _)| possible.is_none_or(|mask| mask >> (index + 1) & 1 == 1))
                        .all(|(_, (_, kind))| indexed(kind).is_some());
                if !sure || (!all && possible.is_none()) {
                    return Err(LoweringError::Unsupported);
                }
                return self.by_kind(thing, Value::Int(0), &|kind| indexed(kind).unwrap_or(Value::Int(0)));
            }
            // A location that only the position determines: a fault if the location has no such index.
            SymValue::Node(node) => {
                let unknown = self.unknown_place_error(*node);
                if self.context.me.is_none() || !matches!(unknown, LoweringError::UnknownPlace(_)) {
                    return Err(unknown);
                }
                // The interpreter reports all faults of a heuristic, so the fault needs no name.
                let index = |at: &Self, l: LocationId| nth(&at.rules.locations[l.index()].indices);
                let known = self.by_place(thing, Value::Bool(false), &|at, l| Value::Bool(index(at, l).is_some()))?;
                let known = self.emit_boolean(&known)?;
                let number = self.by_place(thing, Value::Int(0), &|at, l| index(at, l).unwrap_or(Value::Int(0)))?;
                let kind = boardwright_game::fault::FaultKind::NoIndexOf { thing: String::new(), place: *place };
                let failing = self.builder.fail(kind, id);
                return self.build_choice(vec![(known, number)], SymValue::Node(failing));
            }
            _ => None,
        };
        match found {
            Some(value) => Ok(SymValue::of(value)),
            None => {
                let name = match Self::constant_thing(thing) {
                    Some(Thing::Location(Some(l))) => rules.locations[l.index()].name.clone(),
                    Some(Thing::Element(Some(e))) => rules.elements[e.index()].name.clone(),
                    Some(Thing::Direction(Some(d))) => rules.directions[d.index()].name.clone(),
                    _ => return Err(LoweringError::Unsupported),
                };
                let kind = boardwright_game::fault::FaultKind::NoIndexOf { thing: name, place: *place };
                Ok(SymValue::Node(self.builder.fail(kind, id)))
            }
        }
    }

    fn elements_of(&mut self, player: &SymValue) -> LoweringResult {
        let SymValue::Int(owner) = player else { return Err(LoweringError::Unsupported) };
        let mut members = Vec::new();
        for index in 0..self.rules.elements.len() {
            let element = SymValue::element(ElementId::new(index));
            let owned = self.by_kind(&element, Value::Bool(false), &|kind| {
                Value::Bool(kind.owner.map_or(0, Player::number) as i32 == *owner)
            })?;
            let owned = self.emit_boolean(&owned)?;
            members.push((Some(owned), element));
        }
        self.distinct(members)
    }

    /// The error for a location that must be known at compile time: a request to branch on it, where possible.
    pub(super) fn unknown_place_error(&self, node: NodeId) -> LoweringError {
        match self.builder.code[node] {
            Node::Global(id) if self.rules.globals[id.index()].kind != GlobalKind::Location => {
                LoweringError::Unsupported
            }
            Node::PlaceOf(_) | Node::PlaceOfComputed(_) | Node::Global(_) | Node::If { .. } => {
                LoweringError::UnknownPlace(node)
            }
            _ => LoweringError::Unsupported,
        }
    }

    fn absolute(&mut self, id: ExprId, number: &SymValue) -> LoweringResult {
        let negated = |at: &mut Self| at.eval_arithmetic(ArithmeticOp::Subtract, &SymValue::Int(0), number, id);
        match self.eval_binary(BinaryOp::Less, number, &SymValue::Int(0))? {
            SymValue::Bool(false) => Ok(number.clone()),
            SymValue::Bool(true) => match negated(self)? {
                // The least number has no opposite; the interpreter reports that fault as one of ABS.
                SymValue::Node(_) => Err(LoweringError::Unsupported),
                negated => Ok(negated),
            },
            negative => {
                let guard = self.emit_boolean(&negative)?;
                let negated = negated(self)?;
                self.build_choice(vec![(guard, negated)], number.clone())
            }
        }
    }

    /// The greater or the lesser of two numbers.
    fn greater_or_lesser(&mut self, greater: bool, one: &SymValue, other: &SymValue) -> LoweringResult {
        let (if_less, if_not) = if greater { (other, one) } else { (one, other) };
        match self.eval_binary(BinaryOp::Less, one, other)? {
            SymValue::Bool(less) => Ok(if less { if_less } else { if_not }.clone()),
            less => {
                let guard = self.emit_boolean(&less)?;
                self.build_choice(vec![(guard, if_less.clone())], if_not.clone())
            }
        }
    }
}
