//! Finds elements that must be equivalence classes of their own, because an expression distinguishes them from other
//! elements of the same type, owner and state. The engine merges the equivalent moves of all other elements.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use boardwright_game::ids::{ElementId, VarId};
use boardwright_rules::{Audience, Expr, FamilyKind, Query, RulePlace, Thing};

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
        // Equivalent elements would be shown by the first of them in file order, which tells where the others are.
        let rules = &self.rules;
        let is_secret = |element: &boardwright_rules::Element| {
            let place = element.location.map(|location| rules.locations[location.index()].kind.index());
            rules.element_types[element.kind.index()].audience != Audience::All
                || place.is_some_and(|kind| rules.location_types[kind].audience != Audience::All)
        };
        let secret: Vec<bool> = rules.elements.iter().map(is_secret).collect();
        let families = &self.element_families;
        for (at, element) in self.rules.elements.iter_mut().enumerate() {
            element.is_distinguishable =
                all || secret[at] || alone.contains(&ElementId::new(at)) || named.contains(&families[at]);
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
            // A variable is arbitrary if equivalent things bind it to different numbers; one that selects the type is not.
            let name = |var: Option<VarId>| var.map(|var| rules.variables[var.index()].clone());
            let is_read = |var: VarId| read.contains(&var) && !rules.variables[var.index()].is_empty();
            let places = &self.spans.rules[at];
            let elements = matches.entries.iter().filter_map(|(id, bound)| {
                let element = &rules.elements[id.index()];
                (!element.is_distinguishable)
                    .then_some(((element.kind, element.owner, element.state), bound.as_slice()))
            });
            if let (Some(var), Some(span)) = (name(arbitrary_variable(elements, is_read)), places.element) {
                found.push((span, var, "these elements are equivalent: it makes no difference which of them moves"));
            }
            for (place, span) in [(&rule.from, places.from), (&rule.to, places.to)] {
                let RulePlace::Listed(matches) = place else { continue };
                let irrelevant = matches.entries.iter().filter_map(|(id, bound)| {
                    let location = &rules.locations[id.index()];
                    (!location.is_relevant).then_some((location.kind, bound.as_slice()))
                });
                if let (Some(var), Some(span)) = (name(arbitrary_variable(irrelevant, is_read)), span) {
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

/// The first variable to which two things of the same class are bound with different numbers.
fn arbitrary_variable<'m, Class: Eq + Hash>(
    things: impl Iterator<Item = (Class, &'m [(VarId, i32)])>,
    is_read: impl Fn(VarId) -> bool,
) -> Option<VarId> {
    let mut first: HashMap<Class, &[(VarId, i32)]> = HashMap::new();
    for (class, bound) in things {
        let known = *first.entry(class).or_insert(bound);
        let differs = |&(var, number): &(VarId, i32)| is_read(var) && !known.contains(&(var, number));
        if let Some(&(var, _)) = bound.iter().find(|binding| differs(binding)) {
            return Some(var);
        }
    }
    None
}
