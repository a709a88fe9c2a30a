//! Execution of blocks: conditions without short circuit, the table of macros, and actions on the knowledge base. The
//! order of events and the meaning of answers are in [`session`](super::session).

use boardwright_game::fault::Span;

use super::ast::{ActionKind, Condition, Rule, Term};
use super::blocks::Block;
use super::terms::{MacroTable, Replaced};
use crate::prolog::{Cell, FlatTerm, KnowledgeBase, ParsedTerm, Solution, functors, term_text};

/// A problem of a rule while it ran. The rule goes on as if the query had failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunWarning {
    /// Source range of the query or of the clause.
    pub span: Span,
    /// Description of the problem.
    pub message: String,
}

/// A query of a condition that was evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTrace {
    /// Source range.
    pub span: Span,
    /// The query with its macros replaced.
    pub text: String,
    /// `true` if it has a solution.
    pub holds: bool,
    /// Variables with their values, such as `X = [4,0]`.
    pub bindings: String,
}

/// An action that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionTrace {
    /// Source range of its term.
    pub span: Span,
    /// The action with its macros replaced.
    pub text: String,
    /// `true` if something was added, removed or proved.
    pub holds: bool,
}

/// A rule that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTrace {
    /// The block.
    pub block: Block,
    /// Source range of the rule.
    pub span: Span,
    /// `true` if the condition holds.
    pub holds: bool,
    /// Queries of the condition.
    pub queries: Vec<QueryTrace>,
    /// Actions, if the condition holds.
    pub actions: Vec<ActionTrace>,
}

/// Executor of rules on a knowledge base.
pub(super) struct Executor<'a> {
    pub(super) base: &'a mut KnowledgeBase,
    pub(super) is_compatible: bool,
    pub(super) warnings: &'a mut Vec<RunWarning>,
    pub(super) trace: Option<&'a mut Vec<RuleTrace>>,
    table: MacroTable,
    queries: Vec<QueryTrace>,
}

impl<'a> Executor<'a> {
    pub(super) fn new(
        base: &'a mut KnowledgeBase,
        is_compatible: bool,
        warnings: &'a mut Vec<RunWarning>,
        trace: Option<&'a mut Vec<RuleTrace>>,
    ) -> Self {
        Self { base, is_compatible, warnings, trace, table: MacroTable::default(), queries: Vec::new() }
    }

    /// Executes the rules of a block in their order, each exactly once.
    pub(super) fn run(&mut self, block: Block, rules: &[Rule], presets: &MacroTable) {
        for rule in rules {
            self.table.clone_from(presets);
            self.queries.clear();
            let holds = self.condition(&rule.condition);
            let queries = std::mem::take(&mut self.queries);
            let mut actions = Vec::new();
            if holds {
                for action in &rule.actions {
                    let done = self.action(action.kind, &action.term);
                    if self.trace.is_some() {
                        let text = action.term.replaced_text(&self.table, self.base.symbols());
                        let text = format!("{} {text}", action.kind.keyword());
                        actions.push(ActionTrace { span: action.term.span, text, holds: done });
                    }
                }
            }
            if let Some(trace) = &mut self.trace {
                trace.push(RuleTrace { block, span: rule.span, holds, queries, actions });
            }
        }
    }

    /// Evaluates a condition. All its queries run, since each can bind macros.
    fn condition(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Term(term) => self.test(term),
            Condition::Not(inner) => !self.condition(inner),
            Condition::All(parts) => parts.iter().fold(true, |holds, part| self.condition(part) & holds),
            Condition::Any(parts) => parts.iter().fold(false, |holds, part| self.condition(part) | holds),
        }
    }

    /// Runs a query of a condition.
    fn test(&mut self, term: &Term) -> bool {
        let before = self.trace.is_some().then(|| term.replaced_text(&self.table, self.base.symbols()));
        let Some((goal, names)) = self.replaced(term) else { return false };
        let found = self.solve(term.span, &goal, &names);
        if let Some(text) = before {
            let bindings = found.as_ref().filter(|found| !found.bindings.is_empty());
            let bindings = bindings.map_or_else(String::new, |found| self.base.solution_text(found));
            self.queries.push(QueryTrace { span: term.span, text, holds: found.is_some(), bindings });
        }
        found.is_some()
    }

    /// The term with its macros replaced; reports a text that is no term.
    fn replaced(&mut self, term: &Term) -> Option<Replaced> {
        match term.replaced(&self.table, self.is_compatible, self.base.symbols_mut()) {
            Ok(replaced) => Some(replaced),
            Err(error) => {
                let text = term.replaced_text(&self.table, self.base.symbols());
                let message = format!("with its macros replaced, `{text}` is no term: {}", error.message);
                self.warnings.push(RunWarning { span: term.span, message });
                None
            }
        }
    }

    /// First solution of a goal, whose variables become macros.
    fn solve(&mut self, span: Span, goal: &FlatTerm, names: &[String]) -> Option<Solution> {
        match self.base.solve_once(goal, names) {
            Ok(Some(found)) => {
                for binding in &found.bindings {
                    self.table.set(&binding.name, binding.value.clone());
                }
                Some(found)
            }
            Ok(None) => None,
            Err(error) => {
                self.warnings.push(RunWarning { span: error.place.unwrap_or(span), message: error.message });
                None
            }
        }
    }

    fn action(&mut self, kind: ActionKind, term: &Term) -> bool {
        let Some((goal, names)) = self.replaced(term) else { return false };
        match kind {
            ActionKind::Query => self.solve(term.span, &goal, &names).is_some(),
            ActionKind::Add => self.add(term.span, goal, names),
            ActionKind::Del => {
                // `_` never unifies in the published system, so nothing is removed.
                if self.is_compatible && names.iter().any(|name| name == "_") {
                    return false;
                }
                let mut removal = goal;
                let retract = self.base.symbols_mut().atom("retract");
                let retract = self.base.symbols_mut().functor(retract, 1);
                let clause = removal.root;
                removal.root = removal.compound(retract, &[clause]);
                self.solve(term.span, &removal, &names).is_some()
            }
        }
    }

    fn add(&mut self, span: Span, mut fact: FlatTerm, names: Vec<String>) -> bool {
        if fact.functor(fact.root) == Some(functors::DIRECTIVE) {
            let message = "a directive cannot be added; run the goal by `query`".to_owned();
            self.warnings.push(RunWarning { span, message });
            return false;
        }
        let head = match fact.binary(fact.root, functors::CLAUSE) {
            Some([head, _]) => head,
            None => fact.root,
        };
        if let Cell::Struct(at) = head {
            let count = fact.arguments(head, self.base.symbols()).len();
            for argument in at as usize + 1..=at as usize + count {
                fact.cells[argument] = match self.evaluated(&fact, fact.cells[argument]) {
                    Ok(cell) => cell,
                    Err(message) => {
                        self.warnings.push(RunWarning { span, message });
                        return false;
                    }
                };
            }
        }
        match self.base.add(ParsedTerm { term: fact, variables: names, span }) {
            Ok(()) => true,
            Err(message) => {
                self.warnings.push(RunWarning { span, message });
                false
            }
        }
    }

    /// Value of an arithmetic expression without variables; other terms stay as they are.
    fn evaluated(&mut self, term: &FlatTerm, cell: Cell) -> Result<Cell, String> {
        let Some(functor) = term.functor(cell) else { return Ok(cell) };
        if functor == functors::LIST {
            return Ok(cell);
        }
        let part = term.part(cell, self.base.symbols());
        match self.base.evaluate(&part) {
            Ok(Some(value)) => Ok(Cell::Int(value)),
            Ok(None) => Ok(cell),
            Err(reason) => Err(format!("`{}` has no value: {reason}", term_text(&part, self.base.symbols()))),
        }
    }
}
