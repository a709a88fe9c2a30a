//! Geometric queries: directions, rays, relations, lines and reachability.
//! The tables are the rule set's; only `CLEAR` and the condition of `REACH` read the position.

use boardwright_game::ids::{DirectionId, ExprId, LocationId, VarId};
use boardwright_rules::Thing;

use super::eval::{EvalResult, Evaluator};
use super::value::Value;

impl Evaluator<'_> {
    /// Next location in a direction.
    pub(super) fn next_location(&self, direction: Option<DirectionId>, from: Option<LocationId>) -> Option<LocationId> {
        self.rules.directions[direction?.index()].next[from?.index()]
    }

    /// Ray: all locations beyond `from`, near to far, up to the edge or until a location would be repeated.
    pub(super) fn ray(&self, direction: Option<DirectionId>, from: Option<LocationId>) -> Vec<LocationId> {
        let mut ray = Vec::new();
        let mut at = from;
        while let Some(next) = self.next_location(direction, at) {
            if Some(next) == from || ray.contains(&next) {
                break;
            }
            ray.push(next);
            at = Some(next);
        }
        ray
    }

    /// Locations strictly between `a` and `b` on the first ray from `a` that contains `b`; the whole first ray if `b`
    /// is null.
    pub(super) fn between(
        &self,
        directions: &[Option<DirectionId>],
        a: Option<LocationId>,
        b: Option<LocationId>,
    ) -> Vec<LocationId> {
        let Some(b) = b else {
            return directions.first().map_or_else(Vec::new, |&direction| self.ray(direction, a));
        };
        self.rays_up_to(directions, a, b).next().unwrap_or_default()
    }

    /// `true` if `b` lies on a ray from `a` and all locations between them are empty.
    pub(super) fn is_clear(
        &self,
        directions: &[Option<DirectionId>],
        a: Option<LocationId>,
        b: Option<LocationId>,
    ) -> bool {
        let Some(b) = b else { return false };
        self.rays_up_to(directions, a, b).any(|between| between.iter().all(|&at| self.state.is_empty(self.layout, at)))
    }

    /// For each direction whose ray from `a` contains `b`: the locations between them.
    fn rays_up_to(
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

    /// Second locations of all pairs from `from` of a relation, a direction or a set of directions; `None` for other
    /// values.
    pub(super) fn neighbours(&self, relation: &Value, from: Option<LocationId>) -> Option<Vec<LocationId>> {
        let mut neighbours = Vec::new();
        if let Value::Thing(Thing::Relation(relation)) = relation {
            neighbours =
                from.map_or_else(Vec::new, |from| self.rules.relations[relation.index()].pairs[from.index()].clone());
        } else {
            neighbours
                .extend(directions(relation)?.into_iter().filter_map(|direction| self.next_location(direction, from)));
        }
        let mut distinct: Vec<LocationId> = Vec::new();
        for location in neighbours {
            if !distinct.contains(&location) {
                distinct.push(location);
            }
        }
        Some(distinct)
    }

    /// Lines of a relation that satisfy a predicate; `None` if the thing is not a relation.
    pub(super) fn lines_of(&self, relation: Thing, predicate: impl Fn(&[LocationId]) -> bool) -> Option<Value> {
        let Thing::Relation(relation) = relation else { return None };
        let lines = self.rules.relations[relation.index()].lines.iter().filter(|line| predicate(line));
        Some(Value::Set(lines.map(|line| Value::locations(line.iter().copied())).collect()))
    }

    /// Flood fill from the members of a set over locations for which a condition holds.
    pub(super) fn reach(
        &mut self,
        id: ExprId,
        var: VarId,
        relation: ExprId,
        start: ExprId,
        condition: ExprId,
    ) -> EvalResult {
        let name = "REACH";
        let pairs = self.eval(relation)?;
        let starts = self.eval_set(start, name)?;
        let outer_value = self.variables[var.index()].clone();
        let mut queue: Vec<LocationId> = starts.iter().filter_map(location).collect();
        let mut visited = vec![false; self.rules.locations.len()];
        let mut reached = vec![false; self.rules.locations.len()];
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            if std::mem::replace(&mut visited[here.index()], true) {
                continue;
            }
            self.variables[var.index()] = Some(Value::location(Some(here)));
            if self.eval_boolean(condition, name)? {
                reached[here.index()] = true;
                match self.neighbours(&pairs, Some(here)) {
                    Some(neighbours) => queue.extend(neighbours),
                    None => return self.type_mismatch(relation, name, "a relation or directions", &pairs),
                }
            }
        }
        self.variables[var.index()] = outer_value;
        let reached = (0..reached.len()).filter(|&index| reached[index]).map(LocationId::new);
        self.check_set_size(id, Value::locations(reached))
    }

    /// Graph search from the members of a set, where an expression gives the locations to which a location leads.
    #[inline(never)]
    pub(super) fn closure(&mut self, id: ExprId, start: ExprId, var: VarId, next: ExprId) -> EvalResult {
        let name = "REACH";
        let starts = self.eval_set(start, name)?;
        let outer_value = self.variables[var.index()].clone();
        let mut queue: Vec<LocationId> = starts.iter().filter_map(location).collect();
        let mut reached = vec![false; self.rules.locations.len()];
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            if std::mem::replace(&mut reached[here.index()], true) {
                continue;
            }
            self.variables[var.index()] = Some(Value::location(Some(here)));
            match self.eval(next)? {
                Value::Set(members) => queue.extend(members.iter().filter_map(location)),
                Value::Thing(Thing::Location(to)) => queue.extend(to),
                other => return self.type_mismatch(next, name, "a location or a set of locations", &other),
            }
        }
        self.variables[var.index()] = outer_value;
        let reached = (0..reached.len()).filter(|&index| reached[index]).map(LocationId::new);
        self.check_set_size(id, Value::locations(reached))
    }
}

/// The directions of a value that is a direction or a set of directions; `None` for other values.
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

/// The location of a value, if it is one.
pub(super) fn location(value: &Value) -> Option<LocationId> {
    if let Value::Thing(Thing::Location(location)) = value { *location } else { None }
}
