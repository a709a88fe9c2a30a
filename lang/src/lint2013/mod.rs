//! Lints: warnings about legal but suspicious rule sets of the edition 2013, one module per group of warnings.
//! The lints report no errors and do not use the source text.

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

use boardwright_rules::{RuleSet, Span};

use crate::BoardDeclarations;
use crate::diagnostic::Findings;
use facts::Facts;

/// Source spans of the parts of a rule set that the rule set itself does not store.
#[derive(Debug, Default)]
pub(crate) struct RuleSetSpans {
    /// Spans of names, by id.
    pub(crate) element_types: Vec<Span>,
    pub(crate) location_types: Vec<Span>,
    pub(crate) declarations: BoardDeclarations,
    pub(crate) functions: Vec<Span>,
    pub(crate) rules: Vec<RuleSpans>,
    /// Spans of operations and names that were reported already; lints skip them to avoid consequential warnings.
    pub(crate) reported: HashSet<Span>,
}

/// Source spans of the parts of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuleSpans {
    pub(crate) state: Option<Span>,
    pub(crate) player: Option<Span>,
}

/// Input of the lints.
struct LintContext<'a> {
    rules: &'a RuleSet,
    spans: &'a RuleSetSpans,
    facts: Facts,
}

/// Runs all lints on a complete rule set.
pub(crate) fn lint(rules: &RuleSet, spans: &RuleSetSpans, findings: &mut Findings) {
    let context = LintContext { rules, spans, facts: Facts::analyse(rules) };
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
