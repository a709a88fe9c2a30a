//! Decides if all players always know which element is where, although some places are hidden: if every element that moves
//! is seen at one end of its move. Then equal elements on hidden places tell nothing by their names.

use boardwright_game::ids::{ExprId, LocationId};
use boardwright_rules::{
    Aggregate, Audience, BinaryOp, Capture, Effect, Expr, FamilyKind, Query, RulePlace, RuleSet, Thing,
};

use super::roots;

/// Maximum nesting of calls that are followed for the places to which an expression can lead.
const MAX_DEPTH: usize = 20;

/// `true` if all players see every move of an element at its origin or at its target.
pub(super) fn are_public(rules: &RuleSet) -> bool {
    let mut moves_otherwise = false;
    roots::for_each_reachable(rules, roots::all_roots(rules).into_iter().map(|(_, id)| id), |_, expr| {
        moves_otherwise |= matches!(expr, Expr::Effect(Effect::Move | Effect::Remove | Effect::Permute, _));
    });
    let mut moving = rules.rules.iter().filter(|rule| rule.element.is_some());
    !moves_otherwise
        && moving.all(|rule| {
            rule.audience == Audience::All
                && rule.capture == Capture::Never
                && (is_seen(rules, &rule.from) || is_seen(rules, &rule.to))
        })
}

/// `true` if all players see the elements on all locations of a place.
fn is_seen(rules: &RuleSet, place: &RulePlace) -> bool {
    let locations = match place {
        RulePlace::Off => return true,
        RulePlace::Listed(matches) => Some(matches.entries.iter().map(|(id, _)| *id).collect()),
        RulePlace::Computed(id) => possible_locations(rules, *id, MAX_DEPTH),
    };
    let is_open =
        |id: &LocationId| rules.location_types[rules.locations[id.index()].kind.index()].audience == Audience::All;
    locations.is_some_and(|locations: Vec<LocationId>| locations.iter().all(is_open))
}

/// Locations that an expression for a location or a set of locations can give; `None` if that is not known.
fn possible_locations(rules: &RuleSet, id: ExprId, depth: usize) -> Option<Vec<LocationId>> {
    let depth = depth.checked_sub(1)?;
    let union = |parts: &[ExprId]| -> Option<Vec<LocationId>> {
        let all: Option<Vec<_>> = parts.iter().map(|part| possible_locations(rules, *part, depth)).collect();
        Some(all?.concat())
    };
    match &rules.exprs[id] {
        Expr::Thing(Thing::Location(location)) => Some(location.iter().copied().collect()),
        Expr::DistinctSet(members) => union(members),
        Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Location => {
            Some(rules.families[*family].members.iter().map(|(_, id)| LocationId(*id)).collect())
        }
        Expr::Query(Query::LocationsOfType, arguments) => match rules.exprs[arguments[0]] {
            Expr::Thing(Thing::LocationType(Some(kind))) => {
                let of_type = rules.locations.iter().enumerate().filter(|(_, location)| location.kind == kind);
                Some(of_type.map(|(at, _)| LocationId::new(at)).collect())
            }
            _ => None,
        },
        Expr::Aggregate { function: Aggregate::First | Aggregate::Where, set, .. } => {
            possible_locations(rules, *set, depth)
        }
        Expr::If(_, yes, no) => union(&[Some(*yes), *no].into_iter().flatten().collect::<Vec<_>>()),
        Expr::Binary(BinaryOp::Union | BinaryOp::Join, left, right) => union(&[*left, *right]),
        Expr::Binary(BinaryOp::SetMinus | BinaryOp::Intersect, left, _) => possible_locations(rules, *left, depth),
        Expr::Lines(lines) => possible_locations(rules, *lines.last()?, depth),
        Expr::Call(function, _) => possible_locations(rules, *rules.functions[function.index()].body.last()?, depth),
        _ => None,
    }
}
