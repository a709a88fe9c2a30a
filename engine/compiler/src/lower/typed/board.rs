//! Partial evaluation of queries about board geometry: directions, relations, rays and lines.

use std::rc::Rc;

use boardwright_game::ids::{DirectionId, LocationId, RelationId};
use boardwright_rules::{Direction, Query, Thing};

use super::{LoweringError, LoweringResult, SymValue, TypedSpecialiser};
use crate::tables::code::NodeId;
use crate::tables::value::Value;

impl TypedSpecialiser<'_> {
    pub(super) fn eval_geometry(&mut self, query: Query, values: &[SymValue]) -> LoweringResult {
        match query {
            Query::Next => self.next(&values[0], &values[1]),
            Query::Ray => {
                let (dir, from) = (self.direction(&values[0])?, self.place(&values[1])?);
                let from = dir.zip(from);
                let ray = from.into_iter().flat_map(|(dir, from)| dir.ray(from));
                Ok(SymValue::locations(ray.collect::<Vec<_>>()))
            }
            Query::Between => {
                let between = self.between(&values[0], &values[1], &values[2])?;
                Ok(SymValue::locations(between.unwrap_or_default()))
            }
            Query::Clear => {
                if self.place(&values[2])?.is_none() {
                    return Ok(SymValue::Bool(false));
                }
                let mut clear = Vec::new();
                for dir in Self::directions(&values[0])? {
                    let dir = SymValue::Thing(Thing::Direction(Some(dir)));
                    if let Some(between) = self.between(&dir, &values[1], &values[2])? {
                        let empty: Vec<NodeId> = between.into_iter().map(|location| self.empty(location)).collect();
                        clear.push(self.builder.all(&empty));
                    }
                }
                let node = self.builder.any(&clear);
                Ok(self.symbolic(node))
            }
            Query::Related => {
                let (from, to) = (self.place(&values[1])?, self.place(&values[2])?);
                let steps = from.map(|from| self.neighbours_of(&values[0], from)).transpose()?;
                Ok(SymValue::Bool(to.is_some_and(|to| steps.is_some_and(|steps| steps.contains(&to)))))
            }
            Query::Neighbours => {
                let from = self.place(&values[1])?;
                let steps = from.map(|from| self.neighbours_of(&values[0], from)).transpose()?;
                Ok(SymValue::locations(steps.unwrap_or_default()))
            }
            Query::Lines => {
                let relation = Self::relation(&values[0])?;
                let lines = &self.rules.relations[relation.index()].lines;
                Ok(SymValue::Set(lines.iter().map(|line| (None, SymValue::locations(line.iter().copied()))).collect()))
            }
            Query::LinesThrough => {
                let relation = &self.rules.relations[Self::relation(&values[0])?.index()];
                let Some(at) = self.place(&values[1])? else { return Ok(SymValue::Set([].into())) };
                let lines = relation.lines_through[at.index()].iter().map(|&line| &relation.lines[line as usize]);
                Ok(SymValue::Set(lines.map(|line| (None, SymValue::locations(line.iter().copied()))).collect()))
            }
            _ => Err(LoweringError::Unsupported),
        }
    }

    /// A location that must be known at compile time.
    fn place(&self, val: &SymValue) -> LoweringResult<Option<LocationId>> {
        match val {
            SymValue::Thing(Thing::Location(location)) => Ok(*location),
            SymValue::Node(node) => Err(self.unknown_place_error(*node)),
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn direction(&self, val: &SymValue) -> LoweringResult<Option<&Direction>> {
        match val {
            SymValue::Thing(Thing::Direction(dir)) => Ok(dir.map(|dir| &self.rules.directions[dir.index()])),
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn relation(val: &SymValue) -> LoweringResult<RelationId> {
        match val {
            SymValue::Thing(Thing::Relation(relation)) => Ok(*relation),
            _ => Err(LoweringError::Unsupported),
        }
    }

    /// A direction or a set of directions, as a list.
    pub(super) fn directions(val: &SymValue) -> LoweringResult<Vec<DirectionId>> {
        match val {
            SymValue::Thing(Thing::Direction(dir)) => Ok(dir.iter().copied().collect()),
            SymValue::Set(members) => members
                .iter()
                .map(|member| match member {
                    (None, SymValue::Thing(Thing::Direction(Some(dir)))) => Ok(*dir),
                    _ => Err(LoweringError::Unsupported),
                })
                .collect(),
            _ => Err(LoweringError::Unsupported),
        }
    }

    fn next(&mut self, dir: &SymValue, from: &SymValue) -> LoweringResult {
        let SymValue::Thing(Thing::Direction(Some(dir))) = dir else {
            return match dir {
                SymValue::Thing(Thing::Direction(None)) => Ok(SymValue::nowhere()),
                _ => Err(LoweringError::Unsupported),
            };
        };
        let rules = self.rules;
        let to = &rules.directions[dir.index()].next;
        self.by_place(from, Value::Thing(Thing::Location(None)), &|_, at| Value::Thing(Thing::Location(to[at.index()])))
    }

    /// The locations strictly between two locations; `None` if no ray connects them.
    fn between(&mut self, dirs: &SymValue, from: &SymValue, to: &SymValue) -> LoweringResult<Option<Vec<LocationId>>> {
        let dirs = Self::directions(dirs)?;
        let (from, to) = (self.place(from)?, self.place(to)?);
        let Some(from) = from else { return Ok(None) };
        for dir in dirs {
            let ray = self.ray(dir, from);
            self.spend(1)?;
            match to {
                None => return Ok(Some(ray.to_vec())),
                Some(to) => {
                    if let Some(at) = ray.iter().position(|&on| on == to) {
                        return Ok(Some(ray[..at].to_vec()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// All locations beyond one in a direction, memoised.
    fn ray(&mut self, dir: DirectionId, from: LocationId) -> Rc<[LocationId]> {
        let direction = &self.rules.directions[dir.index()];
        self.rays.entry((dir, from)).or_insert_with(|| direction.ray(from).collect()).clone()
    }

    /// The locations one step away by a relation, a direction or a set of directions, without duplicates.
    pub(super) fn neighbours_of(&self, relation: &SymValue, from: LocationId) -> LoweringResult<Vec<LocationId>> {
        if let SymValue::Thing(Thing::Relation(relation)) = relation {
            return Ok(self.rules.relations[relation.index()].pairs[from.index()].clone());
        }
        let mut steps = Vec::new();
        for dir in Self::directions(relation)? {
            steps.extend(self.rules.directions[dir.index()].next[from.index()].filter(|to| !steps.contains(to)));
        }
        Ok(steps)
    }
}
