//! The third step: the syntax tree to a rule set. Every name is looked up and becomes an id.
//! What is suspicious about the rule set as a whole is told by the checks after it.

mod exprs;
mod rules;
mod things;

use std::collections::{HashMap, HashSet};

use boardwright_engine::ids::{FunctionId, VarId};
use boardwright_engine::rules::{Rivals, RuleSet, Span};

pub(super) use exprs::question;

use super::ast::Tree;
use super::pattern::Names;
use super::tree::MOST_THINGS;
use crate::check::Places;
use crate::diagnostic::{Diagnostic, Findings};

/// Makes a rule set of a tree. It is worthless if there are errors among the findings.
pub(super) fn lower(tree: Tree, findings: &mut Findings) -> (RuleSet, Places) {
    let players = tree.players.len();
    let mut rules = RuleSet {
        players: tree.players,
        start_scores: vec![tree.start_score; players],
        player_colours: vec![None; players],
        rivals: Rivals::BestAward,
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
        scope: Scope { broken: tree.broken, lost: tree.lost, ..Scope::of(&mut rules) },
        findings,
        places: Places::default(),
        locations: Names::default(),
        elements: Names::default(),
        relevant: Vec::new(),
        matches: 0,
    };
    lowerer.element_types(tree.element_types);
    lowerer.location_types(tree.location_types);
    lowerer.locations(tree.locations);
    lowerer.elements(tree.elements);
    lowerer.functions(&tree.functions);
    lowerer.rules(&tree.rules);
    lowerer.scorings(&tree.scorings);
    lowerer.ends(&tree.ends);
    let places = lowerer.places;
    (rules, places)
}

/// A rule set with its variables and named expressions by name.
struct Scope<'r> {
    rules: &'r mut RuleSet,
    variables: HashMap<String, VarId>,
    functions: HashMap<String, FunctionId>,
    /// By named expression of the file that is being read: how many lines it has.
    bodies: Vec<usize>,
    /// Named expressions that could not be read.
    broken: HashSet<String>,
    /// Where names would be defined, and why they are not.
    lost: HashMap<String, (Span, &'static str)>,
    /// Whether too many variables have been told of.
    full: bool,
}

impl<'r> Scope<'r> {
    fn of(rules: &'r mut RuleSet) -> Self {
        let variables = rules.variables.iter().enumerate().map(|(at, name)| (name.clone(), VarId::new(at))).collect();
        let functions =
            rules.functions.iter().enumerate().map(|(at, f)| (f.name.clone(), FunctionId::new(at))).collect();
        Self {
            rules,
            variables,
            functions,
            bodies: Vec::new(),
            broken: HashSet::new(),
            lost: HashMap::new(),
            full: false,
        }
    }

    fn variable(&mut self, name: &str, span: Span, findings: &mut Findings) -> VarId {
        if let Some(&known) = self.variables.get(name) {
            return known;
        }
        if self.rules.variables.len() >= MOST_THINGS {
            if !self.full {
                let message = format!("there are more than {MOST_THINGS} variables");
                findings.add(Diagnostic::error("too-many", span, message));
                self.full = true;
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
    scope: Scope<'r>,
    findings: &'f mut Findings,
    places: Places,
    locations: Names,
    elements: Names,
    /// By location type: whether its locations are relevant.
    relevant: Vec<bool>,
    /// How many names all patterns match together.
    matches: usize,
}
