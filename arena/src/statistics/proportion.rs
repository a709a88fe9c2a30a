//! Interval of a proportion: the share of successes in a number of independent trials.

/// Interval of the probability of a success after `successes` of `trials`, by Wilson's score (1927). `deviations` is the
/// half-width of the interval of the standard normal distribution, 1.96 for 95 %.
pub fn wilson_interval(successes: u64, trials: u64, deviations: f64) -> (f64, f64) {
    let (count, share) = (trials as f64, successes as f64 / trials as f64);
    let square = deviations * deviations;
    let centre = share + square / (2.0 * count);
    let half = deviations * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let scale = 1.0 + square / count;
    ((centre - half) / scale, (centre + half) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_formula() {
        // Wilson's interval for 50 of 100 is 0.4038 to 0.5962.
        let (low, high) = wilson_interval(50, 100, 1.96);
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4, "{low} {high}");
        // Without a success the interval begins at zero: 3.84 / (10 + 3.84).
        let (low, high) = wilson_interval(0, 10, 1.96);
        assert!(low.abs() < 1e-12 && (high - 0.2775).abs() < 1e-4, "{low} {high}");
    }
}
