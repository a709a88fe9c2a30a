//! Many games: a tournament that a [`Config`] describes, from who meets whom to the last finished game. What is made of the games is
//! in [`results`](crate::results).
//!
//! [`Setup`] loads and checks everything, [`run`] plays it, [`merge`] puts parts together that were played elsewhere. Games are
//! functions of the description: whoever plays a game, whenever and beside whatever others, plays the same one, as long as no
//! clock limits the players.

mod again;
mod config;
mod contest;
mod crew;
mod desk;
pub mod digest;
mod entrant;
mod job;
mod judge;
mod pairing;
mod pool;
mod process;
mod run;
mod sequential;
mod setup;
mod starts;

#[cfg(feature = "queue")]
pub(crate) use self::{
    crew::{Crew, Told as News},
    pool::{Hatch, Pool},
    run::run_by,
};
pub use again::{merge, remake};
pub use config::{Adjudication, Budget, Config, Entry, Pairing, SprtBounds, Starts};
pub use contest::{Contest, Library};
pub use entrant::Entrant;
pub use job::{Done, Gained, Job, Told, reason_name};
pub use judge::Judge;
pub use pairing::Met;
pub use run::{Conduct, Ended, Progress, RunError, run};
pub use sequential::Sequential;
pub use setup::{Identity, Setup};
pub use starts::Openings;
