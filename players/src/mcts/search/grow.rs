//! Growing the tree by one position: its moves, which of them win at once, and which let the others do so. Where to grow it is
//! decided elsewhere.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::playout::below;

use super::super::proof::{Proof, rank};
use super::super::tree::{Child, Extra, Tree};
use super::Worker;

/// Wins are rare if fewer than one position in so many has some.
const RARE: u64 = 50;

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Lists the moves of a position; gives its proof, if it has one.
    pub(super) fn grow(&mut self, child: &Child<G::Move>) -> Result<Option<Proof>, Fault> {
        let player = match self.game.turn(&self.state, &mut self.moves)? {
            Turn::Over(outcome) => {
                let proof = Proof { outcome, plies: 0 };
                child.prove(proof);
                return Ok(Some(proof));
            }
            Turn::Player(player) => player,
            // The player takes such games another way.
            Turn::Chance => return Ok(None),
        };
        self.give(child, player)
    }

    /// Gives a position children by the moves that are listed; gives its proof, if it has one.
    pub(super) fn give(&mut self, child: &Child<G::Move>, player: Player) -> Result<Option<Proof>, Fault> {
        // The first of equal ones is chosen, so their order must mean nothing.
        for last in (1..self.moves.len()).rev() {
            self.moves.swap(last, below(last + 1, &mut self.random));
        }
        let moves = std::mem::take(&mut self.moves);
        let children = self.children(&moves, player)?;
        let looks = self.looks();
        self.wins.clear();
        if let (true, Some(structure)) = (looks, self.game.structure()) {
            self.made += moves.len() as u64;
            structure.winning_moves(&self.state, player, &moves, &mut self.wins)?;
            self.found += u64::from(!self.wins.is_empty());
        }
        self.moves = moves;
        let proof = self.wins.first().map(|&win| {
            for child in children.iter().filter(|child| child.mv == win) {
                child.prove(Proof { outcome: Outcome::Won(player), plies: 0 });
            }
            Proof { outcome: Outcome::Won(player), plies: 1 }
        });
        let mut children = children;
        if looks && self.settings.threats && self.wins.is_empty() {
            self.refute(player, &mut children)?;
        }
        let bytes = Tree::room_of(&children);
        if child.grow(player, children) {
            self.tree.takes(bytes);
        }
        let proof = proof.or_else(|| Proof::of(player, child.below()?.1.iter().map(Child::proof)));
        if let Some(proof) = proof {
            child.prove(proof);
        }
        Ok(proof)
    }

    /// Whether to look for wins and threats: always near the root; further on, where there are hardly any, only now and then.
    fn looks(&mut self) -> bool {
        self.looked += 1;
        let rare = self.looked > 256 && self.found * RARE < self.looked;
        self.settings.wins && (self.path.len() <= 1 || !rare || self.looked.is_multiple_of(8))
    }

    /// Proves children lost in which the next player still wins at once with a move that would win already if it were that
    /// player's turn.
    fn refute(&mut self, player: Player, children: &mut [Child<G::Move>]) -> Result<(), Fault> {
        let (game, other) = (self.game, player.next(self.game.players()));
        let Some(structure) = game.structure() else { return Ok(()) };
        self.made += children.len() as u64;
        if !structure.winning_replies(&self.state, other, &mut self.replies)? || self.replies.is_empty() {
            return Ok(());
        }
        self.found += 1;
        for child in children.iter() {
            let after = &mut self.playouts.state;
            after.clone_from(&self.state);
            game.apply(after, child.mv)?;
            self.made += 1;
            if game.turn(after, &mut self.listed)?.player() != Some(other) {
                continue;
            }
            for &reply in &self.replies {
                if self.listed.contains(&reply) && structure.ends(after, reply)? == Some(Outcome::Won(other)) {
                    child.prove(Proof { outcome: Outcome::Won(other), plies: 1 });
                    break;
                }
            }
        }
        Ok(())
    }

    /// Children by some moves of a player.
    fn children(&mut self, moves: &[G::Move], player: Player) -> Result<Box<[Child<G::Move>]>, Fault> {
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            let extra = if self.settings.extra() {
                let code = self.codes.map_or(0, |codes| codes.code(self.game, &self.state, mv));
                let mut prior = 0.0;
                if self.settings.judges() {
                    let after = &mut self.playouts.state;
                    after.clone_from(&self.state);
                    self.game.apply(after, mv)?;
                    self.made += 1;
                    prior = match self.game.outcome(after)? {
                        Some(outcome) => f32::from(rank(outcome, player)) - 1.0,
                        None => self.settings.heuristic.bounded(self.game, after, player)? as f32,
                    };
                }
                Some(Box::new(Extra::new(prior, code)))
            } else {
                None
            };
            children.push(Child::new(mv, extra));
        }
        Ok(children.into_boxed_slice())
    }
}
