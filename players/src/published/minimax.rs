//! Minimax over a tree that grows breadth first, without pruning.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player as Number;
use boardwright_game::playout::random_below;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::heuristic::Heuristic;
use crate::limits::{Limits, Watch, unless_interrupted};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{DEPTH, HEURISTIC, KEEP, MEMORY, NODES, SECONDS, SEED};

/// Expands positions breadth first until its limits are reached, or until a win is proven if the time is limited. Then the
/// heuristic evaluates the unexpanded positions. Finished ones have the value 1, 0 or -1 times 0.99 to the power of their
/// depth (discount), so that near wins count more and near losses weigh more too. All other positions have the maximum of
/// their children's values where the player itself is to move, else the minimum.
///
/// With a probability `keep`, it considers only some of its own moves below the root: each is kept with this
/// probability, and one at random if none was. In the program of 2013 this probability was global, so that plain
/// minimax players that met a stochastic one became stochastic too; here each player has its own.
#[derive(Debug)]
pub struct Minimax {
    heuristic: Heuristic,
    keep: Option<f64>,
    /// Maximum memory in MiB.
    memory: usize,
    random: Pcg64Mcg,
    /// Measured seconds to evaluate an unexpanded position and to back up its value, from the last search. The search
    /// stops earlier by this time.
    evaluation_time: f64,
}

/// Initial estimate of [`Minimax::evaluation_time`], before it is measured.
const INITIAL_EVALUATION_TIME: f64 = 3e-7;
/// Time from which on making a position tells how long its evaluation takes.
const SLOW_POSITION: Duration = Duration::from_micros(50);
/// Minimum number of positions for a measurement.
const MIN_MEASURED: usize = 1000;

/// Discount factor per ply of the value of a finished game.
const DISCOUNT: f64 = 0.99;
/// Estimated memory of a position in the tree, in bytes.
const POSITION_BYTES: usize = 1024;

impl Minimax {
    /// A player with this heuristic, and at most `memory` MiB.
    pub fn new(heuristic: Heuristic, keep: Option<f64>, memory: usize, random: Pcg64Mcg) -> Self {
        Self { heuristic, keep, memory, random, evaluation_time: INITIAL_EVALUATION_TIME }
    }

    /// Removes the moves that are not considered.
    fn drop_moves<M>(&mut self, moves: &mut Vec<M>) {
        let Some(keep) = self.keep else { return };
        if moves.is_empty() {
            return;
        }
        let last = random_below(moves.len(), &mut self.random);
        // 53 bits: the precision of an `f64` in [0, 1).
        let mut kept: Vec<bool> =
            moves.iter().map(|_| ((self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) < keep).collect();
        if !kept.contains(&true) {
            kept[last] = true;
        }
        let mut kept = kept.into_iter();
        moves.retain(|_| kept.next().unwrap_or(true));
    }
}

/// A position that was expanded, or whose value is known.
struct Node {
    parent: u32,
    /// `true` if the searching player is to move.
    own: bool,
    value: f64,
    /// Index of the first child that has the best value.
    best: u32,
    /// `true` if the searching player wins by force.
    is_won: bool,
    /// Number of children that are not known to be won; `u32::MAX` before the expansion.
    open: u32,
}

impl Node {
    fn new(parent: u32, own: bool, value: f64) -> Self {
        Self { parent, own, value, best: 0, is_won: false, open: u32::MAX }
    }
}

/// Marks a position as won, and the positions above it as far as that wins them: one won child suffices where the
/// searching player is to move, all children are needed elsewhere.
fn mark_won(tree: &mut [Node], mut index: usize) {
    while !std::mem::replace(&mut tree[index].is_won, true) && index > 0 {
        index = tree[index].parent as usize;
        let node = &mut tree[index];
        node.open = node.open.saturating_sub(1);
        if !node.own && node.open > 0 {
            break;
        }
    }
}

/// Backs up the values to the root. Children follow their parents. Of equal children the first one counts.
fn back_up(tree: &mut [Node]) {
    for index in (1..tree.len()).rev() {
        // A position whose expansion was interrupted before its first move has no value.
        let (value, parent) = (tree[index].value, tree[index].parent as usize);
        let value = if value.is_finite() { value } else { 0.0 };
        let node = &mut tree[parent];
        let counts = if node.own { value >= node.value } else { value <= node.value };
        if counts {
            (node.value, node.best) = (value, index as u32);
        }
    }
}

/// Initial value of a node, worse than any other for its player.
fn worst_value(own: bool) -> f64 {
    if own { f64::NEG_INFINITY } else { f64::INFINITY }
}

/// Discounted value of a finished game for a player at a depth.
fn discounted_value(outcome: Outcome, me: Number, depth: u32) -> f64 {
    let value = match outcome {
        Outcome::Draw => 0.0,
        Outcome::Won(winner) if winner == me => 1.0,
        Outcome::Won(_) => -1.0,
    };
    value * DISCOUNT.powi(depth as i32)
}

impl<G: Game> Player<G> for Minimax {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let [only] = moves {
            return Ok(Choice::without_search(*only));
        }
        let mut tree = vec![Node::new(0, true, worst_value(true))];
        let mut leaves: VecDeque<(G::State, u32, u32)> = VecDeque::new();
        let mut made = 0;
        // The nodes of the root's children, in order.
        let mut tops = Vec::new();
        // The limit of nodes holds for the expansion only.
        let watch = Watch::new(Limits { nodes: None, ..limits });
        for &mv in moves {
            if made > 0 && watch.is_reached(made) {
                break;
            }
            let mut next = state.clone();
            if unless_interrupted(game.apply(&mut next, mv))?.is_none() {
                break;
            }
            made += 1;
            leaves.push_back((next, 0, 1));
        }
        let (mut depth, mut below) = (0, Vec::new());
        while let Some((_, _, at)) = leaves.front() {
            let room = (tree.len() + leaves.len()) * POSITION_BYTES < self.memory << 20;
            // Where rules are slow, evaluating a position takes about as long as making one.
            let pace = if watch.pace() > SLOW_POSITION { watch.pace().as_secs_f64() } else { 0.0 };
            let evaluation_time = self.evaluation_time.max(pace);
            let limits = limits.reduced_by(Duration::from_secs_f64(leaves.len() as f64 * evaluation_time));
            // Limits of nodes are not shortened, so that published experiments can be repeated.
            if limits.time.is_some() && tree[0].is_won
                || watch.is_reached(made)
                || limits.is_reached(made)
                || !room
                || limits.depth.is_some_and(|most| *at >= most)
            {
                break;
            }
            let (state, parent, at) = leaves.pop_front().expect("there is one");
            depth = at;
            let number = tree.len() as u32;
            if at == 1 {
                tops.push(number);
            }
            let Some(turn) = unless_interrupted(game.legal_moves(&state, &mut below))? else {
                leaves.push_front((state, parent, at));
                if at == 1 {
                    tops.pop();
                }
                break;
            };
            if let Some(outcome) = turn.outcome() {
                tree.push(Node::new(parent, false, discounted_value(outcome, me, at)));
                if outcome == Outcome::Won(me) {
                    mark_won(&mut tree, number as usize);
                }
                continue;
            }
            let own = turn.player() == Some(me);
            tree.push(Node::new(parent, own, worst_value(own)));
            if own {
                self.drop_moves(&mut below);
            }
            tree[number as usize].open = below.len() as u32;
            for &mv in &below {
                // The limit of nodes holds between two expansions only.
                if watch.is_time_over(made) {
                    break;
                }
                let mut next = state.clone();
                if unless_interrupted(game.apply(&mut next, mv))?.is_none() {
                    break;
                }
                made += 1;
                leaves.push_back((next, number, at + 1));
            }
        }
        let (left, stopped, mut evaluated) = (leaves.len(), Instant::now(), 0);
        for (state, parent, at) in leaves {
            if at == 1 {
                tops.push(tree.len() as u32);
            }
            // Positions that the time does not suffice to evaluate count as balanced. Beside a proven win they are irrelevant.
            let is_late = tree[0].is_won || evaluated > 0 && watch.is_reached(made + evaluated);
            let outcome = if is_late { None } else { Some(game.outcome(&state)) };
            evaluated += 1;
            let value = match outcome.map(unless_interrupted).transpose()?.flatten() {
                Some(Some(outcome)) => discounted_value(outcome, me, at),
                Some(None) => unless_interrupted(self.heuristic.bounded_value(game, &state, me))?.unwrap_or(0.0),
                None => 0.0,
            };
            tree.push(Node::new(parent, false, value));
        }
        back_up(&mut tree);
        let best = tops.iter().position(|&top| top == tree[0].best).unwrap_or(0);
        let value = Some(tree[0].value).filter(|value| value.is_finite());
        drop(tree);
        if left >= MIN_MEASURED {
            self.evaluation_time = stopped.elapsed().as_secs_f64() / left as f64;
        }
        Ok(Choice { value, depth, nodes: made, ..Choice::without_search(moves[best]) })
    }
}

/// The player `minimax`.
pub(crate) struct MinimaxEntry;

impl RegisteredPlayer for MinimaxEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "minimax",
        about: "minimax over a tree that grows breadth first until a limit is reached; near wins count more than far ones",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        supports_chance: false,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(Minimax::new(request.heuristic()?, None, request.memory(), request.random())))
    }
}

/// The player `minimax-stochastic`.
pub(crate) struct StochasticMinimaxEntry;

impl RegisteredPlayer for StochasticMinimaxEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "minimax-stochastic",
        about: "minimax with a random subset of its own moves in each position",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC, KEEP, SEED],
        supports_chance: false,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let keep = request.values().real(&KEEP);
        Ok(Box::new(Minimax::new(request.heuristic()?, keep, request.memory(), request.random())))
    }
}
