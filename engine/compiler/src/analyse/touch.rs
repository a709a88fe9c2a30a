//! Upper bound of the board changes of a move, derived from its code. Unanalysable code counts as changing anything.

use boardwright_game::ids::Player;
use boardwright_interpreter::kinds::PieceKind;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Effect, RuleSet};

use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;
use crate::tables::{CompiledRules, MakeCode, NextCode, RuleTable};

/// Board changes of a move besides moving its element to the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardChanges {
    /// `true` if other cells may be filled, or their pieces replaced.
    pub(crate) can_fill_others: bool,
    /// Mask of the kinds that the element can have after the move, numbered as for cells.
    pub(crate) kinds: u64,
}

impl CompiledRules {
    /// Bounds the changes of a make; `kinds` masks those of its element before the move. The game must have masks.
    pub(crate) fn board_changes(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        table: &RuleTable,
        make: &MakeCode,
        kinds: u64,
    ) -> BoardChanges {
        let reserves = rules.element_types.iter().any(|kind| kind.reserve.is_some());
        let mut analysis = ChangeAnalysis {
            compiled: self,
            layout,
            has_reserves: reserves,
            changes: BoardChanges { kinds, ..BoardChanges::default() },
        };
        if make.is_interpreted || (table.can_capture && reserves) {
            analysis.assume_anything();
        }
        if let Some(prologue) = make.prologue {
            analysis.visit(prologue, false);
        }
        for node in make.awards.iter().flat_map(|award| [award.player, award.amount]) {
            analysis.visit(node, false);
        }
        if let NextCode::Computed(next, _) = make.next {
            analysis.visit(next, false);
        }
        if let Some(followup) = make.followup {
            analysis.visit(followup, true);
        }
        for &tail in &make.tails {
            for scoring in &self.tails[tail as usize].scorings {
                analysis.visit(scoring.situation, false);
                for node in scoring.awards.iter().flat_map(|award| [award.player, award.amount]) {
                    analysis.visit(node, false);
                }
                if let Some(followup) = scoring.followup {
                    analysis.visit(followup, false);
                }
            }
        }
        analysis.changes
    }
}

/// The analysis in progress.
struct ChangeAnalysis<'a> {
    compiled: &'a CompiledRules,
    layout: &'a Layout,
    /// `true` if removed elements may go to another cell.
    has_reserves: bool,
    changes: BoardChanges,
}

impl ChangeAnalysis<'_> {
    fn assume_anything(&mut self) {
        self.changes = BoardChanges { can_fill_others: true, kinds: u64::MAX };
    }

    /// Analyses a node; `surely` if it is evaluated in every case.
    fn visit(&mut self, id: NodeId, surely: bool) {
        let code = &self.compiled.code;
        match code[id] {
            Node::Seq(list) => {
                for &node in code.operands(list) {
                    self.visit(node, surely);
                }
            }
            Node::Effect { effect: effect @ (Effect::SetOwner | Effect::SetState), operands, .. } => {
                match *code.operands(operands) {
                    [element, number] if code[element] == Node::Moved => self.change_kinds(effect, number, surely),
                    _ => self.assume_anything(),
                }
            }
            Node::Effect { effect: Effect::Remove, .. } if !self.has_reserves => {}
            Node::Effect { effect: Effect::Remove | Effect::Move, .. }
            | Node::Act { .. }
            | Node::MoveContent { .. }
            | Node::Call { .. } => self.assume_anything(),
            Node::Shared { id, .. } => self.visit(code.shared[id as usize], false),
            _ => code.parts(id).into_iter().for_each(|part| self.visit(part, false)),
        }
    }

    /// Applies a change of owner or state of the moving element.
    fn change_kinds(&mut self, effect: Effect, number: NodeId, surely: bool) {
        let (compiled, layout) = (self.compiled, self.layout);
        let number = match compiled.code[number] {
            Node::Const(Value::Int(number)) => Some(number),
            _ => None,
        };
        let mut after = 0;
        for (_, kind) in layout.kinds.iter().filter(|(id, _)| self.changes.kinds >> (id.0 + 1) & 1 == 1) {
            let becomes = |other: &PieceKind| match (effect, number) {
                (Effect::SetOwner, Some(owner)) => {
                    other.state == kind.state && other.owner == usize::try_from(owner).ok().and_then(Player::new)
                }
                (Effect::SetOwner, None) => other.state == kind.state,
                (_, Some(state)) => other.owner == kind.owner && i32::from(other.state) == state,
                _ => other.owner == kind.owner,
            };
            let same = |other: &PieceKind| {
                (other.element_type, other.distinguishable) == (kind.element_type, kind.distinguishable)
            };
            for (id, _) in layout.kinds.iter().filter(|(_, other)| same(other) && becomes(other)) {
                after |= 1 << (id.0 + 1);
            }
        }
        self.changes.kinds = if surely { after } else { after | self.changes.kinds };
    }
}
