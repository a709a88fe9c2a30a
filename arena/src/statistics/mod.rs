//! Statistics of matches and tournaments: estimates of playing strength from results, with confidence intervals. The
//! module plays nothing, reads no files and prints no tables; it takes counts and points and returns numbers.
//!
//! [`Pentanomial`] and [`Trinomial`] count the results of a match of two players, and [`Tally`] estimates Elo from
//! them. [`Sprt`] decides when such a match may stop, and corrects the estimates for the stop. [`bradley_terry`] rates
//! any number of players, [`Sample`] is the mean of scores, [`wilson_interval`] bounds a
//! proportion, [`Crosstable`] has the points and tie-breaks of tournaments, [`alpha_rank()`] shows cycles
//! that a rating hides.
//!
//! No result is infinite or NaN. Where the games set no limit, as with a score of 100 %, the result is a bound, marked
//! with the unbounded [`Side`].

mod alpha_rank;
mod brownian;
mod cholesky;
mod components;
mod crosstable;
mod distribution;
mod elo;
mod normal;
mod pairs;
mod proportion;
mod ratings;
mod sample;
mod score_sprt;
mod sequential;
mod sprt;

pub use alpha_rank::{AlphaRankError, Intensity, Selection, alpha_rank};
pub use crosstable::{Crosstable, CrosstableError, GameResult};
pub use elo::{ELO_LIMIT, Estimate, Side, elo_difference, expected_score};
pub use pairs::{Pentanomial, Tally, Trinomial};
pub use proportion::wilson_interval;
pub use ratings::{Rating, RatingError, Ratings, bradley_terry};
pub use sample::Sample;
pub use score_sprt::ScoreSprt;
pub use sprt::{EloModel, Sprt, SprtDecision, SprtError, SprtSettings, SprtState};
