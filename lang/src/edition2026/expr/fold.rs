//! Constant folding of operators and queries.
//! The results must agree with those of the engine.

use std::collections::HashSet;

use boardwright_game::ids::LocationId;
use boardwright_rules::{ArithmeticOp, Query, RuleSet, Thing, opposite_direction};

use crate::edition2026::value::{Value, thing_indices};
use crate::syntax::ast::Comparison;

pub(super) fn arith(op: ArithmeticOp, left: i32, right: i32) -> Result<i32, &'static str> {
    let result = match op {
        ArithmeticOp::Add => left.checked_add(right),
        ArithmeticOp::Subtract => left.checked_sub(right),
        ArithmeticOp::Multiply => left.checked_mul(right),
        ArithmeticOp::Divide | ArithmeticOp::Remainder if right == 0 => return Err("division by zero"),
        ArithmeticOp::Divide => left.checked_div(right),
        ArithmeticOp::Remainder => left.checked_rem(right),
    };
    result.ok_or("the result does not fit into 32 bits")
}

/// Compares two values of one type.
pub(super) fn compare(comparison: Comparison, left: &Value, right: &Value) -> bool {
    let numbers = left.int().zip(right.int());
    match comparison {
        Comparison::Equal => same(left, right),
        Comparison::Unequal => !same(left, right),
        Comparison::Less => numbers.is_some_and(|(left, right)| left < right),
        Comparison::LessEqual => numbers.is_some_and(|(left, right)| left <= right),
        Comparison::Greater => numbers.is_some_and(|(left, right)| left > right),
        Comparison::GreaterEqual => numbers.is_some_and(|(left, right)| left >= right),
        Comparison::In => right.members().iter().any(|member| same(left, member)),
        Comparison::Subset => {
            let all: HashSet<&Value> = right.members().iter().collect();
            left.members().iter().all(|member| all.contains(member))
        }
    }
}

/// Equality; sets are equal if they have the same members.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Set(one), Value::Set(two)) => {
            one.len() == two.len() && one.iter().all(|member| two.iter().any(|other| same(member, other)))
        }
        _ => left == right,
    }
}

/// Folds a query that does not depend on the position; `None` otherwise. If `all`, queries with large results are
/// folded as well.
pub(super) fn query(rules: &RuleSet, ask: Query, arguments: &[&Value], all: bool) -> Option<Value> {
    let number = |at: usize| arguments[at].int();
    let place = |at: usize| arguments[at].location();
    let places = |list: Vec<LocationId>| {
        Value::Set(list.into_iter().map(|at| Value::Thing(Thing::Location(Some(at)))).collect())
    };
    Some(match (ask, arguments) {
        (Query::ElementType, [Value::Thing(Thing::Element(element))]) => {
            Value::Thing(Thing::ElementType(element.map(|id| rules.elements[id.index()].kind)))
        }
        (Query::LocationType, [Value::Thing(Thing::Location(location))]) => {
            Value::Thing(Thing::LocationType(location.map(|id| rules.locations[id.index()].kind)))
        }
        (Query::Index, [Value::Thing(thing), Value::Int(place)]) => {
            let place = usize::try_from(*place).ok()?.checked_sub(1)?;
            Value::Int(*thing_indices(rules, *thing).get(place)?)
        }
        (Query::Size, [Value::Set(members)]) => Value::Int(members.len() as i32),
        (Query::Rotate, [cycle, member, Value::Int(places)]) => {
            let cycle = cycle.members();
            let at = cycle.iter().position(|other| other == *member)?;
            let to = (at as i64 + i64::from(*places)).rem_euclid(cycle.len() as i64);
            cycle[to as usize].clone()
        }
        (Query::Abs, _) => Value::Int(number(0)?.checked_abs()?),
        (Query::Greater, _) => Value::Int(number(0)?.max(number(1)?)),
        (Query::Lesser, _) => Value::Int(number(0)?.min(number(1)?)),
        (Query::Find, [Value::Text(text), Value::Text(part)]) => Value::Int(find(text, part)),
        (Query::Join, _) => Value::text(&arguments.iter().map(|value| value.display_text(rules)).collect::<String>()),
        (Query::Back, [Value::Thing(Thing::Direction(direction))]) => {
            Value::Thing(Thing::Direction(direction.and_then(|id| opposite_direction(&rules.directions, id))))
        }
        (Query::Next, [Value::Thing(Thing::Direction(direction)), _]) => {
            let to = direction
                .zip(place(1))
                .and_then(|(direction, at)| rules.directions[direction.index()].next[at.index()]);
            Value::Thing(Thing::Location(to))
        }
        (Query::Ray, [Value::Thing(Thing::Direction(direction)), _]) if all => {
            let ray =
                direction.zip(place(1)).map(|(direction, at)| rules.directions[direction.index()].ray(at).collect());
            places(ray.unwrap_or_default())
        }
        (Query::Neighbours, [ways, _]) if all => {
            places(place(1).map(|at| neighbours(rules, ways, at)).unwrap_or_default())
        }
        (Query::Related, [ways, _, _]) => {
            let pair = place(1).zip(place(2));
            Value::Bool(pair.is_some_and(|(a, b)| neighbours(rules, ways, a).contains(&b)))
        }
        (Query::ElementsOfType, [Value::Thing(Thing::ElementType(kind))]) if all => {
            let of = rules.elements.iter().enumerate().filter(|(_, element)| Some(element.kind) == *kind);
            let thing = |at| Value::Thing(Thing::Element(Some(boardwright_game::ids::ElementId::new(at))));
            Value::Set(of.map(|(at, _)| thing(at)).collect())
        }
        (Query::LocationsOfType, [Value::Thing(Thing::LocationType(kind))]) if all => {
            let of = rules.locations.iter().enumerate().filter(|(_, location)| Some(location.kind) == *kind);
            places(of.map(|(at, _)| LocationId::new(at)).collect())
        }
        (Query::Lines, [Value::Thing(Thing::Relation(id))]) if all => {
            Value::Set(rules.relations[id.index()].lines.iter().map(|line| places(line.clone())).collect())
        }
        (Query::LinesThrough, [Value::Thing(Thing::Relation(id)), _]) if all => {
            let relation = &rules.relations[id.index()];
            let through = place(1).map_or(&[][..], |at| relation.lines_through[at.index()].as_slice());
            Value::Set(through.iter().map(|line| places(relation.lines[*line as usize].clone())).collect())
        }
        (Query::Between, [ways, _, _]) if all => places(between(rules, ways, place(1), place(2))),
        _ => return None,
    })
}

/// Position of a substring in characters, from 1; 0 for an empty or missing substring.
fn find(text: &str, part: &str) -> i32 {
    if part.is_empty() {
        return 0;
    }
    text.find(part).map_or(0, |at| text[..at].chars().count() as i32 + 1)
}

/// Successors of a location under relations and directions.
fn neighbours(rules: &RuleSet, ways: &Value, from: LocationId) -> Vec<LocationId> {
    let mut found: Vec<LocationId> = Vec::new();
    for direction in ways.members() {
        let next: Vec<LocationId> = match direction {
            Value::Thing(Thing::Relation(id)) => rules.relations[id.index()].pairs[from.index()].clone(),
            Value::Thing(Thing::Direction(Some(id))) => {
                rules.directions[id.index()].next[from.index()].into_iter().collect()
            }
            _ => Vec::new(),
        };
        for location in next {
            if !found.contains(&location) {
                found.push(location);
            }
        }
    }
    found
}

fn between(rules: &RuleSet, ways: &Value, a: Option<LocationId>, b: Option<LocationId>) -> Vec<LocationId> {
    let Some(a) = a else { return Vec::new() };
    for direction in ways.members() {
        let Value::Thing(Thing::Direction(Some(id))) = direction else { continue };
        let ray: Vec<LocationId> = rules.directions[id.index()].ray(a).collect();
        match b {
            None => return ray,
            Some(b) => {
                if let Some(at) = ray.iter().position(|location| *location == b) {
                    return ray[..at].to_vec();
                }
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_32_bits() {
        assert_eq!(arith(ArithmeticOp::Divide, -7, 2), Ok(-3));
        assert_eq!(arith(ArithmeticOp::Remainder, -7, 2), Ok(-1));
        assert!(arith(ArithmeticOp::Add, i32::MAX, 1).is_err());
        assert!(arith(ArithmeticOp::Divide, i32::MIN, -1).is_err());
        assert!(arith(ArithmeticOp::Remainder, 3, 0).is_err());
    }

    #[test]
    fn places_in_texts_count_letters() {
        assert_eq!((find("žluť", "u"), find("PNB", "B"), find("PNB", "x"), find("PNB", "")), (3, 3, 0, 0));
    }

    #[test]
    fn sets_are_compared_by_members() {
        let set = |numbers: &[i32]| Value::set(numbers.iter().copied().map(Value::Int));
        assert!(compare(Comparison::Equal, &set(&[1, 2]), &set(&[2, 1, 2])));
        assert!(compare(Comparison::Subset, &set(&[2]), &set(&[1, 2])));
        assert!(!compare(Comparison::Subset, &set(&[3]), &set(&[1, 2])));
        assert!(compare(Comparison::In, &Value::Int(2), &set(&[1, 2])));
    }
}
