//! Questions of typed expressions about pieces and places. Those about the lie of the board are in
//! [`board`](super::board).

use crate::ids::{ElementId, ExprId, LocationId, Player};
use crate::kinds::Kind;
use crate::rules::{Arith, Ask, BinaryOp, GlobalKind, Thing};

use super::super::code::{Node, NodeId};
use super::super::value::Value;
use super::{At, GiveUp, Made, Typed, Val};

impl Typed<'_> {
    pub(super) fn ask(&mut self, id: ExprId, ask: Ask, arguments: &[ExprId]) -> Made {
        match ask {
            Ask::Player => self.scene.player.map(|player| Val::Int(player.number() as i32)).ok_or(GiveUp::TooMuch),
            Ask::Mover => self.scene.mover.map(Val::Int).ok_or(GiveUp::TooMuch),
            Ask::Moved => Ok(if self.scene.moved.is_some() { Val::Moved } else { Val::nothing() }),
            Ask::From => self.scene.from.val(),
            Ask::To => self.scene.to.val(),
            Ask::Captured => {
                let captured = self.scene.captures.then(|| self.maker.code.add(Node::Captured));
                Ok(captured.map_or_else(Val::nothing, Val::Node))
            }
            Ask::Choice => match self.scene.choice {
                Some(choice) => self.eval(choice),
                None => Err(GiveUp::TooMuch),
            },
            Ask::Turn => Ok(Val::Node(self.maker.code.add(Node::Turn))),
            Ask::NoMoves => Ok(Val::Node(self.maker.code.add(Node::NoMoves))),
            Ask::Repeats => Ok(Val::Node(self.maker.code.add(Node::Repeats))),
            Ask::Me => self.scene.me.map(|me| Val::Int(me.number() as i32)).ok_or(GiveUp::TooMuch),
            Ask::Join => Err(GiveUp::TooMuch),
            _ => {
                let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Made<Vec<_>>>()?;
                self.about(id, ask, &values)
            }
        }
    }

    /// A question for every case of its arguments.
    fn about(&mut self, id: ExprId, ask: Ask, values: &[Val]) -> Made {
        match values {
            [one] => self.each(&one.clone(), &mut |at, one| at.answer(id, ask, std::slice::from_ref(one))),
            [one, two] => self.each(&one.clone(), &mut |at, one| {
                at.each(two, &mut |at, two| at.answer(id, ask, &[one.clone(), two.clone()]))
            }),
            [one, two, three] => self.each(&one.clone(), &mut |at, one| {
                at.each(two, &mut |at, two| {
                    at.each(three, &mut |at, three| at.answer(id, ask, &[one.clone(), two.clone(), three.clone()]))
                })
            }),
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn answer(&mut self, id: ExprId, ask: Ask, values: &[Val]) -> Made {
        match ask {
            Ask::Content => self.content(&values[0]),
            Ask::Location => self.location_of(&values[0]),
            Ask::Owner => self.by_kind(&values[0], Value::Int(-1), &|kind| {
                Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32))
            }),
            Ask::State => self.by_kind(&values[0], Value::Int(-1), &|kind| Value::Int(i32::from(kind.state))),
            Ask::ElementType => self.by_kind(&values[0], Value::Thing(Thing::ElementType(None)), &|kind| {
                Value::Thing(Thing::ElementType(Some(kind.element_type)))
            }),
            Ask::LocationType => {
                let kinds = |at: &Self, l: LocationId| Some(at.rules.locations[l.index()].kind);
                self.by_place(&values[0], Value::Thing(Thing::LocationType(None)), &|at, location| {
                    Value::Thing(Thing::LocationType(kinds(at, location)))
                })
            }
            Ask::Empty | Ask::Full => self.emptiness(&values[0], ask == Ask::Empty),
            Ask::Index => self.index(id, &values[0], &values[1]),
            Ask::Size => {
                let members = self.members(&values[0])?;
                let (sure, guards): (Vec<_>, Vec<_>) = members.iter().partition(|(guard, _)| guard.is_none());
                let guards: Vec<NodeId> = guards.into_iter().filter_map(|(guard, _)| *guard).collect();
                self.count(sure.len(), &guards, id)
            }
            Ask::ElementsOfType => {
                let Val::Thing(Thing::ElementType(Some(kind))) = values[0] else { return Err(GiveUp::TooMuch) };
                let all = self.rules.elements.iter().enumerate().filter(|(_, element)| element.kind == kind);
                Ok(Val::Set(all.map(|(index, _)| (None, Val::element(ElementId::new(index)))).collect()))
            }
            Ask::ElementsOf => self.elements_of(&values[0]),
            Ask::LocationsOfType => {
                let Val::Thing(Thing::LocationType(Some(kind))) = values[0] else { return Err(GiveUp::TooMuch) };
                let all = self.rules.locations.iter().enumerate().filter(|(_, location)| location.kind == kind);
                Ok(Val::locations(all.map(|(index, _)| LocationId::new(index))))
            }
            Ask::Next
            | Ask::Ray
            | Ask::Between
            | Ask::Clear
            | Ask::Related
            | Ask::Neighbours
            | Ask::Lines
            | Ask::LinesThrough => self.on_board(ask, values),
            Ask::Score => match values[0] {
                Val::Int(number) => match crate::change::player(self.maker.layout, "SCORE", number) {
                    Ok(player) => Ok(Val::Node(self.maker.code.add(Node::Score(player)))),
                    Err(kind) => Ok(Val::Node(self.maker.fail(kind, id))),
                },
                _ => Err(GiveUp::TooMuch),
            },
            Ask::Abs => self.absolute(id, &values[0]),
            Ask::Greater | Ask::Lesser => self.either(ask == Ask::Greater, &values[0], &values[1]),
            Ask::Find => match (&values[0], &values[1]) {
                (Val::Text(one), Val::Text(other)) => {
                    let text = |id: &crate::ids::TextId| self.rules.texts.text(*id);
                    let found = text(one).find(text(other)).filter(|_| !text(other).is_empty());
                    let at = found.map(|at| text(one)[..at].chars().count() + 1);
                    Ok(Val::Int(at.unwrap_or(0) as i32))
                }
                _ => Err(GiveUp::TooMuch),
            },
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn content(&mut self, place: &Val) -> Made {
        match place {
            Val::Thing(Thing::Location(None)) => Ok(Val::nothing()),
            Val::Thing(Thing::Location(Some(location))) => match self.possible(*location) {
                Some(1) => Ok(Val::nothing()),
                _ => Ok(Val::Content(*location)),
            },
            Val::Node(node) => Ok(Val::Node(self.maker.code.add(Node::ElementAt(*node)))),
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn location_of(&mut self, element: &Val) -> Made {
        match element {
            Val::Thing(Thing::Element(None)) => Ok(Val::nowhere()),
            Val::Thing(Thing::Element(Some(element))) => Ok(self.place_val(Node::PlaceOf(*element))),
            Val::Content(location) => {
                let empty = self.empty(*location);
                match self.maker.known(empty) {
                    Some(Value::Bool(true)) => Ok(Val::nowhere()),
                    Some(_) => Ok(Val::location(*location)),
                    None => self.choose(vec![(empty, Val::nowhere())], Val::location(*location)),
                }
            }
            Val::Moved => self.scene.moved.ok_or(GiveUp::TooMuch)?.at.val(),
            Val::Node(node) => Ok(self.place_val(Node::PlaceOfAny(*node))),
            _ => Err(GiveUp::TooMuch),
        }
    }

    /// What depends on the kind of an element only.
    pub(super) fn by_kind(&mut self, element: &Val, none: Value, of: &dyn Fn(Kind) -> Value) -> Made {
        let values = self.maker.by_kind(none, of);
        let node = match element {
            Val::Thing(Thing::Element(None)) => return Ok(Val::of(none)),
            Val::Thing(Thing::Element(Some(element))) => self.maker.kind(*element, values),
            Val::Content(location) => {
                let possible = self.possible(*location);
                self.cell(*location, values, possible)
            }
            Val::Moved => {
                let moved = self.scene.moved.ok_or(GiveUp::TooMuch)?;
                let kinds = self.maker.masks().then_some(moved.kinds);
                match moved.at {
                    At::On(location) => {
                        let possible = self.possible(location).or(kinds);
                        self.cell(location, values, possible)
                    }
                    _ => {
                        let node = self.maker.code.add(Node::Moved);
                        self.maker.kind_of(node, values, kinds)
                    }
                }
            }
            Val::Node(node) => self.maker.kind_of(*node, values, None),
            _ => return Err(GiveUp::TooMuch),
        };
        Ok(self.val(node))
    }

    /// The value that depends on what stands on a cell; booleans as a mask.
    fn cell(&mut self, location: LocationId, values: Vec<Value>, possible: Option<u64>) -> NodeId {
        if self.maker.masks() && values.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, value)| **value == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.cell_in(location, mask);
        }
        self.maker.cell(location, values, possible)
    }

    /// What depends on a location only.
    pub(super) fn by_place(&mut self, place: &Val, none: Value, of: &dyn Fn(&Self, LocationId) -> Value) -> Made {
        match place {
            Val::Thing(Thing::Location(None)) => Ok(Val::of(none)),
            Val::Thing(Thing::Location(Some(location))) => Ok(Val::of(of(self, *location))),
            Val::Node(node) => {
                let places = (0..self.rules.locations.len()).map(LocationId::new);
                let values: Vec<Value> = std::iter::once(none).chain(places.map(|place| of(self, place))).collect();
                self.spend(values.len() / 8)?;
                let node = self.maker.by_place(*node, values);
                Ok(self.val(node))
            }
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn emptiness(&mut self, place: &Val, empty: bool) -> Made {
        match place {
            Val::Thing(Thing::Location(None)) => Ok(Val::Bool(false)),
            Val::Thing(Thing::Location(Some(location))) => {
                let mut node = self.empty(*location);
                if !empty {
                    node = self.maker.not(node);
                }
                Ok(self.val(node))
            }
            Val::Node(node) => {
                let there = self.maker.code.add(Node::ElementAt(*node));
                let nothing = self.maker.constant(Value::Thing(Thing::Element(None)));
                let none = self.maker.code.add(Node::Same(there, nothing));
                if !empty {
                    let full = self.maker.not(none);
                    return Ok(Val::Node(full));
                }
                let known = self.by_place(place, Value::Bool(false), &|_, _| Value::Bool(true))?;
                let known = self.truth(&known)?;
                Ok(Val::Node(self.maker.all(&[known, none])))
            }
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn index(&mut self, id: ExprId, thing: &Val, place: &Val) -> Made {
        let Val::Int(place) = place else { return Err(GiveUp::TooMuch) };
        let rules = self.rules;
        let nth = |indices: &[i32]| {
            let at = usize::try_from(*place).ok()?.checked_sub(1)?;
            indices.get(at).map(|&index| Value::Int(index))
        };
        let found = match thing {
            Val::Thing(Thing::Location(Some(l))) => nth(&rules.locations[l.index()].indices),
            Val::Thing(Thing::Element(Some(e))) => nth(&rules.elements[e.index()].indices),
            Val::Thing(Thing::Direction(Some(d))) => nth(&rules.directions[d.index()].indices),
            Val::Content(_) | Val::Moved => {
                // Elements whose index is taken are alone: their kind tells which they are.
                let all = self.rules.elements.iter().all(|e| e.alone || e.indices.is_empty());
                let indexed = |kind: Kind| kind.alone.and_then(|e| nth(&rules.elements[e.index()].indices));
                let possible = match thing {
                    Val::Content(location) => self.possible(*location),
                    _ => self.scene.moved.map(|moved| moved.kinds),
                };
                let kinds = self.maker.layout.kinds.iter().enumerate();
                let possible = possible.filter(|_| self.maker.masks());
                let sure = possible.is_some_and(|mask| mask & 1 == 0)
                    && kinds
                        .filter(|(index, _)| possible.is_none_or(|mask| mask >> (index + 1) & 1 == 1))
                        .all(|(_, (_, kind))| indexed(kind).is_some());
                if !sure || (!all && possible.is_none()) {
                    return Err(GiveUp::TooMuch);
                }
                return self.by_kind(thing, Value::Int(0), &|kind| indexed(kind).unwrap_or(Value::Int(0)));
            }
            // A location that only the position tells: a fault where it is none.
            Val::Node(node) => {
                let unknown = self.must_know(*node);
                if self.scene.me.is_none() || !matches!(unknown, GiveUp::Place(_)) {
                    return Err(unknown);
                }
                // Whatever fails in a heuristic is told by the plain form.
                let index = |at: &Self, l: LocationId| nth(&at.rules.locations[l.index()].indices);
                let known = self.by_place(thing, Value::Bool(false), &|at, l| Value::Bool(index(at, l).is_some()))?;
                let known = self.truth(&known)?;
                let number = self.by_place(thing, Value::Int(0), &|at, l| index(at, l).unwrap_or(Value::Int(0)))?;
                let kind = crate::fault::FaultKind::NoIndexOf { thing: String::new(), place: *place };
                let failing = self.maker.fail(kind, id);
                return self.choose(vec![(known, number)], Val::Node(failing));
            }
            _ => None,
        };
        match found {
            Some(value) => Ok(Val::of(value)),
            None => {
                let name = match Self::thing(thing) {
                    Some(Thing::Location(Some(l))) => rules.locations[l.index()].name.clone(),
                    Some(Thing::Element(Some(e))) => rules.elements[e.index()].name.clone(),
                    Some(Thing::Direction(Some(d))) => rules.directions[d.index()].name.clone(),
                    _ => return Err(GiveUp::TooMuch),
                };
                let kind = crate::fault::FaultKind::NoIndexOf { thing: name, place: *place };
                Ok(Val::Node(self.maker.fail(kind, id)))
            }
        }
    }

    fn elements_of(&mut self, player: &Val) -> Made {
        let Val::Int(wanted) = player else { return Err(GiveUp::TooMuch) };
        let mut members = Vec::new();
        for index in 0..self.rules.elements.len() {
            let element = Val::element(ElementId::new(index));
            let owned = self.by_kind(&element, Value::Bool(false), &|kind| {
                Value::Bool(kind.owner.map_or(0, Player::number) as i32 == *wanted)
            })?;
            let owned = self.truth(&owned)?;
            members.push((Some(owned), element));
        }
        self.distinct(members)
    }

    /// What to do about a location that only a node tells.
    pub(super) fn must_know(&self, node: NodeId) -> GiveUp {
        match self.maker.code[node] {
            Node::Global(id) if self.rules.globals[id.index()].kind != GlobalKind::Location => GiveUp::TooMuch,
            Node::PlaceOf(_) | Node::PlaceOfAny(_) | Node::Global(_) | Node::If { .. } => GiveUp::Place(node),
            _ => GiveUp::TooMuch,
        }
    }

    fn absolute(&mut self, id: ExprId, number: &Val) -> Made {
        let turned = |at: &mut Self| at.number(Arith::Subtract, &Val::Int(0), number, id);
        match self.binary(BinaryOp::Less, number, &Val::Int(0))? {
            Val::Bool(false) => Ok(number.clone()),
            Val::Bool(true) => match turned(self)? {
                // The least number has no opposite; the fault of that is told as one of ABS.
                Val::Node(_) => Err(GiveUp::TooMuch),
                turned => Ok(turned),
            },
            negative => {
                let guard = self.truth(&negative)?;
                let turned = turned(self)?;
                self.choose(vec![(guard, turned)], number.clone())
            }
        }
    }

    /// The greater or the lesser of two numbers.
    fn either(&mut self, greater: bool, one: &Val, other: &Val) -> Made {
        let (if_less, if_not) = if greater { (other, one) } else { (one, other) };
        match self.binary(BinaryOp::Less, one, other)? {
            Val::Bool(less) => Ok(if less { if_less } else { if_not }.clone()),
            less => {
                let guard = self.truth(&less)?;
                self.choose(vec![(guard, if_less.clone())], if_not.clone())
            }
        }
    }
}
