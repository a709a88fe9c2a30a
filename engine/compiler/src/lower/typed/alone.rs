//! Memoisation of conditions that depend only on the set member, for example whether a cell lies at an edge. They are
//! evaluated once, not for every move.

use rustc_hash::FxHashMap;

use boardwright_game::ids::{ExprId, Player, VarId};

use super::reads::MoveReads;
use super::{LoweringResult, MoveContext, SymValue, TypedSpecialiser};
use crate::tables::code::NodeId;
use crate::tables::value::Value;

/// The memo.
#[derive(Debug, Default)]
pub(super) struct MemberMemo {
    /// By expression: `true` if it is independent of the current move, except for the player who makes it.
    is_independent: FxHashMap<ExprId, bool>,
    /// Truth of an expression for a member; `None` if it depends on the position.
    truths: FxHashMap<MemberKey, Option<bool>>,
}

/// Maximum number of steps for one member; a condition that takes more hardly depends on the member alone.
const MAX_STEPS_PER_MEMBER: usize = 1_000;

/// The expression, the member, the player to move and the player who makes the move.
type MemberKey = (ExprId, Value, Option<Player>, Option<i32>);

impl TypedSpecialiser<'_> {
    /// Truth of an expression for a member, if it is independent of the position, the move and other variables.
    pub(super) fn truth_for_member(&mut self, variable: VarId, member: &SymValue, body: ExprId) -> Option<bool> {
        let member_alone = member.constant()?;
        if !self.is_independent_of_move(body) {
            return None;
        }
        let key = (body, member_alone, self.context.player, self.context.mover);
        if let Some(&known) = self.member_memo.truths.get(&key) {
            return known;
        }
        let holds =
            self.eval_for_member(variable, member, body).ok().and_then(|node| self.builder.constant_value(node));
        let holds = if let Some(Value::Bool(holds)) = holds { Some(holds) } else { None };
        self.member_memo.truths.insert(key, holds);
        holds
    }

    /// Evaluates a boolean expression of one variable; apart from it, only the player to move and the player who makes
    /// the move are known.
    pub(super) fn eval_for_member(
        &mut self,
        variable: VarId,
        value: &SymValue,
        body: ExprId,
    ) -> LoweringResult<NodeId> {
        let MoveContext { me, player, mover, .. } = self.context;
        let alone = MoveContext { me, player, mover, ..MoveContext::default() };
        let scene = std::mem::replace(&mut self.context, alone);
        let nothing = vec![None; self.env.len()];
        let env = std::mem::replace(&mut self.env, nothing);
        let (cells, places) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.assumed_places));
        let (splittable, depth) = (std::mem::take(&mut self.splittable_places), self.depth);
        let nested = self.inline_depth.clone();
        let budget = std::mem::replace(&mut self.budget, MAX_STEPS_PER_MEMBER);
        self.bind(variable, value.clone());
        let made = self.test(body);
        (self.context, self.env, self.cells, self.assumed_places) = (scene, env, cells, places);
        (self.splittable_places, self.depth, self.inline_depth, self.budget) = (splittable, depth, nested, budget);
        made
    }

    pub(super) fn is_independent_of_move(&mut self, body: ExprId) -> bool {
        *self.member_memo.is_independent.entry(body).or_insert_with(|| {
            let reads = MoveReads::of(self.rules, &[body]);
            !(reads.from || reads.to || reads.moved || reads.captured || reads.chosen)
        })
    }
}
