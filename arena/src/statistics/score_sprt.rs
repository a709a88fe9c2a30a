//! Sequential probability ratio test (Wald 1945) of the mean of scores: the generalized likelihood ratio of normally
//! distributed observations whose variance is unknown. The test on wins and draws is [`Sprt`](super::Sprt).

use super::sample::Sample;
use super::sprt::{SprtError, SprtState, wald_bounds};

/// Number of observations before which nothing is decided: the distribution of the mean is then nearly normal, and its
/// variance known well enough.
const MIN_OBSERVATIONS: u64 = 100;

/// A test of two hypotheses about a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreSprt {
    score0: f64,
    score1: f64,
    lower: f64,
    upper: f64,
}

impl ScoreSprt {
    /// Creates a test of the mean `score0`, the null hypothesis, against the larger mean `score1`, with the
    /// probabilities `alpha` and `beta` of accepting the wrong one.
    ///
    /// # Errors
    /// If a mean is not finite, `score1` is not above `score0`, or an error rate is out of range.
    pub fn new(score0: f64, score1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(score0.is_finite() && score1.is_finite() && score0 < score1) {
            return Err(SprtError::ScoreOrder { score0, score1 });
        }
        let (lower, upper) = wald_bounds(alpha, beta)?;
        Ok(Self { score0, score1, lower, upper })
    }

    /// The two means.
    pub fn scores(&self) -> (f64, f64) {
        (self.score0, self.score1)
    }

    /// Log-likelihood ratio of `score1` against `score0`: n / 2 ln(r0 / r1), with r the mean square of the distance
    /// from the score, which is the variance that fits best under its hypothesis (Van den Bergh, "A practical
    /// introduction to the GSPRT", section 4.2). It is 0 while all observations are equal or few.
    pub fn llr(&self, sample: &Sample) -> f64 {
        let variance = sample.mean_square();
        if sample.count() < MIN_OBSERVATIONS || variance <= 0.0 {
            return 0.0;
        }
        let [null, alternative] = [self.score0, self.score1].map(|score| variance + (sample.mean() - score).powi(2));
        sample.count() as f64 / 2.0 * (null / alternative).ln()
    }

    /// State of the test after these observations.
    pub fn state(&self, sample: &Sample) -> SprtState {
        SprtState::new(self.llr(sample), self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::statistics::SprtDecision;

    /// Score of a deal of a betting game: mostly small, seldom the whole stack.
    fn deal(mean: f64, random: &mut Pcg64Mcg) -> f64 {
        let share: f64 = random.random();
        let sign = if random.random_bool(0.5) { 1.0 } else { -1.0 };
        mean + sign
            * if share < 0.5 {
                0.0
            } else if share < 0.97 {
                1.0
            } else {
                13.0
            }
    }

    #[test]
    fn matches_have_the_requested_error_rates() {
        let test = ScoreSprt::new(0.0, 0.3, 0.05, 0.05).unwrap();
        let matches = 2000;
        for (mean, wrong) in [(0.0, SprtDecision::AcceptAlternative), (0.3, SprtDecision::AcceptNull)] {
            let mut random = Pcg64Mcg::seed_from_u64(23);
            let decide = |random: &mut Pcg64Mcg| {
                let mut sample = Sample::default();
                loop {
                    sample.add(deal(mean, random));
                    let decision = test.state(&sample).decision;
                    if decision != SprtDecision::Continue {
                        return decision;
                    }
                }
            };
            let errors = (0..matches).filter(|_| decide(&mut random) == wrong).count() as f64;
            // 5 %, and three standard deviations of the count; a test that never errs would be too long.
            let expected = 0.05 * f64::from(matches);
            let most = expected + 3.0 * (expected * 0.95).sqrt();
            assert!(errors <= most && errors > expected / 4.0, "at {mean}: {errors} of {matches}");
        }
    }

    #[test]
    fn few_or_equal_observations_decide_nothing() {
        let test = ScoreSprt::new(0.0, 1.0, 0.05, 0.05).unwrap();
        let equal: Sample = std::iter::repeat_n(1.0, 1000).collect();
        assert_eq!(test.state(&equal).decision, SprtDecision::Continue);
        let few: Sample = (0..99).map(|number| f64::from(number % 2) + 0.5).collect();
        assert_eq!(test.llr(&few).to_bits(), 0.0_f64.to_bits());
        let enough: Sample = (0..100).map(|number| f64::from(number % 2) + 0.5).collect();
        // Variance 1/4, mean 1: 50 ln((1/4 + 1) / (1/4)).
        assert!((test.llr(&enough) - 50.0 * 5.0_f64.ln()).abs() < 1e-9);
        assert_eq!(test.state(&enough).decision, SprtDecision::AcceptAlternative);
    }

    #[test]
    fn wrong_settings_are_refused() {
        let message = |score0, score1, alpha| ScoreSprt::new(score0, score1, alpha, 0.05).unwrap_err().to_string();
        assert_eq!(message(1.0, 1.0, 0.05), "score0 must be less than score1, not 1 and 1");
        assert_eq!(message(f64::NAN, 1.0, 0.05), "score0 must be less than score1, not NaN and 1");
        assert_eq!(message(0.0, 1.0, 0.5), "alpha is 0.5, it must be above 0 and not above 0.45");
    }
}
