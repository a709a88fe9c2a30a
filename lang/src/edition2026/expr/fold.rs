//! What operators and questions give for values that are known when the file is read.
//! Everything here must agree with what the engine does.

use std::collections::HashSet;

use boardwright_engine::ids::LocationId;
use boardwright_engine::rules::{Arith, Ask, RuleSet, Thing};

use crate::edition2026::value::{Value, indices};
use crate::syntax::ast::Comparison;

pub(super) fn arith(op: Arith, left: i32, right: i32) -> Result<i32, &'static str> {
    let result = match op {
        Arith::Add => left.checked_add(right),
        Arith::Subtract => left.checked_sub(right),
        Arith::Multiply => left.checked_mul(right),
        Arith::Divide | Arith::Remainder if right == 0 => return Err("division by zero"),
        Arith::Divide => left.checked_div(right),
        Arith::Remainder => left.checked_rem(right),
    };
    result.ok_or("the result does not fit into 32 bits")
}

/// Values of one type.
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

/// Sets are the same if they have the same members.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Set(one), Value::Set(two)) => {
            one.len() == two.len() && one.iter().all(|member| two.iter().any(|other| same(member, other)))
        }
        _ => left == right,
    }
}

/// What a question gives, if it does not look at the position. `all` folds sets that are large too.
pub(super) fn ask(rules: &RuleSet, ask: Ask, arguments: &[&Value], all: bool) -> Option<Value> {
    let number = |at: usize| arguments[at].int();
    let place = |at: usize| arguments[at].location();
    let places = |list: Vec<LocationId>| {
        Value::Set(list.into_iter().map(|at| Value::Thing(Thing::Location(Some(at)))).collect())
    };
    Some(match (ask, arguments) {
        (Ask::ElementType, [Value::Thing(Thing::Element(element))]) => {
            Value::Thing(Thing::ElementType(element.map(|id| rules.elements[id.index()].kind)))
        }
        (Ask::LocationType, [Value::Thing(Thing::Location(location))]) => {
            Value::Thing(Thing::LocationType(location.map(|id| rules.locations[id.index()].kind)))
        }
        (Ask::Index, [Value::Thing(thing), Value::Int(place)]) => {
            let place = usize::try_from(*place).ok()?.checked_sub(1)?;
            Value::Int(*indices(rules, *thing).get(place)?)
        }
        (Ask::Size, [Value::Set(members)]) => Value::Int(members.len() as i32),
        (Ask::Abs, _) => Value::Int(number(0)?.checked_abs()?),
        (Ask::Greater, _) => Value::Int(number(0)?.max(number(1)?)),
        (Ask::Lesser, _) => Value::Int(number(0)?.min(number(1)?)),
        (Ask::Find, [Value::Text(text), Value::Text(part)]) => Value::Int(find(text, part)),
        (Ask::Join, _) => Value::text(&arguments.iter().map(|value| value.shown(rules)).collect::<String>()),
        (Ask::Next, [Value::Thing(Thing::Direction(direction)), _]) => {
            let to =
                direction.zip(place(1)).and_then(|(direction, at)| rules.directions[direction.index()].to[at.index()]);
            Value::Thing(Thing::Location(to))
        }
        (Ask::Ray, [Value::Thing(Thing::Direction(direction)), _]) if all => {
            let ray =
                direction.zip(place(1)).map(|(direction, at)| rules.directions[direction.index()].ray(at).collect());
            places(ray.unwrap_or_default())
        }
        (Ask::Neighbours, [ways, _]) if all => {
            places(place(1).map(|at| neighbours(rules, ways, at)).unwrap_or_default())
        }
        (Ask::Related, [ways, _, _]) => {
            let pair = place(1).zip(place(2));
            Value::Bool(pair.is_some_and(|(a, b)| neighbours(rules, ways, a).contains(&b)))
        }
        (Ask::ElementsOfType, [Value::Thing(Thing::ElementType(kind))]) if all => {
            let of = rules.elements.iter().enumerate().filter(|(_, element)| Some(element.kind) == *kind);
            let thing = |at| Value::Thing(Thing::Element(Some(boardwright_engine::ids::ElementId::new(at))));
            Value::Set(of.map(|(at, _)| thing(at)).collect())
        }
        (Ask::LocationsOfType, [Value::Thing(Thing::LocationType(kind))]) if all => {
            let of = rules.locations.iter().enumerate().filter(|(_, location)| Some(location.kind) == *kind);
            places(of.map(|(at, _)| LocationId::new(at)).collect())
        }
        (Ask::Lines, [Value::Thing(Thing::Relation(id))]) if all => {
            Value::Set(rules.relations[id.index()].lines.iter().map(|line| places(line.clone())).collect())
        }
        (Ask::LinesThrough, [Value::Thing(Thing::Relation(id)), _]) if all => {
            let relation = &rules.relations[id.index()];
            let through = place(1).map_or(&[][..], |at| relation.through[at.index()].as_slice());
            Value::Set(through.iter().map(|line| places(relation.lines[*line as usize].clone())).collect())
        }
        (Ask::Between, [ways, _, _]) if all => places(between(rules, ways, place(1), place(2))),
        _ => return None,
    })
}

/// Where a text begins in another, counted in letters from 1; the empty text is nowhere.
fn find(text: &str, part: &str) -> i32 {
    if part.is_empty() {
        return 0;
    }
    text.find(part).map_or(0, |at| text[..at].chars().count() as i32 + 1)
}

/// The second locations of all pairs from a location.
fn neighbours(rules: &RuleSet, ways: &Value, from: LocationId) -> Vec<LocationId> {
    let mut found: Vec<LocationId> = Vec::new();
    for way in ways.members() {
        let next: Vec<LocationId> = match way {
            Value::Thing(Thing::Relation(id)) => rules.relations[id.index()].pairs[from.index()].clone(),
            Value::Thing(Thing::Direction(Some(id))) => {
                rules.directions[id.index()].to[from.index()].into_iter().collect()
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
    for way in ways.members() {
        let Value::Thing(Thing::Direction(Some(id))) = way else { continue };
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
        assert_eq!(arith(Arith::Divide, -7, 2), Ok(-3));
        assert_eq!(arith(Arith::Remainder, -7, 2), Ok(-1));
        assert!(arith(Arith::Add, i32::MAX, 1).is_err());
        assert!(arith(Arith::Divide, i32::MIN, -1).is_err());
        assert!(arith(Arith::Remainder, 3, 0).is_err());
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
