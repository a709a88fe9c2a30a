//! Scorings and ends of 2013, and the named expressions as they are written.
//! What of a move they can read is found with the rules.

use super::blocks::Writer;
use super::calls::{Named, Ready};
use super::follow::Follower;
use super::state::{Block, Env, Res, Scope, Slot, stop};
use super::term::{Node, Term};
use crate::edition2013::ast::{Award, End, Function, Node as Node2013, Scoring};

/// Keys with their lines.
pub(super) type Keys = Vec<(&'static str, Vec<String>)>;

/// A named expression: its name with parameters, and its lines.
pub(super) type Said = (String, Vec<String>);

impl<'t> Follower<'t> {
    /// A situation, and values that are worked out where it holds.
    fn situation(&mut self, node: &'t Node2013, values: &[&'t Node2013], env: Env) -> Res<(Scope, Vec<Term>, Env)> {
        self.scope = Scope { blocks: vec![Block::default()], ..Scope::default() };
        let (done, _) = self.lines(std::slice::from_ref(node), env)?;
        self.boolean(&done.value, node.span)?;
        let mut env = done.yes;
        let mut terms = Vec::new();
        self.scope.inline += 1;
        for node in values {
            let (value, after) = self.value(node, env)?;
            env = after;
            terms.push(self.number(&value, node.span)?);
        }
        Ok((std::mem::take(&mut self.scope), terms, done.no))
    }

    pub(super) fn scoring(&mut self, scoring: &'t Scoring, env: &mut Env) -> Res<Keys> {
        let values: Vec<&Node2013> =
            scoring.awards.iter().flat_map(|Award { player, amount }| [player, amount]).collect();
        let (scope, terms, _) = self.situation(&scoring.situation, &values, env.clone())?;
        for node in std::iter::once(&scoring.situation).chain(values) {
            for name in self.effects.node(node).writes {
                env.set(&name, Slot::Lost("a scoring changes it"));
            }
        }
        let mut keys = self.written_situation(&scope, &terms, false);
        let mut writer = Writer::new(self, &scope, &roots(&terms));
        writer.bind_notes();
        for pair in terms.chunks(2) {
            for (key, term) in ["player", "score"].into_iter().zip(pair) {
                keys.push((key, vec![writer.shower.term(term)]));
            }
        }
        Ok(keys)
    }

    /// `later`: whether it holds at the start already, where 2013 did not look.
    pub(super) fn end(&mut self, end: &'t End, env: &mut Env, later: bool) -> Res<Keys> {
        let (scope, terms, no) = self.situation(&end.situation, &[&end.winner], env.clone())?;
        *env = no;
        if terms[0].number().is_some_and(|number| number < 0) {
            return Err(Box::new(
                stop(end.winner.span, "a winner below 0 lets the game go on, but in 2026 every end ends it")
                    .help("take this end out, and ask in those after it that its situation does not hold"),
            ));
        }
        let mut keys = self.written_situation(&scope, &terms, later);
        let mut writer = Writer::new(self, &scope, &roots(&terms));
        writer.bind_notes();
        keys.push(("winner", vec![writer.shower.term(&terms[0])]));
        Ok(keys)
    }

    fn written_situation(&self, scope: &Scope, terms: &[Term], later: bool) -> Keys {
        let mut writer = Writer::new(self, scope, &roots(terms));
        writer.bind_notes();
        let mut lines = writer.lines(0);
        let speaks_of_move = |term: &Term| {
            term.any(
                |node| matches!(node, Node::Word(word) if matches!(word.as_str(), "MOVED" | "FROM" | "TO" | "MOVER")),
            )
        };
        let items = scope.blocks[0].items.iter().any(|(_, item)| match item {
            super::state::Item::Line(term) => speaks_of_move(term),
            super::state::Item::Act { .. } => false,
        });
        if later || items || scope.notes.iter().any(|note| speaks_of_move(&note.term)) {
            lines.insert(0, "MOVER != 0".to_owned());
        }
        if lines.is_empty() {
            lines.push("TRUE".to_owned());
        }
        vec![("situation", lines)]
    }

    /// A named expression as it is written: what stands before `=`, and its lines. `None` if nothing calls it.
    pub(super) fn written_function(&self, ready: &Ready) -> Said {
        let last: Vec<(Term, usize)> = ready.last.iter().map(|term| (term.clone(), ready.scope.epoch)).collect();
        let mut writer = Writer::new(self, &ready.scope, &last);
        let params: Vec<String> = ready.taken.iter().map(|id| writer.shower.bind(*id)).collect();
        writer.bind_notes();
        let mut lines = writer.lines(0);
        lines.extend(ready.last.iter().map(|term| writer.shower.term(term)));
        if lines.is_empty() {
            lines.push("TRUE".to_owned());
        }
        let head = if params.is_empty() { ready.word.clone() } else { format!("{}({})", ready.word, params.join(",")) };
        (head, lines)
    }

    /// The named expressions that are written, in their order; others were put in place, or say nothing.
    pub(super) fn written_functions(&mut self) -> Vec<(&'t Function, Option<Said>)> {
        let tree = self.tree;
        // What nothing calls may still be what a reader looks for.
        let used: Vec<bool> = tree.functions.iter().map(|function| self.is_used(function)).collect();
        tree.functions
            .iter()
            .zip(used)
            .map(|(function, used)| {
                let placed = self.placed.contains(&function.name.value);
                let known = if used || placed || self.functions.contains_key(&function.name.value) {
                    self.functions.get(&function.name.value).cloned()
                } else if function.body.is_empty() {
                    None
                } else {
                    Some(self.function(function))
                };
                let written = match known {
                    Some(Named::Ready(ready)) if !ready.unsure && (ready.is_used() || !used) => {
                        Some(self.written_function(&ready))
                    }
                    _ => None,
                };
                (function, written)
            })
            .collect()
    }

    /// Whether a rule, a scoring, an end or a named expression was followed into it.
    fn is_used(&self, function: &Function) -> bool {
        self.functions.contains_key(&function.name.value)
    }
}

fn roots(terms: &[Term]) -> Vec<(Term, usize)> {
    terms.iter().map(|term| (term.clone(), 0)).collect()
}
