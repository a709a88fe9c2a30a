//! What lies on the lines of a game, as numbers that are kept up to date move by move. Whether a line decides the game is
//! the rules' affair.

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;

/// The lines of a game, ready to be asked.
#[derive(Clone, Debug)]
pub struct Lines {
    all: Vec<Line>,
    /// By location: the lines through it.
    through: Vec<Vec<u32>>,
    /// By line and class of piece: whether such pieces fill it.
    fills: Vec<bool>,
    classes: usize,
    /// By the number of pieces on a line, from 0: what it is worth to its player.
    worth: Vec<i32>,
}

#[derive(Clone, Debug)]
struct Line {
    cells: Vec<LocationId>,
    player: Player,
    wins: bool,
}

/// What lies on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct On {
    /// Pieces that fill it.
    filling: u8,
    /// Pieces that do not, and make it worthless.
    others: u8,
}

/// From this on an [urge](Lines::urge) is to win, or to stop somebody who would.
pub const PRESSING: i32 = 1 << 22;

/// By the number of pieces that a line has with one more: how much one would like to put it there.
const URGES: [i32; 8] = [0, 4, 16, 64, 256, 1024, 4096, 16384];

/// What lies on the lines in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What that is worth to player 1.
    pub worth: i32,
    /// For player 1 and the other: how many lines lack one piece only, which wins.
    pub hot: [i32; 2],
    /// By line.
    on: Vec<On>,
}

impl Sum {
    /// Becomes the same as another, without new memory.
    pub fn copy(&mut self, other: &Self) {
        (self.worth, self.hot) = (other.worth, other.hot);
        self.on.clone_from(&other.on);
    }
}

impl Lines {
    /// Those of a game, with what they are worth by the number of pieces on them, from 1. `None` if it has none.
    pub fn new<G: Game>(game: &G, worth: &[f32]) -> Option<Self> {
        let structure = game.structure()?;
        let known = structure.lines();
        if known.is_empty() {
            return None;
        }
        let line = |line: &boardwright_engine::structure::Line| Line {
            cells: line.cells.clone(),
            player: line.player,
            wins: line.ends == Some(Outcome::Won(line.player)),
        };
        let through = (0..structure.locations()).map(|at| structure.lines_through(LocationId::new(at)).to_vec());
        let worth = std::iter::once(0).chain(worth.iter().copied().map(super::whole)).collect();
        let classes = structure.classes();
        let fills = known.iter().flat_map(|line| (0..classes).map(|class| line.classes.contains(&class))).collect();
        Some(Self { all: known.iter().map(line).collect(), through: through.collect(), fills, classes, worth })
    }

    /// What a line with so many pieces is worth; a full one counts as what ends the game, or what went before it.
    fn worth(&self, filled: usize) -> i32 {
        self.worth.get(filled).copied().unwrap_or(0)
    }

    /// By the number of pieces on a line, from 1 to one missing: how many lines of player 1 have so many, less those of others.
    pub fn counts<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Vec<i32> {
        let mut counts = vec![0; self.worth.len() - 1];
        for (line, on) in self.all.iter().zip(&self.whole(structure, state).on) {
            if on.others == 0
                && on.filling > 0
                && let Some(count) = counts.get_mut(usize::from(on.filling) - 1)
            {
                *count += if line.player == Player::FIRST { 1 } else { -1 };
            }
        }
        counts
    }

    /// Counts a line `times` times for what all lines are worth.
    #[inline]
    fn count(&self, sum: &mut Sum, times: i32, number: usize) {
        let (line, on) = (&self.all[number], sum.on[number]);
        if on.others > 0 {
            return;
        }
        let filled = usize::from(on.filling);
        let side = usize::from(line.player != Player::FIRST);
        let worth = self.worth(filled);
        sum.worth += times * if side == 0 { worth } else { -worth };
        if line.wins && filled + 1 == line.cells.len() {
            sum.hot[side] += times;
        }
    }

    /// A piece comes to a location, or goes.
    fn piece(&self, sum: &mut Sum, at: LocationId, class: usize, comes: bool) {
        for &number in &self.through[at.index()] {
            let number = number as usize;
            self.count(sum, -1, number);
            let on = &mut sum.on[number];
            let of = if self.fills[number * self.classes + class] { &mut on.filling } else { &mut on.others };
            *of = if comes { *of + 1 } else { *of - 1 };
            self.count(sum, 1, number);
        }
    }

    /// What lies on all of them.
    pub fn whole<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Sum {
        let mut sum = Sum { on: vec![On::default(); self.all.len()], ..Sum::default() };
        for number in 0..self.all.len() {
            self.count(&mut sum, 1, number);
        }
        for at in (0..self.through.len()).map(LocationId::new).filter(|at| !self.through[at.index()].is_empty()) {
            if let Some(class) = structure.class_at(state, at) {
                self.piece(&mut sum, at, class, true);
            }
        }
        sum
    }

    /// The same after a move, of what it was before and the locations that differ.
    pub fn follow<S, M>(
        &self,
        sum: &mut Sum,
        structure: &dyn Structure<S, M>,
        (before, after): (&S, &S),
        changed: &[LocationId],
    ) {
        for &at in changed.iter().filter(|at| !self.through[at.index()].is_empty()) {
            let (was, is) = (structure.class_at(before, at), structure.class_at(after, at));
            if was == is {
                continue;
            }
            if let Some(class) = was {
                self.piece(sum, at, class, false);
            }
            if let Some(class) = is {
                self.piece(sum, at, class, true);
            }
        }
    }

    /// How much a player would like to have a piece on an empty location, for what it adds to its lines and takes from others'.
    pub fn urge(&self, sum: &Sum, at: LocationId, player: Player) -> i32 {
        let mut urge = 0;
        for &number in &self.through[at.index()] {
            let (line, on) = (&self.all[number as usize], sum.on[number as usize]);
            if on.others > 0 {
                continue;
            }
            let filled = usize::from(on.filling);
            // To go on is a little better than to stop the other.
            let worth = URGES[(filled + 1).min(URGES.len() - 1)];
            let own = line.player == player;
            urge += if own { worth + worth / 4 } else { worth };
            if filled + 1 == line.cells.len() && line.wins {
                urge += if own { 2 * PRESSING } else { PRESSING };
            }
        }
        urge
    }
}
