//! Move labels for people: the text that the `label` of a move's rule gives. Programs, records and the command line
//! write moves by their elements and locations instead; see [`text`](crate::text).

use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::Fault;

impl InterpretedGame {
    /// Evaluates the label of a legal move, in the position before the move like the rule's condition; `None` if the
    /// rule has no label.
    pub fn label(&self, state: &State, mv: Move) -> Result<Option<String>, Fault> {
        let rule = &self.rules().rules[mv.rule.index()];
        let Some(label) = rule.label else { return Ok(None) };
        let interpreter = self.interpreter();
        let mut scratch = state.clone();
        let mut evaluator = interpreter.evaluator_for(&mut scratch, rule);
        // The label sees the variables that the patterns and the condition bind.
        evaluator.match_move(rule, mv)?;
        Ok(Some(evaluator.eval(label)?.text_fragment(self.rules())))
    }
}
