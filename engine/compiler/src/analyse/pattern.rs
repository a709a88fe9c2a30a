//! Binding-time analysis of the variables that a rule's patterns bind: static (bound at compile time) or late (bound at
//! run time). The names that a pattern matches are determined earlier, in the rule set.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Guard, Rule, RulePlace, RuleSet};

use crate::analyse::groups::Variables;

/// Binding times of the variables of a rule's patterns.
pub(crate) struct BindingTimes {
    /// Variables that are bound at run time.
    pub(crate) late: Variables,
    /// Variables that distinguish elements.
    pub(crate) by_element: Variables,
    /// Variables that distinguish locations.
    pub(crate) by_place: Variables,
    /// `true` if the condition may distinguish equal elements, or locations of one irrelevant type, within one class.
    pub(crate) distinguishes_members: bool,
}

impl BindingTimes {
    /// Analyses a rule. A general rule binds all variables late. Every rule binds late the element's state and those
    /// variables of the element that only the make reads: one make per element would be many nearly equal makes.
    pub(crate) fn of(rules: &RuleSet, rule: &Rule, make_exprs: &[ExprId], general: bool) -> Self {
        let bound = |place: &RulePlace| {
            let found = place.listed().into_iter().flat_map(|matches| &matches.entries);
            Variables::bound_by(rules, found.map(|(_, bindings)| bindings))
        };
        let (condition_reads, make_reads) =
            (Variables::read_by(rules, rule.condition.as_slice()), Variables::read_by(rules, make_exprs));
        let element =
            Variables::bound_by(rules, rule.element.iter().flat_map(|m| &m.entries).map(|(_, bindings)| bindings));
        let (from, to) = (bound(&rule.from), bound(&rule.to));
        let mut late = if general {
            element.union(&from).union(&to)
        } else {
            element.difference(&condition_reads).difference(&from).difference(&to)
        };
        if let Guard::Bind(variable) = rule.state {
            late.insert(variable);
        }
        if let (true, Guard::Bind(variable)) = (general, rule.player) {
            late.insert(variable);
        }
        let distinguishes_members = general && condition_reads.intersects(&element.union(&from));
        let by_element = condition_reads.difference(&late);
        Self { by_place: condition_reads.union(&make_reads).difference(&late), late, by_element, distinguishes_members }
    }
}
