//! Mean of independent observations with its standard error and 95 % interval (Student 1908). Unlike the counts of
//! [`Tally`](super::Tally), the observations may have any value.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Number, mean and variance of observations, updated one by one (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Sum of the squared deviations from the mean.
    squares: f64,
}

impl Sample {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let deviation = value - self.mean;
        self.mean += deviation / self.count as f64;
        self.squares += deviation * (value - self.mean);
    }

    /// Number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean; 0 without observations.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Mean square of the deviations from the mean; 0 without observations.
    pub fn mean_square(&self) -> f64 {
        self.squares / self.count.max(1) as f64
    }

    /// Standard error of the mean; `None` for less than two observations.
    pub fn standard_error(&self) -> Option<f64> {
        let degrees = self.count.checked_sub(1).filter(|&degrees| degrees > 0)? as f64;
        Some((self.squares / degrees / self.count as f64).sqrt())
    }

    /// Half the width of the 95 % interval of the mean, by Student's distribution; `None` for less than two
    /// observations.
    pub fn error_95(&self) -> Option<f64> {
        let error = self.standard_error()?;
        let student = StudentsT::new(0.0, 1.0, (self.count - 1) as f64).ok()?;
        Some(student.inverse_cdf(0.975) * error)
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_of_a_textbook_sample() {
        let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!((sample.count(), sample.mean(), sample.mean_square()), (8, 5.0, 4.0));
        let error = sample.standard_error().unwrap();
        assert!((error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12, "{error}");
        // The 97.5 % quantile of Student's distribution with 7 degrees of freedom is 2.3646 in all tables.
        assert!((sample.error_95().unwrap() / error - 2.3646).abs() < 1e-4);
    }

    #[test]
    fn few_observations_have_no_interval() {
        assert_eq!((Sample::default().mean(), Sample::default().error_95()), (0.0, None));
        assert_eq!([3.0].into_iter().collect::<Sample>().error_95(), None);
        assert_eq!([3.0, 3.0].into_iter().collect::<Sample>().error_95(), Some(0.0));
    }
}
