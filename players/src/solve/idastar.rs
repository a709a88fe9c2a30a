//! Iterative deepening A*: a shortest way to win a puzzle in hardly any memory, with an estimate that never tells more than is
//! left. Sliding puzzles are searched in a form of their own with pattern databases, and the way is played again by the rules of
//! the game; other puzzles are searched by their rules, with any heuristic.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player;
use boardwright_engine::variation::Variation;

use super::patterns::Patterns;
use super::sliding::{MOST, Sliding, Tiles};
use super::{Answer, Effort, RanOut, SolveError, Task, breadth, is_won};
use crate::heuristic::Heuristic;
use crate::limits::Limits;

/// Longest way that is looked for.
const LONGEST: u32 = 10_000;
/// How many moves of a sliding puzzle are made between two looks at the clock.
const PATIENCE: u64 = 1 << 14;

/// Why a round of deepening ended.
enum Round {
    /// The puzzle is solved.
    Found,
    /// Nothing within the bound; the least estimate beyond it.
    Beyond(i64),
    /// Something ran out.
    Over(RanOut),
}

/// Solves a puzzle by its rules.
pub fn solve<G: Game>(task: &Task<'_, G>, heuristic: &Heuristic) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, .. } = *task;
    let mut search =
        Search { task, heuristic, line: Variation::new(game, state), on_line: Vec::new(), effort: Effort::default() };
    let mut bound = search.estimate(0)?;
    loop {
        match search.go(bound)? {
            Round::Found => return Ok(Answer::solved(search.line.moves().to_vec(), search.effort)),
            Round::Beyond(i64::MAX) => return Ok(Answer::no_solution(search.effort)),
            Round::Beyond(next) => bound = next,
            Round::Over(what) => return Ok(Answer::limit(what, search.effort)),
        }
    }
}

struct Search<'a, 't, G: Game> {
    task: &'a Task<'t, G>,
    heuristic: &'a Heuristic,
    line: Variation<'t, G>,
    /// Keys of the positions of the line: a way through one of them twice is no shortest one.
    on_line: Vec<u64>,
    effort: Effort,
}

impl<G: Game> Search<'_, '_, G> {
    /// The moves made and those that seem to be left, in thousandths.
    fn estimate(&self, made: usize) -> Result<i64, Fault> {
        let me = Player::new(1).expect("1 is a player's number");
        let worth = self.heuristic.value(self.task.game, self.line.state(), me)?;
        Ok(made as i64 * 1000 - (worth * 1000.0).round() as i64)
    }

    fn go(&mut self, bound: i64) -> Result<Round, SolveError> {
        let game = self.task.game;
        let sum = self.estimate(self.line.len())?;
        if sum > bound {
            return Ok(Round::Beyond(sum));
        }
        if is_won(game, self.line.state())? {
            return Ok(Round::Found);
        }
        let key = game.key(self.line.state());
        if self.on_line.contains(&key) {
            return Ok(Round::Beyond(i64::MAX));
        }
        if self.line.len() as u32 >= LONGEST {
            return Ok(Round::Over(RanOut::Memory));
        }
        let mut moves = Vec::new();
        if game.turn(self.line.state(), &mut moves)?.outcome().is_some() {
            return Ok(Round::Beyond(i64::MAX));
        }
        self.effort.expanded += 1;
        self.on_line.push(key);
        let mut next = i64::MAX;
        for mv in moves {
            self.effort.generated += 1;
            if self.task.limits.reached(self.effort.generated) {
                return Ok(Round::Over(RanOut::Time));
            }
            self.line.make(mv)?;
            match self.go(bound)? {
                Round::Beyond(sum) => next = next.min(sum),
                ended => return Ok(ended),
            }
            self.line.unmake();
        }
        self.on_line.pop();
        Ok(Round::Beyond(next))
    }
}

/// Solves a sliding puzzle with tables.
///
/// # Errors
/// If the rules fail.
pub fn slide<G: Game>(
    task: &Task<'_, G>,
    puzzle: &Sliding,
    patterns: &Patterns,
) -> Result<Answer<G::Move>, SolveError> {
    if puzzle.start == puzzle.goal {
        // Won already, or only once a move has been made: that is a matter of the rules.
        return breadth::solve(task, false);
    }
    let (way, effort) = search(puzzle, patterns, task.limits);
    Ok(match way {
        Way::Found(gaps) => {
            let line = puzzle.replay(task.game, task.state, &gaps)?;
            Answer::solved(line.expect("the rules are those of a sliding puzzle"), effort)
        }
        Way::None => Answer::no_solution(effort),
        Way::Over(what) => Answer::limit(what, effort),
    })
}

/// What comes of looking for a way.
enum Way {
    /// Where the gap goes, one move after another.
    Found(Vec<u8>),
    None,
    Over(RanOut),
}

/// Looks for a shortest way to the goal, which is not where it begins.
fn search(puzzle: &Sliding, patterns: &Patterns, limits: Limits<'_>) -> (Way, Effort) {
    let views = View::all(puzzle, patterns);
    let sets = patterns.layers.iter().map(Vec::len).max().unwrap_or(0);
    // Where the pieces of all sets are is copied with every move.
    match (sets, views.len()) {
        (0..=4, 0..=2) => search_by::<4, 2>(puzzle, patterns, views, limits),
        (0..=6, 0..=4) => search_by::<6, 4>(puzzle, patterns, views, limits),
        (0..=15, 0..=2) => search_by::<15, 2>(puzzle, patterns, views, limits),
        _ => search_by::<MOST, MOST_VIEWS>(puzzle, patterns, views, limits),
    }
}

fn search_by<const SETS: usize, const VIEWS: usize>(
    puzzle: &Sliding,
    patterns: &Patterns,
    views: Vec<View>,
    limits: Limits<'_>,
) -> (Way, Effort) {
    let Some(mut bound) = patterns.estimate(&puzzle.start).filter(|_| !puzzle.is_hopeless()) else {
        return (Way::None, Effort::default());
    };
    let (tiles, gaps, effort) = (puzzle.start, Vec::new(), Effort::default());
    let mut places = [Place { index: [0; SETS], sum: 0 }; VIEWS];
    for (place, view) in places.iter_mut().zip(&views) {
        *place = view.place(patterns, &puzzle.start);
        bound = bound.max(place.sum);
    }
    let mut slide = Slide { puzzle, patterns, views, limits, tiles, gaps, effort };
    let gap = puzzle.gap(&puzzle.start);
    loop {
        match slide.go((gap, gap), places, 0, bound) {
            Round::Found => return (Way::Found(slide.gaps), slide.effort),
            Round::Beyond(i64::MAX) => return (Way::None, slide.effort),
            Round::Beyond(next) => bound = next as u32,
            Round::Over(what) => return (Way::Over(what), slide.effort),
        }
    }
}

/// Most ways to look at a puzzle.
const MOST_VIEWS: usize = 12;

/// One way to look at a puzzle: as it is, or by a symmetry of its board that keeps the gap's place in the goal. Then pieces
/// change with places, so that the goal stays the same and the tables hold.
struct View {
    /// The sets into which the pieces are divided, by their number.
    layer: usize,
    /// By piece: the set that it is looked up in.
    set: Tiles,
    /// By piece: what a place counts in the index.
    weight: [usize; MOST],
    /// By place: its image.
    image: Tiles,
}

/// Where the pieces of all sets are.
#[derive(Clone, Copy)]
struct Place<const SETS: usize> {
    index: [u32; SETS],
    sum: u32,
}

impl View {
    /// For each way to divide the pieces the board as it is, and by one symmetry: more cost more than they tell.
    fn all(puzzle: &Sliding, patterns: &Patterns) -> Vec<Self> {
        let several = patterns.layers.iter().flatten().any(|(tiles, _)| tiles.len() > 1);
        let images = puzzle.symmetries(if several { 2 } else { 1 });
        let layers = 0..patterns.layers.len();
        let views =
            images.iter().flat_map(|image| layers.clone().map(|layer| Self::by(puzzle, patterns, layer, *image)));
        views.take(MOST_VIEWS).collect()
    }

    fn by(puzzle: &Sliding, patterns: &Patterns, layer: usize, image: Tiles) -> Self {
        let renamed = puzzle.renamed(&image);
        let mut view = Self { layer, set: [0; MOST], weight: [0; MOST], image };
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

    fn place<const SETS: usize>(&self, patterns: &Patterns, tiles: &Tiles) -> Place<SETS> {
        let mut place = Place { index: [0; SETS], sum: 0 };
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

    /// After a piece has moved.
    #[inline]
    fn moved<const SETS: usize>(&self, patterns: &Patterns, place: &mut Place<SETS>, tile: u8, (from, to): (u8, u8)) {
        let (set, weight) = (usize::from(self.set[usize::from(tile)]), self.weight[usize::from(tile)]);
        let shift = |at: u8| (usize::from(self.image[usize::from(at)]) * weight) as u32;
        let before = place.index[set];
        let after = before + shift(to) - shift(from);
        let table = &patterns.layers[self.layer][set].1;
        place.sum = place.sum + u32::from(table[after as usize]) - u32::from(table[before as usize]);
        place.index[set] = after;
    }
}

struct Slide<'a> {
    puzzle: &'a Sliding,
    patterns: &'a Patterns,
    views: Vec<View>,
    limits: Limits<'a>,
    tiles: Tiles,
    /// Where the gap went, once a way is found.
    gaps: Vec<u8>,
    effort: Effort,
}

impl Slide<'_> {
    /// Looks on from where the gap is and was before.
    fn go<const SETS: usize, const VIEWS: usize>(
        &mut self,
        (gap, before): (u8, u8),
        places: [Place<SETS>; VIEWS],
        made: u32,
        bound: u32,
    ) -> Round {
        self.effort.expanded += 1;
        if made >= LONGEST {
            return Round::Over(RanOut::Memory);
        }
        let mut beyond = i64::MAX;
        for &from in &self.puzzle.near[usize::from(gap)] {
            if from == before {
                continue;
            }
            self.effort.generated += 1;
            let generated = self.effort.generated;
            let spent = self.limits.nodes.is_some_and(|most| generated >= most);
            if spent || generated.is_multiple_of(PATIENCE) && self.limits.is_over() {
                return Round::Over(RanOut::Time);
            }
            let tile = self.tiles[usize::from(from)];
            let mut after = places;
            let mut sum = made + 1;
            for (view, place) in self.views.iter().zip(&mut after) {
                view.moved(self.patterns, place, tile, (from, gap));
                sum = sum.max(made + 1 + place.sum);
                if sum > bound {
                    break;
                }
            }
            if sum > bound {
                beyond = beyond.min(i64::from(sum));
                continue;
            }
            // Sums are 0 only where every piece is at home.
            let mut round = Round::Found;
            if after[0].sum > 0 {
                self.tiles.swap(usize::from(from), usize::from(gap));
                round = self.go((from, gap), after, made + 1, bound);
                self.tiles.swap(usize::from(from), usize::from(gap));
            }
            match round {
                Round::Beyond(sum) => beyond = beyond.min(sum),
                Round::Found => {
                    if self.gaps.len() <= made as usize {
                        self.gaps.resize(made as usize + 1, 0);
                    }
                    self.gaps[made as usize] = from;
                    return Round::Found;
                }
                over @ Round::Over(_) => return over,
            }
        }
        Round::Beyond(beyond)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::patterns::Size;
    use super::*;

    /// The length of a shortest way, and how many positions were expanded; the way is walked to see that it leads to the goal.
    fn length(puzzle: &Sliding, sizes: &[Size]) -> (Option<usize>, u64) {
        let stop = AtomicBool::new(false);
        let patterns = Patterns::new(puzzle, sizes, 1 << 30, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        let (way, effort) = search(puzzle, &patterns, Limits::none(&stop));
        let length = match way {
            Way::Found(gaps) => {
                let (mut tiles, mut gap) = (puzzle.start, puzzle.gap(&puzzle.start));
                for &next in &gaps {
                    assert!(puzzle.near[usize::from(gap)].contains(&next));
                    tiles.swap(usize::from(gap), usize::from(next));
                    gap = next;
                }
                assert_eq!(tiles, puzzle.goal);
                Some(gaps.len())
            }
            Way::None => None,
            Way::Over(what) => panic!("{what:?} ran out without a limit"),
        };
        (length, effort.expanded)
    }

    const ONE: [Size; 1] = [Size { pieces: 1, layers: 1 }];
    const TWO_WAYS: [Size; 2] = [Size { pieces: 4, layers: 1 }, Size { pieces: 3, layers: 2 }];

    #[test]
    fn tables_of_more_pieces_find_the_same_lengths_in_fewer_positions() {
        // The two positions that need 31 moves have the gap elsewhere in the goal; with the gap first these are their images.
        for (tiles, wanted) in
            [([8, 7, 6, 0, 4, 1, 2, 5, 3], 31), ([1, 4, 2, 3, 0, 5, 6, 7, 8], 2), ([8, 0, 6, 5, 4, 7, 2, 3, 1], 31)]
        {
            let puzzle = Sliding::grid(3, &tiles);
            let ((far, many), (same, few)) = (length(&puzzle, &ONE), length(&puzzle, &TWO_WAYS));
            assert_eq!((far, same), (Some(wanted), Some(wanted)), "{tiles:?}");
            assert!(few <= many, "{tiles:?}: {few}, {many}");
        }
    }

    #[test]
    fn half_of_all_orders_are_known_to_be_hopeless() {
        let hopeless = Sliding::grid(3, &[0, 2, 1, 3, 4, 5, 6, 7, 8]);
        assert!(hopeless.is_hopeless());
        assert_eq!(length(&hopeless, &ONE), (None, 0));
    }

    #[test]
    fn the_clock_is_looked_at() {
        let stop = AtomicBool::new(false);
        // Korf's second instance takes millions of positions with sets of one piece.
        let puzzle = Sliding::grid(4, &[13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6]);
        let patterns = Patterns::new(&puzzle, &ONE, 1 << 20, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        stop.store(true, Ordering::Relaxed);
        let (way, effort) = search(&puzzle, &patterns, Limits::none(&stop));
        assert!(matches!(way, Way::Over(RanOut::Time)) && effort.generated <= PATIENCE);
    }
}
