//! Counting positions instead of lines: each distinct position once, at the depth where it is first reached.
//! Positions are told apart by their bytes; the key only finds those that must be compared.

use rustc_hash::FxHashMap;

use super::{Count, PATIENCE, PerftError, Watch};
use crate::game::{Game, Turn};

/// The distinct positions of a game, depth by depth. Everything reached so far is kept in memory.
pub struct Positions<'g, G: Game> {
    game: &'g G,
    seen: Seen,
    /// What the level before reached and can be played on.
    frontier: Vec<G::State>,
    made: u64,
    /// Whether the start has been counted.
    started: bool,
}

impl<'g, G: Game> Positions<'g, G> {
    /// Begins at `start`, which the first level consists of.
    pub fn new(game: &'g G, start: &G::State) -> Self {
        Self { game, seen: Seen::default(), frontier: vec![start.clone()], made: 0, started: false }
    }

    /// Counts the next depth: the first time 0, which is the start alone.
    pub fn next_level(&mut self, watch: &mut Watch<'_>) -> Result<Count, PerftError> {
        let mut count = Count::none(self.game.players());
        let before = std::mem::take(&mut self.frontier);
        if !self.started {
            self.started = true;
            let mut moves = Vec::new();
            for state in before {
                self.reach(&state, &mut moves, &mut count)?;
            }
            return Ok(count);
        }
        let Some(mut child) = before.first().cloned() else {
            return Ok(count);
        };
        let (mut moves, mut spare) = (Vec::new(), Vec::new());
        for state in &before {
            self.game.turn(state, &mut moves)?;
            for &mv in &moves {
                child.clone_from(state);
                self.game.apply(&mut child, mv)?;
                self.reach(&child, &mut spare, &mut count)?;
                self.made += 1;
                if self.made.is_multiple_of(PATIENCE) && watch(self.made).is_break() {
                    return Err(PerftError::Stopped);
                }
            }
        }
        Ok(count)
    }

    /// How many distinct positions have been reached by now.
    pub fn reached(&self) -> usize {
        self.seen.ends.len()
    }

    fn reach(&mut self, state: &G::State, moves: &mut Vec<G::Move>, count: &mut Count) -> Result<(), PerftError> {
        let game = self.game;
        if !self.seen.add(game.key(state), |out| game.position(state, out)) {
            return Ok(());
        }
        match game.turn(state, moves)? {
            Turn::Over(outcome) => count.leaf(Some(outcome)),
            Turn::Player(_) | Turn::Chance => {
                count.leaf(None);
                self.frontier.push(state.clone());
            }
        }
        Ok(())
    }
}

/// A set of positions: bytes one after another, found by key, those of one key chained.
#[derive(Default)]
struct Seen {
    bytes: Vec<u8>,
    /// Where each position's bytes end.
    ends: Vec<usize>,
    /// For each position the one with the same key that came before.
    earlier: Vec<Option<usize>>,
    latest: FxHashMap<u64, usize>,
}

impl Seen {
    /// Adds a position; false if it is there already.
    fn add(&mut self, key: u64, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let begin = self.bytes.len();
        write(&mut self.bytes);
        let mut candidate = self.latest.get(&key).copied();
        while let Some(index) = candidate {
            if self.position(index) == &self.bytes[begin..] {
                self.bytes.truncate(begin);
                return false;
            }
            candidate = self.earlier[index];
        }
        let index = self.ends.len();
        self.ends.push(self.bytes.len());
        self.earlier.push(self.latest.insert(key, index));
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

    fn levels(game: &Heap, depth: usize) -> Vec<Count> {
        let mut positions = Positions::new(game, &game.start());
        (0..=depth).map(|_| positions.next_level(&mut |_| ControlFlow::Continue(())).unwrap()).collect()
    }

    #[test]
    fn each_position_counts_once_where_it_is_first_reached() {
        // A heap of 4, then what is left with its mover: 4a | 3b 2b | 2a 1a 0a | 1b 0b, with 0a again | nothing new.
        let nodes: Vec<u64> = levels(&Heap::of(4), 4).iter().map(|level| level.nodes).collect();
        assert_eq!(nodes, [1, 2, 3, 2, 0]);
    }

    #[test]
    fn ends_count_once_too() {
        let finished: Vec<Vec<u64>> = levels(&Heap::of(4), 3).into_iter().map(|level| level.finished).collect();
        assert_eq!(finished, [[0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0]]);
    }

    #[test]
    fn equal_keys_do_not_make_positions_equal() {
        let mut seen = Seen::default();
        assert!(seen.add(7, |out| out.extend(b"one")));
        assert!(seen.add(7, |out| out.extend(b"two")));
        assert!(!seen.add(7, |out| out.extend(b"one")));
        assert!(seen.add(8, |out| out.extend(b"one")));
        assert!(seen.add(7, |_| ()));
        assert!(!seen.add(7, |_| ()));
    }
}
