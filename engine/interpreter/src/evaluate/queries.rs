//! Statically typed queries, and their results for null values.
//! Geometric queries are in [`geometry`](super::geometry).

use crate::change;
use crate::kinds::PieceKind;
use crate::state::State;
use boardwright_game::fault::{Fault, FaultContext, FaultKind};
use boardwright_game::ids::{ElementId, ExprId, LocationId};
use boardwright_rules::{Query, Thing, opposite_direction};

use super::apply::Interpreter;
use super::eval::{EvalResult, Evaluator, MAX_DEPTH};
use super::geometry::directions;
use super::sets::null_like;
use super::value::{Value, thing_text};

impl Evaluator<'_> {
    /// Evaluates a query; its arguments are evaluated left to right.
    #[inline(never)]
    pub(super) fn query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> EvalResult {
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        let answer = match values.as_slice() {
            [] => self.query_game(id, query)?,
            [Value::Thing(thing)] => self.query_thing(query, *thing),
            [Value::Set(members)] if query == Query::Size => Some(Value::Int(members.len() as i32)),
            [Value::Int(number)] => self.query_number(id, query, *number)?,
            [Value::Int(one), Value::Int(other)] if query == Query::Greater => Some(Value::Int(*one.max(other))),
            [Value::Int(one), Value::Int(other)] if query == Query::Lesser => Some(Value::Int(*one.min(other))),
            [Value::Text(text), Value::Text(part)] if query == Query::Find => Some(Value::Int(find_text(text, part))),
            [Value::Set(cycle), member, Value::Int(places)] if query == Query::Rotate => {
                match (cycle.iter().position(|other| other == member), member) {
                    (Some(at), _) => {
                        let to = (at as i64 + i64::from(*places)).rem_euclid(cycle.len() as i64);
                        Some(cycle[to as usize].clone())
                    }
                    (None, Value::Thing(thing)) => Some(Value::Thing(null_like(*thing))),
                    (None, _) => return self.fail(id, FaultKind::NotInCycle),
                }
            }
            [Value::Thing(thing), Value::Int(place)] if query == Query::Index => {
                Some(self.index_of(id, *thing, *place)?)
            }
            [relation, Value::Thing(Thing::Location(at))] => self.query_location(query, relation, *at),
            [relation, Value::Thing(Thing::Location(a)), Value::Thing(Thing::Location(b))] => {
                self.query_two_locations(query, relation, *a, *b)
            }
            _ => None,
        };
        let answer = match answer {
            None if query == Query::Join => {
                Value::Text(values.iter().map(|value| value.text_fragment(self.rules)).collect::<String>())
            }
            None => return self.wrong_types(id, query.name(), &values),
            Some(answer) => answer,
        };
        self.check_set_size(id, answer)
    }

    /// Queries without arguments.
    fn query_game(&mut self, id: ExprId, query: Query) -> Result<Option<Value>, Fault> {
        let context = &self.eval_context;
        Ok(Some(match query {
            Query::Player => Value::Int(self.state.mover().number() as i32),
            Query::Mover => Value::Int(context.mover),
            Query::Moved => Value::element(context.moved),
            Query::From => Value::location(context.from),
            Query::To => Value::location(context.to),
            Query::Captured => Value::element(context.captured),
            Query::Choice => match self.eval_context.choice {
                Some(choice) => self.eval(choice)?,
                None => return self.fail(id, FaultKind::Unbound(query.name().to_owned())),
            },
            Query::Me => Value::Int(context.heuristic_player),
            Query::Turn => Value::Int(self.state.turn_number(self.layout)),
            Query::NoMoves => {
                if matches!(self.context, FaultContext::Rule(_)) {
                    // Evaluated in a rule, the query would call itself endlessly.
                    return self.fail(id, FaultKind::TooDeep(MAX_DEPTH));
                }
                Value::Bool(!Interpreter { rules: self.rules, layout: self.layout }.can_move(self.state)?)
            }
            Query::NoReply => Value::Bool(self.has_no_reply(id)?),
            Query::Repeats if context.after.is_some() => {
                let position = self.position_after(id)?;
                let key = position.repetition_key(self.rules, self.layout);
                Value::Int(position.history().iter().filter(|&&known| known == key).count() as i32)
            }
            Query::Repeats => Value::Int(self.state.repetition_count() as i32),
            Query::Join => Value::Text(String::new()),
            _ => return Ok(None),
        }))
    }

    /// `true` if the player who moves next has no legal move after the move that is tested. Replies are listed with their
    /// own conditions on the resulting position, in which this query is false, so that the recursion ends.
    fn has_no_reply(&self, id: ExprId) -> Result<bool, Fault> {
        if self.eval_context.lists_replies {
            return Ok(false);
        }
        let position = self.position_after(id)?;
        Ok(!Interpreter { rules: self.rules, layout: self.layout }.has_reply(&position)?)
    }

    /// The position to which the tested move leads, after the turn has passed and the scorings have changed it.
    fn position_after(&self, id: ExprId) -> Result<State, Fault> {
        let Some(rule) = self.eval_context.after else {
            // The query is not evaluated in a condition on a resulting position.
            return self.fail(id, FaultKind::TooDeep(MAX_DEPTH));
        };
        let mut position = self.state.clone();
        let interpreter = Interpreter { rules: self.rules, layout: self.layout };
        let rule = &self.rules.rules[rule.index()];
        let mut evaluator = interpreter.evaluator_for(&mut position, rule);
        evaluator.variables.clone_from(&self.variables);
        evaluator.eval_context = self.eval_context;
        interpreter.pass_turn(&mut evaluator, rule)?;
        if self.layout.scorings_change_position {
            evaluator.eval_context.after = None;
            evaluator.allows_changes = true;
            interpreter.evaluate_scorings(&mut evaluator)?;
        }
        Ok(position)
    }

    /// Queries about one thing.
    fn query_thing(&self, query: Query, thing: Thing) -> Option<Value> {
        let rules = self.rules;
        Some(match (query, thing) {
            (Query::Content, Thing::Location(at)) => Value::element(self.content(at)),
            (Query::Location, Thing::Element(element)) => {
                Value::location(element.and_then(|element| self.state.location(self.layout, element)))
            }
            (Query::Owner, Thing::Element(element)) => {
                let number = |kind: PieceKind| kind.owner.map_or(0, |owner| owner.number() as i32);
                Value::Int(element.map_or(-1, |element| number(self.kind(element))))
            }
            (Query::State, Thing::Element(element)) => {
                Value::Int(element.map_or(-1, |element| i32::from(self.kind(element).state)))
            }
            (Query::ElementType, Thing::Element(element)) => {
                Value::Thing(Thing::ElementType(element.map(|element| rules.elements[element.index()].kind)))
            }
            (Query::LocationType, Thing::Location(at)) => {
                Value::Thing(Thing::LocationType(at.map(|at| rules.locations[at.index()].kind)))
            }
            (Query::Empty, Thing::Location(at)) => Value::Bool(at.is_some() && self.content(at).is_none()),
            (Query::Full, Thing::Location(at)) => Value::Bool(self.content(at).is_some()),
            (Query::ElementsOfType, Thing::ElementType(kind)) => {
                Value::elements(self.layout.elements().filter(|e| Some(rules.elements[e.index()].kind) == kind))
            }
            (Query::LocationsOfType, Thing::LocationType(kind)) => {
                let all = (0..rules.locations.len()).map(LocationId::new);
                Value::locations(all.filter(|at| Some(rules.locations[at.index()].kind) == kind))
            }
            (Query::Lines, relation) => self.lines_of(relation, |_| true)?,
            (Query::Back, Thing::Direction(direction)) => {
                Value::Thing(Thing::Direction(direction.and_then(|id| opposite_direction(&rules.directions, id))))
            }
            _ => return None,
        })
    }

    /// Queries about one number.
    fn query_number(&self, id: ExprId, query: Query, number: i32) -> Result<Option<Value>, Fault> {
        Ok(Some(match query {
            Query::ElementsOf => {
                let owner = |element: ElementId| self.kind(element).owner.map_or(0, |owner| owner.number() as i32);
                Value::elements(self.layout.elements().filter(|&element| owner(element) == number))
            }
            Query::Score => match change::player(self.layout, query.name(), number) {
                Ok(player) => Value::Int(self.state.score(self.layout, player)),
                Err(kind) => return self.fail(id, kind),
            },
            Query::Abs => match number.checked_abs() {
                Some(number) => Value::Int(number),
                None => return self.fail(id, FaultKind::Overflow(query.name())),
            },
            _ => return Ok(None),
        }))
    }

    /// Queries about a direction, directions or a relation, and one location.
    fn query_location(&self, query: Query, relation: &Value, at: Option<LocationId>) -> Option<Value> {
        Some(match (query, relation) {
            (Query::Next, Value::Thing(Thing::Direction(direction))) => {
                Value::location(self.next_location(*direction, at))
            }
            (Query::Ray, Value::Thing(Thing::Direction(direction))) => Value::locations(self.ray(*direction, at)),
            (Query::LinesThrough, Value::Thing(relation)) => {
                self.lines_of(*relation, |line| at.is_some_and(|at| line.contains(&at)))?
            }
            (Query::Neighbours, relation) => Value::locations(self.neighbours(relation, at)?),
            _ => return None,
        })
    }

    /// Queries about a direction, directions or a relation, and two locations.
    fn query_two_locations(
        &self,
        query: Query,
        relation: &Value,
        a: Option<LocationId>,
        b: Option<LocationId>,
    ) -> Option<Value> {
        Some(match query {
            Query::Between => Value::locations(self.between(&directions(relation)?, a, b)),
            Query::Clear => Value::Bool(self.is_clear(&directions(relation)?, a, b)),
            Query::Related => {
                let near = self.neighbours(relation, a)?;
                Value::Bool(b.is_some_and(|b| near.contains(&b)))
            }
            _ => return None,
        })
    }

    /// Index of a thing at a place counted from 1.
    fn index_of(&self, id: ExprId, thing: Thing, place: i32) -> EvalResult {
        let rules = self.rules;
        let indices = match thing {
            Thing::Element(element) => element.map(|id| &rules.elements[id.index()].indices),
            Thing::Location(location) => location.map(|id| &rules.locations[id.index()].indices),
            Thing::ElementType(kind) => kind.map(|id| &rules.element_types[id.index()].indices),
            Thing::LocationType(kind) => kind.map(|id| &rules.location_types[id.index()].indices),
            Thing::Direction(direction) => direction.map(|id| &rules.directions[id.index()].indices),
            Thing::Relation(_) => None,
        };
        let at = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        match indices.zip(at).and_then(|(indices, at)| indices.get(at)) {
            Some(&index) => Ok(Value::Int(index)),
            None => self.fail(id, FaultKind::NoIndexOf { thing: thing_text(thing, rules), place }),
        }
    }

    fn content(&self, at: Option<LocationId>) -> Option<ElementId> {
        at.and_then(|at| self.state.content(self.layout, at))
    }

    fn kind(&self, element: ElementId) -> PieceKind {
        self.layout.kinds[self.state.kind(self.layout, element)]
    }
}

/// Position in characters, from 1, of the first occurrence of `part` in `text`; 0 if `part` does not occur or is empty.
fn find_text(text: &str, part: &str) -> i32 {
    let at = text.find(part).filter(|_| !part.is_empty());
    at.map_or(0, |at| text[..at].chars().count() as i32 + 1)
}
