//! How people see a move: the text that its rule's `label` gives for it.
//! Programs, records and the command line write moves by their elements and places; see [`text`](crate::text).

use crate::fault::Fault;
use crate::spec::{Move, SpecGame};
use crate::state::State;

impl SpecGame {
    /// What people call a legal move, worked out in the position before it as the rule's condition is; `None` where the
    /// rule has no label.
    pub fn label(&self, state: &State, mv: Move) -> Result<Option<String>, Fault> {
        let rule = &self.rules().rules[mv.rule.index()];
        let Some(label) = rule.label else { return Ok(None) };
        let plain = self.by_plain();
        let mut scratch = state.clone();
        let mut at = plain.looking(&mut scratch, rule);
        // A label knows what patterns and condition bind.
        at.first_failed(rule, mv)?;
        Ok(Some(at.eval(label)?.part(self.rules())))
    }
}
