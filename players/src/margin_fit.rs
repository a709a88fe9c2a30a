//! Fits weights of a feature set to the margin at the end of games: linear least squares with a ridge penalty, separately
//! for each phase, on the positions of self-play (as in value iteration with linear function approximation). A player that
//! maximises the fitted value maximises its expected margin.

use boardwright_game::fault::Fault;
use boardwright_game::features::{WeightSet, WeightSetError, phase_at};
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{draw_chance, random_below};
use nalgebra::{DMatrix, DVector};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::game_weights::GameWeights;
use crate::player::players;

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings<'a> {
    /// Weights of the players of the first round.
    pub first: &'a WeightSet,
    /// Name of the feature set whose weights are fitted.
    pub features: &'a str,
    /// Number of phases, at least 1.
    pub phases: usize,
    /// Number of rounds. After the first one, the fitted weights play; the positions of all rounds are used.
    pub rounds: usize,
    /// Games per round.
    pub games: usize,
    /// Seed of the random number generator.
    pub seed: u64,
}

/// Statistics of a round.
#[derive(Clone, Copy, Debug)]
pub struct FitReport {
    /// Number of positions so far.
    pub positions: usize,
    /// Root mean square error of the fitted margin on the positions of this round, before they were used; `None` in the
    /// first round.
    pub error: Option<f64>,
}

/// Error of a fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// The weights or features do not belong to the game.
    #[error(transparent)]
    Weights(#[from] WeightSetError),
    /// The rules of the game failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// One move in this many is random, which diversifies the positions.
const RANDOM_MOVE_INTERVAL: usize = 12;
/// Ridge penalty: added to the diagonal of the normal equations, so that unused features get the weight 0.
const RIDGE: f64 = 10.0;

/// Fits weights by self-play and calls `report` after each round.
///
/// # Errors
/// A [`FitError`] if weights or features do not belong to the game, or its rules fail.
pub fn fit_margin<G: Game>(
    game: &G,
    settings: FitSettings<'_>,
    mut report: impl FnMut(FitReport),
) -> Result<WeightSet, FitError> {
    let FitSettings { first, features, phases, rounds, games, seed } = settings;
    let mut fitted = WeightSet {
        name: features.to_owned(),
        about: format!("fitted to the margins of {rounds} rounds of {games} games of self-play"),
        features: features.to_owned(),
        players: Some(game.players()),
        phases,
        weights: Vec::new(),
    };
    let set = feature_set(game, &mut fitted)?;
    let count = fitted.weights.len() / phases;
    let mut equations: Vec<Equations> = (0..phases).map(|_| Equations::new(count)).collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut positions = 0;
    for round in 0..rounds {
        let policy = if round == 0 { first } else { &fitted };
        let mut samples = Vec::new();
        for _ in 0..games {
            play_game(game, GameWeights::new(game, policy)?, set, &mut samples, &mut random)?;
        }
        let squares = samples.iter().map(|sample| {
            let value = fitted.value(&sample.values, phase_at(sample.progress, phases));
            (f64::from(value) - sample.margin).powi(2)
        });
        let error = (round > 0).then(|| (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt());
        positions += samples.len();
        for sample in &samples {
            equations[phase_at(sample.progress, phases)].add(&sample.values, sample.margin);
        }
        for (phase, equations) in equations.iter().enumerate() {
            for (feature, weight) in equations.solve().into_iter().enumerate() {
                fitted.weights[feature * phases + phase] = weight;
            }
        }
        report(FitReport { positions, error });
    }
    Ok(fitted)
}

/// Index of the feature set of weights, which are filled with zeros.
fn feature_set<G: Game>(game: &G, weights: &mut WeightSet) -> Result<usize, WeightSetError> {
    let features = game.feature_sets().iter().find(|set| set.name == weights.features);
    weights.weights = vec![0.0; features.map_or(0, |set| set.features.len()) * weights.phases];
    weights.feature_set(game)
}

/// A position after a turn, as the player who made the turn sees it.
struct Sample {
    player: Player,
    progress: f32,
    values: Vec<f32>,
    /// Score at the end of the game minus the mean score of the opponents.
    margin: f64,
}

/// Plays a game of one-ply search by the weights `policy` and adds samples of its positions.
fn play_game<G: Game>(
    game: &G,
    policy: GameWeights<'_>,
    set: usize,
    samples: &mut Vec<Sample>,
    random: &mut Pcg64Mcg,
) -> Result<(), Fault> {
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    let mut values = Vec::new();
    let first_sample = samples.len();
    let mut last_mover = None;
    loop {
        let me = match game.legal_moves(&state, &mut moves)? {
            Turn::Over(_) => break,
            Turn::Chance => {
                let mv = draw_chance(game, &state, &moves, &mut chances, random)?;
                game.apply(&mut state, mv)?;
                last_mover = None;
                continue;
            }
            Turn::Player(me) => me,
        };
        let mut best = (moves[0], f32::NEG_INFINITY);
        if random_below(RANDOM_MOVE_INTERVAL, random) == 0 {
            best.0 = game.random_move(&state, &moves, random);
        } else {
            game.feature_values_after(&state, &moves, policy.set, me, &mut |index, progress, values| {
                let value = policy.value(progress, values);
                if value > best.1 {
                    best = (moves[index], value);
                }
                true
            })?;
        }
        if last_mover == Some(me) {
            samples.pop(); // the turn had not ended there
        }
        last_mover = Some(me);
        game.apply(&mut state, best.0)?;
        game.feature_values(&state, set, me, &mut values)?;
        samples.push(Sample { player: me, progress: game.progress(&state), values: values.clone(), margin: 0.0 });
    }
    let scores: Vec<f64> = players(game).map(|player| game.score(&state, player)).collect();
    let others = (scores.len() - 1).max(1) as f64;
    for sample in &mut samples[first_sample..] {
        let own = scores[sample.player.index()];
        sample.margin = own - (scores.iter().sum::<f64>() - own) / others;
    }
    Ok(())
}

/// The normal equations of a linear least squares problem.
struct Equations {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
}

impl Equations {
    fn new(count: usize) -> Self {
        Self { matrix: DMatrix::identity(count, count) * RIDGE, right: DVector::zeros(count) }
    }

    fn add(&mut self, values: &[f32], target: f64) {
        let row = DVector::from_iterator(values.len(), values.iter().map(|&value| f64::from(value)));
        self.matrix.syger(1.0, &row, &row, 1.0);
        self.right.axpy(target, &row, 1.0);
    }

    /// The weights that minimise the sum of squares.
    fn solve(&self) -> Vec<f32> {
        // Only the lower triangle is filled, which is all that the decomposition reads.
        let decomposition = self.matrix.clone().cholesky().expect("the ridge makes the matrix positive definite");
        decomposition.solve(&self.right).iter().map(|&weight| weight as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_find_the_weights_of_exact_data() {
        let mut equations = Equations::new(2);
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..10_000 {
            let values =
                [random_below(21, &mut random), random_below(21, &mut random)].map(|value| value as f32 - 10.0);
            equations.add(&values, f64::from(3.0 * values[0] - 0.5 * values[1]));
        }
        let weights = equations.solve();
        assert!((weights[0] - 3.0).abs() < 0.001 && (weights[1] + 0.5).abs() < 0.001, "{weights:?}");
    }
}
