//! Dynamically typed queries and actions on things named by texts, as in files of the 2013 edition.
//! Statically typed queries and effects are in [`queries`](super::queries) and [`effects`](super::effects).

use crate::change;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::ids::{ElementId, ExprId, LocationId};
use boardwright_rules::{IndexedName, UntypedAction, UntypedQuery};

use super::eval::{EvalResult, Evaluator};
use super::trace::MoveStage;
use super::value::Value;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn untyped_query(&mut self, id: ExprId, query: UntypedQuery, arguments: &[ExprId]) -> EvalResult {
        let name = query.name();
        match query {
            UntypedQuery::Player => Ok(Value::Int(self.state.mover().number() as i32)),
            UntypedQuery::Score => {
                let number = self.eval_number(arguments[0], name)?;
                match change::player(self.layout, name, number) {
                    Ok(player) => Ok(Value::Int(self.state.score(self.layout, player))),
                    Err(kind) => self.fail(id, kind),
                }
            }
            UntypedQuery::IndexAt => {
                let place = self.eval_number(arguments[0], name)?;
                let text = self.eval_text(arguments[1], name)?;
                self.index(id, name, text, place)
            }
            UntypedQuery::Index => {
                let text = self.eval_text(arguments[0], name)?;
                self.index(id, name, text, 1)
            }
            UntypedQuery::Unindex => Ok(Value::Text(IndexedName::parse(&self.eval_text(arguments[0], name)?).base)),
            _ => {
                let text = self.eval_text(arguments[0], name)?;
                self.query_named_thing(id, query, &text)
            }
        }
    }

    fn index(&self, id: ExprId, operation: &'static str, text: String, place: i32) -> EvalResult {
        let indices = IndexedName::parse(&text).indices;
        let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        match indices.zip(place).and_then(|(indices, place)| indices.get(place).copied()) {
            Some(index) => Ok(Value::Int(index)),
            None => self.fail(id, FaultKind::NoIndex { operation, name: text }),
        }
    }

    /// Evaluates a query about one location or element given by name.
    fn query_named_thing(&self, id: ExprId, query: UntypedQuery, name: &str) -> EvalResult {
        let (rules, layout) = (self.rules, self.layout);
        let location = rules.location_named(name);
        let element = rules.element_named(name);
        let kind = element.map(|element| layout.kinds[self.state.kind(layout, element)]);
        let content = location.and_then(|location| self.state.content(layout, location));
        Ok(match query {
            UntypedQuery::LocationType => Value::Text(location.map_or_else(String::new, |location| {
                rules.location_types[rules.locations[location.index()].kind.index()].name.clone()
            })),
            UntypedQuery::ElementType => Value::Text(
                kind.map_or_else(String::new, |kind| rules.element_types[kind.element_type.index()].name.clone()),
            ),
            UntypedQuery::State => Value::Int(kind.map_or(-1, |kind| i32::from(kind.state))),
            UntypedQuery::Owner => {
                Value::Int(kind.map_or(-1, |kind| kind.owner.map_or(0, |owner| owner.number() as i32)))
            }
            UntypedQuery::Location => {
                let place = element.and_then(|element| self.state.location(layout, element));
                Value::Text(place.map_or_else(String::new, |place| rules.locations[place.index()].name.clone()))
            }
            UntypedQuery::Content => {
                Value::Text(content.map_or_else(String::new, |element| rules.elements[element.index()].name.clone()))
            }
            UntypedQuery::Empty => Value::Bool(content.is_none()),
            UntypedQuery::ZIndex => match element {
                Some(element) => Value::Int(self.state.zindex(layout, element)),
                None => return self.fail(id, FaultKind::NoElement { operation: "ZINDEX", name: name.to_owned() }),
            },
            UntypedQuery::Index
            | UntypedQuery::IndexAt
            | UntypedQuery::Unindex
            | UntypedQuery::Player
            | UntypedQuery::Score => {
                unreachable!("these are not about one location or element")
            }
        })
    }

    #[inline(never)]
    pub(super) fn untyped_action(&mut self, id: ExprId, action: UntypedAction, arguments: &[ExprId]) -> EvalResult {
        let operation = action.name();
        let result = match action {
            UntypedAction::NextPlayer => {
                self.check_may_change(id, operation)?;
                change::next_player(self.layout, self.state);
                Ok(true)
            }
            UntypedAction::Move => {
                let names = arguments.iter().map(|&a| self.eval_text(a, operation)).collect::<Result<Vec<_>, _>>()?;
                self.check_may_change(id, operation)?;
                let element = self.named_element(id, operation, &names[0])?;
                let from = self.named_location(id, operation, &names[1])?;
                self.check_stands_on(id, element, from)?;
                let to = self.named_location(id, operation, &names[2])?;
                change::move_element(self.rules, self.layout, self.state, element, from, to)
            }
            UntypedAction::SetState | UntypedAction::SetOwner | UntypedAction::SetZIndex => {
                let name = self.eval_text(arguments[0], operation)?;
                let number = self.eval_number(arguments[1], operation)?;
                self.check_may_change(id, operation)?;
                let element = self.named_element(id, operation, &name)?;
                match action {
                    UntypedAction::SetState => change::set_state(self.rules, self.layout, self.state, element, number),
                    UntypedAction::SetOwner => change::set_owner(self.layout, self.state, element, number),
                    _ => {
                        self.state.set_zindex(self.layout, element, number);
                        Ok(())
                    }
                }
                .map(|()| true)
            }
        };
        let result = result.or_else(|kind| self.fail(id, kind))?;
        self.record_stage(MoveStage::Effect(id));
        Ok(Value::Bool(result))
    }

    pub(super) fn check_may_change(&self, id: ExprId, operation: &'static str) -> Result<(), Fault> {
        if self.allows_changes { Ok(()) } else { self.fail(id, FaultKind::ChangeInCondition(operation)) }
    }

    fn named_element(&self, id: ExprId, operation: &'static str, name: &str) -> Result<ElementId, Fault> {
        let none = || FaultKind::NoElement { operation, name: name.to_owned() };
        self.rules.element_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn named_location(&self, id: ExprId, operation: &'static str, name: &str) -> Result<LocationId, Fault> {
        let none = || FaultKind::NoLocation { operation, name: name.to_owned() };
        self.rules.location_named(name).map_or_else(|| self.fail(id, none()), Ok)
    }

    fn check_stands_on(&self, id: ExprId, element: ElementId, from: LocationId) -> Result<(), Fault> {
        if self.state.location(self.layout, element) == Some(from) {
            return Ok(());
        }
        let element = self.rules.elements[element.index()].name.clone();
        self.fail(id, FaultKind::NotAtOrigin { element, from: self.rules.locations[from.index()].name.clone() })
    }
}
