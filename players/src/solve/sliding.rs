//! Sliding puzzles in a compact representation: distinct pieces, one gap, and a goal place for each piece. Whether a
//! game is a sliding puzzle is proven from its rules (see
//! [`Goals::is_sliding_puzzle`](boardwright_game::structure::Goals::is_sliding_puzzle)). No search is
//! implemented here.

use boardwright_game::game::Game;
use boardwright_game::ids::{LocationId, Player};

use super::SolveError;

/// Maximum number of places of a puzzle.
pub(super) const MAX_PLACES: usize = 32;

/// Piece on each place: pieces count from 1, 0 is the gap. Places beyond the last one are 0 as well.
pub(super) type Tiles = [u8; MAX_PLACES];

/// A sliding puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingPuzzle {
    /// By place: its neighbours, in both directions.
    pub(super) neighbours: Vec<Vec<u8>>,
    /// The goal position.
    pub(super) goal: Tiles,
    /// The start position.
    pub(super) start: Tiles,
    /// By place: its location on the board.
    locations: Vec<LocationId>,
}

impl SlidingPuzzle {
    /// Converts a game, in one of its positions, to a sliding puzzle.
    ///
    /// # Errors
    /// A [`SolveError`] with the reason why the game is no sliding puzzle.
    pub fn from_game<G: Game>(game: &G, state: &G::State) -> Result<Self, SolveError> {
        let why =
            |why: &str| SolveError::UnsupportedGame(format!("this game is not recognised as a sliding puzzle: {why}"));
        let parts = game.structure().and_then(|structure| Some((structure, structure.goals()?)));
        let (structure, goals) = parts
            .filter(|(_, goals)| goals.is_sliding_puzzle())
            .ok_or_else(|| why("its moves must be exactly those of any piece to an empty adjacent place"))?;
        let goal = Player::new(1)
            .and_then(|player| goals.goal(player))
            .filter(|goal| goal.is_sufficient && goal.is_only_ending);
        let goal = goal.ok_or_else(|| why("its only end must be a goal of certain pieces on certain places"))?;
        let locations: Vec<LocationId> = (0..structure.location_count()).map(LocationId::new).collect();
        if locations.iter().any(|&at| !structure.is_relevant(at)) {
            return Err(why("it has places that are not relevant"));
        }
        if locations.len() > MAX_PLACES {
            return Err(why(&format!("it has {} places, the maximum is {MAX_PLACES}", locations.len())));
        }
        // Pieces are numbered by their goal places, so that the numbers are the same for every start position.
        let (mut goal_tiles, mut classes) = ([0; MAX_PLACES], Vec::new());
        for want in &goal.requirements {
            match (want.classes.as_slice(), want.allows_empty) {
                ([], true) => {}
                ([class], false) if classes.contains(class) => {
                    return Err(why("two of its pieces are indistinguishable"));
                }
                ([class], false) => {
                    classes.push(*class);
                    goal_tiles[want.location.index()] = classes.len() as u8;
                }
                _ => return Err(why("its goal allows several pieces on one place")),
            }
        }
        if classes.len() + 1 != locations.len() {
            return Err(why("its goal must determine the piece of every place but one"));
        }
        let mut start = [0; MAX_PLACES];
        for &at in &locations {
            let Some(element) = structure.content(state, at) else { continue };
            let class = structure.class(state, element);
            let Some(tile) = classes.iter().position(|&known| known == class) else {
                return Err(why("its goal does not include all pieces"));
            };
            start[at.index()] = tile as u8 + 1;
        }
        let mut lying: Vec<u8> = start.into_iter().filter(|&tile| tile > 0).collect();
        lying.sort_unstable();
        if !lying.into_iter().eq(1..=classes.len() as u8) {
            return Err(why("each piece must be on the board once, with one gap left"));
        }
        let mut adjacent = Vec::new();
        let neighbours: Vec<Vec<u8>> = locations
            .iter()
            .map(|&at| {
                structure.neighbours(at, &mut adjacent);
                adjacent.iter().map(|to| to.index() as u8).collect()
            })
            .collect();
        let back = |from: usize, to: u8| neighbours[usize::from(to)].contains(&(from as u8));
        if neighbours.iter().enumerate().any(|(from, beside)| beside.iter().any(|&to| !back(from, to))) {
            return Err(why("some of its moves are irreversible"));
        }
        Ok(Self { neighbours, goal: goal_tiles, start, locations })
    }

    /// A square board of a width, with the gap of the goal on the first place.
    #[cfg(test)]
    pub(super) fn grid(width: usize, tiles: &[u8]) -> Self {
        let places = width * width;
        let is_adjacent = |one: usize, other: usize| {
            (one % width).abs_diff(other % width) + (one / width).abs_diff(other / width) == 1
        };
        let neighbours =
            (0..places).map(|at| (0..places).filter(|&to| is_adjacent(at, to)).map(|to| to as u8).collect()).collect();
        let (mut goal, mut start) = ([0; MAX_PLACES], [0; MAX_PLACES]);
        (0..places).for_each(|at| goal[at] = at as u8);
        start[..places].copy_from_slice(tiles);
        Self { neighbours, goal, start, locations: (0..places).map(LocationId::new).collect() }
    }

    /// Number of places.
    pub(super) fn places(&self) -> usize {
        self.neighbours.len()
    }

    /// By piece: its goal place; for piece 0 the goal place of the gap.
    pub(super) fn goal_places(&self) -> Tiles {
        let mut homes = [0; MAX_PLACES];
        for at in 0..self.places() {
            homes[usize::from(self.goal[at])] = at as u8;
        }
        homes
    }

    /// Place of the gap.
    pub(super) fn gap(&self, tiles: &Tiles) -> u8 {
        (0..self.places()).find(|&at| tiles[at] == 0).expect("a puzzle has a gap") as u8
    }

    /// By pair of places: their distance in moves; `u8::MAX` where no path exists.
    pub(super) fn distances(&self) -> Vec<[u8; MAX_PLACES]> {
        let from = |start: usize| {
            let mut far = [u8::MAX; MAX_PLACES];
            far[start] = 0;
            let mut queue = vec![start];
            let mut next = 0;
            while next < queue.len() {
                let at = queue[next];
                next += 1;
                for &to in &self.neighbours[at] {
                    if far[usize::from(to)] == u8::MAX {
                        far[usize::from(to)] = far[at] + 1;
                        queue.push(usize::from(to));
                    }
                }
            }
            far
        };
        (0..self.places()).map(from).collect()
    }

    /// `true` if the goal is proven to be unreachable by parity (Johnson and Story, 1879). Each move swaps the gap with
    /// a piece; where the board is bipartite, a move changes the colour of the gap's place as well as the parity of the
    /// permutation.
    pub(super) fn is_unsolvable(&self) -> bool {
        let far = self.distances();
        let gap = self.gap(&self.start);
        let from_gap = far[usize::from(gap)];
        if (0..self.places()).any(|at| from_gap[at] == u8::MAX) {
            return false; // A disconnected board is left to the search.
        }
        let colour = |at: usize| from_gap[at] % 2;
        let coloured =
            (0..self.places()).all(|at| self.neighbours[at].iter().all(|&to| colour(usize::from(to)) != colour(at)));
        coloured && self.swap_count() % 2 != u32::from(colour(usize::from(self.gap(&self.goal))))
    }

    /// Number of swaps that transform the start into the goal: the parity of the permutation.
    fn swap_count(&self) -> u32 {
        let homes = self.goal_places();
        let (mut tiles, mut swaps) = (self.start, 0);
        for at in 0..self.places() {
            while tiles[at] != self.goal[at] {
                let home = usize::from(homes[usize::from(tiles[at])]);
                tiles.swap(at, home);
                swaps += 1;
            }
        }
        swaps
    }

    /// At most `most` symmetries of the board that keep the goal place of the gap, each as the images of the places.
    /// The first one is the identity.
    pub(super) fn symmetries(&self, most: usize) -> Vec<Tiles> {
        let same: Tiles = std::array::from_fn(|at| if at < self.places() { at as u8 } else { 0 });
        let mut found = vec![same];
        if most > 1 {
            self.extend_symmetry(&mut Vec::new(), most, &mut found);
        }
        found
    }

    /// Extends a partial symmetry by each image of the next place that preserves adjacency (backtracking).
    fn extend_symmetry(&self, image: &mut Vec<u8>, most: usize, found: &mut Vec<Tiles>) {
        let (at, places) = (image.len(), self.places());
        if at == places {
            let mut whole = [0; MAX_PLACES];
            whole[..places].copy_from_slice(image);
            if !found.contains(&whole) {
                found.push(whole);
            }
            return;
        }
        for to in 0..places as u8 {
            let is_adjacent = |one: usize, other: u8| self.neighbours[one].contains(&other);
            let fits = !image.contains(&to)
                && (self.goal[at] == 0) == (self.goal[usize::from(to)] == 0)
                && (0..at).all(|other| is_adjacent(at, other as u8) == is_adjacent(usize::from(to), image[other]));
            if fits && found.len() < most {
                image.push(to);
                self.extend_symmetry(image, most, found);
                image.pop();
            }
        }
    }

    /// The renumbering of the pieces by a symmetry that keeps the goal the same.
    pub(super) fn renumbering(&self, image: &Tiles) -> Tiles {
        let homes = self.goal_places();
        std::array::from_fn(|tile| self.goal[usize::from(image[usize::from(homes[tile])])])
    }

    /// The moves of a game that move the gap along these places; `None` if the rules do not allow them or the puzzle is
    /// not solved by them.
    ///
    /// # Errors
    /// A [`SolveError`] if the rules fail.
    pub(super) fn replay<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        gaps: &[u8],
    ) -> Result<Option<Vec<G::Move>>, SolveError> {
        let Some(structure) = game.structure() else { return Ok(None) };
        let (mut state, mut line, mut moves) = (state.clone(), Vec::new(), Vec::new());
        let mut gap = self.gap(&self.start);
        for &next in gaps {
            game.legal_moves(&state, &mut moves)?;
            let piece = structure.content(&state, self.locations[usize::from(next)]);
            let to = self.locations[usize::from(gap)];
            let found = moves
                .iter()
                .find(|&&mv| structure.moved_element(mv).is_some_and(|(e, at)| at == to && Some(e) == piece));
            let Some(&mv) = found else { return Ok(None) };
            game.apply(&mut state, mv)?;
            line.push(mv);
            gap = next;
        }
        Ok(super::is_won(game, &state)?.then_some(line))
    }
}
