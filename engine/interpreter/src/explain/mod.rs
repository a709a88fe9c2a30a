//! Explanation of legality: for a legal move, the rule that allows it and its effects; for an illegal move, the
//! condition of each nearby rule that fails.
//!
//! Legality itself is decided by the move generator. Presentation of the explanations is up to the caller.

mod attempts;
mod effects;
mod failed_test;
mod move_query;
mod steps;
mod trace;

pub use effects::{AppliedStep, StateChange, StepKind};
pub use failed_test::{FailedTest, whose};
pub use steps::{MoveSteps, RuleTest, TestedRule};
pub use trace::EvaluationTrace;

use thiserror::Error;

use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::Fault;
use boardwright_game::game::{GameExt, Outcome};
use boardwright_game::ids::{Player, RuleId};
use boardwright_rules::Span;
use move_query::MoveQuery;

/// Explanation of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// The move is legal.
    Legal(LegalExplanation),
    /// The move is illegal.
    Illegal(IllegalExplanation),
}

/// A legal move and its effects.
#[derive(Clone, Debug, PartialEq)]
pub struct LegalExplanation {
    /// The move.
    pub mv: Move,
    /// Effects, in order.
    pub effects: Vec<AppliedStep>,
    /// Scores after the move, by player.
    pub scores: Vec<f64>,
    /// Player to move after the move.
    pub next: Player,
    /// Outcome after the move, if the game ended.
    pub outcome: Option<Outcome>,
    /// Run-time error of the game file that stopped the move half-way.
    pub fault: Option<Fault>,
}

/// Reasons why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalExplanation {
    /// Obstacle that does not depend on the rules.
    pub obstacle: Option<Obstacle>,
    /// The rules that came nearest to allowing the move: those for the piece that lead to the target first.
    pub attempts: Vec<RuleAttempt>,
}

/// A reason that makes a move illegal before any rule is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The game is over.
    Over(Outcome),
    /// The element stands on another location, or off the board (`None`).
    Elsewhere(Option<String>),
}

/// A rule that might have allowed the move, and the reason why it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleAttempt {
    /// The rule.
    pub rule: RuleId,
    /// First failed step of the candidate that came nearest.
    pub step: MatchStep,
    /// `false` if the rule is for pieces in other states or of other players.
    pub is_for_piece: bool,
    /// `true` if the move was probably meant by this rule: the rule is for the piece, and none for the piece got further.
    pub is_likely: bool,
    /// Reason in words.
    pub reason: String,
    /// Source span of the failed condition, or of the rule if nothing more specific is known.
    pub span: Span,
    /// Bound variables with their values.
    pub bindings: Vec<(String, String)>,
    /// Evaluation trace of the failed expression.
    pub trace: Option<EvaluationTrace>,
    /// Description of the failed test, if it can be described by the board.
    pub failed: Option<FailedTest>,
}

/// Steps in which a rule can reject a move, in the order in which they are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchStep {
    /// The player to move.
    Player,
    /// `for` clause.
    For,
    /// The element.
    Element,
    /// The element's state.
    State,
    /// The element's owner.
    Owner,
    /// Origin of the element.
    From,
    /// The target is not among the rule's targets.
    To,
    /// Chosen word.
    Choice,
    /// Content of the target.
    Target,
    /// State, owner or player, where the guard is an expression.
    Guard,
    /// Computed index.
    Index,
    /// Condition.
    Condition,
    /// Condition on the position after the move.
    After,
    /// The evaluation failed: a run-time error of the game file.
    Fault,
    /// There are moves of a higher priority.
    Priority,
    /// There are moves with a greater preference.
    Prefer,
    /// No step failed: the text is not a complete legal move.
    Text,
}

impl MatchStep {
    /// Machine-readable name.
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

/// Error for a text that cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The text names something that the game does not have.
    #[error("\"{text}\" is not a move of this game: {reason}")]
    Unknown {
        /// Text, with single blanks.
        text: String,
        /// Description of the error.
        reason: String,
    },
    /// A run-time error of the game file stopped the listing of moves.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl InterpretedGame {
    /// Explains why the move with this text is legal or illegal in a position.
    ///
    /// The text may be incomplete: an element alone is the question why that element cannot move at all.
    pub fn explain_move(&self, state: &State, text: &str) -> Result<Explanation, ExplainError> {
        self.explain_parsed(state, text, self.parse_move(state, text).ok())
    }

    /// Explains a move like [`explain_move`](Self::explain_move), given the result of parsing the text as a move, which
    /// compiled games compute faster.
    ///
    /// # Errors
    /// The same as for [`explain_move`](Self::explain_move).
    pub fn explain_parsed(&self, state: &State, text: &str, legal: Option<Move>) -> Result<Explanation, ExplainError> {
        let query = MoveQuery::parse(self.rules(), text)?;
        if let Some(mv) = legal {
            return Ok(Explanation::Legal(effects::explain_legal(self, state, mv)));
        }
        if let Some(obstacle) = self.obstacle(state, &query) {
            return Ok(Explanation::Illegal(IllegalExplanation { obstacle: Some(obstacle), attempts: Vec::new() }));
        }
        Ok(Explanation::Illegal(IllegalExplanation {
            obstacle: None,
            attempts: attempts::nearest_attempts(self, state, &query),
        }))
    }

    /// Obstacle that makes the move illegal before any rule is tested.
    fn obstacle(&self, state: &State, query: &MoveQuery<'_>) -> Option<Obstacle> {
        if let Some(outcome) = state.outcome() {
            return Some(Obstacle::Over(outcome));
        }
        let current = self.location(state, query.element?);
        let name = current.map(|location| self.rules().locations[location.index()].name.clone());
        (!query.from.matches(current)).then_some(Obstacle::Elsewhere(name))
    }
}
