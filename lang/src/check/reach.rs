//! Locations that stay empty for ever: nothing begins there, no rule moves there, and no MOVE names them.
//! Whether something that could get there ever does is not asked.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Action, Expr, RuleSet};

use super::Context;
use super::names::can_be;
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

/// Comparing the places that MOVE goes to with all locations is given up if it is more work than this.
const MOST_WORK: usize = 5_000_000;
/// At most this many locations are named in one message.
const MOST_NAMES: usize = 4;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    if rules.rules.is_empty() {
        return;
    }
    let Some(reached) = reached(rules) else { return };
    let mut by_type: Vec<Vec<usize>> = vec![Vec::new(); rules.location_types.len()];
    for (at, location) in rules.locations.iter().enumerate().filter(|(at, _)| !reached[*at]) {
        by_type[location.kind.index()].push(at);
    }
    for (row, lost) in rules.location_types.iter().zip(by_type) {
        let Some(first) = lost.first() else { continue };
        let names: Vec<String> =
            lost.iter().take(MOST_NAMES).map(|at| format!("\"{}\"", shorten(&rules.locations[*at].name))).collect();
        let names = names.join(", ");
        let message = match lost.len() {
            1 => format!("no rule can reach location {names}"),
            n if n <= MOST_NAMES => format!("no rule can reach the locations {names}"),
            n => format!("no rule can reach {n} locations of type \"{}\": {names}, ...", shorten(&row.name)),
        };
        findings.add(
            Diagnostic::warning("unreachable-location", context.places.declared.locations[*first], message)
                .label("nothing begins here and nothing ever gets here"),
        );
    }
}

/// By location: whether something may get there; `None` if that cannot be told.
fn reached(rules: &RuleSet) -> Option<Vec<bool>> {
    let mut reached = vec![false; rules.locations.len()];
    for element in &rules.elements {
        element.location.into_iter().for_each(|location| reached[location.index()] = true);
    }
    for (location, _) in rules.rules.iter().flat_map(|rule| rule.to.found()) {
        reached[location.index()] = true;
    }
    let mut work = 0;
    for (_, expr) in rules.exprs.iter() {
        if let Expr::Act(Action::Move, arguments) = expr {
            mark(rules, *arguments.get(2)?, &mut reached, &mut work)?;
        }
    }
    Some(reached)
}

fn mark(rules: &RuleSet, target: ExprId, reached: &mut [bool], work: &mut usize) -> Option<()> {
    match &rules.exprs[target] {
        Expr::Text(text) => {
            if let Some(location) = rules.texts.location(*text) {
                reached[location.index()] = true;
            }
            Some(())
        }
        Expr::Template(parts) => {
            *work += reached.len();
            if *work > MOST_WORK {
                return None;
            }
            for (location, reached) in rules.locations.iter().zip(reached) {
                *reached = *reached || can_be(parts, &location.name);
            }
            Some(())
        }
        Expr::If(_, then, other) => {
            mark(rules, *then, reached, work)?;
            other.map_or(Some(()), |other| mark(rules, other, reached, work))
        }
        // It may be any place.
        _ => None,
    }
}
