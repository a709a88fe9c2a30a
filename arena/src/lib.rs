//! Matches and tournaments of board games: seats, clocks, adjudication, records, pairing and ratings.
//!
//! A [`Match`] is one game between [`Seat`]s, the same at a terminal, in a window, on a real board and in a tournament.
//! A seat decides for one player: a [`Person`], asked through the [`Host`], a [`Computer`], or an external [`Program`].
//! [`Terms`] are the conditions that end a match besides its rules: clocks, a number of moves, repetition,
//! [`Adjudication`] by the players' values. The record is written from the [`GameHistory`].
//!
//! A [`tournament`] plays many matches: round robin, gauntlet, knockout, Swiss system or ladder. It stores each
//! finished game in a journal (write-ahead log); the tables and reports in [`results`] are derived from it.
//! [`statistics`] estimates playing strength: Elo, Bradley-Terry ratings, the sequential probability ratio test (SPRT)
//! and alpha-Rank.
//!
//! A [`series`] is the same match again and again with rotating seats: mean points and wins, without a journal.
//!
//! [`evolution`] runs evolution of evaluation weights, in parallel and with a journal. An
//! [`Executor`](tournament::Executor) plays the games of a tournament: threads of this process, or workers on other
//! machines (`boardwright-queue`).
//!
//! A player who resigns, runs out of time, answers with an illegal move or crashes loses. With two players the other
//! one wins; a single player has not won. With more than two players the game ends there, without a winner.
//!
//! The crate does not search for moves (`boardwright-players`), does not load games (`boardwright-library`) and has no
//! user interface: programs implement [`Host`] and [`GameLoader`](tournament::GameLoader).
//!
//! # Example
//!
//! Two computer players play Kuhn poker:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use boardwright_arena::{Match, NullHost, Seat, Start, SystemWatch, Terms, derive_seed};
//!
//! let game = boardwright_library::load("kuhn").expect("the game ships");
//! let seat = |name: &str, number: u64| -> Box<dyn Seat> {
//!     let spec = boardwright_players::parse(name).expect("the name is valid");
//!     let computer = game.create_player(&spec, derive_seed(1, number), &Default::default());
//!     Box::new(computer.expect("the player supports the game"))
//! };
//! let seats = vec![seat("random", 1), seat("monte-carlo:nodes=50", 2)];
//! let start = Start { seed: 1, ..Start::default() };
//! let (watch, stop) = (SystemWatch::start(), AtomicBool::new(false));
//! let finished = Match::new(&game, seats, &start, Terms::default(), &watch, &stop)?.play(&mut NullHost);
//! assert!(finished.record.end.is_some_and(|end| end.outcome.is_some()));
//! # Ok::<(), boardwright_arena::StartError>(())
//! ```

mod adjudication;
mod clock;
mod computer;
mod ending;
pub mod evolution;
mod game_history;
mod host;
mod parallel;
mod person;
mod play;
mod playable;
mod program;
pub mod results;
mod seat;
mod seeds;
pub mod series;
pub mod statistics;
pub mod tournament;

pub use adjudication::Adjudication;
pub use boardwright_players::command_line::{CommandLineError, join_command, split_command};
pub use clock::{ManualWatch, SystemWatch, TimeAllowance, TimeControl, TimeoutPolicy, Watch};
pub use computer::{Computer, SearchBounds};
pub use ending::{Ending, forfeit_outcome};
pub use game_history::{GameHistory, StartError};
pub use host::{Host, HostUnavailable, MatchEvent, NullHost};
pub use person::Person;
pub use play::{FinishedMatch, Match, Start, Terms};
pub use playable::{NamedGame, Opening, Playable};
pub use program::Program;
pub use results::report::lines::{LineSeries, line_chart};
pub use seat::{ChanceRequest, Decision, DrawOffer, MoveRequest, Reply, SearchReport, Seat, SeatError};
pub use seeds::derive_seed;

// Linked for the players that it compiles: generic code of a dependency is not compiled again.
#[cfg(test)]
use boardwright_library as _;
