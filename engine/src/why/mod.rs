//! Why a move is legal or not: which rule allows it and what it does, or what each rule that could have allowed it asks
//! for in vain.
//!
//! It plays nothing and decides nothing: legal is what the listing of moves says. How answers look is not known here either.

mod attempts;
mod effects;
mod seen;
#[cfg(test)]
mod tests;
mod wanted;

pub use effects::{Cause, Change, Effect};
pub use seen::Seen;

use thiserror::Error;

use crate::fault::Fault;
use crate::game::{Game, MoveError, Outcome};
use crate::ids::{Player, RuleId};
use crate::rules::Span;
use crate::spec::{Move, SpecGame};
use crate::state::State;
use wanted::Wanted;

/// Why a move is legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is legal.
    Legal(Legal),
    /// It is not.
    Refused(Refused),
}

/// A legal move and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The move.
    pub mv: Move,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// By player: the score afterwards.
    pub scores: Vec<i32>,
    /// Who is to move then.
    pub next: Player,
    /// How the game ended by it, if it did.
    pub outcome: Option<Outcome>,
    /// The mistake of the game file that stopped it half-way, if one did.
    pub fault: Option<Fault>,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong whatever the rules say.
    pub before_rules: Option<Obstacle>,
    /// The rules that came nearest to allowing it, in file order.
    pub attempts: Vec<Attempt>,
}

/// What stands against a move before any rule is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The game is over.
    Over(Outcome),
    /// The element stands elsewhere: on this location, or off the board.
    Elsewhere(Option<String>),
}

/// A rule that could have allowed the move, and why it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The rule.
    pub rule: RuleId,
    /// The first step that failed, for the candidate that came nearest.
    pub step: Step,
    /// What failed, in words.
    pub reason: String,
    /// The part of the file that asks for it; the rule as a whole where that is all that is known.
    pub place: Span,
    /// Variables that were bound, with their values.
    pub bound: Vec<(String, String)>,
    /// What the expression came to, and its parts.
    pub seen: Option<Seen>,
}

/// A step in which a rule refuses a move, in the order in which they are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The player to move.
    Player,
    /// What the rule says `for` each.
    For,
    /// The element.
    Element,
    /// The element's state.
    State,
    /// The element's owner.
    Owner,
    /// Where the element stands.
    From,
    /// The target is none of the rule's.
    To,
    /// The word chosen.
    Choice,
    /// What stands on the target.
    Target,
    /// The state, owner or player, where what the rule asks for is worked out.
    Guard,
    /// An index that is worked out.
    Index,
    /// The condition.
    Condition,
    /// What must hold after the move.
    After,
    /// It failed to be worked out: a mistake of the game file.
    Fault,
    /// Moves of a higher priority are there.
    Priority,
    /// Moves that are preferred more are there.
    Prefer,
    /// Nothing failed: the text is not the whole of a legal move.
    Text,
}

impl Step {
    /// Its name, as a program would like to read it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::For => "for",
            Self::Element => "element",
            Self::State => "state",
            Self::Owner => "owner",
            Self::From => "from",
            Self::To => "to",
            Self::Choice => "choice",
            Self::Target => "target",
            Self::Guard => "guard",
            Self::Index => "index",
            Self::Condition => "condition",
            Self::After => "after",
            Self::Fault => "fault",
            Self::Priority => "priority",
            Self::Prefer => "prefer",
            Self::Text => "text",
        }
    }
}

/// A text of which nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WhyError {
    /// It names nothing that the game knows.
    #[error("\"{text}\" is no move of this game: {reason}")]
    Unknown {
        /// The text, with single blanks.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A mistake of the game file stopped the listing of moves.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl SpecGame {
    /// Why the move that a text means is legal in a position, or is not.
    ///
    /// The text may leave out its end: an element alone asks why that element cannot move at all.
    pub fn why(&self, state: &State, text: &str) -> Result<Why, WhyError> {
        let wanted = Wanted::read(self.rules(), text)?;
        match self.parse_move(state, text) {
            Ok(mv) => return Ok(Why::Legal(effects::legal(self, state, mv))),
            Err(MoveError::Fault(_) | MoveError::Unknown { .. } | MoveError::Illegal { .. }) => {}
        }
        if let Some(obstacle) = self.obstacle(state, &wanted) {
            return Ok(Why::Refused(Refused { before_rules: Some(obstacle), attempts: Vec::new() }));
        }
        Ok(Why::Refused(Refused { before_rules: None, attempts: attempts::nearest(self, state, &wanted) }))
    }

    /// What stands against a move before any rule is looked at.
    fn obstacle(&self, state: &State, wanted: &Wanted<'_>) -> Option<Obstacle> {
        if let Some(outcome) = state.outcome() {
            return Some(Obstacle::Over(outcome));
        }
        let stands = self.location(state, wanted.element?);
        let name = stands.map(|location| self.rules().locations[location.index()].name.clone());
        (!wanted.from.may_be(stands)).then_some(Obstacle::Elsewhere(name))
    }
}
