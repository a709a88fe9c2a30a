//! Sets: literals, set operations, aggregates and quantifiers.
//! Geometric queries are in [`geometry`](super::geometry).

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ExprId, FamilyId, GlobalId, VarId};
use boardwright_rules::{Aggregate, BinaryOp, Family, FamilyKind, Thing};

use super::eval::{EvalResult, Evaluator, MAX_SET};
use super::value::Value;

impl Evaluator<'_> {
    /// Returns the set, or a fault if it is too large.
    pub(super) fn check_set_size(&self, id: ExprId, set: Value) -> EvalResult {
        if value_count(&set) > MAX_SET { self.fail(id, FaultKind::SetTooLarge(MAX_SET)) } else { Ok(set) }
    }

    /// Evaluates a set literal without duplicates; each value stays where it occurs first.
    #[inline(never)]
    pub(super) fn distinct(&mut self, id: ExprId, members: &[ExprId]) -> EvalResult {
        let mut set = Vec::new();
        for &member in members {
            let value = self.eval(member)?;
            if !set.contains(&value) {
                set.push(value);
            }
        }
        self.check_set_size(id, Value::Set(set))
    }

    #[inline(never)]
    pub(super) fn range(&mut self, id: ExprId, from: ExprId, to: ExprId) -> EvalResult {
        let (from, to) = (self.eval_number(from, "..")?, self.eval_number(to, "..")?);
        if i64::from(to) - i64::from(from) >= MAX_SET as i64 {
            return self.fail(id, FaultKind::SetTooLarge(MAX_SET));
        }
        Ok(Value::Set((from..=to).map(Value::Int).collect()))
    }

    /// Member of a family with these indices, or all members if an index is a set.
    #[inline(never)]
    pub(super) fn member(&mut self, id: ExprId, family: FamilyId, indices: &[ExprId]) -> EvalResult {
        let rules = self.rules;
        let family = &rules.families[family];
        let indices = indices.iter().map(|&index| self.eval(index)).collect::<Result<Vec<_>, _>>()?;
        let numbers = numbers(&indices);
        if numbers.len() == indices.len() {
            return self.family_value(id, family, family.member(&numbers), &indices);
        }
        let is_match = |member_indices: &[i32]| {
            member_indices.len() == indices.len()
                && member_indices.iter().zip(&indices).all(|(&member_indices, index)| match index {
                    Value::Set(members) => members.contains(&Value::Int(member_indices)),
                    single => *single == Value::Int(member_indices),
                })
        };
        let mut members: Vec<u16> = family
            .members
            .iter()
            .filter(|(member_indices, _)| is_match(member_indices))
            .map(|&(_, member)| member)
            .collect();
        members.sort_unstable();
        if indices.iter().any(|index| matches!(index, Value::Set(_))) {
            let mut set = Vec::new();
            for member in members {
                let value = self.family_value(id, family, Some(member), &[])?;
                if !set.contains(&value) {
                    set.push(value);
                }
            }
            return self.check_set_size(id, Value::Set(set));
        }
        self.family_value(id, family, members.first().copied(), &indices)
    }

    /// Value of a family member: the thing, or the value of the variable.
    fn family_value(&self, id: ExprId, family: &Family, member: Option<u16>, indices: &[Value]) -> EvalResult {
        if let (FamilyKind::Global, Some(member)) = (family.kind, member) {
            return Ok(self.state.global_value(self.rules, self.layout, GlobalId(member)).into());
        }
        match family.thing(member) {
            Some(thing) => Ok(Value::Thing(thing)),
            None => self.fail(id, FaultKind::NoVariable { name: family.name.clone(), indices: numbers(indices) }),
        }
    }

    /// Evaluates an aggregate over the members of a set.
    pub(super) fn aggregate(
        &mut self,
        id: ExprId,
        function: Aggregate,
        var: VarId,
        set: ExprId,
        body: ExprId,
        none: Option<ExprId>,
    ) -> EvalResult {
        let members = self.eval_set(set, function.name())?;
        let outer_value = self.variables[var.index()].clone();
        let value = self.aggregate_members(id, function, var, &members, body)?;
        self.variables[var.index()] = outer_value;
        match (value, function, none) {
            (Some(value), _, _) => self.check_set_size(id, value),
            (None, _, Some(none)) => self.eval(none),
            (None, Aggregate::Max | Aggregate::Min, None) => self.fail(id, FaultKind::EmptyAggregate(function.name())),
            (None, _, None) => match members.first() {
                Some(Value::Thing(member)) => Ok(Value::Thing(null_like(*member))),
                _ => self.fail(id, FaultKind::NoMatchingNumber),
            },
        }
    }

    /// Aggregates members; `None` for the maximum, minimum or first of nothing.
    fn aggregate_members(
        &mut self,
        id: ExprId,
        function: Aggregate,
        var: VarId,
        members: &[Value],
        body: ExprId,
    ) -> Result<Option<Value>, boardwright_game::fault::Fault> {
        let name = function.name();
        let (mut count, mut sum, mut best, mut matching) = (0, 0_i32, None, Vec::new());
        for member in members {
            self.variables[var.index()] = Some(member.clone());
            match function {
                Aggregate::All | Aggregate::Some => {
                    let yes = self.eval_boolean(body, name)?;
                    if yes == (function == Aggregate::Some) {
                        return Ok(Some(Value::Bool(yes)));
                    }
                }
                Aggregate::Count => count += i32::from(self.eval_boolean(body, name)?),
                Aggregate::Sum => {
                    let number = self.eval_number(body, name)?;
                    sum = match sum.checked_add(number) {
                        Some(sum) => sum,
                        None => return self.fail(id, FaultKind::Overflow(name)),
                    };
                }
                Aggregate::Max => best = best.max(Some(self.eval_number(body, name)?)),
                Aggregate::Min => {
                    let number = self.eval_number(body, name)?;
                    best = Some(best.map_or(number, |best: i32| best.min(number)));
                }
                Aggregate::First => {
                    if self.eval_boolean(body, name)? {
                        return Ok(Some(member.clone()));
                    }
                }
                Aggregate::Where => {
                    if self.eval_boolean(body, name)? {
                        matching.push(member.clone());
                    }
                }
                Aggregate::Each => {
                    self.eval(body)?;
                }
            }
        }
        Ok(match function {
            Aggregate::All | Aggregate::Each => Some(Value::Bool(true)),
            Aggregate::Some => Some(Value::Bool(false)),
            Aggregate::Count => Some(Value::Int(count)),
            Aggregate::Sum => Some(Value::Int(sum)),
            Aggregate::Max | Aggregate::Min => best.map(Value::Int),
            Aggregate::First => None,
            Aggregate::Where => Some(Value::Set(matching)),
        })
    }
}

/// The null value of the same kind. Relations have none.
pub(super) fn null_like(thing: Thing) -> Thing {
    match thing {
        Thing::Element(_) => Thing::Element(None),
        Thing::Location(_) => Thing::Location(None),
        Thing::ElementType(_) => Thing::ElementType(None),
        Thing::LocationType(_) => Thing::LocationType(None),
        Thing::Direction(_) => Thing::Direction(None),
        Thing::Relation(_) => thing,
    }
}

/// The numbers among some values.
pub(super) fn numbers(values: &[Value]) -> Vec<i32> {
    let number = |value: &Value| if let Value::Int(number) = value { Some(*number) } else { None };
    values.iter().filter_map(number).collect()
}

/// Number of values in a value, nested sets included.
fn value_count(value: &Value) -> usize {
    match value {
        Value::Set(members) => members.iter().map(value_count).sum(),
        _ => 1,
    }
}

/// Set operations; members of the first set keep their order and duplicates.
pub(super) fn set_operation(op: BinaryOp, mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
    match op {
        BinaryOp::Subset => return Value::Bool(left.iter().all(|member| right.contains(member))),
        BinaryOp::SameMembers => {
            let within = |one: &[Value], other: &[Value]| one.iter().all(|member| other.contains(member));
            return Value::Bool(within(&left, &right) && within(&right, &left));
        }
        BinaryOp::SetMinus => left.retain(|member| !right.contains(member)),
        BinaryOp::Intersect => left.retain(|member| right.contains(member)),
        BinaryOp::Join => {
            right.retain(|member| !left.contains(member));
            left.append(&mut right);
        }
        _ => {
            left.retain(|member| !right.contains(member));
            right.append(&mut left);
            return Value::Set(right);
        }
    }
    Value::Set(left)
}
