//! The third stage of parsing: lowers the syntax tree to a rule set. All names are resolved to ids.
//! The lints check the resulting rule set afterwards.

mod components;
mod exprs;
mod rules;

use std::collections::{HashMap, HashSet};

use boardwright_game::ids::{FunctionId, VarId};
use boardwright_rules::{RivalPolicy, RuleSet, Span};

pub(super) use exprs::add_expression;

use super::ast::SyntaxTree;
use super::pattern::NameIndex;
use super::tree::MAX_ENTRIES;
use crate::diagnostic::{Diagnostic, Findings};
use crate::lint2013::RuleSetSpans;

/// Lowers a syntax tree to a rule set. The rule set is only valid if the findings contain no errors.
pub(super) fn lower(tree: SyntaxTree, findings: &mut Findings) -> (RuleSet, RuleSetSpans) {
    let players = tree.players.len();
    let mut rules = RuleSet {
        players: tree.players,
        start_scores: vec![tree.start_score; players],
        player_colours: vec![None; players],
        rival_policy: RivalPolicy::BestAward,
        background: tree.background.map(|name| name.value),
        colour_classes: tree.colour_classes,
        ..RuleSet::default()
    };
    if rules.players.is_empty() && !findings.has_errors() {
        findings.add(
            Diagnostic::error("no-players", Span::default(), "the game has no players")
                .help("name them in a section [PLAYER NAMES], with lines such as `1=White`"),
        );
    }
    let mut lowerer = Lowerer {
        scope: NameScope {
            invalid_functions: tree.invalid_functions,
            misplaced_definitions: tree.misplaced_definitions,
            ..NameScope::new(&mut rules)
        },
        findings,
        spans: RuleSetSpans::default(),
        locations: NameIndex::default(),
        elements: NameIndex::default(),
        relevant_types: Vec::new(),
        match_count: 0,
    };
    lowerer.lower_element_types(tree.element_types);
    lowerer.lower_location_types(tree.location_types);
    lowerer.lower_locations(tree.locations);
    lowerer.lower_elements(tree.elements);
    lowerer.lower_functions(&tree.functions);
    lowerer.lower_rules(&tree.rules);
    lowerer.lower_scorings(&tree.scorings);
    lowerer.lower_ends(&tree.ends);
    let spans = lowerer.spans;
    (rules, spans)
}

/// A rule set with name tables of its variables and named expressions.
struct NameScope<'r> {
    rules: &'r mut RuleSet,
    variables: HashMap<String, VarId>,
    functions: HashMap<String, FunctionId>,
    /// Number of lines of each named expression of the file.
    body_lengths: Vec<usize>,
    /// Named expressions with syntax errors.
    invalid_functions: HashSet<String>,
    /// Names whose definition was swallowed by another one, with the position and the reason.
    misplaced_definitions: HashMap<String, (Span, &'static str)>,
    /// `true` if the excess of variables was reported.
    has_too_many_variables: bool,
}

impl<'r> NameScope<'r> {
    fn new(rules: &'r mut RuleSet) -> Self {
        let variables = rules.variables.iter().enumerate().map(|(at, name)| (name.clone(), VarId::new(at))).collect();
        let functions =
            rules.functions.iter().enumerate().map(|(at, f)| (f.name.clone(), FunctionId::new(at))).collect();
        Self {
            rules,
            variables,
            functions,
            body_lengths: Vec::new(),
            invalid_functions: HashSet::new(),
            misplaced_definitions: HashMap::new(),
            has_too_many_variables: false,
        }
    }

    fn variable_id(&mut self, name: &str, span: Span, findings: &mut Findings) -> VarId {
        if let Some(&known) = self.variables.get(name) {
            return known;
        }
        if self.rules.variables.len() >= MAX_ENTRIES {
            if !self.has_too_many_variables {
                let message = format!("there are more than {MAX_ENTRIES} variables");
                findings.add(Diagnostic::error("too-many", span, message));
                self.has_too_many_variables = true;
            }
            return VarId(0);
        }
        let id = VarId::new(self.rules.variables.len());
        self.rules.variables.push(name.to_owned());
        self.variables.insert(name.to_owned(), id);
        id
    }
}

struct Lowerer<'r, 'f> {
    scope: NameScope<'r>,
    findings: &'f mut Findings,
    spans: RuleSetSpans,
    locations: NameIndex,
    elements: NameIndex,
    /// `true` for each location type whose locations are relevant.
    relevant_types: Vec<bool>,
    /// Number of names matched by all patterns so far.
    match_count: usize,
}
