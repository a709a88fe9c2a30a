//! Trace of a move: each step of making it, with the position after the step, for explanations.
//! Nothing is recorded while games are played.

use crate::state::State;
use boardwright_game::ids::ExprId;

use super::eval::Evaluator;

/// Step of making a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStage {
    /// An award of the rule, given as its expression.
    Award(ExprId),
    /// Reset of the variables of the move.
    Reset,
    /// Capture of the element on the target.
    Capture,
    /// Movement of the element to its target.
    Movement,
    /// An effect of a followup.
    Effect(ExprId),
    /// The turn passes.
    Turn,
    /// An award of a scoring, given as its expression.
    ScoringAward(ExprId),
    /// An end of the game, given as its index.
    End(usize),
}

/// Steps with the position after each.
pub type MoveTrace = Vec<(MoveStage, State)>;

impl Evaluator<'_> {
    /// Records a step, if recording is on.
    pub(super) fn record_stage(&mut self, stage: MoveStage) {
        if let Some(trace) = &mut self.trace {
            trace.push((stage, self.state.clone()));
        }
    }
}
