//! Finds elements that must be equivalence classes of their own, because an expression distinguishes them from other
//! elements of the same type, owner and state. The engine merges the equivalent moves of all other elements.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use boardwright_game::ids::{ElementId, ElementTypeId, ExprId, VarId};
use boardwright_rules::{Audience, Expr, FamilyKind, Query, RulePlace, RuleSet, Thing};

use super::expr::LoweringContext;
use super::{public_moves, roots};
use crate::Diagnostic;

impl LoweringContext<'_> {
    /// Marks the elements that are distinguishable individually.
    pub(super) fn mark_distinct_elements(&mut self) {
        let mut named: HashSet<String> = HashSet::new();
        let mut alone: HashSet<ElementId> = HashSet::new();
        let mut indexed = UsedIndices::default();
        let rules = &self.rules;
        let roots_of_all = roots::all_roots(rules).into_iter().map(|(_, id)| id);
        roots::for_each_reachable(rules, roots_of_all, |id, expr| match expr {
            Expr::Thing(Thing::Element(Some(id))) => {
                named.insert(self.element_families[id.index()].clone());
            }
            Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Element => {
                named.insert(rules.families[*family].name.clone());
            }
            // The index of the moving element concerns the elements of its rule only; handled below.
            Expr::Query(Query::Index, arguments)
                if self.names.element_indices.contains(&id)
                    && !matches!(rules.exprs[arguments[0]], Expr::Query(Query::Moved, _)) =>
            {
                indexed.add(rules, arguments);
            }
            _ => {}
        });
        let of_rules = (0..rules.rules.len()).map(|at| {
            let roots: Vec<_> = roots::rule_roots(rules, at).into_iter().map(|(_, id)| id).collect();
            self.moved_indices(roots)
        });
        let of_rules: Vec<UsedIndices> = of_rules.collect();
        let later = self.moved_indices(roots::other_roots(rules).into_iter().map(|(_, id)| id).collect());
        for (rule, of_rule) in rules.rules.iter().zip(&of_rules) {
            let elements: Vec<ElementId> =
                rule.element.iter().flat_map(|matches| &matches.entries).map(|(id, _)| *id).collect();
            alone.extend([of_rule, &later].into_iter().flat_map(|used| used.distinguished(rules, &elements)));
        }
        let elements: Vec<ElementId> = (0..rules.elements.len()).map(ElementId::new).collect();
        alone.extend(indexed.distinguished(rules, &elements));
        // Equivalent elements would be shown by the first of them in file order, which tells where the others are.
        let moves_are_public = public_moves::are_public(rules);
        let is_secret = |element: &boardwright_rules::Element| {
            let place = element.location.map(|location| rules.locations[location.index()].kind.index());
            rules.element_types[element.kind.index()].audience != Audience::All
                || !moves_are_public && place.is_some_and(|kind| rules.location_types[kind].audience != Audience::All)
        };
        let secret: Vec<bool> = rules.elements.iter().map(is_secret).collect();
        let families = &self.element_families;
        for (at, element) in self.rules.elements.iter_mut().enumerate() {
            element.is_distinguishable =
                secret[at] || alone.contains(&ElementId::new(at)) || named.contains(&families[at]);
        }
        self.warn_arbitrary_indices();
    }

    /// Indices of the moving element that the expressions use.
    fn moved_indices(&self, from: Vec<ExprId>) -> UsedIndices {
        let mut found = UsedIndices::default();
        roots::for_each_reachable(&self.rules, from, |id, expr| {
            if let Expr::Query(Query::Index, arguments) = expr
                && matches!(self.rules.exprs[arguments[0]], Expr::Query(Query::Moved, _))
                && self.names.element_indices.contains(&id)
            {
                found.add(&self.rules, arguments);
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

/// Places of the indices that expressions use.
#[derive(Debug, Default)]
struct UsedIndices {
    /// Places, counted from 1.
    places: BTreeSet<i32>,
    /// `true` if a place depends on the position.
    any: bool,
}

impl UsedIndices {
    /// Adds a query `INDEX` with these arguments.
    fn add(&mut self, rules: &RuleSet, arguments: &[ExprId]) {
        match arguments.get(1).map(|place| &rules.exprs[*place]) {
            None => _ = self.places.insert(1),
            Some(Expr::Int(place)) => _ = self.places.insert(*place),
            Some(_) => self.any = true,
        }
    }

    /// The elements whose used indices are not those of all elements of their type.
    fn distinguished(&self, rules: &RuleSet, elements: &[ElementId]) -> Vec<ElementId> {
        if !self.any && self.places.is_empty() {
            return Vec::new();
        }
        let used = |element: &boardwright_rules::Element| -> Vec<Option<i32>> {
            if self.any {
                return element.indices.iter().copied().map(Some).collect();
            }
            let at = |place: &i32| usize::try_from(*place).ok().and_then(|place| place.checked_sub(1));
            self.places.iter().map(|place| element.indices.get(at(place)?).copied()).collect()
        };
        let mut of_type: HashMap<ElementTypeId, Option<Vec<Option<i32>>>> = HashMap::new();
        for element in &rules.elements {
            let indices = used(element);
            let first = of_type.entry(element.kind).or_insert_with(|| Some(indices.clone()));
            if first.as_ref() != Some(&indices) {
                *first = None;
            }
        }
        let differs = |id: &&ElementId| of_type[&rules.elements[id.index()].kind].is_none();
        elements.iter().filter(differs).copied().collect()
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
