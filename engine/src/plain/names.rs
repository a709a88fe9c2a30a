//! Questions and changes whose things are named by texts, as in files of 2013.
//! Those that know things as values are in [`ask`](super::ask) and [`deeds`](super::deeds).

use crate::change;
use crate::fault::{Fault, FaultKind};
use crate::ids::{ElementId, ExprId, LocationId};
use crate::rules::{Action, Name, Query};

use super::eval::{Evaluator, Outcome};
use super::trail::Stage;
use super::value::Value;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> Outcome {
        let name = query.name();
        match query {
            Query::Player => Ok(Value::Int(self.state.mover().number() as i32)),
            Query::Score => {
                let number = self.number(arguments[0], name)?;
                match change::player(self.layout, name, number) {
                    Ok(player) => Ok(Value::Int(self.state.score(self.layout, player))),
                    Err(kind) => self.fail(id, kind),
                }
            }
            Query::IndexAt => {
                let place = self.number(arguments[0], name)?;
                let text = self.text(arguments[1], name)?;
                self.index(id, name, text, place)
            }
            Query::Index => {
                let text = self.text(arguments[0], name)?;
                self.index(id, name, text, 1)
            }
            Query::Unindex => Ok(Value::Text(Name::of(&self.text(arguments[0], name)?).base)),
            _ => {
                let text = self.text(arguments[0], name)?;
                self.about(id, query, &text)
            }
        }
    }

    fn index(&self, id: ExprId, operation: &'static str, text: String, place: i32) -> Outcome {
        let indices = Name::of(&text).indices;
        let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        match indices.zip(place).and_then(|(indices, place)| indices.get(place).copied()) {
            Some(index) => Ok(Value::Int(index)),
            None => self.fail(id, FaultKind::NoIndex { operation, name: text }),
        }
    }

    /// What is asked about one location or element by name.
    fn about(&self, id: ExprId, query: Query, name: &str) -> Outcome {
        let (rules, layout) = (self.rules, self.layout);
        let location = rules.location_named(name);
        let element = rules.element_named(name);
        let kind = element.map(|element| layout.kinds[self.state.kind(layout, element)]);
        let content = location.and_then(|location| self.state.content(layout, location));
        Ok(match query {
            Query::LocationType => Value::Text(location.map_or_else(String::new, |location| {
                rules.location_types[rules.locations[location.index()].kind.index()].name.clone()
            })),
            Query::ElementType => Value::Text(
                kind.map_or_else(String::new, |kind| rules.element_types[kind.element_type.index()].name.clone()),
            ),
            Query::State => Value::Int(kind.map_or(-1, |kind| i32::from(kind.state))),
            Query::Owner => Value::Int(kind.map_or(-1, |kind| kind.owner.map_or(0, |owner| owner.number() as i32))),
            Query::Location => {
                let place = element.and_then(|element| self.state.location(layout, element));
                Value::Text(place.map_or_else(String::new, |place| rules.locations[place.index()].name.clone()))
            }
            Query::Content => {
                Value::Text(content.map_or_else(String::new, |element| rules.elements[element.index()].name.clone()))
            }
            Query::Empty => Value::Bool(content.is_none()),
            Query::ZIndex => match element {
                Some(element) => Value::Int(self.state.zindex(layout, element)),
                None => return self.fail(id, FaultKind::NoElement { operation: "ZINDEX", name: name.to_owned() }),
            },
            Query::Index | Query::IndexAt | Query::Unindex | Query::Player | Query::Score => {
                unreachable!("these are not about one location or element")
            }
        })
    }

    #[inline(never)]
    pub(super) fn act(&mut self, id: ExprId, action: Action, arguments: &[ExprId]) -> Outcome {
        let operation = action.name();
        let done = match action {
            Action::NextPlayer => {
                self.may_change(id, operation)?;
                change::next_player(self.layout, self.state);
                Ok(true)
            }
            Action::Move => {
                let names = arguments.iter().map(|&a| self.text(a, operation)).collect::<Result<Vec<_>, _>>()?;
                self.may_change(id, operation)?;
                let element = self.element(id, operation, &names[0])?;
                let from = self.place(id, operation, &names[1])?;
                self.stands_on(id, element, from)?;
                let to = self.place(id, operation, &names[2])?;
                change::move_element(self.rules, self.layout, self.state, element, from, to)
            }
            Action::SetState | Action::SetOwner | Action::SetZIndex => {
                let name = self.text(arguments[0], operation)?;
                let number = self.number(arguments[1], operation)?;
                self.may_change(id, operation)?;
                let element = self.element(id, operation, &name)?;
                match action {
                    Action::SetState => change::set_state(self.rules, self.layout, self.state, element, number),
                    Action::SetOwner => change::set_owner(self.layout, self.state, element, number),
                    _ => {
                        self.state.set_zindex(self.layout, element, number);
                        Ok(())
                    }
                }
                .map(|()| true)
            }
        };
        let done = done.or_else(|kind| self.fail(id, kind))?;
        self.mark(Stage::Done(id));
        Ok(Value::Bool(done))
    }

    pub(super) fn may_change(&self, id: ExprId, operation: &'static str) -> Result<(), Fault> {
        if self.changes { Ok(()) } else { self.fail(id, FaultKind::ChangeInCondition(operation)) }
    }

    fn element(&self, id: ExprId, operation: &'static str, name: &str) -> Result<ElementId, Fault> {
        let none = || FaultKind::NoElement { operation, name: name.to_owned() };
        self.rules.element_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn place(&self, id: ExprId, operation: &'static str, name: &str) -> Result<LocationId, Fault> {
        let none = || FaultKind::NoLocation { operation, name: name.to_owned() };
        self.rules.location_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn stands_on(&self, id: ExprId, element: ElementId, from: LocationId) -> Result<(), Fault> {
        if self.state.location(self.layout, element) == Some(from) {
            return Ok(());
        }
        let element = self.rules.elements[element.index()].name.clone();
        self.fail(id, FaultKind::NotThere { element, from: self.rules.locations[from.index()].name.clone() })
    }
}
