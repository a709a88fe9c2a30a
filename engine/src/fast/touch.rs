//! What making a move can change on the board, as far as its code shows; what cannot be seen may be anything.

use crate::ids::Player;
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::{Deed, RuleSet};

use super::code::{Node, NodeId};
use super::tables::{Fast, Make, RuleTable};
use super::value::Value;

/// What a move can change besides taking its element from one cell to another, and what is on the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// Other cells.
    pub(super) others: bool,
    /// Other cells, so that they hold something else than before, and not nothing.
    pub(super) fills: bool,
    /// The kinds that the element can have when the move is made, as masks of cells have them.
    pub(super) kinds: u64,
    /// Making it may fail.
    pub(super) may_fail: bool,
}

impl Fast {
    /// What a making can change; `kinds` are those that its element can have before. The game has masks.
    pub(super) fn touch(&self, rules: &RuleSet, layout: &Layout, table: &RuleTable, make: &Make, kinds: u64) -> Touch {
        let reserves = rules.element_types.iter().any(|kind| kind.reserve.is_some());
        let mut look = Look { fast: self, layout, reserves, touch: Touch { kinds, ..Touch::default() } };
        if make.plainly {
            look.anything();
        }
        if table.captures && reserves {
            look.anything();
        }
        look.touch.may_fail |= make.prologue.is_some() || !make.awards.is_empty();
        if let Some(followup) = make.followup {
            look.node(followup, true);
        }
        for &tail in &make.tails {
            for scoring in &self.tails[tail as usize].scorings {
                // What makes points can fail, and may be anything.
                look.touch.may_fail = true;
                look.node(scoring.situation, false);
                for node in scoring.awards.iter().flat_map(|award| [award.player, award.amount]) {
                    look.node(node, false);
                }
                if let Some(followup) = scoring.followup {
                    look.node(followup, false);
                }
            }
        }
        look.touch
    }
}

/// A look at the code of a making.
struct Look<'a> {
    fast: &'a Fast,
    layout: &'a Layout,
    /// What is removed may go to another cell.
    reserves: bool,
    touch: Touch,
}

impl Look<'_> {
    fn anything(&mut self) {
        self.touch = Touch { others: true, fills: true, kinds: u64::MAX, may_fail: true };
    }

    /// Looks at a node, which is `surely` worked out.
    fn node(&mut self, id: NodeId, surely: bool) {
        let code = &self.fast.code;
        match code[id] {
            Node::Const(_) => {}
            Node::Seq(list) => {
                for &node in code.operands(list) {
                    self.node(node, surely);
                }
            }
            Node::Do { deed: deed @ (Deed::SetOwner | Deed::SetState), operands, .. } => {
                match *code.operands(operands) {
                    [element, number] if code[element] == Node::Moved => self.recolour(deed, number, surely),
                    _ => self.anything(),
                }
            }
            Node::Do { deed: Deed::Remove, .. } if !self.reserves => {
                self.touch.others = true;
                self.touch.may_fail = true;
            }
            Node::Do { deed: Deed::Remove | Deed::Move, .. }
            | Node::Act { .. }
            | Node::MoveContent { .. }
            | Node::Call { .. } => self.anything(),
            Node::Shared { id, .. } => self.node(code.shared[id as usize], false),
            _ => {
                self.touch.may_fail = true;
                for part in code.parts(id) {
                    self.node(part, false);
                }
            }
        }
    }

    /// The element that moves gets another owner or state.
    fn recolour(&mut self, deed: Deed, number: NodeId, surely: bool) {
        let (fast, layout) = (self.fast, self.layout);
        let number = match fast.code[number] {
            Node::Const(Value::Int(number)) => Some(number),
            _ => None,
        };
        self.touch.may_fail |= number.is_none();
        let mut after = 0;
        for (_, kind) in layout.kinds.iter().filter(|(id, _)| self.touch.kinds >> (id.0 + 1) & 1 == 1) {
            let becomes = |other: &Kind| match (deed, number) {
                (Deed::SetOwner, Some(owner)) => {
                    other.state == kind.state && other.owner == usize::try_from(owner).ok().and_then(Player::new)
                }
                (Deed::SetOwner, None) => other.state == kind.state,
                (_, Some(state)) => other.owner == kind.owner && i32::from(other.state) == state,
                _ => other.owner == kind.owner,
            };
            let before = after;
            let same = |other: &Kind| (other.element_type, other.alone) == (kind.element_type, kind.alone);
            for (id, _) in layout.kinds.iter().filter(|(_, other)| same(other) && becomes(other)) {
                after |= 1 << (id.0 + 1);
            }
            // There is no such kind, so that making the move fails.
            self.touch.may_fail |= before == after && number.is_some();
        }
        self.touch.kinds = if surely { after } else { after | self.touch.kinds };
    }
}
