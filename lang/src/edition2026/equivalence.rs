//! Finds elements that must be equivalence classes of their own, because an expression distinguishes them from other
//! elements of the same type, owner and state. The engine merges the equivalent moves of all other elements.

use std::collections::{HashMap, HashSet};

use boardwright_game::ids::{ElementId, VarId};
use boardwright_rules::{Expr, FamilyKind, Query, RulePlace, RuleSet, Thing};

use super::expr::LoweringContext;
use super::roots;
use crate::Diagnostic;

impl LoweringContext<'_> {
    /// Marks the elements that are distinguishable individually.
    pub(super) fn mark_distinct_elements(&mut self) {
        let mut named: HashSet<String> = HashSet::new();
        let mut alone: HashSet<ElementId> = HashSet::new();
        let mut all = false;
        let rules = &self.rules;
        let roots_of_all = roots::all_roots(rules).into_iter().map(|(_, id)| id);
        roots::for_each_reachable(rules, roots_of_all, |id, expr| match expr {
            Expr::Thing(Thing::Element(Some(id))) => {
                named.insert(self.element_families[id.index()].clone());
            }
            Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Element => {
                named.insert(rules.families[*family].name.clone());
            }
            Expr::Query(Query::Index, arguments) if self.names.element_indices.contains(&id) => {
                // The index of the moving element concerns the elements of its rule only; handled below.
                all |= !matches!(rules.exprs[arguments[0]], Expr::Query(Query::Moved, _));
            }
            _ => {}
        });
        let of_rules = (0..rules.rules.len()).map(|at| {
            let roots: Vec<_> = roots::rule_roots(rules, at).into_iter().map(|(_, id)| id).collect();
            (at, self.uses_moved_index(roots))
        });
        let indexed: Vec<usize> = of_rules.filter(|(_, takes)| *takes).map(|(at, _)| at).collect();
        let later = self.uses_moved_index(roots::other_roots(rules).into_iter().map(|(_, id)| id).collect());
        for (at, rule) in rules.rules.iter().enumerate() {
            if later || indexed.contains(&at) {
                alone.extend(rule.element.iter().flat_map(|matches| &matches.entries).map(|(id, _)| *id));
            }
        }
        let families = &self.element_families;
        for (at, element) in self.rules.elements.iter_mut().enumerate() {
            element.is_distinguishable = all || alone.contains(&ElementId::new(at)) || named.contains(&families[at]);
        }
        self.warn_arbitrary_indices();
    }

    /// `true` if the expressions use an index of the moving element.
    fn uses_moved_index(&self, from: Vec<boardwright_game::ids::ExprId>) -> bool {
        let mut found = false;
        roots::for_each_reachable(&self.rules, from, |id, expr| {
            if let Expr::Query(Query::Index, arguments) = expr {
                let moved = matches!(self.rules.exprs[arguments[0]], Expr::Query(Query::Moved, _));
                found |= moved && self.names.element_indices.contains(&id);
            }
        });
        found
    }

    /// Warns of rules that use an arbitrary index: one that equivalent elements or irrelevant places leave
    /// undetermined.
    fn warn_arbitrary_indices(&mut self) {
        let rules = &self.rules;
        let mut found = Vec::new();
        for (at, rule) in rules.rules.iter().enumerate() {
            let mut read: HashSet<VarId> = HashSet::new();
            let roots: Vec<_> = roots::rule_roots(rules, at).into_iter().map(|(_, id)| id).collect();
            roots::for_each_reachable(rules, roots, |_, expr| {
                if let Expr::Var(var) = expr {
                    read.insert(*var);
                }
            });
            let Some(matches) = &rule.element else { continue };
            let equal = has_equivalent_elements(rules, matches.entries.iter().map(|(id, _)| *id));
            let bound = matches.entries.first().map_or(&[][..], |(_, bound)| bound.as_slice());
            let name = |bound: &[(VarId, i32)]| {
                let var = bound
                    .iter()
                    .map(|(var, _)| *var)
                    .find(|var| read.contains(var) && !rules.variables[var.index()].is_empty());
                var.map(|var| rules.variables[var.index()].clone())
            };
            let places = &self.spans.rules[at];
            if let (true, Some(var), Some(span)) = (equal, name(bound), places.element) {
                found.push((span, var, "these elements are equivalent: it makes no difference which of them moves"));
            }
            for (place, span) in [(&rule.from, places.from), (&rule.to, places.to)] {
                let RulePlace::Listed(matches) = place else { continue };
                let irrelevant =
                    matches.entries.iter().filter(|(id, _)| !rules.locations[id.index()].is_relevant).count() > 1;
                let bound = matches.entries.first().map_or(&[][..], |(_, bound)| bound.as_slice());
                if let (true, Some(var), Some(span)) = (irrelevant, name(bound), span) {
                    found.push((
                        span,
                        var,
                        "these places are of a type with `relevant = no`, so they are interchangeable",
                    ));
                }
            }
        }
        for (span, var, label) in found {
            self.report(
                Diagnostic::warning(
                    "arbitrary-index",
                    span,
                    format!("the rule uses `${var}`, but its number is arbitrary"),
                )
                .label(label)
                .help("`INDEX(MOVED)` makes elements of one type different from each other"),
            );
        }
    }
}

/// `true` if two of the elements can be equivalent.
fn has_equivalent_elements(rules: &RuleSet, ids: impl Iterator<Item = ElementId>) -> bool {
    let mut seen: HashMap<_, usize> = HashMap::new();
    for id in ids {
        let element = &rules.elements[id.index()];
        if !element.is_distinguishable {
            *seen.entry((element.kind, element.owner, element.state)).or_default() += 1;
        }
    }
    seen.values().any(|count| *count > 1)
}
