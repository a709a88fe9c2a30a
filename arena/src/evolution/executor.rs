//! Executors of contests: where the games of a run are played.

use std::sync::atomic::AtomicBool;

use boardwright_game::operation::ConcreteGame;
use boardwright_players::evolution::{Contest, ContestError, Subject};

use super::journal::EvolutionError;
use crate::parallel::for_each_result;

/// Receives the index and the points of each contest; an error ends the batch.
pub type PointsReceiver<'a> = dyn FnMut(usize, Vec<f64>) -> Result<(), EvolutionError> + 'a;

/// Plays the contests of a run.
pub trait ContestExecutor {
    /// Plays those of `contests` whose indices are `waiting`, in any order, and passes on their points.
    ///
    /// # Errors
    /// If `stop` was set, the rules of the game fail, or `receive` returns an error.
    fn play(
        &mut self,
        contests: &[Contest],
        waiting: &[usize],
        stop: &AtomicBool,
        receive: &mut PointsReceiver<'_>,
    ) -> Result<(), EvolutionError>;
}

/// Plays contests by threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct LocalExecutor<'a, G> {
    /// Evolving weights and opponents.
    pub subject: &'a Subject<'a, G>,
    /// Number of threads.
    pub threads: usize,
}

impl<G: ConcreteGame> ContestExecutor for LocalExecutor<'_, G> {
    fn play(
        &mut self,
        contests: &[Contest],
        waiting: &[usize],
        stop: &AtomicBool,
        receive: &mut PointsReceiver<'_>,
    ) -> Result<(), EvolutionError> {
        let play = |item: usize| self.subject.play(&contests[waiting[item]], stop);
        for_each_result(waiting.len(), self.threads, play, |item, result| match result {
            Ok(points) => receive(waiting[item], points),
            Err(ContestError::Stopped) => Err(EvolutionError::Stopped),
            Err(ContestError::Fault(fault)) => Err(fault.into()),
        })
    }
}
