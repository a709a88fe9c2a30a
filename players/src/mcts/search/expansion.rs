//! Expansion of a node: its legal moves, detection of immediate wins, and of moves that allow the opponent one.
//! Selection decides which node is expanded.

use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;

use super::super::proof::{ProvenOutcome, outcome_rank};
use super::super::tree::{Node, NodeExtra, Tree};
use super::Worker;
use crate::limits::{Limits, Watch, unless_interrupted};

/// Immediate wins are rare if fewer than one position in this many has some.
const RARE: u64 = 50;

/// Share of the time that is left for the detection of wins and threats in one position.
const DETECTION_SHARE: f64 = 0.2;
/// Maximum number of moves between two readings of the clock during the detection of wins.
const MAX_PART: usize = 64;
/// Minimum time between two readings of the clock during the detection of wins.
const PART_TIME: Duration = Duration::from_micros(20);

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Expands a node; returns its proof, if it is proven.
    pub(super) fn expand(&mut self, child: &Node<G::Move>) -> Result<Option<ProvenOutcome>, Fault> {
        let player = match self.game.legal_moves(&self.state, &mut self.moves)? {
            Turn::Over(outcome) => {
                let proof = ProvenOutcome { outcome, plies: 0 };
                child.set_proof(proof);
                return Ok(Some(proof));
            }
            Turn::Player(player) => player,
            // Games with chance are searched by `Sampled`.
            Turn::Chance => return Ok(None),
        };
        self.add_children(child, player)
    }

    /// Adds children by the listed moves to a node; returns its proof, if it is proven.
    pub(super) fn add_children(
        &mut self,
        child: &Node<G::Move>,
        player: Player,
    ) -> Result<Option<ProvenOutcome>, Fault> {
        // Shuffled, because the first of equal children is selected and the order of the list must not matter.
        for last in (1..self.moves.len()).rev() {
            self.moves.swap(last, random_below(last + 1, &mut self.random));
        }
        let moves = std::mem::take(&mut self.moves);
        let children = self.build_children(&moves, player)?;
        let looks = self.should_detect_wins();
        // Slow rules leave time for a part of the moves only.
        let limits = self.watch.limits.share(DETECTION_SHARE);
        let is_complete = looks && self.find_wins(player, &moves, &limits)?;
        if !looks {
            self.wins.clear();
        }
        self.moves = moves;
        let proof = self.wins.first().map(|&win| {
            for child in children.iter().filter(|child| child.mv == win) {
                child.set_proof(ProvenOutcome { outcome: Outcome::Won(player), plies: 0 });
            }
            ProvenOutcome { outcome: Outcome::Won(player), plies: 1 }
        });
        let mut children = children;
        if is_complete && self.settings.detects_threats && self.wins.is_empty() {
            self.prove_losing_moves(player, &mut children, &limits)?;
        }
        let bytes = Tree::bytes_of(&children);
        if child.expand(player, children) {
            self.tree.add_bytes(bytes);
        }
        let proof = proof.or_else(|| ProvenOutcome::backup(player, child.children()?.1.iter().map(Node::proof)));
        if let Some(proof) = proof {
            child.set_proof(proof);
        }
        Ok(proof)
    }

    /// `true` if wins and threats should be searched for: always near the root; elsewhere, if they are rare, in every
    /// eighth position only.
    fn should_detect_wins(&mut self) -> bool {
        self.threat_searches += 1;
        let rare = self.threat_searches > 256 && self.threats_found * RARE < self.threat_searches;
        self.settings.detects_wins && (self.path.len() <= 1 || !rare || self.threat_searches.is_multiple_of(8))
    }

    /// Finds the moves with which the player wins at once, as far as the limits allow. Returns `true` if all moves were
    /// examined and there is as much time left for the threats.
    fn find_wins(&mut self, player: Player, moves: &[G::Move], limits: &Limits<'_>) -> Result<bool, Fault> {
        self.wins.clear();
        let Some(structure) = self.game.structure() else { return Ok(true) };
        let mut is_complete = true;
        if limits.time.is_none() {
            structure.winning_moves(&self.state, player, moves, &mut self.wins)?;
            self.made += moves.len() as u64;
        } else {
            let (watch, began) = (Watch::new(*limits), Instant::now());
            let (mut rest, mut size, mut made) = (moves, 1, 0);
            while !rest.is_empty() && !watch.read(made) {
                let (part, others) = rest.split_at(size.min(rest.len()));
                let found = structure.winning_moves(&self.state, player, part, &mut self.replies);
                if unless_interrupted(found)?.is_none() {
                    break;
                }
                self.wins.append(&mut self.replies);
                made += part.len() as u64;
                rest = others;
                // The parts grow as long as they take less time than readings of the clock justify.
                size = if watch.pace() * (size as u32) < PART_TIME { (4 * size).min(MAX_PART) } else { size };
            }
            is_complete = rest.is_empty() && limits.time_left().is_some_and(|left| began.elapsed() < left);
            self.made += made;
        }
        self.threats_found += u64::from(!self.wins.is_empty());
        Ok(is_complete)
    }

    /// Marks children as proven losses if the next player can still win at once, by a move that would already win if it
    /// were that player's turn now (threat).
    fn prove_losing_moves(
        &mut self,
        player: Player,
        children: &mut [Node<G::Move>],
        limits: &Limits<'_>,
    ) -> Result<(), Fault> {
        let (game, other) = (self.game, player.next(self.game.players()));
        let Some(structure) = game.structure() else { return Ok(()) };
        let watch = Watch::new(*limits);
        self.made += children.len() as u64;
        let found = structure.winning_replies(&self.state, other, &mut self.replies);
        if !unless_interrupted(found)?.unwrap_or(false) || self.replies.is_empty() {
            return Ok(());
        }
        self.threats_found += 1;
        for (number, child) in children.iter().enumerate() {
            if watch.is_reached(number as u64) {
                break;
            }
            let after = &mut self.playouts.state;
            after.clone_from(&self.state);
            let listed = game.apply(after, child.mv).and_then(|()| game.legal_moves(after, &mut self.listed));
            let Some(turn) = unless_interrupted(listed)? else { break };
            self.made += 1;
            if turn.player() != Some(other) {
                continue;
            }
            for &reply in &self.replies {
                if !self.listed.contains(&reply) {
                    continue;
                }
                let outcome = structure.outcome_after(after, reply);
                if unless_interrupted(outcome)?.flatten() == Some(Outcome::Won(other)) {
                    child.set_proof(ProvenOutcome { outcome: Outcome::Won(other), plies: 1 });
                    break;
                }
            }
        }
        Ok(())
    }

    /// Builds the children for some moves of a player.
    fn build_children(&mut self, moves: &[G::Move], player: Player) -> Result<Box<[Node<G::Move>]>, Fault> {
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            let extra = if self.settings.has_extra() {
                let code = self.codes.map_or(0, |codes| codes.code(self.game, &self.state, mv));
                let mut prior = 0.0;
                if self.settings.uses_heuristic() && !self.watch.is_reached(self.made) {
                    let after = &mut self.playouts.state;
                    after.clone_from(&self.state);
                    self.game.apply(after, mv)?;
                    self.made += 1;
                    prior = match self.game.outcome(after)? {
                        Some(outcome) => f32::from(outcome_rank(outcome, player)) - 1.0,
                        None => self.settings.heuristic.bounded_value(self.game, after, player)? as f32,
                    };
                }
                Some(Box::new(NodeExtra::new(prior, code)))
            } else {
                None
            };
            children.push(Node::new(mv, extra));
        }
        Ok(children.into_boxed_slice())
    }
}
