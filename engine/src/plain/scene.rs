//! The move around which an expression is worked out: who makes it, with what, from where and to where.
//! The position itself is not here; a scene tells what the position does not.

use crate::ids::{ElementId, ExprId, LocationId};

/// What expressions can ask about the move; the default is that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scene {
    /// Number of the player who makes or made the move; 0 before the first.
    pub(crate) mover: i32,
    /// The element moved.
    pub(crate) moved: Option<ElementId>,
    /// Where it came from.
    pub(crate) from: Option<LocationId>,
    /// Where it went.
    pub(crate) to: Option<LocationId>,
    /// The element that stood on the target.
    pub(crate) captured: Option<ElementId>,
    /// The value of the word chosen.
    pub(crate) choice: Option<ExprId>,
    /// Number of the player for whom a position is measured.
    pub(crate) me: i32,
}
