//! A whole game as a tree, with the information sets in which its players choose. It solves nothing.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::Player;
use rustc_hash::FxHashMap;

use crate::stakes::{Stakes, players};

/// A game written out.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// Children stand behind their parents; the first is the start.
    pub nodes: Vec<Node>,
    pub sets: Vec<Set<M>>,
    /// By player and what that player knows.
    pub known: FxHashMap<Vec<u8>, usize>,
    pub players: usize,
}

/// A position, or rather a way to one.
#[derive(Debug)]
pub(super) enum Node {
    /// What each player gets.
    End(Box<[f64]>),
    /// The children and their probabilities.
    Chance(Vec<(u32, f64)>),
    /// The information set of the player to move, and a child for each of its moves.
    Choice { set: u32, children: Vec<u32> },
}

/// What a player cannot tell apart.
#[derive(Debug)]
pub(super) struct Set<M> {
    pub player: Player,
    pub moves: Vec<M>,
}

/// Lines of play may be so long: they are followed by calls within calls.
const MOST_PLIES: usize = 1000;

/// The key of an information set.
pub(super) fn key<G: Game>(game: &G, state: &G::State, player: Player) -> Vec<u8> {
    let mut key = vec![player.number() as u8];
    game.information(state, player, &mut key);
    key
}

impl<M: Copy + PartialEq> Tree<M> {
    /// All of a game; `None` if it has more than so many nodes, or lines of play that are too long, or moves that tell players apart
    /// what they are said not to.
    pub fn of<G: Game<Move = M>>(game: &G, stakes: Stakes, most: usize) -> Result<Option<Self>, Fault> {
        let mut tree =
            Self { nodes: Vec::new(), sets: Vec::new(), known: FxHashMap::default(), players: game.players() };
        // Positions that have a node, which is made when they are taken.
        let mut open = vec![(game.start(), 0_usize, 0)];
        tree.nodes.push(Node::Chance(Vec::new()));
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        while let Some((state, at, plies)) = open.pop() {
            let turn = game.turn(&state, &mut moves)?;
            let first = tree.nodes.len() as u32;
            let children = first..first + moves.len() as u32;
            tree.nodes[at] = match turn {
                Turn::Over(outcome) => {
                    Node::End(players(game).map(|player| stakes.worth(game, &state, outcome, player)).collect())
                }
                Turn::Chance => {
                    game.chances(&state, &mut chances);
                    Node::Chance(children.zip(chances.iter().copied()).collect())
                }
                Turn::Player(player) => {
                    let key = key(game, &state, player);
                    let set = *tree.known.entry(key).or_insert(tree.sets.len());
                    if set == tree.sets.len() {
                        tree.sets.push(Set { player, moves: moves.clone() });
                    }
                    // Whoever cannot tell positions apart has the same moves in them, but perhaps in another order.
                    let places = tree.sets[set].moves.iter().map(|mv| moves.iter().position(|other| other == mv));
                    let Some(places) = places.collect::<Option<Vec<_>>>() else { return Ok(None) };
                    let children = places.into_iter().map(|place| first + place as u32).collect();
                    Node::Choice { set: set as u32, children }
                }
            };
            for &mv in &moves {
                if tree.nodes.len() >= most || plies >= MOST_PLIES {
                    return Ok(None);
                }
                let mut after = state.clone();
                game.apply(&mut after, mv)?;
                open.push((after, tree.nodes.len(), plies + 1));
                tree.nodes.push(Node::Chance(Vec::new()));
            }
        }
        Ok(Some(tree))
    }
}
