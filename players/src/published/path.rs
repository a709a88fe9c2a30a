//! Path search to a won position: breadth-first, depth-first and A* search. For puzzles; moves of other players are
//! treated as own moves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player as Number;
use rustc_hash::FxHashMap;

use crate::heuristic::Heuristic;
use crate::limits::{Watch, unless_interrupted};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{DEPTH, HEURISTIC, MEMORY, NODES, SECONDS};

/// Order in which positions are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionOrder {
    /// First in, first out: breadth-first search.
    Breadth,
    /// Last in, first out: depth-first search.
    Depth,
    /// Least sum of path length and heuristic estimate first: A*.
    Best,
}

/// Searches a path to a position that the player has won, anew before each move, and chooses its first move; the first
/// legal move, if no path is found. Positions that other players have won are pruned.
///
/// The A* of 2013 closed positions when they were generated and never reopened them, so that its paths were not always
/// the shortest; here a position is reopened when a shorter path to it is found, and a path is accepted when its end is
/// expanded. The path is a shortest one if the heuristic is admissible: never less than minus the number of moves that
/// are left, as greater values are better. The players of 2013 had no limits.
#[derive(Debug)]
pub struct PathFinder {
    order: ExpansionOrder,
    heuristic: Heuristic,
    /// Maximum memory in MiB.
    memory: usize,
    /// Positions in which the player was asked before. Depth-first search avoids them, because it could move in circles
    /// otherwise.
    asked_positions: Vec<Vec<u8>>,
    /// Measured seconds to free the memory of a position, from the last search. The search ends earlier by this time.
    freeing_time: f64,
}

/// Initial estimate of [`PathFinder::freeing_time`], before it is measured.
const INITIAL_FREEING_TIME: f64 = 1e-7;

/// A generated position.
struct SearchNode<S, M> {
    state: S,
    /// Index of the parent and the move from it; `None` for the root.
    parent: Option<(u32, M)>,
    depth: u32,
}

impl PathFinder {
    /// A player with a heuristic, which only A* uses, and at most `memory` MiB.
    pub fn new(order: ExpansionOrder, heuristic: Heuristic, memory: usize) -> Self {
        Self { order, heuristic, memory, asked_positions: Vec::new(), freeing_time: INITIAL_FREEING_TIME }
    }
}

/// Minimum number of positions for a measurement.
const MIN_MEASURED: usize = 1000;

/// Frees the memory of a search. Returns the measured seconds per position.
fn free_timed<G: Game>(search: Search<'_, '_, G>) -> f64 {
    let (count, before, began) = (search.found.len(), search.freeing_time, Instant::now());
    drop(search);
    if count < MIN_MEASURED { before } else { began.elapsed().as_secs_f64() / count as f64 }
}

impl<G: Game> Player<G> for PathFinder
where
    G::State: Send,
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut seen = FxHashMap::default();
        if self.order == ExpansionOrder::Depth {
            self.asked_positions.push(encoding(question.game, question.state));
            seen.extend(self.asked_positions.iter().map(|bytes| (bytes.clone(), 0)));
        }
        let Self { order, freeing_time, .. } = *self;
        let mut search = Search { question, heuristic: &self.heuristic, order, freeing_time, found: Vec::new(), seen };
        search.seen.insert(encoding(question.game, question.state), 0);
        search.found.push(SearchNode { state: question.state.clone(), parent: None, depth: 0 });
        let bytes = self.memory << 20;
        let goal = unless_interrupted(search.run(bytes))?.flatten();
        let nodes = search.found.len() as u64 - 1;
        let Some(goal) = goal else {
            self.freeing_time = free_timed(search);
            return Ok(Choice { nodes, ..Choice::without_search(question.moves[0]) });
        };
        let mut line = Vec::new();
        let mut at = goal;
        while let Some((from, mv)) = search.found[at].parent {
            line.push(mv);
            at = from as usize;
        }
        line.reverse();
        self.freeing_time = free_timed(search);
        Ok(Choice {
            value: Some(1.0),
            depth: line.len() as u32,
            nodes,
            line: line.clone(),
            ..Choice::without_search(line[0])
        })
    }
}

/// Estimated overhead of a position in bytes, besides its encoding.
const OVERHEAD_BYTES: usize = 200;

struct Search<'a, 'q, G: Game> {
    question: &'a Question<'q, G>,
    heuristic: &'a Heuristic,
    order: ExpansionOrder,
    freeing_time: f64,
    found: Vec<SearchNode<G::State, G::Move>>,
    /// Length of the shortest known path to each position.
    seen: FxHashMap<Vec<u8>, u32>,
}

impl<G: Game> Search<'_, '_, G> {
    /// Index of a won position; `None` if there is none within the limits.
    fn run(&mut self, bytes: usize) -> Result<Option<usize>, Fault> {
        let Question { game, me, limits, .. } = *self.question;
        // Only A* uses estimates. The other searches use the order of generation, which depth-first search negates.
        let mut open = BinaryHeap::new();
        open.push((Reverse(0), 0, 0));
        let mut moves = Vec::new();
        let mut key = Vec::new();
        let watch = Watch::new(limits);
        let mut examined = 0;
        while let Some((_, _, index)) = open.pop() {
            let (depth, state) = (self.found[index].depth, self.found[index].state.clone());
            if self.order == ExpansionOrder::Best {
                // A shorter path was found in the meantime.
                if self.seen[&encoding(game, &state)] < depth {
                    continue;
                }
                if game.outcome(&state)? == Some(Outcome::Won(me)) {
                    return Ok(Some(index));
                }
            }
            if limits.depth.is_some_and(|most| depth >= most)
                || game.legal_moves(&state, &mut moves)?.outcome().is_some()
            {
                continue;
            }
            for &mv in &moves {
                examined += 1;
                if watch.is_time_over(examined) {
                    return Ok(None);
                }
                let mut next = state.clone();
                game.apply(&mut next, mv)?;
                key.clear();
                game.encode(&next, &mut key);
                let nodes = self.found.len() as u64;
                let limits = limits.reduced_by(Duration::from_secs_f64(nodes as f64 * self.freeing_time));
                if limits.is_reached(nodes) || self.found.len() * (key.len() * 2 + OVERHEAD_BYTES) > bytes {
                    return Ok(None);
                }
                let length = depth + 1;
                let known = self.seen.get(&key).copied();
                if known.is_some_and(|known| self.order != ExpansionOrder::Best || known <= length) {
                    continue;
                }
                let won = match game.outcome(&next)? {
                    Some(Outcome::Won(winner)) if winner != me => continue,
                    outcome => outcome == Some(Outcome::Won(me)),
                };
                self.seen.insert(key.clone(), length);
                let estimate = self.estimate(&next, me, length)?;
                self.found.push(SearchNode { state: next, parent: Some((index as u32, mv)), depth: length });
                let index = self.found.len() - 1;
                if won && self.order != ExpansionOrder::Best {
                    return Ok(Some(index));
                }
                open.push((Reverse(estimate), self.tie_break(index), index));
            }
        }
        Ok(None)
    }

    /// Primary sort key, in thousandths of moves: the least is expanded next.
    fn estimate(&self, state: &G::State, me: Number, depth: u32) -> Result<i64, Fault> {
        Ok(match self.order {
            ExpansionOrder::Breadth | ExpansionOrder::Depth => 0,
            ExpansionOrder::Best => {
                // The heuristic is greater for better positions, so its negative estimates the moves that are left.
                let value = self.heuristic.value(self.question.game, state, me)?;
                i64::from(depth) * 1000 - (value * 1000.0).round() as i64
            }
        })
    }

    /// Secondary sort key: the greatest is expanded next.
    fn tie_break(&self, index: usize) -> i64 {
        if self.order == ExpansionOrder::Depth { index as i64 } else { -(index as i64) }
    }
}

fn encoding<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode(state, &mut bytes);
    bytes
}

/// The player `bfs`.
pub(crate) struct BfsEntry;

impl RegisteredPlayer for BfsEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "bfs",
        about: "breadth-first search for the nearest position that the player has won",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        supports_chance: false,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(PathFinder::new(ExpansionOrder::Breadth, Heuristic::Zero, request.memory())))
    }
}

/// The player `dfs`.
pub(crate) struct DfsEntry;

impl RegisteredPlayer for DfsEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "dfs",
        about: "depth-first search for a position that the player has won; it avoids the positions of its earlier turns",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        supports_chance: false,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(PathFinder::new(ExpansionOrder::Depth, Heuristic::Zero, request.memory())))
    }
}

/// The player `astar`.
pub(crate) struct AstarEntry;

impl RegisteredPlayer for AstarEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "astar",
        about: "A* search by the number of moves and a heuristic; finds a shortest path if the heuristic is admissible",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        supports_chance: false,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(PathFinder::new(ExpansionOrder::Best, request.heuristic()?, request.memory())))
    }
}
