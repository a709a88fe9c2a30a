//! Pretty-printer for terms: writes the brackets required by precedence and assigns unique names to local variables.
//! The layout of files is done elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::ArithmeticOp;

use super::term::{BindingId, LocalId, Node, Term};
use crate::syntax::ast::Comparison;

/// Printer for the terms of a scope, with the names of its variables.
#[derive(Debug, Default)]
pub(super) struct TermPrinter {
    /// Preferred names of local variables.
    pub(super) hints: BTreeMap<LocalId, String>,
    /// Names of bindings that have one.
    pub(super) binding_names: BTreeMap<BindingId, String>,
    /// Terms of bindings without a name.
    pub(super) unnamed_terms: BTreeMap<BindingId, Term>,
    locals: BTreeMap<LocalId, String>,
    used_names: BTreeSet<String>,
}

const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const JOIN: u8 = 5;
const RANGE: u8 = 6;
const SUM: u8 = 7;
const PRODUCT: u8 = 8;
const UNARY: u8 = 9;

impl TermPrinter {
    /// Returns an unused name and reserves it.
    fn unused_name(&mut self, hint: &str) -> String {
        let mut name = hint.to_owned();
        let mut number = 2;
        while !self.used_names.insert(name.clone()) {
            name = format!("{hint}{number}");
            number += 1;
        }
        name
    }

    /// Assigns a name to a variable for the rest of the scope.
    pub(super) fn name_local(&mut self, local: LocalId) -> String {
        let hint = self.hints.get(&local).cloned().unwrap_or_else(|| "V".to_owned());
        let name = self.unused_name(&hint);
        self.locals.insert(local, name.clone());
        format!("${name}")
    }

    pub(super) fn name_binding(&mut self, binding: BindingId, hint: &str) {
        let name = self.unused_name(hint);
        self.binding_names.insert(binding, name);
    }

    /// Writes text in which a variable is bound.
    pub(super) fn with_local<T>(&mut self, local: LocalId, write: impl FnOnce(&mut Self, &str) -> T) -> T {
        let name = self.name_local(local);
        let written = write(self, &name);
        self.release(local);
        written
    }

    /// Frees the name of a variable for reuse.
    pub(super) fn release(&mut self, local: LocalId) {
        if let Some(name) = self.locals.remove(&local) {
            self.used_names.remove(&name);
        }
    }

    pub(super) fn print(&mut self, term: &Term) -> String {
        self.print_at(term, 0)
    }

    fn print_list(&mut self, terms: &[Term], between: &str) -> String {
        terms.iter().map(|term| self.print_at(term, 0)).collect::<Vec<_>>().join(between)
    }

    fn print_at(&mut self, term: &Term, outer: u8) -> String {
        if let Node::Binding(binding) = term.node() {
            return match (self.binding_names.get(binding), self.unnamed_terms.get(binding).cloned()) {
                (Some(name), _) => format!("${name}"),
                (None, Some(definition)) => self.print_at(&definition, outer),
                (None, None) => "NOTHING".to_owned(),
            };
        }
        let (own, text) = self.print_parts(term);
        if own < outer { format!("({text})") } else { text }
    }

    /// Returns the term of an unnamed binding if its negation needs no `NOT`.
    fn unnamed_term(&self, term: &Term) -> Option<Term> {
        let Node::Binding(binding) = term.node() else { return None };
        let definition = self.unnamed_terms.get(binding).filter(|_| !self.binding_names.contains_key(binding))?;
        (!matches!(definition.clone().not().node(), Node::Not(_))).then(|| definition.clone())
    }

    fn print_parts(&mut self, term: &Term) -> (u8, String) {
        match term.node() {
            Node::Int(number) if *number < 0 => (UNARY, number.to_string()),
            Node::Int(number) => (u8::MAX, number.to_string()),
            Node::Bool(truth) => (u8::MAX, if *truth { "TRUE" } else { "FALSE" }.to_owned()),
            Node::Text(text) => (u8::MAX, format!("\"{text}\"")),
            Node::Word(word) => (u8::MAX, word.clone()),
            Node::Local(local) => {
                let name = self.locals.get(local).or_else(|| self.hints.get(local)).cloned().unwrap_or_default();
                (u8::MAX, format!("${name}"))
            }
            Node::Binding(_) => (u8::MAX, String::new()),
            Node::LoopCarried(name) => (u8::MAX, format!("${name}")),
            Node::Call(word, arguments, _) if arguments.is_empty() => (u8::MAX, word.clone()),
            Node::Call(word, arguments, _) => {
                let family = !word.starts_with(char::is_uppercase);
                (u8::MAX, format!("{word}({})", self.print_list(arguments, if family { "," } else { ", " })))
            }
            Node::Set(members) => (u8::MAX, format!("{{{}}}", self.print_list(members, ", "))),
            Node::Not(inner) if self.unnamed_term(inner).is_some() => {
                let term = self.unnamed_term(inner).map_or_else(|| term.clone(), Term::not);
                self.print_parts(&term)
            }
            Node::Not(inner) => (NOT, format!("NOT {}", self.print_at(inner, COMPARE))),
            Node::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.print_at(part, NOT)).collect();
                (AND, parts.join(" AND "))
            }
            Node::Or(parts) => {
                // The brackets are not required, but readers expect them around conjunctions.
                let parts: Vec<String> = parts.iter().map(|part| self.print_at(part, NOT)).collect();
                (OR, parts.join(" OR "))
            }
            Node::Arith(op, left, right) => {
                let own = if matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract) { SUM } else { PRODUCT };
                let (left, right) = (self.print_at(left, own), self.print_at(right, own + 1));
                let right = if right.starts_with('-') { format!("({right})") } else { right };
                let wide = matches!(op, ArithmeticOp::Remainder);
                (
                    own,
                    if wide {
                        format!("{left} {} {right}", op.symbol())
                    } else {
                        format!("{left}{}{right}", op.symbol())
                    },
                )
            }
            Node::Compare(op, left, right) => {
                let sign = match op {
                    Comparison::Equal => "==",
                    Comparison::Unequal => "!=",
                    Comparison::Less => "<",
                    Comparison::LessEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterEqual => ">=",
                    Comparison::In => "IN",
                    Comparison::Subset => "SUBSET",
                };
                (COMPARE, format!("{} {sign} {}", self.print_at(left, JOIN), self.print_at(right, JOIN)))
            }
            Node::SetOperation(word, left, right) => {
                (JOIN, format!("{} {word} {}", self.print_at(left, JOIN), self.print_at(right, RANGE)))
            }
            Node::Range(from, to) => (RANGE, format!("{}..{}", self.print_at(from, SUM), self.print_at(to, SUM))),
            Node::Loop(word, var, set, body) => {
                let set = self.print_at(set, 0);
                let text = self
                    .with_local(*var, |printer, name| format!("{word}({name}, {set}, {})", printer.print_at(body, 0)));
                (u8::MAX, text)
            }
            Node::If(condition, then, other) => {
                let mut text = format!("IF({}, {}", self.print_at(condition, 0), self.print_at(then, 0));
                let mut rest = other;
                while let Node::If(condition, then, other) = rest.node() {
                    text = format!("{text}, {}, {}", self.print_at(condition, 0), self.print_at(then, 0));
                    rest = other;
                }
                (u8::MAX, format!("{text}, {})", self.print_at(rest, 0)))
            }
        }
    }
}
