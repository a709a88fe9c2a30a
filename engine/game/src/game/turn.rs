//! The player or chance to move, and the outcome of a game.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::Player;

/// The side that acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player is to move.
    Player(Player),
    /// A chance move is next: a die is cast, a card is dealt. If moves are listed, they are all alternatives and have
    /// [probabilities](super::GameExt::chance_probabilities); otherwise chance can only be [sampled](super::GameExt::sample_chance).
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// Outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Player(_) | Self::Chance => None,
        }
    }

    /// The player to move; `None` for chance moves and finished games.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Over(_) => None,
        }
    }
}

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "OutcomeRepr", into = "OutcomeRepr")]
pub enum Outcome {
    /// Draw.
    Draw,
    /// This player won.
    Won(Player),
}

/// Serialised form of an outcome: the number of the winner, 0 for a draw.
#[derive(Serialize, Deserialize)]
struct OutcomeRepr {
    winner: usize,
}

impl From<OutcomeRepr> for Outcome {
    fn from(written: OutcomeRepr) -> Self {
        Player::new(written.winner).map_or(Self::Draw, Self::Won)
    }
}

impl From<Outcome> for OutcomeRepr {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner() }
    }
}

impl Outcome {
    /// Number of the winner from 1, or 0 for a draw.
    pub fn winner(self) -> usize {
        match self {
            Self::Draw => 0,
            Self::Won(player) => player.number(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("a draw"),
            Self::Won(player) => write!(f, "player {player} wins"),
        }
    }
}
