//! Lifting what all moves of a rule ask for out of their conditions, to be asked once: `EMPTY("rest")` in a rule
//! for times of rest, say. Only what looks at cells and elements is lifted, because that can neither fail nor
//! change anything.

use rustc_hash::FxHashMap;

use crate::layout::Layout;

use super::code::{Code, Node, NodeId};
use super::simplify::Maker;
use super::tables::{Condition, Fast};
use super::targets::ALWAYS;

/// Lifts the gates of all rules.
pub(super) fn lift(layout: &Layout, fast: &mut Fast) {
    let mut maker = Maker::new(layout, std::mem::take(&mut fast.code));
    for offer in fast.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten()) {
        let table = &mut offer.targets;
        let mut lists = table.aims().map(|aim| first_looks(&maker.code, &fast.conditions, aim.condition));
        let Some(mut common) = lists.next() else { continue };
        for list in &mut lists {
            if common.is_empty() {
                break;
            }
            common.retain(|&node| list.iter().any(|&other| maker.code.is_same(other, node)));
        }
        drop(lists);
        if common.is_empty() {
            continue;
        }
        let mut lifted: FxHashMap<u32, u32> = FxHashMap::default();
        for aim in table.aims_mut() {
            aim.condition = *lifted
                .entry(aim.condition)
                .or_insert_with_key(|&old| without(&mut maker, &mut fast.conditions, old, &common));
        }
        table.gate = Some(maker.all(&common));
    }
    fast.code = maker.code;
    share(fast);
}

/// Conditions that only look at the position and are the same for several targets become one.
fn share(fast: &mut Fast) {
    let code = &fast.code;
    let single = |node: NodeId| matches!(code[node], Node::CellIn { .. } | Node::At { .. } | Node::Const(_));
    let mut distinct: Vec<u32> = Vec::new();
    let mut becomes: FxHashMap<u32, u32> = FxHashMap::default();
    for (index, condition) in fast.conditions.iter().enumerate() {
        if condition.reads || single(condition.node) || !looks(code, condition.node) {
            continue;
        }
        let same = distinct.iter().find(|known| code.is_same(fast.conditions[**known as usize].node, condition.node));
        match same {
            Some(&known) => {
                becomes.insert(index as u32, known);
            }
            None if distinct.len() < MOST_SHARED => distinct.push(index as u32),
            None => {}
        }
    }
    for known in becomes.values() {
        fast.conditions[*known as usize].shared = true;
    }
    let offers = fast.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten());
    for aim in offers.flat_map(|offer| offer.targets.aims_mut().chain(&mut offer.bare)) {
        aim.condition = becomes.get(&aim.condition).copied().unwrap_or(aim.condition);
    }
}

/// Most conditions that are compared with the others.
const MOST_SHARED: usize = 16;

/// The looks at cells and elements that a condition begins with.
fn first_looks(code: &Code, conditions: &[Condition], condition: u32) -> Vec<NodeId> {
    if condition == ALWAYS {
        return Vec::new();
    }
    let node = conditions[condition as usize].node;
    let parts = if let Node::All(_) = code[node] { code.parts(node).into_vec() } else { vec![node] };
    parts.into_iter().take_while(|&node| looks(code, node)).collect()
}

/// Whether a node only looks at the position, whatever moves.
fn looks(code: &Code, node: NodeId) -> bool {
    match code[node] {
        Node::CellIn { .. }
        | Node::At { .. }
        | Node::Const(_)
        | Node::CountCells { .. }
        | Node::CountKinds { .. }
        | Node::GlobalHas { .. }
        | Node::Global(_) => true,
        Node::Not(inner) => looks(code, inner),
        Node::Same(one, other) | Node::Less(one, other) => looks(code, one) && looks(code, other),
        _ => false,
    }
}

/// A condition without what is lifted out of it.
fn without(maker: &mut Maker<'_>, conditions: &mut Vec<Condition>, condition: u32, lifted: &[NodeId]) -> u32 {
    let Condition { node, reads, .. } = conditions[condition as usize];
    let mut parts = if let Node::All(_) = maker.code[node] { maker.code.parts(node).into_vec() } else { vec![node] };
    let first = first_looks(&maker.code, conditions, condition).len();
    let mut index = 0;
    parts.retain(|&part| {
        index += 1;
        index > first || !lifted.iter().any(|&other| maker.code.is_same(other, part))
    });
    if parts.is_empty() {
        return ALWAYS;
    }
    conditions.push(Condition { node: maker.all(&parts), reads, shared: false });
    (conditions.len() - 1) as u32
}
