//! Tournaments that many machines play: games are jobs of a queue, from which [`work`] takes them, and [`run`] is the one that writes
//! down what came of them. The queue itself is the server of NATS `JetStream`; this is only what is said to it.
//!
//! A tournament has two streams. That of jobs gives each game to one worker at a time, until a worker acknowledges it; whoever is
//! silent for a while loses it to another. That of results keeps the description and what came of each game, until the tournament is
//! over. A worker acknowledges a game only when its result is kept; so a game is always in one of the two streams, or in the journal.
//! Both streams take no second message for the same game, and the writer knows a game that it has.

mod link;
mod names;
mod plan;
mod worker;
mod writer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::tournament::{Conduct, Ended, Progress, RunError, Setup, run_by};

pub use worker::{Shift, WorkError, work};

/// After so long a silence of a worker its game is given to another.
const SILENCE: Duration = Duration::from_secs(10);

/// Runs a tournament as [`tournament::run`](crate::tournament::run) does, but the games are played by whoever [`work`]s for the
/// queue at `url`.
///
/// # Errors
/// If results cannot be written or are of another tournament, or there is no queue at `url`; what was played until then is kept.
pub fn run(
    setup: &Arc<Setup>,
    conduct: &Conduct,
    url: &str,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> Result<Ended, RunError> {
    // Before the folder is made: without a server there is nothing to go on with later.
    let desk = writer::Desk::open(url, setup).map_err(RunError::Queue)?;
    run_by(setup, conduct, |_| Ok(Box::new(desk.begin())), stop, tell)
}
