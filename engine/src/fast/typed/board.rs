//! Questions about the lie of the board: directions, relations, rays and lines.

use std::rc::Rc;

use crate::ids::{DirectionId, LocationId, RelationId};
use crate::rules::{Ask, Direction, Thing};

use super::super::code::NodeId;
use super::super::value::Value;
use super::{GiveUp, Made, Typed, Val};

impl Typed<'_> {
    pub(super) fn on_board(&mut self, ask: Ask, values: &[Val]) -> Made {
        match ask {
            Ask::Next => self.next(&values[0], &values[1]),
            Ask::Ray => {
                let (way, from) = (self.direction(&values[0])?, self.place(&values[1])?);
                let from = way.zip(from);
                let ray = from.into_iter().flat_map(|(way, from)| way.ray(from));
                Ok(Val::locations(ray.collect::<Vec<_>>()))
            }
            Ask::Between => {
                let between = self.between(&values[0], &values[1], &values[2])?;
                Ok(Val::locations(between.unwrap_or_default()))
            }
            Ask::Clear => {
                if self.place(&values[2])?.is_none() {
                    return Ok(Val::Bool(false));
                }
                let mut clear = Vec::new();
                for way in Self::directions(&values[0])? {
                    let way = Val::Thing(Thing::Direction(Some(way)));
                    if let Some(between) = self.between(&way, &values[1], &values[2])? {
                        let empty: Vec<NodeId> = between.into_iter().map(|location| self.empty(location)).collect();
                        clear.push(self.maker.all(&empty));
                    }
                }
                let node = self.maker.any(&clear);
                Ok(self.val(node))
            }
            Ask::Related => {
                let (from, to) = (self.place(&values[1])?, self.place(&values[2])?);
                let steps = from.map(|from| self.steps_from(&values[0], from)).transpose()?;
                Ok(Val::Bool(to.is_some_and(|to| steps.is_some_and(|steps| steps.contains(&to)))))
            }
            Ask::Neighbours => {
                let from = self.place(&values[1])?;
                let steps = from.map(|from| self.steps_from(&values[0], from)).transpose()?;
                Ok(Val::locations(steps.unwrap_or_default()))
            }
            Ask::Lines => {
                let relation = Self::relation(&values[0])?;
                let lines = &self.rules.relations[relation.index()].lines;
                Ok(Val::Set(lines.iter().map(|line| (None, Val::locations(line.iter().copied()))).collect()))
            }
            Ask::LinesThrough => {
                let relation = &self.rules.relations[Self::relation(&values[0])?.index()];
                let Some(at) = self.place(&values[1])? else { return Ok(Val::Set([].into())) };
                let lines = relation.through[at.index()].iter().map(|&line| &relation.lines[line as usize]);
                Ok(Val::Set(lines.map(|line| (None, Val::locations(line.iter().copied()))).collect()))
            }
            _ => Err(GiveUp::TooMuch),
        }
    }

    /// A location that must be known.
    fn place(&self, val: &Val) -> Made<Option<LocationId>> {
        match val {
            Val::Thing(Thing::Location(location)) => Ok(*location),
            Val::Node(node) => Err(self.must_know(*node)),
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn direction(&self, val: &Val) -> Made<Option<&Direction>> {
        match val {
            Val::Thing(Thing::Direction(way)) => Ok(way.map(|way| &self.rules.directions[way.index()])),
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn relation(val: &Val) -> Made<RelationId> {
        match val {
            Val::Thing(Thing::Relation(relation)) => Ok(*relation),
            _ => Err(GiveUp::TooMuch),
        }
    }

    /// A direction or a set of them, as a list.
    pub(super) fn directions(val: &Val) -> Made<Vec<DirectionId>> {
        match val {
            Val::Thing(Thing::Direction(way)) => Ok(way.iter().copied().collect()),
            Val::Set(members) => members
                .iter()
                .map(|member| match member {
                    (None, Val::Thing(Thing::Direction(Some(way)))) => Ok(*way),
                    _ => Err(GiveUp::TooMuch),
                })
                .collect(),
            _ => Err(GiveUp::TooMuch),
        }
    }

    fn next(&mut self, way: &Val, from: &Val) -> Made {
        let Val::Thing(Thing::Direction(Some(way))) = way else {
            return match way {
                Val::Thing(Thing::Direction(None)) => Ok(Val::nowhere()),
                _ => Err(GiveUp::TooMuch),
            };
        };
        let rules = self.rules;
        let to = &rules.directions[way.index()].to;
        self.by_place(from, Value::Thing(Thing::Location(None)), &|_, at| Value::Thing(Thing::Location(to[at.index()])))
    }

    /// What lies strictly between; `None` if there is no ray.
    fn between(&mut self, ways: &Val, from: &Val, to: &Val) -> Made<Option<Vec<LocationId>>> {
        let ways = Self::directions(ways)?;
        let (from, to) = (self.place(from)?, self.place(to)?);
        let Some(from) = from else { return Ok(None) };
        for way in ways {
            let ray = self.ray(way, from);
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

    /// All locations beyond one in a direction, worked out once.
    fn ray(&mut self, way: DirectionId, from: LocationId) -> Rc<[LocationId]> {
        let direction = &self.rules.directions[way.index()];
        self.rays.entry((way, from)).or_insert_with(|| direction.ray(from).collect()).clone()
    }

    /// Where one step of a relation, a direction or a set of directions leads, each once.
    pub(super) fn steps_from(&self, relation: &Val, from: LocationId) -> Made<Vec<LocationId>> {
        if let Val::Thing(Thing::Relation(relation)) = relation {
            return Ok(self.rules.relations[relation.index()].pairs[from.index()].clone());
        }
        let mut steps = Vec::new();
        for way in Self::directions(relation)? {
            steps.extend(self.rules.directions[way.index()].to[from.index()].filter(|to| !steps.contains(to)));
        }
        Ok(steps)
    }
}
