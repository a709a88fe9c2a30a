//! Summaries of functions for their callers: values and variables in terms of the parameters and the position before
//! the call. Calls are converted in `calls`.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::state::{ConversionScope, Effect, Statement, SymbolicValue, VariableState};
use super::term::{LocalId, Node, Term};

/// Returns the local variables in the emitted code of a function.
pub(super) fn locals_of(scope: &ConversionScope, last: Option<&Term>) -> Vec<LocalId> {
    let mut open: Vec<Term> = last.cloned().into_iter().collect();
    for (_, item) in scope.blocks.iter().flat_map(|block| &block.statements) {
        match item {
            Statement::Condition(term) => open.push(term.clone()),
            Statement::Effect { guard, effect } => {
                open.push(guard.clone());
                match effect {
                    Effect::Call(term) | Effect::Set(_, term) | Effect::ForEach(_, term, _) => open.push(term.clone()),
                    Effect::Score(player, amount) => open.extend([player.clone(), amount.clone()]),
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(term) = open.pop() {
        term.visit(&mut |part| match part.node() {
            Node::Local(id) => found.push(*id),
            Node::Binding(id) if seen.insert(*id) => {
                open.push(scope.bindings[id.0].term.clone());
                open.push(scope.bindings[id.0].guard.clone());
            }
            _ => {}
        });
    }
    found
}

/// Returns a term without bindings; `None` if its value differs before the effects of the scope or it gets too large.
fn without_effects(term: &Term, scope: &ConversionScope) -> Option<Term> {
    let flagged = |node: &Node| matches!(node, Node::Word(word) if scope.assigned_globals.contains(word));
    if scope.epoch > 0 && term.is_state_dependent()
        || term.contains_node(flagged)
        || scope.bindings.iter().any(|binding| binding.term.contains_node(flagged))
    {
        return None;
    }
    expand_bindings(term, scope).filter(|plain| plain.size() < 300)
}

fn expand_bindings(term: &Term, scope: &ConversionScope) -> Option<Term> {
    let mut failed = false;
    let plain = term.replace(&mut |part| match part.node() {
        Node::Binding(id) => {
            let binding = &scope.bindings[id.0];
            let inner = if binding.is_state_dependent && binding.epoch > 0 || binding.block > 0 {
                None
            } else {
                expand_bindings(&binding.term, scope)
            };
            failed |= inner.is_none();
            inner
        }
        _ => None,
    });
    (!failed).then_some(plain)
}

pub(super) fn is_state_dependent(term: &Term, scope: &ConversionScope) -> bool {
    term.is_state_dependent()
        || term.contains_node(|node| matches!(node, Node::Binding(id) if scope.bindings[id.0].is_state_dependent))
}

pub(super) fn export_value(value: &SymbolicValue, scope: &ConversionScope) -> Option<SymbolicValue> {
    let mut failed = false;
    let value = value.map(&mut |term| {
        without_effects(term, scope).unwrap_or_else(|| {
            failed = true;
            term.clone()
        })
    });
    (!failed).then_some(value)
}

pub(super) fn export_state(slot: &VariableState, scope: &ConversionScope) -> VariableState {
    let unknown = VariableState::Unknown("a named expression assigns it a value that depends on its own effects");
    match slot {
        VariableState::Assigned(value) => export_value(value, scope).map_or(unknown, VariableState::Assigned),
        VariableState::Conditional(condition, one, two) => match without_effects(condition, scope) {
            Some(condition) => VariableState::Conditional(
                condition,
                one.as_ref().map(|slot| Rc::new(export_state(slot, scope))),
                two.as_ref().map(|slot| Rc::new(export_state(slot, scope))),
            ),
            None => unknown,
        },
        VariableState::Unknown(why) => VariableState::Unknown(why),
        VariableState::Saved => VariableState::Saved,
    }
}

/// Returns the state of a variable after a call; unwritten variables keep their state.
pub(super) fn import_state(
    slot: &VariableState,
    before: Option<&Rc<VariableState>>,
    imported: &mut dyn FnMut(&Term) -> Term,
) -> VariableState {
    match slot {
        VariableState::Conditional(condition, one, two) => {
            let condition = imported(condition);
            let mut side = |slot: &Option<Rc<VariableState>>| match slot {
                Some(slot) => Some(Rc::new(import_state(slot, before, imported))),
                None => before.cloned(),
            };
            let (one, two) = (side(one), side(two));
            match (condition.truth(), &one, &two) {
                (Some(true), Some(slot), _) | (Some(false), _, Some(slot)) => (**slot).clone(),
                _ => VariableState::Conditional(condition, one, two),
            }
        }
        other => other.map(imported),
    }
}
