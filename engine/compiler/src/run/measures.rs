//! Evaluation of the heuristics of a rule file by their compiled code.

use boardwright_game::ids::Player;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use crate::run::CodeEvaluator;
use crate::tables::CompiledRules;

impl CompiledRules {
    /// Value of a heuristic, by its index, for a player; `None` if it is unsupported or fails.
    pub(crate) fn heuristic_value(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        index: usize,
        player: Player,
    ) -> Option<i32> {
        let node = (*self.heuristics.get(index)?.get(player.index())?)?;
        let mut run = CodeEvaluator::new(rules, layout, &self.code, self.variables, state);
        run.game = Some(self);
        run.number(node, "value", rules.heuristics[index].value).ok()
    }
}
