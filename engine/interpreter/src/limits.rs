//! Size limits of rule sets.

use thiserror::Error;

/// A rule set that is larger than the engine supports.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// Too many items of one kind.
    #[error("the game has {count} {what}; the limit is {most}")]
    Count {
        /// Name of the kind of item, in the plural.
        what: &'static str,
        /// Number of items in the rule set.
        count: usize,
        /// Largest number of items supported.
        most: usize,
    },
    /// No player, or too many.
    #[error("the game has {count} players, it must have 1 to {most}")]
    Players {
        /// Number of players in the rule set.
        count: usize,
        /// Largest number of players supported.
        most: usize,
    },
    /// An expression nested too deeply.
    #[error("an expression is nested {depth} deep; the limit is {most}")]
    Depth {
        /// Nesting depth of the expression.
        depth: usize,
        /// Largest nesting depth supported.
        most: usize,
    },
    /// Too many combinations of type, owner and state.
    #[error("the element types have more than {most} combinations of owner and state")]
    Kinds {
        /// Largest number of combinations supported.
        most: usize,
    },
}
