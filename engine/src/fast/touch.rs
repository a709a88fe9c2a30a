//! What making a move can change on the board, as far as its code shows; what cannot be seen may be anything.

use crate::ids::Player;
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::{Deed, RuleSet};

use super::code::{Node, NodeId};
use super::tables::{Fast, Make, NextCode, RuleTable};
use super::value::Value;

/// What a move can fill cells with besides taking its element from one to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// Other cells, so that they hold something else than before, and not nothing.
    pub(super) fills: bool,
    /// The kinds that the element can have when the move is made, as masks of cells have them.
    pub(super) kinds: u64,
}

impl Fast {
    /// What a making can change; `kinds` are those that its element can have before. The game has masks.
    pub(super) fn touch(&self, rules: &RuleSet, layout: &Layout, table: &RuleTable, make: &Make, kinds: u64) -> Touch {
        let reserves = rules.element_types.iter().any(|kind| kind.reserve.is_some());
        let mut look = Look { fast: self, layout, reserves, touch: Touch { kinds, ..Touch::default() } };
        if make.plainly || (table.captures && reserves) {
            look.anything();
        }
        if let Some(prologue) = make.prologue {
            look.node(prologue, false);
        }
        for node in make.awards.iter().flat_map(|award| [award.player, award.amount]) {
            look.node(node, false);
        }
        if let NextCode::Worked(next, _) = make.next {
            look.node(next, false);
        }
        if let Some(followup) = make.followup {
            look.node(followup, true);
        }
        for &tail in &make.tails {
            for scoring in &self.tails[tail as usize].scorings {
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
        self.touch = Touch { fills: true, kinds: u64::MAX };
    }

    /// Looks at a node, which is `surely` worked out.
    fn node(&mut self, id: NodeId, surely: bool) {
        let code = &self.fast.code;
        match code[id] {
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
            Node::Do { deed: Deed::Remove, .. } if !self.reserves => {}
            Node::Do { deed: Deed::Remove | Deed::Move, .. }
            | Node::Act { .. }
            | Node::MoveContent { .. }
            | Node::Call { .. } => self.anything(),
            Node::Shared { id, .. } => self.node(code.shared[id as usize], false),
            _ => code.parts(id).into_iter().for_each(|part| self.node(part, false)),
        }
    }

    /// The element that moves gets another owner or state.
    fn recolour(&mut self, deed: Deed, number: NodeId, surely: bool) {
        let (fast, layout) = (self.fast, self.layout);
        let number = match fast.code[number] {
            Node::Const(Value::Int(number)) => Some(number),
            _ => None,
        };
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
            let same = |other: &Kind| (other.element_type, other.alone) == (kind.element_type, kind.alone);
            for (id, _) in layout.kinds.iter().filter(|(_, other)| same(other) && becomes(other)) {
                after |= 1 << (id.0 + 1);
            }
        }
        self.touch.kinds = if surely { after } else { after | self.touch.kinds };
    }
}
