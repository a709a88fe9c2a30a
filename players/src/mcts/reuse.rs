//! Tree reuse: finds the next position of the game in the tree of the last search. It does not grow the tree.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt};

use super::tree::{Node, Tree};
use crate::limits::{Limits, Watch};
use crate::player::Question;

/// The tree of the last search, kept between the moves of a game.
pub(super) struct ReusedTree<G: Game> {
    pub tree: Tree<G::Move>,
    /// Root position of the tree.
    pub state: G::State,
    /// The move that was chosen at the root.
    pub answer: G::Move,
}

/// Maximum number of moves after the chosen one at which the next position is looked up: a turn can have several moves.
const MAX_PLIES: usize = 6;
/// Maximum number of positions that are compared.
const MAX_POSITIONS: u32 = 3000;

/// Share of the time that a lookup may take.
const LOOKUP_SHARE: f64 = 0.1;

/// A lookup of a position in a tree.
struct TreeLookup<'a, G: Game> {
    game: &'a G,
    key: u64,
    /// Identity of the position, including its history where the game is history dependent.
    exact: PositionIdentity,
    left: u32,
    watch: Watch<'a>,
    made: u64,
}

#[derive(PartialEq)]
enum PositionIdentity {
    Position(Vec<u8>),
    State(String),
}

fn position_identity<G: Game>(game: &G, state: &G::State) -> PositionIdentity {
    if game.is_history_dependent() {
        return PositionIdentity::State(game.state_text(state));
    }
    let mut bytes = Vec::new();
    game.encode(state, &mut bytes);
    PositionIdentity::Position(bytes)
}

impl<G: Game> ReusedTree<G> {
    /// The subtree of the position of a question, if the tree contains it: at the root, or after the chosen move and
    /// some more moves.
    pub fn find(self, question: &Question<'_, G>) -> Result<Option<Tree<G::Move>>, Fault> {
        let Question { game, state, me, moves, .. } = *question;
        let exact = position_identity(game, state);
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..question.limits.share(LOOKUP_SHARE) });
        let mut lookup = TreeLookup { game, key: game.key(state), exact, left: MAX_POSITIONS, watch, made: 0 };
        let mut path = Vec::new();
        if !lookup.matches(&self.state) {
            let Some((_, children)) = self.tree.root.children() else { return Ok(None) };
            let Some(first) = children.iter().position(|child| child.mv == self.answer) else { return Ok(None) };
            let mut after = self.state.clone();
            game.apply(&mut after, self.answer)?;
            path.push(first);
            let mut found = lookup.matches(&after);
            for plies in 1..MAX_PLIES {
                found = found || lookup.search_below(&children[first], &after, plies, &mut path)?;
                if found {
                    break;
                }
            }
            if !found {
                return Ok(None);
            }
        }
        // The subtree is useful only if its children are exactly the moves of the question.
        let fits = |tree: &Tree<G::Move>| {
            tree.root.children().is_some_and(|(player, children)| {
                let is_requested = |child: &Node<G::Move>| moves.contains(&child.mv);
                player == me && children.len() == moves.len() && children.iter().all(is_requested)
            })
        };
        Ok(self.tree.advance(&path).filter(fits))
    }
}

impl<G: Game> TreeLookup<'_, G> {
    fn matches(&self, state: &G::State) -> bool {
        self.game.key(state) == self.key && position_identity(self.game, state) == self.exact
    }

    /// Searches the positions that `plies` moves lead to. If the position is found, `path` leads to it.
    fn search_below(
        &mut self,
        child: &Node<G::Move>,
        state: &G::State,
        plies: usize,
        path: &mut Vec<usize>,
    ) -> Result<bool, Fault> {
        let Some((_, children)) = child.children() else { return Ok(false) };
        for (index, child) in children.iter().enumerate() {
            // Unexpanded nodes are of no use.
            if child.children().is_none() || self.left == 0 || self.watch.is_reached(self.made) {
                continue;
            }
            self.left -= 1;
            self.made += 1;
            let mut after = state.clone();
            self.game.apply(&mut after, child.mv)?;
            path.push(index);
            if if plies == 1 { self.matches(&after) } else { self.search_below(child, &after, plies - 1, path)? } {
                return Ok(true);
            }
            path.pop();
        }
        Ok(false)
    }
}
