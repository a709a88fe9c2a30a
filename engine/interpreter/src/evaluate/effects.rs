//! Statically typed effects: changes of the position.
//! The state changes themselves are in [`change`](crate::change), which the compiled form also uses.

use crate::change;
use crate::globals::GlobalValue;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::ids::{ElementId, ExprId, GlobalId, LocationId};
use boardwright_rules::{Effect, FamilyKind, GlobalKind, Thing};

use super::eval::{EvalResult, Evaluator};
use super::geometry::location;
use super::sets::numbers;
use super::trace::MoveStage;
use super::value::Value;

impl Evaluator<'_> {
    /// Performs an effect; returns true.
    #[inline(never)]
    pub(super) fn perform_effect(&mut self, id: ExprId, effect: Effect, arguments: &[ExprId]) -> EvalResult {
        let operation = effect.name();
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        self.check_may_change(id, operation)?;
        let (rules, layout) = (self.rules, self.layout);
        let done = match (effect, values.as_slice()) {
            (
                Effect::Remove | Effect::Move | Effect::SetState | Effect::SetOwner,
                [Value::Thing(Thing::Element(None)), ..],
            ) => Err(FaultKind::NullElement(operation)),
            (Effect::Remove, [Value::Thing(Thing::Element(Some(element)))]) => {
                change::remove(rules, layout, self.state, *element)
            }
            (Effect::Move, [Value::Thing(Thing::Element(Some(element))), Value::Thing(Thing::Location(to))]) => {
                change::move_to(rules, layout, self.state, *element, *to)
            }
            (Effect::SetState, [Value::Thing(Thing::Element(Some(element))), Value::Int(state)]) => {
                change::set_state(rules, layout, self.state, *element, *state)
            }
            (Effect::SetOwner, [Value::Thing(Thing::Element(Some(element))), Value::Int(owner)]) => {
                change::set_owner(layout, self.state, *element, *owner)
            }
            (Effect::Permute, [Value::Set(from), Value::Set(to)]) => {
                let locations = |members: &[Value]| members.iter().map(location).collect::<Vec<_>>();
                change::permute(layout, self.state, &locations(from), &locations(to))
            }
            (Effect::SetScore, [Value::Int(player), Value::Int(points)]) => {
                change::player(layout, operation, *player).map(|player| self.state.set_score(layout, player, *points))
            }
            (Effect::Set(global), [value]) => return self.assign_global(id, global, value),
            (Effect::SetMember(family), [indices @ .., value]) => {
                let (family, indices) = (&rules.families[family], numbers(indices));
                match family.member(&indices) {
                    Some(member) if family.kind == FamilyKind::Global => {
                        return self.assign_global(id, GlobalId(member), value);
                    }
                    _ => Err(FaultKind::NoVariable { name: family.name.clone(), indices }),
                }
            }
            _ => return self.wrong_types(id, operation, &values),
        };
        done.or_else(|kind| self.fail(id, kind))?;
        self.record_stage(MoveStage::Effect(id));
        Ok(Value::Bool(true))
    }

    /// Assigns a value to a global variable; sets are stored in file order, without `NOTHING` and `NOWHERE`.
    fn assign_global(&mut self, id: ExprId, global: GlobalId, value: &Value) -> EvalResult {
        let new_value = match (self.rules.globals[global.index()].kind, value) {
            (GlobalKind::Int { .. }, Value::Int(number)) => {
                let done = change::set_global_int(self.rules, self.layout, self.state, global, *number);
                done.or_else(|kind| self.fail(id, kind))?;
                self.record_stage(MoveStage::Effect(id));
                return Ok(Value::Bool(true));
            }
            (GlobalKind::Bool, Value::Bool(yes)) => GlobalValue::Bool(*yes),
            (GlobalKind::Element, Value::Thing(Thing::Element(element))) => GlobalValue::Element(*element),
            (GlobalKind::Location, Value::Thing(Thing::Location(location))) => GlobalValue::Location(*location),
            (GlobalKind::Elements, Value::Set(members)) => {
                let mut members: Vec<ElementId> = members.iter().filter_map(element).collect();
                members.sort_unstable();
                members.dedup();
                GlobalValue::Elements(members)
            }
            (GlobalKind::Locations, Value::Set(members)) => {
                let mut members: Vec<LocationId> = members.iter().filter_map(location).collect();
                members.sort_unstable();
                members.dedup();
                GlobalValue::Locations(members)
            }
            (_, other) => return self.type_mismatch(id, "=", "a value of the variable's type", other),
        };
        self.state.set_global(self.rules, self.layout, global, &new_value);
        self.record_stage(MoveStage::Effect(id));
        Ok(Value::Bool(true))
    }

    /// Type error for arguments that the operation does not accept; cannot happen in statically typed expressions.
    pub(super) fn wrong_types<T>(&self, id: ExprId, operation: &'static str, values: &[Value]) -> Result<T, Fault> {
        let found = values.first().map_or("no argument", Value::type_name);
        self.fail(id, FaultKind::Type { operation, needed: "arguments of other types", found })
    }
}

/// The element of a value, if it is one.
fn element(value: &Value) -> Option<ElementId> {
    if let Value::Thing(Thing::Element(element)) = value { *element } else { None }
}
