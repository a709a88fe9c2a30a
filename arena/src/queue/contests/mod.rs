//! Contests of [evolution](crate::evolution) over the queue. Workers ask for contests by request and reply, and publish
//! their points; nothing is stored at the server. A contest whose worker gives no sign of life is given to another one.
//! Equal contests have equal points, so a contest that is played twice does no harm.

mod coordinator;
mod service;

use std::sync::atomic::AtomicBool;

use boardwright_game::features::WeightSet;
use boardwright_players::evaluation::Weights;
use boardwright_players::evolution::Contest;
use serde::{Deserialize, Serialize};

use crate::evolution::SubjectConfig;

pub use coordinator::QueueContests;
pub(super) use service::serve;

/// Version of the messages between the two sides.
const VERSION: u32 = 1;
/// Subject on which workers ask for contests.
const TAKE: &str = "boardwright.contests.take";
/// Group of the runs that answer such questions; each question gets one answer.
const RUNS: &str = "runs";

/// Everything that another machine needs to play the contests of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestSetup {
    /// Version of the program: another one may play differently.
    pub version: String,
    /// Game as on the command line.
    pub game: String,
    /// Bundle of the game; see [`TournamentGame::bundle`](crate::tournament::TournamentGame::bundle).
    pub bundle: String,
    /// The weights that evolve.
    pub subject: SubjectConfig,
    /// Fixed opponents.
    pub opponents: Vec<OpponentSetup>,
}

/// A fixed opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpponentSetup {
    /// Player as on the command line.
    Player(String),
    /// Weights of a feature set.
    Features(WeightSet),
    /// Weights of the board evaluation.
    Board(Weights),
}

/// A game whose contests a worker plays.
pub trait ContestGame: Send + Sync {
    /// Plays a contest and returns the total points of its competitors.
    ///
    /// # Errors
    /// If the rules of the game fail, or `stop` was set.
    fn play(&self, contest: &Contest, stop: &AtomicBool) -> Result<Vec<f64>, String>;
}

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
