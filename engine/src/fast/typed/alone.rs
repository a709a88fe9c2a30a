//! What only depends on the member of a set that is looked at, such as whether a cell lies at an edge. It is worked out once, not
//! anew for every move.

use rustc_hash::FxHashMap;

use crate::ids::{ExprId, Player, VarId};

use super::super::code::NodeId;
use super::super::value::Value;
use super::reads::Reads;
use super::{Made, Scene, Typed, Val};

/// What is known of expressions that are asked of many members.
#[derive(Debug, Default)]
pub(super) struct Alone {
    /// By expression: whether it says nothing of the move in hand but who makes it.
    without_move: FxHashMap<ExprId, bool>,
    /// Whether an expression holds for a member, if that is known without the position.
    holds: FxHashMap<Asked, Option<bool>>,
}

/// Most steps for one member: what takes more hardly depends on it alone.
const MOST: usize = 1_000;

/// The expression, the member, who is to move and who makes the move.
type Asked = (ExprId, Value, Option<Player>, Option<i32>);

impl Typed<'_> {
    /// Whether an expression holds for a member, if that is known without the position, the move and other variables.
    pub(super) fn holds_alone(&mut self, variable: VarId, member: &Val, body: ExprId) -> Option<bool> {
        let member_alone = member.constant()?;
        if !self.says_nothing_of_the_move(body) {
            return None;
        }
        let asked = (body, member_alone, self.scene.player, self.scene.mover);
        if let Some(&known) = self.alone.holds.get(&asked) {
            return known;
        }
        let holds = self.worked_out_alone(variable, member, body).ok().and_then(|node| self.maker.known(node));
        let holds = if let Some(Value::Bool(holds)) = holds { Some(holds) } else { None };
        self.alone.holds.insert(asked, holds);
        holds
    }

    /// The node of a boolean expression of a variable, with nothing else known than who is to move and who makes the move.
    pub(super) fn worked_out_alone(&mut self, variable: VarId, value: &Val, body: ExprId) -> Made<NodeId> {
        let Scene { me, player, mover, .. } = self.scene;
        let alone = Scene { me, player, mover, ..Scene::default() };
        let scene = std::mem::replace(&mut self.scene, alone);
        let nothing = vec![None; self.env.len()];
        let env = std::mem::replace(&mut self.env, nothing);
        let (cells, places) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.places));
        let (held, depth) = (std::mem::take(&mut self.held), self.depth);
        let nested = self.nested.clone();
        let budget = std::mem::replace(&mut self.budget, MOST);
        self.bind(variable, value.clone());
        let made = self.test(body);
        (self.scene, self.env, self.cells, self.places) = (scene, env, cells, places);
        (self.held, self.depth, self.nested, self.budget) = (held, depth, nested, budget);
        made
    }

    pub(super) fn says_nothing_of_the_move(&mut self, body: ExprId) -> bool {
        *self.alone.without_move.entry(body).or_insert_with(|| {
            let reads = Reads::of(self.rules, &[body]);
            !(reads.from || reads.to || reads.moved || reads.captured || reads.chosen)
        })
    }
}
