//! Questions about things that are values, with what each gives for none of its kind.
//! What lies near what is in [`geometry`](super::geometry).

use crate::change;
use crate::fault::{Fault, FaultKind, Within};
use crate::ids::{ElementId, ExprId, LocationId};
use crate::kinds::Kind;
use crate::rules::{Ask, Thing};

use super::eval::{Evaluator, MAX_DEPTH, Outcome};
use super::geometry::directions;
use super::play::Plain;
use super::value::{Value, thing_text};

impl Evaluator<'_> {
    /// Answers a question; its arguments are worked out left to right.
    #[inline(never)]
    pub(super) fn ask(&mut self, id: ExprId, ask: Ask, arguments: &[ExprId]) -> Outcome {
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        let answer = match values.as_slice() {
            [] => self.about_game(id, ask)?,
            [Value::Thing(thing)] => self.about_thing(ask, *thing),
            [Value::Set(members)] if ask == Ask::Size => Some(Value::Int(members.len() as i32)),
            [Value::Int(number)] => self.about_number(id, ask, *number)?,
            [Value::Int(one), Value::Int(other)] if ask == Ask::Greater => Some(Value::Int(*one.max(other))),
            [Value::Int(one), Value::Int(other)] if ask == Ask::Lesser => Some(Value::Int(*one.min(other))),
            [Value::Text(text), Value::Text(part)] if ask == Ask::Find => Some(Value::Int(place_of(text, part))),
            [Value::Thing(thing), Value::Int(place)] if ask == Ask::Index => Some(self.index_of(id, *thing, *place)?),
            [relation, Value::Thing(Thing::Location(at))] => self.about_place(ask, relation, *at),
            [relation, Value::Thing(Thing::Location(a)), Value::Thing(Thing::Location(b))] => {
                self.of_two_places(ask, relation, *a, *b)
            }
            _ => None,
        };
        let answer = match answer {
            None if ask == Ask::Join => {
                Value::Text(values.iter().map(|value| value.part(self.rules)).collect::<String>())
            }
            None => return self.wrong_types(id, ask.name(), &values),
            Some(answer) => answer,
        };
        self.sized(id, answer)
    }

    /// Questions without arguments.
    fn about_game(&mut self, id: ExprId, ask: Ask) -> Result<Option<Value>, Fault> {
        let scene = &self.scene;
        Ok(Some(match ask {
            Ask::Player => Value::Int(self.state.mover().number() as i32),
            Ask::Mover => Value::Int(scene.mover),
            Ask::Moved => Value::element(scene.moved),
            Ask::From => Value::location(scene.from),
            Ask::To => Value::location(scene.to),
            Ask::Captured => Value::element(scene.captured),
            Ask::Choice => match self.scene.choice {
                Some(choice) => self.eval(choice)?,
                None => return self.fail(id, FaultKind::Unbound(ask.name().to_owned())),
            },
            Ask::Me => Value::Int(scene.me),
            Ask::Turn => Value::Int(self.state.turn(self.layout)),
            Ask::NoMoves => {
                if matches!(self.within, Within::Rule(_)) {
                    // Asked in a rule this would ask itself, without end.
                    return self.fail(id, FaultKind::TooDeep(MAX_DEPTH));
                }
                Value::Bool(!Plain { rules: self.rules, layout: self.layout }.can_move(self.state)?)
            }
            Ask::Repeats => Value::Int(self.state.repeats() as i32),
            Ask::Join => Value::Text(String::new()),
            _ => return Ok(None),
        }))
    }

    /// Questions about one thing.
    fn about_thing(&self, ask: Ask, thing: Thing) -> Option<Value> {
        let rules = self.rules;
        Some(match (ask, thing) {
            (Ask::Content, Thing::Location(at)) => Value::element(self.content(at)),
            (Ask::Location, Thing::Element(element)) => {
                Value::location(element.and_then(|element| self.state.location(self.layout, element)))
            }
            (Ask::Owner, Thing::Element(element)) => {
                let number = |kind: Kind| kind.owner.map_or(0, |owner| owner.number() as i32);
                Value::Int(element.map_or(-1, |element| number(self.kind(element))))
            }
            (Ask::State, Thing::Element(element)) => {
                Value::Int(element.map_or(-1, |element| i32::from(self.kind(element).state)))
            }
            (Ask::ElementType, Thing::Element(element)) => {
                Value::Thing(Thing::ElementType(element.map(|element| rules.elements[element.index()].kind)))
            }
            (Ask::LocationType, Thing::Location(at)) => {
                Value::Thing(Thing::LocationType(at.map(|at| rules.locations[at.index()].kind)))
            }
            (Ask::Empty, Thing::Location(at)) => Value::Bool(at.is_some() && self.content(at).is_none()),
            (Ask::Full, Thing::Location(at)) => Value::Bool(self.content(at).is_some()),
            (Ask::ElementsOfType, Thing::ElementType(kind)) => {
                Value::elements(self.layout.elements().filter(|e| Some(rules.elements[e.index()].kind) == kind))
            }
            (Ask::LocationsOfType, Thing::LocationType(kind)) => {
                let all = (0..rules.locations.len()).map(LocationId::new);
                Value::locations(all.filter(|at| Some(rules.locations[at.index()].kind) == kind))
            }
            (Ask::Lines, relation) => self.lines_of(relation, |_| true)?,
            _ => return None,
        })
    }

    /// Questions about one number.
    fn about_number(&self, id: ExprId, ask: Ask, number: i32) -> Result<Option<Value>, Fault> {
        Ok(Some(match ask {
            Ask::ElementsOf => {
                let owner = |element: ElementId| self.kind(element).owner.map_or(0, |owner| owner.number() as i32);
                Value::elements(self.layout.elements().filter(|&element| owner(element) == number))
            }
            Ask::Score => match change::player(self.layout, ask.name(), number) {
                Ok(player) => Value::Int(self.state.score(self.layout, player)),
                Err(kind) => return self.fail(id, kind),
            },
            Ask::Abs => match number.checked_abs() {
                Some(number) => Value::Int(number),
                None => return self.fail(id, FaultKind::Overflow(ask.name())),
            },
            _ => return Ok(None),
        }))
    }

    /// Questions about a direction, directions or a relation, and one location.
    fn about_place(&self, ask: Ask, relation: &Value, at: Option<LocationId>) -> Option<Value> {
        Some(match (ask, relation) {
            (Ask::Next, Value::Thing(Thing::Direction(direction))) => Value::location(self.next(*direction, at)),
            (Ask::Ray, Value::Thing(Thing::Direction(direction))) => Value::locations(self.ray(*direction, at)),
            (Ask::LinesThrough, Value::Thing(relation)) => {
                self.lines_of(*relation, |line| at.is_some_and(|at| line.contains(&at)))?
            }
            (Ask::Neighbours, relation) => Value::locations(self.neighbours(relation, at)?),
            _ => return None,
        })
    }

    /// Questions about a direction, directions or a relation, and two locations.
    fn of_two_places(&self, ask: Ask, relation: &Value, a: Option<LocationId>, b: Option<LocationId>) -> Option<Value> {
        Some(match ask {
            Ask::Between => Value::locations(self.between(&directions(relation)?, a, b)),
            Ask::Clear => Value::Bool(self.clear(&directions(relation)?, a, b)),
            Ask::Related => {
                let near = self.neighbours(relation, a)?;
                Value::Bool(b.is_some_and(|b| near.contains(&b)))
            }
            _ => return None,
        })
    }

    /// An index of a thing, counted from 1.
    fn index_of(&self, id: ExprId, thing: Thing, place: i32) -> Outcome {
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

    fn kind(&self, element: ElementId) -> Kind {
        self.layout.kinds[self.state.kind(self.layout, element)]
    }
}

/// Where a text first has another, in letters from 1; 0 if nowhere. The empty text is nowhere.
fn place_of(text: &str, part: &str) -> i32 {
    let at = text.find(part).filter(|_| !part.is_empty());
    at.map_or(0, |at| text[..at].chars().count() as i32 + 1)
}
