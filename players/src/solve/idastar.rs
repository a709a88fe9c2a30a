//! Iterative deepening A* (IDA*; Korf, 1985): a shortest solution of a puzzle in little memory, with an admissible
//! heuristic. Sliding puzzles are searched in their compact representation with pattern databases, and the solution is
//! replayed by the rules of the game. Other puzzles are searched by their rules, with any heuristic.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::Player;
use boardwright_game::variation::Variation;

use super::patterns::PatternDatabases;
use super::sliding::{MAX_PLACES, SlidingPuzzle, Tiles};
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, breadth, is_won};
use crate::heuristic::Heuristic;
use crate::limits::Limits;

/// Maximum length of a solution.
const MAX_LENGTH: u32 = 10_000;
/// Number of moves of a sliding puzzle between two readings of the clock.
const CLOCK_INTERVAL: u64 = 1 << 14;

/// Result of an iteration, or of a subtree of it.
enum IterationResult {
    /// The puzzle is solved.
    Found,
    /// No solution within the bound. Contains the least sum of moves and estimate beyond it.
    Exceeded(i64),
    /// A resource was exhausted.
    Over(ExhaustedResource),
}

/// Solves a puzzle by the rules of its game.
pub fn solve<G: Game>(task: &Task<'_, G>, heuristic: &Heuristic) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, .. } = *task;
    let mut search =
        Search { task, heuristic, line: Variation::new(game, state), on_line: Vec::new(), effort: Effort::default() };
    let mut bound = search.estimate(0)?;
    loop {
        match search.search(bound)? {
            IterationResult::Found => return Ok(Answer::solved(search.line.moves().to_vec(), search.effort)),
            IterationResult::Exceeded(i64::MAX) => return Ok(Answer::no_solution(search.effort)),
            IterationResult::Exceeded(next) => bound = next,
            IterationResult::Over(what) => return Ok(Answer::limit(what, search.effort)),
        }
    }
}

struct Search<'a, 't, G: Game> {
    task: &'a Task<'t, G>,
    heuristic: &'a Heuristic,
    line: Variation<'t, G>,
    /// Keys of the positions of the line: a shortest path visits none of them twice.
    on_line: Vec<u64>,
    effort: Effort,
}

impl<G: Game> Search<'_, '_, G> {
    /// Sum of the moves made and the estimate of those that are left, in thousandths.
    fn estimate(&self, made: usize) -> Result<i64, Fault> {
        let me = Player::new(1).expect("1 is a player's number");
        let value = self.heuristic.value(self.task.game, self.line.state(), me)?;
        Ok(made as i64 * 1000 - (value * 1000.0).round() as i64)
    }

    fn search(&mut self, bound: i64) -> Result<IterationResult, SolveError> {
        let game = self.task.game;
        let sum = self.estimate(self.line.len())?;
        if sum > bound {
            return Ok(IterationResult::Exceeded(sum));
        }
        if is_won(game, self.line.state())? {
            return Ok(IterationResult::Found);
        }
        let key = game.key(self.line.state());
        if self.on_line.contains(&key) {
            return Ok(IterationResult::Exceeded(i64::MAX));
        }
        if self.line.len() as u32 >= MAX_LENGTH {
            return Ok(IterationResult::Over(ExhaustedResource::Memory));
        }
        let mut moves = Vec::new();
        if game.legal_moves(self.line.state(), &mut moves)?.outcome().is_some() {
            return Ok(IterationResult::Exceeded(i64::MAX));
        }
        self.effort.expanded += 1;
        self.on_line.push(key);
        let mut next = i64::MAX;
        for mv in moves {
            self.effort.generated += 1;
            if self.task.limits.is_reached(self.effort.generated) {
                return Ok(IterationResult::Over(ExhaustedResource::Time));
            }
            self.line.make(mv)?;
            match self.search(bound)? {
                IterationResult::Exceeded(sum) => next = next.min(sum),
                ended => return Ok(ended),
            }
            self.line.unmake();
        }
        self.on_line.pop();
        Ok(IterationResult::Exceeded(next))
    }
}

/// Solves a sliding puzzle by pattern databases.
///
/// # Errors
/// A [`SolveError`] if the rules fail.
pub fn solve_sliding<G: Game>(
    task: &Task<'_, G>,
    puzzle: &SlidingPuzzle,
    patterns: &PatternDatabases,
) -> Result<Answer<G::Move>, SolveError> {
    if puzzle.start == puzzle.goal {
        // Whether the puzzle is solved now or only after a move is decided by the rules.
        return breadth::solve(task, false);
    }
    let (result, effort) = search(puzzle, patterns, task.limits);
    Ok(match result {
        SlidingResult::Found(gaps) => {
            let line = puzzle.replay(task.game, task.state, &gaps)?;
            Answer::solved(line.expect("the rules are those of a sliding puzzle"), effort)
        }
        SlidingResult::None => Answer::no_solution(effort),
        SlidingResult::Over(what) => Answer::limit(what, effort),
    })
}

/// Result of a search of a sliding puzzle.
enum SlidingResult {
    /// Places of the gap, one move after another.
    Found(Vec<u8>),
    None,
    Over(ExhaustedResource),
}

/// Searches a shortest path to the goal, which must differ from the start.
fn search(puzzle: &SlidingPuzzle, patterns: &PatternDatabases, limits: Limits<'_>) -> (SlidingResult, Effort) {
    let views = View::all(puzzle, patterns);
    let sets = patterns.layers.iter().map(Vec::len).max().unwrap_or(0);
    // The indices of all sets are copied with every move, so small arrays are used where possible.
    match (sets, views.len()) {
        (0..=4, 0..=2) => search_by::<4, 2>(puzzle, patterns, views, limits),
        (0..=6, 0..=4) => search_by::<6, 4>(puzzle, patterns, views, limits),
        (0..=15, 0..=2) => search_by::<15, 2>(puzzle, patterns, views, limits),
        _ => search_by::<MAX_PLACES, MAX_VIEWS>(puzzle, patterns, views, limits),
    }
}

fn search_by<const SETS: usize, const VIEWS: usize>(
    puzzle: &SlidingPuzzle,
    patterns: &PatternDatabases,
    views: Vec<View>,
    limits: Limits<'_>,
) -> (SlidingResult, Effort) {
    let Some(mut bound) = patterns.estimate(&puzzle.start).filter(|_| !puzzle.is_unsolvable()) else {
        return (SlidingResult::None, Effort::default());
    };
    let (tiles, gaps, effort) = (puzzle.start, Vec::new(), Effort::default());
    let mut places = [TableIndices { index: [0; SETS], sum: 0 }; VIEWS];
    for (place, view) in places.iter_mut().zip(&views) {
        *place = view.indices(patterns, &puzzle.start);
        bound = bound.max(place.sum);
    }
    let mut slide = SlidingSearch { puzzle, patterns, views, limits, tiles, gaps, effort };
    let gap = puzzle.gap(&puzzle.start);
    loop {
        match slide.search((gap, gap), places, 0, bound) {
            IterationResult::Found => return (SlidingResult::Found(slide.gaps), slide.effort),
            IterationResult::Exceeded(i64::MAX) => return (SlidingResult::None, slide.effort),
            IterationResult::Exceeded(next) => bound = next as u32,
            IterationResult::Over(what) => return (SlidingResult::Over(what), slide.effort),
        }
    }
}

/// Maximum number of views.
const MAX_VIEWS: usize = 12;

/// A view of the puzzle: a partition with a symmetry of the board (or the identity) that keeps the goal place of the
/// gap. The pieces are renumbered so that the goal stays the same, and the tables can be looked up for the mirrored
/// position.
struct View {
    /// Number of the partition.
    layer: usize,
    /// By piece: index of its set.
    set: Tiles,
    /// By piece: its factor in the table index.
    weight: [usize; MAX_PLACES],
    /// By place: its image.
    image: Tiles,
}

/// Table indices of all sets of a view, and the sum of their entries.
#[derive(Clone, Copy)]
struct TableIndices<const SETS: usize> {
    index: [u32; SETS],
    sum: u32,
}

impl View {
    /// The views by each partition, for the identity and one symmetry: more symmetries cost more time than they save.
    fn all(puzzle: &SlidingPuzzle, patterns: &PatternDatabases) -> Vec<Self> {
        let several = patterns.layers.iter().flatten().any(|(tiles, _)| tiles.len() > 1);
        let images = puzzle.symmetries(if several { 2 } else { 1 });
        let layers = 0..patterns.layers.len();
        let views =
            images.iter().flat_map(|image| layers.clone().map(|layer| Self::build(puzzle, patterns, layer, *image)));
        views.take(MAX_VIEWS).collect()
    }

    fn build(puzzle: &SlidingPuzzle, patterns: &PatternDatabases, layer: usize, image: Tiles) -> Self {
        let renamed = puzzle.renumbering(&image);
        let mut view = Self { layer, set: [0; MAX_PLACES], weight: [0; MAX_PLACES], image };
        for (tile, becomes) in renamed.into_iter().enumerate().take(puzzle.places()).skip(1) {
            for (set, (members, _)) in patterns.layers[layer].iter().enumerate() {
                if let Some(index) = members.iter().position(|&member| member == becomes) {
                    view.set[tile] = set as u8;
                    view.weight[tile] = puzzle.places().pow(index as u32);
                }
            }
        }
        view
    }

    fn indices<const SETS: usize>(&self, patterns: &PatternDatabases, tiles: &Tiles) -> TableIndices<SETS> {
        let mut place = TableIndices { index: [0; SETS], sum: 0 };
        for (at, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile > 0) {
            let (set, weight) = (self.set[usize::from(tile)], self.weight[usize::from(tile)]);
            place.index[usize::from(set)] += (usize::from(self.image[at]) * weight) as u32;
        }
        let entries = patterns.layers[self.layer]
            .iter()
            .zip(place.index)
            .map(|((_, table), index)| u32::from(table[index as usize]));
        place.sum = entries.sum();
        place
    }

    /// Updates the indices after a piece has moved.
    #[inline]
    fn update<const SETS: usize>(
        &self,
        patterns: &PatternDatabases,
        place: &mut TableIndices<SETS>,
        tile: u8,
        (from, to): (u8, u8),
    ) {
        let (set, weight) = (usize::from(self.set[usize::from(tile)]), self.weight[usize::from(tile)]);
        let shift = |at: u8| (usize::from(self.image[usize::from(at)]) * weight) as u32;
        let before = place.index[set];
        let after = before + shift(to) - shift(from);
        let table = &patterns.layers[self.layer][set].1;
        place.sum = place.sum + u32::from(table[after as usize]) - u32::from(table[before as usize]);
        place.index[set] = after;
    }
}

struct SlidingSearch<'a> {
    puzzle: &'a SlidingPuzzle,
    patterns: &'a PatternDatabases,
    views: Vec<View>,
    limits: Limits<'a>,
    tiles: Tiles,
    /// Places of the gap; filled from the end when a solution is found.
    gaps: Vec<u8>,
    effort: Effort,
}

impl SlidingSearch<'_> {
    /// Searches from a place of the gap, except back to its previous place.
    fn search<const SETS: usize, const VIEWS: usize>(
        &mut self,
        (gap, before): (u8, u8),
        places: [TableIndices<SETS>; VIEWS],
        made: u32,
        bound: u32,
    ) -> IterationResult {
        self.effort.expanded += 1;
        if made >= MAX_LENGTH {
            return IterationResult::Over(ExhaustedResource::Memory);
        }
        let mut beyond = i64::MAX;
        for &from in &self.puzzle.neighbours[usize::from(gap)] {
            if from == before {
                continue;
            }
            self.effort.generated += 1;
            let generated = self.effort.generated;
            let spent = self.limits.nodes.is_some_and(|most| generated >= most);
            if spent || generated.is_multiple_of(CLOCK_INTERVAL) && self.limits.is_over() {
                return IterationResult::Over(ExhaustedResource::Time);
            }
            let tile = self.tiles[usize::from(from)];
            let mut after = places;
            let mut sum = made + 1;
            for (view, place) in self.views.iter().zip(&mut after) {
                view.update(self.patterns, place, tile, (from, gap));
                sum = sum.max(made + 1 + place.sum);
                if sum > bound {
                    break;
                }
            }
            if sum > bound {
                beyond = beyond.min(i64::from(sum));
                continue;
            }
            // A sum of 0 means that every piece is on its goal place.
            let mut round = IterationResult::Found;
            if after[0].sum > 0 {
                self.tiles.swap(usize::from(from), usize::from(gap));
                round = self.search((from, gap), after, made + 1, bound);
                self.tiles.swap(usize::from(from), usize::from(gap));
            }
            match round {
                IterationResult::Exceeded(sum) => beyond = beyond.min(sum),
                IterationResult::Found => {
                    if self.gaps.len() <= made as usize {
                        self.gaps.resize(made as usize + 1, 0);
                    }
                    self.gaps[made as usize] = from;
                    return IterationResult::Found;
                }
                over @ IterationResult::Over(_) => return over,
            }
        }
        IterationResult::Exceeded(beyond)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::patterns::PatternSize;
    use super::*;

    /// Length of a shortest solution, and number of expanded positions. Replays the solution to check that it reaches
    /// the goal.
    fn length(puzzle: &SlidingPuzzle, sizes: &[PatternSize]) -> (Option<usize>, u64) {
        let stop = AtomicBool::new(false);
        let patterns = PatternDatabases::new(puzzle, sizes, 1 << 30, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        let (result, effort) = search(puzzle, &patterns, Limits::none(&stop));
        let length = match result {
            SlidingResult::Found(gaps) => {
                let (mut tiles, mut gap) = (puzzle.start, puzzle.gap(&puzzle.start));
                for &next in &gaps {
                    assert!(puzzle.neighbours[usize::from(gap)].contains(&next));
                    tiles.swap(usize::from(gap), usize::from(next));
                    gap = next;
                }
                assert_eq!(tiles, puzzle.goal);
                Some(gaps.len())
            }
            SlidingResult::None => None,
            SlidingResult::Over(what) => panic!("{what:?} ran out without a limit"),
        };
        (length, effort.expanded)
    }

    const ONE: [PatternSize; 1] = [PatternSize { pieces: 1, layers: 1 }];
    const TWO_WAYS: [PatternSize; 2] = [PatternSize { pieces: 4, layers: 1 }, PatternSize { pieces: 3, layers: 2 }];

    #[test]
    fn tables_of_more_pieces_find_the_same_lengths_in_fewer_positions() {
        // The two positions of maximal depth, 31 moves, usually have another goal place of the gap; these are their
        // images.
        for (tiles, expected) in
            [([8, 7, 6, 0, 4, 1, 2, 5, 3], 31), ([1, 4, 2, 3, 0, 5, 6, 7, 8], 2), ([8, 0, 6, 5, 4, 7, 2, 3, 1], 31)]
        {
            let puzzle = SlidingPuzzle::grid(3, &tiles);
            let ((far, many), (same, few)) = (length(&puzzle, &ONE), length(&puzzle, &TWO_WAYS));
            assert_eq!((far, same), (Some(expected), Some(expected)), "{tiles:?}");
            assert!(few <= many, "{tiles:?}: {few}, {many}");
        }
    }

    #[test]
    fn positions_of_the_wrong_parity_are_unsolvable() {
        let hopeless = SlidingPuzzle::grid(3, &[0, 2, 1, 3, 4, 5, 6, 7, 8]);
        assert!(hopeless.is_unsolvable());
        assert_eq!(length(&hopeless, &ONE), (None, 0));
    }

    #[test]
    fn the_time_limit_is_checked() {
        let stop = AtomicBool::new(false);
        // Korf's second instance takes millions of positions with sets of one piece.
        let puzzle = SlidingPuzzle::grid(4, &[13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6]);
        let patterns = PatternDatabases::new(&puzzle, &ONE, 1 << 20, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        stop.store(true, Ordering::Relaxed);
        let (result, effort) = search(&puzzle, &patterns, Limits::none(&stop));
        assert!(matches!(result, SlidingResult::Over(ExhaustedResource::Time)) && effort.generated <= CLOCK_INTERVAL);
    }
}
