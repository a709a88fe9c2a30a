//! Registration of a player in its own module: its entry in the list, the games that it supports, and its construction.
//! The list itself is in the [parent module](super).

use boardwright_game::features::WeightSet;
use boardwright_game::game::Game;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::shared_options::{HEURISTIC, LEVEL, MEMORY, SEED};
use super::{PlayerArtifacts, PlayerEntry, PlayerSpec, PlayerSpecError};
use crate::evaluation::{Evaluation, Weights};
use crate::heuristic::Heuristic;
use crate::level::LevelledPlayer;
use crate::limits::Limits;
use crate::options::OptionValues;
use crate::player::Player;
use crate::strategy::StrategySolver;

/// A game that players can be built for: with all bounds that threads and scripts need.
pub trait PlayableGame: Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Sync {}

impl<G> PlayableGame for G where G: Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Sync {}

/// Result of building a player.
pub(crate) type BuiltPlayer<'g, G> = Result<Box<dyn Player<G> + 'g>, PlayerSpecError>;
/// Result of building the strategy of a whole game.
pub(crate) type BuiltSolver<'g, G> = Result<Box<dyn StrategySolver<G> + 'g>, PlayerSpecError>;

/// A player of the list. The implementing type has no values; it names the player in the list.
pub(crate) trait RegisteredPlayer {
    /// Name, options and supported kinds of games.
    const ENTRY: PlayerEntry;
    /// `true` if the player lists and makes moves itself, so that native code pays.
    const NEEDS_PREPARATION: bool = true;
    /// `true` if the player computes a strategy of the whole game, by [`RegisteredPlayer::solver`].
    const COMPUTES_STRATEGY: bool = false;

    /// Reason why the player does not support a game, beyond those that the entry states, as the end of a sentence
    /// "... games ..."; `None` if it does, as far as can be determined without building the player.
    fn unsupported_reason<G: Game>(_game: &G, _artifacts: &PlayerArtifacts) -> Option<&'static str> {
        None
    }

    /// Weights of features by which the player evaluates positions; `None` if it does not use any.
    ///
    /// # Errors
    /// If the player needs weights that neither the game nor the artifacts have.
    fn weights<G: Game>(
        _spec: &PlayerSpec,
        _game: &G,
        _artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        Ok(None)
    }

    /// Builds the player for a game that it supports.
    ///
    /// # Errors
    /// A [`PlayerSpecError`] if the game, an option or the memory does not allow it.
    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G>;

    /// Builds the computation of a strategy of the whole game; `None` if the player computes none.
    fn solver<'g, G: Game + 'g>(_request: &BuildRequest<'_, G>) -> Option<BuiltSolver<'g, G>> {
        None
    }
}

/// Share of the time that is left for one examination of the game by random games.
pub(crate) const EXAMINATION_SHARE: f64 = 0.125;
/// Share of the time that is left for building a complete game tree.
pub(crate) const TREE_SHARE: f64 = 0.5;

/// Reason why no player supports a game with faults, as the end of a sentence "... games ...".
pub(crate) const RULES_FAIL: &str = "whose rules fail";

/// Game, options, artifacts and limits from which a player is built.
pub(crate) struct BuildRequest<'a, G> {
    /// The game.
    pub game: &'a G,
    /// The selected player with its options.
    pub spec: &'a PlayerSpec,
    /// Artifacts of the game.
    pub artifacts: &'a PlayerArtifacts,
    /// Limits of the construction.
    pub limits: &'a Limits<'a>,
    /// Seed of the random choices, unless the option `seed` is set.
    pub seed: u64,
    /// `true` if the rules are so slow that the game is not examined further.
    pub is_slow: bool,
}

impl<G: Game> BuildRequest<'_, G> {
    /// Values of the options.
    pub fn values(&self) -> &OptionValues {
        &self.spec.values
    }

    /// Random number generator of the player: the option `seed`, or else the seed of the request.
    pub fn random(&self) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.values().whole(&SEED).unwrap_or(self.seed))
    }

    /// Memory limit in MiB.
    pub fn memory(&self) -> usize {
        self.values().whole(&MEMORY).unwrap_or(0) as usize
    }

    /// The selected heuristic.
    ///
    /// # Errors
    /// If the game has none of this name.
    pub fn heuristic(&self) -> Result<Heuristic, PlayerSpecError> {
        let name = self.values().name(&HEURISTIC);
        Heuristic::by_name(self.game, &name).ok_or_else(|| PlayerSpecError::UnknownHeuristic {
            player: self.spec.entry.name,
            name,
            known: Heuristic::names(self.game).join(", "),
        })
    }

    /// Tuned weights of the evaluation, if they fit the game.
    pub fn tuned_weights(&self) -> Option<&Weights> {
        self.artifacts.weights.as_ref().filter(|weights| weights.fits(self.game))
    }

    /// Evaluation by tuned weights, or else by weights that are derived from the rules.
    pub fn evaluation(&self) -> Evaluation {
        match self.tuned_weights() {
            Some(weights) => Evaluation::from_weights(self.game, weights),
            None => {
                let share = if self.is_slow { 0.0 } else { EXAMINATION_SHARE };
                Evaluation::default_within(self.game, &self.limits.share(share))
            }
        }
    }

    /// The error for a game that the player does not support, with the reason as the end of a sentence "... games ...".
    pub fn unsupported(&self, what: &'static str) -> PlayerSpecError {
        self.spec.unsupported(self.game, what)
    }

    /// Limits a player to the selected level, if there is one.
    pub fn levelled<'g>(&self, player: Box<dyn Player<G> + 'g>) -> Box<dyn Player<G> + 'g>
    where
        G: PlayableGame + 'g,
    {
        let Some(level) = self.values().whole(&LEVEL) else { return player };
        let has_extra_nodes = self.spec.level_without_limits().is_some();
        // The random numbers are independent of those of the player itself.
        Box::new(LevelledPlayer::new(player, level, has_extra_nodes, Pcg64Mcg::seed_from_u64(!self.seed)))
    }
}
