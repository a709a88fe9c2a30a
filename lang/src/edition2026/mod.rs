//! Lowering of the 2026 edition: the entries of a file to a typed rule set, with all diagnostics at once.
//! Parsing is done in `syntax`; the semantics of rule sets are defined by the engine.

mod base;
mod builtins;
mod constant;
mod contexts;
mod dead_code;
mod drawing;
mod ends;
mod entries;
mod equivalence;
mod expr;
mod families;
mod geometry;
mod lint;
mod named_exprs;
mod names;
mod notation;
mod options;
mod players;
mod reserves;
mod roots;
mod rules;
mod things;
mod types;
mod user_queries;
mod value;
mod variables;
mod visibility;
pub(crate) mod walk;

use boardwright_game::ids::DirectionId;
use boardwright_rules::{Ground, RivalPolicy, RuleSet, Span};

use crate::diagnostic::Findings;
use crate::{BoardDeclarations, Files, LoadRequest, Source};

use builtins::{builtin_names, is_builtin, signature_of, value_words};
use expr::LoweringContext;
pub(crate) use names::Names;
pub use options::GameOption;
pub(crate) use user_queries::lower_queries;

/// Spans of declarations that the rule set itself does not record.
#[derive(Debug, Default)]
struct DeclarationSpans {
    declared: BoardDeclarations,
    rules: Vec<rules::RuleSpans>,
    /// By location type, the span of the `reserve` key that names it.
    reserves: std::collections::HashMap<boardwright_game::ids::LocationTypeId, Span>,
}

/// Result of lowering a file.
pub(crate) struct LoweredFile {
    pub(crate) rules: RuleSet,
    pub(crate) names: Names,
    pub(crate) options: Vec<GameOption>,
    pub(crate) declared: BoardDeclarations,
}

/// Reads the files that a file is based on; `sources` holds the file, and receives the base files. Ignores mistakes.
pub(crate) fn read_base_files(files: &dyn Files, sources: &mut Vec<Source>) {
    base::read_entries(files, sources, &mut Findings::default());
}

/// Lowers a file of this edition; `sources` holds the file, and receives the base files.
pub(crate) fn lower_file(sources: &mut Vec<Source>, request: &LoadRequest<'_>, findings: &mut Findings) -> LoweredFile {
    let entries = base::read_entries(request.files, sources, findings);
    let rules = RuleSet { tests_ends_at_start: true, rival_policy: RivalPolicy::First, ..RuleSet::default() };
    let broken = findings.has_errors();
    let mut lower = LoweringContext::new(rules, Names::default(), findings);
    lower.game(&entries);
    let options = lower.options(&entries, request.options);
    lower.texts(&entries);
    lower.players(&entries);
    lower.score_parts(&entries);
    lower.payoff(&entries);
    lower.declare_expressions(&entries);
    lower.location_types(&entries, request.pictures);
    lower.element_types(&entries, request.pictures);
    lower.locations(&entries);
    lower.elements(&entries);
    lower.directions(&entries);
    lower.relations(&entries);
    lower.variables(&entries);
    lower.board(&entries, request.pictures);
    lower.rules(&entries);
    lower.check_chance(&entries);
    lower.check_visibility(&entries);
    lower.scorings(&entries);
    lower.ends(&entries);
    lower.heuristics(&entries);
    lower.place_texts();
    lower.check(&entries);
    lower.colour_classes(&entries);
    lower.check_contexts();
    let uncalled = lower.lower_uncalled();
    lower.check_reserves();
    if !broken && !lower.has_errors() {
        lower.compact();
        lower.mark_distinct_elements();
        lower.lint(&entries, &uncalled);
    }
    let declared = std::mem::take(&mut lower.spans.declared);
    let (rules, names) = lower.finish();
    LoweredFile { rules, names, options, declared }
}

impl LoweringContext<'_> {
    fn compact(&mut self) {
        dead_code::compact(&mut self.rules, &mut self.names);
        let Ground { line_relations: lines, line_directions: ways, .. } = &mut self.rules.ground;
        lines.dedup();
        ways.sort_unstable();
        ways.dedup_by_key(|DirectionId(id)| *id);
    }
}
