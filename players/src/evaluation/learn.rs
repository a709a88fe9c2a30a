//! Tuning of weights by logistic regression on positions and the results of their games. It plays no games itself.

use boardwright_game::game::Game;
use boardwright_game::ids::{LocationId, Player};

use super::Mobility;
use super::lines::Lines;
use super::terms::{Counts, WeightRow as _, weighted_sum};
use super::weights::Weights;

/// A position as a sparse feature vector, with the result of its game.
#[derive(Clone, Debug)]
pub struct Sample {
    counts: Counts,
    /// 1 if player 1 won, 0 if the other player won, 1/2 for a draw.
    pub result: f32,
}

/// Extracts the features of positions of a game.
#[derive(Debug)]
pub struct Sampler {
    lines: Option<Lines>,
    weights: Weights,
    /// By weight: the weight to which it is tied, and the sign.
    ties: Vec<(u32, f32)>,
}

impl Sampler {
    /// A sampler for a game.
    pub fn new<G: Game>(game: &G) -> Self {
        let weights = Weights::without_mobility(game);
        Self { lines: Lines::new(game, &weights.lines), ties: weights.symmetry_ties(game), weights }
    }

    /// The sample of a position, from its mobility and the result of the game.
    pub fn sample<G: Game>(&self, game: &G, state: &G::State, mobility: Mobility, result: f32) -> Sample {
        let Mobility { mover, moves } = mobility;
        let mut counts = Vec::new();
        let locations = self.weights.squares.first().map_or(0, Vec::len);
        let squares = self.weights.squares.len() * locations;
        if let Some(structure) = game.structure() {
            for at in 0..locations {
                if let Some(class) = structure.class_at(state, LocationId::new(at)) {
                    counts.push(((class * locations + at) as u32, 1.0));
                }
            }
            if let Some(lines) = &self.lines {
                for (index, count) in lines.feature_counts(structure, state).into_iter().enumerate() {
                    if count != 0 {
                        counts.push(((squares + index) as u32, count as f32));
                    }
                }
            }
        }
        let rest = (squares + self.weights.lines.len()) as u32;
        let side = if mover == Player::FIRST { 1.0 } else { -1.0 };
        let points = game.score(state, Player::FIRST) - game.score(state, Player::FIRST.next(2));
        counts.extend([(rest, points as f32), (rest + 1, side * moves as f32), (rest + 2, side)]);
        for (index, count) in &mut counts {
            let (tied, sign) = self.ties[*index as usize];
            (*index, *count) = (tied, *count * sign);
        }
        Sample { counts, result }
    }

    /// Fits the weights to the results, starting with the weights `from`.
    pub fn fit(&self, from: &Weights, samples: &[Sample]) -> Weights {
        let row = fit_logistic(from.to_row(), samples);
        let mut fitted = from.clone();
        let round = |weight: f32| (weight * 10.0).round() / 10.0;
        fitted.set_from_row(
            &self.ties.iter().map(|&(index, sign)| round(sign * row[index as usize])).collect::<Vec<_>>(),
        );
        fitted
    }
}

/// Number of passes over all samples.
const EPOCHS: usize = 24;
/// Weight decay per sample, as a share of the weight: features that are rare must not count much.
const DECAY: f32 = 1e-6;

/// Logistic regression by stochastic gradient descent with a step size per weight (`AdaGrad`; Duchi, Hazan and Singer,
/// 2011). Samples are visited in the given order.
fn fit_logistic(mut row: Vec<f32>, samples: &[Sample]) -> Vec<f32> {
    for weight in &mut row {
        *weight /= super::LOGISTIC_SCALE;
    }
    let mut squares = vec![1e-3_f32; row.len()];
    for _ in 0..EPOCHS {
        for sample in samples {
            let sum = weighted_sum(&row, &sample.counts);
            let error = sample.result - 1.0 / (1.0 + (-sum).exp());
            for &(index, count) in &sample.counts {
                let index = index as usize;
                let slope = error * count - DECAY * row[index];
                squares[index] += slope * slope;
                row[index] += 0.1 * slope / squares[index].sqrt();
            }
        }
    }
    for weight in &mut row {
        *weight *= super::LOGISTIC_SCALE;
    }
    row
}

/// Mean cross-entropy (log loss) of the results under the winning probabilities that the weights predict.
pub fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
    let row: Vec<f32> = weights.to_row().into_iter().map(|weight| weight / super::LOGISTIC_SCALE).collect();
    let of = |sample: &Sample| {
        let sum = weighted_sum(&row, &sample.counts);
        let win = (1.0 / (1.0 + f64::from(-sum).exp())).clamp(1e-6, 1.0 - 1e-6);
        -(f64::from(sample.result) * win.ln() + f64::from(1.0 - sample.result) * (1.0 - win).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}
