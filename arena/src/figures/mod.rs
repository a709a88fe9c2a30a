//! The statistics of matches and tournaments: what results say about the players, and how surely. It plays nothing, reads no
//! files and prints no tables; it takes counts and points and gives numbers.
//!
//! [`Pentanomial`] and [`Trinomial`] count a match of two players, and [`Tally`] says what follows from them. [`Sprt`] says when
//! such a match may stop, and what it says if it stopped there. [`bradley_terry`] rates any number of players, [`Crosstable`] has
//! the points and tie-breaks of tournaments, [`alpha_rank`] shows cycles that a rating hides.
//!
//! No number here is infinite or not a number. Where results set no limit, as with a score of 100 %, there is a bound instead,
//! and the result says so: [`Side`].

mod alpha_rank;
mod brownian;
mod components;
mod distribution;
mod elo;
mod information;
mod normal;
mod pairs;
mod ratings;
mod sequential;
mod sprt;
mod ties;

pub use alpha_rank::{AlphaRankError, Intensity, Selection, alpha_rank};
pub use elo::{ELO_LIMIT, Estimate, Side, elo_difference, expected_score};
pub use pairs::{Pentanomial, Tally, Trinomial};
pub use ratings::{Rating, RatingError, Ratings, bradley_terry};
pub use sprt::{Model, Sprt, SprtError, SprtSettings, State, Verdict};
pub use ties::{Crosstable, CrosstableError, GameResult};
