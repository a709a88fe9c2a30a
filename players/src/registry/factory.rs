//! Construction of the selected player for a game: what all players have in common. Each player builds itself in its own
//! module.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, GameExt, Preparation};

use super::registration::{BuildRequest, PlayableGame};
use super::{PLAYERS, PlayerSpec, PlayerSpecError};
use crate::evaluation::Weights;
use crate::limits::Limits;
use crate::player::Player;
use crate::scripted::MoveScript;
use crate::solution::Solution;
use crate::supervised::SupervisedPlayer;
use crate::uci::UciNotation;

/// Time that the shares of a preparation refer to at least, where it is no part of the time for a move.
const MIN_CONSTRUCTION: Duration = Duration::from_secs(1);

/// Artifacts of a game that make players stronger.
#[derive(Clone, Debug, Default)]
pub struct PlayerArtifacts {
    /// Tuned weights of the evaluation.
    pub weights: Option<Weights>,
    /// Solution table of `solve`.
    pub solution: Option<Solution>,
    /// Weights of features that the user has, in addition to those that come with the game.
    pub weight_sets: Vec<WeightSet>,
    /// The script of the player `script`, or the strategy of the player `blueprint`.
    pub script: Option<Arc<dyn MoveScript>>,
    /// Notation of the game in the protocol of the player `uci`.
    pub uci_notation: Option<Arc<dyn UciNotation>>,
}

impl PlayerSpec {
    /// The error for a game that the player does not support, with the reason as the end of a sentence "... games ...".
    pub(super) fn unsupported<G: Game>(&self, game: &G, what: &'static str) -> PlayerSpecError {
        let player = self.entry.name;
        let others = PLAYERS.iter().filter(|entry| entry.unsupported_reason(game).is_none() && entry.name != player);
        let others = others.map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        PlayerSpecError::UnsupportedGame { player, what, others }
    }

    /// Builds the player. The seed of its random choices is the option `seed`, or else the argument `seed`.
    ///
    /// # Errors
    /// A [`PlayerSpecError`] if the player does not support the game, the game has no heuristic of the selected name,
    /// or there is too little memory.
    pub fn make<'g, G: PlayableGame + 'g>(
        &self,
        game: &G,
        seed: u64,
    ) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError> {
        self.make_with_artifacts(game, seed, &PlayerArtifacts::default())
    }

    /// Builds the player with the artifacts of the game. With a time limit, the preparation takes a part of the time
    /// for a move at most, or of a second if that is more, as no move waits for it.
    ///
    /// # Errors
    /// As for [`PlayerSpec::make`].
    pub fn make_with_artifacts<'g, G: PlayableGame + 'g>(
        &self,
        game: &G,
        seed: u64,
        artifacts: &PlayerArtifacts,
    ) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError> {
        let stop = AtomicBool::new(false);
        let limits = self.limits(&stop);
        let limits = Limits { time: limits.time.map(|time| time.max(MIN_CONSTRUCTION)), ..limits };
        self.make_within(game, seed, artifacts, &limits)
    }

    /// Builds the player with the artifacts of the game, within a part of the time of `limits`: preparation of the game,
    /// random games that examine it, and tables. What takes longer is left out or goes on in the background. With the
    /// limits of the first search, that search begins in time.
    ///
    /// # Errors
    /// As for [`PlayerSpec::make`].
    pub fn make_within<'g, G: PlayableGame + 'g>(
        &self,
        game: &G,
        seed: u64,
        artifacts: &PlayerArtifacts,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError> {
        if let Some(what) = self.entry.unsupported_with(game, artifacts) {
            return Err(self.unsupported(game, what));
        }
        if self.entry.needs_preparation() {
            game.prepare_within(Preparation::SingleMoves, limits.preparation_time());
        }
        let request = BuildRequest { game, spec: self, artifacts, limits, seed, is_slow: false };
        Ok(Box::new(SupervisedPlayer(self.entry.build(&request)?)))
    }
}
