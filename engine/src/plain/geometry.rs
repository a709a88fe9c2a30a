//! Directions, rays, relations and lines, and what is reached over them.
//! The tables are the rule set's; only `CLEAR` and the condition of `REACH` look at the position.

use crate::ids::{DirectionId, ExprId, LocationId, VarId};
use crate::rules::Thing;

use super::eval::{Evaluator, Outcome};
use super::value::Value;

impl Evaluator<'_> {
    /// The next location in a direction.
    pub(super) fn next(&self, direction: Option<DirectionId>, from: Option<LocationId>) -> Option<LocationId> {
        self.rules.directions[direction?.index()].to[from?.index()]
    }

    /// All locations beyond one, near to far, to the end or until it or one of them would come again.
    pub(super) fn ray(&self, direction: Option<DirectionId>, from: Option<LocationId>) -> Vec<LocationId> {
        let mut ray = Vec::new();
        let mut at = from;
        while let Some(next) = self.next(direction, at) {
            if Some(next) == from || ray.contains(&next) {
                break;
            }
            ray.push(next);
            at = Some(next);
        }
        ray
    }

    /// What lies strictly between two locations on the first ray from `a` that has `b`; the whole first ray if `b` is none.
    pub(super) fn between(
        &self,
        directions: &[Option<DirectionId>],
        a: Option<LocationId>,
        b: Option<LocationId>,
    ) -> Vec<LocationId> {
        let Some(b) = b else {
            return directions.first().map_or_else(Vec::new, |&direction| self.ray(direction, a));
        };
        self.up_to(directions, a, b).next().unwrap_or_default()
    }

    /// Whether `b` lies on a ray from `a`, and all between is empty.
    pub(super) fn clear(
        &self,
        directions: &[Option<DirectionId>],
        a: Option<LocationId>,
        b: Option<LocationId>,
    ) -> bool {
        let Some(b) = b else { return false };
        self.up_to(directions, a, b).any(|between| between.iter().all(|&at| self.state.is_empty(self.layout, at)))
    }

    /// By direction whose ray from `a` has `b`: what lies between.
    fn up_to(
        &self,
        directions: &[Option<DirectionId>],
        a: Option<LocationId>,
        b: LocationId,
    ) -> impl Iterator<Item = Vec<LocationId>> {
        directions.iter().filter_map(move |&direction| {
            let mut ray = self.ray(direction, a);
            let at = ray.iter().position(|&location| location == b)?;
            ray.truncate(at);
            Some(ray)
        })
    }

    /// The second locations of all pairs from `from` of a relation, a direction or a set of directions; `None` if it is
    /// none of these.
    pub(super) fn neighbours(&self, relation: &Value, from: Option<LocationId>) -> Option<Vec<LocationId>> {
        let mut near = Vec::new();
        if let Value::Thing(Thing::Relation(relation)) = relation {
            near =
                from.map_or_else(Vec::new, |from| self.rules.relations[relation.index()].pairs[from.index()].clone());
        } else {
            near.extend(directions(relation)?.into_iter().filter_map(|direction| self.next(direction, from)));
        }
        let mut distinct: Vec<LocationId> = Vec::new();
        for location in near {
            if !distinct.contains(&location) {
                distinct.push(location);
            }
        }
        Some(distinct)
    }

    /// The lines of a relation that are wanted; `None` if it is no relation.
    pub(super) fn lines_of(&self, relation: Thing, wanted: impl Fn(&[LocationId]) -> bool) -> Option<Value> {
        let Thing::Relation(relation) = relation else { return None };
        let lines = self.rules.relations[relation.index()].lines.iter().filter(|line| wanted(line));
        Some(Value::Set(lines.map(|line| Value::locations(line.iter().copied())).collect()))
    }

    /// A flood from the members of a set over locations for which a condition holds.
    pub(super) fn reach(
        &mut self,
        id: ExprId,
        var: VarId,
        (relation, start, condition): (ExprId, ExprId, ExprId),
    ) -> Outcome {
        let name = "REACH";
        let pairs = self.eval(relation)?;
        let begins = self.set(start, name)?;
        let outside = self.variables[var.index()].clone();
        let mut waiting: Vec<LocationId> = begins.iter().filter_map(location).collect();
        let mut seen = vec![false; self.rules.locations.len()];
        let mut reached = vec![false; self.rules.locations.len()];
        let mut at = 0;
        while let Some(&here) = waiting.get(at) {
            at += 1;
            if std::mem::replace(&mut seen[here.index()], true) {
                continue;
            }
            self.variables[var.index()] = Some(Value::location(Some(here)));
            if self.boolean(condition, name)? {
                reached[here.index()] = true;
                match self.neighbours(&pairs, Some(here)) {
                    Some(near) => waiting.extend(near),
                    None => return self.mismatch(relation, name, "a relation or directions", &pairs),
                }
            }
        }
        self.variables[var.index()] = outside;
        let reached = (0..reached.len()).filter(|&index| reached[index]).map(LocationId::new);
        self.sized(id, Value::locations(reached))
    }
}

/// The directions that a value is: one of them or a set; `None` if it is neither.
pub(super) fn directions(value: &Value) -> Option<Vec<Option<DirectionId>>> {
    match value {
        Value::Thing(Thing::Direction(direction)) => Some(vec![*direction]),
        Value::Set(members) => members
            .iter()
            .map(|member| if let Value::Thing(Thing::Direction(direction)) = member { Some(*direction) } else { None })
            .collect(),
        _ => None,
    }
}

/// The location that a value is, if it is one.
pub(super) fn location(value: &Value) -> Option<LocationId> {
    if let Value::Thing(Thing::Location(location)) = value { *location } else { None }
}
