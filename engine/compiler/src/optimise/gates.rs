//! Guard hoisting: tests that all moves of a rule share are moved out of their conditions and evaluated once (the
//! gate). Example: `EMPTY("rest")` in a rule for times of rest. Only tests of cells and elements are hoisted, because
//! they can neither fail nor have effects.

use rustc_hash::FxHashMap;

use boardwright_interpreter::layout::Layout;

use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{Code, Node, NodeId};
use crate::tables::targets::ALWAYS;
use crate::tables::{CompiledRules, Condition};

/// Hoists the gates of all rules.
pub(crate) fn hoist_gates(layout: &Layout, compiled: &mut CompiledRules) {
    let mut builder = NodeBuilder::new(layout, std::mem::take(&mut compiled.code));
    for offer in compiled.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten()) {
        let table = &mut offer.targets;
        let mut lists =
            table.codes().map(|move_code| leading_tests(&builder.code, &compiled.conditions, move_code.condition));
        let Some(mut common) = lists.next() else { continue };
        for list in &mut lists {
            if common.is_empty() {
                break;
            }
            common.retain(|&node| list.iter().any(|&other| builder.code.is_same(other, node)));
        }
        drop(lists);
        if common.is_empty() {
            continue;
        }
        let mut hoisted: FxHashMap<u32, u32> = FxHashMap::default();
        for move_code in table.codes_mut() {
            move_code.condition = *hoisted
                .entry(move_code.condition)
                .or_insert_with_key(|&old| without_tests(&mut builder, &mut compiled.conditions, old, &common));
        }
        table.gate = Some(builder.all(&common));
    }
    compiled.code = builder.code;
    share_conditions(compiled);
}

/// Merges equal conditions that depend on the position only, and marks them as shared.
fn share_conditions(compiled: &mut CompiledRules) {
    let code = &compiled.code;
    let single = |node: NodeId| matches!(code[node], Node::CellIn { .. } | Node::At { .. } | Node::Const(_));
    let mut distinct: Vec<u32> = Vec::new();
    let mut becomes: FxHashMap<u32, u32> = FxHashMap::default();
    for (index, condition) in compiled.conditions.iter().enumerate() {
        if condition.reads_variables || single(condition.node) || !is_position_test(code, condition.node) {
            continue;
        }
        let same =
            distinct.iter().find(|known| code.is_same(compiled.conditions[**known as usize].node, condition.node));
        match same {
            Some(&known) => {
                becomes.insert(index as u32, known);
            }
            None if distinct.len() < MAX_SHARED => distinct.push(index as u32),
            None => {}
        }
    }
    for known in becomes.values() {
        compiled.conditions[*known as usize].is_shared = true;
    }
    let offers = compiled.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten());
    for move_code in offers.flat_map(|offer| offer.targets.codes_mut().chain(&mut offer.elementless_moves)) {
        move_code.condition = becomes.get(&move_code.condition).copied().unwrap_or(move_code.condition);
    }
}

/// Maximum number of distinct conditions that are compared with the others.
const MAX_SHARED: usize = 16;

/// The tests of cells and elements with which a condition begins.
fn leading_tests(code: &Code, conditions: &[Condition], condition: u32) -> Vec<NodeId> {
    if condition == ALWAYS {
        return Vec::new();
    }
    let node = conditions[condition as usize].node;
    let parts = if let Node::All(_) = code[node] { code.parts(node).into_vec() } else { vec![node] };
    parts.into_iter().take_while(|&node| is_position_test(code, node)).collect()
}

/// `true` if a node depends on the position only, not on the move.
fn is_position_test(code: &Code, node: NodeId) -> bool {
    match code[node] {
        Node::CellIn { .. }
        | Node::At { .. }
        | Node::Const(_)
        | Node::CountCells { .. }
        | Node::CountKinds { .. }
        | Node::GlobalHas { .. }
        | Node::Global(_) => true,
        Node::Not(inner) => is_position_test(code, inner),
        Node::Same(one, other) | Node::Less(one, other) => is_position_test(code, one) && is_position_test(code, other),
        _ => false,
    }
}

/// A copy of the condition without the hoisted tests.
fn without_tests(
    builder: &mut NodeBuilder<'_>,
    conditions: &mut Vec<Condition>,
    condition: u32,
    hoisted: &[NodeId],
) -> u32 {
    let Condition { node, reads_variables: reads, .. } = conditions[condition as usize];
    let mut parts =
        if let Node::All(_) = builder.code[node] { builder.code.parts(node).into_vec() } else { vec![node] };
    let first = leading_tests(&builder.code, conditions, condition).len();
    let mut index = 0;
    parts.retain(|&part| {
        index += 1;
        index > first || !hoisted.iter().any(|&other| builder.code.is_same(other, part))
    });
    if parts.is_empty() {
        return ALWAYS;
    }
    conditions.push(Condition { node: builder.all(&parts), reads_variables: reads, is_shared: false });
    (conditions.len() - 1) as u32
}
