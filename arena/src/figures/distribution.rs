//! How often each outcome came, as shares of all: what estimates and tests of a match are made from. It draws no conclusions.

/// What a class that never came counts, in units of the tally: fishtest's regularization.
pub const NEVER_COME: f64 = 0.001;

/// The shares of three classes of games or five classes of pairs, with evenly spaced scores from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    /// How many games or pairs there were, those included that empty classes count.
    pub units: f64,
    /// How many games a unit has: 1 or 2.
    pub games_per_unit: f64,
    shares: [f64; 5],
    classes: usize,
}

/// The mean and the variance of the score of one unit, between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    pub mean: f64,
    pub variance: f64,
}

impl Distribution {
    /// Of counts from the lowest score to the highest: three of single games, or five of pairs.
    pub fn of(counts: &[u64]) -> Self {
        let mut shares = [0.0; 5];
        for (share, &count) in shares.iter_mut().zip(counts) {
            *share = if count == 0 { NEVER_COME } else { count as f64 };
        }
        let units: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= units;
        }
        Self { units, games_per_unit: (counts.len() - 1) as f64 / 2.0, shares, classes: counts.len() }
    }

    /// The same scores with other shares.
    pub fn with_shares(self, shares: [f64; 5]) -> Self {
        Self { shares, ..self }
    }

    /// All shares the same.
    pub fn uniform(self) -> Self {
        let mut shares = [0.0; 5];
        shares[..self.classes].fill(1.0 / self.classes as f64);
        self.with_shares(shares)
    }

    /// Every score, between 0 and 1, with its share.
    pub fn classes(&self) -> impl Iterator<Item = (f64, f64)> {
        let highest = (self.classes - 1) as f64;
        self.shares[..self.classes].iter().enumerate().map(move |(class, &share)| (class as f64 / highest, share))
    }

    /// The mean of a function of the score.
    pub fn expected(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.classes().map(|(score, share)| share * value(score)).sum()
    }

    /// Mean and variance of the score of a unit.
    pub fn moments(&self) -> Moments {
        let mean = self.expected(|score| score);
        // Every class has a share, so that this is not zero; the bound is for rounding only.
        Moments { mean, variance: self.expected(|score| (score - mean).powi(2)).max(1e-300) }
    }

    /// The standard deviation of the score of one game, as if the games of a pair did not depend on each other.
    pub fn deviation_per_game(&self) -> f64 {
        (self.games_per_unit * self.moments().variance).sqrt()
    }
}
