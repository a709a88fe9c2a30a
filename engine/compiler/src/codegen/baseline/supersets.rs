//! Locations among which targets lie in every position: supersets of expressions that read the position.
//!
//! `FIRST` and `WHERE` give members of their set, `BETWEEN` lies on a ray, `CLEAR` holds for locations on rays. The rest of
//! such an expression is not evaluated.

use boardwright_game::ids::{DirectionId, ExprId, LocationId};
use boardwright_jit::Arg;
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query};

use super::generator::{Generated, Generator};
use super::geometry::{KnownSteps, bits_of};
use super::values::{ThingKind, Value};

impl Generator<'_> {
    /// Locations among which the value of an expression lies, for a known origin; `None` if nothing is known.
    pub(super) fn superset(&mut self, id: ExprId) -> Option<Vec<u64>> {
        if !self.reads_position(id, &mut Vec::new()) {
            return self.constant_places(id);
        }
        match &self.rules.exprs[id] {
            Expr::Aggregate { function: Aggregate::Where | Aggregate::First, set, none, .. } => {
                let members = self.superset(*set)?;
                match none {
                    None => Some(members),
                    Some(none) => Some(union(&members, &self.superset(*none)?)),
                }
            }
            Expr::Query(Query::Between | Query::Ray, arguments) => self.rays_from(arguments[0], arguments[1]),
            Expr::Query(Query::Next | Query::Neighbours, arguments) => {
                let steps = self.constant_steps(arguments[0])?;
                let steps = self.steps(&steps);
                let from = self.superset(arguments[1])?;
                let near = members_of(&from).flat_map(|at| steps[at].iter().copied());
                Some(bits_of(from.len(), near))
            }
            Expr::Binary(BinaryOp::Union | BinaryOp::Join, one, other) => {
                Some(union(&self.superset(*one)?, &self.superset(*other)?))
            }
            Expr::Binary(BinaryOp::Intersect, one, other) => match (self.superset(*one), self.superset(*other)) {
                (Some(one), Some(other)) => Some(one.iter().zip(&other).map(|(one, other)| one & other).collect()),
                (one, other) => one.or(other),
            },
            Expr::Binary(BinaryOp::SetMinus, one, _) => self.superset(*one),
            Expr::If(_, yes, Some(no)) => Some(union(&self.superset(*yes)?, &self.superset(*no)?)),
            Expr::Lines(lines) => self.superset(*lines.last()?),
            Expr::Call(function, arguments) => {
                let rules = self.rules;
                let called = &rules.functions[function.index()];
                if self.is_recursive_function(*function) || called.params.len() != arguments.len() {
                    return None;
                }
                let values: Vec<Option<Value>> = arguments.iter().map(|argument| self.constant_of(*argument)).collect();
                let outer = self.env.clone();
                for (param, value) in called.params.iter().zip(values) {
                    self.env[param.index()] = value;
                }
                let found = called.body.last().and_then(|last| self.superset(*last));
                self.env = outer;
                found
            }
            _ => None,
        }
    }

    /// Targets among which those lie that a test accepts, for a known origin; `None` if nothing is known.
    pub(super) fn accepted_superset(&mut self, test: ExprId) -> Option<Vec<u64>> {
        match &self.rules.exprs[test] {
            Expr::Query(Query::Clear, arguments)
                if matches!(self.rules.exprs[arguments[2]], Expr::Query(Query::To, _)) =>
            {
                self.rays_from(arguments[0], arguments[1])
            }
            _ => None,
        }
    }

    /// Locations on the rays of known directions from locations of which a superset is known.
    fn rays_from(&mut self, directions: ExprId, from: ExprId) -> Option<Vec<u64>> {
        let KnownSteps::Directions(directions) = self.constant_steps(directions)? else { return None };
        let from = self.superset(from)?;
        let ray = |at: usize, direction: &DirectionId| self.ray_of(*direction, LocationId::new(at));
        let places = members_of(&from).flat_map(|at| directions.iter().flat_map(move |direction| ray(at, direction)));
        Some(bits_of(from.len(), places))
    }

    fn constant_steps(&mut self, id: ExprId) -> Option<KnownSteps> {
        let value = self.constant_of(id)?;
        self.known_steps(&value)
    }

    /// Value of an expression, if it is known while code is generated.
    fn constant_of(&mut self, id: ExprId) -> Option<Value> {
        if self.reads_position(id, &mut Vec::new()) || self.asks_for(id, Query::Moved) {
            return None;
        }
        let (_, value) = self.nested(|g| g.value(id)).ok()?;
        value.is_constant().then_some(value)
    }

    /// The locations that an expression stands for, if they are known while code is generated.
    pub(super) fn constant_places(&mut self, id: ExprId) -> Option<Vec<u64>> {
        if self.asks_for(id, Query::Moved) {
            return None;
        }
        let words = self.words_of(ThingKind::Location);
        let found: Generated<Option<Vec<u64>>> = self
            .nested(|g| {
                Ok(match g.value(id)? {
                    Value::Thing(ThingKind::Location, Arg::Word(word)) => {
                        Some(bits_of(words, word.checked_sub(1).map(|at| LocationId::new(at as usize))))
                    }
                    Value::Set(set) => g.bits_without_null(&set)?.and_then(|(kind, bits)| {
                        let constant = |word: &Arg| if let Arg::Word(word) = word { Some(*word) } else { None };
                        if kind == ThingKind::Location { bits.iter().map(constant).collect() } else { None }
                    }),
                    _ => None,
                })
            })
            .map(|(_, found)| found);
        found.ok().flatten()
    }
}

fn union(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| one | other).collect()
}

/// Numbers of the bits of a set.
pub(super) fn members_of(words: &[u64]) -> impl Iterator<Item = usize> {
    let bits = |(index, &word): (usize, &u64)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit)
    };
    words.iter().enumerate().flat_map(bits)
}
