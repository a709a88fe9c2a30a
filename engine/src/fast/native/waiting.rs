//! Which kinds of pieces can come to wait off the board, as far as the rules tell.
//!
//! A state that was put together by hand may have others there; code made for these kinds only looks for that first.

use crate::fast::code::{Node, NodeId};
use crate::fast::tables::Fast;
use crate::ids::Player;
use crate::kinds::{Kind, KindId};
use crate::layout::Layout;
use crate::rules::{Capture, Deed, Place, RuleSet};

use super::lift::Lift;

/// The kinds, as bits of a mask.
pub(super) fn kinds(rules: &RuleSet, layout: &Layout, fast: &Fast) -> u64 {
    let all = || (0..layout.kinds.len() as u16).map(KindId);
    let full = all().fold(0, |mask, kind| mask | 2 << kind.0);
    if pieces_go_off(rules, fast) {
        return full;
    }
    let begins_off = |(element, _): &(crate::ids::ElementId, _)| rules.elements[element.index()].location.is_none();
    let first = layout.elements().zip(&layout.first_kind).filter(begins_off);
    let mut mask = first.fold(0, |mask, (_, kind)| mask | 2 << kind.0);
    let Some(changes) = changes(layout, fast) else { return full };
    loop {
        let mut more = mask;
        for kind in all().filter(|kind| mask >> (kind.0 + 1) & 1 == 1) {
            for change in changes.iter().filter(|change| change.of >> (kind.0 + 1) & 1 == 1) {
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

fn pieces_go_off(rules: &RuleSet, fast: &Fast) -> bool {
    let removes = |node: &Node| matches!(node, Node::Do { deed: Deed::Remove, .. } | Node::Act { .. });
    rules.rules.iter().any(|rule| matches!(rule.to, Place::Off) || rule.capture != Capture::Never)
        || fast.code.nodes.iter().any(removes)
}

/// A change of pieces that may be off the board.
struct Change {
    /// Of which kinds, as bits of a mask.
    of: u64,
    deed: Deed,
    number: i32,
}

impl Change {
    fn changed(&self, kind: Kind) -> Kind {
        match self.deed {
            Deed::SetOwner => Kind { owner: usize::try_from(self.number).ok().and_then(Player::new), ..kind },
            _ => Kind { state: self.number as u16, ..kind },
        }
    }
}

/// Every such change; `None` if one cannot be told.
fn changes(layout: &Layout, fast: &Fast) -> Option<Vec<Change>> {
    let code = &fast.code;
    let lift = Lift { layout, code, words: 1, singly: true };
    let mut changes = Vec::new();
    for node in &code.nodes {
        let Node::Do { deed: deed @ (Deed::SetOwner | Deed::SetState), operands, .. } = *node else { continue };
        let operands = code.operands(operands);
        let of = match code[operands[0]] {
            // These stand on the board, where nothing goes off it.
            Node::Moved | Node::ElementOn(_) | Node::ElementAt(_) => continue,
            Node::Number(variable) | Node::Flag(variable) => {
                let mut of = 0;
                let stored = |node: &Node| match *node {
                    Node::Store { variable: stored, value } if stored == variable => Some(value),
                    _ => None,
                };
                for value in code.nodes.iter().filter_map(stored) {
                    of |= lift.kinds_of(&lift.first_off(value)?).ok()?;
                }
                of
            }
            _ => return None,
        };
        changes.push(Change { of, deed, number: number(fast, operands[1])? });
    }
    Some(changes)
}

fn number(fast: &Fast, node: NodeId) -> Option<i32> {
    match fast.code[node] {
        Node::Const(crate::fast::value::Value::Int(number)) => Some(number),
        _ => None,
    }
}
