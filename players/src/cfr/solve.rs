//! Counterfactual regret minimisation (Zinkevich and others, 2007) in the form CFR+ (Tammelin, 2014): regrets do not become
//! negative, players take turns, and later strategies count more in the mean. Beside it what a strategy can lose to a best
//! response. It knows trees, no games.

use super::tree::{Node, Tree};

/// Regrets and mean strategies of a tree.
#[derive(Debug)]
pub(super) struct Solver {
    /// By set and move.
    regrets: Vec<Vec<f64>>,
    strategies: Vec<Vec<f64>>,
    /// What each move of each set would have brought, in this round.
    gains: Vec<Vec<f64>>,
    pub rounds: u64,
}

impl Solver {
    pub fn new<M>(tree: &Tree<M>) -> Self {
        let zero: Vec<Vec<f64>> = tree.sets.iter().map(|set| vec![0.0; set.moves.len()]).collect();
        Self { regrets: zero.clone(), strategies: zero.clone(), gains: zero, rounds: 0 }
    }

    /// One round: each player in turn learns from what the others do now.
    pub fn round<M>(&mut self, tree: &Tree<M>) {
        self.rounds += 1;
        for player in 0..tree.players {
            let now: Vec<Vec<f64>> = self.regrets.iter().map(|regrets| shares(regrets)).collect();
            let (own, others) = reaches(tree, &now, player);
            let values = values(tree, &now, player);
            for gains in &mut self.gains {
                gains.fill(0.0);
            }
            for (at, node) in tree.nodes.iter().enumerate() {
                let Node::Choice { set, children } = node else { continue };
                let set = *set as usize;
                if tree.sets[set].player.index() != player {
                    continue;
                }
                for (place, &child) in children.iter().enumerate() {
                    self.gains[set][place] += others[at] * (values[child as usize] - values[at]);
                    self.strategies[set][place] += self.rounds as f64 * own[at] * now[set][place];
                }
            }
            for (set, gains) in
                self.gains.iter().enumerate().filter(|(set, _)| tree.sets[*set].player.index() == player)
            {
                for (regret, gain) in self.regrets[set].iter_mut().zip(gains) {
                    *regret = (*regret + gain).max(0.0);
                }
            }
        }
    }

    /// The mean strategy, by set and move.
    pub fn strategy(&self) -> Vec<Vec<f64>> {
        self.strategies.iter().map(|weights| shares(weights)).collect()
    }
}

/// As probabilities: all alike where nothing has a weight.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return vec![1.0 / weights.len() as f64; weights.len()];
    }
    weights.iter().map(|weight| weight / sum).collect()
}

/// How likely each node is to be reached by what one player does, and by what the others and chance do.
fn reaches<M>(tree: &Tree<M>, strategy: &[Vec<f64>], player: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut own, mut others) = (vec![1.0; tree.nodes.len()], vec![1.0; tree.nodes.len()]);
    for (at, node) in tree.nodes.iter().enumerate() {
        match node {
            Node::End(_) => {}
            Node::Chance(children) => {
                for &(child, chance) in children {
                    own[child as usize] = own[at];
                    others[child as usize] = others[at] * chance;
                }
            }
            Node::Choice { set, children } => {
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

/// What each node is worth to a player if all play so.
pub(super) fn values<M>(tree: &Tree<M>, strategy: &[Vec<f64>], player: usize) -> Vec<f64> {
    let mut values = vec![0.0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        values[at] = match node {
            Node::End(worth) => worth[player],
            Node::Chance(children) => children.iter().map(|&(child, chance)| chance * values[child as usize]).sum(),
            Node::Choice { set, children } => {
                let shares = &strategy[*set as usize];
                children.iter().zip(shares).map(|(&child, share)| share * values[child as usize]).sum()
            }
        };
    }
    values
}

/// What the others and chance make likely of each node: the weights by which a set's positions count.
pub(super) fn weights<M>(tree: &Tree<M>, strategy: &[Vec<f64>], player: usize) -> Vec<f64> {
    reaches(tree, strategy, player).1
}

/// What the start is worth to a player who plays best against what the others do.
///
/// A player who forgets nothing reaches all positions of a set by the same own moves, and sets below come later; so sets are
/// decided from the last to the first, each as soon as all below its positions is.
pub(super) fn best_response<M>(tree: &Tree<M>, strategy: &[Vec<f64>], player: usize) -> f64 {
    let others = weights(tree, strategy, player);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); tree.sets.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Node::Choice { set, .. } = node {
            members[*set as usize].push(at);
        }
    }
    let mut search = Response { tree, strategy, player, others, members, chosen: vec![None; tree.sets.len()] };
    search.value(0)
}

struct Response<'a, M> {
    tree: &'a Tree<M>,
    strategy: &'a [Vec<f64>],
    player: usize,
    others: Vec<f64>,
    members: Vec<Vec<usize>>,
    chosen: Vec<Option<usize>>,
}

impl<M> Response<'_, M> {
    fn value(&mut self, at: usize) -> f64 {
        let tree = self.tree;
        match &tree.nodes[at] {
            Node::End(worth) => worth[self.player],
            Node::Chance(children) => children.iter().map(|&(child, chance)| chance * self.value(child as usize)).sum(),
            Node::Choice { set, children } => {
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

    /// The move that is best in the mean over a set.
    fn choose(&mut self, set: usize) -> usize {
        if let Some(place) = self.chosen[set] {
            return place;
        }
        let members = std::mem::take(&mut self.members[set]);
        let mut sums = vec![0.0; self.tree.sets[set].moves.len()];
        for at in members {
            let Node::Choice { children, .. } = &self.tree.nodes[at] else { continue };
            for (sum, &child) in sums.iter_mut().zip(children) {
                *sum += self.others[at] * self.value(child as usize);
            }
        }
        let best = (1..sums.len()).fold(0, |best, place| if sums[place] > sums[best] { place } else { best });
        self.chosen[set] = Some(best);
        best
    }
}
