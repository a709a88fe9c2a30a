//! General native code of one rule alone, to measure how the time of a listing divides among the rules.

use boardwright_game::ids::RuleId;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use super::CompiledGame;
use crate::codegen::BaselineCode;

/// General native code that lists the moves of one rule as if the game had no other.
#[derive(Debug)]
pub struct RuleCode<'g> {
    rules: RuleSet,
    layout: &'g Layout,
    code: BaselineCode,
    moves: Vec<Move>,
}

impl RuleCode<'_> {
    /// Number of moves that the rule allows, equal moves counted once; `None` if the interpreter has to list them in this
    /// position.
    pub fn count_moves(&mut self, state: &State) -> Option<usize> {
        self.moves.clear();
        let is_listed = self.code.list_moves(&self.rules, self.layout, state, false, &mut self.moves);
        is_listed.then_some(self.moves.len())
    }
}

impl CompiledGame {
    /// Compiles a rule alone; `None` if its constructs are not supported.
    pub fn compile_rule(&self, rule: RuleId) -> Option<RuleCode<'_>> {
        let mut rules = RuleSet::clone(self.rules());
        rules.rules = vec![rules.rules.swap_remove(rule.index())];
        let code = BaselineCode::new(&rules, self.layout()).ok()?;
        Some(RuleCode { rules, layout: self.layout(), code, moves: Vec::new() })
    }
}
