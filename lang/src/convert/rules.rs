//! Conversion of rules: patterns, conditions, awards, followups, and the next player.
//! Rules also save values of the move that scorings and ends read.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::{ArithmeticOp, Span, UnaryOp};

use super::blocks::BlockWriter;
use super::names::{EntityKind, split_pattern, to_variable_name};
use super::state::{
    Block, ConversionScope, ConvertResult, Effect, Env, Outcome, PLAYER, Statement, SymbolicValue, Ty, VariableState,
    convert_error,
};
use super::symbolic::{MovePart, SymbolicEvaluator};
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Node as Node2013, NodeKind as NodeKind2013, Pattern, Rule, TemplatePart};
use crate::syntax::ast::Comparison;

/// A converted pattern.
#[derive(Clone, Debug)]
struct ConvertedPattern {
    term: Term,
    locals: Vec<LocalId>,
}

/// A converted rule before code emission.
#[derive(Debug)]
pub(super) struct ConvertedRule<'t> {
    rule: &'t Rule,
    scope: ConversionScope,
    patterns: [ConvertedPattern; 3],
    state: Option<Term>,
    player: Option<Term>,
    award: Option<Term>,
    next: Option<Term>,
    /// Environment at the end of the rule.
    env: Env,
}

impl<'t> SymbolicEvaluator<'t> {
    /// Converts a rule; `None` for a rule that never applies.
    pub(super) fn convert_rule(&mut self, rule: &'t Rule) -> ConvertResult<Option<ConvertedRule<'t>>> {
        self.scope = ConversionScope { blocks: vec![Block::default(), Block::default()], ..ConversionScope::default() };
        let mut env = Self::initial_env();
        let mut lines = Vec::new();
        let Some(element) =
            self.convert_pattern(EntityKind::Element, MovePart::Element, &rule.element, &mut env, &mut lines)?
        else {
            return Ok(None);
        };
        let state = convert_guard(rule.state.as_ref(), &mut env, &Term::query("STATE", vec![Term::word("MOVED")]));
        let player = convert_guard(rule.player.as_ref(), &mut env, &Term::word("PLAYER"));
        if matches!(state, ConvertedGuard::Never) || matches!(player, ConvertedGuard::Never) {
            return Ok(None);
        }
        let (state, player) = (state.term(), player.term());
        let Some(from) =
            self.convert_pattern(EntityKind::Location, MovePart::From, &rule.from, &mut env, &mut lines)?
        else {
            return Ok(None);
        };
        let Some(to) = self.convert_pattern(EntityKind::Location, MovePart::To, &rule.to, &mut env, &mut lines)? else {
            return Ok(None);
        };
        for line in lines {
            self.scope.blocks[0].statements.push((0, Statement::Condition(line)));
        }
        if let Some(condition) = &rule.condition {
            let (outcome, _) = self.evaluate_lines(std::slice::from_ref(condition), env)?;
            self.bool_term(&outcome.value, condition.span)?;
            env = outcome.if_true;
        }
        let mut amounts = Vec::new();
        self.scope.expression_depth += 1;
        for award in &rule.awards {
            let (who, after) = self.evaluate_pure(&award.player, env)?;
            let (amount, after) = self.evaluate_pure(&award.amount, after)?;
            env = after;
            let who = self.int_term(&who, award.player.span)?;
            amounts.push((who, self.int_term(&amount, award.amount.span)?));
        }
        self.scope.expression_depth -= 1;
        let (award, others) = self.split_awards(amounts, player.as_ref());
        let others: Vec<(Term, Term)> = others
            .into_iter()
            .map(|(who, amount)| (self.freeze(&who, Ty::Int, "who"), self.freeze(&amount, Ty::Int, "points")))
            .collect();
        // The element has moved from here on.
        self.freeze_env(&mut env);
        self.scope.current_block = 1;
        self.scope.epoch = 1;
        self.scope.allows_effects = true;
        for (who, amount) in others {
            self.add_effect(&mut env, &Term::bool(true), Effect::Score(who, amount), rule.span)?;
        }
        if let Some(followup) = &rule.followup {
            let outcome = self.evaluate(followup, env)?;
            env = env_after_followup(&outcome);
        }
        let next = self.read_variable(PLAYER, &env, rule.span)?;
        let next = self.int_term(&next, rule.span)?;
        let following = self.next_player_term(Term::word("PLAYER"));
        let next = (self.tree.players.len() > 1 && !next.is_equivalent(&following)).then_some(next);
        let scope = std::mem::take(&mut self.scope);
        Ok(Some(ConvertedRule { rule, scope, patterns: [element, from, to], state, player, award, next, env }))
    }

    /// Converts a pattern; `None` if it matches no name.
    fn convert_pattern(
        &mut self,
        kind: EntityKind,
        of: MovePart,
        pattern: &Pattern,
        env: &mut Env,
        lines: &mut Vec<Term>,
    ) -> ConvertResult<Option<ConvertedPattern>> {
        let pieces = &pattern.value;
        if !pieces.iter().any(|piece| matches!(piece, TemplatePart::Var(_))) {
            let text = match pieces.as_slice() {
                [TemplatePart::Literal(text)] => text.as_str(),
                _ => "",
            };
            let term = self.names.translate(kind, text);
            return Ok(term.map(|term| ConvertedPattern { term, locals: Vec::new() }));
        }
        let no_family = || {
            Box::new(
                convert_error(pattern.span, "this pattern matches names that do not form a family in edition 2026")
                    .help("rename them to the form `p(1)`, with brackets around the numbers"),
            )
        };
        let Some((base, places)) = split_pattern(pieces) else {
            return if self.names.can_match_without_family(kind, pieces) { Err(no_family()) } else { Ok(None) };
        };
        let Some(family) = self.names.family(kind, &base) else {
            return if self.names.can_match_without_family(kind, pieces) { Err(no_family()) } else { Ok(None) };
        };
        let word = family.word.clone();
        // A constant number never matches in a pattern with variables.
        let vars: Option<Vec<&str>> = places
            .iter()
            .map(|place| match place.as_slice() {
                [TemplatePart::Var(name)] => Some(name.value.as_str()),
                _ => None,
            })
            .collect();
        let Some(vars) = vars else { return Ok(None) };
        let all: Vec<Vec<i32>> = family.members.iter().filter(|member| member.len() == vars.len()).cloned().collect();
        let rows: Vec<Vec<i32>> = all.iter().filter(|row| row.iter().all(|index| *index >= 0)).cloned().collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let negative: Vec<bool> = (0..vars.len()).map(|at| all.iter().any(|row| row[at] < 0)).collect();
        let mut locals = Vec::new();
        for (at, name) in vars.iter().enumerate() {
            let id = self.new_local(name, Ty::Int);
            self.locals[id.0].move_part = Some((of, at, vars.len()));
            if negative[at] {
                lines.push(Term::compare(Comparison::GreaterEqual, Term::local(id), Term::int(0)));
            }
            env.set(name, VariableState::Assigned(SymbolicValue::int(Term::local(id))));
            locals.push(id);
        }
        self.set_domain(&locals, rows);
        let term = Term::call(&word, locals.iter().map(|id| Term::local(*id)).collect());
        Ok(Some(ConvertedPattern { term, locals }))
    }

    /// Splits awards into the total for the mover and those for other players.
    fn split_awards(&self, amounts: Vec<(Term, Term)>, player: Option<&Term>) -> (Option<Term>, Vec<(Term, Term)>) {
        let alone = self.tree.players.len() == 1;
        let own = |who: &Term| {
            who.is_word("PLAYER")
                || alone && who.number() == Some(1)
                || player.is_some_and(|player| player.is_equivalent(who))
        };
        let (mine, others): (Vec<_>, Vec<_>) = amounts.into_iter().partition(|(who, _)| own(who));
        let award =
            mine.into_iter().map(|(_, amount)| amount).reduce(|one, two| Term::arith(ArithmeticOp::Add, one, two));
        (award, others)
    }

    /// Returns the environment after a move: for each variable one term that is valid for all rules, or a saved value.
    pub(super) fn env_after(&mut self, followed: &[ConvertedRule<'t>], read_after: &BTreeSet<String>) -> Env {
        let mut env = Self::initial_env();
        for name in read_after {
            let mut found: Option<SymbolicValue> = None;
            let mut agreed = true;
            let mut any = false;
            for rule in followed {
                let Some(slot) = rule.env.get(name) else { continue };
                any = true;
                self.scope = rule.scope.clone();
                let value = match self.read_state(name, Some(&slot), rule.rule.span) {
                    Ok(Some(value)) => value,
                    Ok(None) => continue,
                    Err(_) => {
                        agreed = false;
                        continue;
                    }
                };
                let mut failed = false;
                let value = value.map(&mut |term| {
                    let plain = state_independent(term, &rule.scope).and_then(|term| self.term_after_move(&term));
                    plain.unwrap_or_else(|| {
                        failed = true;
                        term.clone()
                    })
                });
                agreed &= !failed && found.as_ref().is_none_or(|known| known.is_equivalent(&value));
                found = Some(value);
            }
            self.scope = ConversionScope::default();
            if !any {
                continue;
            }
            match found.filter(|_| agreed) {
                Some(value) => env.set(name, VariableState::Assigned(value)),
                None => env.set(name, VariableState::Saved),
            }
        }
        env
    }

    /// Determines the values that rules can save for each variable; variables that no rule writes have none.
    pub(super) fn find_saved_values(&mut self, followed: &[ConvertedRule<'t>], read_after: &BTreeSet<String>) {
        for name in read_after {
            for rule in followed {
                let Some(slot) = rule.env.get(name) else { continue };
                self.scope = rule.scope.clone();
                let value = self.read_state(name, Some(&slot), rule.rule.span);
                let value = value.ok().flatten().and_then(|value| self.infer_text(&value, rule.rule.span).ok());
                if let Some(value @ SymbolicValue::Typed(..)) = value {
                    self.saved.insert(name.clone(), value);
                    break;
                }
            }
        }
        self.scope = ConversionScope::default();
    }

    /// Returns the global variable that saves the value of a rule's variable after a move; creates it if needed.
    pub(super) fn save_variable(&mut self, name: &str, span: Span) -> ConvertResult<SymbolicValue> {
        let Some(SymbolicValue::Typed(_, ty)) = self.saved.get(name).cloned() else {
            return Err(Box::new(convert_error(span, format!("the value of `${name}` after a move is unknown"))));
        };
        let ty = self.resolve_type(ty);
        if let Some(global) = self.globals.iter().find(|global| global.saves.as_deref() == Some(name)) {
            return Ok(SymbolicValue::Typed(Term::word(&global.name), ty));
        }
        if !matches!(ty, Ty::Int | Ty::Bool | Ty::Entity(EntityKind::Element | EntityKind::Location)) {
            let message = format!(
                "`${name}` must be saved after the move, but no variable of edition 2026 can hold {}",
                ty.description()
            );
            return Err(Box::new(convert_error(span, message)));
        }
        let mut chars = to_variable_name(name).chars().collect::<Vec<_>>();
        if chars.iter().all(|c| !c.is_lowercase()) {
            for c in &mut chars {
                *c = c.to_ascii_lowercase();
            }
        } else if !chars.get(1).is_some_and(char::is_ascii_uppercase) {
            chars[0] = chars[0].to_ascii_lowercase();
        }
        let word: String = chars.into_iter().collect();
        let word = self.names.unused_word(&word);
        let initial = super::blocks::placeholder(ty);
        self.globals.push(super::symbolic::Global { name: word.clone(), initial, saves: Some(name.to_owned()) });
        Ok(SymbolicValue::Typed(Term::word(&word), ty))
    }

    /// Appends statements to each rule that save the variables read after the move.
    pub(super) fn add_saves(&mut self, followed: &mut [ConvertedRule<'t>]) -> Vec<super::state::ConvertError> {
        let mut stops = Vec::new();
        for rule in followed {
            for global in self.globals.clone() {
                let Some(name) = &global.saves else { continue };
                let Some(slot) = rule.env.get(name) else { continue };
                self.scope = std::mem::take(&mut rule.scope);
                let span = rule.rule.name.span;
                let value = self.read_state(name, Some(&slot), span).and_then(|value| match value {
                    Some(value) => {
                        let ty = self.saved.get(name).and_then(|value| match value {
                            SymbolicValue::Typed(_, ty) => Some(*ty),
                            _ => None,
                        });
                        let ty = ty.unwrap_or(Ty::Int);
                        self.term_of_type(&value, ty, span).map(Some)
                    }
                    None => Ok(None),
                });
                let mut env = rule.env.clone();
                let outcome = value.and_then(|term| match term {
                    Some(term) if !term.is_equivalent(&global.initial) => {
                        let added = self.add_effect(
                            &mut env,
                            &Term::bool(true),
                            Effect::Set(global.name.clone(), term.clone()),
                            span,
                        );
                        added.map(|()| (term.size() > 1).then_some(term))
                    }
                    _ => Ok(None),
                });
                // The next player is determined after these statements.
                let player = self.read_state(PLAYER, env.get(PLAYER).as_deref(), span);
                if let (Some(_), Ok(Some(SymbolicValue::Typed(next, _)))) = (&rule.next, player) {
                    let saved_term = outcome.as_ref().ok().cloned().flatten();
                    let named = |part: &Term| {
                        saved_term
                            .as_ref()
                            .is_some_and(|saved_term| part.is_equivalent(saved_term))
                            .then(|| Term::word(&global.name))
                    };
                    rule.next = Some(next.replace(&mut |part| named(part)));
                }
                if let Err(why) = outcome {
                    stops.push(why);
                }
                rule.scope = std::mem::take(&mut self.scope);
                rule.env = env;
            }
        }
        stops
    }

    /// Reports rules that compete for the same move by their awards; in the edition 2026 the first rule would apply.
    pub(super) fn find_rival_rules(&self) -> Vec<super::state::ConvertError> {
        let mut stops = Vec::new();
        let fits: Vec<[BTreeSet<&str>; 3]> = self
            .tree
            .rules
            .iter()
            .map(|rule| {
                let elements = self.tree.elements.iter().map(|entry| entry.name.value.as_str());
                let places = || self.tree.locations.iter().map(|entry| entry.name.value.as_str());
                [
                    elements.filter(|name| matches_name(&rule.element.value, name)).collect(),
                    places().filter(|name| matches_name(&rule.from.value, name)).collect(),
                    places().filter(|name| matches_name(&rule.to.value, name)).collect(),
                ]
            })
            .collect();
        for (at, rule) in self.tree.rules.iter().enumerate() {
            for (before, other) in self.tree.rules.iter().enumerate().take(at) {
                let differ = |one: &Option<Node2013>, two: &Option<Node2013>| match (one, two) {
                    (
                        Some(Node2013 { kind: NodeKind2013::Int(one), .. }),
                        Some(Node2013 { kind: NodeKind2013::Int(two), .. }),
                    ) => one != two,
                    _ => false,
                };
                let apart = differ(&rule.player, &other.player)
                    || differ(&rule.state, &other.state)
                    || (0..3).any(|part| fits[at][part].is_disjoint(&fits[before][part]));
                if !(apart || rule.awards.is_empty() && other.awards.is_empty()) {
                    let message = "which of two rules makes a move depends on their awards; in edition 2026 the first rule applies";
                    stops.push(Box::new(
                        convert_error(rule.name.span, message)
                            .label("this rule may allow the same move")
                            .related(other.name.span, "as this rule"),
                    ));
                }
            }
        }
        stops
    }

    /// Emits the keys of a rule.
    pub(super) fn emit_rule(&self, followed: &ConvertedRule<'t>, name: &str) -> Vec<(&'static str, Vec<String>)> {
        let last = followed.scope.epoch;
        let mut more: Vec<(Term, usize)> = followed.award.iter().map(|term| (term.clone(), 0)).collect();
        more.extend(followed.next.iter().map(|term| (term.clone(), last)));
        let mut writer = BlockWriter::new(self, &followed.scope, &more);
        for matched in &followed.patterns {
            for local in &matched.locals {
                writer.printer.name_local(*local);
            }
        }
        writer.assign_names();
        let mut keys: Vec<(&'static str, Vec<String>)> = vec![("name", vec![name.to_owned()])];
        let [element, from, to] = &followed.patterns;
        keys.push(("element", vec![writer.printer.print(&element.term)]));
        for (key, term) in [("state", &followed.state), ("player", &followed.player)] {
            keys.extend(term.iter().map(|term| (key, vec![writer.printer.print(term)])));
        }
        keys.push(("from", vec![writer.printer.print(&from.term)]));
        keys.push(("to", vec![writer.printer.print(&to.term)]));
        let condition = writer.write_block(0);
        if !condition.is_empty() {
            keys.push(("condition", condition));
        }
        keys.extend(followed.award.iter().map(|term| ("award", vec![writer.printer.print(term)])));
        let followup = writer.write_block(1);
        if !followup.is_empty() {
            keys.push(("followup", followup));
        }
        keys.extend(followed.next.iter().map(|term| ("next", vec![writer.printer.print(term)])));
        keys
    }
}

/// Returns the environment after a followup, whose value is ignored.
fn env_after_followup(outcome: &Outcome) -> Env {
    outcome.env()
}

/// Returns a term without bindings if its value does not depend on the position.
fn state_independent(term: &Term, scope: &ConversionScope) -> Option<Term> {
    let mut failed = false;
    let plain = term.replace(&mut |part| match part.node() {
        Node::Binding(id) => match state_independent(&scope.bindings[id.0].term, scope) {
            Some(term) => Some(term),
            None => {
                failed = true;
                None
            }
        },
        _ => None,
    });
    (!failed && !plain.is_state_dependent()).then_some(plain)
}

/// `true` if a pattern matches a name by the rules of the edition 2013.
fn matches_name(pieces: &[TemplatePart], name: &str) -> bool {
    match pieces {
        [TemplatePart::Literal(text)] => text == name,
        _ => {
            let mut rest = name;
            for piece in pieces {
                match piece {
                    TemplatePart::Literal(text) => match rest.strip_prefix(text.as_str()) {
                        Some(after) => rest = after,
                        None => return false,
                    },
                    TemplatePart::Var(_) => {
                        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                        if digits == 0 {
                            return false;
                        }
                        rest = &rest[digits..];
                    }
                }
            }
            rest.is_empty()
        }
    }
}

/// Returns the variables that scorings and ends read, directly or in called expressions.
pub(super) fn variables_read_after_move(evaluator: &SymbolicEvaluator<'_>) -> BTreeSet<String> {
    let tree = evaluator.tree;
    let mut read_after = BTreeSet::new();
    let scorings = tree.scorings.iter().flat_map(|scoring| {
        std::iter::once(&scoring.situation)
            .chain(scoring.awards.iter().flat_map(|award| [&award.player, &award.amount]))
    });
    let ends = tree.ends.iter().flat_map(|end| [&end.situation, &end.winner]);
    for node in scorings.chain(ends) {
        read_after.extend(evaluator.effects.of_node(node).reads);
    }
    read_after
}

/// Returns valid rule names: all different, and none of them `default`.
pub(super) fn unique_rule_names(rules: &[Rule]) -> BTreeMap<usize, String> {
    let mut used = BTreeSet::from(["default".to_owned()]);
    let mut names = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let plain = rule.name.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut name = plain.replace("//", "/").trim().to_owned();
        let mut number = 2;
        while !used.insert(name.clone()) {
            name = format!("{plain} {number}");
            number += 1;
        }
        names.insert(at, name);
    }
    names
}

/// Condition of a rule's `state` or `player`.
enum ConvertedGuard {
    Any,
    Equal(Term),
    /// Never matches.
    Never,
}

impl ConvertedGuard {
    fn term(self) -> Option<Term> {
        match self {
            Self::Equal(term) => Some(term),
            Self::Any | Self::Never => None,
        }
    }
}

/// Converts a guard. A variable in it is bound to the value.
fn convert_guard(node: Option<&Node2013>, env: &mut Env, value: &Term) -> ConvertedGuard {
    match node.map(|node| &node.kind) {
        None => ConvertedGuard::Any,
        Some(NodeKind2013::Int(number)) => ConvertedGuard::Equal(Term::int(*number)),
        Some(NodeKind2013::Prefix(UnaryOp::Neg, inner)) => match inner.kind {
            NodeKind2013::Int(number) => ConvertedGuard::Equal(Term::int(number.wrapping_neg())),
            _ => ConvertedGuard::Never,
        },
        Some(NodeKind2013::Var(name)) => {
            env.set(name, VariableState::Assigned(SymbolicValue::int(value.clone())));
            ConvertedGuard::Any
        }
        Some(_) => ConvertedGuard::Never,
    }
}
