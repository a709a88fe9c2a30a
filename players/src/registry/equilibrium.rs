//! Construction of the players that compute a strategy of the whole game, and the exploitability of their strategies.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use boardwright_game::game::Game;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::factory::RULES_FAIL;
use super::shared_options::{MEMORY, SEED};
use super::{PLAYERS, PlayerEntry, PlayerKind, PlayerSpec, PlayerSpecError};
use crate::cfr::{self, Cfr, CfrError, StrategyEvaluator};
use crate::limits::Limits;
use crate::mccfr::{self, Mccfr, Sampling};
use crate::strategy::{CurvePoint, StrategySolver, exploitability_curve};

impl PlayerSpec {
    pub(super) fn make_cfr<G: Game>(
        &self,
        game: &G,
        random: Pcg64Mcg,
        limits: &Limits<'_>,
    ) -> Result<Cfr<G::Move>, PlayerSpecError> {
        let target = self.values.real(&cfr::EXPLOITABILITY).unwrap_or(0.0);
        Cfr::new_within(game, target, random, limits).map_err(|error| self.cfr_error(game, &error))
    }

    pub(super) fn make_mccfr<G: Game>(&self, random: Pcg64Mcg) -> Result<Mccfr<G::Move>, PlayerSpecError> {
        let value = self.values.name(&mccfr::SAMPLING);
        let Some(sampling) = Sampling::by_name(&value) else {
            let (player, key, known) = (self.entry.name, mccfr::SAMPLING.key, Sampling::NAMES);
            return Err(PlayerSpecError::UnknownKeyword { player, key, known, value });
        };
        Ok(Mccfr::new(sampling, self.values.whole(&MEMORY).unwrap_or(0) as usize, random))
    }

    fn cfr_error<G: Game>(&self, game: &G, error: &CfrError) -> PlayerSpecError {
        match *error {
            CfrError::Fault(_) => self.unsupported(game, RULES_FAIL),
            CfrError::Unsupported(reason) => self.unsupported(game, reason),
        }
    }

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
        if let Some(what) = self.entry.unsupported_reason(game) {
            return Err(self.unsupported(game, what));
        }
        let random = Pcg64Mcg::seed_from_u64(self.values.whole(&SEED).unwrap_or(seed));
        let unlimited = Limits::none(stop);
        let mut solver: Box<dyn StrategySolver<G>> = match self.entry.kind {
            PlayerKind::Cfr => Box::new(self.make_cfr(game, random, &unlimited)?),
            PlayerKind::Mccfr => Box::new(self.make_mccfr::<G>(random)?),
            _ => {
                let solvers = |entry: &&PlayerEntry| matches!(entry.kind, PlayerKind::Cfr | PlayerKind::Mccfr);
                let solvers = PLAYERS.iter().filter(solvers).map(|entry| entry.name).collect::<Vec<_>>().join(", ");
                return Err(PlayerSpecError::NoStrategy { player: self.entry.name, others: solvers });
            }
        };
        let evaluator = StrategyEvaluator::new(game, &unlimited).map_err(|error| self.cfr_error(game, &error))?;
        exploitability_curve(game, &mut *solver, &evaluator, &self.limits(stop), on_point)
            .map_err(|_| self.unsupported(game, RULES_FAIL))
    }
}
