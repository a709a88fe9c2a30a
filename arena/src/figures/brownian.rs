//! A Brownian motion with drift between two bounds that absorb it: where it is at a time, or where it ended before. It knows no
//! matches.

use std::f64::consts::PI;

use super::normal;

/// A motion that begins at 0.
#[derive(Clone, Copy, Debug)]
pub struct Brownian {
    /// The lower bound, below 0.
    pub lower: f64,
    /// The upper bound, above 0.
    pub upper: f64,
    /// How far it drifts in a unit of time.
    pub drift: f64,
    /// The variance that it gains in a unit of time, above 0.
    pub variance: f64,
}

impl Brownian {
    /// The probability of an outcome that is at most as good as being at `place` at `time`: the lower bound was reached before,
    /// or no bound was and the motion is not above `place`.
    ///
    /// At the lower bound this is the probability that it was reached before `time`; at the upper one, that the upper one was
    /// not. Both forms used are exact (Siegmund 1985, chapter III; Anderson 1960); each is taken where it converges fast.
    pub fn outcome_cumulative(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let spread = self.variance * time;
        let place = place.clamp(self.lower, self.upper);
        let probability =
            if spread < width * width / 2.0 { self.by_images(spread, place) } else { self.by_sines(spread, place) };
        probability.clamp(0.0, 1.0)
    }

    /// By reflections at the bounds: fast while the motion had little time.
    fn by_images(&self, spread: f64, place: f64) -> f64 {
        let tilt = self.drift / self.variance;
        let deviation = spread.sqrt().max(1e-150);
        let width = self.upper - self.lower;
        // Each is the probability of a path, so that the exponent is never above zero.
        let term = |centre: f64, sign: f64| {
            let z = sign * (place - centre - tilt * spread) / deviation;
            (centre * tilt + normal::ln_cumulative(z)).min(0.0).exp()
        };
        let mut probability = term(0.0, 1.0);
        for turns in 0..6 {
            let way = 2.0 * width * f64::from(turns);
            let back = way + 2.0 * width;
            // Above `place` after the lower bound was reached first, and below it after the upper one was.
            probability += term(2.0 * self.lower - way, -1.0) - term(-back, -1.0);
            probability -= term(2.0 * self.upper + way, 1.0) - term(back, 1.0);
        }
        probability
    }

    /// By the eigenfunctions of the strip: fast when the motion had much time.
    fn by_sines(&self, spread: f64, place: f64) -> f64 {
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
        self.ends_below() + 2.0 / width * factor * sum
    }

    /// The probability that the lower bound is reached before the upper one.
    fn ends_below(&self) -> f64 {
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
                        let (images, sines) =
                            (motion.by_images(variance * time, place), motion.by_sines(variance * time, place));
                        assert!((images - sines).abs() < 1e-6, "{motion:?} at {place}: {images} and {sines}");
                    }
                }
            }
        }
    }

    #[test]
    fn without_drift_the_nearer_bound_is_reached_more_often() {
        assert!((STRIP.outcome_cumulative(1e6, 0.0) - 0.6).abs() < 1e-9);
        // Drift 1, variance 1: (e^6 - 1) / (e^10 - 1), the ruin of a gambler.
        let drifting = Brownian { drift: 1.0, ..STRIP };
        assert!((drifting.outcome_cumulative(1e6, 0.0) - 6.0_f64.exp_m1() / 10.0_f64.exp_m1()).abs() < 1e-9);
    }

    #[test]
    fn random_walks_end_as_foretold() {
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
        // Four standard deviations of the count, and the width of a step.
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
