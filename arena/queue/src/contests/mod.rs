//! Contests of [evolution](boardwright_arena::evolution) over the queue. Workers ask for contests by request and reply,
//! and publish their points; nothing is stored at the server. A contest whose worker gives no sign of life is given to
//! another one. Equal contests have equal points, so a contest that is played twice does no harm.

mod coordinator;
mod service;

use boardwright_arena::evolution::ContestSetup;
use boardwright_players::evolution::Contest;
use serde::{Deserialize, Serialize};

pub use coordinator::QueueContests;
pub(crate) use service::serve;

/// Version of the messages between the two sides.
const VERSION: u32 = 1;
/// Subject on which workers ask for contests.
const TAKE: &str = "boardwright.contests.take";
/// Group of the runs that answer such questions; each question gets one answer.
const RUNS: &str = "runs";

/// A worker's question for a contest.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    /// Runs whose set-up the worker has.
    known: Vec<String>,
}

/// A contest for a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Assignment {
    version: u32,
    /// The run: a digest of its set-up.
    run: String,
    /// The set-up, if the worker does not have it.
    setup: Option<ContestSetup>,
    /// Number of the batch, and index in it.
    contest: (u64, usize),
    games: Contest,
}

/// A worker's message about a contest.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    contest: (u64, usize),
    /// Points, or the reason why the contest cannot be played; neither while it is being played.
    points: Option<Vec<f64>>,
    error: Option<String>,
}

/// Subject of the reports about the contests of a run.
fn reports_of(run: &str) -> String {
    format!("boardwright.contests.{run}.reports")
}
