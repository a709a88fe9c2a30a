//! Executors of contests: where the games of a run are played.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use boardwright_game::operation::ConcreteGame;
use boardwright_players::evolution::{Contest, ContestError, Subject};

use super::journal::EvolutionError;

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
        let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let subject = self.subject;
        let (sender, results) = mpsc::channel();
        let work = |sender: mpsc::Sender<(usize, Result<Vec<f64>, ContestError>)>| {
            while !has_failed.load(Ordering::Relaxed) {
                let Some(&index) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if sender.send((index, subject.play(&contests[index], stop))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, waiting.len().max(1)) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender);
            let mut ended = Ok(());
            // After an error the results of contests that are still being played are discarded.
            for (index, result) in results {
                if ended.is_err() {
                    continue;
                }
                ended = match result {
                    Ok(points) => receive(index, points),
                    Err(ContestError::Stopped) => Err(EvolutionError::Stopped),
                    Err(ContestError::Fault(fault)) => Err(fault.into()),
                };
                has_failed.store(ended.is_err(), Ordering::Relaxed);
            }
            ended
        })
    }
}
