//! The kinds of pieces that the rules can ever put into the off-board supply.
//!
//! A state constructed by hand may have other kinds there; native code checks for that first.

use crate::tables::CompiledRules;
use crate::tables::code::{Node, NodeId};
use boardwright_game::ids::Player;
use boardwright_interpreter::kinds::{PieceKind, PieceKindId};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Capture, Effect, RulePlace, RuleSet};

use super::kernel_builder::KernelBuilder;

/// Mask of the kinds in the off-board supply.
pub(super) fn supply_kinds(rules: &RuleSet, layout: &Layout, fast: &CompiledRules) -> u64 {
    let all = || (0..layout.kinds.len() as u16).map(PieceKindId);
    let full = all().fold(0, |mask, kind| mask | 2 << kind.0);
    if can_leave_board(rules, fast) {
        return full;
    }
    let begins_off =
        |(element, _): &(boardwright_game::ids::ElementId, _)| rules.elements[element.index()].location.is_none();
    let first = layout.elements().zip(&layout.initial_kind).filter(begins_off);
    let mut mask = first.fold(0, |mask, (_, kind)| mask | 2 << kind.0);
    let Some(changes) = kind_changes(layout, fast) else { return full };
    loop {
        let mut more = mask;
        for kind in all().filter(|kind| mask >> (kind.0 + 1) & 1 == 1) {
            for change in changes.iter().filter(|change| change.kinds >> (kind.0 + 1) & 1 == 1) {
                let changed = change.changed(layout.kinds[kind]);
                more |= layout.kinds.find(changed).map_or(0, |kind| 2 << kind.0);
            }
        }
        if more == mask {
            return mask;
        }
        mask = more;
    }
}

fn can_leave_board(rules: &RuleSet, fast: &CompiledRules) -> bool {
    let removes = |node: &Node| matches!(node, Node::Effect { effect: Effect::Remove, .. } | Node::Act { .. });
    rules.rules.iter().any(|rule| matches!(rule.to, RulePlace::Off) || rule.capture != Capture::Never)
        || fast.code.nodes.iter().any(removes)
}

/// A change of pieces that may be off the board.
struct KindChange {
    /// Mask of the kinds that change.
    kinds: u64,
    deed: Effect,
    number: i32,
}

impl KindChange {
    fn changed(&self, kind: PieceKind) -> PieceKind {
        match self.deed {
            Effect::SetOwner => PieceKind { owner: usize::try_from(self.number).ok().and_then(Player::new), ..kind },
            _ => PieceKind { state: self.number as u16, ..kind },
        }
    }
}

/// All changes of pieces off the board; `None` if one of them cannot be analysed.
fn kind_changes(layout: &Layout, fast: &CompiledRules) -> Option<Vec<KindChange>> {
    let code = &fast.code;
    let builder = KernelBuilder { layout, code, words: 1, is_single_lane: true };
    let mut changes = Vec::new();
    for node in &code.nodes {
        let Node::Effect { effect: deed @ (Effect::SetOwner | Effect::SetState), operands, .. } = *node else {
            continue;
        };
        let operands = code.operands(operands);
        let of = match code[operands[0]] {
            // These are on the board, and without removals no piece goes off it.
            Node::Moved | Node::ElementOn(_) | Node::ElementAt(_) => continue,
            Node::Number(variable) | Node::Flag(variable) => {
                let mut of = 0;
                let stored = |node: &Node| match *node {
                    Node::Store { variable: stored, value } if stored == variable => Some(value),
                    _ => None,
                };
                for value in code.nodes.iter().filter_map(stored) {
                    of |= builder.kinds_of(&builder.first_off_board(value)?).ok()?;
                }
                of
            }
            _ => return None,
        };
        changes.push(KindChange { kinds: of, deed, number: constant_number(fast, operands[1])? });
    }
    Some(changes)
}

fn constant_number(fast: &CompiledRules, node: NodeId) -> Option<i32> {
    match fast.code[node] {
        Node::Const(crate::tables::value::Value::Int(number)) => Some(number),
        _ => None,
    }
}
