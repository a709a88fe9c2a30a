//! The sequential probability ratio test (Wald 1945) of a match: whether it may stop, and which of two hypotheses it then takes.
//! What the stopped match says about Elo is in the methods next door.
//!
//! It is the generalized test of fishtest (Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized
//! Elo"): of all distributions of results that fulfil a hypothesis the one is taken that fits the counts best.

use super::distribution::Distribution;
use super::elo::expected_score;
use super::pairs::{NORMALIZED_ELO, Tally};

/// In what the hypotheses of a test are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalized Elo: the length of the test depends on the hypotheses alone.
    #[default]
    Normalized,
    /// Elo: the hypotheses are expected scores.
    Logistic,
}

/// What a test is made from, as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtSettings {
    /// The difference under the null hypothesis, in Elo of the model.
    pub elo0: f64,
    /// The difference under the alternative hypothesis, in Elo of the model; higher.
    pub elo1: f64,
    /// How often the alternative may be taken although the null hypothesis holds: the error of the first kind.
    pub alpha: f64,
    /// How often the null hypothesis may be kept although the alternative holds: the error of the second kind.
    pub beta: f64,
    /// In what both are given.
    pub model: Model,
}

impl Default for SprtSettings {
    /// Normalized Elo 0 against 4, with errors of 5 %.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 4.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

/// Why no test can be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis is too far away, or no number.
    #[error("a hypothesis of {elo} Elo cannot be tested, it must lie between -{most} and {most}")]
    Elo {
        /// The hypothesis.
        elo: f64,
        /// The farthest one from zero.
        most: f64,
    },
    /// There is nothing to tell apart.
    #[error("elo1 must be at least 0.01 above elo0, and {elo1} is not that far above {elo0}")]
    Order {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// An error rate is none.
    #[error("{name} is {rate}, it must be above 0 and not above 0.45")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was asked for.
        rate: f64,
    },
}

/// A test of two hypotheses about the difference of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    settings: SprtSettings,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The null hypothesis is kept: the difference is more like `elo0`.
    KeepsNull,
    /// The alternative is taken: the difference is more like `elo1`.
    TakesAlternative,
    /// More games are needed.
    Open,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The logarithm of the ratio of the likelihoods of the alternative and the null hypothesis.
    pub llr: f64,
    /// At or below this the null hypothesis is kept.
    pub lower: f64,
    /// At or above this the alternative is taken.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// What a hypothesis fixes of the distribution of a unit's score.
#[derive(Clone, Copy, Debug)]
enum Hypothesis {
    /// The mean.
    Mean(f64),
    /// The excess of the mean over one half, in standard deviations.
    Deviations(f64),
}

impl Sprt {
    /// Checks what was asked for. A hypothesis may be up to 200 in normalized Elo, or 1000 in Elo, away from zero.
    pub fn new(settings: SprtSettings) -> Result<Self, SprtError> {
        let SprtSettings { elo0, elo1, alpha, beta, model } = settings;
        let most = match model {
            Model::Normalized => 200.0,
            Model::Logistic => 1000.0,
        };
        // Asked so that what is no number is wrong, too.
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !(-most..=most).contains(elo)) {
            return Err(SprtError::Elo { elo, most });
        }
        if elo1 - elo0 < 0.01 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(f64::MIN_POSITIVE..=0.45).contains(&rate) {
                return Err(SprtError::Rate { name, rate });
            }
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self { settings, lower, upper })
    }

    /// What it was made from.
    pub fn settings(&self) -> SprtSettings {
        self.settings
    }

    /// The bounds of the logarithm of the likelihood ratio: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha) (Wald 1945).
    /// With errors of 5 % they are -2.94 and 2.94.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The logarithm of the likelihood ratio by exact maximum likelihood (Van den Bergh, "Comments on normalized Elo").
    ///
    /// After thousands of units that were nearly all alike the fit may not converge in floating point; the value is then that of
    /// [`llr_closed_form`](Self::llr_closed_form).
    pub fn llr(&self, tally: &impl Tally) -> f64 {
        if tally.is_empty() {
            return 0.0;
        }
        let found = tally.distribution();
        let [null, alternative] = self.hypotheses(&found).map(|hypothesis| hypothesis.fitted(&found));
        let exact = null.zip(alternative).map(|(null, alternative)| {
            let classes = null.classes().zip(alternative.classes()).zip(found.classes());
            found.units * classes.map(|((null, new), found)| found.1 * (new.1 / null.1).ln()).sum::<f64>()
        });
        exact.filter(|llr| llr.is_finite()).unwrap_or_else(|| self.llr_closed_form(tally))
    }

    /// The logarithm of the likelihood ratio by a closed form: a hundredth of the work, and nearly the same value after many
    /// games. In Elo, and only there, it is far off while all games had the same result, so that a test must not be stopped
    /// by it before some differ.
    ///
    /// In normalized Elo it is games / 2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)), with t the excess over one half in
    /// standard deviations of a game (Van den Bergh, "Normalized Elo in practice", section 4.1). In Elo it is units / 2
    /// ln(r0 / r1), with r the mean square of the distance from the expected score (same, "A practical introduction
    /// to the GSPRT", section 4.2).
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
                // By games and by pairs differ in the unit of t, and the published form is by games.
                1.0 + (deviations - t).powi(2) / found.games_per_unit
            }
        });
        let units = match self.settings.model {
            Model::Normalized => found.units * found.games_per_unit,
            Model::Logistic => found.units,
        };
        units / 2.0 * (null / alternative).ln()
    }

    /// Where the test stands after these games.
    pub fn state(&self, tally: &impl Tally) -> State {
        self.state_at(self.llr(tally))
    }

    /// Where the test stands at this logarithm of the likelihood ratio.
    pub fn state_at(&self, llr: f64) -> State {
        let verdict = if llr <= self.lower {
            Verdict::KeepsNull
        } else if llr >= self.upper {
            Verdict::TakesAlternative
        } else {
            Verdict::Open
        };
        State { llr, lower: self.lower, upper: self.upper, verdict }
    }

    fn hypotheses(&self, found: &Distribution) -> [Hypothesis; 2] {
        [self.settings.elo0, self.settings.elo1].map(|elo| match self.settings.model {
            Model::Logistic => Hypothesis::Mean(expected_score(elo)),
            Model::Normalized => Hypothesis::Deviations(elo / NORMALIZED_ELO * found.games_per_unit.sqrt()),
        })
    }
}

impl Hypothesis {
    /// Of the distributions that fulfil it, the one under which what was found is most probable.
    fn fitted(self, found: &Distribution) -> Option<Distribution> {
        let t = match self {
            Self::Mean(mean) => return tilted(found, |score| score - mean),
            Self::Deviations(t) => t,
        };
        // The condition is not linear in the shares. It is made so at the last fit, again and again.
        let mut fit = found.uniform();
        for _ in 0..100 {
            let moments = fit.moments();
            let deviation = moments.variance.sqrt();
            let next = tilted(found, |score| {
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

/// Of the distributions under which the mean of `value` is zero, the one under which what was found is most probable: each share
/// is divided by 1 + x `value`, with x so that the mean is zero (Owen 1988, empirical likelihood).
///
/// There is none if `value` is nowhere above or nowhere below zero.
fn tilted(found: &Distribution, value: impl Fn(f64) -> f64) -> Option<Distribution> {
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
    // The sum falls from plus to minus infinity between these.
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
    use crate::figures::{Pentanomial, Trinomial};

    const PAIRS: Pentanomial = Pentanomial([13, 37, 50, 25, 3]);

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).expect("settings that are right")
    }

    #[test]
    fn pairs_give_the_published_values() {
        let normalized = sprt(0.0, 4.0, Model::Normalized);
        assert_eq!(format!("{:.4}", normalized.llr(&PAIRS)), "-0.5491");
        assert_eq!(format!("{:.4}", normalized.llr_closed_form(&PAIRS)), "-0.5401");
        // Published as -0.8023; what is maximised exactly is -0.802228.
        let logistic = sprt(0.0, 4.0, Model::Logistic).llr(&PAIRS);
        assert!((logistic + 0.8023).abs() < 1e-4 && (logistic + 0.802_228).abs() < 1e-6, "{logistic}");
        let (lower, upper) = normalized.bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
        assert_eq!(normalized.state(&PAIRS).verdict, Verdict::Open);
        assert_eq!(normalized, Sprt::new(SprtSettings::default()).expect("the default is right"));
    }

    #[test]
    fn a_bound_that_is_reached_ends_the_test() {
        let sprt = sprt(0.0, 4.0, Model::Normalized);
        let verdicts = [-3.0, -2.9, 2.9, 3.0].map(|llr| sprt.state_at(llr).verdict);
        assert_eq!(verdicts, [Verdict::KeepsNull, Verdict::Open, Verdict::Open, Verdict::TakesAlternative]);
    }

    /// Three classes leave one free share under a hypothesis about the mean: it is found by trying.
    #[test]
    fn the_fit_is_the_best_one() {
        let games = Trinomial { wins: 30, draws: 50, losses: 20 };
        let likelihood = |shares: [f64; 3]| 20.0 * shares[0].ln() + 50.0 * shares[1].ln() + 30.0 * shares[2].ln();
        let best = |mean: f64| {
            let draws = (1..20_000).map(|step| f64::from(step) / 20_000.0);
            let shares = draws.map(|draws| [1.0 - mean - draws / 2.0, draws, mean - draws / 2.0]);
            shares.filter(|shares| shares[0] > 0.0 && shares[2] > 0.0).map(likelihood).fold(f64::MIN, f64::max)
        };
        let expected = best(expected_score(30.0)) - best(expected_score(-10.0));
        assert!((sprt(-10.0, 30.0, Model::Logistic).llr(&games) - expected).abs() < 1e-4);

        // Likewise for a score that is so many deviations from one half.
        let best = |t: f64| {
            let mut best = f64::MIN;
            for draws in (1..2000).map(|step| f64::from(step) / 2000.0) {
                // Of wins and losses, the wins: the excess over one half in deviations grows with them.
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
        assert!((sprt(-20.0, 40.0, Model::Normalized).llr(&games) - expected).abs() < 1e-4);
    }

    #[test]
    fn every_count_gives_finite_numbers() {
        for (elo0, elo1, model) in [
            (0.0, 4.0, Model::Normalized),
            (-200.0, 200.0, Model::Normalized),
            (150.0, 200.0, Model::Normalized),
            (-1000.0, 1000.0, Model::Logistic),
            (999.9, 1000.0, Model::Logistic),
        ] {
            let sprt = sprt(elo0, elo1, model);
            for code in 0..4_usize.pow(5) {
                let values = [0, 1, 1000, u64::MAX];
                let pairs = Pentanomial(std::array::from_fn(|class| values[code / 4_usize.pow(class as u32) % 4]));
                assert!(sprt.llr(&pairs).is_finite(), "{settings:?} {pairs:?}", settings = sprt.settings());
                assert!(sprt.llr_closed_form(&pairs).is_finite(), "{pairs:?}");
            }
        }
        assert!(sprt(0.0, 4.0, Model::Normalized).llr(&Trinomial::default()).abs() < 1e-12);
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

    /// Shares of pairs whose score is so much normalized Elo, made from `base` by a tilt.
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

    fn simulated(shares: [f64; 5], random: &mut Pcg64Mcg, judge: impl Fn(&Pentanomial) -> Verdict) -> Verdict {
        let mut pairs = Pentanomial::default();
        loop {
            let mut left: f64 = random.random();
            let class = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            pairs.0[class.unwrap_or(4)] += 1;
            let verdict = judge(&pairs);
            if verdict != Verdict::Open {
                return verdict;
            }
        }
    }

    /// How many of `matches` end with `wrong`, and at most how many should: 5 %, and three standard deviations of the count.
    fn errors(shares: [f64; 5], matches: u32, wrong: Verdict, judge: impl Fn(&Pentanomial) -> Verdict) -> (f64, f64) {
        let mut random = Pcg64Mcg::seed_from_u64(17);
        let ended = (0..matches).filter(|_| simulated(shares, &mut random, &judge) == wrong).count();
        let expected = 0.05 * f64::from(matches);
        (ended as f64, expected + 3.0 * (expected * 0.95).sqrt())
    }

    const BASE: [f64; 5] = [0.08, 0.22, 0.4, 0.22, 0.08];

    #[test]
    fn ten_thousand_matches_have_the_error_rates_that_were_asked_for() {
        let sprt = sprt(0.0, 60.0, Model::Normalized);
        // The closed form, for speed.
        let judge = |pairs: &Pentanomial| sprt.state_at(sprt.llr_closed_form(pairs)).verdict;
        for (elo, wrong) in [(0.0, Verdict::TakesAlternative), (60.0, Verdict::KeepsNull)] {
            let (found, most) = errors(shares(BASE, elo), 10_000, wrong, judge);
            assert!(found <= most && found > most / 4.0, "at {elo}: {found}, at most {most}");
        }
    }

    #[test]
    fn the_exact_form_has_them_too() {
        let sprt = sprt(0.0, 80.0, Model::Normalized);
        for (elo, wrong) in [(0.0, Verdict::TakesAlternative), (80.0, Verdict::KeepsNull)] {
            let (found, most) = errors(shares(BASE, elo), 400, wrong, |pairs| sprt.state(pairs).verdict);
            assert!(found <= most, "at {elo}: {found}, at most {most}");
        }
    }

    #[test]
    fn single_games_have_them_too() {
        let sprt = sprt(0.0, 60.0, Model::Logistic);
        // A score of one half, and one of 60 Elo, with as many draws.
        for (wins, wrong) in [(0.3, Verdict::TakesAlternative), (expected_score(60.0) - 0.2, Verdict::KeepsNull)] {
            let shares = [0.6 - wins, 0.0, 0.4, 0.0, wins];
            let judge = |pairs: &Pentanomial| {
                let games = Trinomial { wins: pairs.0[4], draws: pairs.0[2], losses: pairs.0[0] };
                sprt.state(&games).verdict
            };
            let (found, most) = errors(shares, 1000, wrong, judge);
            assert!(found <= most, "with {wins} won: {found}, at most {most}");
        }
    }
}
