//! Chance moves: dice, shuffles and draws.

use boardwright_game::ids::ExprId;

use super::RuleSet;

/// Chance as the maker of a rule's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Weight of a move relative to the other chance moves of the position, a number of at least 0; 1 without an
    /// expression.
    pub weight: Option<ExprId>,
}

impl RuleSet {
    /// `true` if some rule is a chance move.
    pub fn has_chance(&self) -> bool {
        self.rules.iter().any(|rule| rule.chance.is_some())
    }
}
