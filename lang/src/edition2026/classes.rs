//! Which elements are classes of their own, because some expression can tell them from others of their type, owner and
//! state. What is one move because of that is the engine's matter.

use std::collections::{HashMap, HashSet};

use boardwright_engine::ids::{ElementId, VarId};
use boardwright_engine::rules::{Ask, Expr, FamilyKind, Place, RuleSet, Thing};

use super::expr::Lower;
use super::roots;
use crate::Diagnostic;

impl Lower<'_> {
    /// Finds out which elements are classes of their own.
    pub(super) fn classes(&mut self) {
        let mut named: HashSet<String> = HashSet::new();
        let mut alone: HashSet<ElementId> = HashSet::new();
        let mut all = false;
        let rules = &self.rules;
        let roots_of_all = roots::all(rules).into_iter().map(|(_, id)| id);
        roots::reached(rules, roots_of_all, |id, expr| match expr {
            Expr::Thing(Thing::Element(Some(id))) => {
                named.insert(self.element_families[id.index()].clone());
            }
            Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Element => {
                named.insert(rules.families[*family].name.clone());
            }
            Expr::Ask(Ask::Index, arguments) if self.names.element_indices.contains(&id) => {
                // The element that moves is one of its rule's.
                all |= !matches!(rules.exprs[arguments[0]], Expr::Ask(Ask::Moved, _));
            }
            _ => {}
        });
        let of_rules = (0..rules.rules.len()).map(|at| {
            let roots: Vec<_> = roots::of_rule(rules, at).into_iter().map(|(_, id)| id).collect();
            (at, self.takes_index(roots))
        });
        let indexed: Vec<usize> = of_rules.filter(|(_, takes)| *takes).map(|(at, _)| at).collect();
        let later = self.takes_index(roots::of_others(rules).into_iter().map(|(_, id)| id).collect());
        for (at, rule) in rules.rules.iter().enumerate() {
            if later || indexed.contains(&at) {
                alone.extend(rule.element.iter().flat_map(|matches| &matches.found).map(|(id, _)| *id));
            }
        }
        let families = &self.element_families;
        for (at, element) in self.rules.elements.iter_mut().enumerate() {
            element.alone = all || alone.contains(&ElementId::new(at)) || named.contains(&families[at]);
        }
        self.arbitrary();
    }

    /// Whether an index of the element that moves is asked for.
    fn takes_index(&self, from: Vec<boardwright_engine::ids::ExprId>) -> bool {
        let mut found = false;
        roots::reached(&self.rules, from, |id, expr| {
            if let Expr::Ask(Ask::Index, arguments) = expr {
                let moved = matches!(self.rules.exprs[arguments[0]], Expr::Ask(Ask::Moved, _));
                found |= moved && self.names.element_indices.contains(&id);
            }
        });
        found
    }

    /// Warns of rules that use an index which says nothing, because equal elements or places make it arbitrary.
    fn arbitrary(&mut self) {
        let rules = &self.rules;
        let mut found = Vec::new();
        for (at, rule) in rules.rules.iter().enumerate() {
            let mut read: HashSet<VarId> = HashSet::new();
            let roots: Vec<_> = roots::of_rule(rules, at).into_iter().map(|(_, id)| id).collect();
            roots::reached(rules, roots, |_, expr| {
                if let Expr::Var(var) = expr {
                    read.insert(*var);
                }
            });
            let Some(matches) = &rule.element else { continue };
            let equal = equal_elements(rules, matches.found.iter().map(|(id, _)| *id));
            let bound = matches.found.first().map_or(&[][..], |(_, bound)| bound.as_slice());
            let name = |bound: &[(VarId, i32)]| {
                let var = bound
                    .iter()
                    .map(|(var, _)| *var)
                    .find(|var| read.contains(var) && !rules.variables[var.index()].is_empty());
                var.map(|var| rules.variables[var.index()].clone())
            };
            let places = &self.places.rules[at];
            if let (true, Some(var), Some(span)) = (equal, name(bound), places.element) {
                found.push((span, var, "equal elements are one: which of them moves makes no difference"));
            }
            for (place, span) in [(&rule.from, places.from), (&rule.to, places.to)] {
                let Place::Known(matches) = place else { continue };
                let irrelevant =
                    matches.found.iter().filter(|(id, _)| !rules.locations[id.index()].relevant).count() > 1;
                let bound = matches.found.first().map_or(&[][..], |(_, bound)| bound.as_slice());
                if let (true, Some(var), Some(span)) = (irrelevant, name(bound), span) {
                    found.push((
                        span,
                        var,
                        "these places are of a type with `relevant = no`: which of them it is makes no difference",
                    ));
                }
            }
        }
        for (span, var, label) in found {
            self.tell(
                Diagnostic::warning(
                    "arbitrary-index",
                    span,
                    format!("the rule uses `${var}`, but which number that is says nothing"),
                )
                .label(label)
                .help("`INDEX(MOVED)` makes elements of one type different from each other"),
            );
        }
    }
}

/// Whether there are two among them that can be equal.
fn equal_elements(rules: &RuleSet, ids: impl Iterator<Item = ElementId>) -> bool {
    let mut seen: HashMap<_, usize> = HashMap::new();
    for id in ids {
        let element = &rules.elements[id.index()];
        if !element.alone {
            *seen.entry((element.kind, element.owner, element.state)).or_default() += 1;
        }
    }
    seen.values().any(|count| *count > 1)
}
