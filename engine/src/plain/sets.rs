//! Sets: how they are made, joined and gone through.
//! Which places are near each other is in [`geometry`](super::geometry).

use crate::fault::FaultKind;
use crate::ids::{ExprId, FamilyId, GlobalId, VarId};
use crate::rules::{BinaryOp, Family, FamilyKind, Over, Thing};

use super::eval::{Evaluator, MAX_SET, Outcome};
use super::value::Value;

impl Evaluator<'_> {
    /// A set, unless it is too large.
    pub(super) fn sized(&self, id: ExprId, set: Value) -> Outcome {
        if size(&set) > MAX_SET { self.fail(id, FaultKind::SetTooLarge(MAX_SET)) } else { Ok(set) }
    }

    /// The members without doubles, each where it first stands.
    #[inline(never)]
    pub(super) fn distinct(&mut self, id: ExprId, members: &[ExprId]) -> Outcome {
        let mut set = Vec::new();
        for &member in members {
            let value = self.eval(member)?;
            if !set.contains(&value) {
                set.push(value);
            }
        }
        self.sized(id, Value::Set(set))
    }

    #[inline(never)]
    pub(super) fn range(&mut self, id: ExprId, from: ExprId, to: ExprId) -> Outcome {
        let (from, to) = (self.number(from, "..")?, self.number(to, "..")?);
        if i64::from(to) - i64::from(from) >= MAX_SET as i64 {
            return self.fail(id, FaultKind::SetTooLarge(MAX_SET));
        }
        Ok(Value::Set((from..=to).map(Value::Int).collect()))
    }

    /// The member of a family with these indices, or all members with one of several indices.
    #[inline(never)]
    pub(super) fn member(&mut self, id: ExprId, family: FamilyId, indices: &[ExprId]) -> Outcome {
        let rules = self.rules;
        let family = &rules.families[family];
        let indices = indices.iter().map(|&index| self.eval(index)).collect::<Result<Vec<_>, _>>()?;
        let found = |known: &[i32]| {
            known.len() == indices.len()
                && known.iter().zip(&indices).all(|(&known, index)| match index {
                    Value::Set(members) => members.contains(&Value::Int(known)),
                    single => *single == Value::Int(known),
                })
        };
        let mut members: Vec<u16> =
            family.members.iter().filter(|(known, _)| found(known)).map(|&(_, member)| member).collect();
        members.sort_unstable();
        if indices.iter().any(|index| matches!(index, Value::Set(_))) {
            let mut set = Vec::new();
            for member in members {
                let value = self.family_value(id, family, Some(member), &[])?;
                if !set.contains(&value) {
                    set.push(value);
                }
            }
            return self.sized(id, Value::Set(set));
        }
        self.family_value(id, family, members.first().copied(), &indices)
    }

    /// A member of a family as a value: the thing, or what the variable holds.
    fn family_value(&self, id: ExprId, family: &Family, member: Option<u16>, indices: &[Value]) -> Outcome {
        if let (FamilyKind::Global, Some(member)) = (family.kind, member) {
            return Ok(self.state.held(self.rules, self.layout, GlobalId(member)).into());
        }
        match family.thing(member) {
            Some(thing) => Ok(Value::Thing(thing)),
            None => self.fail(id, FaultKind::NoVariable { name: family.name.clone(), indices: numbers(indices) }),
        }
    }

    /// What comes of the members of a set, each put into the variable in turn.
    pub(super) fn over(
        &mut self,
        id: ExprId,
        over: Over,
        var: VarId,
        (set, body, none): (ExprId, ExprId, Option<ExprId>),
    ) -> Outcome {
        let members = self.set(set, over.name())?;
        let outside = self.variables[var.index()].clone();
        let value = self.gather(id, over, var, &members, body)?;
        self.variables[var.index()] = outside;
        match (value, over, none) {
            (Some(value), _, _) => self.sized(id, value),
            (None, _, Some(none)) => self.eval(none),
            (None, Over::Max | Over::Min, None) => self.fail(id, FaultKind::NoneOf(over.name())),
            (None, _, None) => match members.first() {
                Some(Value::Thing(member)) => Ok(Value::Thing(none_like(*member))),
                _ => self.fail(id, FaultKind::NoNumber),
            },
        }
    }

    /// What comes of the members; `None` for the greatest, least or first of nothing.
    fn gather(
        &mut self,
        id: ExprId,
        over: Over,
        var: VarId,
        members: &[Value],
        body: ExprId,
    ) -> Result<Option<Value>, crate::fault::Fault> {
        let name = over.name();
        let (mut count, mut sum, mut best, mut kept) = (0, 0_i32, None, Vec::new());
        for member in members {
            self.variables[var.index()] = Some(member.clone());
            match over {
                Over::All | Over::Some => {
                    let yes = self.boolean(body, name)?;
                    if yes == (over == Over::Some) {
                        return Ok(Some(Value::Bool(yes)));
                    }
                }
                Over::Count => count += i32::from(self.boolean(body, name)?),
                Over::Sum => {
                    let number = self.number(body, name)?;
                    sum = match sum.checked_add(number) {
                        Some(sum) => sum,
                        None => return self.fail(id, FaultKind::Overflow(name)),
                    };
                }
                Over::Max => best = best.max(Some(self.number(body, name)?)),
                Over::Min => {
                    let number = self.number(body, name)?;
                    best = Some(best.map_or(number, |best: i32| best.min(number)));
                }
                Over::First => {
                    if self.boolean(body, name)? {
                        return Ok(Some(member.clone()));
                    }
                }
                Over::Where => {
                    if self.boolean(body, name)? {
                        kept.push(member.clone());
                    }
                }
                Over::Each => {
                    self.eval(body)?;
                }
            }
        }
        Ok(match over {
            Over::All | Over::Each => Some(Value::Bool(true)),
            Over::Some => Some(Value::Bool(false)),
            Over::Count => Some(Value::Int(count)),
            Over::Sum => Some(Value::Int(sum)),
            Over::Max | Over::Min => best.map(Value::Int),
            Over::First => None,
            Over::Where => Some(Value::Set(kept)),
        })
    }
}

/// None of the same kind. There is always a relation, so it has no such.
fn none_like(thing: Thing) -> Thing {
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

/// How many values there are, those within sets counted.
fn size(value: &Value) -> usize {
    match value {
        Value::Set(members) => members.iter().map(size).sum(),
        _ => 1,
    }
}

/// The operations on two sets; members of the first keep their order and doubles.
pub(super) fn combine(op: BinaryOp, mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
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
