//! Changes of the position whose things are values.
//! What each change does to a state is in [`change`](crate::change), which both forms use.

use crate::change;
use crate::fault::{Fault, FaultKind};
use crate::globals::Held;
use crate::ids::{ElementId, ExprId, GlobalId, LocationId};
use crate::rules::{Deed, FamilyKind, GlobalKind, Thing};

use super::eval::{Evaluator, Outcome};
use super::geometry::location;
use super::sets::numbers;
use super::trail::Stage;
use super::value::Value;

impl Evaluator<'_> {
    /// Does something; true.
    #[inline(never)]
    pub(super) fn perform(&mut self, id: ExprId, deed: Deed, arguments: &[ExprId]) -> Outcome {
        let operation = deed.name();
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        self.may_change(id, operation)?;
        let (rules, layout) = (self.rules, self.layout);
        let done = match (deed, values.as_slice()) {
            (Deed::Remove | Deed::Move | Deed::SetState | Deed::SetOwner, [Value::Thing(Thing::Element(None)), ..]) => {
                Err(FaultKind::Nothing(operation))
            }
            (Deed::Remove, [Value::Thing(Thing::Element(Some(element)))]) => {
                change::remove(rules, layout, self.state, *element)
            }
            (Deed::Move, [Value::Thing(Thing::Element(Some(element))), Value::Thing(Thing::Location(to))]) => {
                change::put(rules, layout, self.state, *element, *to)
            }
            (Deed::SetState, [Value::Thing(Thing::Element(Some(element))), Value::Int(state)]) => {
                change::set_state(rules, layout, self.state, *element, *state)
            }
            (Deed::SetOwner, [Value::Thing(Thing::Element(Some(element))), Value::Int(owner)]) => {
                change::set_owner(layout, self.state, *element, *owner)
            }
            (Deed::SetScore, [Value::Int(player), Value::Int(points)]) => {
                change::player(layout, operation, *player).map(|player| self.state.set_score(layout, player, *points))
            }
            (Deed::Set(global), [value]) => return self.give(id, global, value),
            (Deed::SetMember(family), [indices @ .., value]) => {
                let (family, indices) = (&rules.families[family], numbers(indices));
                match family.member(&indices) {
                    Some(member) if family.kind == FamilyKind::Global => {
                        return self.give(id, GlobalId(member), value);
                    }
                    _ => Err(FaultKind::NoVariable { name: family.name.clone(), indices }),
                }
            }
            _ => return self.wrong_types(id, operation, &values),
        };
        done.or_else(|kind| self.fail(id, kind))?;
        self.mark(Stage::Done(id));
        Ok(Value::Bool(true))
    }

    /// Gives a variable that outlives the move a value; sets are kept in file order, without `NOTHING` and `NOWHERE`.
    fn give(&mut self, id: ExprId, global: GlobalId, value: &Value) -> Outcome {
        let held = match (self.rules.globals[global.index()].kind, value) {
            (GlobalKind::Int { .. }, Value::Int(number)) => {
                let done = change::hold_int(self.rules, self.layout, self.state, global, *number);
                done.or_else(|kind| self.fail(id, kind))?;
                self.mark(Stage::Done(id));
                return Ok(Value::Bool(true));
            }
            (GlobalKind::Bool, Value::Bool(yes)) => Held::Bool(*yes),
            (GlobalKind::Element, Value::Thing(Thing::Element(element))) => Held::Element(*element),
            (GlobalKind::Location, Value::Thing(Thing::Location(location))) => Held::Location(*location),
            (GlobalKind::Elements, Value::Set(members)) => {
                let mut members: Vec<ElementId> = members.iter().filter_map(element).collect();
                members.sort_unstable();
                members.dedup();
                Held::Elements(members)
            }
            (GlobalKind::Locations, Value::Set(members)) => {
                let mut members: Vec<LocationId> = members.iter().filter_map(location).collect();
                members.sort_unstable();
                members.dedup();
                Held::Locations(members)
            }
            (_, other) => return self.mismatch(id, "=", "a value of the variable's type", other),
        };
        self.state.hold(self.rules, self.layout, global, &held);
        self.mark(Stage::Done(id));
        Ok(Value::Bool(true))
    }

    /// The fault of arguments that the operation does not take; expressions whose types were found cannot have it.
    pub(super) fn wrong_types<T>(&self, id: ExprId, operation: &'static str, values: &[Value]) -> Result<T, Fault> {
        let found = values.first().map_or("no argument", Value::type_name);
        self.fail(id, FaultKind::Type { operation, needed: "arguments of other types", found })
    }
}

/// The element that a value is, if it is one.
fn element(value: &Value) -> Option<ElementId> {
    if let Value::Thing(Thing::Element(element)) = value { *element } else { None }
}
