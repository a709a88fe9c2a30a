//! What the patterns of a rule bind, and when: before the game is compiled, as far as that pays, or at play.
//! Which names a pattern matches is known already and not the matter here.

use crate::ids::ExprId;
use crate::rules::{Guard, Place, Rule, RuleSet};

use super::groups::Variables;

/// What the patterns of a rule bind, and who reads it.
pub(super) struct Pattern {
    /// Variables that are bound while the game runs.
    pub(super) late: Variables,
    /// Variables that tell elements apart.
    pub(super) by_element: Variables,
    /// Variables that tell locations apart.
    pub(super) by_place: Variables,
    /// The condition may tell apart equal elements, or places of one irrelevant type, within one group.
    pub(super) tells_apart: bool,
}

impl Pattern {
    /// A general rule binds everything late. So does any rule with the element's state, and with numbers of the
    /// element that only the making reads: one making for each element would be many that hardly differ.
    pub(super) fn of(rules: &RuleSet, rule: &Rule, making: &[ExprId], general: bool) -> Self {
        let bound = |place: &Place| {
            let found = place.known().into_iter().flat_map(|matches| &matches.found);
            Variables::bound_by(rules, found.map(|(_, bindings)| bindings))
        };
        let (asked, done) = (Variables::read_by(rules, rule.condition.as_slice()), Variables::read_by(rules, making));
        let element =
            Variables::bound_by(rules, rule.element.iter().flat_map(|m| &m.found).map(|(_, bindings)| bindings));
        let (from, to) = (bound(&rule.from), bound(&rule.to));
        let mut late =
            if general { element.or(&from).or(&to) } else { element.except(&asked).except(&from).except(&to) };
        if let Guard::Bind(variable) = rule.state {
            late.add(variable);
        }
        if let (true, Guard::Bind(variable)) = (general, rule.player) {
            late.add(variable);
        }
        let tells_apart = general && asked.meets(&element.or(&from));
        let by_element = asked.except(&late);
        Self { by_place: asked.or(&done).except(&late), late, by_element, tells_apart }
    }
}
