//! Moves of games that a rule set describes.

use boardwright_game::ids::{ElementId, LocationId, RuleId};
use boardwright_rules::RuleSet;

/// A move by a rule: an element goes from one location to another, or the rule acts without an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The moving element; `None` for rules without an element.
    pub element: Option<ElementId>,
    /// Location of the element before the move; `None` is off the board.
    pub from: Option<LocationId>,
    /// Location of the element after the move; `None` is off the board.
    pub to: Option<LocationId>,
    /// The rule that allows the move.
    pub rule: RuleId,
    /// Index of the chosen word among the rule's choices; 0 for rules without choices.
    pub choice: u16,
    /// Index of the combination of the rule's `for` variables.
    pub for_index: u32,
}

impl Move {
    /// Returns the chosen word of the game file; `None` for rules without choices.
    pub fn word(self, rules: &RuleSet) -> Option<&str> {
        rules.rules[self.rule.index()].choices.get(usize::from(self.choice)).map(|choice| choice.word.as_str())
    }

    /// `true` if a person cannot distinguish the moves: equal element, locations and word; for rules without an element
    /// equal rule and word.
    pub fn is_same(self, other: Self, rules: &RuleSet) -> bool {
        (self.element, self.from, self.to) == (other.element, other.from, other.to)
            && (self.element.is_some() || self.rule == other.rule)
            && self.word(rules) == other.word(rules)
    }
}
