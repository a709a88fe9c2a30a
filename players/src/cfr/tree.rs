//! The complete game tree in extensive form, with its information sets. It solves nothing.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Turn};
use boardwright_game::ids::Player;
use rustc_hash::FxHashMap;

use crate::limits::{Limits, Watch, unless_interrupted};
use crate::stakes::{Stakes, players};

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

/// Maximum depth of the tree; the best response recurses through it.
const MAX_PLIES: usize = 1000;

/// Key of an information set.
pub(super) fn information_key<G: Game>(game: &G, state: &G::State, player: Player) -> Vec<u8> {
    let mut key = vec![player.number() as u8];
    game.information_state(state, player, &mut key);
    key
}

impl<M: Copy + PartialEq> GameTree<M> {
    /// Builds the complete tree; `None` if it has more than `most` nodes, is too deep, the time of `limits` does not
    /// suffice, or the moves of a player differ between nodes that the player should not be able to distinguish.
    pub fn build<G: Game<Move = M>>(
        game: &G,
        stakes: Stakes,
        most: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Fault> {
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..*limits });
        let _deadline = limits.set_deadline();
        let mut tree =
            Self { nodes: Vec::new(), sets: Vec::new(), set_by_key: FxHashMap::default(), players: game.players() };
        // Stack of positions whose nodes are placeholders until they are expanded.
        let mut open = vec![(game.initial_state(), 0_usize, 0)];
        tree.nodes.push(Node::Chance(Vec::new()));
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        while let Some((state, at, plies)) = open.pop() {
            let Some(turn) = unless_interrupted(game.legal_moves(&state, &mut moves))? else { return Ok(None) };
            let first = tree.nodes.len() as u32;
            let children = first..first + moves.len() as u32;
            tree.nodes[at] = match turn {
                Turn::Over(outcome) => {
                    Node::Terminal(players(game).map(|player| stakes.payoff(game, &state, outcome, player)).collect())
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
                    let Some(places) = places.collect::<Option<Vec<_>>>() else { return Ok(None) };
                    let children = places.into_iter().map(|place| first + place as u32).collect();
                    Node::Decision { set: set as u32, children }
                }
            };
            for &mv in &moves {
                if tree.nodes.len() >= most || plies >= MAX_PLIES || watch.is_reached(tree.nodes.len() as u64) {
                    return Ok(None);
                }
                let mut after = state.clone();
                if unless_interrupted(game.apply(&mut after, mv))?.is_none() {
                    return Ok(None);
                }
                open.push((after, tree.nodes.len(), plies + 1));
                tree.nodes.push(Node::Chance(Vec::new()));
            }
        }
        Ok(Some(tree))
    }
}
