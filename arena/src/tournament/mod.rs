//! Tournaments: pairing, scheduling and playing of many games, described by a [`Config`]. The evaluation of the games
//! is in [`results`](crate::results).
//!
//! [`Setup`] loads and checks everything, [`run()`] plays the tournament, [`merge`] combines parts that were played
//! elsewhere. Games are deterministic functions of the configuration: each machine plays the same game, in any order
//! and with any parallelism, as long as no clock limits the players.

mod balance;
mod config;
pub mod digest;
mod entrant;
mod executor;
mod game_loader;
mod job;
mod pairing;
mod pool;
mod process;
mod rebuild;
mod run;
mod sequential;
mod setup;
mod starts;
mod worker_slot;

pub use balance::BalanceJudge;
pub use config::{AdjudicationConfig, Budget, Config, Pairing, PlayerConfig, SprtConfig, SprtTest, StartConfig};
pub use entrant::Entrant;
pub use executor::{Executor, ExecutorEvent};
pub use game_loader::{GameLoader, TournamentGame};
pub use job::{FinishedGame, GamePoints, Job, MoveReport, reason_name};
pub use pairing::{MeetingResult, seatings};
pub use pool::{JobSender, Pool};
pub use rebuild::{merge, rebuild};
pub use run::{Progress, RunError, RunOptions, TournamentEnd, run, run_with_executor};
pub use sequential::{SequentialTest, TestCounts};
pub use setup::{Identity, Setup};
pub use starts::Openings;
