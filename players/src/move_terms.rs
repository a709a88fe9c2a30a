//! Contributions of single features to the values of moves, for explanations: heat maps, and statistics on the influence
//! of each feature on the play.

use boardwright_game::fault::Fault;
use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{draw_chance, random_below};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::game_weights::GameWeights;
use crate::margin_fit::FitError;

/// A legal move with the terms of its value.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveTerms<M> {
    /// The move.
    pub mv: M,
    /// Value: the sum of the terms.
    pub value: f32,
    /// Phase of the state after the move.
    pub phase: usize,
    /// Weight times value of each feature.
    pub terms: Vec<f32>,
}

impl<M> MoveTerms<M> {
    /// Value without a feature.
    fn value_without(&self, left_out: usize) -> f32 {
        self.terms.iter().enumerate().filter(|&(feature, _)| feature != left_out).map(|(_, term)| term).sum()
    }
}

/// Terms of the values of `moves`, which are legal for `me`, by weights.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub fn move_terms<G: Game>(
    game: &G,
    state: &G::State,
    me: Player,
    moves: &[G::Move],
    GameWeights { weights, set }: GameWeights<'_>,
) -> Result<Vec<MoveTerms<G::Move>>, Fault> {
    let mut found = Vec::with_capacity(moves.len());
    game.feature_values_after(state, moves, set, me, &mut |index, progress, values| {
        let phase = weights.phase_at(progress);
        let terms = values.iter().enumerate().map(|(feature, value)| value * weights.weight(feature, phase));
        let value = weights.value(values, phase);
        found.push(MoveTerms { mv: moves[index], value, phase, terms: terms.collect() });
        true
    })?;
    Ok(found)
}

/// Influence of the features on the decisions in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhaseInfluence {
    /// Number of decisions between at least two moves.
    pub decisions: u64,
    /// Number of decisions that would be different without a feature, by feature.
    pub changed: Vec<u64>,
}

impl PhaseInfluence {
    /// Share of the decisions that a feature changed.
    pub fn share(&self, feature: usize) -> f64 {
        self.changed[feature] as f64 / self.decisions.max(1) as f64
    }
}

/// Influence of each feature on the decisions of one-ply self-play, by phase: a feature changes a decision if the chosen
/// move is not among the best ones when the weight of the feature is 0.
///
/// # Errors
/// A [`FitError`] if the weights do not belong to the game, or its rules fail.
pub fn feature_influence<G: Game>(
    game: &G,
    weights: &WeightSet,
    games: usize,
    seed: u64,
) -> Result<Vec<PhaseInfluence>, FitError> {
    let weights = GameWeights::new(game, weights)?;
    let count = game.feature_sets()[weights.set].features.len();
    let mut phases = vec![PhaseInfluence { decisions: 0, changed: vec![0; count] }; weights.weights.phases];
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..games {
        let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
        loop {
            let mv = match game.legal_moves(&state, &mut moves)? {
                Turn::Over(_) => break,
                Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random)?,
                Turn::Player(me) => {
                    let found = move_terms(game, &state, me, &moves, weights)?;
                    let best = best_of(&found, &mut random);
                    if found.len() > 1 {
                        phases[best.phase].count(best, &found);
                    }
                    best.mv
                }
            };
            game.apply(&mut state, mv)?;
        }
    }
    Ok(phases)
}

impl PhaseInfluence {
    /// Counts a decision for the move `best`.
    fn count<M>(&mut self, best: &MoveTerms<M>, all: &[MoveTerms<M>]) {
        self.decisions += 1;
        for (feature, changed) in self.changed.iter_mut().enumerate() {
            let value = best.value_without(feature);
            *changed += u64::from(all.iter().any(|other| other.value_without(feature) > value));
        }
    }
}

/// One of the moves with the greatest value, at random.
fn best_of<'a, M>(moves: &'a [MoveTerms<M>], random: &mut Pcg64Mcg) -> &'a MoveTerms<M> {
    let greatest = moves.iter().map(|found| found.value).fold(f32::NEG_INFINITY, f32::max);
    let best: Vec<_> = moves.iter().filter(|found| found.value >= greatest).collect();
    best[random_below(best.len(), random)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_changes_a_decision_if_another_move_is_better_without_it() {
        let with = |mv, terms: [f32; 3]| MoveTerms { mv, value: terms.iter().sum(), phase: 0, terms: terms.to_vec() };
        let moves = [with('a', [1.0, 2.0, 5.0]), with('b', [2.0, 0.0, 5.0]), with('c', [0.0, 2.5, 0.0])];
        let best = best_of(&moves, &mut Pcg64Mcg::seed_from_u64(1));
        assert_eq!(best.mv, 'a');
        let mut influence = PhaseInfluence { decisions: 0, changed: vec![0; 3] };
        influence.count(best, &moves);
        // Without the first feature a and b have 7 and 5, without the second 6 and 7, without the third 3 and 2.
        assert_eq!(influence, PhaseInfluence { decisions: 1, changed: vec![0, 1, 0] });
    }

    #[test]
    fn equal_moves_are_chosen_at_random() {
        let moves = ['a', 'b'].map(|mv| MoveTerms { mv, value: 1.0, phase: 0, terms: vec![1.0] });
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let chosen: Vec<char> = (0..20).map(|_| best_of(&moves, &mut random).mv).collect();
        assert!(chosen.contains(&'a') && chosen.contains(&'b'));
    }
}
