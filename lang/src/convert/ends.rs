//! Conversion of scorings and ends of the game, and emission of functions.
//! The values of a move that scorings and ends can read are determined in `rules`.

use super::blocks::BlockWriter;
use super::calls::{ConvertedFunction, FunctionState};
use super::state::{Block, ConversionScope, ConvertResult, Env, VariableState, convert_error};
use super::symbolic::SymbolicEvaluator;
use super::term::{Node, Term};
use crate::edition2013::ast::{Award, End, Function, Node as Node2013, Scoring};

/// Keys of an entry with the lines of their values.
pub(super) type EntryKeys = Vec<(&'static str, Vec<String>)>;

/// An emitted function: its head with parameters, and its lines.
pub(super) type EmittedFunction = (String, Vec<String>);

impl<'t> SymbolicEvaluator<'t> {
    /// Converts a situation, and values that are evaluated if it holds.
    fn convert_situation(
        &mut self,
        node: &'t Node2013,
        values: &[&'t Node2013],
        env: Env,
    ) -> ConvertResult<(ConversionScope, Vec<Term>, Env)> {
        self.scope = ConversionScope { blocks: vec![Block::default()], ..ConversionScope::default() };
        let (outcome, _) = self.evaluate_lines(std::slice::from_ref(node), env)?;
        self.bool_term(&outcome.value, node.span)?;
        let mut env = outcome.if_true;
        let mut terms = Vec::new();
        self.scope.expression_depth += 1;
        for node in values {
            let (value, after) = self.evaluate_pure(node, env)?;
            env = after;
            terms.push(self.int_term(&value, node.span)?);
        }
        Ok((std::mem::take(&mut self.scope), terms, outcome.if_false))
    }

    pub(super) fn convert_scoring(&mut self, scoring: &'t Scoring, env: &mut Env) -> ConvertResult<EntryKeys> {
        let values: Vec<&Node2013> =
            scoring.awards.iter().flat_map(|Award { player, amount }| [player, amount]).collect();
        let (scope, terms, _) = self.convert_situation(&scoring.situation, &values, env.clone())?;
        for node in std::iter::once(&scoring.situation).chain(values) {
            for name in self.effects.of_node(node).writes {
                env.set(&name, VariableState::Unknown("a scoring changes it"));
            }
        }
        let mut keys = self.emit_situation(&scope, &terms, false);
        let mut writer = BlockWriter::new(self, &scope, &with_epoch_zero(&terms));
        writer.assign_names();
        for pair in terms.chunks(2) {
            for (key, term) in ["player", "score"].into_iter().zip(pair) {
                keys.push((key, vec![writer.printer.print(term)]));
            }
        }
        Ok(keys)
    }

    /// Converts an end of the game. `holds_at_start` is `true` if its situation holds in the initial state, in which
    /// the edition 2013 does not check ends.
    pub(super) fn convert_end(
        &mut self,
        end: &'t End,
        env: &mut Env,
        holds_at_start: bool,
    ) -> ConvertResult<EntryKeys> {
        let (scope, terms, no) = self.convert_situation(&end.situation, &[&end.winner], env.clone())?;
        *env = no;
        if terms[0].number().is_some_and(|number| number < 0) {
            return Err(Box::new(
                convert_error(
                    end.winner.span,
                    "a winner below 0 continues the game, but in edition 2026 every end ends it",
                )
                .help("remove this end, and require in the following ends that its situation does not hold"),
            ));
        }
        let mut keys = self.emit_situation(&scope, &terms, holds_at_start);
        let mut writer = BlockWriter::new(self, &scope, &with_epoch_zero(&terms));
        writer.assign_names();
        keys.push(("winner", vec![writer.printer.print(&terms[0])]));
        Ok(keys)
    }

    fn emit_situation(&self, scope: &ConversionScope, terms: &[Term], holds_at_start: bool) -> EntryKeys {
        let mut writer = BlockWriter::new(self, scope, &with_epoch_zero(terms));
        writer.assign_names();
        let mut lines = writer.write_block(0);
        let reads_move = |term: &Term| {
            term.contains_node(
                |node| matches!(node, Node::Word(word) if matches!(word.as_str(), "MOVED" | "FROM" | "TO" | "MOVER")),
            )
        };
        let items = scope.blocks[0].statements.iter().any(|(_, item)| match item {
            super::state::Statement::Condition(term) => reads_move(term),
            super::state::Statement::Effect { .. } => false,
        });
        if holds_at_start || items || scope.bindings.iter().any(|binding| reads_move(&binding.term)) {
            lines.insert(0, "MOVER != 0".to_owned());
        }
        if lines.is_empty() {
            lines.push("TRUE".to_owned());
        }
        vec![("situation", lines)]
    }

    /// Emits a function: its head before `=`, and its lines.
    pub(super) fn emit_function(&self, converted: &ConvertedFunction) -> EmittedFunction {
        let last: Vec<(Term, usize)> =
            converted.last.iter().map(|term| (term.clone(), converted.scope.epoch)).collect();
        let mut writer = BlockWriter::new(self, &converted.scope, &last);
        let params: Vec<String> = converted.written_params.iter().map(|id| writer.printer.name_local(*id)).collect();
        writer.assign_names();
        let mut lines = writer.write_block(0);
        lines.extend(converted.last.iter().map(|term| writer.printer.print(term)));
        if lines.is_empty() {
            lines.push("TRUE".to_owned());
        }
        let head = if params.is_empty() {
            converted.word.clone()
        } else {
            format!("{}({})", converted.word, params.join(","))
        };
        (head, lines)
    }

    /// Emits all named expressions in file order. `None` for those that were inlined everywhere or cannot be converted.
    pub(super) fn emit_functions(&mut self) -> Vec<(&'t Function, Option<EmittedFunction>)> {
        let tree = self.tree;
        // Uncalled functions are emitted too, because a reader may look for them.
        let used: Vec<bool> = tree.functions.iter().map(|function| self.is_used(function)).collect();
        tree.functions
            .iter()
            .zip(used)
            .map(|(function, used)| {
                let placed = self.inlined_functions.contains(&function.name.value);
                let known = if used || placed || self.functions.contains_key(&function.name.value) {
                    self.functions.get(&function.name.value).cloned()
                } else if function.body.is_empty() {
                    None
                } else {
                    Some(self.function_state(function))
                };
                let written = match known {
                    Some(FunctionState::Converted(converted))
                        if !converted.prefers_inlining && (converted.is_used() || !used) =>
                    {
                        Some(self.emit_function(&converted))
                    }
                    _ => None,
                };
                (function, written)
            })
            .collect()
    }

    /// `true` if a rule, a scoring, an end or another named expression calls it.
    fn is_used(&self, function: &Function) -> bool {
        self.functions.contains_key(&function.name.value)
    }
}

fn with_epoch_zero(terms: &[Term]) -> Vec<(Term, usize)> {
    terms.iter().map(|term| (term.clone(), 0)).collect()
}
