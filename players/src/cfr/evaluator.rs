//! Exact evaluation of strategies in small games, by the complete game tree: expected payoffs and exploitability. It
//! computes no strategy.

use boardwright_game::game::Game;

use super::tree::GameTree;
use super::{CfrError, MAX_NODES, solve};
use crate::limits::Limits;

/// Evaluates strategies of a game whose complete tree is kept.
#[derive(Debug)]
pub struct StrategyEvaluator<M> {
    tree: GameTree<M>,
}

/// Exact evaluation of a strategy profile, in units of the payoff.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyValue {
    /// Gain of a best response against the strategies of the others, as the mean of all seats.
    pub exploitability: f64,
    /// Expected payoff of each player.
    pub payoffs: Vec<f64>,
}

impl<M: Copy + PartialEq> StrategyEvaluator<M> {
    /// Builds the game tree within the time of `limits`.
    ///
    /// # Errors
    /// If the tree has more than a million nodes, chance can only be sampled, or the rules fail.
    pub fn new<G: Game<Move = M>>(game: &G, limits: &Limits<'_>) -> Result<Self, CfrError> {
        Ok(Self { tree: GameTree::build(game, MAX_NODES, limits)? })
    }

    /// Evaluates a strategy profile: the probabilities of the moves of each information set. The first byte of the key
    /// of a set is the number of its player; the information state of that player follows.
    pub fn evaluate(&self, mut strategy: impl FnMut(&[u8], &[M]) -> Vec<f64>) -> StrategyValue {
        let mut profile = vec![Vec::new(); self.tree.sets.len()];
        // The order of a hash table is arbitrary, and a strategy may draw random numbers.
        let mut keys: Vec<_> = self.tree.set_by_key.iter().collect();
        keys.sort_unstable_by_key(|&(_, &set)| set);
        for (key, &set) in keys {
            profile[set] = strategy(key, &self.tree.sets[set].moves);
        }
        let payoff = |player| solve::expected_values(&self.tree, &profile, player)[0];
        StrategyValue {
            exploitability: solve::exploitability(&self.tree, &profile),
            payoffs: (0..self.tree.players).map(payoff).collect(),
        }
    }
}
