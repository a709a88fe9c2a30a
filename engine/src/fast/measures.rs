//! What heuristics of a file give, by their compiled code.

use crate::ids::Player;
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::state::State;

use super::run::Run;
use super::tables::Fast;

impl Fast {
    /// What a heuristic, by its number, gives for a player; none where it could not be compiled, or fails.
    pub(crate) fn measure(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        index: usize,
        player: Player,
    ) -> Option<i32> {
        let node = (*self.measures.get(index)?.get(player.index())?)?;
        let mut run = Run::new(rules, layout, &self.code, self.variables, state);
        run.game = Some(self);
        run.number(node, "value", rules.heuristics[index].value).ok()
    }
}
