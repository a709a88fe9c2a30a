//! The executor interface: plays the games of a tournament by threads of this process or by workers on other machines.
//! The caller decides which games are played, and stores the results.

use super::job::{FinishedGame, Job};

/// Event reported by an executor.
#[derive(Debug)]
pub enum ExecutorEvent {
    /// A game is finished.
    Finished(Box<FinishedGame>),
    /// No event within the polling interval.
    Idle,
    /// More players hung than may be replaced; with the label of the last one.
    TooManyHangs(String),
    /// Notice for the user; the tournament goes on.
    Notice(String),
    /// The executor failed and cannot go on.
    Failed(String),
}

/// Plays the games of a list.
pub trait Executor {
    /// Adds games to be played, in this order. All games up to number `last` have been added then.
    fn add(&mut self, jobs: Vec<Job>, last: u64);

    /// Waits a short time for the next event.
    fn next_event(&mut self) -> ExecutorEvent;

    /// Shuts the executor down; `over` is `true` if all games are finished. Returns notes for the user.
    fn close(self: Box<Self>, over: bool) -> Vec<String>;
}
