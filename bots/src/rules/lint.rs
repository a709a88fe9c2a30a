//! Warnings about rule files: predicates that nothing defines, macros without a value, answers that are ignored, and
//! known slips. Rule files with warnings are legal.

use std::collections::{HashMap, HashSet};

use boardwright_game::fault::Span;
use boardwright_lang::suggest::did_you_mean;
use boardwright_lang::{Diagnostic, Findings};

use super::CheckOptions;
use super::ast::{ActionKind, Program, Rule, Term};
use super::blocks::{AnswerKind, Block};
use crate::prolog::{Cell, FlatTerm, KnowledgeBase, ParsedTerm, Symbols, functors};

/// Name and number of arguments of a predicate.
type Indicator = (String, usize);

/// Checks a rule file without errors.
pub(super) fn lint(program: &Program, base: &KnowledgeBase, options: CheckOptions, findings: &mut Findings) {
    let symbols = base.symbols();
    let defined = defined_predicates(program, symbols);
    let mut linter = Linter { symbols, findings, defined, reported: HashSet::new() };
    linter.block_order(program);
    for clause in &program.clauses {
        linter.clause(clause, options);
    }
    for block in &program.blocks {
        for rule in &block.rules {
            linter.rule(block.block, rule, options);
        }
        linter.answers(block.block, block.span, &block.rules, program);
    }
}

/// A call of a predicate: the goal, and `true` if the call adds its argument to the knowledge base.
struct Call {
    functor: Indicator,
    adds: Option<Indicator>,
}

/// Name and number of arguments of a goal.
fn indicator(term: &FlatTerm, cell: Cell, symbols: &Symbols) -> Option<Indicator> {
    match cell {
        Cell::Atom(atom) => Some((symbols.name(atom).to_owned(), 0)),
        Cell::Struct(_) => {
            let functor = term.functor(cell)?;
            Some((symbols.name(symbols.functor_name(functor)).to_owned(), symbols.arity(functor) as usize))
        }
        _ => None,
    }
}

/// Head of a clause.
fn head(term: &FlatTerm, cell: Cell) -> Cell {
    term.binary(cell, functors::CLAUSE).map_or(cell, |[head, _]| head)
}

/// Control constructs, whose arguments are goals, by name and number of arguments.
const CONTROL: &[(&str, usize)] = &[
    (",", 2),
    (";", 2),
    ("->", 2),
    ("\\+", 1),
    ("not", 1),
    ("and", 2),
    ("or", 2),
    ("if", 3),
    ("call", 1),
    ("once", 1),
    ("ignore", 1),
    ("forall", 2),
    ("findall", 3),
    ("aggregate_all", 3),
    ("catch", 3),
];

/// All calls in a goal, in their order.
fn calls(term: &FlatTerm, goal: Cell, symbols: &Symbols) -> Vec<Call> {
    let mut found = Vec::new();
    let mut work = vec![goal];
    while let Some(cell) = work.pop() {
        let Some(functor) = indicator(term, cell, symbols) else { continue };
        let arguments = term.arguments(cell, symbols);
        let name = functor.0.as_str();
        if CONTROL.contains(&(name, functor.1)) {
            let goals = match name {
                "findall" | "aggregate_all" => &arguments[1..2],
                "catch" => &[arguments[0], arguments[2]][..],
                _ => arguments,
            };
            work.extend(goals.iter().rev());
            continue;
        }
        let changes = ["assert", "asserta", "assertz", "retract"];
        let changed = arguments.first().filter(|_| changes.contains(&name));
        let adds =
            changed.filter(|_| name != "retract").and_then(|&clause| indicator(term, head(term, clause), symbols));
        found.push(Call { functor, adds });
    }
    found
}

/// Predicates that clauses or actions define.
fn defined_predicates(program: &Program, symbols: &Symbols) -> HashSet<Indicator> {
    let mut defined: HashSet<Indicator> = HashSet::new();
    let mut goals: Vec<(&FlatTerm, Cell)> = Vec::new();
    for clause in &program.clauses {
        let term = &clause.term;
        if let Some([_, body]) = term.binary(term.root, functors::CLAUSE) {
            goals.push((term, body));
        }
        defined.extend(indicator(term, head(term, term.root), symbols));
    }
    for rule in program.blocks.iter().flat_map(|block| &block.rules) {
        goals.extend(rule.condition.terms().into_iter().map(|term| (&term.parsed.term, term.parsed.term.root)));
        for action in &rule.actions {
            let term = &action.term.parsed.term;
            match action.kind {
                ActionKind::Add => defined.extend(indicator(term, head(term, term.root), symbols)),
                ActionKind::Query => goals.push((term, term.root)),
                ActionKind::Del => {}
            }
        }
    }
    for (term, goal) in goals {
        defined.extend(calls(term, goal, symbols).into_iter().filter_map(|call| call.adds));
    }
    defined
}

struct Linter<'a> {
    symbols: &'a Symbols,
    findings: &'a mut Findings,
    defined: HashSet<Indicator>,
    /// Unknown predicates that have been reported.
    reported: HashSet<Indicator>,
}

impl Linter<'_> {
    fn warn(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        let warning = Diagnostic::warning(code, span, message);
        self.findings.add(if help.is_empty() { warning } else { warning.help(help) });
    }

    fn block_order(&mut self, program: &Program) {
        for pair in program.blocks.windows(2) {
            if pair[1].block < pair[0].block {
                let (first, second) = (pair[1].block.keyword(), pair[0].block.keyword());
                let message = format!("the block {first} stands before {second} in other rule files");
                let help =
                    "the published system reads blocks in one order only; `boardwright bot list` shows an example";
                self.warn("block-order", pair[1].span, message, help);
            }
        }
    }

    fn clause(&mut self, clause: &ParsedTerm, options: CheckOptions) {
        let term = &clause.term;
        if let Some([_, body]) = term.binary(term.root, functors::CLAUSE) {
            self.unknown_predicates(term, body, clause.span);
            self.discard_slip(term, body, clause.span);
        }
        self.singletons(clause);
        if options.is_compatible {
            self.list_tails(clause);
        }
    }

    fn unknown_predicates(&mut self, term: &FlatTerm, goal: Cell, span: Span) {
        for call in calls(term, goal, self.symbols) {
            let (name, arity) = &call.functor;
            let known = is_known(name, *arity) || self.defined.contains(&call.functor);
            if known || !self.reported.insert(call.functor.clone()) {
                continue;
            }
            let own: Vec<&str> = self.defined.iter().map(|(name, _)| name.as_str()).collect();
            let message = match self.defined.iter().filter(|(other, _)| other == name).map(|(_, arity)| arity).min() {
                Some(other) => format!("nothing defines `{name}/{arity}`; it has {other} arguments elsewhere"),
                None => {
                    let mut names = own;
                    names.sort_unstable();
                    names.dedup();
                    let builtin = crate::prolog::builtin_names().map(|(name, _)| name);
                    let near = did_you_mean(name, names.into_iter().chain(builtin));
                    format!("nothing defines `{name}/{arity}`, so it always fails{near}")
                }
            };
            self.warn("unknown-predicate", span, message, "");
        }
    }

    /// Reports a discard clause that asks for a hand without any card of the four suits.
    fn discard_slip(&mut self, term: &FlatTerm, body: Cell, span: Span) {
        let mut suits = HashSet::new();
        let mut work = vec![body];
        while let Some(cell) = work.pop() {
            let arguments = term.arguments(cell, self.symbols);
            match indicator(term, cell, self.symbols) {
                Some((name, _)) if name == "," || name == "not" || name == "\\+" => work.extend(arguments),
                Some((_, 1)) => {
                    if let Some([Cell::Int(suit), rest]) = term.binary(arguments[0], functors::LIST)
                        && let Some([Cell::Var(_), _]) = term.binary(rest, functors::LIST)
                    {
                        suits.insert(suit);
                    }
                }
                _ => {}
            }
        }
        if (0..4).all(|suit| suits.contains(&suit)) {
            let message =
                "kings are cards of the four suits too, so this clause finds nothing for a hand of taroks and kings";
            let help = "test for plain cards below 5 points: `not((mam([S,V]), S < 4, V < 7))`";
            self.warn("discard-slip", span, message.to_owned(), help);
        }
    }

    /// Reports named variables that occur once.
    fn singletons(&mut self, clause: &ParsedTerm) {
        let term = &clause.term;
        let mut counts = vec![0_usize; clause.variables.len()];
        for cell in term.cells.iter().chain([&term.root]) {
            if let Cell::Var(number) = cell {
                counts[*number as usize] += 1;
            }
        }
        let single = clause.variables.iter().zip(counts).filter(|(name, count)| *count == 1 && !name.starts_with('_'));
        let names: Vec<&str> = single.map(|(name, _)| name.as_str()).collect();
        if !names.is_empty() {
            let message = match names[..] {
                [only] => format!("the variable `{only}` occurs once; write `_` if that is intended"),
                _ => format!("the variables {} occur once; write `_` if that is intended", names.join(", ")),
            };
            self.warn("singleton", clause.span, message, "");
        }
    }

    /// Reports lists `[H|T]`, which the published system does not have.
    fn list_tails(&mut self, clause: &ParsedTerm) {
        let term = &clause.term;
        let has_tail = (0..term.cells.len()).any(|at| {
            let rest = term.binary(Cell::Struct(at as u32), functors::LIST).map(|[_, rest]| rest);
            matches!(rest, Some(Cell::Var(_)))
        });
        if has_tail {
            let message = "the published system has no lists `[H|T]`".to_owned();
            self.warn(
                "list-tail",
                clause.span,
                message,
                "write lists of a fixed length, or read the file in standard mode",
            );
        }
    }

    fn rule(&mut self, block: Block, rule: &Rule, options: CheckOptions) {
        let mut bound: HashSet<String> = block.presets().iter().map(|name| (*name).to_owned()).collect();
        let mut overwritten: HashMap<String, Span> = HashMap::new();
        for term in rule.condition.terms() {
            self.term(term, &bound, &overwritten);
            self.unknown_predicates(&term.parsed.term, term.parsed.term.root, term.span);
            for name in variables(term) {
                if block.presets().contains(&name) {
                    overwritten.entry(name.to_owned()).or_insert(term.span);
                }
                bound.insert(name.to_owned());
            }
        }
        for action in &rule.actions {
            self.term(&action.term, &bound, &overwritten);
            let term = &action.term.parsed.term;
            match action.kind {
                ActionKind::Query => self.unknown_predicates(term, term.root, action.term.span),
                ActionKind::Del => {
                    if options.is_compatible && action.term.parsed.variables.iter().any(|name| name == "_") {
                        let message = "`_` never matches in `del` of the published system, so nothing is removed";
                        self.warn("del-anonymous", action.term.span, message.to_owned(), "write a named variable");
                    }
                }
                ActionKind::Add => self.added(block, &action.term),
            }
            if action.kind != ActionKind::Add {
                bound.extend(variables(&action.term).map(str::to_owned));
            }
        }
    }

    /// Reports macros of a term without a value, and those that a variable has overwritten.
    fn term(&mut self, term: &Term, bound: &HashSet<String>, overwritten: &HashMap<String, Span>) {
        for name in &term.macros {
            if !bound.contains(name) {
                let near = did_you_mean(name, bound.iter().map(String::as_str));
                let message = format!("the macro \\{name} has no value here, so it becomes the variable {name}{near}");
                self.warn("no-value", term.span, message, "");
            } else if let Some(first) = overwritten.get(name) {
                let message =
                    format!("\\{name} is no longer the value of the event: a variable of this name was bound");
                let warning = Diagnostic::warning("overwritten", term.span, message);
                self.findings
                    .add(warning.related(*first, "it is bound here").help("choose another name for the variable"));
            }
        }
    }

    fn added(&mut self, block: Block, term: &Term) {
        let parsed = &term.parsed.term;
        let Some((name, arity)) = indicator(parsed, head(parsed, parsed.root), self.symbols) else { return };
        if is_builtin(&name, arity) {
            let message = format!("`{name}/{arity}` is built in, so nothing can be added to it");
            self.warn("built-in", term.span, message, "choose another name");
        }
        if (name.as_str(), arity) != ("return", 1) {
            return;
        }
        let answer = parsed.arguments(parsed.root, self.symbols).first().copied();
        let message = match (block.answer(), answer) {
            (AnswerKind::None, _) => {
                format!("the block {} has no answer, so `return` is left for the next question", block.keyword())
            }
            (AnswerKind::Number(least, most), Some(Cell::Int(code))) if code < least || code > most => {
                format!("{code} is no answer of {}; answers are {least} to {most}", block.keyword())
            }
            (AnswerKind::Card, Some(Cell::Int(_) | Cell::Atom(_))) => {
                format!("an answer of {} is a card: `return([SUIT,VALUE])`", block.keyword())
            }
            _ => return,
        };
        self.warn("answer", term.span, message, "");
    }

    /// Reports a question whose rules never answer.
    fn answers(&mut self, block: Block, span: Span, rules: &[Rule], program: &Program) {
        if block.answer() == AnswerKind::None || rules.is_empty() {
            return;
        }
        let is_return =
            |term: &FlatTerm| indicator(term, head(term, term.root), self.symbols) == Some(("return".to_owned(), 1));
        let adds = rules
            .iter()
            .flat_map(|rule| &rule.actions)
            .any(|action| action.kind == ActionKind::Add && is_return(&action.term.parsed.term));
        let asserts = program.clauses.iter().any(|clause| {
            let body = clause.term.binary(clause.term.root, functors::CLAUSE).map(|[_, body]| body);
            let found = body.map_or_else(Vec::new, |body| calls(&clause.term, body, self.symbols));
            found.iter().any(|call| call.adds == Some(("return".to_owned(), 1)))
        });
        if !adds && !asserts {
            let message = format!("no rule of {} adds an answer `return(...)`", block.keyword());
            self.warn("no-answer", span, message, "");
        }
    }
}

/// Named variables of a term that a query can bind.
fn variables(term: &Term) -> impl Iterator<Item = &str> {
    term.parsed.variables.iter().map(String::as_str).filter(|name| !name.starts_with(['_', '\\']))
}

fn is_builtin(name: &str, arity: usize) -> bool {
    crate::prolog::builtin_names().any(|(other, count)| other == name && count as usize == arity)
}

/// `true` for predicates of the engine.
fn is_known(name: &str, arity: usize) -> bool {
    is_builtin(name, arity) || crate::prolog::library_names().contains(&(name.to_owned(), arity as u32))
}
