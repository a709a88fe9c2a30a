//! Sliding puzzles in a form of their own: pieces of which each is known by itself, one gap, and a place for each to reach. That a
//! game is such a puzzle is proven by its rules (see [`Structure::slides`](boardwright_engine::structure::Structure::slides)); no
//! search is here.

use boardwright_engine::game::Game;
use boardwright_engine::ids::{LocationId, Player};

use super::SolveError;

/// Most places of a puzzle.
pub(super) const MOST: usize = 32;

/// What lies on each place: pieces from 1, 0 is the gap. Places beyond the last are 0 as well.
pub(super) type Tiles = [u8; MOST];

/// A sliding puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliding {
    /// By place: the places beside it, both ways.
    pub(super) near: Vec<Vec<u8>>,
    /// What must lie where.
    pub(super) goal: Tiles,
    /// What lies where now.
    pub(super) start: Tiles,
    /// By place: which location that is.
    locations: Vec<LocationId>,
}

impl Sliding {
    /// The puzzle that a game is, in a position of it.
    ///
    /// # Errors
    /// Why it is none.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Result<Self, SolveError> {
        let why = |why: &str| SolveError::Unfit(format!("this is not seen to be a sliding puzzle: {why}"));
        let structure = game.structure().filter(|structure| structure.slides());
        let structure = structure.ok_or_else(|| {
            why("its rules are not just that any piece goes to an empty place beside its own, whatever lies elsewhere")
        })?;
        let goal = Player::new(1).and_then(|player| structure.goal(player)).filter(|goal| goal.whole && goal.only);
        let goal = goal.ok_or_else(|| why("its only end must be that certain pieces lie on certain places"))?;
        let locations: Vec<LocationId> = (0..structure.locations()).map(LocationId::new).collect();
        if locations.iter().any(|&at| !structure.relevant(at)) {
            return Err(why("it has places that are not relevant"));
        }
        if locations.len() > MOST {
            return Err(why(&format!("it has {} places, at most {MOST} are taken", locations.len())));
        }
        // Pieces are numbered by where they must go, so that the numbers are the same for every start.
        let (mut goal_tiles, mut classes) = ([0; MOST], Vec::new());
        for want in &goal.wants {
            match (want.classes.as_slice(), want.empty) {
                ([], true) => {}
                ([class], false) if classes.contains(class) => return Err(why("two of its pieces are alike")),
                ([class], false) => {
                    classes.push(*class);
                    goal_tiles[want.location.index()] = classes.len() as u8;
                }
                _ => return Err(why("its goal takes several pieces on one place")),
            }
        }
        if classes.len() + 1 != locations.len() {
            return Err(why("its goal must say of every place but one which piece lies there"));
        }
        let mut start = [0; MOST];
        for &at in &locations {
            let Some(element) = structure.content(state, at) else { continue };
            let class = structure.class(state, element);
            let Some(tile) = classes.iter().position(|&known| known == class) else {
                return Err(why("its goal does not speak of all pieces"));
            };
            start[at.index()] = tile as u8 + 1;
        }
        let mut lying: Vec<u8> = start.into_iter().filter(|&tile| tile > 0).collect();
        lying.sort_unstable();
        if !lying.into_iter().eq(1..=classes.len() as u8) {
            return Err(why("each piece must lie on the board once, and leave one gap"));
        }
        let mut beside = Vec::new();
        let near: Vec<Vec<u8>> = locations
            .iter()
            .map(|&at| {
                structure.neighbours(at, &mut beside);
                beside.iter().map(|to| to.index() as u8).collect()
            })
            .collect();
        let back = |from: usize, to: u8| near[usize::from(to)].contains(&(from as u8));
        if near.iter().enumerate().any(|(from, beside)| beside.iter().any(|&to| !back(from, to))) {
            return Err(why("some of its moves cannot be undone"));
        }
        Ok(Self { near, goal: goal_tiles, start, locations })
    }

    /// Square boards of such a width, whose goal has the gap first.
    #[cfg(test)]
    pub(super) fn grid(width: usize, tiles: &[u8]) -> Self {
        let places = width * width;
        let beside = |one: usize, other: usize| {
            (one % width).abs_diff(other % width) + (one / width).abs_diff(other / width) == 1
        };
        let near =
            (0..places).map(|at| (0..places).filter(|&to| beside(at, to)).map(|to| to as u8).collect()).collect();
        let (mut goal, mut start) = ([0; MOST], [0; MOST]);
        (0..places).for_each(|at| goal[at] = at as u8);
        start[..places].copy_from_slice(tiles);
        Self { near, goal, start, locations: (0..places).map(LocationId::new).collect() }
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.near.len()
    }

    /// By piece: where it must go; of 0 where the gap is then.
    pub(super) fn homes(&self) -> Tiles {
        let mut homes = [0; MOST];
        for at in 0..self.places() {
            homes[usize::from(self.goal[at])] = at as u8;
        }
        homes
    }

    /// Where the gap is.
    pub(super) fn gap(&self, tiles: &Tiles) -> u8 {
        (0..self.places()).find(|&at| tiles[at] == 0).expect("a puzzle has a gap") as u8
    }

    /// By place and place: how many moves apart they are; `u8::MAX` where no way leads.
    pub(super) fn distances(&self) -> Vec<[u8; MOST]> {
        let from = |start: usize| {
            let mut far = [u8::MAX; MOST];
            far[start] = 0;
            let mut queue = vec![start];
            let mut next = 0;
            while next < queue.len() {
                let at = queue[next];
                next += 1;
                for &to in &self.near[at] {
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

    /// Whether it is certain that no moves lead to the goal. Each move swaps the gap with a piece; where places can be coloured
    /// in two colours so that neighbours differ, it changes the colour of the gap's place as well as whether the order is even.
    pub(super) fn is_hopeless(&self) -> bool {
        let far = self.distances();
        let gap = self.gap(&self.start);
        let from_gap = far[usize::from(gap)];
        if (0..self.places()).any(|at| from_gap[at] == u8::MAX) {
            return false; // A board in parts is left to the search.
        }
        let colour = |at: usize| from_gap[at] % 2;
        let coloured =
            (0..self.places()).all(|at| self.near[at].iter().all(|&to| colour(usize::from(to)) != colour(at)));
        coloured && self.swaps() % 2 != u32::from(colour(usize::from(self.gap(&self.goal))))
    }

    /// How many swaps make the goal of what lies where.
    fn swaps(&self) -> u32 {
        let homes = self.homes();
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

    /// Some symmetries of the board that keep the gap's place in the goal, each as the images of the places; the one that changes
    /// nothing first.
    pub(super) fn symmetries(&self, most: usize) -> Vec<Tiles> {
        let same: Tiles = std::array::from_fn(|at| if at < self.places() { at as u8 } else { 0 });
        let mut found = vec![same];
        if most > 1 {
            self.extend(&mut Vec::new(), most, &mut found);
        }
        found
    }

    /// Gives the next place an image that is consistent with those before it.
    fn extend(&self, image: &mut Vec<u8>, most: usize, found: &mut Vec<Tiles>) {
        let (at, places) = (image.len(), self.places());
        if at == places {
            let mut whole = [0; MOST];
            whole[..places].copy_from_slice(image);
            if !found.contains(&whole) {
                found.push(whole);
            }
            return;
        }
        for to in 0..places as u8 {
            let beside = |one: usize, other: u8| self.near[one].contains(&other);
            let fits = !image.contains(&to)
                && (self.goal[at] == 0) == (self.goal[usize::from(to)] == 0)
                && (0..at).all(|other| beside(at, other as u8) == beside(usize::from(to), image[other]));
            if fits && found.len() < most {
                image.push(to);
                self.extend(image, most, found);
                image.pop();
            }
        }
    }

    /// What the pieces become by a symmetry, so that the goal stays the same.
    pub(super) fn renamed(&self, image: &Tiles) -> Tiles {
        let homes = self.homes();
        std::array::from_fn(|tile| self.goal[usize::from(image[usize::from(homes[tile])])])
    }

    /// The moves of a game that bring the gap to these places, one after another, and whether the puzzle is solved by them: the
    /// game itself is asked.
    ///
    /// # Errors
    /// If the rules fail.
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
            game.turn(&state, &mut moves)?;
            let piece = structure.content(&state, self.locations[usize::from(next)]);
            let to = self.locations[usize::from(gap)];
            let found =
                moves.iter().find(|&&mv| structure.moved(mv).is_some_and(|(e, at)| at == to && Some(e) == piece));
            let Some(&mv) = found else { return Ok(None) };
            game.apply(&mut state, mv)?;
            line.push(mv);
            gap = next;
        }
        Ok(super::is_won(game, &state)?.then_some(line))
    }
}
