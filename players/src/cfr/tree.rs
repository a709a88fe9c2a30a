//! The complete game tree in extensive form, with its information sets. It solves nothing.

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;
use rustc_hash::FxHashMap;

use super::CfrError;
use crate::limits::{Limits, Watch, unless_interrupted};
use crate::player::players;

/// A game in extensive form.
#[derive(Debug)]
pub(super) struct GameTree<M> {
    /// Nodes; children follow their parents, and the first node is the root.
    pub nodes: Vec<Node>,
    pub sets: Vec<InformationSet<M>>,
    /// Information set by its key: the player and the information of that player.
    pub set_by_key: FxHashMap<Vec<u8>, usize>,
    pub players: usize,
}

/// A history of the game: a position with the path to it.
#[derive(Debug)]
pub(super) enum Node {
    /// A terminal node with the payoff of each player.
    Terminal(Box<[f64]>),
    /// A chance node with its children and their probabilities.
    Chance(Vec<(u32, f64)>),
    /// A decision node with the information set of the player to move, and a child for each of its moves.
    Decision { set: u32, children: Vec<u32> },
}

/// An information set: nodes that the player to move cannot distinguish.
#[derive(Debug)]
pub(super) struct InformationSet<M> {
    pub player: Player,
    pub moves: Vec<M>,
}

/// Values by move, in the order of `moves`; `None` if these are not the moves `of`.
pub(crate) fn arrange<M: Copy + PartialEq>(of: &[M], values: &[f64], moves: &[M]) -> Option<Vec<f64>> {
    if of.len() != moves.len() {
        return None;
    }
    moves.iter().map(|mv| of.iter().position(|other| other == mv).map(|place| values[place])).collect()
}

/// Maximum depth of the tree; the best response recurses through it.
pub(crate) const MAX_PLIES: usize = 1000;

/// Reason for trees with too many nodes, and for trees that the time does not suffice to build.
const TOO_LARGE: &str = "whose game tree is too large";

/// Key of an information set: the number of the player, and the information state of that player.
pub(crate) fn information_key<G: Game>(game: &G, state: &G::State, player: Player) -> Vec<u8> {
    let mut key = Vec::new();
    information_key_into(game, state, player, &mut key);
    key
}

/// [`information_key`] into a buffer.
pub(crate) fn information_key_into<G: Game>(game: &G, state: &G::State, player: Player, key: &mut Vec<u8>) {
    key.clear();
    key.push(player.number() as u8);
    game.information_state(state, player, key);
}

impl<M: Copy + PartialEq> GameTree<M> {
    /// Builds the complete tree, with a chance node above the initial states if there are several.
    ///
    /// # Errors
    /// If it has more than `most` nodes, is too deep, the time of `limits` does not suffice, a chance node is not
    /// enumerated, or the moves of a player differ between nodes that the player should not be able to distinguish.
    pub fn build<G: Game<Move = M>>(game: &G, most: usize, limits: &Limits<'_>) -> Result<Self, CfrError> {
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..*limits });
        let _deadline = limits.set_deadline();
        let mut tree =
            Self { nodes: Vec::new(), sets: Vec::new(), set_by_key: FxHashMap::default(), players: game.players() };
        // Stack of positions whose nodes are placeholders until they are expanded.
        let mut open = Vec::new();
        let roots = game.initial_states();
        let share = 1.0 / roots.len() as f64;
        tree.nodes.push(Node::Chance((1..=roots.len() as u32).map(|root| (root, share)).collect()));
        for root in roots {
            open.push((root, tree.nodes.len(), 0));
            tree.nodes.push(Node::Chance(Vec::new()));
        }
        let payoff = game.payoff();
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        while let Some((state, at, plies)) = open.pop() {
            let Some(turn) = unless_interrupted(game.legal_moves(&state, &mut moves))? else {
                return Err(CfrError::Unsupported(TOO_LARGE));
            };
            let first = tree.nodes.len() as u32;
            let children = first..first + moves.len() as u32;
            tree.nodes[at] = match turn {
                Turn::Over(outcome) => {
                    Node::Terminal(players(game).map(|player| payoff.value(game, &state, outcome, player)).collect())
                }
                Turn::Chance if moves.is_empty() => {
                    return Err(CfrError::Unsupported("with chance moves that can only be sampled"));
                }
                Turn::Chance => {
                    game.chance_probabilities(&state, &mut chances);
                    Node::Chance(children.zip(chances.iter().copied()).collect())
                }
                Turn::Player(player) => {
                    let key = information_key(game, &state, player);
                    let set = *tree.set_by_key.entry(key).or_insert(tree.sets.len());
                    if set == tree.sets.len() {
                        tree.sets.push(InformationSet { player, moves: moves.clone() });
                    }
                    // All nodes of an information set have the same moves, but their order may differ.
                    let places = tree.sets[set].moves.iter().map(|mv| moves.iter().position(|other| other == mv));
                    let places = places
                        .collect::<Option<Vec<_>>>()
                        .ok_or(CfrError::Unsupported("whose legal moves depend on hidden information"))?;
                    let children = places.into_iter().map(|place| first + place as u32).collect();
                    Node::Decision { set: set as u32, children }
                }
            };
            for &mv in &moves {
                if tree.nodes.len() >= most || plies >= MAX_PLIES || watch.is_reached(tree.nodes.len() as u64) {
                    return Err(CfrError::Unsupported(TOO_LARGE));
                }
                let mut after = state.clone();
                if unless_interrupted(game.apply(&mut after, mv))?.is_none() {
                    return Err(CfrError::Unsupported(TOO_LARGE));
                }
                open.push((after, tree.nodes.len(), plies + 1));
                tree.nodes.push(Node::Chance(Vec::new()));
            }
        }
        Ok(tree)
    }
}
