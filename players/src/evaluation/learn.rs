//! Learning weights from games: what lay on the board, and who won in the end. It plays no games itself.

use boardwright_engine::game::Game;
use boardwright_engine::ids::{LocationId, Player};

use super::lines::Lines;
use super::weights::Weights;

/// A position as numbers, and what came of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Which weights count, and how often.
    counts: Vec<(u32, f32)>,
    /// 1 if player 1 won, 0 if another did, 1/2 for a draw.
    pub result: f32,
}

/// Gathers samples of a game.
#[derive(Debug)]
pub struct Sampler {
    lines: Option<Lines>,
    weights: Weights,
    /// By weight: which one it is tied to, and how.
    ties: Vec<(u32, f32)>,
}

impl Sampler {
    /// For a game.
    pub fn new<G: Game>(game: &G) -> Self {
        let weights = Weights::made(game);
        Self { lines: Lines::new(game, &weights.lines), ties: weights.ties(game), weights }
    }

    /// A position whose game ended so, with the player to move and the number of moves.
    pub fn sample<G: Game>(&self, game: &G, state: &G::State, (mover, moves): (Player, usize), result: f32) -> Sample {
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
                for (index, count) in lines.counts(structure, state).into_iter().enumerate() {
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

    /// The weights that tell best who won, beginning with some.
    pub fn learn(&self, from: &Weights, samples: &[Sample]) -> Weights {
        let row = learn(from.row(), samples);
        let mut learnt = from.clone();
        let round = |weight: f32| (weight * 10.0).round() / 10.0;
        learnt.set(&self.ties.iter().map(|&(index, sign)| round(sign * row[index as usize])).collect::<Vec<_>>());
        learnt
    }
}

/// How many times all samples are gone through.
const EPOCHS: usize = 24;
/// How much a weight is drawn to 0 with each sample, as a share: what hardly ever counts must not count much.
const DECAY: f32 = 1e-6;

/// Logistic regression by stochastic gradient descent with steps by weight (`AdaGrad`; Duchi, Hazan and Singer, 2011). Samples are
/// taken in the order given.
fn learn(mut row: Vec<f32>, samples: &[Sample]) -> Vec<f32> {
    for weight in &mut row {
        *weight /= super::ODDS;
    }
    let mut squares = vec![1e-3_f32; row.len()];
    for _ in 0..EPOCHS {
        for sample in samples {
            let sum: f32 = sample.counts.iter().map(|&(index, count)| row[index as usize] * count).sum();
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
        *weight *= super::ODDS;
    }
    row
}

/// How well weights tell who won: the mean of minus the logarithm of the probability that they gave to what happened.
pub fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
    let row = weights.row();
    let of = |sample: &Sample| {
        let sum: f32 = sample.counts.iter().map(|&(index, count)| row[index as usize] / super::ODDS * count).sum();
        let win = (1.0 / (1.0 + f64::from(-sum).exp())).clamp(1e-6, 1.0 - 1e-6);
        -(f64::from(sample.result) * win.ln() + f64::from(1.0 - sample.result) * (1.0 - win).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}
