//! Bidirectional breadth-first search, for puzzles with reversible moves and a single goal position. Only sliding
//! puzzles are known to have both; for other puzzles the predecessors of the goal are unknown.

use boardwright_game::game::Game;
use rustc_hash::FxHashMap;

use super::sliding::{SlidingPuzzle, Tiles};
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, breadth};

/// Maximum number of places, so that a position fits into a number of 128 bits.
const MAX_PLACES: usize = 25;

/// State of one of the two searches.
struct SearchSide {
    /// By visited position: the previous place of the gap.
    visited: FxHashMap<u128, u8>,
    /// The last level: positions, with the place of the gap.
    frontier: Vec<(u128, u8)>,
}

/// Packs a position, with five bits per place.
fn pack(tiles: &Tiles) -> u128 {
    tiles[..MAX_PLACES].iter().rev().fold(0, |packed, &tile| packed << 5 | u128::from(tile))
}

/// The position after the piece on `from` has moved to `gap`.
fn after_slide(tiles: u128, from: u8, gap: u8) -> u128 {
    let tile = tiles >> (5 * from) & 31;
    tiles ^ tile << (5 * from) ^ tile << (5 * gap)
}

impl SearchSide {
    fn new(puzzle: &SlidingPuzzle, tiles: &Tiles) -> Self {
        let (tiles, gap) = (pack(tiles), puzzle.gap(tiles));
        Self { visited: [(tiles, gap)].into_iter().collect(), frontier: vec![(tiles, gap)] }
    }

    /// Places of the gap, from this position back to the origin of the search.
    fn trail(&self, mut tiles: u128, mut gap: u8) -> Vec<u8> {
        let mut trail = vec![gap];
        loop {
            let before = self.visited[&tiles];
            if before == gap {
                return trail;
            }
            tiles = after_slide(tiles, before, gap);
            gap = before;
            trail.push(gap);
        }
    }

    fn memory(&self) -> usize {
        // A hash map has one control byte per slot.
        self.visited.capacity() * (size_of::<(u128, u8)>() + 1) * 8 / 7
            + self.frontier.capacity() * size_of::<(u128, u8)>()
    }
}

/// Solves by bidirectional breadth-first search.
pub fn solve<G: Game>(task: &Task<'_, G>) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let puzzle = SlidingPuzzle::from_game(game, state).map_err(|error| {
        SolveError::UnsupportedGame(format!(
            "bidirectional needs reversible moves and a single goal position, which are known for sliding puzzles only; {error}; \
             bfs and astar solve any puzzle"
        ))
    })?;
    if puzzle.places() > MAX_PLACES {
        return Err(SolveError::UnsupportedGame(format!(
            "bidirectional supports puzzles of at most {MAX_PLACES} places"
        )));
    }
    let mut effort = Effort::default();
    if puzzle.start == puzzle.goal {
        // Whether the puzzle is solved now or only after a move is decided by the rules.
        return breadth::solve(task, false);
    }
    let mut sides = [&puzzle.start, &puzzle.goal].map(|tiles| SearchSide::new(&puzzle, tiles));
    loop {
        let which = usize::from(sides[0].frontier.len() > sides[1].frontier.len());
        let frontier = std::mem::take(&mut sides[which].frontier);
        if frontier.is_empty() {
            return Ok(Answer::no_solution(effort));
        }
        for (tiles, gap) in frontier {
            effort.expanded += 1;
            for &from in &puzzle.neighbours[usize::from(gap)] {
                let next = after_slide(tiles, from, gap);
                effort.generated += 1;
                if limits.is_reached(effort.generated) {
                    return Ok(Answer::limit(ExhaustedResource::Time, effort));
                }
                if sides[which].visited.contains_key(&next) {
                    continue;
                }
                sides[which].visited.insert(next, gap);
                sides[which].frontier.push((next, from));
                // The first meeting point lies on a shortest path, because both sides have visited all nearer
                // positions.
                if sides[1 - which].visited.contains_key(&next) {
                    let [ahead, behind] = [0, 1].map(|side: usize| sides[side].trail(next, from));
                    let gaps: Vec<u8> = ahead.into_iter().rev().skip(1).chain(behind.into_iter().skip(1)).collect();
                    let line = puzzle.replay(game, state, &gaps)?.expect("the rules are those of a sliding puzzle");
                    return Ok(Answer::solved(line, effort));
                }
            }
            if sides[0].memory() + sides[1].memory() > bytes {
                return Ok(Answer::limit(ExhaustedResource::Memory, effort));
            }
        }
    }
}
