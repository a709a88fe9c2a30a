//! Optimal play of a sliding puzzle: it solves the puzzle once by IDA* with pattern databases, and follows the solution
//! path.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;

use crate::limits::Limits;
use crate::player::{Choice, Player, Question};
use crate::solve::patterns::PatternDatabases;
use crate::solve::sliding::SlidingPuzzle;
use crate::solve::{SolveError, Task, idastar};

/// Source of the pattern databases of a puzzle.
#[derive(Debug)]
pub enum PatternSource {
    /// The databases.
    Ready(Arc<PatternDatabases>),
    /// A background thread that builds them.
    Building(PatternBuild),
}

/// A background thread that builds pattern databases. It stops when the value is dropped.
#[derive(Debug)]
pub struct PatternBuild {
    result: mpsc::Receiver<Option<PatternDatabases>>,
    stop: Arc<AtomicBool>,
}

impl Drop for PatternBuild {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Interval between two readings of the flag that requests an answer, while the player waits.
const STOP_INTERVAL: Duration = Duration::from_millis(5);
/// Share of the time that is left for a move during which the player waits for pattern databases.
const WAITING_SHARE: f64 = 0.6;

impl PatternSource {
    /// Starts a background thread that runs `build`, which must return soon after its flag is set.
    pub fn in_background(build: impl FnOnce(&AtomicBool) -> Option<PatternDatabases> + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, result) = mpsc::channel();
        let flag = Arc::clone(&stop);
        thread::spawn(move || {
            // Nobody receives the result of a build whose player was dropped.
            let _ = sender.send(build(&flag));
        });
        Self::Building(PatternBuild { result, stop })
    }

    /// The databases; `None` if they are not ready within a share of the time.
    fn get(&mut self, limits: &Limits<'_>) -> Option<Arc<PatternDatabases>> {
        if let Self::Building(build) = self {
            let limits = limits.share(WAITING_SHARE);
            let patterns = loop {
                match build.result.recv_timeout(STOP_INTERVAL) {
                    Err(RecvTimeoutError::Timeout) if !limits.is_over() => {}
                    result => break result.ok().flatten()?,
                }
            };
            *self = Self::Ready(Arc::new(patterns));
        }
        match self {
            Self::Ready(patterns) => Some(Arc::clone(patterns)),
            Self::Building(_) => None,
        }
    }
}

/// Solves the puzzle in the fewest moves, if the limits allow, and follows the solution as long as each position lies
/// on it.
pub struct SlidingPlayer<'g, G: Game> {
    patterns: PatternSource,
    /// Key of the position from which the rest of the path starts, and the moves of that rest, the last first.
    key: u64,
    path: Vec<G::Move>,
    fallback: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> SlidingPlayer<'g, G> {
    /// A player with the pattern databases of the puzzle, and a fallback player that chooses if there is no time for
    /// the solution.
    pub fn new(patterns: PatternSource, fallback: Box<dyn Player<G> + 'g>) -> Self {
        Self { patterns, key: 0, path: Vec::new(), fallback }
    }
}

impl<G: Game> Player<G> for SlidingPlayer<'_, G>
where
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, limits, .. } = *question;
        let mut nodes = 0;
        if self.path.is_empty() || self.key != game.key(state) {
            let Ok(puzzle) = SlidingPuzzle::from_game(game, state) else { return self.fallback.choose(question) };
            let Some(patterns) = self.patterns.get(&limits) else { return self.fallback.choose(question) };
            let task = Task { game, state, limits, bytes: 0 };
            let answer = match idastar::solve_sliding(&task, &puzzle, &patterns) {
                Ok(answer) => answer,
                Err(SolveError::Fault(fault)) => return Err(fault),
                Err(_) => return self.fallback.choose(question),
            };
            nodes = answer.generated;
            self.path = answer.moves.into_iter().rev().collect();
        }
        let line: Vec<G::Move> = self.path.iter().rev().copied().collect();
        let Some(mv) = self.path.pop() else { return self.fallback.choose(question) };
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        self.key = game.key(&after);
        let choice = Choice { value: Some(1.0), depth: line.len() as u32, nodes, line, ..Choice::without_search(mv) };
        question.report(std::slice::from_ref(&choice));
        Ok(choice)
    }
}
