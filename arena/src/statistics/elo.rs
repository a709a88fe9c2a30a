//! The Elo scale (Elo 1978, logistic form), and the type of an estimate with its interval. It estimates nothing itself.

use std::fmt;

/// End of the Elo scale here, on both sides: a score of 99.9 %. Values beyond it are clamped.
///
/// An estimate or interval end at this limit is only a bound of the scale.
pub const ELO_LIMIT: f64 = 1200.0;

/// Side on which results set no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Everything was won: the player may be better by any amount.
    Above,
    /// Everything was lost: the player may be worse by any amount.
    Below,
    /// Nothing was played, or everything was won against some and lost against the others.
    Both,
}

/// Elo difference of two players, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate, in Elo.
    pub elo: f64,
    /// The lower end of the interval, in Elo.
    pub low: f64,
    /// The upper end of the interval, in Elo.
    pub high: f64,
    /// Side on which the results set no limit. The estimate, and the end of the interval on that side, are then at
    /// [`ELO_LIMIT`], or nothing was played.
    pub unbounded_side: Option<Side>,
}

impl Estimate {
    /// Half the length of the interval, in Elo: the number written after `+-`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo, low, high, unbounded_side } = self;
        match unbounded_side {
            None => write!(out, "{elo:.2} [{low:.2}, {high:.2}]"),
            Some(Side::Above) => write!(out, "at least {low:.2}"),
            Some(Side::Below) => write!(out, "at most {high:.2}"),
            Some(Side::Both) => write!(out, "unknown"),
        }
    }
}

/// Difference in Elo at which `score`, between 0 and 1, is the expected score: -400 log10(1 / score - 1) (Elo 1978, the
/// logistic form), clamped to [`ELO_LIMIT`].
pub fn elo_difference(score: f64) -> f64 {
    let score = score.clamp(1e-9, 1.0 - 1e-9);
    (-400.0 * (1.0 / score - 1.0).log10()).clamp(-ELO_LIMIT, ELO_LIMIT)
}

/// Expected score, between 0 and 1, at a difference in Elo: 1 / (1 + 10^(-elo / 400)) (Elo 1978, the logistic form).
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_elo_conversions_are_inverse() {
        assert!((elo_difference(0.75) - 190.848_501_887_865).abs() < 1e-9);
        for elo in [-1199.0, -400.0, 0.0, 3.0, 800.0] {
            assert!((elo_difference(expected_score(elo)) - elo).abs() < 1e-6);
        }
    }

    #[test]
    fn values_are_clamped_to_the_scale() {
        assert!([0.0, 1e-9, -3.0].iter().all(|score| elo_difference(*score) <= -ELO_LIMIT));
        assert!([1.0, 0.9999, 7.0].iter().all(|score| elo_difference(*score) >= ELO_LIMIT));
        assert!([f64::MAX, f64::MIN].map(expected_score).iter().all(|score| (0.0..=1.0).contains(score)));
    }

    #[test]
    fn a_bound_is_written_as_a_bound() {
        let known = Estimate { elo: 5.0, low: -1.0, high: 11.0, unbounded_side: None };
        assert_eq!(known.to_string(), "5.00 [-1.00, 11.00]");
        let won = Estimate { elo: 1200.0, low: 50.0, high: 1200.0, unbounded_side: Some(Side::Above) };
        assert_eq!(won.to_string(), "at least 50.00");
    }
}
