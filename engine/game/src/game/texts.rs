//! Texts of moves and states.

use thiserror::Error;

use crate::fault::Fault;
use crate::ids::Player;

/// Texts of the moves and states of a game, which every game has.
pub trait Texts<State, Move> {
    /// Display name of a player.
    fn player_name(&self, player: Player) -> String {
        format!("Player {player}")
    }

    /// Text of a move.
    fn move_text(&self, state: &State, mv: Move) -> String;

    /// Parses the text of a legal move. Any move of a class of equal moves is accepted. `None` lets the text be compared
    /// with those of all legal moves.
    fn parse_move(&self, _state: &State, _text: &str) -> Option<Result<Move, MoveError>> {
        None
    }

    /// Text of the whole state; the inverse of [`Texts::parse_state`].
    fn state_text(&self, state: &State) -> String;

    /// Parses the text that [`Texts::state_text`] wrote.
    ///
    /// # Errors
    /// The line and the reason if the text is not that of a state.
    fn parse_state(&self, text: &str) -> Result<State, StateError>;

    /// Description of the position for people, as this player may see it; without hidden information the whole state.
    /// Not meant to be parsed.
    fn view_text(&self, state: &State, _player: Player) -> String {
        self.state_text(state)
    }
}

/// Replaces each run of white space by a single blank and trims both ends.
pub fn normalize_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Error of [`GameExt::parse_move`](super::GameExt::parse_move).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text names something that the game does not have.
    #[error("{reason} in the move \"{text}\"")]
    Unknown {
        /// Text as given.
        text: String,
        /// Unknown part, and possibly a similar name.
        reason: String,
    },
    /// The text can be parsed, but the rules do not allow the move here.
    #[error("the move \"{text}\" is not legal here: {reason}")]
    Illegal {
        /// Text as given.
        text: String,
        /// Reason, if it can be determined.
        reason: String,
    },
    /// The rules failed while the legal moves were listed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Error of [`Texts::parse_state`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the state: {reason}")]
pub struct StateError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub reason: String,
}
