//! Counterfactual regret minimisation (Zinkevich and others, 2007) in the variant CFR+ (Tammelin, 2014): regrets are
//! clamped to be non-negative, updates alternate between the players, and the average strategy weights later iterations
//! more. The module also computes best responses. It works on trees and does not know the game.

use super::tree::{GameTree, Node};

/// Cumulative regrets and average strategies of a tree.
#[derive(Debug)]
pub(super) struct Solver {
    /// Cumulative counterfactual regrets, by information set and move.
    regrets: Vec<Vec<f64>>,
    strategy_sums: Vec<Vec<f64>>,
    /// Instantaneous regrets of this iteration, by information set and move.
    regret_changes: Vec<Vec<f64>>,
    pub iterations: u64,
}

impl Solver {
    pub fn new<M>(tree: &GameTree<M>) -> Self {
        let zero: Vec<Vec<f64>> = tree.sets.iter().map(|set| vec![0.0; set.moves.len()]).collect();
        Self { regrets: zero.clone(), strategy_sums: zero.clone(), regret_changes: zero, iterations: 0 }
    }

    /// One iteration: each player in turn updates its regrets against the current strategies of the others.
    pub fn iterate<M>(&mut self, tree: &GameTree<M>) {
        self.iterations += 1;
        for player in 0..tree.players {
            let now: Vec<Vec<f64>> = self.regrets.iter().map(|regrets| normalize(regrets)).collect();
            let (own, others) = reach_probabilities(tree, &now, player);
            let values = expected_values(tree, &now, player);
            for gains in &mut self.regret_changes {
                gains.fill(0.0);
            }
            for (at, node) in tree.nodes.iter().enumerate() {
                let Node::Decision { set, children } = node else { continue };
                let set = *set as usize;
                if tree.sets[set].player.index() != player {
                    continue;
                }
                for (place, &child) in children.iter().enumerate() {
                    self.regret_changes[set][place] += others[at] * (values[child as usize] - values[at]);
                    self.strategy_sums[set][place] += self.iterations as f64 * own[at] * now[set][place];
                }
            }
            for (set, gains) in
                self.regret_changes.iter().enumerate().filter(|(set, _)| tree.sets[*set].player.index() == player)
            {
                for (regret, gain) in self.regrets[set].iter_mut().zip(gains) {
                    *regret = (*regret + gain).max(0.0);
                }
            }
        }
    }

    /// The average strategy, by information set and move.
    pub fn average_strategy(&self) -> Vec<Vec<f64>> {
        self.strategy_sums.iter().map(|weights| normalize(weights)).collect()
    }
}

/// Regret matching: normalises the positive weights to probabilities, uniform where there are none.
fn normalize(weights: &[f64]) -> Vec<f64> {
    let mut shares = Vec::new();
    normalize_into(weights, &mut shares);
    shares
}

/// [`normalize`] into a buffer.
pub(crate) fn normalize_into(weights: &[f64], shares: &mut Vec<f64>) {
    shares.clear();
    let sum: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    if sum > 0.0 {
        shares.extend(weights.iter().map(|weight| weight.max(0.0) / sum));
    } else {
        shares.resize(weights.len(), 1.0 / weights.len() as f64);
    }
}

/// Reach probability of each node: the factor of `player` itself, and the factor of the others and chance.
fn reach_probabilities<M>(tree: &GameTree<M>, strategy: &[Vec<f64>], player: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut own, mut others) = (vec![1.0; tree.nodes.len()], vec![1.0; tree.nodes.len()]);
    for (at, node) in tree.nodes.iter().enumerate() {
        match node {
            Node::Terminal(_) => {}
            Node::Chance(children) => {
                for &(child, chance) in children {
                    own[child as usize] = own[at];
                    others[child as usize] = others[at] * chance;
                }
            }
            Node::Decision { set, children } => {
                let mine = tree.sets[*set as usize].player.index() == player;
                for (&child, share) in children.iter().zip(&strategy[*set as usize]) {
                    own[child as usize] = if mine { own[at] * share } else { own[at] };
                    others[child as usize] = if mine { others[at] } else { others[at] * share };
                }
            }
        }
    }
    (own, others)
}

/// Expected value of each node for a player under a strategy profile.
pub(super) fn expected_values<M>(tree: &GameTree<M>, strategy: &[Vec<f64>], player: usize) -> Vec<f64> {
    let mut values = vec![0.0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        values[at] = match node {
            Node::Terminal(payoffs) => payoffs[player],
            Node::Chance(children) => children.iter().map(|&(child, chance)| chance * values[child as usize]).sum(),
            Node::Decision { set, children } => {
                let shares = &strategy[*set as usize];
                children.iter().zip(shares).map(|(&child, share)| share * values[child as usize]).sum()
            }
        };
    }
    values
}

/// Counterfactual reach probability of each node: the factor of the others and chance.
pub(super) fn counterfactual_reach<M>(tree: &GameTree<M>, strategy: &[Vec<f64>], player: usize) -> Vec<f64> {
    reach_probabilities(tree, strategy, player).1
}

/// Exploitability of a strategy profile: gain of a best response, as the mean of all seats.
pub(super) fn exploitability<M>(tree: &GameTree<M>, strategy: &[Vec<f64>]) -> f64 {
    let gain = |player| best_response(tree, strategy, player) - expected_values(tree, strategy, player)[0];
    (0..tree.players).map(gain).sum::<f64>() / tree.players as f64
}

/// Value of the root for a player who plays a best response to the strategies of the others.
///
/// The recursion requires perfect recall: a player reaches all nodes of an information set by the same own moves, and
/// information sets below them come later. So the move of a set is decided once, after all sets below its nodes.
fn best_response<M>(tree: &GameTree<M>, strategy: &[Vec<f64>], player: usize) -> f64 {
    let others = counterfactual_reach(tree, strategy, player);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); tree.sets.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Node::Decision { set, .. } = node {
            members[*set as usize].push(at);
        }
    }
    let mut search = BestResponse { tree, strategy, player, others, members, chosen: vec![None; tree.sets.len()] };
    search.value(0)
}

struct BestResponse<'a, M> {
    tree: &'a GameTree<M>,
    strategy: &'a [Vec<f64>],
    player: usize,
    others: Vec<f64>,
    members: Vec<Vec<usize>>,
    chosen: Vec<Option<usize>>,
}

impl<M> BestResponse<'_, M> {
    fn value(&mut self, at: usize) -> f64 {
        let tree = self.tree;
        match &tree.nodes[at] {
            Node::Terminal(payoffs) => payoffs[self.player],
            Node::Chance(children) => children.iter().map(|&(child, chance)| chance * self.value(child as usize)).sum(),
            Node::Decision { set, children } => {
                let set = *set as usize;
                if tree.sets[set].player.index() == self.player {
                    let place = self.choose(set);
                    return self.value(children[place] as usize);
                }
                let strategy = self.strategy;
                children.iter().zip(&strategy[set]).map(|(&child, share)| share * self.value(child as usize)).sum()
            }
        }
    }

    /// The move with the highest mean value over an information set.
    fn choose(&mut self, set: usize) -> usize {
        if let Some(place) = self.chosen[set] {
            return place;
        }
        let members = std::mem::take(&mut self.members[set]);
        let mut sums = vec![0.0; self.tree.sets[set].moves.len()];
        for at in members {
            let Node::Decision { children, .. } = &self.tree.nodes[at] else { continue };
            for (sum, &child) in sums.iter_mut().zip(children) {
                *sum += self.others[at] * self.value(child as usize);
            }
        }
        let best = (1..sums.len()).fold(0, |best, place| if sums[place] > sums[best] { place } else { best });
        self.chosen[set] = Some(best);
        best
    }
}
