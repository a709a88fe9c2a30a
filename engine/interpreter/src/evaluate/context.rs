//! Context of an evaluation: the move that is tested or made.
//! The context contains only data that the position does not contain.

use boardwright_game::ids::{ElementId, ExprId, LocationId, RuleId};

/// Data of the move that expressions can query; the default means no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalContext {
    /// Number of the player who makes or made the move; 0 before the first.
    pub mover: i32,
    /// Moved element.
    pub moved: Option<ElementId>,
    /// Origin.
    pub from: Option<LocationId>,
    /// Target.
    pub to: Option<LocationId>,
    /// Captured element.
    pub captured: Option<ElementId>,
    /// Value of the chosen word.
    pub choice: Option<ExprId>,
    /// Rule whose condition on the resulting position is evaluated.
    pub after: Option<RuleId>,
    /// `true` while the replies to a move are listed for such a condition.
    pub lists_replies: bool,
    /// Number of the player for whom a heuristic is evaluated.
    pub heuristic_player: i32,
}
