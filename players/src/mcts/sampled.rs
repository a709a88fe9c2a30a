//! Monte Carlo tree search where not everything is known: chance is drawn anew in each round, and so is what the player cannot see.
//! Nothing is proven here, and one thread does it.
//!
//! Where something is hidden, every player has a node for all positions that look alike to that player, and chooses there by what
//! playouts were worth to that player (information set search with a tree for each observer, after Cowling, Powley and
//! Whitehouse, 2012). Where there is only chance, a node is a sequence of moves, whatever chance did between them (open loop), or,
//! if so asked, a position. The moves of a node can differ from round to round: UCB1 counts for each how often it was there.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::playout::{below, weighted};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

use super::playout::Playouts;
use super::settings::Settings;
use crate::player::{Choice, Question};
use crate::stakes::{Stakes, players};

/// A move of a player at a node.
struct Edge<M> {
    player: Player,
    mv: M,
    visits: u32,
    /// How often it was among the legal moves.
    there: u32,
    /// What playouts were worth to the player.
    sum: f64,
    /// The node that follows where nodes are sequences of moves; 0 for none.
    next: u32,
}

/// A search from one position.
pub(super) struct Sampled<'a, G: Game> {
    question: &'a Question<'a, G>,
    settings: &'a Settings,
    stakes: Stakes,
    random: &'a mut Pcg64Mcg,
    nodes: Vec<Vec<Edge<G::Move>>>,
    /// By what a player knows: the node.
    known: FxHashMap<Vec<u8>, u32>,
    bytes: usize,
    state: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    information: Vec<u8>,
    /// Nodes, and the edges by which they were left.
    path: Vec<(u32, u32)>,
    playouts: Playouts<G>,
    made: u64,
}

/// What a node takes beside its edges and what is known there: a guess.
const NODE: usize = 96;

impl<'a, G: Game> Sampled<'a, G> {
    pub fn new(
        question: &'a Question<'a, G>,
        settings: &'a Settings,
        stakes: Stakes,
        random: &'a mut Pcg64Mcg,
    ) -> Self {
        Self {
            question,
            settings,
            stakes,
            random,
            nodes: vec![Vec::new()],
            known: FxHashMap::default(),
            bytes: 0,
            state: question.state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            information: Vec::new(),
            path: Vec::new(),
            playouts: Playouts::new(question.state, settings.longest, None),
            made: 0,
        }
    }

    /// Searches, and gives the move that was tried most.
    pub fn choose(mut self) -> Result<Choice<G::Move>, Fault> {
        let limits = self.question.limits;
        let (mut rounds, mut telling) = (0_u64, 128);
        while !limits.is_over()
            && limits.nodes.is_none_or(|most| self.made < most)
            && self.settings.playouts.is_none_or(|most| rounds < most)
        {
            self.round()?;
            rounds += 1;
            if rounds == telling && self.question.listener.is_some() {
                telling *= 2;
                self.question.tell(&self.best(self.question.lines()));
            }
        }
        let best = self.best(self.question.lines());
        self.question.tell(&best);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::at_once(self.question.moves[0])))
    }

    /// The best moves, the best first. Nothing follows them: what does depends on what nobody knows.
    fn best(&self, lines: usize) -> Vec<Choice<G::Move>> {
        let edges = &self.nodes[0];
        let found = |mv| edges.iter().find(|edge| edge.mv == mv && edge.player == self.question.me);
        let mut moves: Vec<_> = self.question.moves.iter().map(|&mv| (mv, found(mv))).collect();
        moves.sort_by_key(|(_, edge)| std::cmp::Reverse(edge.map_or(0, |edge| edge.visits)));
        let choice = |(mv, edge): (G::Move, Option<&Edge<G::Move>>)| Choice {
            value: edge.filter(|edge| edge.visits > 0).map(|edge| edge.sum / f64::from(edge.visits)),
            depth: 1,
            nodes: self.made,
            ..Choice::at_once(mv)
        };
        moves.into_iter().take(lines).map(choice).collect()
    }

    /// One playout.
    fn round(&mut self) -> Result<(), Fault> {
        let Question { game, state, me, .. } = *self.question;
        if game.hides() {
            self.state = game.resample(state, me, self.random);
        } else {
            self.state.clone_from(state);
        }
        self.path.clear();
        let mut follows = Some(0);
        let outcome = loop {
            match game.turn(&self.state, &mut self.moves)? {
                Turn::Over(outcome) => break Some(outcome),
                Turn::Chance => {
                    game.chances(&self.state, &mut self.chances);
                    let index = weighted(&self.chances, self.random);
                    game.apply(&mut self.state, self.moves[index])?;
                    self.made += 1;
                }
                Turn::Player(player) => {
                    let Some(node) = self.node(player, follows) else { break self.play_out()? };
                    let (edge, new) = self.select(node, player);
                    self.path.push((node, edge));
                    let Edge { mv, next, .. } = self.nodes[node as usize][edge as usize];
                    game.apply(&mut self.state, mv)?;
                    self.made += 1;
                    if new {
                        break self.play_out()?;
                    }
                    follows = (next > 0).then_some(next);
                }
            }
        };
        let mut values = Vec::with_capacity(game.players());
        for player in players(game) {
            values.push(match outcome {
                Some(outcome) => self.stakes.share(game, &self.state, outcome, player),
                None => self.settings.heuristic.bounded(game, &self.state, player)?.clamp(-1.0, 1.0),
            });
        }
        for &(node, edge) in &self.path {
            let edge = &mut self.nodes[node as usize][edge as usize];
            edge.visits += 1;
            edge.sum += values[edge.player.index()];
        }
        Ok(())
    }

    /// The node of the player to move; `None` if there is no room for one.
    fn node(&mut self, player: Player, follows: Option<u32>) -> Option<u32> {
        let Some(&(from, by)) = self.path.last() else { return Some(0) };
        let game = self.question.game;
        let new = self.nodes.len() as u32;
        let by_position = game.hides() || !self.settings.open;
        if by_position {
            self.information.clear();
            self.information.push(player.number() as u8);
            game.information(&self.state, player, &mut self.information);
            if let Some(&node) = self.known.get(&self.information) {
                return Some(node);
            }
        } else if follows.is_some() {
            return follows;
        }
        if self.bytes >= self.settings.memory << 20 {
            return None;
        }
        self.bytes += NODE;
        if by_position {
            self.bytes += self.information.capacity();
            self.known.insert(self.information.clone(), new);
        } else {
            self.nodes[from as usize][by as usize].next = new;
        }
        self.nodes.push(Vec::new());
        Some(new)
    }

    /// By which edge to leave a node, and whether it was never tried.
    fn select(&mut self, node: u32, player: Player) -> (u32, bool) {
        let edges = &mut self.nodes[node as usize];
        let mut untried = 0;
        let (mut chosen, mut most) = (0, f64::NEG_INFINITY);
        let exploration = f64::from(self.settings.exploration);
        for &mv in &self.moves {
            let index = edges.iter().position(|edge| edge.mv == mv && edge.player == player).unwrap_or_else(|| {
                self.bytes += size_of::<Edge<G::Move>>();
                edges.push(Edge { player, mv, visits: 0, there: 0, sum: 0.0, next: 0 });
                edges.len() - 1
            });
            let edge = &mut edges[index];
            edge.there += 1;
            if edge.visits == 0 {
                // Each of those that were never tried is as likely as the others.
                untried += 1;
                if below(untried, self.random) == 0 {
                    chosen = index;
                }
            } else if untried == 0 {
                let visits = f64::from(edge.visits);
                let score = edge.sum / visits + exploration * (f64::from(edge.there).ln() / visits).sqrt();
                if score > most {
                    (chosen, most) = (index, score);
                }
            }
        }
        (chosen as u32, untried > 0)
    }

    /// Plays on at random; the position is then the last one.
    fn play_out(&mut self) -> Result<Option<Outcome>, Fault> {
        let Question { game, limits, .. } = self.question;
        let (outcome, length) = self.playouts.play(*game, &self.state, limits, self.random)?;
        self.made += length;
        std::mem::swap(&mut self.state, &mut self.playouts.state);
        Ok(outcome)
    }
}
