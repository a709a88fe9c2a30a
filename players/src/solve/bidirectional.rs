//! Breadth-first search from both ends, for puzzles whose moves can be undone and whose goal is one position. These are found
//! among sliding puzzles only: in others it is not known what the moves before a goal were.

use boardwright_engine::game::Game;
use rustc_hash::FxHashMap;

use super::sliding::{Sliding, Tiles};
use super::{Answer, Effort, RanOut, SolveError, Task, breadth};

/// Most places, so that what lies on them goes into one number.
const MOST_PLACES: usize = 25;

/// What one of the searches has met.
struct Side {
    /// By what lies where: the place from which the gap came.
    met: FxHashMap<u128, u8>,
    /// What was met last, and where the gap is.
    frontier: Vec<(u128, u8)>,
}

/// Five bits a place.
fn packed(tiles: &Tiles) -> u128 {
    tiles[..MOST_PLACES].iter().rev().fold(0, |packed, &tile| packed << 5 | u128::from(tile))
}

/// The same with the piece on a place moved into the gap.
fn slid(tiles: u128, from: u8, gap: u8) -> u128 {
    let tile = tiles >> (5 * from) & 31;
    tiles ^ tile << (5 * from) ^ tile << (5 * gap)
}

impl Side {
    fn new(puzzle: &Sliding, tiles: &Tiles) -> Self {
        let (tiles, gap) = (packed(tiles), puzzle.gap(tiles));
        Self { met: [(tiles, gap)].into_iter().collect(), frontier: vec![(tiles, gap)] }
    }

    /// Where the gap was, one move after another, from this position back to where the search began.
    fn trail(&self, mut tiles: u128, mut gap: u8) -> Vec<u8> {
        let mut trail = vec![gap];
        loop {
            let before = self.met[&tiles];
            if before == gap {
                return trail;
            }
            tiles = slid(tiles, before, gap);
            gap = before;
            trail.push(gap);
        }
    }

    fn memory(&self) -> usize {
        // A map has a byte of its own for each slot.
        self.met.capacity() * (size_of::<(u128, u8)>() + 1) * 8 / 7 + self.frontier.capacity() * size_of::<(u128, u8)>()
    }
}

/// Solves by breadth-first search from both ends.
pub fn solve<G: Game>(task: &Task<'_, G>) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let puzzle = Sliding::of(game, state).map_err(|error| {
        SolveError::Unfit(format!(
            "bidirectional needs moves that can be undone and a goal that is one position, both known of sliding puzzles only; {error}; bfs \
             and astar take any puzzle"
        ))
    })?;
    if puzzle.places() > MOST_PLACES {
        return Err(SolveError::Unfit(format!("bidirectional takes puzzles of at most {MOST_PLACES} places")));
    }
    let mut effort = Effort::default();
    if puzzle.start == puzzle.goal {
        // Won already, or only once a move has been made: that is a matter of the rules.
        return breadth::solve(task, false);
    }
    let mut sides = [&puzzle.start, &puzzle.goal].map(|tiles| Side::new(&puzzle, tiles));
    loop {
        let which = usize::from(sides[0].frontier.len() > sides[1].frontier.len());
        let frontier = std::mem::take(&mut sides[which].frontier);
        if frontier.is_empty() {
            return Ok(Answer::no_solution(effort));
        }
        for (tiles, gap) in frontier {
            effort.expanded += 1;
            for &from in &puzzle.near[usize::from(gap)] {
                let next = slid(tiles, from, gap);
                effort.generated += 1;
                if limits.reached(effort.generated) {
                    return Ok(Answer::limit(RanOut::Time, effort));
                }
                if sides[which].met.contains_key(&next) {
                    continue;
                }
                sides[which].met.insert(next, gap);
                sides[which].frontier.push((next, from));
                // Whatever is met first lies on a shortest way: both sides know all that is nearer.
                if sides[1 - which].met.contains_key(&next) {
                    let [ahead, behind] = [0, 1].map(|side: usize| sides[side].trail(next, from));
                    let gaps: Vec<u8> = ahead.into_iter().rev().skip(1).chain(behind.into_iter().skip(1)).collect();
                    let line = puzzle.replay(game, state, &gaps)?.expect("the rules are those of a sliding puzzle");
                    return Ok(Answer::solved(line, effort));
                }
            }
            if sides[0].memory() + sides[1].memory() > bytes {
                return Ok(Answer::limit(RanOut::Memory, effort));
            }
        }
    }
}
