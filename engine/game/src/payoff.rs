//! Payoffs: the utility for which the players of a game play, as the game declares it.
//!
//! In most games all wins count alike. In betting games and in games of points the size of a win counts: a player that
//! only counts wins never minds calling a bet that is lost.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Game, Outcome};
use crate::ids::Player;

/// Payoff of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Payoff {
    /// 1 for a win, 0 for a draw, -1 for a loss. Scores only decide who wins, if at all.
    #[default]
    WinDrawLoss,
    /// The [score](Game::score) at the end of the game.
    Score(ScorePayoff),
}

/// Payoff that is a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorePayoff {
    /// Unit of the score.
    pub unit: PayoffUnit,
    /// `true` if the scores of all players always sum to zero.
    pub is_zero_sum: bool,
    /// Smallest possible score.
    pub min: f64,
    /// Largest possible score.
    pub max: f64,
}

/// Unit of a payoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PayoffUnit {
    /// Points.
    Points,
    /// Chips of a betting game, with the number of chips in a big blind. Results are reported in thousandths of a big
    /// blind per hand (mbb/hand).
    Chips {
        /// Number of chips in a big blind; the ante in games without blinds.
        big_blind: u32,
    },
}

impl fmt::Display for PayoffUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Points => "points",
            Self::Chips { .. } => "chips",
        })
    }
}

impl Payoff {
    /// Zero-sum payoff in chips; a player wins or loses at most `max`.
    pub fn chips(big_blind: u32, max: f64) -> Self {
        Self::Score(ScorePayoff { unit: PayoffUnit::Chips { big_blind }, is_zero_sum: true, min: -max, max })
    }

    /// Zero-sum payoff in points; a player wins or loses at most `max`.
    pub fn zero_sum_points(max: f64) -> Self {
        Self::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: true, min: -max, max })
    }

    /// The declaration for payoffs that are scores.
    pub fn score(self) -> Option<ScorePayoff> {
        match self {
            Self::WinDrawLoss => None,
            Self::Score(score) => Some(score),
        }
    }

    /// The same payoff added up over `deals` deals.
    #[must_use]
    pub fn times(self, deals: u32) -> Self {
        match self {
            Self::WinDrawLoss => self,
            Self::Score(score) => {
                let deals = f64::from(deals);
                Self::Score(ScorePayoff { min: score.min * deals, max: score.max * deals, ..score })
            }
        }
    }

    /// Payoff of a finished game for a player.
    pub fn value<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        match (self, outcome) {
            (Self::Score(_), _) => game.score(state, player),
            (Self::WinDrawLoss, Outcome::Draw) => 0.0,
            (Self::WinDrawLoss, Outcome::Won(winner)) if winner == player => 1.0,
            (Self::WinDrawLoss, Outcome::Won(_)) => -1.0,
        }
    }

    /// Payoff of a finished game for a player, mapped from the declared range to the range from -1 to 1. Zero stays
    /// zero where the range is symmetric.
    pub fn scaled_value<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        let value = self.value(game, state, outcome, player);
        ((value - self.centre()) / self.scale()).clamp(-1.0, 1.0)
    }

    /// Middle of the declared range.
    fn centre(self) -> f64 {
        self.score().map_or(0.0, |score| f64::midpoint(score.min, score.max))
    }

    /// Half the width of the declared range: the divisor that scales differences of payoffs to those of values between
    /// -1 and 1.
    pub fn scale(self) -> f64 {
        self.score().map_or(1.0, |score| (score.max - score.min) / 2.0).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Heap;

    #[test]
    fn payoffs_are_scaled_to_their_range() {
        let game = Heap::with_size(4);
        let mut state = game.initial_state();
        game.apply(&mut state, 2).unwrap();
        game.apply(&mut state, 2).unwrap();
        // The second player took the last match, and the score is the size of the heap.
        let outcome = game.outcome(&state).unwrap().unwrap();
        let second = Player::FIRST.next(2);
        assert_eq!(outcome, Outcome::Won(second));
        let values = |payoff: Payoff| {
            [Player::FIRST, second].map(|player| {
                (payoff.value(&game, &state, outcome, player), payoff.scaled_value(&game, &state, outcome, player))
            })
        };
        assert_eq!(values(Payoff::WinDrawLoss), [(-1.0, -1.0), (1.0, 1.0)]);
        assert_eq!(values(Payoff::zero_sum_points(8.0)), [(0.0, 0.0), (4.0, 0.5)]);
        let uneven = ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: false, min: 0.0, max: 8.0 };
        assert_eq!(values(Payoff::Score(uneven)), [(0.0, -1.0), (4.0, 0.0)]);
    }
}
