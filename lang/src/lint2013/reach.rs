//! Lint for unreachable locations: no element begins there, no rule moves there, and no `MOVE` names them.
//! The analysis is conservative: a rule or `MOVE` counts even if the game never executes it.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr, RuleSet, UntypedAction};

use super::LintContext;
use super::names::can_match_name;
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

/// Maximum number of comparisons of the targets of `MOVE` with locations; beyond it the lint reports nothing.
const MAX_WORK: usize = 5_000_000;
/// Maximum number of locations named in one message.
const MAX_NAMES: usize = 4;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    if rules.rules.is_empty() {
        return;
    }
    let Some(reached) = reachable_locations(rules) else { return };
    let mut by_type: Vec<Vec<usize>> = vec![Vec::new(); rules.location_types.len()];
    for (at, location) in rules.locations.iter().enumerate().filter(|(at, _)| !reached[*at]) {
        by_type[location.kind.index()].push(at);
    }
    for (row, unreachable) in rules.location_types.iter().zip(by_type) {
        let Some(first) = unreachable.first() else { continue };
        let names: Vec<String> = unreachable
            .iter()
            .take(MAX_NAMES)
            .map(|at| format!("\"{}\"", shorten(&rules.locations[*at].name)))
            .collect();
        let names = names.join(", ");
        let message = match unreachable.len() {
            1 => format!("no rule can reach location {names}"),
            n if n <= MAX_NAMES => format!("no rule can reach the locations {names}"),
            n => format!("no rule can reach {n} locations of type \"{}\": {names}, ...", shorten(&row.name)),
        };
        findings.add(
            Diagnostic::warning("unreachable-location", context.spans.declarations.locations[*first], message)
                .label("no element begins here and none can get here"),
        );
    }
}

/// Marks each location that an element may reach. `None` if this cannot be determined.
fn reachable_locations(rules: &RuleSet) -> Option<Vec<bool>> {
    let mut reached = vec![false; rules.locations.len()];
    for element in &rules.elements {
        element.location.into_iter().for_each(|location| reached[location.index()] = true);
    }
    for (location, _) in rules.rules.iter().flat_map(|rule| rule.to.entries()) {
        reached[location.index()] = true;
    }
    let mut work = 0;
    for (_, expr) in rules.exprs.iter() {
        if let Expr::UntypedAction(UntypedAction::Move, arguments) = expr {
            mark_target(rules, *arguments.get(2)?, &mut reached, &mut work)?;
        }
    }
    Some(reached)
}

fn mark_target(rules: &RuleSet, target: ExprId, reached: &mut [bool], work: &mut usize) -> Option<()> {
    match &rules.exprs[target] {
        Expr::Text(text) => {
            if let Some(location) = rules.texts.location(*text) {
                reached[location.index()] = true;
            }
            Some(())
        }
        Expr::Template(parts) => {
            *work += reached.len();
            if *work > MAX_WORK {
                return None;
            }
            for (location, reached) in rules.locations.iter().zip(reached) {
                *reached = *reached || can_match_name(parts, &location.name);
            }
            Some(())
        }
        Expr::If(_, then, other) => {
            mark_target(rules, *then, reached, work)?;
            other.map_or(Some(()), |other| mark_target(rules, other, reached, work))
        }
        // The target may be any location.
        _ => None,
    }
}
