//! Monte Carlo tree search for games with chance or hidden information. Each iteration samples the chance events, and a
//! determinization of what the player cannot see. It proves nothing and uses a single thread.
//!
//! With hidden information it is multiple-observer information set MCTS (MO-ISMCTS; Cowling, Powley and Whitehouse,
//! 2012): each player has a node for each of its information sets, and chooses there by the payoffs of playouts for
//! that player. So no player acts on what it cannot know (strategy fusion). The option `single` selects the
//! single-observer form (SO-ISMCTS, same source): all nodes are information sets of the searching player, which needs
//! fewer playouts, but the others are modelled as if they knew no more than this player. With chance only, a node is a sequence of moves, whatever the chance events between them (open-loop
//! MCTS), or, as an option, a position. The moves of a node can differ between iterations, so UCB1 uses the number of
//! iterations in which a move was available.

use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt as _, Outcome, Preparation, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{draw_chance, random_below};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

use super::playout::Playouts;
use super::settings::Settings;
use crate::limits::{Limits, Watch};
use crate::player::{Choice, Question, players};

/// A move of a player at a node, with its statistics.
struct Edge<M> {
    player: Player,
    mv: M,
    visits: u32,
    /// Number of iterations in which the move was legal.
    available: u32,
    /// Sum of the payoffs of playouts for the player.
    sum: f64,
    /// Child node where nodes are sequences of moves; 0 for none.
    next: u32,
}

/// A search from one position.
pub(super) struct SamplingSearch<'a, G: Game> {
    question: &'a Question<'a, G>,
    settings: &'a Settings,
    random: &'a mut Pcg64Mcg,
    nodes: Vec<Vec<Edge<G::Move>>>,
    /// Node by the information of the player.
    node_by_information: FxHashMap<Vec<u8>, u32>,
    bytes: usize,
    state: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    information: Vec<u8>,
    /// The path: nodes, and the edges by which they were left.
    path: Vec<(u32, u32)>,
    playouts: Playouts<'a, G>,
    made: u64,
    watch: Watch<'a>,
}

/// Number of iterations below which a search waits for faster code.
const FEW_ITERATIONS: u32 = 100;
/// Share of the time for this, and the time between two looks at the limits.
const WAITING_SHARE: f64 = 0.75;
const WAITING_STEP: Duration = Duration::from_millis(5);

/// Estimated memory of a node in bytes, besides its edges and its key.
const NODE_BYTES: usize = 96;

impl<'a, G: Game> SamplingSearch<'a, G> {
    pub fn new(question: &'a Question<'a, G>, settings: &'a Settings, random: &'a mut Pcg64Mcg) -> Self {
        Self {
            question,
            settings,
            random,
            nodes: vec![Vec::new()],
            node_by_information: FxHashMap::default(),
            bytes: 0,
            state: question.state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            information: Vec::new(),
            path: Vec::new(),
            playouts: Playouts::new(question.state, settings, None, question.limits),
            made: 0,
            watch: Watch::new(Limits { nodes: None, ..question.limits }),
        }
    }

    /// Searches, and returns the most visited move.
    pub fn choose(mut self) -> Result<Choice<G::Move>, Fault> {
        let limits = self.question.limits;
        self.playouts.share_time(2 * self.question.moves.len());
        let (mut rounds, mut next_report, began) = (0_u64, 128, Instant::now());
        while !limits.is_over()
            && limits.nodes.is_none_or(|most| self.made < most)
            && self.settings.playouts.is_none_or(|most| rounds < most)
        {
            match self.iterate() {
                Err(fault) if fault.is_interruption() => break,
                result => result?,
            }
            rounds += 1;
            if rounds == 1 {
                self.wait_for_code(began.elapsed());
            }
            if rounds == next_report && self.question.listener.is_some() {
                next_report *= 2;
                self.question.report(&self.best(self.question.lines()));
            }
        }
        let best = self.best(self.question.lines());
        self.question.report(&best);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(self.question.moves[0])))
    }

    /// Waits for the fast code of the game, which is made in the background, if the first iteration was so slow that few
    /// others would be made in the time that is left.
    fn wait_for_code(&self, iteration: Duration) {
        let Question { game, limits, .. } = *self.question;
        let Some(left) = limits.time_left().filter(|left| iteration * FEW_ITERATIONS > *left) else { return };
        let end = Instant::now() + left.mul_f64(WAITING_SHARE);
        while !game.prepare_within(Preparation::Playouts, WAITING_STEP) {
            if limits.is_over() || Instant::now() >= end {
                break;
            }
        }
    }

    /// The best moves, the best first. There are no longer lines, as the continuation depends on unknown events.
    fn best(&self, lines: usize) -> Vec<Choice<G::Move>> {
        let edges = &self.nodes[0];
        let found = |mv| edges.iter().find(|edge| edge.mv == mv && edge.player == self.question.me);
        let mut moves: Vec<_> = self.question.moves.iter().map(|&mv| (mv, found(mv))).collect();
        moves.sort_by_key(|(_, edge)| std::cmp::Reverse(edge.map_or(0, |edge| edge.visits)));
        let choice = |(mv, edge): (G::Move, Option<&Edge<G::Move>>)| Choice {
            value: edge.filter(|edge| edge.visits > 0).map(|edge| edge.sum / f64::from(edge.visits)),
            depth: 1,
            nodes: self.made,
            playouts: edge.map(|edge| u64::from(edge.visits)),
            ..Choice::without_search(mv)
        };
        moves.into_iter().take(lines).map(choice).collect()
    }

    /// One iteration: selection, expansion, playout and backup.
    fn iterate(&mut self) -> Result<(), Fault> {
        let Question { game, state, me, .. } = *self.question;
        if game.has_hidden_information() {
            self.state = game.resample(state, me, self.random)?;
        } else {
            self.state.clone_from(state);
        }
        self.path.clear();
        let mut follows = Some(0);
        let outcome = loop {
            // An iteration that the time cuts off counts like a playout that was cut off, if it made a move.
            if !self.path.is_empty() && self.watch.is_reached(self.made) {
                break None;
            }
            if game.play_chance(&mut self.state, self.random) {
                self.made += 1;
                continue;
            }
            match game.legal_moves(&self.state, &mut self.moves)? {
                Turn::Over(outcome) => break Some(outcome),
                Turn::Chance => {
                    let mv = draw_chance(game, &self.state, &self.moves, &mut self.chances, self.random)?;
                    game.apply(&mut self.state, mv)?;
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
        let (payoff, heuristic) = (game.payoff(), &self.settings.heuristic);
        let mut values = Vec::with_capacity(game.players());
        for player in players(game) {
            values.push(match outcome {
                Some(outcome) if !heuristic.replaces_payoffs() => {
                    payoff.scaled_value(game, &self.state, outcome, player)
                }
                _ => heuristic.bounded_value(game, &self.state, player)?.clamp(-1.0, 1.0),
            });
        }
        for &(node, edge) in &self.path {
            let edge = &mut self.nodes[node as usize][edge as usize];
            edge.visits += 1;
            edge.sum += values[edge.player.index()];
        }
        Ok(())
    }

    /// The node of the player to move; `None` if the memory limit does not allow a new one.
    fn node(&mut self, player: Player, follows: Option<u32>) -> Option<u32> {
        let Some(&(from, by)) = self.path.last() else { return Some(0) };
        let game = self.question.game;
        let new = self.nodes.len() as u32;
        let by_position = game.has_hidden_information() || !self.settings.is_open_loop;
        if by_position {
            self.information.clear();
            self.information.push(player.number() as u8);
            let observer = if self.settings.has_single_observer { self.question.me } else { player };
            game.information_state(&self.state, observer, &mut self.information);
            if let Some(&node) = self.node_by_information.get(&self.information) {
                return Some(node);
            }
        } else if follows.is_some() {
            return follows;
        }
        if self.bytes >= self.settings.memory << 20 {
            return None;
        }
        self.bytes += NODE_BYTES;
        if by_position {
            self.bytes += self.information.capacity();
            self.node_by_information.insert(self.information.clone(), new);
        } else {
            self.nodes[from as usize][by as usize].next = new;
        }
        self.nodes.push(Vec::new());
        Some(new)
    }

    /// Selects an edge of a node by UCB1. Also returns `true` if the edge is new.
    fn select(&mut self, node: u32, player: Player) -> (u32, bool) {
        let edges = &mut self.nodes[node as usize];
        let mut untried = 0;
        let (mut chosen, mut most) = (0, f64::NEG_INFINITY);
        let exploration = f64::from(self.settings.exploration);
        for (number, &mv) in self.moves.iter().enumerate() {
            let is_wanted = |edge: &Edge<G::Move>| edge.mv == mv && edge.player == player;
            // In most nodes the moves are the same in every iteration, in the same order.
            let known = edges.get(number).filter(|edge| is_wanted(edge)).map(|_| number);
            let known = known.or_else(|| edges.iter().position(is_wanted));
            let index = known.unwrap_or_else(|| {
                self.bytes += size_of::<Edge<G::Move>>();
                edges.push(Edge { player, mv, visits: 0, available: 0, sum: 0.0, next: 0 });
                edges.len() - 1
            });
            let edge = &mut edges[index];
            edge.available += 1;
            if edge.visits == 0 {
                // Reservoir sampling: each untried move is equally likely.
                untried += 1;
                if random_below(untried, self.random) == 0 {
                    chosen = index;
                }
            } else if untried == 0 {
                let visits = f64::from(edge.visits);
                let score = edge.sum / visits + exploration * (f64::from(edge.available).ln() / visits).sqrt();
                if score > most {
                    (chosen, most) = (index, score);
                }
            }
        }
        (chosen as u32, untried > 0)
    }

    /// Plays out to the end; `state` is then the last position.
    fn play_out(&mut self) -> Result<Option<Outcome>, Fault> {
        let Question { game, .. } = self.question;
        let (outcome, length) = self.playouts.play(*game, &self.state, self.random)?;
        self.made += length;
        std::mem::swap(&mut self.state, &mut self.playouts.state);
        Ok(outcome)
    }
}
