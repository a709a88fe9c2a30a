//! What a match says about the difference of its players if a sequential test decides when it stops. Estimates for a number of
//! games that was fixed beforehand would be biased then: see [`Tally::elo`].
//!
//! As in fishtest's analytics, the logarithm of the likelihood ratio is taken as a Brownian motion between the bounds of the
//! test. Outcomes are ordered from an early end at the lower bound, over where the motion is now, to an early end at the upper
//! one (Siegmund 1985, chapter III). The estimate is the difference under which half of all outcomes are better, so that its
//! median is right; the ends of the interval are those under which 2.5 % are. A last step that went beyond a bound is cut off
//! there, and the time with it.

use super::brownian::Brownian;
use super::distribution::{Distribution, Moments};
use super::elo::{ELO_LIMIT, Estimate, Side, expected_score};
use super::pairs::{NORMALIZED_ELO, Tally};
use super::sprt::{Model, Sprt};

/// A match under a test, as a motion that depends on the true difference.
struct Course {
    moments: Moments,
    null: f64,
    alternative: f64,
    bounds: (f64, f64),
    time: f64,
    place: f64,
}

impl Course {
    fn new(sprt: &Sprt, found: &Distribution) -> Self {
        let moments = found.moments();
        let settings = sprt.settings();
        let [null, alternative] = [settings.elo0, settings.elo1].map(|elo| match settings.model {
            Model::Logistic => expected_score(elo),
            Model::Normalized => 0.5 + elo / NORMALIZED_ELO * found.deviation_per_game(),
        });
        let bounds = sprt.bounds();
        let mut course = Self { moments, null, alternative, bounds, time: found.units, place: 0.0 };
        let drift = course.motion(moments.mean).drift;
        course.place = (drift * course.time).clamp(bounds.0, bounds.1);
        if drift != 0.0 {
            course.time = course.time.min(course.place / drift);
        }
        course
    }

    /// How the logarithm of the likelihood ratio moves if this is the expected score. The variance is what fits that best.
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

    /// The probability of an outcome that is not better, if this is the true difference in Elo.
    fn probability_of_no_better(&self, elo: f64) -> f64 {
        self.motion(expected_score(elo)).outcome_cumulative(self.time, self.place)
    }

    /// The difference in Elo under which outcomes that are not better have this probability.
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
    /// The difference of the players in Elo, with a 95 % interval, corrected for the stop of this test; it holds during the
    /// test, too. It is in logistic Elo with both models.
    ///
    /// If everything was won or lost, or nothing was played, it is what [`Tally::elo`] gives.
    pub fn elo(&self, tally: &impl Tally) -> Estimate {
        let fixed = tally.elo();
        if fixed.bounded.is_some() {
            return fixed;
        }
        let course = Course::new(self, &tally.distribution());
        let [low, elo, high] = [0.975, 0.5, 0.025].map(|probability| course.difference(probability));
        let limit = ELO_LIMIT - 1e-6;
        let bounded = (elo.abs() > limit).then_some(if elo > 0.0 { Side::Above } else { Side::Below });
        Estimate { elo, low, high, bounded }
    }

    /// The likelihood of superiority of the first player, between 0 and 1, corrected for the stop of this test.
    ///
    /// If everything was won or lost, or nothing was played, it is what [`Tally::likelihood_of_superiority`] gives.
    pub fn likelihood_of_superiority(&self, tally: &impl Tally) -> f64 {
        if tally.bounded().is_some() {
            return tally.likelihood_of_superiority();
        }
        Course::new(self, &tally.distribution()).probability_of_no_better(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Pentanomial, SprtSettings, Trinomial, Verdict};

    const PAIRS: Pentanomial = Pentanomial([13, 37, 50, 25, 3]);

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).expect("settings that are right")
    }

    #[test]
    fn pairs_give_the_published_values() {
        let sprt = sprt(0.0, 4.0, Model::Normalized);
        assert_eq!(sprt.elo(&PAIRS).to_string(), "-43.66 [-75.52, -15.40]");
        assert_eq!(format!("{:.5}", sprt.likelihood_of_superiority(&PAIRS)), "0.00114");
    }

    #[test]
    fn a_test_that_ran_into_its_bound_pulls_the_estimate_back() {
        let sprt = sprt(0.0, 60.0, Model::Normalized);
        let pairs = Pentanomial([3, 12, 40, 34, 11]);
        assert_eq!(sprt.state(&pairs).verdict, Verdict::TakesAlternative);
        let (fixed, stopped) = (pairs.elo(), sprt.elo(&pairs));
        assert!(stopped.elo < fixed.elo, "{stopped} and {fixed}");
        assert!(stopped.low < stopped.elo && stopped.elo < stopped.high);
    }

    #[test]
    fn bounds_far_away_change_nothing() {
        let settings = SprtSettings { alpha: 1e-12, beta: 1e-12, ..SprtSettings::default() };
        let sprt = Sprt::new(settings).expect("settings that are right");
        let (fixed, stopped) = (PAIRS.elo(), sprt.elo(&PAIRS));
        assert!((fixed.elo - stopped.elo).abs() < 0.01);
        // The variance is fitted to each end, which makes the interval a little wider.
        assert!((fixed.low - stopped.low).abs() < 3.0 && (fixed.high - stopped.high).abs() < 3.0);
    }

    #[test]
    fn every_count_gives_finite_numbers_in_order() {
        let sprts = [
            sprt(0.0, 4.0, Model::Normalized),
            sprt(-200.0, 200.0, Model::Normalized),
            sprt(0.0, 1000.0, Model::Logistic),
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
        assert_eq!(sprts[0].elo(&Trinomial::default()).bounded, Some(Side::Both));
    }
}
