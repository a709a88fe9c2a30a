//! Generalized sequential probability ratio test (GSPRT; Wald 1945) of a match of two players: decides whether the
//! match may stop, and which of two hypotheses is accepted. Elo estimates of a stopped match are in the module
//! `sequential`.
//!
//! The test is the one of fishtest (Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized
//! Elo"): each hypothesis is represented by the distribution of results that fulfils it and fits the counts best.

use super::distribution::Distribution;
use super::elo::expected_score;
use super::pairs::{NORMALIZED_ELO, Tally};

/// Elo model in which the hypotheses of a test are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Normalized Elo: the expected length of the test depends on the hypotheses alone.
    #[default]
    Normalized,
    /// Logistic Elo: the hypotheses are expected scores.
    Logistic,
}

/// Parameters of an SPRT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtSettings {
    /// Elo difference under the null hypothesis, in the units of `model`.
    pub elo0: f64,
    /// Elo difference under the alternative hypothesis, in the units of `model`; above `elo0`.
    pub elo1: f64,
    /// Probability of accepting the alternative although the null hypothesis holds (type I error).
    pub alpha: f64,
    /// Probability of accepting the null hypothesis although the alternative holds (type II error).
    pub beta: f64,
    /// Elo model of `elo0` and `elo1`.
    pub model: EloModel,
}

impl Default for SprtSettings {
    /// Normalized Elo 0 against 4, with errors of 5 %.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 4.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
    }
}

/// Error for invalid test parameters.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis is out of range, or not a number.
    #[error("a hypothesis of {elo} Elo cannot be tested, it must lie between -{most} and {most}")]
    Elo {
        /// The rejected hypothesis, in Elo.
        elo: f64,
        /// The largest absolute value that is allowed.
        most: f64,
    },
    /// The hypotheses are too close, or in the wrong order.
    #[error("elo1 must be at least 0.01 above elo0, and {elo1} is not that far above {elo0}")]
    Order {
        /// The null hypothesis, in Elo.
        elo0: f64,
        /// The alternative hypothesis, in Elo.
        elo1: f64,
    },
    /// The mean scores of a [`ScoreSprt`](super::ScoreSprt) are in the wrong order, or not numbers.
    #[error("score0 must be less than score1, not {score0} and {score1}")]
    ScoreOrder {
        /// The null hypothesis.
        score0: f64,
        /// The alternative hypothesis.
        score1: f64,
    },
    /// An error rate is out of range.
    #[error("{name} is {rate}, it must be above 0 and not above 0.45")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The rejected rate.
        rate: f64,
    },
}

/// A test of two hypotheses about the Elo difference of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    settings: SprtSettings,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// Decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// The null hypothesis is accepted: the difference is more like `elo0`.
    AcceptNull,
    /// The alternative is accepted: the difference is more like `elo1`.
    AcceptAlternative,
    /// More games are needed.
    Continue,
}

/// State of a test after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// Log-likelihood ratio (LLR) of the alternative against the null hypothesis.
    pub llr: f64,
    /// Bound at or below which the null hypothesis is accepted.
    pub lower: f64,
    /// Bound at or above which the alternative is accepted.
    pub upper: f64,
    /// Decision at this log-likelihood ratio.
    pub decision: SprtDecision,
}

impl SprtState {
    /// State at a log-likelihood ratio, between the bounds of a test.
    pub(super) fn new(llr: f64, lower: f64, upper: f64) -> Self {
        let decision = if llr <= lower {
            SprtDecision::AcceptNull
        } else if llr >= upper {
            SprtDecision::AcceptAlternative
        } else {
            SprtDecision::Continue
        };
        Self { llr, lower, upper, decision }
    }
}

/// Bounds of the log-likelihood ratio: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha) (Wald 1945).
///
/// # Errors
/// If an error rate is out of range.
pub(super) fn wald_bounds(alpha: f64, beta: f64) -> Result<(f64, f64), SprtError> {
    for (name, rate) in [("alpha", alpha), ("beta", beta)] {
        if !(f64::MIN_POSITIVE..=0.45).contains(&rate) {
            return Err(SprtError::Rate { name, rate });
        }
    }
    Ok(((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()))
}

/// Constraint that a hypothesis puts on the distribution of a unit's score.
#[derive(Clone, Copy, Debug)]
enum Hypothesis {
    /// Mean score.
    Mean(f64),
    /// Excess of the mean over one half, in standard deviations.
    Deviations(f64),
}

impl Sprt {
    /// Creates a test. A hypothesis may be up to 200 normalized Elo, or 1000 logistic Elo, away from zero.
    ///
    /// # Errors
    /// If a hypothesis or an error rate is out of range, or the hypotheses are less than 0.01 Elo apart.
    pub fn new(settings: SprtSettings) -> Result<Self, SprtError> {
        let SprtSettings { elo0, elo1, alpha, beta, model } = settings;
        let most = match model {
            EloModel::Normalized => 200.0,
            EloModel::Logistic => 1000.0,
        };
        // `contains` is false for NaN, so that NaN is rejected too.
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !(-most..=most).contains(elo)) {
            return Err(SprtError::Elo { elo, most });
        }
        if elo1 - elo0 < 0.01 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        let (lower, upper) = wald_bounds(alpha, beta)?;
        Ok(Self { settings, lower, upper })
    }

    /// Parameters of the test.
    pub fn settings(&self) -> SprtSettings {
        self.settings
    }

    /// Lower and upper bound of the log-likelihood ratio.
    /// With error rates of 5 % they are -2.94 and 2.94.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Log-likelihood ratio by exact maximum likelihood (Van den Bergh, "Comments on normalized Elo").
    ///
    /// After thousands of units that were nearly all alike the fit may not converge in floating point. The result is
    /// then that of [`llr_closed_form`](Self::llr_closed_form).
    pub fn llr(&self, tally: &impl Tally) -> f64 {
        if tally.is_empty() {
            return 0.0;
        }
        let found = tally.distribution();
        let [null, alternative] = self.hypotheses(&found).map(|hypothesis| hypothesis.fit(&found));
        let exact = null.zip(alternative).map(|(null, alternative)| {
            let classes = null.classes().zip(alternative.classes()).zip(found.classes());
            found.units * classes.map(|((null, new), found)| found.1 * (new.1 / null.1).ln()).sum::<f64>()
        });
        exact.filter(|llr| llr.is_finite()).unwrap_or_else(|| self.llr_closed_form(tally))
    }

    /// Log-likelihood ratio by a closed form, which takes a hundredth of the time of [`llr`](Self::llr) and gives
    /// nearly the same value after many games. In logistic Elo, and only there, it is far off while all games had the
    /// same result: such a test must not be stopped by it before some results differ.
    ///
    /// In normalized Elo it is games / 2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)), with t the excess over one half in
    /// standard deviations of a game (Van den Bergh, "Normalized Elo in practice", section 4.1). In logistic Elo it is
    /// units / 2 ln(r0 / r1), with r the mean square of the distance from the expected score (same author, "A practical
    /// introduction to the GSPRT", section 4.2).
    pub fn llr_closed_form(&self, tally: &impl Tally) -> f64 {
        if tally.is_empty() {
            return 0.0;
        }
        let found = tally.distribution();
        let moments = found.moments();
        let [null, alternative] = self.hypotheses(&found).map(|hypothesis| match hypothesis {
            Hypothesis::Mean(mean) => moments.variance + (moments.mean - mean).powi(2),
            Hypothesis::Deviations(t) => {
                let deviations = (moments.mean - 0.5) / moments.variance.sqrt();
                // The unit of t differs between games and pairs; the published form is by games.
                1.0 + (deviations - t).powi(2) / found.games_per_unit
            }
        });
        let units = match self.settings.model {
            EloModel::Normalized => found.units * found.games_per_unit,
            EloModel::Logistic => found.units,
        };
        units / 2.0 * (null / alternative).ln()
    }

    /// State of the test after these games.
    pub fn state(&self, tally: &impl Tally) -> SprtState {
        self.state_at(self.llr(tally))
    }

    /// State of the test at this log-likelihood ratio.
    pub fn state_at(&self, llr: f64) -> SprtState {
        SprtState::new(llr, self.lower, self.upper)
    }

    fn hypotheses(&self, found: &Distribution) -> [Hypothesis; 2] {
        [self.settings.elo0, self.settings.elo1].map(|elo| match self.settings.model {
            EloModel::Logistic => Hypothesis::Mean(expected_score(elo)),
            EloModel::Normalized => Hypothesis::Deviations(elo / NORMALIZED_ELO * found.games_per_unit.sqrt()),
        })
    }
}

impl Hypothesis {
    /// Maximum likelihood fit: the distribution that fulfils the hypothesis and makes the observed counts most
    /// probable.
    fn fit(self, found: &Distribution) -> Option<Distribution> {
        let t = match self {
            Self::Mean(mean) => return tilt(found, |score| score - mean),
            Self::Deviations(t) => t,
        };
        // The constraint is not linear in the shares. Each iteration linearizes it at the last fit.
        let mut fit = found.uniform();
        for _ in 0..100 {
            let moments = fit.moments();
            let deviation = moments.variance.sqrt();
            let next = tilt(found, |score| {
                score - 0.5 - t * deviation * (1.0 + ((moments.mean - score) / deviation).powi(2)) / 2.0
            })?;
            let moved = fit.classes().zip(next.classes()).map(|(old, new)| (old.1 - new.1).abs()).fold(0.0, f64::max);
            fit = next;
            if moved < 1e-9 {
                return Some(fit);
            }
        }
        None
    }
}

/// Maximum likelihood fit under the constraint that the mean of `value` is zero: each observed share is divided by
/// 1 + x `value`, with x such that the mean is zero (empirical likelihood, Owen 1988).
///
/// Returns `None` if `value` is nowhere above or nowhere below zero.
fn tilt(found: &Distribution, value: impl Fn(f64) -> f64) -> Option<Distribution> {
    let mut shares = [0.0; 5];
    let mut values = [0.0; 5];
    let (mut least, mut most, mut classes) = (0.0_f64, 0.0_f64, 0);
    for (score, share) in found.classes() {
        values[classes] = value(score);
        shares[classes] = share;
        (least, most) = (least.min(values[classes]), most.max(values[classes]));
        classes += 1;
    }
    if least > -1e-9 || most < 1e-9 {
        return None;
    }
    // Between these ends the sum falls from plus to minus infinity: bisection.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let x = low.midpoint(high);
        if x <= low || x >= high {
            break;
        }
        let sum: f64 = (0..classes).map(|class| shares[class] * values[class] / (1.0 + x * values[class])).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = low.midpoint(high);
    for class in 0..classes {
        shares[class] /= (1.0 + x * values[class]).max(1e-300);
    }
    let sum: f64 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    Some(found.with_shares(shares))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::statistics::{Pentanomial, Trinomial};

    const PAIRS: Pentanomial = Pentanomial([13, 37, 50, 25, 3]);

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).expect("settings that are right")
    }

    #[test]
    fn pairs_give_the_published_values() {
        let normalized = sprt(0.0, 4.0, EloModel::Normalized);
        assert_eq!(format!("{:.4}", normalized.llr(&PAIRS)), "-0.5491");
        assert_eq!(format!("{:.4}", normalized.llr_closed_form(&PAIRS)), "-0.5401");
        // Published as -0.8023; the exact maximum is -0.802228.
        let logistic = sprt(0.0, 4.0, EloModel::Logistic).llr(&PAIRS);
        assert!((logistic + 0.8023).abs() < 1e-4 && (logistic + 0.802_228).abs() < 1e-6, "{logistic}");
        let (lower, upper) = normalized.bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
        assert_eq!(normalized.state(&PAIRS).decision, SprtDecision::Continue);
        assert_eq!(normalized, Sprt::new(SprtSettings::default()).expect("the default is right"));
    }

    #[test]
    fn a_bound_that_is_reached_ends_the_test() {
        let sprt = sprt(0.0, 4.0, EloModel::Normalized);
        let verdicts = [-3.0, -2.9, 2.9, 3.0].map(|llr| sprt.state_at(llr).decision);
        assert_eq!(
            verdicts,
            [SprtDecision::AcceptNull, SprtDecision::Continue, SprtDecision::Continue, SprtDecision::AcceptAlternative]
        );
    }

    /// With three classes a hypothesis about the mean leaves one free share, which a grid search finds.
    #[test]
    fn the_fit_has_the_maximum_likelihood() {
        let games = Trinomial { wins: 30, draws: 50, losses: 20 };
        let likelihood = |shares: [f64; 3]| 20.0 * shares[0].ln() + 50.0 * shares[1].ln() + 30.0 * shares[2].ln();
        let best = |mean: f64| {
            let draws = (1..20_000).map(|step| f64::from(step) / 20_000.0);
            let shares = draws.map(|draws| [1.0 - mean - draws / 2.0, draws, mean - draws / 2.0]);
            shares.filter(|shares| shares[0] > 0.0 && shares[2] > 0.0).map(likelihood).fold(f64::MIN, f64::max)
        };
        let expected = best(expected_score(30.0)) - best(expected_score(-10.0));
        assert!((sprt(-10.0, 30.0, EloModel::Logistic).llr(&games) - expected).abs() < 1e-4);

        // Likewise for a score given in standard deviations from one half.
        let best = |t: f64| {
            let mut best = f64::MIN;
            for draws in (1..2000).map(|step| f64::from(step) / 2000.0) {
                // Bisection over the share of wins: the excess over one half in deviations grows with it.
                let (mut low, mut high) = (1e-9, 1.0 - draws - 1e-9);
                for _ in 0..60 {
                    let wins = f64::midpoint(low, high);
                    let excess = wins + draws / 2.0 - 0.5;
                    let variance = (1.0 - draws) / 4.0 - excess * excess;
                    if excess / variance.sqrt() < t {
                        low = wins;
                    } else {
                        high = wins;
                    }
                }
                best = best.max(likelihood([1.0 - draws - low, draws, low]));
            }
            best
        };
        let expected = best(40.0 / NORMALIZED_ELO) - best(-20.0 / NORMALIZED_ELO);
        assert!((sprt(-20.0, 40.0, EloModel::Normalized).llr(&games) - expected).abs() < 1e-4);
    }

    #[test]
    fn every_count_gives_finite_numbers() {
        for (elo0, elo1, model) in [
            (0.0, 4.0, EloModel::Normalized),
            (-200.0, 200.0, EloModel::Normalized),
            (150.0, 200.0, EloModel::Normalized),
            (-1000.0, 1000.0, EloModel::Logistic),
            (999.9, 1000.0, EloModel::Logistic),
        ] {
            let sprt = sprt(elo0, elo1, model);
            for code in 0..4_usize.pow(5) {
                let values = [0, 1, 1000, u64::MAX];
                let pairs = Pentanomial(std::array::from_fn(|class| values[code / 4_usize.pow(class as u32) % 4]));
                assert!(sprt.llr(&pairs).is_finite(), "{settings:?} {pairs:?}", settings = sprt.settings());
                assert!(sprt.llr_closed_form(&pairs).is_finite(), "{pairs:?}");
            }
        }
        assert!(sprt(0.0, 4.0, EloModel::Normalized).llr(&Trinomial::default()).abs() < 1e-12);
    }

    #[test]
    fn wrong_settings_are_refused() {
        let right = SprtSettings::default();
        let wrong = [
            (
                SprtSettings { elo1: f64::NAN, ..right },
                "a hypothesis of NaN Elo cannot be tested, it must lie between -200 and 200",
            ),
            (
                SprtSettings { elo0: 4.0, ..right },
                "elo1 must be at least 0.01 above elo0, and 4 is not that far above 4",
            ),
            (SprtSettings { alpha: 0.0, ..right }, "alpha is 0, it must be above 0 and not above 0.45"),
            (SprtSettings { beta: 1.0, ..right }, "beta is 1, it must be above 0 and not above 0.45"),
        ];
        for (settings, text) in wrong {
            assert_eq!(Sprt::new(settings).expect_err("wrong settings").to_string(), text);
        }
    }

    /// Shares of pairs with a score of `normalized_elo`, obtained from `base` by exponential tilting.
    fn shares(base: [f64; 5], normalized_elo: f64) -> [f64; 5] {
        let (mut low, mut high) = (-3.0_f64, 3.0_f64);
        let tilted = |tilt: f64| {
            let weights: [f64; 5] = std::array::from_fn(|class| base[class] * (tilt * class as f64).exp());
            weights.map(|weight| weight / weights.iter().sum::<f64>())
        };
        for _ in 0..60 {
            let middle = low.midpoint(high);
            let shares = tilted(middle);
            let mean: f64 = (0..5).map(|class| shares[class] * class as f64 / 4.0).sum();
            let variance: f64 = (0..5).map(|class| shares[class] * (class as f64 / 4.0 - mean).powi(2)).sum();
            if (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO < normalized_elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        tilted(low)
    }

    fn simulated(
        shares: [f64; 5],
        random: &mut Pcg64Mcg,
        judge: impl Fn(&Pentanomial) -> SprtDecision,
    ) -> SprtDecision {
        let mut pairs = Pentanomial::default();
        loop {
            let mut left: f64 = random.random();
            let class = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            pairs.0[class.unwrap_or(4)] += 1;
            let decision = judge(&pairs);
            if decision != SprtDecision::Continue {
                return decision;
            }
        }
    }

    /// Number of `matches` that end with `wrong`, and an upper limit for it: 5 %, and three standard deviations of the
    /// count.
    fn errors(
        shares: [f64; 5],
        matches: u32,
        wrong: SprtDecision,
        judge: impl Fn(&Pentanomial) -> SprtDecision,
    ) -> (f64, f64) {
        let mut random = Pcg64Mcg::seed_from_u64(17);
        let ended = (0..matches).filter(|_| simulated(shares, &mut random, &judge) == wrong).count();
        let expected = 0.05 * f64::from(matches);
        (ended as f64, expected + 3.0 * (expected * 0.95).sqrt())
    }

    const BASE: [f64; 5] = [0.08, 0.22, 0.4, 0.22, 0.08];

    #[test]
    fn ten_thousand_matches_have_the_requested_error_rates() {
        let sprt = sprt(0.0, 60.0, EloModel::Normalized);
        // The closed form, for speed.
        let judge = |pairs: &Pentanomial| sprt.state_at(sprt.llr_closed_form(pairs)).decision;
        for (elo, wrong) in [(0.0, SprtDecision::AcceptAlternative), (60.0, SprtDecision::AcceptNull)] {
            let (found, most) = errors(shares(BASE, elo), 10_000, wrong, judge);
            assert!(found <= most && found > most / 4.0, "at {elo}: {found}, at most {most}");
        }
    }

    #[test]
    fn the_exact_llr_has_the_requested_error_rates() {
        let sprt = sprt(0.0, 80.0, EloModel::Normalized);
        for (elo, wrong) in [(0.0, SprtDecision::AcceptAlternative), (80.0, SprtDecision::AcceptNull)] {
            let (found, most) = errors(shares(BASE, elo), 400, wrong, |pairs| sprt.state(pairs).decision);
            assert!(found <= most, "at {elo}: {found}, at most {most}");
        }
    }

    #[test]
    fn single_games_have_the_requested_error_rates() {
        let sprt = sprt(0.0, 60.0, EloModel::Logistic);
        // A score of one half, and one of 60 Elo, with as many draws.
        for (wins, wrong) in
            [(0.3, SprtDecision::AcceptAlternative), (expected_score(60.0) - 0.2, SprtDecision::AcceptNull)]
        {
            let shares = [0.6 - wins, 0.0, 0.4, 0.0, wins];
            let judge = |pairs: &Pentanomial| {
                let games = Trinomial { wins: pairs.0[4], draws: pairs.0[2], losses: pairs.0[0] };
                sprt.state(&games).decision
            };
            let (found, most) = errors(shares, 1000, wrong, judge);
            assert!(found <= most, "with {wins} won: {found}, at most {most}");
        }
    }
}
