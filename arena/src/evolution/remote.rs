//! Contests on other machines: the set-up that a run sends, and the game that plays its contests there. The transport is
//! up to the [`ContestExecutor`](super::ContestExecutor).

use std::sync::atomic::AtomicBool;

use boardwright_game::features::WeightSet;
use boardwright_players::evaluation::Weights;
use boardwright_players::evolution::Contest;
use serde::{Deserialize, Serialize};

use super::SubjectConfig;

/// Everything that another machine needs to play the contests of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestSetup {
    /// Version of the program: another one may play differently.
    pub version: String,
    /// Game as on the command line.
    pub game: String,
    /// Bundle of the game; see [`TournamentGame::bundle`](crate::tournament::TournamentGame::bundle).
    pub bundle: String,
    /// The weights that evolve.
    pub subject: SubjectConfig,
    /// Fixed opponents.
    pub opponents: Vec<OpponentSetup>,
}

/// A fixed opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpponentSetup {
    /// Player as on the command line.
    Player(String),
    /// Weights of a feature set.
    Features(WeightSet),
    /// Weights of the board evaluation.
    Board(Weights),
}

/// A game whose contests a worker plays.
pub trait ContestGame: Send + Sync {
    /// Plays a contest and returns the total points of its competitors.
    ///
    /// # Errors
    /// If the rules of the game fail, or `stop` was set.
    fn play(&self, contest: &Contest, stop: &AtomicBool) -> Result<Vec<f64>, String>;
}
