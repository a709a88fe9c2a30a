//! Expressions written down: as few brackets as precedence allows, and every local variable with a name of its own.
//! It is no layout of files; that is with the sections.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::rules::Arith;

use super::term::{LocalId, Node, NoteId, Term};
use crate::syntax::ast::Comparison;

/// How the local variables of a scope are called.
#[derive(Debug, Default)]
pub(super) struct Shower {
    /// What each variable would best be called.
    pub(super) hints: BTreeMap<LocalId, String>,
    /// Notes that have a name.
    pub(super) notes: BTreeMap<NoteId, String>,
    /// What other notes stand for.
    pub(super) meant: BTreeMap<NoteId, Term>,
    locals: BTreeMap<LocalId, String>,
    taken: BTreeSet<String>,
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

impl Shower {
    /// A name that nothing else has.
    fn free(&mut self, hint: &str) -> String {
        let mut name = hint.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{hint}{number}");
            number += 1;
        }
        name
    }

    /// Gives a variable its name for good.
    pub(super) fn bind(&mut self, local: LocalId) -> String {
        let hint = self.hints.get(&local).cloned().unwrap_or_else(|| "V".to_owned());
        let name = self.free(&hint);
        self.locals.insert(local, name.clone());
        format!("${name}")
    }

    pub(super) fn bind_note(&mut self, note: NoteId, hint: &str) {
        let name = self.free(hint);
        self.notes.insert(note, name);
    }

    /// Writes something with a variable that is known only there.
    pub(super) fn within<T>(&mut self, local: LocalId, write: impl FnOnce(&mut Self, &str) -> T) -> T {
        let name = self.bind(local);
        let written = write(self, &name);
        self.release(local);
        written
    }

    /// Lets a variable's name be used again.
    pub(super) fn release(&mut self, local: LocalId) {
        if let Some(name) = self.locals.remove(&local) {
            self.taken.remove(&name);
        }
    }

    pub(super) fn term(&mut self, term: &Term) -> String {
        self.at(term, 0)
    }

    fn list(&mut self, terms: &[Term], between: &str) -> String {
        terms.iter().map(|term| self.at(term, 0)).collect::<Vec<_>>().join(between)
    }

    fn at(&mut self, term: &Term, outer: u8) -> String {
        if let Node::Note(note) = term.node() {
            return match (self.notes.get(note), self.meant.get(note).cloned()) {
                (Some(name), _) => format!("${name}"),
                (None, Some(meant)) => self.at(&meant, outer),
                (None, None) => "NOTHING".to_owned(),
            };
        }
        let (own, text) = self.parts(term);
        if own < outer { format!("({text})") } else { text }
    }

    /// What a note without a name stands for, if it can be said in another way than with `NOT`.
    fn unnamed(&self, term: &Term) -> Option<Term> {
        let Node::Note(note) = term.node() else { return None };
        let meant = self.meant.get(note).filter(|_| !self.notes.contains_key(note))?;
        (!matches!(meant.clone().not().node(), Node::Not(_))).then(|| meant.clone())
    }

    fn parts(&mut self, term: &Term) -> (u8, String) {
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
            Node::Note(_) => (u8::MAX, String::new()),
            Node::Carried(name) => (u8::MAX, format!("${name}")),
            Node::Call(word, arguments, _) if arguments.is_empty() => (u8::MAX, word.clone()),
            Node::Call(word, arguments, _) => {
                let family = !word.starts_with(char::is_uppercase);
                (u8::MAX, format!("{word}({})", self.list(arguments, if family { "," } else { ", " })))
            }
            Node::Set(members) => (u8::MAX, format!("{{{}}}", self.list(members, ", "))),
            Node::Not(inner) if self.unnamed(inner).is_some() => {
                let term = self.unnamed(inner).map_or_else(|| term.clone(), Term::not);
                self.parts(&term)
            }
            Node::Not(inner) => (NOT, format!("NOT {}", self.at(inner, COMPARE))),
            Node::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.at(part, NOT)).collect();
                (AND, parts.join(" AND "))
            }
            Node::Or(parts) => {
                // Brackets around conjunctions are not needed, but they are what a reader looks for.
                let parts: Vec<String> = parts.iter().map(|part| self.at(part, NOT)).collect();
                (OR, parts.join(" OR "))
            }
            Node::Arith(op, left, right) => {
                let own = if matches!(op, Arith::Add | Arith::Subtract) { SUM } else { PRODUCT };
                let (left, right) = (self.at(left, own), self.at(right, own + 1));
                let right = if right.starts_with('-') { format!("({right})") } else { right };
                let wide = matches!(op, Arith::Remainder);
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
                (COMPARE, format!("{} {sign} {}", self.at(left, JOIN), self.at(right, JOIN)))
            }
            Node::Join(word, left, right) => {
                (JOIN, format!("{} {word} {}", self.at(left, JOIN), self.at(right, RANGE)))
            }
            Node::Range(from, to) => (RANGE, format!("{}..{}", self.at(from, SUM), self.at(to, SUM))),
            Node::Over(word, var, set, body) => {
                let set = self.at(set, 0);
                let text = self.within(*var, |shower, name| format!("{word}({name}, {set}, {})", shower.at(body, 0)));
                (u8::MAX, text)
            }
            Node::If(condition, then, other) => {
                let mut text = format!("IF({}, {}", self.at(condition, 0), self.at(then, 0));
                let mut rest = other;
                while let Node::If(condition, then, other) = rest.node() {
                    text = format!("{text}, {}, {}", self.at(condition, 0), self.at(then, 0));
                    rest = other;
                }
                (u8::MAX, format!("{text}, {})", self.at(rest, 0)))
            }
        }
    }
}
