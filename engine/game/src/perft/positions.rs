//! Breadth-first count of distinct positions: each position counts once, at the depth where it is first reached.
//! Positions are compared by their encodings; the key only selects the candidates.

use rustc_hash::FxHashMap;

use super::{CALLBACK_INTERVAL, PerftCount, PerftError, ProgressCallback};
use crate::game::{Game, Turn};

/// The distinct positions of a game, depth by depth. All positions reached so far are kept in memory.
pub struct PositionCounter<'g, G: Game> {
    game: &'g G,
    seen: PositionSet,
    /// Positions reached at the previous depth that can be played on.
    frontier: Vec<G::State>,
    moves_made: u64,
    /// `true` if the start has been counted.
    is_started: bool,
}

impl<'g, G: Game> PositionCounter<'g, G> {
    /// Starts at `start`, which is the only position of depth 0.
    pub fn new(game: &'g G, start: &G::State) -> Self {
        Self { game, seen: PositionSet::default(), frontier: vec![start.clone()], moves_made: 0, is_started: false }
    }

    /// Counts the positions of the next depth. The first call counts depth 0, the start alone.
    pub fn next_level(&mut self, watch: &mut ProgressCallback<'_>) -> Result<PerftCount, PerftError> {
        let mut count = PerftCount::zero(self.game.players());
        let before = std::mem::take(&mut self.frontier);
        if !self.is_started {
            self.is_started = true;
            let mut moves = Vec::new();
            for state in before {
                self.visit(&state, &mut moves, &mut count)?;
            }
            return Ok(count);
        }
        let Some(mut child) = before.first().cloned() else {
            return Ok(count);
        };
        let (mut moves, mut spare) = (Vec::new(), Vec::new());
        for state in &before {
            self.game.legal_moves(state, &mut moves)?;
            for &mv in &moves {
                child.clone_from(state);
                self.game.apply(&mut child, mv)?;
                self.visit(&child, &mut spare, &mut count)?;
                self.moves_made += 1;
                if self.moves_made.is_multiple_of(CALLBACK_INTERVAL) && watch(self.moves_made).is_break() {
                    return Err(PerftError::Stopped);
                }
            }
        }
        Ok(count)
    }

    /// Number of distinct positions reached so far.
    pub fn reached_count(&self) -> usize {
        self.seen.ends.len()
    }

    fn visit(&mut self, state: &G::State, moves: &mut Vec<G::Move>, count: &mut PerftCount) -> Result<(), PerftError> {
        let game = self.game;
        if !self.seen.add(game.key(state), |out| game.encode(state, out)) {
            return Ok(());
        }
        match game.legal_moves(state, moves)? {
            Turn::Over(outcome) => count.add_leaf(Some(outcome)),
            Turn::Player(_) | Turn::Chance => {
                count.add_leaf(None);
                self.frontier.push(state.clone());
            }
        }
        Ok(())
    }
}

/// Set of positions: concatenated encodings, found by key through chains of equal keys.
#[derive(Default)]
struct PositionSet {
    bytes: Vec<u8>,
    /// End of each position's bytes.
    ends: Vec<usize>,
    /// For each position the previous one with the same key.
    previous_with_key: Vec<Option<usize>>,
    latest_by_key: FxHashMap<u64, usize>,
}

impl PositionSet {
    /// Adds a position; returns `false` if it is already present.
    fn add(&mut self, key: u64, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let begin = self.bytes.len();
        write(&mut self.bytes);
        let mut candidate = self.latest_by_key.get(&key).copied();
        while let Some(index) = candidate {
            if self.position(index) == &self.bytes[begin..] {
                self.bytes.truncate(begin);
                return false;
            }
            candidate = self.previous_with_key[index];
        }
        let index = self.ends.len();
        self.ends.push(self.bytes.len());
        self.previous_with_key.push(self.latest_by_key.insert(key, index));
        true
    }

    fn position(&self, index: usize) -> &[u8] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[begin..self.ends[index]]
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::sample::Heap;

    fn levels(game: &Heap, depth: usize) -> Vec<PerftCount> {
        let mut positions = PositionCounter::new(game, &game.initial_state());
        (0..=depth).map(|_| positions.next_level(&mut |_| ControlFlow::Continue(())).unwrap()).collect()
    }

    #[test]
    fn each_position_counts_once_where_it_is_first_reached() {
        // With a heap of 4, rest and mover: 4a | 3b 2b | 2a 1a 0a | 1b 0b, with 0a again | nothing new.
        let nodes: Vec<u64> = levels(&Heap::with_size(4), 4).iter().map(|level| level.nodes).collect();
        assert_eq!(nodes, [1, 2, 3, 2, 0]);
    }

    #[test]
    fn ends_count_once_too() {
        let finished: Vec<Vec<u64>> = levels(&Heap::with_size(4), 3).into_iter().map(|level| level.finished).collect();
        assert_eq!(finished, [[0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0]]);
    }

    #[test]
    fn equal_keys_do_not_make_positions_equal() {
        let mut seen = PositionSet::default();
        assert!(seen.add(7, |out| out.extend(b"one")));
        assert!(seen.add(7, |out| out.extend(b"two")));
        assert!(!seen.add(7, |out| out.extend(b"one")));
        assert!(seen.add(8, |out| out.extend(b"one")));
        assert!(seen.add(7, |_| ()));
        assert!(!seen.add(7, |_| ()));
    }
}
