//! What named expressions give and write, said from outside: in their parameters and the position before them.
//! How they are called is not here.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::state::{Act, Item, Scope, Slot, Val};
use super::term::{LocalId, Node, Term};

/// The variables in what is written of a named expression.
pub(super) fn locals_of(scope: &Scope, last: Option<&Term>) -> Vec<LocalId> {
    let mut open: Vec<Term> = last.cloned().into_iter().collect();
    for (_, item) in scope.blocks.iter().flat_map(|block| &block.items) {
        match item {
            Item::Line(term) => open.push(term.clone()),
            Item::Act { guard, act } => {
                open.push(guard.clone());
                match act {
                    Act::Call(term) | Act::Set(_, term) | Act::Each(_, term, _) => open.push(term.clone()),
                    Act::Score(player, amount) => open.extend([player.clone(), amount.clone()]),
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(term) = open.pop() {
        term.visit(&mut |part| match part.node() {
            Node::Local(id) => found.push(*id),
            Node::Note(id) if seen.insert(*id) => {
                open.push(scope.notes[id.0].term.clone());
                open.push(scope.notes[id.0].guard.clone());
            }
            _ => {}
        });
    }
    found
}

/// An expression without notes, if it says the same before everything was done.
fn plain(term: &Term, scope: &Scope) -> Option<Term> {
    let flagged = |node: &Node| matches!(node, Node::Word(word) if scope.flags.contains(word));
    if scope.epoch > 0 && term.changes() || term.any(flagged) || scope.notes.iter().any(|note| note.term.any(flagged)) {
        return None;
    }
    without_notes(term, scope).filter(|plain| plain.size() < 300)
}

fn without_notes(term: &Term, scope: &Scope) -> Option<Term> {
    let mut lost = false;
    let plain = term.replace(&mut |part| match part.node() {
        Node::Note(id) => {
            let note = &scope.notes[id.0];
            let inner =
                if note.changes && note.epoch > 0 || note.block > 0 { None } else { without_notes(&note.term, scope) };
            lost |= inner.is_none();
            inner
        }
        _ => None,
    });
    (!lost).then_some(plain)
}

pub(super) fn noted_changes(term: &Term, scope: &Scope) -> bool {
    term.changes() || term.any(|node| matches!(node, Node::Note(id) if scope.notes[id.0].changes))
}

pub(super) fn exported(value: &Val, scope: &Scope) -> Option<Val> {
    let mut lost = false;
    let value = value.map(&mut |term| {
        plain(term, scope).unwrap_or_else(|| {
            lost = true;
            term.clone()
        })
    });
    (!lost).then_some(value)
}

pub(super) fn exported_slot(slot: &Slot, scope: &Scope) -> Slot {
    let lost = Slot::Lost("a named expression gives it a value that depends on what it changes");
    match slot {
        Slot::Has(value) => exported(value, scope).map_or(lost, Slot::Has),
        Slot::Either(condition, one, two) => match plain(condition, scope) {
            Some(condition) => Slot::Either(
                condition,
                one.as_ref().map(|slot| Rc::new(exported_slot(slot, scope))),
                two.as_ref().map(|slot| Rc::new(exported_slot(slot, scope))),
            ),
            None => lost,
        },
        Slot::Lost(why) => Slot::Lost(why),
        Slot::Kept => Slot::Kept,
    }
}

/// What a variable holds after a call: what was never written there is what it was before.
pub(super) fn import(slot: &Slot, before: Option<&Rc<Slot>>, imported: &mut dyn FnMut(&Term) -> Term) -> Slot {
    match slot {
        Slot::Either(condition, one, two) => {
            let condition = imported(condition);
            let mut side = |slot: &Option<Rc<Slot>>| match slot {
                Some(slot) => Some(Rc::new(import(slot, before, imported))),
                None => before.cloned(),
            };
            let (one, two) = (side(one), side(two));
            match (condition.truth(), &one, &two) {
                (Some(true), Some(slot), _) | (Some(false), _, Some(slot)) => (**slot).clone(),
                _ => Slot::Either(condition, one, two),
            }
        }
        other => other.map(imported),
    }
}
