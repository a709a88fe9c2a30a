//! Brownian motion with drift between two absorbing bounds: the distribution of its position at a time and of its
//! absorption. It does not depend on matches or tests.

use std::f64::consts::PI;

use super::normal;

/// A motion that starts at 0.
#[derive(Clone, Copy, Debug)]
pub struct Brownian {
    /// The lower bound, below 0.
    pub lower: f64,
    /// The upper bound, above 0.
    pub upper: f64,
    /// Drift per unit of time.
    pub drift: f64,
    /// Variance per unit of time, above 0.
    pub variance: f64,
}

impl Brownian {
    /// Probability of an outcome that is at most as good as being at `place` at `time`: the motion was absorbed at the
    /// lower bound before, or it was not absorbed and is not above `place`.
    ///
    /// At the lower bound this is the probability that it was reached before `time`; at the upper one, the probability
    /// that the upper one was not. Both series used are exact (Siegmund 1985, chapter III; Anderson 1960); each is used
    /// where it converges fast.
    pub fn outcome_cumulative(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let spread = self.variance * time;
        let place = place.clamp(self.lower, self.upper);
        let probability = if spread < width * width / 2.0 {
            self.method_of_images(spread, place)
        } else {
            self.sine_series(spread, place)
        };
        probability.clamp(0.0, 1.0)
    }

    /// Method of images: a series of reflections at the bounds, which converges fast for short times.
    fn method_of_images(&self, spread: f64, place: f64) -> f64 {
        let tilt = self.drift / self.variance;
        let deviation = spread.sqrt().max(1e-150);
        let width = self.upper - self.lower;
        // Each term is the probability of a path, so that the exponent is never above zero.
        let term = |centre: f64, sign: f64| {
            let z = sign * (place - centre - tilt * spread) / deviation;
            (centre * tilt + normal::ln_cumulative(z)).min(0.0).exp()
        };
        let mut probability = term(0.0, 1.0);
        for turns in 0..6 {
            let shift = 2.0 * width * f64::from(turns);
            let back = shift + 2.0 * width;
            // Above `place` after the lower bound was reached first, and below `place` after the upper one was.
            probability += term(2.0 * self.lower - shift, -1.0) - term(-back, -1.0);
            probability -= term(2.0 * self.upper + shift, 1.0) - term(back, 1.0);
        }
        probability
    }

    /// Eigenfunction expansion of the strip: a sine series, which converges fast for long times.
    fn sine_series(&self, spread: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let tilt = self.drift / self.variance;
        let start = -self.lower;
        let height = place - self.lower;
        let mut sum = 0.0;
        for wave in 1..40 {
            let number = f64::from(wave) * PI / width;
            let decay = (-number * number * spread / 2.0).exp();
            let slope = tilt * (number * height).sin() - number * (number * height).cos();
            sum += decay * (number * start).sin() * slope / (tilt * tilt + number * number);
        }
        let factor = (tilt * (height - start) - tilt * tilt * spread / 2.0).exp();
        self.lower_absorption_probability() + 2.0 / width * factor * sum
    }

    /// Probability that the lower bound is reached before the upper one.
    fn lower_absorption_probability(&self) -> f64 {
        let width = self.upper - self.lower;
        let tilt = self.drift / self.variance;
        if tilt * width > 30.0 {
            (2.0 * tilt * self.lower).exp()
        } else if (tilt * width).abs() < 1e-8 {
            self.upper / width
        } else {
            (2.0 * tilt * self.upper).exp_m1() / (2.0 * tilt * width).exp_m1()
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const STRIP: Brownian = Brownian { lower: -2.0, upper: 3.0, drift: 0.0, variance: 1.0 };

    #[test]
    fn both_forms_agree() {
        for drift in [-3.0, -0.4, 0.0, 1e-7, 0.3, 2.0] {
            for variance in [0.5, 1.0, 4.0] {
                for time in [2.0, 5.0, 12.5, 20.0] {
                    for place in [-2.0, -1.9, -0.5, 0.0, 1.0, 3.0] {
                        let motion = Brownian { drift, variance, ..STRIP };
                        let (images, sines) = (
                            motion.method_of_images(variance * time, place),
                            motion.sine_series(variance * time, place),
                        );
                        assert!((images - sines).abs() < 1e-6, "{motion:?} at {place}: {images} and {sines}");
                    }
                }
            }
        }
    }

    #[test]
    fn without_drift_the_nearer_bound_is_reached_more_often() {
        assert!((STRIP.outcome_cumulative(1e6, 0.0) - 0.6).abs() < 1e-9);
        // Drift 1, variance 1: (e^6 - 1) / (e^10 - 1), the gambler's ruin formula.
        let drifting = Brownian { drift: 1.0, ..STRIP };
        assert!((drifting.outcome_cumulative(1e6, 0.0) - 6.0_f64.exp_m1() / 10.0_f64.exp_m1()).abs() < 1e-9);
    }

    #[test]
    fn random_walks_agree_with_the_formula() {
        let motion = Brownian { lower: -20.5, upper: 30.5, drift: 0.02, variance: 1.0 };
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (walks, steps, place) = (4000, 400, 7.0);
        let mut as_good = 0;
        for _ in 0..walks {
            let mut at = 0.0;
            for _ in 0..steps {
                at += if random.random_bool(0.51) { 1.0 } else { -1.0 };
                if at < motion.lower || at > motion.upper {
                    break;
                }
            }
            as_good += i32::from(at <= place);
        }
        let expected = motion.outcome_cumulative(f64::from(steps), place);
        let found = f64::from(as_good) / f64::from(walks);
        // Tolerance: four standard deviations of the count, and the width of a step.
        assert!((found - expected).abs() < 0.05, "{found}, expected {expected}");
    }

    #[test]
    fn wild_values_stay_probabilities() {
        for drift in [-1e6, -30.0, 0.0, 30.0, 1e6] {
            for variance in [1e-12, 1.0, 1e12] {
                for time in [1e-9, 1.0, 1e9] {
                    for place in [-5.0, -2.0, 0.5, 3.0] {
                        let probability = Brownian { drift, variance, ..STRIP }.outcome_cumulative(time, place);
                        assert!((0.0..=1.0).contains(&probability), "{drift} {variance} {time} {place}: {probability}");
                    }
                }
            }
        }
    }
}
