//! The tree of the last move, and finding the next position in it. It grows nothing.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;

use super::tree::{Child, Tree};
use crate::player::Question;

/// What is kept between the moves of a game.
pub(super) struct Kept<G: Game> {
    pub tree: Tree<G::Move>,
    /// The position of the tree.
    pub state: G::State,
    /// The move that was chosen there.
    pub answer: G::Move,
}

/// So many moves on, at most, the next position is looked for: turns can have several.
const PLIES: usize = 6;
/// So many positions are looked at, at most.
const MOST: u32 = 3000;

/// The position that is looked for.
struct Wanted<'a, G: Game> {
    game: &'a G,
    key: u64,
    /// What tells it from others for certain: more than the position, where more counts.
    exact: Exact,
    left: u32,
}

#[derive(PartialEq)]
enum Exact {
    Position(Vec<u8>),
    State(String),
}

fn exact<G: Game>(game: &G, state: &G::State) -> Exact {
    if game.remembers() {
        return Exact::State(game.state_text(state));
    }
    let mut bytes = Vec::new();
    game.position(state, &mut bytes);
    Exact::Position(bytes)
}

impl<G: Game> Kept<G> {
    /// The tree from the position of a question on, if it is in here: the same position, or what the chosen move and some more
    /// led to.
    pub fn find(self, question: &Question<'_, G>) -> Result<Option<Tree<G::Move>>, Fault> {
        let Question { game, state, me, moves, .. } = *question;
        let exact = exact(game, state);
        let mut wanted = Wanted { game, key: game.key(state), exact, left: MOST };
        let mut path = Vec::new();
        if !wanted.is(&self.state) {
            let Some((_, children)) = self.tree.root.below() else { return Ok(None) };
            let Some(first) = children.iter().position(|child| child.mv == self.answer) else { return Ok(None) };
            let mut after = self.state.clone();
            game.apply(&mut after, self.answer)?;
            path.push(first);
            let mut found = wanted.is(&after);
            for plies in 1..PLIES {
                found = found || wanted.look(&children[first], &after, plies, &mut path)?;
                if found {
                    break;
                }
            }
            if !found {
                return Ok(None);
            }
        }
        // It is of use only if it is about the very moves that are asked about.
        let fits = |tree: &Tree<G::Move>| {
            tree.root.below().is_some_and(|(player, children)| {
                let asked = |child: &Child<G::Move>| moves.contains(&child.mv);
                player == me && children.len() == moves.len() && children.iter().all(asked)
            })
        };
        Ok(self.tree.advance(&path).filter(fits))
    }
}

impl<G: Game> Wanted<'_, G> {
    fn is(&self, state: &G::State) -> bool {
        self.game.key(state) == self.key && exact(self.game, state) == self.exact
    }

    /// Looks at what so many moves lead to; `path` then leads there.
    fn look(
        &mut self,
        child: &Child<G::Move>,
        state: &G::State,
        plies: usize,
        path: &mut Vec<usize>,
    ) -> Result<bool, Fault> {
        let Some((_, children)) = child.below() else { return Ok(false) };
        for (index, child) in children.iter().enumerate() {
            // A position without children is of no use.
            if child.below().is_none() || self.left == 0 {
                continue;
            }
            self.left -= 1;
            let mut after = state.clone();
            self.game.apply(&mut after, child.mv)?;
            path.push(index);
            if if plies == 1 { self.is(&after) } else { self.look(child, &after, plies - 1, path)? } {
                return Ok(true);
            }
            path.pop();
        }
        Ok(false)
    }
}
