//! Minimax over a tree that grows breadth first.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::playout::below;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::heuristic::Heuristic;
use crate::player::{Choice, Player, Question};

/// Opens positions in the order in which they were found until its limits are reached. Then positions that were not opened are
/// worth what the heuristic says, and finished ones 1, 0 or -1 times 0.99 to the power of their depth, so that near wins count more
/// and near losses more too; the others are worth the most of what they lead to where it is to move itself, else the least.
///
/// With a probability to keep, it looks only at some of the moves where it is to move itself, not in the position that it is asked
/// about: each is kept with this probability, and one at random if none was. In the published program this probability was
/// one for the whole program, so that plain minimax players that met a stochastic one became stochastic too; here each has its own.
#[derive(Debug)]
pub struct Minimax {
    heuristic: Heuristic,
    keep: Option<f64>,
    /// MiB.
    memory: usize,
    random: Pcg64Mcg,
    /// Seconds that it took to value a position that was left unopened, and all that came after, the last time: what it must stop
    /// earlier by.
    valuing: f64,
}

/// What [`Minimax::valuing`] is taken to be before it was measured.
const VALUING: f64 = 3e-7;
/// So many positions are enough to measure by.
const ENOUGH: usize = 1000;

/// What a finished game loses of its value with each move.
const DISCOUNT: f64 = 0.99;
/// Bytes that a position takes in the tree: a guess.
const POSITION: usize = 1024;

impl Minimax {
    /// With this heuristic, and so many MiB.
    pub fn new(heuristic: Heuristic, keep: Option<f64>, memory: usize, random: Pcg64Mcg) -> Self {
        Self { heuristic, keep, memory, random, valuing: VALUING }
    }

    /// Leaves the moves that are looked at.
    fn thin<M>(&mut self, moves: &mut Vec<M>) {
        let Some(keep) = self.keep else { return };
        if moves.is_empty() {
            return;
        }
        let last = below(moves.len(), &mut self.random);
        // 53 bits: what a float between 0 and 1 holds.
        let mut kept: Vec<bool> =
            moves.iter().map(|_| ((self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) < keep).collect();
        if !kept.contains(&true) {
            kept[last] = true;
        }
        let mut kept = kept.into_iter();
        moves.retain(|_| kept.next().unwrap_or(true));
    }
}

/// A position that was opened, or whose value is known.
struct Node {
    parent: u32,
    /// The player who asked is to move.
    own: bool,
    value: f64,
    /// Of its children the first that gave the value.
    best: u32,
}

/// Worth more, or less, than anything.
fn unknown(own: bool) -> f64 {
    if own { f64::NEG_INFINITY } else { f64::INFINITY }
}

/// What an end is worth to a player at a depth.
fn worth(outcome: Outcome, me: Number, depth: u32) -> f64 {
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
            return Ok(Choice::at_once(*only));
        }
        let mut tree = vec![Node { parent: 0, own: true, value: unknown(true), best: 0 }];
        let mut leaves: VecDeque<(G::State, u32, u32)> = VecDeque::new();
        let mut made = 0;
        // By child of the root: its node, once there is one.
        let mut tops = Vec::new();
        for &mv in moves {
            let mut next = state.clone();
            game.apply(&mut next, mv)?;
            made += 1;
            leaves.push_back((next, 0, 1));
        }
        let (mut depth, mut below) = (0, Vec::new());
        while let Some((_, _, at)) = leaves.front() {
            let room = (tree.len() + leaves.len()) * POSITION < self.memory << 20;
            let limits = limits.earlier(Duration::from_secs_f64(leaves.len() as f64 * self.valuing));
            if limits.reached(made) || !room || limits.depth.is_some_and(|most| *at >= most) {
                break;
            }
            let (state, parent, at) = leaves.pop_front().expect("there is one");
            depth = at;
            let number = tree.len() as u32;
            if at == 1 {
                tops.push(number);
            }
            let turn = game.turn(&state, &mut below)?;
            if let Some(outcome) = turn.outcome() {
                tree.push(Node { parent, own: false, value: worth(outcome, me, at), best: 0 });
                continue;
            }
            let own = turn.player() == Some(me);
            tree.push(Node { parent, own, value: unknown(own), best: 0 });
            if own {
                self.thin(&mut below);
            }
            for &mv in &below {
                let mut next = state.clone();
                game.apply(&mut next, mv)?;
                made += 1;
                leaves.push_back((next, number, at + 1));
            }
        }
        let (left, stopped) = (leaves.len(), Instant::now());
        for (state, parent, at) in leaves {
            if at == 1 {
                tops.push(tree.len() as u32);
            }
            let value = match game.outcome(&state)? {
                Some(outcome) => worth(outcome, me, at),
                None => self.heuristic.bounded(game, &state, me)?,
            };
            tree.push(Node { parent, own: false, value, best: 0 });
        }
        // Children come behind their parents. Of equal children the first counts.
        for index in (1..tree.len()).rev() {
            let (value, parent) = (tree[index].value, tree[index].parent as usize);
            let node = &mut tree[parent];
            let counts = if node.own { value >= node.value } else { value <= node.value };
            if counts {
                (node.value, node.best) = (value, index as u32);
            }
        }
        let best = tops.iter().position(|&top| top == tree[0].best).unwrap_or(0);
        let value = Some(tree[0].value);
        drop(tree);
        if left >= ENOUGH {
            self.valuing = stopped.elapsed().as_secs_f64() / left as f64;
        }
        Ok(Choice { mv: moves[best], proven: None, value, depth, nodes: made, line: vec![moves[best]] })
    }
}
