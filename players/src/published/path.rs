//! Ways to a won position: breadth first, depth first, A*. For puzzles; the moves of others are taken for one's own.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;
use rustc_hash::FxHashMap;

use crate::heuristic::Heuristic;
use crate::player::{Choice, Player, Question};

/// Which position is looked at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one that was found first.
    Breadth,
    /// The one that was found last.
    Depth,
    /// The one with the least sum of the moves to it and its heuristic.
    Best,
}

/// Looks for a way to a position that it has won, anew before each move, and makes the first move of it; the first legal move, if
/// none is found. Positions that others have won are left out.
///
/// The published A* closed positions when they were found and never opened them again, so that its ways were not always the shortest;
/// here a position is opened again when a shorter way to it comes up, and a way is taken when its end is looked at. With a
/// heuristic that is never less than minus the moves that are left (the more it tells, the better a position is) it is a shortest
/// one. The published ones had no limits.
#[derive(Debug)]
pub struct PathFinder {
    order: Order,
    heuristic: Heuristic,
    /// MiB.
    memory: usize,
    /// Positions in which it was asked before: depth first it does not go through them, for it would walk in circles.
    before: Vec<Vec<u8>>,
    /// Seconds that it took to give back the memory of a position, the last time: what it must answer earlier by.
    freeing: f64,
}

/// What [`PathFinder::freeing`] is taken to be before it was measured.
const FREEING: f64 = 1e-7;

/// A position that was found.
struct Found<S, M> {
    state: S,
    /// Where from, and by which move; nothing for the first.
    by: Option<(u32, M)>,
    depth: u32,
}

impl PathFinder {
    /// With a heuristic, which only A* asks, and so many MiB.
    pub fn new(order: Order, heuristic: Heuristic, memory: usize) -> Self {
        Self { order, heuristic, memory, before: Vec::new(), freeing: FREEING }
    }
}

/// So many positions are enough to measure by.
const ENOUGH: usize = 1000;

/// Gives the memory of a search back; the seconds that this takes for each position.
fn free<G: Game>(search: Search<'_, '_, G>) -> f64 {
    let (count, before, began) = (search.found.len(), search.freeing, Instant::now());
    drop(search);
    if count < ENOUGH { before } else { began.elapsed().as_secs_f64() / count as f64 }
}

impl<G: Game> Player<G> for PathFinder
where
    G::State: Send,
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut seen = FxHashMap::default();
        if self.order == Order::Depth {
            self.before.push(position(question.game, question.state));
            seen.extend(self.before.iter().map(|bytes| (bytes.clone(), 0)));
        }
        let Self { order, freeing, .. } = *self;
        let mut search = Search { question, heuristic: &self.heuristic, order, freeing, found: Vec::new(), seen };
        search.seen.insert(position(question.game, question.state), 0);
        search.found.push(Found { state: question.state.clone(), by: None, depth: 0 });
        let bytes = self.memory << 20;
        let goal = search.run(bytes)?;
        let nodes = search.found.len() as u64 - 1;
        let Some(goal) = goal else {
            self.freeing = free(search);
            return Ok(Choice { nodes, ..Choice::at_once(question.moves[0]) });
        };
        let mut line = Vec::new();
        let mut at = goal;
        while let Some((from, mv)) = search.found[at].by {
            line.push(mv);
            at = from as usize;
        }
        line.reverse();
        self.freeing = free(search);
        Ok(Choice { mv: line[0], proven: None, value: Some(1.0), depth: line.len() as u32, nodes, line })
    }
}

/// Bytes that a position takes in a search beside its own: a guess.
const OVERHEAD: usize = 200;

struct Search<'a, 'q, G: Game> {
    question: &'a Question<'q, G>,
    heuristic: &'a Heuristic,
    order: Order,
    freeing: f64,
    found: Vec<Found<G::State, G::Move>>,
    /// The shortest way to each position that is known.
    seen: FxHashMap<Vec<u8>, u32>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The number of a won position; `None` if there is none within the limits.
    fn run(&mut self, bytes: usize) -> Result<Option<usize>, Fault> {
        let Question { game, me, limits, .. } = *self.question;
        // Only A* estimates; otherwise the order of finding decides, which depth first is turned round.
        let mut open = BinaryHeap::new();
        open.push((Reverse(0), 0, 0));
        let mut moves = Vec::new();
        let mut key = Vec::new();
        while let Some((_, _, index)) = open.pop() {
            let (depth, state) = (self.found[index].depth, self.found[index].state.clone());
            if self.order == Order::Best {
                // A shorter way was found meanwhile.
                if self.seen[&position(game, &state)] < depth {
                    continue;
                }
                if game.outcome(&state)? == Some(Outcome::Won(me)) {
                    return Ok(Some(index));
                }
            }
            if limits.depth.is_some_and(|most| depth >= most) || game.turn(&state, &mut moves)?.outcome().is_some() {
                continue;
            }
            for &mv in &moves {
                let mut next = state.clone();
                game.apply(&mut next, mv)?;
                key.clear();
                game.position(&next, &mut key);
                let nodes = self.found.len() as u64;
                let limits = limits.earlier(Duration::from_secs_f64(nodes as f64 * self.freeing));
                if limits.reached(nodes) || self.found.len() * (key.len() * 2 + OVERHEAD) > bytes {
                    return Ok(None);
                }
                let way = depth + 1;
                let known = self.seen.get(&key).copied();
                if known.is_some_and(|known| self.order != Order::Best || known <= way) {
                    continue;
                }
                let won = match game.outcome(&next)? {
                    Some(Outcome::Won(winner)) if winner != me => continue,
                    outcome => outcome == Some(Outcome::Won(me)),
                };
                self.seen.insert(key.clone(), way);
                let estimate = self.estimate(&next, me, way)?;
                self.found.push(Found { state: next, by: Some((index as u32, mv)), depth: way });
                let index = self.found.len() - 1;
                if won && self.order != Order::Best {
                    return Ok(Some(index));
                }
                open.push((Reverse(estimate), self.rank(index), index));
            }
        }
        Ok(None)
    }

    /// What decides first: the least is looked at next. Thousandths of moves.
    fn estimate(&self, state: &G::State, me: Number, depth: u32) -> Result<i64, Fault> {
        Ok(match self.order {
            Order::Breadth | Order::Depth => 0,
            Order::Best => {
                // Heuristics tell the more the better a position is: the estimate of what is left is their negative.
                let worth = self.heuristic.value(self.question.game, state, me)?;
                i64::from(depth) * 1000 - (worth * 1000.0).round() as i64
            }
        })
    }

    /// What decides then: the greatest is looked at next.
    fn rank(&self, index: usize) -> i64 {
        if self.order == Order::Depth { index as i64 } else { -(index as i64) }
    }
}

fn position<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.position(state, &mut bytes);
    bytes
}
