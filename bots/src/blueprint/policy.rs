//! A mixed strategy of an abstraction: probabilities of the actions by decision and bucket.

use super::betting_tree::{BettingTree, Decision};

/// Probabilities of all decisions, as a table in the places that the [tree](BettingTree) assigns.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy(Vec<f32>);

impl Policy {
    /// The policy in proportion to non-negative weights; uniform where all weights are 0.
    pub fn from_weights(tree: &BettingTree, weights: &[f32]) -> Self {
        let mut shares = weights.to_vec();
        for (place, decision) in tree.decisions().iter().enumerate() {
            let end = tree.decisions().get(place + 1).map_or(tree.numbers(), |next| next.offset);
            shares[decision.offset..end].chunks_exact_mut(decision.actions.len()).for_each(normalize);
        }
        Self(shares)
    }

    /// The policy that is uniform everywhere.
    pub fn uniform(tree: &BettingTree) -> Self {
        Self::from_weights(tree, &vec![0.0; tree.numbers()])
    }

    /// Probabilities of the actions of a decision with a bucket.
    #[inline]
    pub fn probabilities(&self, decision: &Decision, bucket: u8) -> &[f32] {
        &self.0[decision.numbers(bucket)]
    }

    /// The probabilities, rounded to a byte each; 255 is 1.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|&share| (share * 255.0).round() as u8).collect()
    }

    /// The policy of rounded probabilities.
    pub(super) fn from_bytes(tree: &BettingTree, bytes: &[u8]) -> Self {
        let weights: Vec<f32> = bytes.iter().map(|&byte| f32::from(byte)).collect();
        Self::from_weights(tree, &weights)
    }
}

/// Makes the sum of non-negative weights 1, all equal if they are 0.
fn normalize(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 {
        for weight in weights {
            *weight /= sum;
        }
    } else {
        let uniform = 1.0 / weights.len() as f32;
        weights.fill(uniform);
    }
}
