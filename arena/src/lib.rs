//! Where games are played: one [`Match`], the same at a terminal, in a window, on a table and among many of its kind; and many of
//! them, a [`tournament`](tournament::run). A match knows no files, terminals or game files; whoever has these is its [`Host`]. A
//! tournament keeps its [`results`] in a folder, and [`figures`] say what they mean.
//!
//! [`Seat`] is what sits at a match: a [`Person`], who is asked through the host, a [`Computer`], or a [`Program`] outside.
//! [`Terms`] say what ends a match besides its rules: clocks, a number of moves, repetition, what the players think of the
//! position. [`Course`] is the game so far, from which a record comes.
//!
//! Who resigns, runs out of time, does what is no move, or breaks down, loses: of two players the other one wins, and who plays
//! alone has not won. With more than two players the game ends there, and nobody has won.

mod clock;
mod computer;
mod course;
mod ending;
pub mod figures;
mod host;
mod person;
mod play;
mod playable;
mod program;
#[cfg(feature = "queue")]
pub mod queue;
pub mod results;
mod seat;
mod seeds;
pub mod tournament;
mod verdict;

pub use clock::{Allowance, Control, Late, ManualWatch, SystemWatch, Watch};
pub use computer::{Bounds, Computer};
pub use course::{Course, StartError};
pub use ending::{Ending, forfeited};
pub use host::{Event, Host, Hung, Nobody};
pub use person::Person;
pub use play::{Finished, Match, Start, Terms};
pub use playable::{Bare, Playable};
pub use program::Program;
pub use seat::{Ask, Decision, Offer, Reply, Seat, Thought, Trouble};
pub use seeds::derived;
pub use verdict::Verdict;
