//! Counts of lines of play without their ends: the last move of a line is not made.

use super::{CALLBACK_INTERVAL, PerftError, ProgressCallback};
use crate::game::Game;

/// Counts the lines of play of exactly `depth` moves from `start`, like [`perft`](super::perft), but not how many of them
/// end the game: the moves of the positions before the last move are counted, where possible without listing them.
///
/// # Errors
/// A fault of the rules, or that the callback stopped the count.
pub fn count_lines<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    watch: &mut ProgressCallback<'_>,
) -> Result<u64, PerftError> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(game.count_moves(start)?),
        _ => {}
    }
    let mut counter = Counter { game, levels: vec![(start.clone(), Vec::new())], counted: 0, watch };
    counter.count(0, depth)
}

/// Depth-first walk. The buffers of each level are reused.
struct Counter<'a, 'w, G: Game> {
    game: &'a G,
    levels: Vec<(G::State, Vec<G::Move>)>,
    counted: u64,
    watch: &'a mut ProgressCallback<'w>,
}

impl<G: Game> Counter<'_, '_, G> {
    /// Number of lines of `remaining_depth` moves, two at least, below the position of a level.
    fn count(&mut self, level: usize, remaining_depth: u32) -> Result<u64, PerftError> {
        if self.levels.len() == level + 1 {
            let state = self.levels[level].0.clone();
            self.levels.push((state, Vec::new()));
        }
        let (state, moves) = &mut self.levels[level];
        if self.game.legal_moves(state, moves)?.outcome().is_some() {
            return Ok(0);
        }
        let mut lines = 0;
        for index in 0..self.levels[level].1.len() {
            let (above, below) = self.levels.split_at_mut(level + 1);
            let ((parent, moves), (child, _)) = (&above[level], &mut below[0]);
            child.clone_from(parent);
            self.game.apply(child, moves[index])?;
            if remaining_depth > 2 {
                lines += self.count(level + 1, remaining_depth - 1)?;
                continue;
            }
            let before = self.counted / CALLBACK_INTERVAL;
            let here = self.game.count_moves(child)?;
            lines += here;
            self.counted += here;
            if self.counted / CALLBACK_INTERVAL > before && (self.watch)(self.counted).is_break() {
                return Err(PerftError::Stopped);
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::perft::{DepthUnit, perft};
    use crate::sample::Heap;

    #[test]
    fn lines_are_those_of_perft() {
        let game = Heap { extra_turn_after_two: true, has_coin: true, ..Heap::with_size(14) };
        for depth in 0..16 {
            let counted = count_lines(&game, &game.initial_state(), depth, &mut |_| ControlFlow::Continue(()));
            let expected =
                perft(&game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
            assert_eq!(counted, expected.map(|count| count.nodes), "depth {depth}");
        }
    }

    #[test]
    fn the_callback_stops_the_count() {
        let game = Heap::with_size(60);
        let stopped = count_lines(&game, &game.initial_state(), 40, &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(PerftError::Stopped));
    }
}
