//! Distributed tournaments: games are jobs of a work queue. [`work`] is a worker that takes and plays jobs, [`run`] is
//! the tournament's side, which adds jobs and stores results. The queue is a NATS `JetStream` server; this crate is
//! only its client.
//!
//! A tournament has two streams. The stream of jobs (a JetStream work queue) gives each game to one worker at a time,
//! until the worker acknowledges it; the game of a silent worker is redelivered to another one. The stream of results
//! stores the configuration and the result of each game, until the tournament is over. A worker acknowledges a game
//! only after its result is stored, so that a game is always in one of the two streams or in the journal. Both streams
//! reject a second message for the same game, and the tournament's side ignores results that it already has.

mod connection;
mod contests;
mod names;
mod plan;
mod worker;
mod writer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_arena::tournament::{Progress, RunError, RunOptions, Setup, TournamentEnd, run_with_executor};

pub use contests::QueueContests;
pub use worker::{WorkError, WorkerOptions, work};

/// Time without a sign of life of a worker after which its game is redelivered (acknowledgement timeout).
const ACK_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs a tournament like [`tournament::run`](boardwright_arena::tournament::run), with games played by the workers
/// ([`work`]) of the queue at `url`.
///
/// # Errors
/// If the results cannot be written or are of another tournament, or there is no queue at `url`; games finished before
/// are kept.
pub fn run(
    setup: &Arc<Setup>,
    options: &RunOptions,
    url: &str,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<TournamentEnd, RunError> {
    // Connects before the folder is created: without a server there is nothing to resume.
    let writer = writer::ConnectedWriter::open(url, setup).map_err(RunError::Queue)?;
    run_with_executor(setup, options, |_| Ok(Box::new(writer.begin())), stop, report)
}
