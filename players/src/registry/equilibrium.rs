//! Exploitability of the players that compute a strategy of the whole game.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use boardwright_game::game::Game;

use super::registration::{BuildRequest, RULES_FAIL};
use super::{PlayerArtifacts, PlayerSpec, PlayerSpecError, names_of_solvers};
use crate::cfr::StrategyEvaluator;
use crate::limits::Limits;
use crate::strategy::{CurvePoint, exploitability_curve};

impl PlayerSpec {
    /// Lets a player that computes a strategy of the whole game do so until its limits are reached, which are those of
    /// the whole computation here, and reports the [course of its exploitability](exploitability_curve).
    ///
    /// # Errors
    /// As for [`PlayerSpec::make`]; also for a player that computes no such strategy, and for a game whose tree is too
    /// large.
    pub fn exploitability_curve<G: Game>(
        &self,
        game: &G,
        seed: u64,
        stop: &AtomicBool,
        on_point: impl FnMut(&CurvePoint) -> ControlFlow<()>,
    ) -> Result<(), PlayerSpecError> {
        let artifacts = PlayerArtifacts::default();
        if let Some(what) = self.entry.unsupported_with(game, &artifacts) {
            return Err(self.unsupported(game, what));
        }
        let unlimited = Limits::none(stop);
        let request =
            BuildRequest { game, spec: self, artifacts: &artifacts, limits: &unlimited, seed, is_slow: false };
        let mut solver = self.entry.solver(&request).unwrap_or_else(|| {
            let others = names_of_solvers().join(", ");
            Err(PlayerSpecError::NoStrategy { player: self.entry.name, others })
        })?;
        let evaluator = StrategyEvaluator::new(game, &unlimited).map_err(|error| request.cfr_error(&error))?;
        exploitability_curve(game, &mut *solver, &evaluator, &self.limits(stop), on_point)
            .map_err(|_| self.unsupported(game, RULES_FAIL))
    }
}
