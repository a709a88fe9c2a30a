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
    match patterns.sets.len() {
        0..=4 => slide_by::<G, 4>(task, puzzle, patterns),
        5..=15 => slide_by::<G, 15>(task, puzzle, patterns),
        _ => slide_by::<G, MOST>(task, puzzle, patterns),
    }
}

/// The same with room for so many sets, which is copied with every move.
fn slide_by<G: Game, const SETS: usize>(
    task: &Task<'_, G>,
    puzzle: &Sliding,
    patterns: &Patterns,
) -> Result<Answer<G::Move>, SolveError> {
    if puzzle.start == puzzle.goal {
        // Won already, or only once a move has been made: that is a matter of the rules.
        return breadth::solve(task, false);
    }
    let hopeless = puzzle.is_hopeless();
    let Some(mut bound) = patterns.estimate(&puzzle.start).filter(|_| !hopeless) else {
        return Ok(Answer::no_solution(Effort::default()));
    };
    let views = View::all(puzzle, patterns);
    let mut slide = Slide {
        puzzle,
        patterns,
        views,
        limits: task.limits,
        tiles: puzzle.start,
        gaps: Vec::new(),
        effort: Effort::default(),
    };
    let places: Vec<Place<SETS>> = slide.views.iter().map(|view| view.place(patterns, &puzzle.start)).collect();
    bound = places.iter().map(|place| place.sum).fold(bound, u32::max);
    loop {
        let gap = puzzle.gap(&puzzle.start);
        match slide.go((gap, gap), [places[0], places[places.len() - 1]], 0, bound) {
            Round::Found => {
                let line = puzzle.replay(task.game, task.state, &slide.gaps)?;
                return Ok(Answer::solved(line.expect("the rules are those of a sliding puzzle"), slide.effort));
            }
            Round::Beyond(i64::MAX) => return Ok(Answer::no_solution(slide.effort)),
            Round::Beyond(next) => bound = next as u32,
            Round::Over(what) => return Ok(Answer::limit(what, slide.effort)),
        }
    }
}

/// One way to look at a puzzle: as it is, or by a symmetry of its board that keeps the gap's place in the goal. Then pieces
/// change with places, so that the goal stays the same and the tables hold.
struct View {
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
    /// The first is the board as it is. More than two cost more than they tell.
    fn all(puzzle: &Sliding, patterns: &Patterns) -> Vec<Self> {
        let several = patterns.sets.iter().any(|(tiles, _)| tiles.len() > 1);
        let images = symmetries(puzzle, if several { 2 } else { 1 });
        images.into_iter().map(|image| Self::by(puzzle, patterns, image)).collect()
    }

    fn by(puzzle: &Sliding, patterns: &Patterns, image: Tiles) -> Self {
        let homes = puzzle.homes();
        let mut view = Self { set: [0; MOST], weight: [0; MOST], image };
        for tile in 1..puzzle.places() {
            let becomes = puzzle.goal[usize::from(image[usize::from(homes[tile])])];
            for (set, (members, _)) in patterns.sets.iter().enumerate() {
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
        let entries = patterns.sets.iter().zip(place.index).map(|((_, table), index)| u32::from(table[index as usize]));
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
        let table = &patterns.sets[set].1;
        place.sum = place.sum + u32::from(table[after as usize]) - u32::from(table[before as usize]);
        place.index[set] = after;
    }
}

/// Some symmetries of the board that keep the gap's place in the goal, the one that changes nothing first.
fn symmetries(puzzle: &Sliding, most: usize) -> Vec<Tiles> {
    /// Gives the next place an image that is consistent with those before it.
    fn extend(puzzle: &Sliding, image: &mut Vec<u8>, most: usize, found: &mut Vec<Tiles>) {
        let (at, places) = (image.len(), puzzle.places());
        if at == places {
            let mut whole = [0; MOST];
            whole[..places].copy_from_slice(image);
            found.push(whole);
            return;
        }
        for to in 0..places as u8 {
            let beside = |one: usize, other: u8| puzzle.near[one].contains(&other);
            let fits = !image.contains(&to)
                && (puzzle.goal[at] == 0) == (puzzle.goal[usize::from(to)] == 0)
                && (0..at).all(|other| beside(at, other as u8) == beside(usize::from(to), image[other]));
            if fits && found.len() < most {
                image.push(to);
                extend(puzzle, image, most, found);
                image.pop();
            }
        }
    }
    // Images are tried in order, so that the one that changes nothing is found first only if it is tried first.
    let same: Tiles = std::array::from_fn(|at| at as u8);
    let mut found = Vec::new();
    if most > 1 {
        extend(puzzle, &mut Vec::new(), most, &mut found);
    }
    found.retain(|image| image[..puzzle.places()] != same[..puzzle.places()]);
    found.insert(0, same);
    found.truncate(most);
    found
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
    /// Looks on from where the gap is and was before. With one view, both places are of that.
    fn go<const SETS: usize>(
        &mut self,
        (gap, before): (u8, u8),
        places: [Place<SETS>; 2],
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
            if self.effort.generated.is_multiple_of(PATIENCE) && self.limits.is_over() {
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
