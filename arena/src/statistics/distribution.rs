//! Distribution of the results of a match, as shares of classes: the input of estimates and tests. It draws no
//! conclusions.

/// Count of a class that is empty, in units of the tally: the regularization of fishtest.
pub const EMPTY_CLASS_COUNT: f64 = 0.001;

/// Shares of three classes of games or five classes of pairs, with evenly spaced scores from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    /// Number of games or pairs, including the counts of empty classes.
    pub units: f64,
    /// Number of games per unit: 1 or 2.
    pub games_per_unit: f64,
    shares: [f64; 5],
    classes: usize,
}

/// Mean and variance of the score of one unit, between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    pub mean: f64,
    pub variance: f64,
}

impl Distribution {
    /// Creates a distribution of counts from the lowest score to the highest: three of single games, or five of pairs.
    pub fn from_counts(counts: &[u64]) -> Self {
        let mut shares = [0.0; 5];
        for (share, &count) in shares.iter_mut().zip(counts) {
            *share = if count == 0 { EMPTY_CLASS_COUNT } else { count as f64 };
        }
        let units: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= units;
        }
        Self { units, games_per_unit: (counts.len() - 1) as f64 / 2.0, shares, classes: counts.len() }
    }

    /// Replaces the shares and keeps the scores.
    pub fn with_shares(self, shares: [f64; 5]) -> Self {
        Self { shares, ..self }
    }

    /// Uniform distribution over the same scores.
    pub fn uniform(self) -> Self {
        let mut shares = [0.0; 5];
        shares[..self.classes].fill(1.0 / self.classes as f64);
        self.with_shares(shares)
    }

    /// Iterates over scores, between 0 and 1, with their shares.
    pub fn classes(&self) -> impl Iterator<Item = (f64, f64)> {
        let highest = (self.classes - 1) as f64;
        self.shares[..self.classes].iter().enumerate().map(move |(class, &share)| (class as f64 / highest, share))
    }

    /// Expectation of a function of the score.
    pub fn expectation(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.classes().map(|(score, share)| share * value(score)).sum()
    }

    /// Mean and variance of the score of a unit.
    pub fn moments(&self) -> Moments {
        let mean = self.expectation(|score| score);
        // Every class has a share, so the variance is not zero; the bound is for rounding only.
        Moments { mean, variance: self.expectation(|score| (score - mean).powi(2)).max(1e-300) }
    }

    /// Standard deviation of the score of one game, as if the games of a pair were independent.
    pub fn deviation_per_game(&self) -> f64 {
        (self.games_per_unit * self.moments().variance).sqrt()
    }
}
