//! Statistics of a match of two players: score, Elo and likelihood of superiority from trinomial or pentanomial counts.
//! The number of games is taken as fixed beforehand; for a match that a sequential test stopped see
//! [`Sprt`](super::Sprt).
//!
//! Each start is best played twice, with seats swapped, and the pair is the unit of the statistics: the two games share
//! the luck of their start, so that pairs vary less than independent games and fewer are needed (fishtest,
//! "Mathematics").

use super::elo::{ELO_LIMIT, Estimate, Side, elo_difference};
use super::normal;

/// Elo per standard deviation of a game in normalized Elo: 800 / ln 10 (Van den Bergh).
pub(super) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Number of game pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points: LL, LD, WL and DD, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Number of wins, losses and draws of the first player, in games that are not paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that the second player won.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
}

pub(super) mod sealed {
    use crate::statistics::distribution::Distribution;

    /// Counts from the lowest score to the highest.
    pub trait Counts {
        fn counts(&self) -> impl AsRef<[u64]>;

        fn distribution(&self) -> Distribution {
            Distribution::from_counts(self.counts().as_ref())
        }

        fn is_empty(&self) -> bool {
            self.counts().as_ref().iter().all(|count| *count == 0)
        }
    }
}

impl sealed::Counts for Pentanomial {
    fn counts(&self) -> impl AsRef<[u64]> {
        self.0
    }
}

impl sealed::Counts for Trinomial {
    fn counts(&self) -> impl AsRef<[u64]> {
        [self.losses, self.draws, self.wins]
    }
}

/// Counts of a match of two players, from the view of the first: [`Pentanomial`] or [`Trinomial`].
///
/// An empty class counts 0.001, as in fishtest, in all but [`score`](Self::score), so that nothing is divided by zero.
/// A few units that are all alike therefore seem more certain than they are, except where everything was won or lost:
/// there the exact binomial bound is given.
pub trait Tally: sealed::Counts {
    /// Mean score of a game, between 0 and 1; one half if there are no games.
    fn score(&self) -> f64 {
        let counts = self.counts();
        let counts = counts.as_ref();
        let units: f64 = counts.iter().map(|count| *count as f64).sum();
        if units == 0.0 {
            return 0.5;
        }
        let points: f64 = counts.iter().enumerate().map(|(class, count)| class as f64 * *count as f64).sum();
        points / (units * (counts.len() - 1) as f64)
    }

    /// Variance of the score of a game; for pairs it is twice that of the mean of two games.
    fn variance_per_game(&self) -> f64 {
        let distribution = self.distribution();
        distribution.games_per_unit * distribution.moments().variance
    }

    /// Difference of the players in normalized Elo (Van den Bergh, "Comments on normalized Elo"): the excess of the
    /// score over one half, in standard deviations of a game, times 800 / ln 10.
    ///
    /// The number of games that is needed to distinguish two players depends on normalized Elo alone, whatever the draw
    /// ratio. The value is finite and has no other limit: for a match with a score of 100 % it grows with the length of
    /// the match.
    fn normalized_elo(&self) -> f64 {
        let distribution = self.distribution();
        (distribution.moments().mean - 0.5) / distribution.deviation_per_game() * NORMALIZED_ELO
    }

    /// Side on which the counts set no limit; `None` if they limit both.
    fn unbounded_side(&self) -> Option<Side> {
        let counts = self.counts();
        let [first, .., last] = counts.as_ref() else { return Some(Side::Both) };
        let all: u128 = counts.as_ref().iter().map(|count| u128::from(*count)).sum();
        if all == 0 {
            Some(Side::Both)
        } else if all == u128::from(*last) {
            Some(Side::Above)
        } else if all == u128::from(*first) {
            Some(Side::Below)
        } else {
            None
        }
    }

    /// Difference of the players in Elo, with a 95 % interval for a number of games that was fixed beforehand: the
    /// normal approximation of the mean score of the units.
    ///
    /// If everything was won, the interval begins at the score at which winning that many units has a probability of
    /// 2.5 % (Clopper and Pearson 1934), and ends at [`ELO_LIMIT`]; likewise if everything was lost. Without games the
    /// interval is the whole scale.
    fn elo(&self) -> Estimate {
        let distribution = self.distribution();
        let moments = distribution.moments();
        let certain = 0.025_f64.powf(1.0 / distribution.units.max(1.0));
        let unbounded_side = self.unbounded_side();
        let (score, low, high) = match unbounded_side {
            Some(Side::Above) => (1.0, certain, 1.0),
            Some(Side::Below) => (0.0, 0.0, 1.0 - certain),
            Some(Side::Both) => (0.5, 0.0, 1.0),
            None => {
                let error = normal::two_sided_95() * (moments.variance / distribution.units).sqrt();
                (moments.mean, moments.mean - error, moments.mean + error)
            }
        };
        let elo = elo_difference(score);
        let beyond = (elo.abs() >= ELO_LIMIT).then_some(if elo > 0.0 { Side::Above } else { Side::Below });
        Estimate {
            elo,
            low: elo_difference(low),
            high: elo_difference(high),
            unbounded_side: unbounded_side.or(beyond),
        }
    }

    /// Likelihood of superiority (LOS): the probability, between 0 and 1, that the first player is the better one, by
    /// the normal approximation of the mean score, for a number of games that was fixed beforehand.
    ///
    /// If all of n units were won it is 1 - 2^-n, if all were lost 2^-n, and without games one half.
    fn likelihood_of_superiority(&self) -> f64 {
        let distribution = self.distribution();
        let moments = distribution.moments();
        let chance = 0.5_f64.powf(distribution.units);
        match self.unbounded_side() {
            Some(Side::Above) => 1.0 - chance,
            Some(Side::Below) => chance,
            Some(Side::Both) => 0.5,
            None => normal::cumulative((moments.mean - 0.5) / (moments.variance / distribution.units).sqrt()),
        }
    }
}

impl Tally for Pentanomial {}
impl Tally for Trinomial {}

impl Pentanomial {
    /// Counts one more pair, by the points of the first player in each of the two games: 0, 1/2 or 1.
    ///
    /// Other points are rounded to the next half.
    pub fn add(&mut self, points: [f64; 2]) {
        let halves: f64 = points.iter().map(|points| (points.clamp(0.0, 1.0) * 2.0).round()).sum();
        let count = &mut self.0[halves as usize];
        *count = count.saturating_add(1);
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

impl Trinomial {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.losses).saturating_add(self.draws)
    }

    /// Share of drawn games, between 0 and 1; 0 without games.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Pentanomial = Pentanomial([13, 37, 50, 25, 3]);

    fn assert_digits(value: f64, text: &str) {
        let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
        assert_eq!(format!("{value:.digits$}"), text);
    }

    #[test]
    fn pairs_give_the_published_values() {
        assert_digits(PAIRS.score(), "0.4375");
        assert_digits(PAIRS.variance_per_game(), "0.11523");
        assert_digits(PAIRS.normalized_elo(), "-63.97");
        assert_digits(PAIRS.likelihood_of_superiority(), "0.00161");
        assert_eq!(PAIRS.elo().to_string(), "-43.66 [-73.40, -14.54]");
        assert_eq!(PAIRS.elo().unbounded_side, None);
    }

    #[test]
    fn single_games_give_the_published_values() {
        let games = Trinomial { wins: 3225, losses: 3068, draws: 3707 };
        assert_digits(games.score(), "0.508");
        assert_digits(games.elo().elo, "5.5");
        assert_digits(games.elo().error(), "5.4");
        assert_digits(100.0 * games.likelihood_of_superiority(), "97.6");
        assert_digits(games.draw_ratio(), "0.3707");
    }

    #[test]
    fn swapping_the_players_negates_the_estimate() {
        let mut other = PAIRS.0;
        other.reverse();
        let other = Pentanomial(other);
        assert!((other.elo().elo + PAIRS.elo().elo).abs() < 1e-9);
        assert!((other.elo().low + PAIRS.elo().high).abs() < 1e-9);
        assert!((other.likelihood_of_superiority() + PAIRS.likelihood_of_superiority() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_perfect_score_gives_a_bound() {
        let won = Pentanomial([0, 0, 0, 0, 5]);
        let estimate = won.elo();
        assert_eq!((won.score(), estimate.unbounded_side, estimate.high), (1.0, Some(Side::Above), ELO_LIMIT));
        // At a score of s, five pairs are won with a probability of at most s^5.
        assert!((super::super::expected_score(estimate.low).powi(5) - 0.025).abs() < 1e-4);
        assert!((won.likelihood_of_superiority() - 31.0 / 32.0).abs() < 1e-3);

        let lost = Trinomial { losses: 7, ..Trinomial::default() };
        assert_eq!((lost.elo().unbounded_side, lost.elo().low), (Some(Side::Below), -ELO_LIMIT));
        assert!(lost.elo().high < 100.0 && lost.likelihood_of_superiority() < 0.01);
    }

    #[test]
    fn without_games_the_interval_is_the_whole_scale() {
        let none = Trinomial::default();
        let whole = Estimate { elo: 0.0, low: -ELO_LIMIT, high: ELO_LIMIT, unbounded_side: Some(Side::Both) };
        assert_eq!((none.elo(), none.score(), none.likelihood_of_superiority()), (whole, 0.5, 0.5));
        assert!(none.normalized_elo().abs() < 1e-12);
    }

    #[test]
    fn every_count_gives_finite_numbers() {
        for code in 0..4_usize.pow(5) {
            let values = [0, 1, 1_000_000, u64::MAX];
            let counts: [u64; 5] = std::array::from_fn(|class| values[code / 4_usize.pow(class as u32) % 4]);
            let pairs = Pentanomial(counts);
            let estimate = pairs.elo();
            let ordered = estimate.low <= estimate.elo && estimate.elo <= estimate.high;
            assert!(ordered && estimate.error().is_finite(), "{counts:?}: {estimate:?}");
            assert!(pairs.normalized_elo().is_finite(), "{counts:?}");
            assert!((0.0..=1.0).contains(&pairs.likelihood_of_superiority()), "{counts:?}");
        }
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pentanomial::default();
        for points in [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [1.0, 1.0]] {
            pairs.add(points);
        }
        assert_eq!((pairs, pairs.pairs()), (Pentanomial([1, 1, 2, 1, 1]), 6));
    }
}
