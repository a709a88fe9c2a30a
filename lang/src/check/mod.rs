//! What is legal but suspicious in a rule set, whatever edition it comes from; one family of warnings per file.
//! Nothing here is an error, and nothing here looks at the text.

mod arguments;
mod conditions;
mod constants;
mod facts;
mod names;
mod reach;
mod rules;
mod turns;
mod types;
mod unused;
mod variables;
mod walk;

use std::collections::HashSet;

use boardwright_engine::rules::{RuleSet, Span};

use crate::Declared;
use crate::diagnostic::Findings;
use facts::Facts;

/// Where the things of a rule set are written, as far as the rule set does not know that itself.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// By id: the names.
    pub(crate) element_types: Vec<Span>,
    pub(crate) location_types: Vec<Span>,
    pub(crate) declared: Declared,
    pub(crate) functions: Vec<Span>,
    pub(crate) rules: Vec<RulePlaces>,
    /// Operations and names that have been told of already, so that what follows from the same mistake need not be.
    pub(crate) told: HashSet<Span>,
}

/// Where the parts of a rule are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RulePlaces {
    pub(crate) state: Option<Span>,
    pub(crate) player: Option<Span>,
}

/// What a check may look at.
struct Context<'a> {
    rules: &'a RuleSet,
    places: &'a Places,
    facts: Facts,
}

/// Checks a complete rule set.
pub(crate) fn check(rules: &RuleSet, places: &Places, findings: &mut Findings) {
    let context = Context { rules, places, facts: Facts::of(rules) };
    types::check(&context, findings);
    constants::check(&context, findings);
    names::check(&context, findings);
    variables::check(&context, findings);
    arguments::check(&context, findings);
    conditions::check(&context, findings);
    rules::check(&context, findings);
    turns::check(&context, findings);
    reach::check(&context, findings);
    unused::check(&context, findings);
}
