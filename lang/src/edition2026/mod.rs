//! The 2026 edition: entries of a file to a rule set, with everything that is wrong told at once.
//! How a file is written is the matter of `syntax`; what a rule set means is the engine's.

mod allowed;
mod base;
mod builtins;
mod check;
mod classes;
mod compact;
mod constant;
mod drawing;
mod ends;
mod entries;
mod expr;
mod families;
mod geometry;
mod named;
mod names;
mod options;
mod players;
mod questions;
mod reserves;
mod roots;
mod rules;
mod things;
mod types;
mod value;
mod variables;
pub(crate) mod walk;

use boardwright_engine::ids::DirectionId;
use boardwright_engine::rules::{Ground, Rivals, RuleSet, Span};

use crate::diagnostic::Findings;
use crate::{Declared, Request, Source};

use builtins::{builtin_names, is_builtin, signature_of, value_words};
use expr::Lower;
pub(crate) use names::Names;
pub use options::GameOption;
pub(crate) use questions::questions;

/// Where the things of a rule set are written, as far as it does not know that itself.
#[derive(Debug, Default)]
struct Places {
    declared: Declared,
    rules: Vec<rules::RulePlaces>,
    /// Where a type of locations is said to be a reserve.
    reserves: std::collections::HashMap<boardwright_engine::ids::LocationTypeId, Span>,
}

/// What came of a file.
pub(crate) struct Read {
    pub(crate) rules: RuleSet,
    pub(crate) names: Names,
    pub(crate) options: Vec<GameOption>,
    pub(crate) declared: Declared,
}

/// Reads a file of this edition; `sources` holds it, and gets the files that it is based on.
pub(crate) fn read(sources: &mut Vec<Source>, request: &Request<'_>, findings: &mut Findings) -> Read {
    let entries = base::read(request.files, sources, findings);
    let rules = RuleSet { ends_at_start: true, rivals: Rivals::First, ..RuleSet::default() };
    let broken = findings.has_errors();
    let mut lower = Lower::new(rules, Names::default(), findings);
    lower.game(&entries);
    let options = lower.options(&entries, request.options);
    lower.texts(&entries);
    lower.players(&entries);
    lower.expressions(&entries);
    lower.location_types(&entries, request.pictures);
    lower.element_types(&entries, request.pictures);
    lower.locations(&entries);
    lower.elements(&entries);
    lower.directions(&entries);
    lower.relations(&entries);
    lower.variables(&entries);
    lower.board(&entries, request.pictures);
    lower.rules(&entries);
    lower.scorings(&entries);
    lower.ends(&entries);
    lower.heuristics(&entries);
    lower.colour_classes(&entries);
    lower.allowed();
    let uncalled = lower.uncalled();
    lower.reserves();
    if !broken && !lower.has_errors() {
        lower.compact();
        lower.classes();
        lower.check(&entries, &uncalled);
    }
    let declared = std::mem::take(&mut lower.places.declared);
    let (rules, names) = lower.finish();
    Read { rules, names, options, declared }
}

impl Lower<'_> {
    fn compact(&mut self) {
        compact::compact(&mut self.rules, &mut self.names);
        let Ground { lines, ways, .. } = &mut self.rules.ground;
        lines.dedup();
        ways.sort_unstable();
        ways.dedup_by_key(|DirectionId(id)| *id);
    }
}
