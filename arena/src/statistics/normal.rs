//! The standard normal distribution: cumulative probability and quantile. It estimates nothing.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::erf::erfc;

/// Probability of a value of at most `z`.
pub fn cumulative(z: f64) -> f64 {
    // `erfc` instead of `1 - ...`: small probabilities keep their digits.
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// Natural logarithm of [`cumulative`], finite also where that underflows to zero: the asymptotic series of Abramowitz
/// and Stegun (1964), 26.2.12.
pub fn ln_cumulative(z: f64) -> f64 {
    if z > -10.0 {
        return cumulative(z).ln();
    }
    let square = z * z;
    let series = 1.0 - 1.0 / square + 3.0 / (square * square) - 15.0 / (square * square * square);
    -square / 2.0 - (-z * (2.0 * std::f64::consts::PI).sqrt()).ln() + series.ln()
}

/// Half-width of a two-sided 95 % interval in standard deviations: 1.96.
pub fn two_sided_95() -> f64 {
    Normal::standard().inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabulated_values() {
        // Abramowitz and Stegun (1964), tables 26.1 and 26.2.
        assert!((cumulative(0.0) - 0.5).abs() < 1e-12);
        assert!((cumulative(1.0) - 0.841_344_746_068_543).abs() < 1e-10);
        assert!((cumulative(-3.0) / 1.349_898_031_630e-3 - 1.0).abs() < 1e-9);
        assert!((two_sided_95() - 1.959_963_984_540_054).abs() < 1e-9);
    }

    #[test]
    fn the_series_continues_the_function() {
        assert!((ln_cumulative(-10.0) - cumulative(-10.0).ln()).abs() < 1e-6);
        assert!((ln_cumulative(-10.000_001) - ln_cumulative(-9.999_999)).abs() < 1e-4);
        assert!(ln_cumulative(-1e6).is_finite());
    }
}
