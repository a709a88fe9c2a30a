//! A record of what a move does, step by step: the position after each step, for whoever asks why.
//! Nothing is recorded while games are played.

use crate::ids::ExprId;
use crate::state::State;

use super::eval::Evaluator;

/// A step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// An award of the rule, which is this expression.
    Award(ExprId),
    /// Variables of the move are reset.
    Reset,
    /// What stood on the target is removed.
    Captured,
    /// The element goes to its target.
    Moved,
    /// An action of a followup.
    Done(ExprId),
    /// The turn passes.
    Turn,
    /// An award of a scoring, which is this expression.
    Scored(ExprId),
    /// An end of the game, by its number in the list.
    End(usize),
}

/// Each step with the position after it.
pub(crate) type Trail = Vec<(Stage, State)>;

impl Evaluator<'_> {
    /// Records a step, if anybody asks.
    pub(super) fn mark(&mut self, stage: Stage) {
        if let Some(trail) = &mut self.trail {
            trail.push((stage, self.state.clone()));
        }
    }
}
