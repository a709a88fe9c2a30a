//! Elo estimates of a match that a sequential test stops. Estimates for a number of games that was fixed beforehand
//! ([`Tally::elo`]) would be biased there.
//!
//! As in fishtest's analytics, the log-likelihood ratio is modelled as a Brownian motion between the bounds of the
//! test. Outcomes are ordered from an early end at the lower bound, over the current value of the motion, to an early
//! end at the upper bound (stagewise ordering; Siegmund 1985, chapter III). The estimate is median-unbiased: half of
//! all outcomes are better under it. At the ends of the interval 2.5 % are. A last step that overshot a bound is cut
//! off there, and the time with it.

use super::brownian::Brownian;
use super::distribution::{Distribution, Moments};
use super::elo::{ELO_LIMIT, Estimate, Side, expected_score};
use super::pairs::{NORMALIZED_ELO, Tally};
use super::sprt::{EloModel, Sprt};

/// The log-likelihood ratio of a match as a Brownian motion that depends on the true difference.
struct LlrMotion {
    moments: Moments,
    null: f64,
    alternative: f64,
    bounds: (f64, f64),
    time: f64,
    position: f64,
}

impl LlrMotion {
    fn new(sprt: &Sprt, found: &Distribution) -> Self {
        let moments = found.moments();
        let settings = sprt.settings();
        let [null, alternative] = [settings.elo0, settings.elo1].map(|elo| match settings.model {
            EloModel::Logistic => expected_score(elo),
            EloModel::Normalized => 0.5 + elo / NORMALIZED_ELO * found.deviation_per_game(),
        });
        let bounds = sprt.bounds();
        let mut process = Self { moments, null, alternative, bounds, time: found.units, position: 0.0 };
        let drift = process.motion(moments.mean).drift;
        process.position = (drift * process.time).clamp(bounds.0, bounds.1);
        if drift != 0.0 {
            process.time = process.time.min(process.position / drift);
        }
        process
    }

    /// Motion of the log-likelihood ratio if `score` is the expected score. The variance is the best fit under that
    /// mean.
    fn motion(&self, score: f64) -> Brownian {
        let variance = self.moments.variance + (score - self.moments.mean).powi(2);
        let apart = self.alternative - self.null;
        Brownian {
            lower: self.bounds.0,
            upper: self.bounds.1,
            drift: (score - self.null.midpoint(self.alternative)) * apart / variance,
            variance: (apart * apart / variance).max(1e-300),
        }
    }

    /// Probability of an outcome that is not better, if `elo` is the true difference.
    fn probability_of_no_better(&self, elo: f64) -> f64 {
        self.motion(expected_score(elo)).outcome_cumulative(self.time, self.position)
    }

    /// Difference in Elo at which an outcome that is not better has this probability.
    fn difference(&self, probability: f64) -> f64 {
        let (mut low, mut high) = (-ELO_LIMIT, ELO_LIMIT);
        for _ in 0..60 {
            let elo = low.midpoint(high);
            if self.probability_of_no_better(elo) > probability {
                low = elo;
            } else {
                high = elo;
            }
        }
        low.midpoint(high)
    }
}

impl Sprt {
    /// Difference of the players in logistic Elo (with both models), with a 95 % interval, corrected for the stopping
    /// rule of this test. It is valid during the test, too.
    ///
    /// If everything was won or lost, or nothing was played, it equals [`Tally::elo`].
    pub fn elo(&self, tally: &impl Tally) -> Estimate {
        let fixed = tally.elo();
        if fixed.unbounded_side.is_some() {
            return fixed;
        }
        let process = LlrMotion::new(self, &tally.distribution());
        let [low, elo, high] = [0.975, 0.5, 0.025].map(|probability| process.difference(probability));
        let limit = ELO_LIMIT - 1e-6;
        let unbounded_side = (elo.abs() > limit).then_some(if elo > 0.0 { Side::Above } else { Side::Below });
        Estimate { elo, low, high, unbounded_side }
    }

    /// Likelihood of superiority of the first player, between 0 and 1, corrected for the stopping rule of this test.
    ///
    /// If everything was won or lost, or nothing was played, it equals [`Tally::likelihood_of_superiority`].
    pub fn likelihood_of_superiority(&self, tally: &impl Tally) -> f64 {
        if tally.unbounded_side().is_some() {
            return tally.likelihood_of_superiority();
        }
        LlrMotion::new(self, &tally.distribution()).probability_of_no_better(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pentanomial, SprtDecision, SprtSettings, Trinomial};

    const PAIRS: Pentanomial = Pentanomial([13, 37, 50, 25, 3]);

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).expect("settings that are right")
    }

    #[test]
    fn pairs_give_the_published_values() {
        let sprt = sprt(0.0, 4.0, EloModel::Normalized);
        assert_eq!(sprt.elo(&PAIRS).to_string(), "-43.66 [-75.52, -15.40]");
        assert_eq!(format!("{:.5}", sprt.likelihood_of_superiority(&PAIRS)), "0.00114");
    }

    #[test]
    fn a_test_that_reached_its_bound_corrects_the_estimate() {
        let sprt = sprt(0.0, 60.0, EloModel::Normalized);
        let pairs = Pentanomial([3, 12, 40, 34, 11]);
        assert_eq!(sprt.state(&pairs).decision, SprtDecision::AcceptAlternative);
        let (fixed, stopped) = (pairs.elo(), sprt.elo(&pairs));
        assert!(stopped.elo < fixed.elo, "{stopped} and {fixed}");
        assert!(stopped.low < stopped.elo && stopped.elo < stopped.high);
    }

    #[test]
    fn distant_bounds_change_nothing() {
        let settings = SprtSettings { alpha: 1e-12, beta: 1e-12, ..SprtSettings::default() };
        let sprt = Sprt::new(settings).expect("settings that are right");
        let (fixed, stopped) = (PAIRS.elo(), sprt.elo(&PAIRS));
        assert!((fixed.elo - stopped.elo).abs() < 0.01);
        // The variance is fitted at each end, which makes the interval a little wider.
        assert!((fixed.low - stopped.low).abs() < 3.0 && (fixed.high - stopped.high).abs() < 3.0);
    }

    #[test]
    fn every_count_gives_finite_numbers_in_order() {
        let sprts = [
            sprt(0.0, 4.0, EloModel::Normalized),
            sprt(-200.0, 200.0, EloModel::Normalized),
            sprt(0.0, 1000.0, EloModel::Logistic),
        ];
        for code in 0..4_usize.pow(5) {
            let values = [0, 1, 100, u64::MAX];
            let pairs = Pentanomial(std::array::from_fn(|class| values[code / 4_usize.pow(class as u32) % 4]));
            for sprt in &sprts {
                let Estimate { elo, low, high, .. } = sprt.elo(&pairs);
                let ends = -ELO_LIMIT <= low && high <= ELO_LIMIT;
                assert!(low <= elo && elo <= high && ends, "{pairs:?}: {low} {elo} {high}");
                assert!((0.0..=1.0).contains(&sprt.likelihood_of_superiority(&pairs)), "{pairs:?}");
            }
        }
        assert_eq!(sprts[0].elo(&Trinomial::default()).unbounded_side, Some(Side::Both));
    }
}
